//! Transformations of layouts of all kinds.

use std::collections::BTreeSet;

use super::*;
use crate::engine::{EngineOptions, EngineSpec};
use crate::grid::LayoutSpec;
use crate::jobs::answer;
use crate::limits::{Limits, Query};
use crate::random::Random;
use crate::rule::Rule;

fn layout(spec: &str, side: usize) -> Arc<Layout> {
    let spec: LayoutSpec = spec.parse().unwrap();
    Arc::new(spec.build(side).unwrap())
}

fn jigsaw() -> Arc<Layout> {
    let map = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
    Arc::new(Layout::jigsaw(&map).unwrap())
}

/// A layout of each kind.
fn layouts() -> Vec<Arc<Layout>> {
    let mut all: Vec<_> = [
        ("2x2", 4),
        ("2x3", 6),
        ("3x2", 6),
        ("latin", 5),
        ("3x3", 9),
        ("boxes+diagonals", 4),
        ("boxes+diagonal", 9),
        ("windoku", 9),
        ("disjoint", 9),
        ("3x4", 12),
    ]
    .map(|(spec, side)| layout(spec, side))
    .into();
    all.push(jigsaw());
    all
}

fn image(operations: &str, puzzle: &Puzzle) -> Result<Puzzle> {
    let operations: Operations = operations.parse()?;
    operations.on(puzzle.layout())?.apply(puzzle)
}

fn symbols(puzzle: &Puzzle) -> String {
    let symbol = |cell| puzzle.given(cell).map_or(".".into(), |digit| digit.to_string());
    puzzle.cells().map(symbol).collect()
}

/// The range of digits goes along, and no house comes that was not there.
#[test]
fn images_are_of_the_same_sort() {
    let more = [("2x3+digits=0-5", 6), ("3x3+windoku+digits=0-8", 9), ("latin+diagonal", 1)];
    for layout in layouts().into_iter().chain(more.map(|(spec, side)| layout(spec, side))) {
        let same = Transformation::identity(layout.side());
        assert_eq!(same.apply(&Puzzle::new(Arc::clone(&layout))).unwrap().layout(), &layout);
        for number in 0..10 {
            let symmetry = Transformation::random(&layout, 3, number);
            let image = symmetry.apply(&Puzzle::new(Arc::clone(&layout))).unwrap();
            let image = image.layout();
            assert_eq!(image.first(), layout.first(), "{} by {symmetry}", layout.name());
            let houses = [image, &layout].map(|layout| layout.houses().len());
            assert_eq!(houses[0], houses[1], "{} by {symmetry}", layout.name());
        }
    }
}

/// Cells that were filled on the way go where their digits go.
#[test]
fn filled_cells_go_along() {
    let puzzle = Puzzle::from_symbols(layout("2x2", 4), "1.3..4..2......1").unwrap();
    let puzzle = puzzle.with_placed(vec![Cell::new(2), Cell::new(8)]);
    for number in 0..20 {
        let symmetry = Transformation::random(puzzle.layout(), 3, number);
        let image = symmetry.apply(&puzzle).unwrap();
        let digits: BTreeSet<_> = image.placed().map(|cell| image.given(cell)).collect();
        let expected = [2, 1].map(|digit| Some(symmetry.digit(Digit::new(digit))));
        assert_eq!(digits, expected.into_iter().collect());
        let back = symmetry.inverse().apply(&image).unwrap();
        assert!(back.placed().eq(puzzle.placed()));
    }
}

#[test]
fn operations_do_what_they_say() {
    let puzzle = Puzzle::from_symbols(layout("2x2", 4), "1234............").unwrap();
    for (operations, expected) in [
        ("identity", "1234............"),
        ("rot90", "...1...2...3...4"),
        ("rot180", "............4321"),
        ("rot270", "4...3...2...1..."),
        ("mirror-h", "4321............"),
        ("mirror-v", "............1234"),
        ("diagonal", "1...2...3...4..."),
        ("transpose", "1...2...3...4..."),
        ("anti-diagonal", "...4...3...2...1"),
        ("rows=2143", "....1234........"),
        ("columns=2143", "2143............"),
        ("bands=21", "........1234...."),
        ("stacks=2-1", "3412............"),
        ("relabel=2341", "2341............"),
        // One after the other.
        ("rot90,rows=2143,relabel=2143", "...1...2...3...4"),
        ("stacks=21,diagonal,bands=21", "1...2...3...4..."),
    ] {
        assert_eq!(symbols(&image(operations, &puzzle).unwrap()), expected, "{operations}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let error = |operations: &str, layout: Arc<Layout>| {
        image(operations, &Puzzle::new(layout)).unwrap_err().to_string()
    };
    let nine = || layout("3x3", 9);
    assert!(error("rot45", nine()).starts_with("operation `rot45`: expected one of rot90,"));
    assert!(error("rows=112", nine()).contains("each once"));
    assert!(error("rows=0", nine()).contains("each once"));
    assert!(error("rows=", nine()).contains("each once"));
    assert!(error("rot90=12", nine()).contains("expected one of"));
    assert_eq!(
        error("rows=2134", nine()),
        "rows: expected a permutation of 1 to 9, found 4 numbers"
    );
    assert_eq!(
        error("bands=21", nine()),
        "bands: expected a permutation of 1 to 3, found 2 numbers"
    );
    assert_eq!(error("bands=21", layout("latin", 4)), "bands: the layout latin has no boxes");
    let bands = error("rows=423156789", nine());
    assert_eq!(bands, "rows 4 and 2 are in different bands and cannot share one");
    let windows = error("rows=213456789", layout("windoku", 9));
    assert!(windows.ends_with("does not preserve the houses of layout 3x3+windoku"), "{windows}");
    assert!(image("rows=132456789", &Puzzle::new(layout("windoku", 9))).is_ok());
    assert!(error("rows=2143", layout("boxes+diagonals", 4)).contains("does not preserve"));
    assert!(image("rows=423156789", &Puzzle::new(layout("latin", 9))).is_ok());
}

#[test]
fn layouts_go_along() {
    let name = |operations: &str, layout: Arc<Layout>| {
        image(operations, &Puzzle::new(layout)).unwrap().layout().name().to_owned()
    };
    assert_eq!(name("transpose", layout("2x3", 6)), "3x2");
    assert_eq!(name("transpose,bands=132,stacks=21", layout("3x2", 6)), "2x3");
    assert_eq!(name("rot90", layout("boxes+diagonal", 9)), "3x3+antidiagonal");
    assert_eq!(name("rot90", layout("boxes+diagonals", 9)), "3x3+diagonal+antidiagonal");
    assert_eq!(name("rot180", layout("windoku", 9)), "3x3+windoku");
    assert_eq!(name("bands=213", layout("disjoint", 9)), "3x3+disjoint");
    let turned = image("mirror-v", &Puzzle::new(jigsaw())).unwrap();
    let map = [2, 3, 3, 3, 2, 2, 3, 1, 0, 2, 1, 1, 0, 0, 0, 1];
    assert_eq!(turned.layout().regions().unwrap(), map);
}

/// Candidates at random: few of most cells, so that puzzles have some solutions or none.
fn puzzle(layout: &Arc<Layout>, random: &mut Random) -> Puzzle {
    let side = layout.side();
    let mut puzzle = Puzzle::new(Arc::clone(layout));
    for cell in puzzle.cells() {
        let most = 1 + random.below(side);
        let set: CandidateSet = (0..most).map(|_| Digit::new(random.below(side))).collect();
        if random.below(3) == 0 {
            puzzle.set_candidates(cell, &set);
        }
    }
    puzzle
}

#[test]
fn transformations_are_a_group() {
    let mut random = Random::new(1);
    for layout in layouts() {
        for number in 0..10 {
            let puzzle = puzzle(&layout, &mut random);
            let first = Transformation::random(&layout, 7, number);
            let once = first.apply(&puzzle).unwrap();
            let second = Transformation::random(once.layout(), 8, number);
            let twice = second.apply(&once).unwrap();
            let both = first.then(&second);
            let image = both.apply(&puzzle).unwrap();
            assert_eq!((image.layout(), image.clues()), (twice.layout(), twice.clues()));
            let back = both.inverse();
            assert!(both.then(&back).is_identity() && back.then(&both).is_identity());
            assert_eq!(back.apply(&image).unwrap().clues(), puzzle.clues());
            // As text and back.
            for made in [&first, &both, &back] {
                let text = made.to_string();
                let read: Operations = text.parse().unwrap();
                assert_eq!(read.on(&layout).unwrap(), *made, "{text}");
                assert_eq!(read.to_string(), text);
            }
        }
    }
}

#[test]
fn turns_are_called_by_their_names() {
    for (name, _) in OPERATIONS.iter().filter(|(name, _)| !name.contains('=')) {
        let read: Operations = name.parse().unwrap();
        assert_eq!(read.on(&layout("3x3", 9)).unwrap().to_string(), *name);
    }
    let read: Operations = "transpose,mirror-h,mirror-v".parse().unwrap();
    assert_eq!(read.on(&layout("3x3", 9)).unwrap().to_string(), "anti-diagonal");
}

#[test]
fn solutions_move_along() {
    let mut random = Random::new(2);
    let mut counts = BTreeSet::new();
    for layout in layouts().into_iter().filter(|layout| layout.side() <= 9) {
        for number in 0..8 {
            let puzzle = puzzle(&layout, &mut random);
            let symmetry = Transformation::random(&layout, 3, number);
            let image = symmetry.apply(&puzzle).unwrap();
            let find = |puzzle| {
                let engine = EngineSpec::new("native", EngineOptions::default()).unwrap();
                answer::find(puzzle, &engine, &Limits::none(), Query { limit: Some(30), keep: 1 })
                    .unwrap()
            };
            let (before, after) = (find(&puzzle), find(&image));
            assert_eq!(before.count, after.count, "{}", layout.name());
            counts.insert(before.count);
            if let Some(solution) = before.solutions.first() {
                let moved = symmetry.apply_to_solution(solution).unwrap();
                assert!(image.check(moved.digits()).is_ok());
            }
        }
    }
    assert!(counts.len() > 3, "{counts:?}");
}

/// Random symmetries reach all there are of a small group: 96 of a Sudoku X beside the digits, and
/// the 8 of a square that carry regions along.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_random_symmetries_reach_all() {
    let reached = |layout: &Layout, tries| {
        let places = (0..tries).map(|number| {
            let made = Transformation::random(layout, 5, number);
            (made.transpose, made.rows, made.columns)
        });
        places.collect::<BTreeSet<_>>().len()
    };
    assert_eq!(reached(&layout("boxes+diagonals", 9), 700), 96);
    assert_eq!(reached(&jigsaw(), 100), 8);
    assert_eq!(reached(&layout("2x2", 4), 2000), 128);
    assert_eq!(reached(&layout("latin", 3), 1000), 72);
    // Oblong boxes stay as they are: 48 orders of rows and 72 of columns.
    let oblong = layout("2x3", 6);
    let made: Vec<_> = (0..1000).map(|k| Transformation::random(&oblong, 5, k)).collect();
    assert!(made.iter().all(|it| !it.transpose));
    assert_eq!(made.iter().map(|it| &it.rows).collect::<BTreeSet<_>>().len(), 48);
    assert_eq!(made.iter().map(|it| &it.columns).collect::<BTreeSet<_>>().len(), 72);
}

#[test]
fn rules_go_along() {
    let layout = layout("2x2", 4);
    let texts = ["thermometer r1c1-2", "cage 5 r1c3 r2c3", "sandwich 2 r4", "whispers r2c1 r3c2"];
    let rules = texts.map(|text| Rule::parse(text, &layout).unwrap());
    let puzzle = rules.into_iter().fold(Puzzle::new(Arc::clone(&layout)), Puzzle::with_rule);
    let count = |puzzle: &Puzzle, engine: &str| {
        let engine = EngineSpec::new(engine, EngineOptions::default()).unwrap();
        answer::find(puzzle, &engine, &Limits::none(), Query::count(None)).unwrap().count
    };
    let expected = count(&puzzle, "native");
    assert!(expected > 0 && expected < 288, "{expected}");
    for number in 0..20 {
        let symmetry = Transformation::random(&layout, 9, number);
        let image = symmetry.apply(&puzzle).unwrap();
        assert_eq!(image.rules().len(), 4);
        assert_eq!(count(&image, "native"), expected);
        if cfg!(feature = "varisat") {
            assert_eq!(count(&image, "sat"), expected);
        }
        let back = symmetry.inverse().apply(&image).unwrap();
        assert_eq!(count(&back, "native"), expected);
    }
}

#[test]
fn rules_stay_of_their_kind_where_they_can() {
    let layout = layout("3x3", 9);
    let image = |operations: &str, rule: &str| {
        let rule = Rule::parse(rule, &layout).unwrap();
        let puzzle = Puzzle::new(Arc::clone(&layout)).with_rule(rule);
        let operations: Operations = operations.parse().unwrap();
        operations.on(&layout).unwrap().apply(&puzzle).unwrap().rules()[0].to_string()
    };
    let relabel = "relabel=213456789";
    for (operations, rule, expected) in [
        ("rot90", "thermometer r1c1-3", "thermometer r1c9 r2c9 r3c9"),
        ("rot90", "cage 15 r1c1-3", "cage 15 r1c9 r2c9 r3c9"),
        ("rot90", "sandwich 12 r1", "sandwich 12 c9"),
        ("rot180", "antiknight", "antiknight"),
        ("rows=213456789", "antiknight", "image of antiknight"),
        ("columns=213456789", "sandwich 12 r1", "image of sandwich"),
        ("columns=213456789", "thermometer r1c1-3", "thermometer r1c2 r1c1 r1c3"),
        (relabel, "antiknight", "antiknight"),
        (relabel, "cage r1c1-3", "cage r1c1 r1c2 r1c3"),
        (relabel, "cage 15 r1c1-3", "image of cage"),
        (relabel, "thermometer r1c1-3", "image of thermometer"),
    ] {
        assert_eq!(image(operations, rule), expected, "{operations}");
    }
}
