//! Where to branch when propagation has come to rest: on the band with the fewest ways, as tdoku
//! does, and in it on a digit with two ways left. Two ways count as much as three, and four as much
//! as five: hard puzzles take up to 6 % fewer branches than where every way counts.

use super::super::isa::Isa;
use super::sweep::{Block, WAYS, Ways, cell};

/// What each lane would branch on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice<I: Isa> {
    /// The band, rows first.
    band: I::Row,
    /// The digit, as a bit.
    digit: I::Row,
    /// The digit's ways in the band, as a set; empty where there is nothing to branch on, so that
    /// the lane is wrong.
    ways: I::Row,
}

impl<I: Isa> Choice<I> {
    /// Whether there is something to branch on.
    pub(super) fn is_open(&self, lane: usize) -> bool {
        self.ways[lane] != 0
    }
}

/// A digit confined to a mini-row, against the same digit kept out of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    /// The digit, as a bit.
    digit: u16,
    /// The first cell of each mini-row of the box, the one of the branch first, and the distance
    /// of their cells.
    cells: [u8; 3],
    stride: u8,
}

/// More than the ways of nine digits in a band.
const MANY: u16 = 1000;

/// Half the number of ways of each digit in a band, rounded down and summed up, [`MANY`] where each
/// digit has one way; and the digit to branch on, as a bit.
#[inline(always)]
fn rate<I: Isa>(isa: I, way: &[I::V; 6]) -> (I::V, I::V) {
    let zero = isa.splat(0);
    // The number of each digit's ways in binary, by two full adders and a half adder.
    let (ones, carry) = (isa.odd(way[0], way[1], way[2]), isa.majority(way[0], way[1], way[2]));
    let (more, carried) = (isa.odd(way[3], way[4], way[5]), isa.majority(way[3], way[4], way[5]));
    let both = isa.and(ones, more);
    let ones = isa.odd(ones, more, zero);
    let twos = isa.odd(carry, carried, both);
    let fours = isa.majority(carry, carried, both);
    let open = isa.or(twos, fours);
    let pair = isa.minus_both(twos, ones, fours);
    let many = isa.count(fours);
    let total = isa.add(isa.count(twos), isa.add(many, many));
    let total = isa.blend(isa.mask(isa.eq(open, zero)), isa.splat(MANY), total);
    (total, isa.lowest(isa.if_any_or(pair, open)))
}

/// Chooses for all lanes at once.
#[inline(always)]
pub(super) fn choose<I: Isa>(isa: I, ways: &Ways<I>) -> Choice<I> {
    let zero = isa.splat(0);
    let mut fewest = isa.splat(MANY);
    let mut band = zero;
    let mut digit = zero;
    let mut chosen = [zero; 6];
    for (number, ways) in (0u16..).zip(ways) {
        let mut way = [zero; 6];
        for w in 0..6 {
            way[w] = isa.load(&ways[w]);
        }
        let (total, candidate) = rate(isa, &way);
        let better = isa.less(total, fewest);
        fewest = isa.min(fewest, total);
        band = isa.blend(better, isa.splat(number), band);
        digit = isa.blend(better, candidate, digit);
        for w in 0..6 {
            chosen[w] = isa.blend(better, way[w], chosen[w]);
        }
    }
    let mut set = zero;
    for w in 0..6 {
        let closed = isa.mask(isa.eq(isa.and(chosen[w], digit), zero));
        set = isa.or(set, isa.blend(closed, zero, isa.splat(1 << w)));
    }
    let row = I::Row::default();
    let mut choice = Choice { band: row, digit: row, ways: row };
    isa.store(band, &mut choice.band);
    isa.store(digit, &mut choice.digit);
    isa.store(set, &mut choice.ways);
    choice
}

/// Where ways part: the first box in which they take different rows, and the first of these.
/// Indexed by the set of ways; (3, 3) where there is at most one.
const PARTING: [(u8, u8); 64] = {
    let mut parting = [(3, 3); 64];
    let mut set = 0;
    while set < 64 {
        let mut b = 3;
        while b > 0 {
            b -= 1;
            let (mut rows, mut w) = (0u32, 0);
            while w < 6 {
                if set >> w & 1 == 1 {
                    rows |= 1 << WAYS[w][b];
                }
                w += 1;
            }
            if rows.count_ones() > 1 {
                parting[set] = (rows.trailing_zeros() as u8, b as u8);
            }
        }
        set += 1;
    }
    parting
};

/// Chooses for a single grid as [`choose`] does for many, from ways with each band in the lane that
/// `lane_of` tells: the band, the digit as a bit, and the row and the box of the mini-row; `None`
/// where there is nothing to branch on.
#[inline(always)]
pub(super) fn choose_one<I: Isa>(
    isa: I,
    way: &[I::V; 6],
    lane_of: fn(usize) -> usize,
) -> Option<(usize, u16, usize, usize)> {
    let (total, candidate) = rate(isa, way);
    let mut ways = [I::Row::default(); 6];
    let (mut totals, mut candidates) = (I::Row::default(), I::Row::default());
    for w in 0..6 {
        isa.store(way[w], &mut ways[w]);
    }
    isa.store(total, &mut totals);
    isa.store(candidate, &mut candidates);
    // The first of those with the fewest.
    let mut fewest = u16::MAX;
    for band in 0..6 {
        fewest = fewest.min(totals[lane_of(band)] << 3 | band as u16);
    }
    let band = usize::from(fewest & 7);
    let lane = lane_of(band);
    let digit = candidates[lane];
    let mut set = 0;
    for w in 0..6 {
        set |= usize::from(ways[w][lane] & digit != 0) << w;
    }
    let (r, b) = PARTING[set];
    (b < 3).then_some((band, digit, usize::from(r), usize::from(b)))
}

/// The cells that a branch is about, by band and set of ways: the first cells of three mini-rows
/// of a box, and how far apart the cells of each are.
static CELLS_OF: [[([u8; 3], u8); 64]; 6] = {
    let mut cells = [[([0; 3], 0); 64]; 6];
    let mut band = 0;
    while band < 6 {
        let mut set = 0;
        while set < 64 {
            let (r, b) = PARTING[set];
            if b < 3 {
                let mut k = 0;
                while k < 3 {
                    let (row, column) = ((r as usize + k) % 3, 3 * b as usize);
                    cells[band][set].0[k] = match band {
                        0..3 => cell::<false>(band, row, column) as u8,
                        _ => cell::<true>(band - 3, row, column) as u8,
                    };
                    k += 1;
                }
                cells[band][set].1 = if band < 3 { 1 } else { 9 };
            }
            set += 1;
        }
        band += 1;
    }
    cells
};

impl Branch {
    /// What a lane branches on; it must be open.
    #[inline(always)]
    pub(super) fn of<I: Isa>(choice: &Choice<I>, lane: usize) -> Branch {
        let (cells, stride) =
            CELLS_OF[usize::from(choice.band[lane])][usize::from(choice.ways[lane])];
        Branch { digit: choice.digit[lane], cells, stride }
    }

    /// Keeps the digit out of the box's other mini-rows.
    #[inline(always)]
    pub(super) fn confine<I: Isa>(self, block: &mut Block<I>, lane: usize) {
        self.clear(self.cells[1], block, lane);
        self.clear(self.cells[2], block, lane);
    }

    /// Keeps the digit out of the mini-row.
    #[inline(always)]
    pub(super) fn exclude<I: Isa>(self, block: &mut Block<I>, lane: usize) {
        self.clear(self.cells[0], block, lane);
    }

    #[inline(always)]
    fn clear<I: Isa>(self, first: u8, block: &mut Block<I>, lane: usize) {
        for k in 0..3 {
            block.rows[usize::from(first + k * self.stride)][lane] &= !self.digit;
        }
    }
}
