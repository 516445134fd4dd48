//! Propagation inside a band of four rows or four columns, for one puzzle a lane: the same as for
//! [9×9](super::super::nine), with four where that has three. Four candidates in all in a mini-row
//! are confined to it here, as singles are.
//!
//! A digit is spread over the four boxes of a band in one of 24 ways, too many to keep. Which
//! mini-rows lie on some way is told from the six pairs of rows instead: one pair for the first
//! two boxes, the other for the last two.

use super::super::isa::Isa;
use super::super::rules;

/// Cells of the grid.
pub const CELLS: usize = 256;

/// All sixteen candidates.
pub(super) const ALL: u16 = u16::MAX;

/// The candidates of all cells.
pub(super) type Block<I> = rules::Block<I, CELLS>;

/// The digits that each mini-row of each band may have, rows first, as of the last pass over it:
/// `allowed[band][4 * r + b]` for the one that row `r` of the band shares with box `b`.
pub(super) type Allowed<I> = [[<I as Isa>::Row; 16]; 8];

/// What a half sweep saw.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<V> {
    /// The candidates that went.
    pub(super) gone: V,
    /// The least mask: 0 where a cell is empty.
    pub(super) least: V,
    /// The digits that had a way in all bands, and no mini-row for themselves twice.
    pub(super) placeable: V,
    /// In a pass over rows, the digits that stood in every row already.
    pub(super) placed: V,
}

/// The cell in row `r` and column `c` of a band; rows and columns are exchanged in `COLUMNS`.
#[inline(always)]
pub(super) const fn cell<const COLUMNS: bool>(band: usize, r: usize, c: usize) -> usize {
    if COLUMNS { 16 * c + 4 * band + r } else { 16 * (4 * band + r) + c }
}

/// Passes over the four bands of rows, or of columns.
#[inline(always)]
pub(super) fn half_sweep<I: Isa, const COLUMNS: bool>(
    isa: I,
    block: &mut Block<I>,
    allowed: &mut Allowed<I>,
) -> Seen<I::V> {
    let all = isa.splat(ALL);
    let mut seen = Seen { gone: isa.splat(0), least: all, placeable: all, placed: all };
    for band in 0..4 {
        let allowed = &mut allowed[if COLUMNS { 4 + band } else { band }];
        pass::<I, COLUMNS>(isa, block, band, allowed, &mut seen);
    }
    seen
}

/// The two rows of each pair, and of the pair of the other two at the same place from the end.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The pair that two rows are.
const fn pair(i: usize, j: usize) -> usize {
    let mut p = 0;
    while PAIRS[p][0] + PAIRS[p][1] != i + j || PAIRS[p][0] != i && PAIRS[p][0] != j {
        p += 1;
    }
    p
}

/// The three others of four.
const OTHERS: [[usize; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

/// For each row, the pairs that it makes with each other row.
const WITH: [[usize; 3]; 4] = {
    let mut with = [[0; 3]; 4];
    let mut r = 0;
    while r < 4 {
        let mut k = 0;
        while k < 3 {
            with[r][k] = pair(r, OTHERS[r][k]);
            k += 1;
        }
        r += 1;
    }
    with
};

/// Which digits may stand in each mini-row of a band, where `free` tells which are not kept out of
/// it at once: those for which the rows can be given to the boxes, a box a row.
#[inline(always)]
pub(super) fn spread<I: Isa>(isa: I, free: &[[I::V; 4]; 4]) -> [[I::V; 4]; 4] {
    let zero = isa.splat(0);
    // Whether a pair of rows can be given to the first two boxes, and to the last two.
    let mut first = [zero; 6];
    let mut last = [zero; 6];
    for p in 0..6 {
        let [i, j] = PAIRS[p];
        let straight = isa.and(free[i][0], free[j][1]);
        first[p] = isa.or(straight, isa.and(free[i][1], free[j][0]));
        let straight = isa.and(free[i][2], free[j][3]);
        last[p] = isa.or(straight, isa.and(free[i][3], free[j][2]));
    }
    let mut allowed = [[zero; 4]; 4];
    for r in 0..4 {
        for b in 0..4 {
            // Each other row may take the box beside, if the remaining two do for the other boxes.
            let beside = b ^ 1;
            let mut way = [zero; 3];
            for k in 0..3 {
                let other = OTHERS[r][k];
                let rest = 5 - WITH[r][k];
                let rest = if b < 2 { last[rest] } else { first[rest] };
                way[k] = isa.and(free[other][beside], rest);
            }
            allowed[r][b] = isa.and(free[r][b], isa.or3(way[0], way[1], way[2]));
        }
    }
    allowed
}

#[inline(always)]
fn pass<I: Isa, const COLUMNS: bool>(
    isa: I,
    block: &mut Block<I>,
    band: usize,
    out: &mut [I::Row; 16],
    seen: &mut Seen<I::V>,
) {
    let zero = isa.splat(0);
    let mut union = [[zero; 4]; 4];
    let mut confined = [[zero; 4]; 4];
    let mut singles = [[zero; 4]; 4];
    let few = isa.splat(5);
    for r in 0..4 {
        for b in 0..4 {
            let mut x = [zero; 4];
            for k in 0..4 {
                x[k] = isa.load(&block.rows[cell::<COLUMNS>(band, r, 4 * b + k)]);
            }
            let some = isa.or3(x[0], x[1], x[2]);
            union[r][b] = isa.or(some, x[3]);
            if !COLUMNS {
                let mut single = [zero; 4];
                for k in 0..4 {
                    single[k] = isa.if_single(x[k]);
                }
                let (one, other) = (isa.or(single[0], single[1]), isa.or(single[2], single[3]));
                singles[r][b] = isa.or(one, other);
                // Nothing else here would see the same single twice in a mini-row.
                let two = isa.or(isa.and(single[0], single[1]), isa.and(single[2], single[3]));
                seen.placeable = isa.minus_both(seen.placeable, two, isa.and(one, other));
            }
            let is_quad = isa.less(isa.count(union[r][b]), few);
            confined[r][b] = isa.blend(is_quad, union[r][b], singles[r][b]);
        }
        if !COLUMNS {
            let [a, b, c, d] = singles[r];
            seen.placed = isa.and(seen.placed, isa.or(isa.or3(a, b, c), d));
        }
    }
    let mut free = [[zero; 4]; 4];
    for r in 0..4 {
        for b in 0..4 {
            let ([i, j, k], [l, m, n]) = (OTHERS[r], OTHERS[b]);
            let above = isa.or3(confined[i][b], confined[j][b], confined[k][b]);
            let beside = isa.or3(confined[r][l], confined[r][m], confined[r][n]);
            free[r][b] = isa.minus_both(union[r][b], above, beside);
        }
    }
    let allowed = spread(isa, &free);
    let [a, b, c, d] = allowed[0];
    seen.placeable = isa.and(seen.placeable, isa.or(isa.or3(a, b, c), d));
    let many = isa.splat(3);
    for r in 0..4 {
        for b in 0..4 {
            isa.store(allowed[r][b], &mut out[4 * r + b]);
            let [l, m, n] = OTHERS[b];
            let elsewhere = isa.or3(allowed[r][l], allowed[r][m], allowed[r][n]);
            let confined = isa.minus(allowed[r][b], elsewhere);
            let is_full = isa.less(many, isa.count(confined));
            let allowed = isa.blend(is_full, confined, allowed[r][b]);
            let mut x = [zero; 4];
            for k in 0..4 {
                x[k] = isa.load(&block.rows[cell::<COLUMNS>(band, r, 4 * b + k)]);
            }
            let beside_singles = isa.minus(allowed, singles[r][b]);
            let two = isa.or(isa.and(x[0], x[1]), isa.and(x[2], x[3]));
            let across = isa.and(isa.or(x[0], x[1]), isa.or(x[2], x[3]));
            let hidden = isa.minus_both(confined, two, across);
            for k in 0..4 {
                let new = if COLUMNS {
                    isa.narrow(x[k], hidden, allowed)
                } else {
                    isa.and(x[k], isa.or(beside_singles, isa.if_single(x[k])))
                };
                isa.store(new, &mut block.rows[cell::<COLUMNS>(band, r, 4 * b + k)]);
                seen.gone = isa.or(seen.gone, isa.minus(x[k], new));
                if COLUMNS {
                    seen.least = isa.min(seen.least, new);
                }
            }
        }
    }
}

/// The lanes whose houses all have all sixteen digits. If every cell also has one candidate, the
/// puzzle is solved.
#[inline(always)]
pub(super) fn with_all_digits<I: Isa>(isa: I, block: &Block<I>) -> u32 {
    let mut all = isa.splat(ALL);
    for band in 0..4 {
        for line in 0..4 {
            let mut house = [isa.splat(0); 3];
            for k in 0..16 {
                let row = cell::<false>(band, line, k);
                let column = cell::<true>(band, line, k);
                let boxed = cell::<false>(band, k / 4, 4 * line + k % 4);
                for (house, cell) in house.iter_mut().zip([row, column, boxed]) {
                    *house = isa.or(*house, isa.load(&block.rows[cell]));
                }
            }
            all = isa.and(all, isa.and3(house[0], house[1], house[2]));
        }
    }
    isa.eq(all, isa.splat(ALL))
}
