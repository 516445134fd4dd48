//! Propagation: what follows inside a band of three rows or three columns, for one puzzle a lane.
//!
//! A band has nine mini-rows, each the three cells that a row shares with a box. A digit stands
//! once in each row and once in each box, so it is spread over the boxes of the band in one of six
//! **ways**, the permutations of three things. A pass over a band works on nine unions of
//! candidates, not on 27 cells, for the most part:
//!
//! 1. In rows, a naked single confines its digit to a mini-row, and so keeps it out of the other
//!    mini-rows of its row and its box.
//! 2. The six ways are the products of three unions each. What lies on no way goes, which is all
//!    that locked candidates can tell.
//! 3. A digit whose every way leads through one mini-row is confined to it. Three of them fill it,
//!    and in columns, one that fits a single cell of it stands there.
//!
//! So a pass over rows and one over columns have each half of the singles, and that is enough: a
//! naked single that is alone in its box has one mini-column there, through which all ways lead, and
//! a digit that fits a single cell of a row is kept out of the rest of the box by the ways.
//!
//! Singles and locked candidates were always known; the ways of a band are what tdoku
//! (T. Dillon, 2019) made of them.

use super::super::isa::Isa;
use super::super::rules;

/// Cells of the grid.
pub(super) const CELLS: usize = 81;

/// All nine candidates.
pub(in super::super) const ALL: u16 = 0x1ff;

/// The candidates of all cells.
pub(super) type Block<I> = rules::Block<I, CELLS>;

/// The ways of each digit in each band, rows first, as of the last pass over it: bit `d` of
/// `ways[band][w]` is set where digit `d` may go way `w`.
pub(super) type Ways<I> = [[<I as Isa>::Row; 6]; 6];

/// The row that way `w` takes in each of the three boxes.
pub(super) const WAYS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The two ways that take row `r` in box `b`.
const THROUGH: [[[usize; 2]; 3]; 3] = {
    let mut through = [[[0; 2]; 3]; 3];
    let mut r = 0;
    while r < 3 {
        let mut b = 0;
        while b < 3 {
            let (mut w, mut k) = (0, 0);
            while w < 6 {
                if WAYS[w][b] == r {
                    through[r][b][k] = w;
                    k += 1;
                }
                w += 1;
            }
            b += 1;
        }
        r += 1;
    }
    through
};

/// What a half sweep saw.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<V> {
    /// The sum of all masks: it shrinks with every candidate that goes.
    pub(super) sum: V,
    /// The least mask: 0 where a cell is empty.
    pub(super) least: V,
    /// The digits that had a way in all three bands, and no mini-row for themselves twice.
    pub(super) placeable: V,
}

/// The cell in row `r` and column `c` of a band; rows and columns are exchanged in `COLUMNS`.
#[inline(always)]
pub(super) const fn cell<const COLUMNS: bool>(band: usize, r: usize, c: usize) -> usize {
    if COLUMNS { 9 * c + 3 * band + r } else { 9 * (3 * band + r) + c }
}

/// Passes over the three bands of rows, or of columns.
#[inline(always)]
pub(super) fn half_sweep<I: Isa, const COLUMNS: bool>(
    isa: I,
    block: &mut Block<I>,
    ways: &mut Ways<I>,
) -> Seen<I::V> {
    let mut seen = Seen { sum: isa.splat(0), least: isa.splat(ALL), placeable: isa.splat(ALL) };
    let mut scratch = [block.rows[0]; 27];
    for band in 0..3 {
        let ways = &mut ways[if COLUMNS { 3 + band } else { band }];
        pass::<I, COLUMNS>(isa, block, band, ways, &mut scratch, &mut seen);
    }
    seen
}

/// The two others of three.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// A loop over 0, 1 and 2 that is always unrolled: what it fills stays in registers.
macro_rules! three {
    ($i:ident $body:block) => {{
        let $i = 0usize;
        $body
    }
    {
        let $i = 1usize;
        $body
    }
    {
        let $i = 2usize;
        $body
    }};
}

#[inline(always)]
fn pass<I: Isa, const COLUMNS: bool>(
    isa: I,
    block: &mut Block<I>,
    band: usize,
    ways: &mut [I::Row; 6],
    scratch: &mut [I::Row; 27],
    seen: &mut Seen<I::V>,
) {
    let zero = isa.splat(0);
    // No closures here: they would not be compiled for the instruction set.
    let mut union = [[zero; 3]; 3];
    let mut singles = [[zero; 3]; 3];
    three!(r {
        let mut twice = [zero; 3];
        three!(b {
            let mut x = [zero; 3];
            let mut single = [zero; 3];
            for k in 0..3 {
                x[k] = isa.load(&block.rows[cell::<COLUMNS>(band, r, 3 * b + k)]);
                if !COLUMNS {
                    single[k] = isa.if_single(x[k]);
                    isa.store(single[k], &mut scratch[9 * r + 3 * b + k]);
                }
            }
            union[r][b] = isa.or3(x[0], x[1], x[2]);
            if !COLUMNS {
                singles[r][b] = isa.or3(single[0], single[1], single[2]);
                twice[b] = isa.majority(single[0], single[1], single[2]);
            }
        });
        if !COLUMNS {
            // Nothing else here would see the same single twice in a mini-row.
            let placeable = isa.minus_both(seen.placeable, twice[0], twice[1]);
            seen.placeable = isa.minus(placeable, twice[2]);
        }
    });
    let mut free = union;
    if !COLUMNS {
        three!(r {
            three!(b {
                let ([i, j], [k, l]) = (OTHERS[r], OTHERS[b]);
                let elsewhere = isa.or3(singles[i][b], singles[j][b], singles[r][k]);
                free[r][b] = isa.minus_both(union[r][b], elsewhere, singles[r][l]);
            });
        });
    }
    let mut way = [zero; 6];
    for w in 0..6 {
        let [i, j, k] = WAYS[w];
        way[w] = isa.and3(free[i][0], free[j][1], free[k][2]);
        isa.store(way[w], &mut ways[w]);
    }
    let mut allowed = [[zero; 3]; 3];
    three!(r {
        three!(b {
            let [v, w] = THROUGH[r][b];
            allowed[r][b] = isa.or(way[v], way[w]);
        });
    });
    let anywhere = isa.or3(allowed[0][0], allowed[0][1], allowed[0][2]);
    seen.placeable = isa.and(seen.placeable, anywhere);
    three!(r {
        three!(b {
            let [k, l] = OTHERS[b];
            let confined = isa.minus_both(allowed[r][b], allowed[r][k], allowed[r][l]);
            let allowed = isa.if_three_or(confined, allowed[r][b]);
            let mut x = [zero; 3];
            let mut single = [zero; 3];
            for k in 0..3 {
                x[k] = isa.load(&block.rows[cell::<COLUMNS>(band, r, 3 * b + k)]);
                if !COLUMNS {
                    single[k] = isa.load(&scratch[9 * r + 3 * b + k]);
                }
            }
            // Where a single is not allowed, a digit has no way, and the lane is wrong anyhow.
            let singles = isa.or3(single[0], single[1], single[2]);
            let beside_singles = isa.minus(allowed, singles);
            let hidden = isa.minus(confined, isa.majority(x[0], x[1], x[2]));
            for k in 0..3 {
                let x = if COLUMNS {
                    isa.narrow(x[k], hidden, allowed)
                } else {
                    isa.and(x[k], isa.or(beside_singles, single[k]))
                };
                isa.store(x, &mut block.rows[cell::<COLUMNS>(band, r, 3 * b + k)]);
                seen.sum = isa.add(seen.sum, x);
                if COLUMNS {
                    seen.least = isa.min(seen.least, x);
                }
            }
        });
    });
}

/// The lanes whose houses all have all nine digits. If the masks of a lane also have 81 bits in
/// all, and so one a cell, its puzzle is solved.
#[inline(always)]
pub(super) fn with_all_digits<I: Isa>(isa: I, block: &Block<I>) -> u32 {
    let mut all = isa.splat(ALL);
    for band in 0..3 {
        for line in 0..3 {
            let mut house = [isa.splat(0); 3];
            for k in 0..9 {
                let row = cell::<false>(band, line, k);
                let column = cell::<true>(band, line, k);
                let boxed = cell::<false>(band, k / 3, 3 * line + k % 3);
                for (house, cell) in house.iter_mut().zip([row, column, boxed]) {
                    *house = isa.or(*house, isa.load(&block.rows[cell]));
                }
            }
            all = isa.and(all, isa.and3(house[0], house[1], house[2]));
        }
    }
    isa.eq(all, isa.splat(ALL))
}
