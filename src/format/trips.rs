//! What the writers write, the readers read; and no bytes make a reader panic.

use std::sync::Arc;

use proptest::prelude::*;

use super::tests::{one, read_all, results};
use super::*;
use crate::grid::{CandidateSet, Cell, Layout, LayoutSpec};

/// A puzzle of random clues, clashes included: text does not care.
fn puzzles(sides: Vec<usize>, marks: bool) -> impl Strategy<Value = Puzzle> {
    (prop::sample::select(sides), any::<u64>(), 0_usize..90).prop_map(
        move |(side, seed, density)| {
            let mut puzzle = Puzzle::new(LayoutSpec::default().build(side).unwrap().shared());
            let mut state = seed;
            let mut random = |below: usize| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                usize::try_from(state >> 33).unwrap() % below
            };
            for cell in puzzle.cells() {
                if random(100) >= density {
                    continue;
                }
                let digits = if marks { 1 + random(3) } else { 1 };
                let set: CandidateSet = (0..digits).map(|_| Digit::new(random(side))).collect();
                puzzle.set_candidates(cell, &set);
            }
            puzzle
        },
    )
}

/// A jigsaw whose regions are rows, but that the first two exchange a cell.
fn jigsaws() -> impl Strategy<Value = Puzzle> {
    puzzles(vec![4, 6, 9, 12, 16], false).prop_map(|puzzle| {
        let side = puzzle.side();
        let mut map: Vec<_> = (0..side * side).map(|k| u16::try_from(k / side).unwrap()).collect();
        map.swap(side - 1, side);
        let layout = Layout::jigsaw(&map).unwrap().shared();
        let mut jigsaw = Puzzle::new(layout);
        for cell in puzzle.cells() {
            jigsaw.set_candidates(cell, &puzzle.clues().get(cell));
        }
        jigsaw
    })
}

fn written(puzzle: &Puzzle, writer: &Writer) -> String {
    let mut text = String::new();
    (writer.write)(&Sheet::of(puzzle), &mut text);
    if writer.name == "csv" { format!("{CSV_HEADER}\n{text}") } else { text }
}

fn assert_same(puzzle: &Puzzle, text: &str) {
    let back = one(text);
    assert_eq!(back.clues(), puzzle.clues(), "{text}");
    assert_eq!(back.layout().regions(), puzzle.layout().regions(), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn puzzles_come_back(puzzle in puzzles(vec![4, 5, 6, 7, 9, 10, 12, 16, 25, 27, 30, 35, 36, 49], false)) {
        // A line of one-symbol rows can be several things; what has a
        // clue that only this side has cannot.
        let mut puzzle = puzzle;
        puzzle.set(Cell::new(0), Digit::new(puzzle.side() - 1));
        puzzle.set(Cell::new(1), Digit::new(8.min(puzzle.side() - 2)));
        for writer in WRITERS {
            assert_same(&puzzle, &written(&puzzle, writer));
        }
    }

    #[test]
    fn pencilmarks_come_back(puzzle in puzzles(vec![5, 6, 9, 12, 16], true)) {
        prop_assume!(puzzle.has_pencilmarks());
        for writer in WRITERS {
            assert_same(&puzzle, &written(&puzzle, writer));
        }
    }

    #[test]
    fn jigsaws_come_back(puzzle in jigsaws()) {
        for writer in WRITERS.iter().filter(|writer| writer.name != "pretty") {
            assert_same(&puzzle, &written(&puzzle, writer));
        }
    }

    #[test]
    fn many_lines_come_back(puzzles in prop::collection::vec(puzzles(vec![4, 9], false), 1..40)) {
        let line = &WRITERS[0];
        let text: String = puzzles.iter().map(|puzzle| written(puzzle, line)).collect();
        let entries = read_all(&text);
        prop_assert_eq!(entries.len(), puzzles.len());
        for (entry, puzzle) in entries.iter().zip(&puzzles) {
            prop_assert_eq!(entry.puzzle.clues(), puzzle.clues());
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_in_every_way(&bytes);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "([0-9.|+,\\[\\]{}\": \n\t#=A-Ga-i*_-]|[^a-z]|Grid|\n\n|[0-9.]{9}\n|[A-D]{4}\n|([0-9.] ){4}\n){0,60}") {
        read_in_every_way(text.as_bytes());
    }
}

fn read_in_every_way(bytes: &[u8]) {
    let formats = FORMATS.iter().map(|format| Some(*format)).chain([None]);
    for format in formats {
        for layout in ["", "2x2", "3x3", "latin", "windoku"] {
            let layout = layout.parse().unwrap_or_default();
            for symbols in [None, Some(Symbols::ZeroBased), Some(Symbols::Letters)] {
                let layout = LayoutSpec::clone(&layout);
                results(bytes, &ReadOptions { format, layout, symbols, rules: Vec::new() });
            }
        }
    }
}

#[test]
fn solutions_are_written_in_every_form() {
    let puzzle = Puzzle::from_symbols(Layout::boxes(2, 2).unwrap().shared(), "1.....3..4.....2");
    let puzzle = puzzle.unwrap();
    let digits: Vec<_> =
        "1234342143122143".bytes().map(|b| Digit::new(usize::from(b - b'1'))).collect();
    let empty = Puzzle::new(Arc::clone(puzzle.layout()));
    let solution = empty.check(&digits);
    let Ok(solution) = solution else { panic!("{solution:?}") };
    let sheet =
        Sheet { puzzle: &puzzle, solution: Some(&solution), color: false, flat_json: false };
    let write = |sheet: &Sheet<'_>, name| {
        let mut out = String::new();
        (writer_by_name(name).unwrap().write)(sheet, &mut out);
        out
    };
    assert_eq!(write(&sheet, "line"), "1234342143122143\n");
    assert_eq!(line_of(&solution), "1234342143122143");
    assert_eq!(write(&sheet, "grid"), "1 2 3 4\n3 4 2 1\n4 3 1 2\n2 1 4 3\n");
    assert_eq!(write(&sheet, "csv"), "1.....3..4.....2,1234342143122143\n");
    assert_eq!(write(&sheet, "json"), "[[1,2,3,4],[3,4,2,1],[4,3,1,2],[2,1,4,3]]\n");
    let flat = Sheet { flat_json: true, ..sheet };
    assert_eq!(write(&flat, "json"), "[1,2,3,4,3,4,2,1,4,3,1,2,2,1,4,3]\n");
    let pretty = "┌─────┬─────┐\n│ 1 2 │ 3 4 │\n│ 3 4 │ 2 1 │\n├─────┼─────┤\n│ 4 3 │ 1 2 │\n\
                  │ 2 1 │ 4 3 │\n└─────┴─────┘\n";
    assert_eq!(write(&sheet, "pretty"), pretty);
    let colored = write(&Sheet { color: true, ..sheet }, "pretty");
    assert!(colored.contains("│ \x1b[1;36m1\x1b[0m 2 │"), "{colored}");
}

#[test]
fn regions_are_framed_as_they_lie() {
    let map = [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3];
    let puzzle = Puzzle::new(Layout::jigsaw(&map).unwrap().shared());
    let pretty = "\
┌─────────┬───┐
│ .   . . │ . │
│   ┌─────┘   │
│ . │ . .   . │
├───┴─────┬───┤
│ .   . . │ . │
│   ┌─────┘   │
│ . │ . .   . │
└───┴─────────┘
";
    let mut out = String::new();
    (writer_by_name("pretty").unwrap().write)(&Sheet::of(&puzzle), &mut out);
    assert_eq!(out, pretty, "{out}");
}

#[test]
fn boards_people_wrote() {
    let two = "9.6.7.4.3\n...4..2..\n.7..23.1.\n5.....1..\n.4.2.8.6.\n..3.....5\n.3.7...5.\n..7..5...\n4.5.1.7.8\n";
    assert_eq!(one(two).givens(), 29);
    assert_eq!(one(&two.replace('.', " ")).clues(), one(two).clues());
    let spaced = two.replace('.', " ");
    let trimmed: Vec<_> = spaced.lines().map(str::trim_end).collect();
    assert_eq!(one(&trimmed.join("\n")).clues(), one(two).clues());
    let three = "174.9.6..\n....38157\n53.7.1..4\n..73498..\n84.5..36.\n3.5..647.\n2869....1\n...627.38\n.53.8..96\n";
    assert_eq!(one(three).givens(), 45);
    let flat = "[0,0,0,1,5,0,0,7,0,1,0,6,0,0,0,8,2,0,3,0,0,8,6,0,0,4,0,9,0,0,4,0,0,5,6,7,0,0,4,7,0,8,3,0,0,7,3,2,0,0,6,0,0,4,0,4,0,0,8,1,0,0,9,0,1,7,0,0,0,2,0,8,0,5,0,0,3,7,0,0,0]";
    let entries = read_all(flat);
    assert_eq!((entries[0].puzzle.givens(), entries[0].flat_json), (36, true));
}
