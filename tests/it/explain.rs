//! Explanations, true candidates and estimates: held against brute force on small grids, and
//! against other engines on real puzzles.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use proptest::prelude::*;
use satoku::engine::EngineOptions;
use satoku::grid::{CandidateGrid, House};
use satoku::jobs::estimate::estimate;
use satoku::jobs::explain::{Ambiguity, Clash, Explanation, Redundancy, explain};
use satoku::jobs::{answer, candidates, minimize};
use satoku::{Cell, Digit, Layout, Limits, Puzzle, Query};

use crate::data;
use crate::ways::engine;

/// The puzzle with the clues of these cells alone.
fn only(puzzle: &Puzzle, cells: &[Cell]) -> Puzzle {
    let mut grid = CandidateGrid::full(puzzle.layout().cells(), puzzle.digits());
    for &cell in cells {
        grid.set(cell, &puzzle.clues().get(cell));
    }
    puzzle.clone().with_clues(grid)
}

fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    puzzle.cells().filter(|&cell| puzzle.clues().len(cell) != puzzle.side()).collect()
}

fn without(cells: &[Cell], gone: Cell) -> Vec<Cell> {
    cells.iter().copied().filter(|&cell| cell != gone).collect()
}

fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    answer::find(puzzle, &engine("native"), &Limits::none(), Query::count(Some(limit)))
        .unwrap()
        .count
}

fn solutions(puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let mut all = Vec::new();
    let take = &mut |solution: satoku::Solution| {
        all.push(solution.digits().to_vec());
        ControlFlow::Continue(())
    };
    answer::visit(puzzle, &engine("native"), &Limits::none(), None, take).unwrap();
    all
}

/// Whether cells can be filled with every digit once in each of some houses: plain recursion.
fn fillable(puzzle: &Puzzle, houses: &[&House], digits: &mut Vec<Option<Digit>>, k: usize) -> bool {
    if k == digits.len() {
        return true;
    }
    let cell = Cell::new(k);
    let around: Vec<_> = houses.iter().filter(|house| house.cells().contains(&cell)).collect();
    for digit in puzzle.clues().digits(cell) {
        let before = |other: &&Cell| other.index() < k;
        let seen = |house: &&&House| {
            house.cells().iter().filter(before).any(|other| digits[other.index()] == Some(digit))
        };
        if around.iter().any(&seen) {
            continue;
        }
        digits[k] = Some(digit);
        if fillable(puzzle, houses, digits, k + 1) {
            return true;
        }
        digits[k] = None;
        if around.is_empty() {
            // Whatever stands here, nothing else depends on it.
            return false;
        }
    }
    false
}

/// A clash is one, and no clue can be spared: by an engine that is not SAT where it is quick.
fn holds(puzzle: &Puzzle, clash: &Clash, name: &str) {
    let limits = Limits::none().with_time(Duration::from_secs(20));
    let solved = |puzzle: &Puzzle| {
        let engines = ["native", "sat"].map(engine);
        engines
            .iter()
            .find_map(|engine| answer::solve(puzzle, engine, &limits.clone().renewed()).ok())
    };
    assert!(clash.is_minimal(), "{name}");
    let found = solved(&only(puzzle, &clash.clues));
    assert_eq!(found, Some(None), "{name}: {:?} is no clash, or not known to be", clash.clues);
    for (&cell, grid) in clash.clues.iter().zip(&clash.without) {
        let rest = only(puzzle, &without(&clash.clues, cell));
        assert!(rest.check(grid.as_ref().unwrap().digits()).is_ok(), "{name}");
        if puzzle.side() <= 9 {
            assert!(
                count(&rest, 1) == 1,
                "{name}: {} can be spared",
                puzzle.layout().name_of(cell)
            );
        }
    }
    assert!(clash.at_least <= clash.clues.len(), "{name}");
}

fn explained(puzzle: &Puzzle) -> Explanation {
    explain(puzzle, &EngineOptions::default(), &Limits::none()).unwrap()
}

fn check_clash(puzzle: &Puzzle, clash: &Clash) {
    holds(puzzle, clash, "small");
    assert!(clash.houses_minimal && clash.is_smallest());
    let houses = puzzle.layout().houses();
    let part = only(puzzle, &clash.clues);
    let fills = |houses: &[usize]| {
        let houses: Vec<_> = houses.iter().map(|&h| &puzzle.layout().houses()[h]).collect();
        fillable(&part, &houses, &mut vec![None; puzzle.layout().cells()], 0)
    };
    assert!(clash.houses.iter().all(|&h| h < houses.len()));
    assert!(!fills(&clash.houses), "the houses are not enough");
    for &house in &clash.houses {
        let rest: Vec<_> = clash.houses.iter().copied().filter(|&h| h != house).collect();
        assert!(fills(&rest), "{} can be spared", houses[house]);
    }
    // No smaller set of clues clashes.
    let all = clues(puzzle);
    for chosen in 0u32..1 << all.len() {
        if (chosen.count_ones() as usize) < clash.clues.len() {
            let few: Vec<_> =
                (0..all.len()).filter(|k| chosen >> k & 1 == 1).map(|k| all[k]).collect();
            assert_eq!(count(&only(puzzle, &few), 1), 1, "{few:?} is smaller");
        }
    }
}

/// Whether so many clues more leave one of the solutions.
fn singled_out(all: &[&Vec<Digit>], from: usize, left: usize) -> bool {
    if left == 0 || all.len() <= 1 {
        return all.len() == 1;
    }
    (from..all[0].len()).any(|cell| {
        (0..all[0].len().isqrt()).map(Digit::new).any(|digit| {
            let fewer: Vec<_> = all.iter().copied().filter(|s| s[cell] == digit).collect();
            fewer.len() < all.len() && singled_out(&fewer, cell + 1, left - 1)
        })
    })
}

fn check_ambiguity(puzzle: &Puzzle, found: &Ambiguity) {
    let all = solutions(puzzle);
    let [a, b] = &found.solutions;
    assert_ne!(a, b);
    assert!(all.contains(&a.digits().to_vec()) && all.contains(&b.digits().to_vec()));
    let differing = |x: &[Digit], y: &[Digit]| {
        puzzle.cells().filter(|c| x[c.index()] != y[c.index()]).collect::<Vec<_>>()
    };
    assert_eq!(found.difference, differing(a.digits(), b.digits()));
    assert_eq!(found.pattern, differing(a.digits(), found.other.digits()));
    assert!(found.is_minimal && found.pattern.iter().all(|cell| found.difference.contains(cell)));
    for solution in &all {
        let other = differing(a.digits(), solution);
        let inside = other.iter().all(|cell| found.pattern.contains(cell));
        assert!(other.is_empty() || !inside || other == found.pattern, "not minimal");
    }
    let clues = found.added.clues.as_ref().unwrap();
    assert!(found.added.is_fewest());
    let agreeing = |clues: &[(Cell, Digit)]| {
        all.iter().filter(|s| clues.iter().all(|&(c, d)| s[c.index()] == d)).count()
    };
    assert_eq!(agreeing(clues), 1);
    // One clue fewer, whichever and of whatever solution, never does.
    // Brute force, where it is quick.
    let steps = all.len() * 60usize.saturating_pow(u32::try_from(clues.len()).unwrap() - 1);
    if steps < 4_000_000 {
        assert!(
            !singled_out(&all.iter().collect::<Vec<_>>(), 0, clues.len() - 1),
            "fewer would do"
        );
    }
}

fn check_redundancy(puzzle: &Puzzle, found: &Redundancy) {
    assert!(found.is_complete());
    let rules = [&found.rules.redundant[..], &found.rules.needed].concat();
    assert_eq!(rules.len(), puzzle.rules().len());
    for rule in rules {
        let spared = count(&puzzle.clone().without_rule(rule), 2) == 1;
        assert_eq!(spared, found.rules.redundant.contains(&rule), "{}", puzzle.rules()[rule]);
    }
    let all = clues(puzzle);
    assert_eq!(found.redundant.len() + found.needed.len(), all.len());
    for &cell in &all {
        let spared = count(&only(puzzle, &without(&all, cell)), 2) == 1;
        assert_eq!(spared, found.redundant.contains(&cell), "{}", puzzle.layout().name_of(cell));
    }
}

/// True candidates are what enumeration finds.
fn check_candidates(puzzle: &Puzzle, all: &[Vec<Digit>]) {
    let found =
        candidates::find(puzzle, &EngineOptions::default(), &Limits::none(), &mut |_| {}).unwrap();
    assert!(found.is_complete());
    assert_eq!(found.is_impossible(), all.is_empty());
    let mut fixed = Vec::new();
    for cell in puzzle.cells() {
        let mut digits: Vec<_> = all.iter().map(|solution| solution[cell.index()]).collect();
        digits.sort_unstable();
        digits.dedup();
        assert!(
            found.possible().digits(cell).eq(digits.iter().copied()),
            "{}",
            puzzle.layout().name_of(cell)
        );
        if let [digit] = digits[..] {
            fixed.push((cell, digit));
        }
    }
    assert_eq!(found.backbone(), fixed);
    for (cell, digit) in found.excluded().into_iter().take(5) {
        assert_eq!(count(&found.claim(cell, digit), 1), 0);
    }
}

fn check(puzzle: &Puzzle) {
    match explained(puzzle) {
        Explanation::None(clash) => check_clash(puzzle, &clash),
        Explanation::Multiple(found) => check_ambiguity(puzzle, &found),
        Explanation::Unique(found) => check_redundancy(puzzle, &found),
        Explanation::Unknown => panic!("no limit was set"),
    }
    check_candidates(puzzle, &solutions(puzzle));
}

/// Clues of a grid, one in so many of them changed.
fn small(layout: Layout, keep: u32) -> impl Strategy<Value = Puzzle> {
    let layout = layout.shared();
    let side = layout.side();
    let cell = (0..100u32, 0..100u32, 0..side);
    let filled = solutions_of_empty(&layout);
    (prop::collection::vec(cell, side * side), 0..filled.len(), any::<bool>()).prop_map(
        move |(cells, which, change)| {
            let mut puzzle = Puzzle::new(layout.clone());
            for (k, (draw, other, digit)) in cells.into_iter().enumerate() {
                if draw < keep {
                    let kept = filled[which][k];
                    let changed = change && other < 25;
                    puzzle.set(Cell::new(k), if changed { Digit::new(digit) } else { kept });
                }
            }
            puzzle
        },
    )
}

fn solutions_of_empty(layout: &std::sync::Arc<Layout>) -> Vec<Vec<Digit>> {
    let mut found = Vec::new();
    let take = &mut |solution: satoku::Solution| {
        found.push(solution.digits().to_vec());
        ControlFlow::Continue(())
    };
    let empty = Puzzle::new(layout.clone());
    answer::visit(&empty, &engine("native"), &Limits::none(), Some(200), take).unwrap();
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn four_by_four_is_explained(puzzle in small(Layout::boxes(2, 2).unwrap(), 40)) {
        check(&puzzle);
    }

    #[test]
    fn latin_squares_are_explained(puzzle in small(Layout::latin(4).unwrap(), 55)) {
        check(&puzzle);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn six_by_six_is_explained(puzzle in small(Layout::boxes(2, 3).unwrap(), 45)) {
        check(&puzzle);
    }
}

#[test]
fn pencilmarks_clash_too() {
    let layout = Layout::boxes(2, 2).unwrap().shared();
    let mut puzzle = Puzzle::new(layout);
    let pair: satoku::grid::CandidateSet = [0, 1].map(Digit::new).into_iter().collect();
    (0..3).for_each(|k| puzzle.set_candidates(Cell::new(k), &pair));
    puzzle.set(Cell::new(15), Digit::new(2));
    check(&puzzle);
    puzzle.set_candidates(Cell::new(9), &satoku::grid::CandidateSet::EMPTY);
    let Explanation::None(clash) = explained(&puzzle) else { panic!("it has none") };
    assert_eq!((clash.clues, clash.houses), (vec![Cell::new(9)], vec![]));
}

/// The grid without clues is the hardest of its size to settle.
#[test]
fn an_empty_four_by_four_needs_four_clues() {
    let Explanation::Multiple(found) =
        explained(&Puzzle::new(Layout::boxes(2, 2).unwrap().shared()))
    else {
        panic!("it has 288")
    };
    assert!(found.added.is_fewest());
    assert_eq!(found.added.at_least, 4);
}

/// Where the houses clash by themselves, no clue is to blame.
#[test]
fn houses_that_clash_by_themselves() {
    // The second row's region is the first row's but for one cell: both cannot be filled.
    let layout = Layout::jigsaw(&[0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]).unwrap();
    let layout = layout.with("diagonals").unwrap().shared();
    let puzzle = Puzzle::new(layout);
    let Explanation::None(clash) = explained(&puzzle) else { return };
    check_clash(&puzzle, &clash);
}

#[test]
fn a_limit_leaves_things_open_and_says_so() {
    let puzzle = data::read_one(&data::puzzles().join("25x25/sparse.txt"), "-").puzzle;
    let limits = Limits::none().with_time(Duration::ZERO);
    let found = explain(&puzzle, &EngineOptions::default(), &limits).unwrap();
    assert!(matches!(found, Explanation::Unknown));
    let found = candidates::find(&puzzle, &EngineOptions::default(), &limits, &mut |_| {}).unwrap();
    assert!(!found.is_complete() && found.undecided() > 0);
    let found = estimate(&puzzle, 10, 1, &limits).unwrap();
    assert_eq!((found.hits, found.high), (0, f64::INFINITY));
}

/// The intervals hold the known numbers about as often as they should.
#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_estimates_hold_known_counts() {
    let data = data::shared();
    let path = data.join("9x9/serg_benchmark_multi.txt");
    let counts = std::fs::read_to_string(path.with_extension("counts")).unwrap();
    let (mut inside, mut tried) = (0, 0);
    for (entry, known) in data::read(&path, "-").iter().zip(counts.lines()).step_by(100) {
        let known: f64 = known.trim().parse().unwrap();
        let found = estimate(&entry.puzzle, 300, 7, &Limits::none()).unwrap();
        assert_eq!(found, estimate(&entry.puzzle, 300, 7, &Limits::none()).unwrap());
        tried += 1;
        inside +=
            u32::from(found.low - 1e-9 <= known.log10() && known.log10() <= found.high + 1e-9);
    }
    assert!(inside * 100 >= tried * 88, "{inside} of {tried}");
    let known = [(Layout::boxes(2, 2), 288f64), (Layout::boxes(2, 3), 28_200_960.0)];
    for (layout, known) in known {
        let found =
            estimate(&Puzzle::new(layout.unwrap().shared()), 2000, 1, &Limits::none()).unwrap();
        assert!(found.low <= known.log10() && known.log10() <= found.high, "{found:?}");
    }
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_true_candidates_of_real_puzzles() {
    let data = data::shared();
    let path = data.join("9x9/serg_benchmark_multi.txt");
    for entry in data::read(&path, "-").iter().step_by(250) {
        check_candidates(&entry.puzzle, &solutions(&entry.puzzle));
    }
}

/// A clash is found, is one and is minimal; `false` where the puzzle is not known to be impossible.
fn clashes(puzzle: &Puzzle, seconds: u64, name: &str) -> bool {
    let limits = Limits::none().with_time(Duration::from_secs(20));
    match answer::solve(puzzle, &engine("auto"), &limits) {
        Ok(None) => {}
        Ok(Some(_)) => return false,
        Err(error) => {
            assert!(error.is_limit(), "{name}: {error}");
            return false;
        }
    }
    let limits = Limits::none().with_time(Duration::from_secs(seconds));
    match explain(puzzle, &EngineOptions::default(), &limits).unwrap() {
        Explanation::None(clash) => {
            let (few, most) = (clash.at_least, clash.clues.len());
            let houses = clash.houses.len();
            eprintln!("{name}: {few} to {most} clues, {houses} houses {}", clash.houses_minimal);
            holds(puzzle, &clash, name);
            true
        }
        other => panic!("{name}: {other:?}"),
    }
}

/// The 9×9 lines of the lists with known counts that have no solution.
fn impossible_lines(data: &Path) -> Vec<(String, Puzzle)> {
    let mut found = Vec::new();
    for (name, verdict) in data::verdicts(data) {
        if verdict.contains("exact counts [") {
            for (k, entry) in data::read(&data.join(&name), "-").into_iter().enumerate() {
                if count(&entry.puzzle, 1) == 0 {
                    found.push((format!("{name} #{}", k + 1), entry.puzzle));
                }
            }
        }
    }
    found
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_impossible_nine_by_nine_clash() {
    let data = data::shared();
    let lines = impossible_lines(&data);
    assert!(lines.len() >= 9);
    for (name, puzzle) in lines {
        assert!(clashes(&puzzle, 60, &name), "{name}");
    }
    for path in data::files(&data.join("large/generated"), "txt") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("x3_f5") {
            clashes(&data::read_one(&path, "-").puzzle, 60, &name);
        }
    }
}

/// All that is known to have no solution, up to 100×100: hours perhaps.
#[test]
#[ignore = "hours perhaps; cargo test --release --test it -- --ignored everything_impossible"]
fn real_everything_impossible_clashes() {
    let data = data::shared();
    let wanted = std::env::var("SATOKU_EXPLAIN").unwrap_or_default();
    let seconds = 600;
    let mut explained = 0;
    for (name, verdict) in data::verdicts(&data) {
        if verdict.starts_with("none") && is_grid(&name) && name.contains(&wanted) {
            let puzzle = data::read_one(&data.join(&name), "-").puzzle;
            explained += u32::from(clashes(&puzzle, seconds, &name));
        }
        // Some are impossible only with the boxes turned.
        if let Some((_, other)) = verdict.split_once("(with box ") {
            let layout = other.split(':').next().unwrap();
            if is_grid(&name) && other.contains(": none") && name.contains(&wanted) {
                let puzzle = data::read_one(&data.join(&name), layout).puzzle;
                explained += u32::from(clashes(&puzzle, seconds, &format!("{name} {layout}")));
            }
        }
    }
    for path in data::files(&data.join("large/generated"), "txt") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with('x') && name.contains(&wanted) {
            let puzzle = data::read_one(&path, "-").puzzle;
            explained += u32::from(clashes(&puzzle, seconds, &name));
        }
    }
    eprintln!("{explained} explained");
}

fn is_grid(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "grid")
}

#[test]
fn redundant_rules_are_told_and_taken_out() {
    // The cage of the last row says nothing.
    let text = "................ # rule=cage 4 r1c1 r2c1 rule=thermometer r1 \
                rule=thermometer r3c1 r4c1 rule=thermometer r2c3-4 rule=cage 7 r4c1-2 rule=cage 10 r4";
    let puzzle = satoku::parse(text).unwrap();
    assert_eq!(count(&puzzle, 2), 1, "{puzzle}");
    let Explanation::Unique(found) =
        explain(&puzzle, &EngineOptions::default(), &Limits::none()).unwrap()
    else {
        panic!("it is unique");
    };
    check_redundancy(&puzzle, &found);
    assert!(found.rules.redundant.contains(&5) && !found.rules.needed.is_empty());
    for seed in 0..8 {
        let options = minimize::Options { rules: true, seed, ..minimize::Options::default() };
        let dug = minimize::minimize(&puzzle, &options, &Limits::none(), &mut |_| {}).unwrap();
        let minimize::Minimized::Done(dug) = dug else { panic!("it is unique") };
        assert!(dug.complete && dug.open_rules == 0);
        assert_eq!(dug.removed_rules.len() + dug.puzzle.rules().len(), 6);
        assert_eq!(count(&dug.puzzle, 2), 1);
        for rule in 0..dug.puzzle.rules().len() {
            assert_eq!(count(&dug.puzzle.clone().without_rule(rule), 2), 2);
        }
    }
}
