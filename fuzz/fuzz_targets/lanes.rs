//! Every instruction set gives the same answer to any 9×9 puzzle, alone and in a batch, and none
//! that native search contradicts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::engine::{EngineSpec, SatOptions};
use satoku::lanes::{self, CELLS, Clues, InstructionSet, Wish};
use satoku::{Cell, Digit, Layout, Limits, Puzzle, answer};

/// Two bytes a cell; what is missing leaves cells empty.
fn candidates(bytes: &[u8]) -> [u16; CELLS] {
    let mut candidates = [0x1ff; CELLS];
    for (candidates, pair) in candidates.iter_mut().zip(bytes.chunks_exact(2)) {
        *candidates = u16::from_le_bytes([pair[0], pair[1]]);
    }
    candidates
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let masks = candidates(bytes);
    let mut text = [b'.'; CELLS];
    text.iter_mut().zip(bytes).for_each(|(symbol, byte)| *symbol = *byte);
    let clues = if choice % 2 == 0 { Clues::Text(&text) } else { Clues::Candidates(&masks) };
    let wish = Wish { limit: Some(4), keep: usize::from(choice / 2 % 5) };
    let limits = Limits::none().with_effort(2000);
    let alone = |set| lanes::solve_with(set, &[clues], wish, &Limits::none()).expect("an answer");
    let expected = alone(InstructionSet::best());
    for set in InstructionSet::available() {
        for copies in [1, 9, 40] {
            let batch = vec![clues; copies];
            let answers = lanes::solve_with(set, &batch, wish, &Limits::none());
            let answers = answers.expect("an answer");
            for (puzzle, answer) in answers.iter().enumerate() {
                assert_eq!(answer.count, expected[0].count, "{}", set.name());
                assert_eq!(answer.complete, expected[0].complete, "{}", set.name());
                assert_eq!(answers.solutions(puzzle), expected.solutions(0), "{}", set.name());
                if answer.complete {
                    assert_eq!(answer.nodes, expected[0].nodes, "{}", set.name());
                }
            }
        }
    }
    let mut puzzle = Puzzle::new(Layout::boxes(3, 3).expect("a sound layout").shared());
    for cell in 0..CELLS {
        let mask = match clues {
            Clues::Text(text) if (b'1'..=b'9').contains(&text[cell]) => 1 << (text[cell] - b'1'),
            Clues::Text(_) => 0x1ff,
            Clues::Candidates(masks) => masks[cell],
        };
        let set = (0..9).filter(|d| mask >> d & 1 == 1).map(Digit::new).collect();
        puzzle.set_candidates(Cell::new(cell), &set);
    }
    let native = EngineSpec::new("native", SatOptions::default()).expect("a known engine");
    let found = answer::find(&puzzle, &native, &limits, Some(4), 0).expect("an answer");
    if found.is_complete() || found.count == 4 {
        assert_eq!(found.count, expected[0].count);
    }
});
