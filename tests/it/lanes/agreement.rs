//! Whatever the instruction set, the size of the batch and the neighbours in it, a puzzle's answer
//! is the same: count, solutions in order, branches.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use satoku::engine::lanes::{InstructionSet, Query, solve_with, visit};
use satoku::{End, Limits};

use super::{Dice, Given, assert_same, everything, in_batches, made};

/// Around half the lanes of each set, where puzzles are no longer solved one by one, and all of them.
const SIZES: [usize; 9] = [1, 2, 4, 5, 8, 9, 16, 33, 1000];

#[test]
fn every_set_and_batch_gives_the_same_answers() {
    let givens = everything(120, 800);
    let sets = InstructionSet::available();
    let query = Query::up_to(2);
    let expected = in_batches(sets[0], &givens, 1, query, &Limits::none());
    for (answer, grids) in &expected {
        assert!(!answer.interrupted);
        assert_eq!(answer.count, grids.len() as u64);
        assert_eq!(answer.complete, answer.count < 2);
    }
    for count in 0..=2 {
        assert!(expected.iter().any(|(answer, _)| answer.count == count), "{count} solutions");
    }
    for set in sets {
        for size in SIZES {
            let found = in_batches(set, &givens, size, query, &Limits::none());
            assert_same(&givens, &found, &expected, &format!("{} by {size}", set.name()));
        }
    }
}

/// Solutions of a puzzle that are listed.
const MANY: u64 = 500;

/// Puzzles with some solutions, but not too many to list.
fn some_solutions() -> Vec<Given> {
    let mut givens = everything(10, 250);
    let query = Query::count(Some(MANY));
    let set = InstructionSet::best();
    let counts = in_batches(set, &givens, 1000, query, &Limits::none());
    let mut few = counts.iter().map(|(answer, _)| answer.complete);
    givens.retain(|_| few.next().unwrap());
    let most = counts.iter().filter(|(answer, _)| answer.complete).map(|(answer, _)| answer.count);
    assert!(most.max() > Some(MANY / 2), "no puzzle has many solutions");
    givens
}

#[test]
fn every_wish_is_the_beginning_of_all_solutions() {
    let givens = some_solutions();
    let everything = Query { limit: None, keep: usize::MAX };
    let all = in_batches(InstructionSet::best(), &givens, 1, everything, &Limits::none());
    for (given, (answer, grids)) in givens.iter().zip(&all) {
        assert!(answer.complete && !answer.interrupted);
        assert_eq!(answer.count, grids.len() as u64);
        assert_eq!(BTreeSet::from_iter(grids).len(), grids.len(), "a solution came twice");
        assert!(grids.iter().all(|grid| given.is_solved_by(grid)), "{given:?}");
    }
    let wishes = [
        Query::up_to(0),
        Query::up_to(1),
        Query::up_to(2),
        Query::up_to(5),
        Query::up_to(100),
        Query::up_to(501),
        Query::count(None),
        Query::count(Some(0)),
        Query::count(Some(1)),
        Query::count(Some(3)),
        Query::count(Some(64)),
        Query { limit: None, keep: 3 },
        Query { limit: None, keep: usize::MAX },
        Query { limit: Some(10), keep: 3 },
        Query { limit: Some(3), keep: 10 },
    ];
    for query in wishes {
        let limit = query.limit.unwrap_or(u64::MAX);
        for set in InstructionSet::available() {
            let mut alone = Vec::new();
            for size in [1, 4, 8, 16, 33, 1000] {
                let found = in_batches(set, &givens, size, query, &Limits::none());
                let how = format!("{query:?}, {} by {size}", set.name());
                for (k, ((answer, grids), (whole, known))) in found.iter().zip(&all).enumerate() {
                    let how = format!("{how}: puzzle {k}, {:?}", givens[k]);
                    assert_eq!(answer.count, whole.count.min(limit), "{how}");
                    assert_eq!(answer.complete, whole.count < limit, "{how}");
                    assert!(!answer.interrupted, "{how}");
                    let kept = known.len().min(query.keep).min(usize::try_from(limit).unwrap());
                    assert!(grids[..] == known[..kept], "{how}: other solutions");
                    if answer.complete {
                        assert_eq!(answer.nodes, whole.nodes, "{how}");
                    } else if (query.keep as u64) < limit {
                        assert_eq!(answer.nodes, 0, "{how}");
                    } else {
                        assert!(answer.nodes <= whole.nodes, "{how}");
                    }
                }
                if alone.is_empty() {
                    alone = found;
                } else {
                    assert_same(&givens, &found, &alone, &how);
                }
            }
        }
    }
}

#[test]
fn neighbours_do_not_matter() {
    let mut givens = everything(40, 600);
    // Some that nothing ends but the limit.
    givens.extend((0..5).map(|_| Given::Marks([super::ALL; super::CELLS])));
    for set in InstructionSet::available() {
        for query in [Query::up_to(2), Query::up_to(40), Query::count(Some(40))] {
            let expected = in_batches(set, &givens, givens.len(), query, &Limits::none());
            let mut dice = Dice(3);
            for _ in 0..3 {
                let mut order: Vec<usize> = (0..givens.len()).collect();
                dice.shuffle(&mut order);
                let shuffled: Vec<_> = order.iter().map(|&k| givens[k].clone()).collect();
                let size = 10 + dice.below(2 * givens.len());
                let found = in_batches(set, &shuffled, size, query, &Limits::none());
                let expected = order.iter().map(|&k| expected[k].clone()).collect();
                assert_same(&shuffled, &found, &expected, &format!("{query:?} {}", set.name()));
            }
        }
    }
}

/// The same puzzle in all lanes, so that all are done at once, and one in the midst of others.
#[test]
fn equals_have_equal_answers() {
    for given in made(&mut Dice(4), 60) {
        let one = in_batches(
            InstructionSet::best(),
            std::slice::from_ref(&given),
            1,
            Query::up_to(3),
            &Limits::none(),
        );
        for set in InstructionSet::available() {
            let many = vec![given.clone(); 2 * set.lanes() + 1];
            let found = in_batches(set, &many, many.len(), Query::up_to(3), &Limits::none());
            assert_same(&many, &found, &vec![one[0].clone(); many.len()], set.name());
        }
    }
}

#[test]
fn visits_are_in_the_order_of_what_is_kept() {
    let givens = everything(20, 400);
    let answers =
        in_batches(InstructionSet::best(), &givens, 100, Query::up_to(30), &Limits::none());
    for (given, (answer, grids)) in givens.iter().zip(answers) {
        for stop in [1, 2, 30] {
            let mut found = Vec::new();
            let (nodes, end) = visit(given.clues(), &Limits::none(), &mut |grid| {
                found.push(*grid);
                if found.len() == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
            assert_eq!(found, grids[..grids.len().min(stop)], "{given:?}");
            let wanted = if grids.len() < stop { End::Exhausted } else { End::Stopped };
            assert_eq!(end, wanted, "{given:?}");
            if stop == 30 {
                assert_eq!(nodes, answer.nodes, "{given:?}");
            }
        }
    }
}

/// A search that many lanes share, of which the first solutions count.
/// Solutions of the empty grid that are compared.
const FIRST: usize = 5000;

#[test]
fn the_empty_grid_has_the_same_first_solutions_everywhere() {
    let empty = Given::Text([b'.'; super::CELLS]);
    let mut first = Vec::new();
    visit(empty.clues(), &Limits::none(), &mut |grid| {
        first.push(*grid);
        if first.len() < FIRST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .unwrap();
    assert_eq!(BTreeSet::from_iter(&first).len(), first.len());
    assert!(first.iter().all(|grid| empty.is_solved_by(grid)));
    for set in InstructionSet::available() {
        for limit in [1, 2, 1000, FIRST] {
            let mut nodes = BTreeSet::new();
            for batch in [1, 3, 20] {
                if limit > 1000 && batch > 3 {
                    continue;
                }
                let clues = vec![empty.clues(); batch];
                let answers =
                    solve_with(set, &clues, Query::up_to(limit), &Limits::none()).unwrap();
                for (k, answer) in answers.iter().enumerate() {
                    assert!(answers.solutions(k) == &first[..limit], "{} {limit}", set.name());
                    assert_eq!(answer.count, limit as u64);
                    assert!(!answer.complete && !answer.interrupted);
                    nodes.insert(answer.nodes);
                }
                let query = Query { limit: Some(limit as u64), keep: 1 };
                let answers = solve_with(set, &clues, query, &Limits::none()).unwrap();
                assert!(answers.iter().all(|answer| answer.count == limit as u64));
                assert_eq!(answers.solutions(0), &first[..1]);
            }
            assert_eq!(nodes.len(), 1, "{nodes:?}");
        }
        let query = Query::count(Some(20_000));
        let answers =
            solve_with(set, &[empty.clues(), empty.clues()], query, &Limits::none()).unwrap();
        assert!(answers.iter().all(|answer| (answer.count, answer.complete) == (20_000, false)));
    }
}

#[test]
fn nothing_is_asked_of_no_puzzle() {
    for set in InstructionSet::available() {
        let answers = solve_with(set, &[], Query::up_to(2), &Limits::none()).unwrap();
        assert!(answers.is_empty());
        assert_eq!(answers.len(), 0);
        assert_eq!(answers.iter().count(), 0);
    }
}
