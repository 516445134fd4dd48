//! Where to branch when propagation has come to rest: on the band with the fewest mini-rows left
//! to its digits in all, in it on a digit with the fewest left, and on whether that stands in a
//! certain one.

use super::super::isa::Isa;
use super::sweep::{Allowed, Block, cell};

/// What each lane would branch on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice<I: Isa> {
    /// The band, rows first.
    band: I::Row,
    /// The digit, as a bit.
    digit: I::Row,
    /// The mini-rows left to the digit in the band, as a set; empty where there is nothing to
    /// branch on, so that the lane is wrong.
    places: I::Row,
}

/// A digit confined to a mini-row, against the same digit kept out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Branch {
    band: u16,
    /// The digit, as a bit.
    digit: u16,
    /// The mini-row, as a set of one.
    here: u16,
    /// The others of its row, or of its box, that the digit may also stand in.
    elsewhere: u16,
}

/// More than the mini-rows of all digits in a band.
const MANY: u16 = 1000;

/// The sum and the carry of three bits.
#[inline(always)]
fn add3<I: Isa>(isa: I, a: I::V, b: I::V, c: I::V) -> (I::V, I::V) {
    (isa.odd(a, b, c), isa.majority(a, b, c))
}

/// For every digit, how many of sixteen sets have it, in binary: ones first, up to sixteens.
#[inline(always)]
fn count16<I: Isa>(isa: I, set: &[I::V; 16]) -> [I::V; 5] {
    let zero = isa.splat(0);
    let mut ones = set[15];
    let mut twos = [zero; 8];
    for k in 0..7 {
        (ones, twos[k]) = add3(isa, ones, set[2 * k], set[2 * k + 1]);
    }
    (ones, twos[7]) = add3(isa, ones, set[14], zero);
    let mut two = twos[7];
    let mut fours = [zero; 4];
    for k in 0..3 {
        (two, fours[k]) = add3(isa, two, twos[2 * k], twos[2 * k + 1]);
    }
    (two, fours[3]) = add3(isa, two, twos[6], zero);
    let (four, eights) = add3(isa, fours[0], fours[1], fours[2]);
    let (four, more) = add3(isa, four, fours[3], zero);
    [ones, two, four, isa.odd(eights, more, zero), isa.and(eights, more)]
}

/// Chooses for all lanes at once.
#[inline(always)]
pub(super) fn choose<I: Isa>(isa: I, allowed: &Allowed<I>) -> Choice<I> {
    let zero = isa.splat(0);
    let mut fewest = isa.splat(MANY);
    let mut band = zero;
    let mut digit = zero;
    for (number, rows) in (0u16..).zip(allowed) {
        let mut set = [zero; 16];
        for k in 0..16 {
            set[k] = isa.load(&rows[k]);
        }
        let [ones, twos, fours, eights, sixteens] = count16(isa, &set);
        // A digit with one way has four mini-rows, one with two has six at least.
        let open = isa.or3(twos, eights, sixteens);
        let mut few = open;
        for plane in [sixteens, eights, fours, twos, ones] {
            few = isa.if_any_or(isa.minus(few, plane), few);
        }
        let mut total = zero;
        for plane in [sixteens, eights, fours, twos, ones] {
            total = isa.add(isa.add(total, total), isa.count(plane));
        }
        let total = isa.blend(isa.mask(isa.eq(open, zero)), isa.splat(MANY), total);
        let better = isa.less(total, fewest);
        fewest = isa.min(fewest, total);
        band = isa.blend(better, isa.splat(number), band);
        digit = isa.blend(better, isa.lowest(few), digit);
    }
    let mut choice =
        Choice { band: I::Row::default(), digit: I::Row::default(), places: I::Row::default() };
    isa.store(band, &mut choice.band);
    isa.store(digit, &mut choice.digit);
    let mut places = zero;
    for k in 0..16 {
        let mut chosen = zero;
        for (number, rows) in (0u16..).zip(allowed) {
            let here = isa.mask(isa.eq(band, isa.splat(number)));
            chosen = isa.blend(here, isa.load(&rows[k]), chosen);
        }
        let closed = isa.mask(isa.eq(isa.and(chosen, digit), zero));
        places = isa.or(places, isa.blend(closed, zero, isa.splat(1 << k)));
    }
    isa.store(places, &mut choice.places);
    choice
}

impl<I: Isa> Choice<I> {
    /// Whether there is something to branch on.
    pub(super) fn is_open(&self, lane: usize) -> bool {
        self.digit[lane] != 0
    }
}

impl Branch {
    /// What a lane branches on; it must be open.
    #[inline(always)]
    pub(super) fn of<I: Isa>(choice: &Choice<I>, lane: usize) -> Branch {
        let places = choice.places[lane];
        let mut elsewhere = u16::MAX;
        for k in 0..4 {
            for line in [0b1111 << (4 * k), 0b0001_0001_0001_0001 << k] {
                let some = places & line;
                let count = some.count_ones();
                if count > 1 && count < elsewhere.count_ones() {
                    elsewhere = some;
                }
            }
        }
        let here = elsewhere & elsewhere.wrapping_neg();
        let (band, digit) = (choice.band[lane], choice.digit[lane]);
        Branch { band, digit, here, elsewhere: elsewhere & !here }
    }

    /// Keeps the digit out of the other mini-rows.
    #[inline(always)]
    pub(super) fn confine<I: Isa>(self, block: &mut Block<I>, lane: usize) {
        let mut rest = self.elsewhere;
        while rest != 0 {
            self.clear(rest.trailing_zeros() as usize, block, lane);
            rest &= rest - 1;
        }
    }

    /// Keeps the digit out of the mini-row.
    #[inline(always)]
    pub(super) fn exclude<I: Isa>(self, block: &mut Block<I>, lane: usize) {
        self.clear(self.here.trailing_zeros() as usize, block, lane);
    }

    #[inline(always)]
    fn clear<I: Isa>(self, place: usize, block: &mut Block<I>, lane: usize) {
        let (band, r, b) = (usize::from(self.band), place / 4, place % 4);
        for k in 0..4 {
            let cell = match band {
                0..4 => cell::<false>(band, r, 4 * b + k),
                _ => cell::<true>(band % 4, r, 4 * b + k),
            };
            block.rows[cell][lane] &= !self.digit;
        }
    }
}
