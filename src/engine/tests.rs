//! Every engine gives the same solutions, obeys its limits and its visitor.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use crate::grid::{Cell, Layout, LayoutSpec};
use crate::rule::Rule;
use crate::sat::backend::BACKENDS;
#[cfg(feature = "varisat")]
use alternation::Turns;

/// The complete engines that can be asked about a puzzle.
fn engines(puzzle: &Puzzle) -> Vec<EngineSpec> {
    let there = |entry: &&EngineEntry| !entry.formulas || !BACKENDS.is_empty();
    let engines = ENGINES.iter().filter(there).filter(|entry| entry.complete);
    specs(engines.filter(|entry| (entry.takes)(puzzle)))
}

/// The engines that cannot prove that there are no more solutions, as far as they can be asked.
fn incomplete(puzzle: &Puzzle) -> Vec<EngineSpec> {
    specs(ENGINES.iter().filter(|entry| !entry.complete && (entry.takes)(puzzle)))
}

/// Each by itself and, if it is one for several threads, with some.
fn specs<'a>(entries: impl Iterator<Item = &'a EngineEntry>) -> Vec<EngineSpec> {
    let spec = |entry: &EngineEntry, threads| {
        let threads = NonZeroUsize::new(threads).unwrap();
        EngineSpec::new(entry.name, EngineOptions { threads, ..EngineOptions::default() }).unwrap()
    };
    let several = ["auto", "portfolio"];
    entries
        .flat_map(|entry| {
            let most = if several.contains(&entry.name) { 6 } else { 1 };
            [1, most].into_iter().take(most).map(move |threads| spec(entry, threads))
        })
        .collect()
}

fn solutions(engine: &EngineSpec, puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let mut found = Vec::new();
    let outcome = engine.open().search(puzzle, &Limits::none(), &mut |digits| {
        puzzle.check(digits).unwrap();
        found.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.unwrap().end, End::Exhausted, "{}", engine.name());
    found.sort_unstable();
    found.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1], "{}", engine.name()));
    found
}

fn empty(layout: Layout) -> Puzzle {
    Puzzle::new(layout.shared())
}

/// Several solutions, few enough for every engine to find all.
const SEVERAL: &str =
    "..6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7..";

/// The cells of a line need not differ because they are all in one row: one of them may come twice. In grids of more
/// than 1024 cells, too.
#[test]
fn lines_may_come_back_to_a_cell() {
    for rows in [1, 257] {
        let spec = format!("2x2+extra={}", vec!["4"; rows].join("/"));
        let layout = spec.parse::<LayoutSpec>().unwrap().build(4).unwrap().shared();
        let rule = Rule::parse("regex 2[134]2 r1c1 r1c2 r1c1", &layout).unwrap();
        let mut puzzle = Puzzle::new(layout).with_rule(rule);
        (16..16 + 4 * rows).for_each(|cell| {
            puzzle.set(Cell::new(cell), Digit::new(0));
        });
        for engine in engines(&puzzle) {
            // A quarter of the 288 grids has a 2 there.
            let name = engine.name();
            assert_eq!(solutions(&engine, &puzzle).len(), 72, "{name}, {rows} rows");
        }
    }
}

#[test]
fn small_grids_are_counted_right() {
    let diagonals = Layout::boxes(2, 2).unwrap().with("diagonals").unwrap();
    let counts = [
        (Layout::boxes(2, 2).unwrap(), 288),
        (Layout::latin(1).unwrap(), 1),
        (Layout::latin(3).unwrap(), 12),
        (Layout::latin(4).unwrap(), 576),
        (diagonals, 48),
    ];
    for (layout, count) in counts {
        let puzzle = empty(layout);
        for engine in engines(&puzzle) {
            assert_eq!(solutions(&engine, &puzzle).len(), count, "{}", engine.name());
        }
    }
}

#[test]
fn engines_give_the_same_sets_of_solutions() {
    let layouts = [
        (Layout::boxes(2, 3), "1....23........4...........5......6."),
        (Layout::boxes(3, 2), "1....23........4...........5......6."),
        (Layout::latin(5), "1....23........4.........."),
        (Layout::boxes(2, 2), "11.............."),
        // With ten clues gone, several solutions; with one put in, none.
        (Layout::boxes(3, 3), SEVERAL),
        (Layout::boxes(3, 3), &SEVERAL.replace("..6.", "..66")),
    ];
    for (layout, symbols) in layouts {
        let layout = layout.unwrap();
        let symbols = &symbols[..layout.cells()];
        let puzzle = Puzzle::from_symbols(layout.shared(), symbols).unwrap();
        let expected = solutions(&engines(&puzzle)[0], &puzzle);
        for engine in &engines(&puzzle)[1..] {
            assert_eq!(solutions(engine, &puzzle), expected, "{}", engine.name());
        }
    }
}

/// What an engine claims that cannot prove much is right all the same: what it visits are
/// solutions, no two the same, and if it says that these are all, they are.
#[test]
fn incomplete_engines_claim_nothing_wrong() {
    let puzzles = [
        (Layout::boxes(2, 2), "12..34...1......"),
        (Layout::boxes(2, 2), "11.............."),
        (Layout::boxes(2, 2), "1234341221434321"),
        (Layout::boxes(2, 3), "1....23........4...........5......6."),
        (Layout::boxes(3, 3), SEVERAL),
        (Layout::boxes(3, 3), &SEVERAL.replace("..6.", "..66")),
    ];
    let mut asked = 0;
    for (layout, symbols) in puzzles {
        let puzzle = Puzzle::from_symbols(layout.unwrap().shared(), symbols).unwrap();
        let expected = solutions(&engines(&puzzle)[0], &puzzle);
        for engine in incomplete(&puzzle) {
            let mut found = Vec::new();
            let limits = Limits::none().with_effort(200);
            let outcome = engine.open().search(&puzzle, &limits, &mut |digits| {
                found.push(digits.to_vec());
                ControlFlow::Continue(())
            });
            let end = outcome.unwrap().end;
            found.sort_unstable();
            assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{}", engine.name());
            assert!(found.iter().all(|digits| expected.contains(digits)), "{}", engine.name());
            assert_eq!(found.is_empty(), expected.is_empty(), "{}", engine.name());
            match end {
                End::Exhausted => assert_eq!(found, expected, "{}", engine.name()),
                End::Limit => {}
                End::Stopped => panic!("{}: nobody stopped it", engine.name()),
            }
            asked += 1;
        }
    }
    assert_eq!(asked, 6);
}

#[test]
fn incomplete_engines_obey_visitor_and_limits() {
    let puzzle = empty(Layout::boxes(4, 4).unwrap());
    for engine in incomplete(&puzzle) {
        let mut stop = |_: &[Digit]| ControlFlow::Break(());
        let outcome = engine.open().search(&puzzle, &Limits::none(), &mut stop).unwrap();
        assert_eq!(outcome.end, End::Stopped, "{}", engine.name());
        let raised = Limits::none().with_stop(Arc::new(AtomicBool::new(true)));
        let mut never = |_: &[Digit]| panic!("nothing is searched");
        for limits in [raised, Limits::none().with_effort(0)] {
            let outcome = engine.open().search(&puzzle, &limits, &mut never).unwrap();
            assert_eq!(outcome.end, End::Limit, "{}", engine.name());
        }
    }
}

#[test]
fn what_is_found_at_once_is_what_is_visited() {
    let layout = Layout::boxes(3, 3).unwrap().shared();
    let puzzle = Puzzle::from_symbols(layout, SEVERAL).unwrap();
    for engine in engines(&puzzle) {
        let mut visited = Vec::new();
        let mut take = |digits: &[Digit]| {
            visited.push(Box::from(digits));
            ControlFlow::Continue(())
        };
        engine.open().search(&puzzle, &Limits::none(), &mut take).unwrap();
        let count = visited.len() as u64;
        assert!(count > 3, "{count}");
        for (limit, keep) in [(None, 0), (None, 3), (Some(2), 2), (Some(3), 0), (Some(3), 1)] {
            let found =
                engine.open().find(&[&puzzle], &Limits::none(), Query { limit, keep }).unwrap();
            let [Some(found)] = &found[..] else { continue };
            assert_eq!(found.count, limit.unwrap_or(count));
            assert_eq!(found.solutions, visited[..keep]);
            assert_eq!(found.end, limit.map_or(End::Exhausted, |_| End::Stopped));
        }
    }
}

#[test]
fn an_engine_says_what_it_is_not_for() {
    let puzzle = empty(Layout::boxes(2, 2).unwrap());
    let others = ENGINES.iter().filter(|entry| !(entry.takes)(&puzzle));
    for entry in others {
        let engine = EngineSpec::new(entry.name, EngineOptions::default()).unwrap();
        let mut never = |_: &[Digit]| panic!("nothing is searched");
        let outcome = engine.open().search(&puzzle, &Limits::none(), &mut never);
        assert!(outcome.unwrap_err().is_unsupported());
        let found = engine.open().find(&[&puzzle], &Limits::none(), Query::count(None));
        assert!(found.map_or_else(|error| error.is_unsupported(), |found| found == [None]));
    }
}

#[test]
fn impossible_cells_mean_no_solution() {
    let mut puzzle = empty(Layout::boxes(2, 2).unwrap());
    for puzzle in [&mut puzzle, &mut empty(Layout::boxes(3, 3).unwrap())] {
        puzzle.set_candidates(Cell::new(5), &crate::grid::CandidateSet::EMPTY);
        for engine in engines(puzzle) {
            assert!(solutions(&engine, puzzle).is_empty(), "{}", engine.name());
        }
    }
}

#[test]
fn the_visitor_can_stop_and_the_flag_too() {
    for puzzle in [Layout::boxes(2, 2), Layout::boxes(3, 3)].map(|layout| empty(layout.unwrap())) {
        the_visitor_can_stop(&puzzle);
    }
}

fn the_visitor_can_stop(puzzle: &Puzzle) {
    for engine in engines(puzzle) {
        let mut seen = 0;
        let outcome = engine.open().search(puzzle, &Limits::none(), &mut |_| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((outcome.unwrap().end, seen), (End::Stopped, 3), "{}", engine.name());

        let raised = Limits::none().with_stop(Arc::new(AtomicBool::new(true)));
        let mut never = |_: &[Digit]| panic!("nothing is searched");
        let outcome = engine.open().search(puzzle, &raised, &mut never).unwrap();
        assert_eq!(outcome.end, End::Limit, "{}", engine.name());
    }
}

#[test]
fn a_time_limit_gives_unknown() {
    // No engine empties these of their solutions.
    for puzzle in [Layout::boxes(3, 4), Layout::boxes(3, 3)].map(|layout| empty(layout.unwrap())) {
        a_time_limit_ends_it(&puzzle);
    }
}

fn a_time_limit_ends_it(puzzle: &Puzzle) {
    for engine in engines(puzzle) {
        let limits = Limits::none().with_time(Duration::from_millis(50));
        let mut go_on = |_: &[Digit]| ControlFlow::Continue(());
        let outcome = engine.open().search(puzzle, &limits, &mut go_on).unwrap();
        assert_eq!(outcome.end, End::Limit, "{}", engine.name());
        let found = engine.open().find(&[puzzle], &limits.renewed(), Query::count(None)).unwrap();
        let ends = found.iter().flatten().all(|found| found.end == End::Limit);
        assert!(ends, "{}", engine.name());
    }
}

/// Setting up is bounded too: 10,000 cells with a hundred candidates each take more than 10 MB. And
/// a flag that is up before the search ends it while it is set up.
#[test]
fn what_may_not_be_set_up_is_not() {
    let puzzle = empty(Layout::boxes(10, 10).unwrap());
    let native = EngineSpec::new("native", EngineOptions::default()).unwrap();
    let small = Limits::none().with_memory(10 << 20);
    let stopped = Limits::none().with_stop(Arc::new(AtomicBool::new(true)));
    for limits in [small, stopped] {
        let mut never = |_: &[Digit]| panic!("there is no search");
        let outcome = native.open().search(&puzzle, &limits, &mut never).unwrap();
        assert_eq!((outcome.end, outcome.stats.nodes), (End::Limit, 0));
    }
    let enough = Limits::none().with_memory(100 << 20).with_effort(1);
    let mut go_on = |_: &[Digit]| ControlFlow::Continue(());
    let outcome = native.open().search(&puzzle, &enough, &mut go_on).unwrap();
    assert_eq!((outcome.end, outcome.stats.nodes), (End::Limit, 1));
}

#[test]
fn rules_are_kept_by_every_engine() {
    let cells = [0, 5, 6, 3].map(Cell::new);
    let free = empty(Layout::boxes(2, 2).unwrap());
    let expected = solutions(&engines(&free)[0], &free).into_iter().filter(|digits| {
        cells.windows(2).all(|pair| digits[pair[0].index()] < digits[pair[1].index()])
    });
    let expected: Vec<_> = expected.collect();
    assert!(!expected.is_empty());
    let rule = Rule::parse("thermometer r1c1 r2c2 r2c3 r1c4", free.layout()).unwrap();
    let bound = free.with_rule(rule);
    for engine in engines(&bound) {
        assert_eq!(solutions(&engine, &bound), expected, "{}", engine.name());
    }
}

#[test]
fn auto_hands_over_and_repeats_nothing() {
    if BACKENDS.is_empty() {
        return;
    }
    let puzzle = empty(Layout::latin(4).unwrap());
    let patiences: [fn(&Puzzle) -> u64; 3] = [|_| 0, |_| 1, |_| 3];
    for patience in patiences {
        let mut found = BTreeSet::new();
        let mut auto = auto::Auto::with_patience(EngineOptions::default(), 0, patience);
        let outcome = auto.search(&puzzle, &Limits::none(), &mut |digits| {
            assert!(found.insert(digits.to_vec()));
            ControlFlow::Continue(())
        });
        assert_eq!((outcome.unwrap().end, found.len()), (End::Exhausted, 576));
    }
}

#[cfg(feature = "varisat")]
#[test]
fn sat_beside_native_search_repeats_nothing_and_misses_nothing() {
    use crate::rule::{Automaton, Block, Line};
    // Even steps on the first row of a 6×6, and a sum of digits that is no multiple of three on a
    // path: lines, which have filters.
    let parity = Automaton::new(6, 2, vec![true, true, true], |state, digit| {
        (state == 2 || state != digit % 2).then_some(digit % 2)
    });
    let sum =
        Automaton::new(6, 0, vec![false, true, true], |state, digit| Some((state + digit + 1) % 3));
    let line = |cells: &[usize], automaton: Automaton| {
        let cells: Vec<Cell> = cells.iter().copied().map(Cell::new).collect();
        Rule::from_blocks("line", [Block::Line(Line::new(cells, Arc::new(automaton)))])
    };
    let with_rules = |clues: &[(usize, usize)]| {
        let mut puzzle = empty(Layout::boxes(2, 3).unwrap())
            .with_rule(line(&[0, 1, 2, 3, 4, 5], parity.clone()))
            .with_rule(line(&[6, 13, 20, 27, 34], sum.clone()));
        for &(cell, digit) in clues {
            puzzle.set(Cell::new(cell), Digit::new(digit));
        }
        puzzle
    };
    let most = with_rules(&[(0, 0), (1, 1), (2, 2), (9, 0), (15, 4)]);
    let many = with_rules(&[(0, 0), (1, 1), (2, 2), (3, 3), (9, 0), (15, 4), (29, 3)]);
    let by_native = EngineSpec::new("native", EngineOptions::default()).unwrap();
    // With every other digit of a solution there are few.
    let digits = solutions(&by_native, &most).swap_remove(0);
    let some: Vec<_> = (0..36).step_by(2).map(|cell| (cell, digits[cell].index())).collect();
    let few = with_rules(&some);
    let mut took_part = BTreeSet::new();
    for (puzzle, counts) in [(&most, 1001..10_000), (&many, 17..1000), (&few, 2..17)] {
        let expected = solutions(&by_native, puzzle);
        assert!(counts.contains(&expected.len()), "{}", expected.len());
        let mut in_order = Vec::new();
        let visit = &mut |digits: &[Digit]| {
            in_order.push(digits.to_vec());
            ControlFlow::Continue(())
        };
        by_native.open().search(puzzle, &Limits::none(), visit).unwrap();
        // Time for steps of filters, for branches, and in the end for both, though there is no
        // formula at first.
        let turns = beside::Pace { turn: 1, late: u64::MAX, ..beside::PACE };
        let by_steps = |share| beside::Pace { first: 0, slow: [0, u64::MAX >> 20], share, ..turns };
        let late = beside::Pace { first: u64::MAX, late: 100, clauses: 0, ..turns };
        let by = [by_steps(1_000_000), by_steps(1), turns.after(2), late];
        for ((way, pace), patience) in
            itertools::iproduct!(by.iter().enumerate(), [u64::MAX, 5, 40])
        {
            let patiences: fn(&Puzzle) -> u64 = match patience {
                5 => |_| 5,
                40 => |_| 40,
                _ => |_| u64::MAX,
            };
            let auto = auto::Auto::with_patience(EngineOptions::default(), 0, patiences);
            let mut auto = auto.with_pace(*pace);
            let mut found = Vec::new();
            let outcome = auto.search(puzzle, &Limits::none(), &mut |digits| {
                puzzle.check(digits).unwrap();
                found.push(digits.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(outcome.unwrap().end, End::Exhausted);
            // Native search alone finds them in another order.
            if patience == u64::MAX && found != in_order {
                took_part.insert(way);
            }
            found.sort_unstable();
            assert!(found == expected, "{way} {patience}: {} {}", found.len(), expected.len());
        }
    }
    assert!([0, 2, 3].iter().all(|way| took_part.contains(way)), "{took_part:?}");
}

/// A filled 16×16 without its first three digits: they can change places at least, so that it has
/// several solutions, the more the fewer rows are kept.
fn open_sixteen(kept_rows: usize) -> Puzzle {
    let digit = |cell: usize| (4 * (cell / 16) + cell / 64 + cell % 16) % 16 + 1;
    let clue =
        |cell: usize| if digit(cell) <= 3 && cell / 16 >= kept_rows { 0 } else { digit(cell) };
    let numbers: Vec<_> = (0..256).map(|cell| u16::try_from(clue(cell)).unwrap()).collect();
    Puzzle::from_numbers(Layout::boxes(4, 4).unwrap().shared(), &numbers).unwrap()
}

#[cfg(feature = "varisat")]
#[test]
fn native_search_goes_on_where_rules_meet_more_than_nine_digits() {
    use crate::rule::{Block, Distinct};
    // Cells that see one another anyway, so that the lanes count the solutions.
    let block = Block::Distinct(Distinct::new([0, 1, 2].map(Cell::new)));
    let plain = open_sixteen(2);
    let puzzle = plain.clone().with_rule(Rule::from_blocks("distinct", [block]));
    let lanes = EngineSpec::new("lanes", EngineOptions::default()).unwrap();
    let expected = solutions(&lanes, &plain);
    for branches in [0, 5] {
        let auto = auto::Auto::new(EngineOptions::default());
        let mut auto = auto.with_pace(beside::PACE.after(branches));
        let mut found = Vec::new();
        let outcome = auto.search(&puzzle, &Limits::none(), &mut |digits| {
            found.push(digits.to_vec());
            ControlFlow::Continue(())
        });
        let outcome = outcome.unwrap();
        assert_eq!((outcome.end, outcome.stats.engine), (End::Exhausted, "native"));
        found.sort_unstable();
        assert!(found == expected);
    }
}

#[test]
fn auto_hands_over_from_the_lanes_and_repeats_nothing() {
    if BACKENDS.is_empty() {
        return;
    }
    let puzzle = open_sixteen(2);
    let lanes = EngineSpec::new("lanes", EngineOptions::default()).unwrap();
    let expected = solutions(&lanes, &puzzle);
    assert!((2..1000).contains(&expected.len()), "{}", expected.len());
    for patience in [0, 1, 2, 10, 1000] {
        let mut auto = auto::Auto::with_patience(EngineOptions::default(), patience, |_| 0);
        let mut visited = Vec::new();
        let outcome = auto.search(&puzzle, &Limits::none(), &mut |digits| {
            visited.push(Box::from(digits));
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.unwrap().end, End::Exhausted);
        for limit in [None, Some(1), Some(3_u32)] {
            let count = limit.map_or(visited.len(), |limit| limit as usize);
            let found = auto
                .find(
                    &[&puzzle; 3],
                    &Limits::none(),
                    Query { limit: limit.map(u64::from), keep: 2 },
                )
                .unwrap();
            for found in found.into_iter().flatten() {
                assert_eq!(found.count, count as u64, "{patience} {limit:?}");
                assert_eq!(found.solutions, visited[..count.min(2)], "{patience} {limit:?}");
            }
        }
        let mut sorted: Vec<Vec<_>> = visited.iter().map(|digits| digits.to_vec()).collect();
        sorted.sort_unstable();
        assert_eq!(sorted, expected, "{patience}");
    }
}

#[test]
fn auto_leaves_many_solutions_to_the_lanes() {
    let puzzle = open_sixteen(0);
    let mut lanes = lanes::engine::Lanes;
    let all = lanes.find(&[&puzzle], &Limits::none(), Query::count(None)).unwrap();
    let all = all[0].as_ref().unwrap().count;
    assert_eq!(all, 3894);
    let mut auto = auto::Auto::new(EngineOptions::default());
    let mut visited = BTreeSet::new();
    let outcome = auto.search(&puzzle, &Limits::none(), &mut |digits| {
        assert!(visited.insert(digits.to_vec()));
        ControlFlow::Continue(())
    });
    assert_eq!((outcome.unwrap().end, visited.len() as u64), (End::Exhausted, all));
    for limit in [None, Some(1001), Some(1002), Some(5000)] {
        let found = auto.find(&[&puzzle], &Limits::none(), Query { limit, keep: 1 }).unwrap();
        let found = found[0].as_ref().unwrap();
        assert_eq!(found.count, limit.map_or(all, |limit| limit.min(all)));
        let end = if found.count == all { End::Exhausted } else { End::Stopped };
        assert_eq!((found.end, found.solutions.len()), (end, 1));
    }
}

#[test]
fn the_portfolio_says_who_won() {
    let puzzle = crate::parse(SEVERAL).unwrap();
    for threads in 1..5 {
        let threads = NonZeroUsize::new(threads).unwrap();
        let options = EngineOptions { threads, ..EngineOptions::default() };
        let spec = EngineSpec::new("portfolio", options).unwrap();
        let mut first = None;
        let stopped = spec.open().search(&puzzle, &Limits::none(), &mut |digits| {
            first = Some(digits.to_vec());
            ControlFlow::Break(())
        });
        let stopped = stopped.unwrap();
        puzzle.check(&first.unwrap()).unwrap();
        assert_eq!(stopped.end, End::Stopped);
        assert!(["lanes", "sat", "local", "native"].contains(&stopped.stats.engine));
    }
}

#[cfg(feature = "varisat")]
const SHORT_TURNS: Turns =
    Turns { conflicts_first: 0, steps_first: 0, conflicts: 5, steps: 5_000, late: 40 };

/// A 16×16 with many solutions: some cells of a full grid.
#[cfg(feature = "varisat")]
fn peak(seed: u64, clues: usize) -> Puzzle {
    let full = |row: usize, column: usize| (4 * row + row / 4 + column) % 16;
    let mut state = seed | 1;
    let mut random = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % bound
    };
    let mut puzzle = empty(Layout::boxes(4, 4).unwrap());
    for _ in 0..clues {
        let (row, column) = (random(16), random(16));
        puzzle.set(Cell::at(row, column, 16), Digit::new(full(row, column)));
    }
    puzzle
}

#[cfg(feature = "varisat")]
#[test]
fn turns_of_sat_and_local_search_find_the_same_on_one_thread_and_two() {
    use std::collections::BTreeSet;
    let mut by_local = 0;
    for (seed, steps_first) in [(1, 0), (2, 0), (3, 100_000), (4, 100_000)] {
        let turns = Turns { steps_first, ..SHORT_TURNS };
        let puzzle = peak(seed, 100);
        let first = |threads: usize| {
            let threads = NonZeroUsize::new(threads).unwrap();
            let sat = sat::Sat::new(EngineOptions { seed, threads, ..EngineOptions::default() });
            let limits = Limits::none();
            let mut found = Vec::new();
            let seen = BTreeSet::new();
            let visit = &mut |digits: &[Digit]| {
                puzzle.check(digits).unwrap();
                found.push(digits.to_vec());
                if found.len() < 8 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let outcome =
                alternation::search(sat.session(), &puzzle, &limits, seen, Some(turns), visit);
            (found, outcome.unwrap())
        };
        let (found, outcome) = first(1);
        assert_eq!(outcome.end, End::Stopped);
        let distinct: BTreeSet<_> = found.iter().collect();
        assert_eq!(distinct.len(), found.len());
        let (same, other) = first(2);
        assert!(found == same, "seed {seed}");
        assert_eq!(outcome.stats.engine, other.stats.engine);
        by_local += usize::from(outcome.stats.engine == "local");
    }
    assert!(by_local > 0);
}

#[cfg(feature = "varisat")]
#[test]
fn turns_come_to_an_end_where_there_is_one() {
    use std::collections::BTreeSet;
    for symbols in [SEVERAL, &SEVERAL.replace("..6.", "..66")] {
        let puzzle = crate::parse(symbols).unwrap();
        let native = EngineSpec::new("native", EngineOptions::default()).unwrap();
        let expected = solutions(&native, &puzzle);
        let sat = sat::Sat::new(EngineOptions::default());
        let seen: BTreeSet<Box<[Digit]>> =
            expected.iter().take(2).map(|digits| digits.clone().into()).collect();
        let limits = Limits::none();
        let mut found = Vec::new();
        let visit = &mut |digits: &[Digit]| {
            found.push(digits.to_vec());
            ControlFlow::Continue(())
        };
        let outcome = alternation::search(
            sat.session(),
            &puzzle,
            &limits,
            seen.clone(),
            Some(SHORT_TURNS),
            visit,
        );
        assert_eq!(outcome.unwrap().end, End::Exhausted);
        found.extend(seen.iter().map(|digits| digits.to_vec()));
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
