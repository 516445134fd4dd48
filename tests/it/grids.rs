//! Grids that are not square, with holes, that overlap, or with more digits than rows: everything
//! that answers them agrees with plain recursion.

use std::sync::Arc;

use satoku::engine::EngineOptions;
use satoku::grid::{CandidateSet, LayoutSpec};
use satoku::jobs::explain::{Explanation, explain};
use satoku::jobs::minimize::{self, Minimized};
use satoku::jobs::{answer, candidates, cubes, prove};
use satoku::{Cell, Digit, Layout, Limits, Puzzle};
use satoku_check::Verdict;

use crate::oracle::{Solutions, by_engine, oracle};
use crate::ways::{encodings, engine, engines};

/// Specs of small grids, and how many solutions they have without clues where that is easily said.
const GRIDS: &[(&str, Option<usize>)] = &[
    // A row of all digits, twice, nowhere the same one in a column.
    ("grid=2x3", Some(6 * 2)),
    ("grid=3x2", Some(6 * 2)),
    // No house is full.
    ("grid=2x2+digits=0-2", Some(3 * 2 * 3)),
    ("grid=2x3+digits=1-4", None),
    ("grid=1x1+digits=0-3", Some(4)),
    ("grid=1x4+digits=3-7", Some(5 * 4 * 3 * 2)),
    // Full rows and boxes, distinct columns; and a row on its own.
    ("grid=2x4+2x2", Some(24 * 4)),
    ("grid=2x4+latin", Some(24 * 9)),
    // Rows and columns are no houses; boxes and diagonals may be.
    ("grid=2x3+digits=1-2+raw", Some(64)),
    ("grid=2x3+digits=0-2+raw+extra=1", Some(729 * 3)),
    ("grid=4x2+raw+2x2", Some(24 * 24)),
    ("grid=3x3+raw+diagonal", None),
    ("cells=x.x/.x./x.x+digits=1-3+raw", Some(243)),
    ("grid=3x4+latin", Some(576)),
    ("digits=0-3", Some(288)),
    ("digits=0-4", None),
    ("2x2+extra=1", Some(288 * 4)),
    ("grid=2x3+extra=1/2", Some(6 * 2 * 27)),
    ("grid=2x2+digits=0-1+extra=4", Some(2 * 16)),
    ("cells=xx./xxx+digits=1-3+extra=1", None),
    ("grid=3x3+digits=1-5+diagonals", None),
    ("grid=3x3+regions=AABACBCCB", None),
    ("cells=xx./xxx/.xx+digits=1-3", None),
    ("cells=x.x/.x./x.x+digits=2-4", None),
    ("2x2+gattai=0,0;2,2", Some(24 * 12 * 12)),
    ("latin+digits=1-3+gattai=0,0;0,2", None),
    ("latin+digits=0-2+gattai=0,0;1,1,diagonal", None),
];

fn layout(spec: &str) -> Arc<Layout> {
    spec.parse::<LayoutSpec>().unwrap().build(4).unwrap().shared()
}

/// Some candidates of random cells.
fn clued(layout: &Arc<Layout>, random: &mut Mix, most: usize) -> Puzzle {
    let mut puzzle = Puzzle::new(Arc::clone(layout));
    for _ in 0..random.below(most + 1) {
        let cell = Cell::new(random.below(layout.cells()));
        let digits = 1 + random.below(2).min(layout.digits() - 1);
        let set: CandidateSet =
            (0..digits).map(|_| Digit::new(random.below(layout.digits()))).collect();
        puzzle.set_candidates(cell, &set);
    }
    puzzle
}

/// The numbers of splitmix64.
struct Mix(u64);

impl Mix {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).unwrap()
    }
}

#[test]
fn engines_find_all_solutions_of_empty_grids() {
    for &(spec, count) in GRIDS {
        let puzzle = Puzzle::new(layout(spec));
        let expected = oracle(&puzzle, 5000);
        assert!(!expected.is_empty(), "{spec}");
        assert_eq!(count.unwrap_or(expected.len()), expected.len(), "{spec}");
        if expected.len() < 5000 {
            for way in engines(&puzzle) {
                assert!(by_engine(&puzzle, &way.spec) == expected, "{spec} {}", way.name);
            }
        }
    }
}

#[test]
fn every_way_finds_the_solutions_of_grids_with_clues() {
    let mut random = Mix(1);
    for &(spec, _) in GRIDS {
        let layout = layout(spec);
        for round in 0..8 {
            let puzzle = clued(&layout, &mut random, layout.cells());
            let expected = oracle(&puzzle, 400);
            if expected.len() == 400 {
                continue;
            }
            let ways = if round < 2 { encodings() } else { Vec::new() };
            for way in engines(&puzzle).iter().chain(&ways) {
                let found = by_engine(&puzzle, &way.spec);
                assert!(found == expected, "{spec} {}: {puzzle:?}", way.name);
            }
        }
    }
}

/// A puzzle of the layout with one solution and no clue to spare.
fn minimal(spec: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(layout(spec));
    let some = answer::solve(&puzzle, &engine("native"), &Limits::none()).unwrap().unwrap();
    for cell in puzzle.cells() {
        puzzle.set(cell, some.digit(cell));
    }
    let options = minimize::Options::default();
    match minimize::minimize(&puzzle, &options, &Limits::none(), &mut |_| {}).unwrap() {
        Minimized::Done(dug) => dug.puzzle,
        other => panic!("{spec}: {other:?}"),
    }
}

#[test]
fn jobs_take_every_grid() {
    let none = Limits::none();
    let options = EngineOptions::default();
    for &(spec, _) in GRIDS {
        let puzzle = minimal(spec);
        let expected = oracle(&puzzle, 3);
        assert_eq!(expected.len(), 1, "{spec}");

        let Explanation::Unique(found) = explain(&puzzle, &options, &none).unwrap() else {
            panic!("{spec}: unique")
        };
        assert!(found.redundant.is_empty(), "{spec}");

        // With a clue less there are several solutions; what they have in common is certain.
        let Some(&clue) = minimize::clues(&puzzle).first() else { continue };
        let mut several = puzzle.clone();
        several.set_candidates(clue, &CandidateSet::full(puzzle.digits()));
        assert!(matches!(explain(&several, &options, &none).unwrap(), Explanation::Multiple(_)));
        let all = oracle(&several, 2000);
        let certain = candidates::find(&several, &options, &none, &mut |_| {}).unwrap();
        if all.len() < 2000 {
            for cell in several.cells() {
                let numbers: std::collections::BTreeSet<_> =
                    all.iter().map(|grid| grid[cell.index()]).collect();
                let possible = certain.possible().digits(cell);
                assert!(possible.map(|d| several.layout().number_of(d)).eq(numbers), "{spec}");
            }
            let parts = cubes::split(&several, cubes::Split::Count(4), &none).unwrap();
            assert!(cubes::cover(&several, &parts, &none).unwrap(), "{spec}");
            let mut found = Solutions::new();
            for part in &parts {
                let read: cubes::Cube = part.to_string().parse().unwrap();
                assert_eq!(read, *part);
                found.extend(oracle(&part.of(&several).unwrap(), 2000));
            }
            assert!(found == all, "{spec}");
        }
    }
}

#[test]
fn clashes_name_cells_and_houses() {
    let layout = layout("grid=2x3+digits=0-4");
    let mut puzzle = Puzzle::new(Arc::clone(&layout));
    puzzle.set(Cell::new(1), Digit::new(0));
    puzzle.set(Cell::new(4), Digit::new(0));
    let Explanation::None(clash) =
        explain(&puzzle, &EngineOptions::default(), &Limits::none()).unwrap()
    else {
        panic!("there is no solution")
    };
    assert_eq!(clash.clues, [Cell::new(1), Cell::new(4)]);
    let houses: Vec<_> = clash.houses.iter().map(|&h| layout.houses()[h].to_string()).collect();
    assert_eq!(houses, ["column 2"]);
    let violation = puzzle.check_filled().unwrap_err();
    assert_eq!(violation.to_string(), "column 2 has 0 twice, at r1c2 and r2c2");
}

#[cfg(feature = "varisat")]
#[test]
fn certificates_of_every_grid_are_verified() {
    let dir = tempfile::tempdir().unwrap();
    for (number, &(spec, _)) in GRIDS.iter().enumerate() {
        let puzzle = minimal(spec);
        let mut asked = vec![(puzzle.clone(), Verdict::Unique)];
        if let Some(&clue) = minimize::clues(&puzzle).first() {
            let mut other = puzzle.clone();
            other.set_candidates(clue, &CandidateSet::full(puzzle.digits()));
            asked.push((other, Verdict::Multiple));
            let mut none = puzzle.clone();
            none.set_candidates(clue, &CandidateSet::EMPTY);
            asked.push((none, Verdict::None));
        }
        for (puzzle, verdict) in asked {
            let made = prove::prove(&puzzle, &engine("native"), &Limits::none()).unwrap();
            let path = dir.path().join(format!("{number}-{}", verdict.word()));
            made.save(&path, satoku_check::Form::Text, false).unwrap();
            let verified = satoku_check::verify(&path).unwrap();
            assert_eq!(verified.verdict, verdict, "{spec}");
            assert_eq!(verified.statement.houses().len(), puzzle.layout().houses().len());
        }
    }
}

#[test]
fn what_needs_a_square_says_so() {
    use satoku::engine::ENGINES;
    use satoku::jobs::generate;
    use satoku::jobs::transform::{Operations, Transformation, canonical};
    for &(spec, _) in GRIDS {
        let layout = layout(spec);
        if layout.square().is_some() {
            continue;
        }
        let puzzle = Puzzle::new(Arc::clone(&layout));
        for entry in ENGINES {
            let takes = (entry.takes)(&puzzle);
            let general = ["auto", "sat", "native", "portfolio"].contains(&entry.name);
            assert!(takes || !general, "{spec} {}", entry.name);
        }
        assert!(canonical(&puzzle).is_err());
        let by = "rot90".parse::<Operations>().unwrap();
        assert!(by.on(&layout).unwrap_err().is_unsupported(), "{spec}");
        assert!(Transformation::random(&layout, 1, 1).apply(&puzzle).is_err());
        let none = Limits::none();
        assert!(generate::grids(&layout, 1, 0..1, &none).unwrap_err().is_unsupported());
        let wish = generate::Wish::new(Arc::clone(&layout));
        assert!(generate::generate(&wish, 1, 0..1, &none, &|_| {}).unwrap_err().is_unsupported());
    }
}
