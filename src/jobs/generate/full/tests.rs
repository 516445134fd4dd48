#![allow(clippy::cast_precision_loss, reason = "numbers of grids, far below 2⁵³")]

use crate::limits::Query;
use std::collections::BTreeMap;
use std::time::Duration;

use super::*;
use crate::grid::{Layout, LayoutSpec};
use crate::rule::{Block, Rule, Sum};

fn empty(spec: &str, side: usize) -> Puzzle {
    let spec: LayoutSpec = spec.parse().unwrap();
    Puzzle::new(spec.build(side).unwrap().shared())
}

fn grid(puzzle: &Puzzle, seed: u64) -> Option<Vec<Digit>> {
    let solution = full(puzzle, &mut Random::new(seed), &Limits::none()).unwrap();
    solution.map(|solution| solution.digits().into())
}

/// Pearson's statistic of samples that should be as likely each, and the number of classes.
fn chi_square(samples: impl Iterator<Item = Vec<Digit>>, classes: usize) -> f64 {
    let mut counts: BTreeMap<Vec<Digit>, f64> = BTreeMap::new();
    let mut number = 0.0;
    for sample in samples {
        *counts.entry(sample).or_default() += 1.0;
        number += 1.0;
    }
    assert!(counts.len() <= classes);
    let expected = number / classes as f64;
    let missing = (classes - counts.len()) as f64 * expected;
    counts.values().map(|n| (n - expected) * (n - expected) / expected).sum::<f64>() + missing
}

/// All 288 grids of 4×4 are as likely: the statistic has mean 287 and deviation 24.
#[test]
fn grids_of_4x4_are_uniform() {
    let puzzle = empty("2x2", 4);
    let statistic = chi_square((0..5760).map(|seed| grid(&puzzle, seed).unwrap()), 288);
    assert!((215.0..359.0).contains(&statistic), "{statistic}");
    // The search alone is not uniform, and the test sees it.
    let raw = (0..5760)
        .map(|seed| start(&puzzle, &mut Random::new(seed), &Limits::none()).unwrap().unwrap());
    assert!(chi_square(raw, 288) > 400.0);
}

/// Each kind of move by itself keeps the uniform distribution: all 288 grids are as likely after
/// moves as before.
#[test]
fn moves_keep_the_uniform_distribution() {
    let puzzle = empty("2x2", 4);
    let mut all = Vec::new();
    let engine = EngineSpec::new("native", EngineOptions::default()).unwrap();
    answer::visit(&puzzle, &engine, &Limits::none(), None, &mut |solution| {
        all.push(solution.digits().to_vec());
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(all.len(), 288);
    for kind in 0..3 {
        let mut random = Random::new(kind);
        let moved = all.iter().cycle().take(20 * 288).map(|digits| {
            let mut mixer = Mixer::new(&puzzle, digits.clone());
            for _ in 0..10 {
                match kind {
                    0 => mixer.exchange_digits(&mut random),
                    1 => mixer.exchange_lines(&mut random),
                    _ => mixer.refill(&mut random),
                }
            }
            mixer.into_digits()
        });
        // Less than independent samples would have, as every grid is begun with as often.
        let statistic = chi_square(moved, 288);
        assert!(statistic < 359.0, "kind {kind}: {statistic}");
    }
}

#[test]
fn grids_of_every_layout_are_complete_and_differ() {
    for (spec, side) in [
        ("latin", 1),
        ("latin", 7),
        ("2x3", 6),
        ("3x3", 9),
        ("windoku", 9),
        ("boxes+diagonals", 9),
        ("boxes+disjoint", 9),
        ("regions=AAABCABBCCDBCDDD", 4),
        ("3x4", 12),
        ("latin", 30),
        ("4x5", 20),
    ] {
        let puzzle = empty(spec, side);
        let grids = [1, 1, 2].map(|seed| grid(&puzzle, seed).unwrap());
        assert_eq!(grids[0], grids[1], "{spec}");
        assert!(side == 1 || grids[0] != grids[2], "{spec}");
    }
}

#[test]
fn what_cannot_be_filled_is_told() {
    // The first row less its last cell, and the cell below that.
    let regions = [0, 0, 0, 1, 1, 1, 2, 0, 1, 2, 2, 3, 2, 3, 3, 3];
    let layout = Layout::jigsaw(&regions).unwrap().with("diagonals").unwrap();
    let puzzle = Puzzle::new(layout.shared());
    let engine = EngineSpec::new("native", EngineOptions::default()).unwrap();
    let solvable = answer::solve(&puzzle, &engine, &Limits::none()).unwrap().is_some();
    assert_eq!(grid(&puzzle, 1).is_some(), solvable);
    let expired = Limits::none().with_time(Duration::ZERO);
    let error = full(&empty("3x4", 12), &mut Random::new(1), &expired).unwrap_err();
    assert!(error.is_limit());
}

#[test]
fn clues_and_rules_hold_and_the_rest_is_uniform() {
    // The sum of the first two cells of a diagonal is at most that of the last two.
    let [plus, minus] = [[0, 1, 2, 3], [0, -1, -2, -3]].map(std::sync::Arc::<[i32]>::from);
    let weights = [&plus, &plus, &minus, &minus].map(std::sync::Arc::clone);
    let diagonal = [0, 5, 10, 15].map(Cell::new);
    let rising = Block::Sum(Sum::new(diagonal, weights, (-6..=0).collect::<Vec<_>>()));
    let mut puzzle = empty("2x2", 4).with_rule(Rule::from_blocks("rising", [rising]));
    puzzle.set(Cell::new(3), Digit::new(2));
    let engine = EngineSpec::new("native", EngineOptions::default()).unwrap();
    let all = answer::find(&puzzle, &engine, &Limits::none(), Query::count(None)).unwrap().count;
    let classes = usize::try_from(all).unwrap();
    let samples = (0..20 * all).map(|seed| grid(&puzzle, seed).unwrap());
    let statistic = chi_square(samples, classes);
    let mean = classes as f64 - 1.0;
    assert!((statistic - mean).abs() < 3.0 * (2.0 * mean).sqrt(), "{statistic} of {classes}");
}

/// What is counted in a grid: chains of two digits; cycles of pairs of rows, whether they can be
/// exchanged or not; pairs of digits that stand crosswise in two rows and columns.
fn figures(puzzle: &Puzzle, digits: &[Digit]) -> [f64; 3] {
    let side = puzzle.side();
    let (layout, mut chains, mut cycles, mut crossed) = (puzzle.layout(), 0, 0, 0);
    let mut at = vec![0; layout.houses().len() * side];
    for (h, house) in layout.houses().iter().enumerate() {
        house.cells().iter().for_each(|c| at[h * side + digits[c.index()].index()] = c.index());
    }
    let mut met = vec![0; digits.len()];
    let mut search = 0;
    for (a, b) in (0..side).flat_map(|b| (0..b).map(move |a| (a, b))) {
        search += 1;
        for row in 0..side {
            let mut open = vec![at[row * side + a]];
            chains += usize::from(met[open[0]] != search);
            while let Some(cell) = open.pop().filter(|_| true) {
                if std::mem::replace(&mut met[cell], search) == search {
                    continue;
                }
                let other = a + b - digits[cell].index();
                let houses = layout.houses_of(Cell::new(cell));
                open.extend(houses.iter().map(|&h| at[h as usize * side + other]));
            }
        }
        // Rows a and b.
        let mut seen = vec![false; side];
        for start in 0..side {
            let (mut column, mut length) = (start, 0);
            while !std::mem::replace(&mut seen[column], true) {
                length += 1;
                column = at[a * side + digits[b * side + column].index()] % side;
            }
            cycles += usize::from(length > 0);
            crossed += usize::from(length == 2);
        }
    }
    [chains, cycles, crossed].map(|n: usize| n as f64)
}

/// A grid found by a random way down the tree of a search, with its weight: weighted means are
/// those of the uniform distribution (Knuth).
fn weighted(puzzle: &Puzzle, random: &mut Random) -> Option<(f64, Vec<Digit>)> {
    let mut board = Board::new(puzzle);
    let mut weight = 1.0;
    while !board.is_full() {
        let open = puzzle.cells().filter(|&cell| board.count(cell) > 1);
        let cell = open.min_by_key(|&cell| board.count(cell))?;
        let mut ways = Vec::new();
        for digit in board.candidates().get(cell).iter() {
            let mut way = board.clone();
            let placed = way.place(puzzle.layout(), cell, digit);
            if placed.and_then(|()| way.propagate(puzzle)).is_ok() {
                ways.push(way);
            }
        }
        weight *= ways.len() as f64;
        board = (!ways.is_empty()).then(|| ways.swap_remove(random.below(ways.len())))?;
    }
    Some((weight, digits(puzzle, &board)))
}

/// Weighted means of figures, and their standard errors.
fn means(rows: &[(f64, [f64; 3])]) -> [(f64, f64); 3] {
    let total: f64 = rows.iter().map(|(weight, _)| weight).sum();
    [0, 1, 2].map(|k| {
        let mean = rows.iter().map(|(weight, figures)| weight * figures[k]).sum::<f64>() / total;
        let square = |(weight, figures): &(f64, [f64; 3])| (weight * (figures[k] - mean)).powi(2);
        (mean, rows.iter().map(square).sum::<f64>().sqrt() / total)
    })
}

/// How many standard errors two means are apart.
fn apart((a, of_a): (f64, f64), (b, of_b): (f64, f64)) -> f64 {
    (a - b).abs() / (of_a.powi(2) + of_b.powi(2)).sqrt()
}

/// There are too many grids of 6×6 to count each, so figures are compared; those of a search that
/// is not mixed differ.
#[test]
fn six_by_six_looks_uniform() {
    let puzzle = empty("2x3", 6);
    let mut random = Random::new(3);
    let uniform = (0..2000).filter_map(|_| weighted(&puzzle, &mut random));
    let uniform: Vec<_> = uniform.map(|(w, digits)| (w, figures(&puzzle, &digits))).collect();
    let of = |grid: &dyn Fn(u64) -> Vec<Digit>| {
        means(&(0..400).map(|seed| (1.0, figures(&puzzle, &grid(seed)))).collect::<Vec<_>>())
    };
    let mixed = of(&|seed| grid(&puzzle, seed).unwrap());
    let limits = Limits::none();
    let unmixed = of(&|seed| start(&puzzle, &mut Random::new(seed), &limits).unwrap().unwrap());
    let uniform = means(&uniform);
    for k in 0..3 {
        assert!(apart(mixed[k], uniform[k]) < 3.0, "{k}: {mixed:?} {uniform:?}");
    }
    assert!((0..3).any(|k| apart(unmixed[k], uniform[k]) > 4.0), "{unmixed:?} {uniform:?}");
}
