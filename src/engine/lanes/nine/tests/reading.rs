//! Puzzles into lanes: texts and masks, many at a time or one by one.

use super::super::super::isa::{Isa, Work};
use super::super::sweep::{ALL, Block};
use super::super::{CELLS, Clues, input};
use super::{MANY, everywhere};

/// Some puzzles, each read as one of the two kinds that its bit tells.
#[derive(Clone, Copy)]
struct Reading<'a> {
    texts: &'a [[u8; CELLS]],
    masks: &'a [[u16; CELLS]],
    are_texts: u32,
}

impl Reading<'_> {
    fn clues(&self, puzzle: usize) -> Clues<'_> {
        match self.are_texts >> puzzle & 1 {
            0 => Clues::Candidates(&self.masks[puzzle]),
            _ => Clues::Text(&self.texts[puzzle]),
        }
    }

    /// What is known of a cell.
    fn expected(&self, puzzle: usize, cell: usize) -> u16 {
        match self.clues(puzzle) {
            Clues::Candidates(masks) => masks[cell] & ALL,
            Clues::Text(text) => match text[cell] {
                digit @ b'1'..=b'9' => 1 << (digit - b'1'),
                _ => ALL,
            },
        }
    }
}

impl Work for Reading<'_> {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        const UNTOUCHED: u16 = 0xbeef;
        let clues: Vec<_> = (0..MANY).map(|puzzle| self.clues(puzzle)).collect();
        for count in 1..=I::LANES.min(MANY) {
            let mut block = Block::<I>::empty();
            for row in &mut block.rows {
                (0..I::LANES).for_each(|lane| row[lane] = UNTOUCHED);
            }
            input::read(isa, &clues[..count], &mut block);
            for (cell, row) in block.rows.iter().enumerate() {
                for lane in 0..I::LANES {
                    let expected = if lane < count { self.expected(lane, cell) } else { UNTOUCHED };
                    assert_eq!(row[lane], expected, "cell {cell}, lane {lane} of {count}");
                }
            }
        }
    }
}

#[test]
fn every_puzzle_gets_into_its_lane() {
    // A linear congruential generator (Knuth's MMIX): the layer below has no random numbers.
    let mut state = 0_u64;
    let mut number = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 48) as usize
    };
    let masks: Vec<[u16; CELLS]> =
        (0..MANY).map(|_| std::array::from_fn(|_| number() as u16)).collect();
    let texts: Vec<[u8; CELLS]> = (0..MANY)
        .map(|_| std::array::from_fn(|_| b"123456789.0-?*_AI!\x7f\xb1\xff"[number() % 21]))
        .collect();
    for are_texts in [0, !0, 1, 0xff, 0xffff, 0xff00, 0xff_ff00, 0x5555_5555] {
        everywhere(Reading { texts: &texts, masks: &masks, are_texts });
    }
}
