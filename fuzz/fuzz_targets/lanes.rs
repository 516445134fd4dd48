//! Every instruction set gives the same answer to any 9×9 or 16×16 puzzle, alone and in a batch,
//! and none to a 9×9 that native search contradicts.
#![no_main]

use satoku::engine::lanes::{self, CELLS, Clues, InstructionSet, Query, sixteen};
use satoku::engine::{EngineOptions, EngineSpec};
use satoku::jobs::answer;
use satoku::{Cell, Digit, Layout, Limits, Puzzle};

/// Two bytes a cell; what is missing leaves cells empty.
fn candidates<const CELLS: usize>(bytes: &[u8], all: u16) -> [u16; CELLS] {
    let mut candidates = [all; CELLS];
    for (candidates, pair) in candidates.iter_mut().zip(bytes.chunks_exact(2)) {
        *candidates = u16::from_le_bytes([pair[0], pair[1]]);
    }
    candidates
}

/// An instruction set and a size of batch, which the bytes choose: all together would be ten times
/// as slow, and fuzzing finds the bytes for each.
fn how(bytes: &[u8]) -> (InstructionSet, usize) {
    let sets = InstructionSet::available();
    let choice = bytes.iter().fold(0_usize, |sum, &byte| sum * 31 % 65_521 + usize::from(byte));
    (sets[choice % sets.len()], [1, 9, 40][choice / sets.len() % 3])
}

/// Bits that are set put the digit of a filled grid among the candidates of a cell.
fn check_sixteen(bytes: &[u8], query: Query) {
    let mut masks: sixteen::Candidates = candidates(&bytes[bytes.len().min(40)..], u16::MAX);
    for (cell, mask) in masks.iter_mut().enumerate() {
        let (r, c) = (cell / 16, cell % 16);
        if bytes.get(cell / 8).is_some_and(|byte| byte >> (cell % 8) & 1 == 1) {
            *mask |= 1 << ((4 * r + r / 4 + c) % 16);
        }
    }
    let limits = Limits::none().with_effort(100);
    let expected = sixteen::solve_with(InstructionSet::best(), &[masks], query, &limits);
    let expected = expected.expect("an answer");
    let (set, copies) = how(bytes);
    let answers = sixteen::solve_with(set, &vec![masks; copies], query, &limits);
    let answers = answers.expect("an answer");
    for (puzzle, answer) in answers.iter().enumerate() {
        assert_eq!(*answer, expected[0], "{}", set.name());
        assert_eq!(answers.solutions(puzzle), expected.solutions(0), "{}", set.name());
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    if choice >= 128 {
        return check_sixteen(bytes, Query { limit: Some(4), keep: 4 });
    }
    let masks = candidates(bytes, 0x1ff);
    let mut text = [b'.'; CELLS];
    text.iter_mut().zip(bytes).for_each(|(symbol, byte)| *symbol = *byte);
    let clues = if choice % 2 == 0 { Clues::Text(&text) } else { Clues::Candidates(&masks) };
    let query = Query { limit: Some(4), keep: usize::from(choice / 2 % 5) };
    let limits = Limits::none().with_effort(2000);
    // Few marks without solutions may take millions of branches: seconds, and minutes instrumented.
    let quick = Limits::none().with_effort(20_000);
    let expected = lanes::solve_with(InstructionSet::best(), &[clues], query, &quick);
    let expected = expected.expect("an answer");
    if !expected[0].complete && expected[0].count < 4 {
        return;
    }
    let (set, copies) = how(bytes);
    let batch = vec![clues; copies];
    let answers = lanes::solve_with(set, &batch, query, &Limits::none());
    let answers = answers.expect("an answer");
    for (puzzle, answer) in answers.iter().enumerate() {
        assert_eq!(answer.count, expected[0].count, "{}", set.name());
        assert_eq!(answer.complete, expected[0].complete, "{}", set.name());
        assert_eq!(answers.solutions(puzzle), expected.solutions(0), "{}", set.name());
        if answer.complete {
            assert_eq!(answer.nodes, expected[0].nodes, "{}", set.name());
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
    let native = EngineSpec::new("native", EngineOptions::default()).expect("a known engine");
    let found = answer::find(&puzzle, &native, &limits, Query::count(Some(4))).expect("an answer");
    if found.is_complete() || found.count == 4 {
        assert_eq!(found.count, expected[0].count);
    }
});
