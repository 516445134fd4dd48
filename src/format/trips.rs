//! What the writers write, the readers read; and no bytes make a reader panic.

use std::sync::Arc;

use proptest::prelude::*;

use super::tests::{error, one, read_all, results};
use super::*;
use crate::grid::{
    CandidateGrid, CandidateSet, Cell, Digit, HOUSE_KINDS, House, Layout, LayoutSpec,
};

/// Layouts of all kinds: each sort of boxes, regions that hang together and others, each family of
/// extra houses. Those that a side cannot have are left out.
fn layouts(side: usize) -> Vec<Arc<Layout>> {
    let mut bases = vec![LayoutSpec::default(), LayoutSpec::latin()];
    let shapes = (2..side).filter(|rows| side.is_multiple_of(*rows));
    bases.extend(shapes.filter_map(|rows| LayoutSpec::boxes(rows, side / rows).ok()));
    let stripes: Vec<_> = (0..side * side).map(|k| u16::try_from(k / side).unwrap()).collect();
    let mut bent = stripes.clone();
    bent.swap(side - 1, side.min(side * side - 1));
    let scattered = (0..side * side).map(|k| u16::try_from((k + k / side * 2) % side).unwrap());
    let maps = [stripes, bent, scattered.collect()];
    bases.extend(maps.into_iter().map(|map| LayoutSpec::default().with_regions(map.into())));
    let mut built: Vec<_> = bases.iter().filter_map(|spec| spec.build(side).ok()).collect();
    let with_boxes = built.iter().find(|layout| layout.regions().is_some()).cloned();
    built.extend(with_boxes.and_then(|layout| {
        let (rows, columns) = crate::grid::default_box(side)?;
        Layout::boxes(rows, columns).ok()?.with_regions(layout.regions()?).ok()
    }));
    for extra in HOUSE_KINDS {
        let more: Vec<_> =
            built.iter().filter_map(|layout| layout.clone().with_kind(extra).ok()).collect();
        built.extend(more);
    }
    built.into_iter().map(Layout::shared).collect()
}

/// What exports write is written the same once it is read, of every layout.
#[test]
fn exports_write_the_same_again() {
    let mut written = 0;
    for layout in [4, 6, 9].into_iter().flat_map(layouts) {
        for export in EXPORTS {
            let Ok(text) = (export.write)(&Puzzle::new(Arc::clone(&layout)), None) else {
                continue;
            };
            let again = (export.write)(&one(&text), None).unwrap();
            assert_eq!(again, text, "{}: {}", export.name, layout.spec());
            written += 1;
        }
    }
    assert!(written > 300, "{written}");
}

/// A small source of random numbers below a bound.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    }
}

/// Random clues in part of the cells, clashes included: text does not care. With `marks`, up to so
/// many digits a cell.
fn clues(layout: &Arc<Layout>, seed: u64, density: usize, marks: usize) -> Puzzle {
    let mut puzzle = Puzzle::new(Arc::clone(layout));
    let side = puzzle.layout().digits();
    let mut random = random(seed);
    for cell in puzzle.cells() {
        if random(100) < density {
            let digits = if marks > 1 { random(marks + 1) } else { 1 };
            let set: CandidateSet = (0..digits).map(|_| Digit::new(random(side))).collect();
            puzzle.set_candidates(cell, &set);
        }
    }
    puzzle
}

fn puzzles(sides: Vec<usize>, most_marks: usize) -> impl Strategy<Value = Puzzle> {
    let parts = (prop::sample::select(sides), any::<prop::sample::Index>(), any::<u64>());
    (parts, 0_usize..=100, 1..=most_marks).prop_map(|((side, layout, seed), density, marks)| {
        clues(layout.get(&layouts(side)), seed, density, marks)
    })
}

/// What a stream of puzzles looks like.
fn written<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>, writer: &Writer) -> String {
    let mut text = writer.header.to_owned();
    for (k, puzzle) in puzzles.into_iter().enumerate() {
        if k > 0 && writer.in_rows {
            text.push('\n');
        }
        (writer.write)(&Sheet::of(puzzle), &mut text);
    }
    text
}

fn assert_same(puzzle: &Puzzle, text: &str) {
    let back = one(text);
    assert_eq!(back.clues(), puzzle.clues(), "{text}");
    assert!(back == *puzzle, "{}: {text}", puzzle.layout().spec());
}

fn assert_all_same(puzzles: &[Puzzle], text: &str) {
    let entries = read_all(text);
    assert_eq!(entries.len(), puzzles.len(), "{text}");
    for (entry, puzzle) in entries.iter().zip(puzzles) {
        assert!(entry.puzzle == *puzzle, "{puzzle}\n became {}\n in:\n{text}", entry.puzzle);
    }
}

/// Every layout of many sides in every form: empty, with clues, full, with candidates of which some
/// cells have none, without any candidate.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_every_layout_comes_back_from_every_form() {
    for side in (1..=10).chain([12, 13, 16, 18, 25, 27, 35, 36, 60]) {
        for (k, layout) in layouts(side).iter().enumerate() {
            // Large ones are slow to write: each layout once, and not all of them.
            if side > 16 && k % 7 != side % 7 {
                continue;
            }
            let seed = k as u64;
            let mut all = vec![clues(layout, seed, 30, 1), clues(layout, seed, 60, 3)];
            if side <= 16 {
                let mut none = CandidateGrid::full(side * side, side);
                layout.houses()[..side].iter().flat_map(House::cells).for_each(|&cell| {
                    none.set(cell, &CandidateSet::EMPTY);
                });
                let stripes = (0..side * side).map(|k| u16::try_from(k / side + 1).unwrap());
                let stripes: Vec<_> = stripes.collect();
                all.extend([
                    Puzzle::new(Arc::clone(layout)),
                    Puzzle::new(Arc::clone(layout)).with_clues(none),
                    clues(layout, seed, 100, 1),
                    Puzzle::from_numbers(Arc::clone(layout), &stripes).unwrap(),
                ]);
            }
            for puzzle in &all {
                for writer in WRITERS {
                    assert_same(puzzle, &written([puzzle], writer));
                }
                assert_same(puzzle, &puzzle.to_string());
                assert_same(puzzle, &format!("{puzzle:#}"));
                assert_same(puzzle, &document(puzzle));
            }
        }
    }
}

#[test]
fn symbols_come_back() {
    for side in [4, 5, 6, 9, 10, 12, 16, 25, 36] {
        // Each sort of houses, of large sides not all.
        for layout in layouts(side).iter().step_by(1 + side) {
            for (symbols, density) in
                Symbols::ALL.into_iter().flat_map(|s| [(s, 5), (s, 50), (s, 100)])
            {
                let puzzle = clues(layout, 1, density, 1).with_symbols(symbols);
                for writer in WRITERS {
                    let text = written([&puzzle], writer);
                    assert_same(&puzzle, &text);
                    // JSON has numbers, and above 26 there are no letters.
                    let letters = symbols == Symbols::Letters && side > 26;
                    if !letters && !text.contains('{') && !text.contains("[[") {
                        assert_eq!(one(&text).symbols(), symbols, "{text}");
                    }
                }
            }
        }
    }
}

/// Puzzles of one side in different symbols, each after each other, with so few clues that these
/// do not tell.
#[test]
fn symbols_come_back_from_streams() {
    for side in [10, 12, 16, 25, 36] {
        let layout = &layouts(side)[0];
        for density in [1, 5, 60] {
            let all = Symbols::ALL
                .into_iter()
                .map(|symbols| clues(layout, side as u64, density, 1).with_symbols(symbols));
            let all: Vec<_> = all.collect();
            for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let puzzles = order.map(|k| all[k].clone());
                for writer in WRITERS {
                    assert_all_same(&puzzles, &written(&puzzles, writer));
                }
            }
        }
    }
}

/// Side 400 with regions that have no letters.
#[test]
fn the_largest_side_comes_back() {
    let rows = (0..400).flat_map(|row| std::iter::repeat_n(row, 400));
    let layout =
        Layout::jigsaw(&rows.collect::<Vec<u16>>()).unwrap().with("diagonal").unwrap().shared();
    let puzzle = clues(&layout, 1, 50, 1);
    for writer in WRITERS {
        assert_eq!(one(&written([&puzzle], writer)), puzzle, "{}", writer.name);
    }
}

#[test]
fn a_cell_without_candidates_comes_back_or_is_refused() {
    for side in [1, 4, 9] {
        let layout = LayoutSpec::default().build(side).unwrap().shared();
        let mut puzzle = Puzzle::new(layout);
        puzzle.set_candidates(Cell::new(0), &CandidateSet::EMPTY);
        for writer in WRITERS {
            assert_eq!(one(&written([&puzzle], writer)), puzzle, "{}, side {side}", writer.name);
        }
        for export in EXPORTS {
            if let Ok(text) = (export.write)(&puzzle, None) {
                assert_eq!(one(&text), puzzle, "{}, side {side}", export.name);
            }
        }
        let refused = (export_by_name("fpuzzles").unwrap().write)(&puzzle, None).unwrap_err();
        assert!(refused.message().starts_with("r1c1, which has no candidate"), "{refused}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn puzzles_come_back(puzzle in puzzles(vec![4, 5, 6, 7, 8, 9, 10, 12, 16, 25], 4)) {
        for writer in WRITERS {
            assert_same(&puzzle, &written([&puzzle], writer));
        }
    }

    #[test]
    fn exports_hold_all_clues_or_refuse(puzzle in puzzles(vec![4, 5, 6, 9], 2)) {
        for export in EXPORTS {
            if let Ok(text) = (export.write)(&puzzle, None) {
                assert!(one(&text).clues() == puzzle.clues(), "{}: {text}", export.name);
            }
        }
    }

    #[test]
    fn streams_of_all_layouts_come_back(
        puzzles in prop::collection::vec(puzzles(vec![9], 1), 1..12),
        small in prop::collection::vec(puzzles(vec![4], 1), 1..40),
    ) {
        for writer in WRITERS {
            for puzzles in [&puzzles, &small] {
                // Rows do not go together with what only JSON can hold; and rows without a blank
                // can be taken for those of a map.
                let fits = |puzzle: &&Puzzle| puzzle.givens() * 2 <= puzzle.layout().cells();
                let puzzles: Vec<_> =
                    puzzles.iter().filter(|p| !writer.in_rows || fits(p)).cloned().collect();
                if !puzzles.is_empty() {
                    assert_all_same(&puzzles, &written(&puzzles, writer));
                }
            }
        }
    }

    #[test]
    fn lines_of_all_sides_come_back(
        puzzles in prop::collection::vec(puzzles(vec![4, 5, 6, 9, 10, 12, 16, 36], 3), 1..12),
    ) {
        for name in ["line", "json", "csv"] {
            assert_all_same(&puzzles, &written(&puzzles, writer_by_name(name).unwrap()));
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
                results(bytes, &ReadOptions { format, layout, symbols, ..ReadOptions::default() });
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

/// Which cells of a position were filled on the way is read back, of each puzzle its own.
#[test]
fn filled_cells_come_back() {
    let framed = ["cells=xxxx/xxxx/xxx./xxxx+digits=1-4+latin", "grid=4x4+raw", "2x2+extra=2"];
    let framed = framed.iter().map(|spec| spec.parse::<LayoutSpec>().unwrap().build(4).unwrap());
    let mut count = 0;
    for layout in [4, 9, 16].into_iter().flat_map(layouts).chain(framed.map(Layout::shared)) {
        for marks in [1, 3] {
            let plain = clues(&layout, 5, 30, marks);
            let cells = plain.cells().filter(|cell| cell.index() % 3 == 0);
            let position = plain.clone().with_placed(cells.collect());
            let placed: Vec<_> = position.placed().collect();
            if placed.is_empty() {
                continue;
            }
            for writer in WRITERS {
                let text = written([&plain, &position, &plain], writer);
                let again: Vec<_> = read_all(&text).into_iter().map(|entry| entry.puzzle).collect();
                assert_eq!(again, [&plain, &position, &plain].map(Puzzle::clone), "{text}");
                let found = again.iter().map(|puzzle| puzzle.placed().collect::<Vec<_>>());
                assert!(found.eq([vec![], placed.clone(), vec![]]), "{}: {text}", writer.name);
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count}");
    assert!(one("1.....3..4.....2 # placed=3 cells").placed().next().is_none());
    let why = error("1.....3..4.....2 # placed=r1c1,r5c1");
    assert!(why.contains("placed: `r5c1`"), "{why}");
}

#[test]
fn regions_are_framed_as_they_lie() {
    let map = [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3];
    let puzzle = Puzzle::new(Layout::jigsaw(&map).unwrap().shared());
    let pretty = "\
# puzzle: layout=regions=AAABABBBCCCDCDDD
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
fn forms_say_the_layout_where_it_is_not_the_usual_one() {
    let lines = |spec: &str, clues: &str| {
        let layout = spec.parse::<LayoutSpec>().unwrap().build(4).unwrap().shared();
        let puzzle = Puzzle::from_symbols(layout, clues).unwrap();
        WRITERS.iter().map(|writer| written([&puzzle], writer)).collect::<Vec<_>>()
    };
    let clues = "1.....3..4.....2";
    let rows = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n";
    let array = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";
    let [line, grid, _, json, csv, ..] = &lines("2x2", clues)[..] else { panic!("five forms") };
    assert_eq!((line, grid), (&format!("{clues}\n"), &rows.to_owned()));
    assert_eq!(json, &format!("{array}\n"));
    assert_eq!(csv, &format!("puzzle,solution\n{clues},\n"));
    let [line, grid, pretty, json, csv, ..] = &lines("latin", clues)[..] else { panic!() };
    assert_eq!(line, &format!("{clues} # layout=latin\n"));
    assert_eq!(grid, &format!("# puzzle: layout=latin\n{rows}"));
    assert!(pretty.starts_with("# puzzle: layout=latin\n┌"));
    assert_eq!(json, &format!("{{\"puzzle\":{array},\"layout\":\"latin\"}}\n"));
    assert_eq!(csv, &format!("puzzle,solution\n{clues} # layout=latin,\n"));
    let map = "AABBABABCDCDCCDD";
    assert_eq!(lines(&format!("regions={map}"), clues)[0], format!("{clues} {map}\n"));
    let both = format!("regions={map}+diagonal");
    assert_eq!(lines(&both, clues)[0], format!("{clues} # layout={both}\n"));
}

/// Certificates rest on these bytes.
#[test]
fn documents_stay_as_they_are() {
    for spec in ["2x2", "latin+diagonal", "regions=AABBABABCDCDCCDD+diagonal+antidiagonal"] {
        let layout = spec.parse::<LayoutSpec>().unwrap().build(4).unwrap().shared();
        let mut puzzle = Puzzle::from_symbols(layout, "1.....3..4.....2").unwrap();
        puzzle.set_candidates(Cell::new(1), &[1, 3].into_iter().map(Digit::new).collect());
        puzzle.set_candidates(Cell::new(2), &CandidateSet::EMPTY);
        let cells = "[1,[2,4],[],0],\n[0,0,3,0],\n[0,4,0,0],\n[0,0,0,2]\n";
        let text = format!("{{\n\"layout\": \"{spec}\",\n\"puzzle\": [\n{cells}]\n}}\n");
        assert_eq!(document(&puzzle), text);
    }
}

#[test]
fn solutions_say_their_layout() {
    let layout = Layout::latin(4).unwrap().shared();
    let digits = "1234234134124123".bytes().map(|b| Digit::new(usize::from(b - b'1')));
    let digits: Vec<_> = digits.collect();
    let solution = Puzzle::new(Arc::clone(&layout)).check(&digits).unwrap();
    assert_eq!(solution.to_string(), "1234234134124123 # layout=latin");
    assert_eq!(line_of(&solution), "1234234134124123");
    for text in [solution.to_string(), format!("{solution:#}")] {
        assert_eq!(one(&text).check_filled().unwrap(), solution, "{text}");
    }
}

/// A filled grid tells its symbols from side 10 on, without a remark.
#[test]
fn solutions_keep_the_symbols_of_their_puzzle() {
    for (symbols, row, numbers) in [
        (Symbols::OneBased, "123456789ABC", "10 11 12"),
        (Symbols::ZeroBased, "0123456789AB", " 9 10 11"),
        (Symbols::Letters, "ABCDEFGHIJKL", "J K L"),
    ] {
        let layout = Layout::latin(12).unwrap().shared();
        let digits: Vec<_> = (0..144).map(|k| Digit::new((k / 12 + k) % 12)).collect();
        let empty = Puzzle::new(layout).with_symbols(symbols);
        let solution = empty.check(&digits).unwrap();
        assert!(line_of(&solution).starts_with(row));
        assert!(!solution.to_string().contains("symbols"));
        assert!(format!("{solution:#}").contains(numbers), "{solution:#}");
        for text in [solution.to_string(), format!("{solution:#}")] {
            let back = one(&text);
            assert_eq!(back.check_filled().as_ref(), Ok(&solution), "{text}");
            assert_eq!(back.symbols(), symbols, "{text}");
        }
    }
}

/// Rules come back in every form, also those made of blocks without a kind.
#[test]
fn puzzles_with_rules_come_back() {
    for (rows, columns, rule) in [(2, 2, "cage 5 r1c1 r1c2"), (3, 3, "antiknight")] {
        let layout = Layout::boxes(rows, columns).unwrap().shared();
        let rule = crate::rule::Rule::parse(rule, &layout).unwrap();
        let free = crate::rule::Rule::from_blocks("free # rule=x", rule.blocks());
        for rule in [rule, free] {
            let plain = Puzzle::new(Arc::clone(&layout));
            let puzzle = plain.clone().with_rule(rule);
            assert_ne!(puzzle, plain);
            for writer in WRITERS {
                let text = written([&puzzle], writer);
                let back = parse(&text).unwrap_or_else(|e| panic!("{}: {e}: {text}", writer.name));
                assert_eq!(back, puzzle, "{}: {text}", writer.name);
            }
        }
    }
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

/// What is read is lenient there, what is written is not.
#[test]
fn holes_are_no_empty_cells() {
    let spec: LayoutSpec = "cells=xx./xxx/.xx+latin".parse().unwrap();
    let puzzle = Puzzle::new(spec.layout().unwrap().unwrap().shared());
    let text = written([&puzzle], writer_by_name("json").unwrap());
    let rows = "[[null,null,false],[null,null,null],[false,null,null]]";
    assert!(text.starts_with(&format!("{{\"puzzle\":{rows},")), "{text}");
}
