//! Searches that end before they are done: said to be so, and never wrong.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use satoku::engine::lanes::{InstructionSet, Query, solve_with, visit};
use satoku::{End, Limits};

use super::{Dice, Given, assert_same, everything, in_batches, made};

/// Solutions up to which interrupted counts are compared.
const MANY: u64 = 5000;

fn empty() -> Given {
    Given::Text([b'.'; super::CELLS])
}

fn stop(raised: bool) -> (Arc<AtomicBool>, Limits) {
    let flag = Arc::new(AtomicBool::new(raised));
    (Arc::clone(&flag), Limits::none().with_stop(flag))
}

/// Everything that can never be done, and puzzles that take a moment beside it.
fn endless(batch: usize) -> Vec<Given> {
    let mut givens = vec![empty()];
    givens.extend(made(&mut Dice(9), batch - 1));
    givens
}

#[test]
fn a_flag_raised_before_ends_all_at_once() {
    let (_, limits) = stop(true);
    for set in InstructionSet::available() {
        for size in [1, 8, 9, 100] {
            let givens = endless(size);
            for query in [Query::up_to(2), Query::count(None)] {
                for (answer, grids) in in_batches(set, &givens, size, query, &limits) {
                    assert!(answer.interrupted && !answer.complete, "{answer:?}");
                    assert_eq!((answer.count, grids.len()), (0, 0));
                }
            }
        }
    }
    let (_, end) = visit(empty().clues(), &limits, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(end, End::Limit);
}

/// Where something was done before the end, that is true.
fn check_interrupted(set: InstructionSet, givens: &[Given], limits: &Limits, query: Query) {
    let found = in_batches(set, givens, givens.len(), query, limits);
    let plain = Query { limit: Some(query.limit.unwrap_or(MANY).min(MANY)), ..query };
    let expected = in_batches(set, givens, givens.len(), plain, &Limits::none());
    let place = format!("{} {query:?}, {} puzzles", set.name(), givens.len());
    assert!(found[0].0.interrupted && !found[0].0.complete, "{place}: {:?}", found[0].0);
    for (k, ((answer, grids), (whole, known))) in found.iter().zip(&expected).enumerate() {
        assert!(!(answer.interrupted && answer.complete), "{place}: {answer:?}");
        if !answer.interrupted && whole.complete {
            assert_eq!((answer.count, answer.complete), (whole.count, true), "{place}: {k}");
            assert_eq!(grids, known, "{place}: {k}");
        }
        assert!(!whole.complete || answer.count <= whole.count, "{place}: {k}");
        assert!(grids.len() as u64 <= answer.count, "{place}: {k}");
        assert!(grids.iter().all(|grid| givens[k].is_solved_by(grid)), "{place}: {k}");
        assert_eq!(BTreeSet::from_iter(grids).len(), grids.len(), "{place}: {k}");
    }
}

#[test]
fn a_flag_raised_meanwhile_ends_the_search_soon() {
    for set in InstructionSet::available() {
        for size in [1, 5, 60] {
            for query in [Query::count(None), Query { limit: None, keep: 10 }] {
                let (flag, limits) = stop(false);
                let givens = endless(size);
                std::thread::scope(|scope| {
                    scope.spawn(|| {
                        std::thread::sleep(Duration::from_millis(30));
                        flag.store(true, Ordering::Relaxed);
                    });
                    check_interrupted(set, &givens, &limits, query);
                });
            }
        }
    }
}

#[test]
fn time_ends_the_search_soon() {
    for set in InstructionSet::available() {
        for size in [1, 60] {
            let limits = Limits::none().with_time(Duration::from_millis(30));
            check_interrupted(set, &endless(size), &limits, Query::count(None));
            let query = Query { limit: Some(u64::MAX - 1), keep: 3 };
            check_interrupted(set, &endless(size), &limits.clone().renewed(), query);
        }
    }
}

#[test]
fn a_visitor_may_raise_the_flag_itself() {
    let (flag, limits) = stop(false);
    let mut found = 0_u64;
    let (nodes, end) = visit(empty().clues(), &limits, &mut |_| {
        found += 1;
        if found == 1000 {
            flag.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(end, End::Limit);
    assert!((1000..2000).contains(&found), "{found}");
    assert!(nodes < 3000, "{nodes}");
}

#[test]
fn effort_ends_every_search_at_the_same_place() {
    let givens = everything(20, 300);
    let sets = InstructionSet::available();
    let whole = in_batches(sets[0], &givens, 1000, Query::up_to(3), &Limits::none());
    for effort in [0, 1, 2, 7, 40, 1000] {
        let limits = Limits::none().with_effort(effort);
        let expected = in_batches(sets[0], &givens, 1, Query::up_to(3), &limits);
        let mut interrupted = 0;
        for (k, ((answer, grids), (whole, known))) in expected.iter().zip(&whole).enumerate() {
            let place = format!("effort {effort}, puzzle {k}");
            assert!(grids[..] == known[..grids.len()], "{place}: other solutions");
            assert_eq!(answer.count, grids.len() as u64, "{place}");
            assert!(answer.nodes <= whole.nodes, "{place}");
            assert!(answer.nodes <= effort * (1 + answer.count), "{place}");
            if answer.interrupted {
                assert!(!answer.complete && answer.count < 3, "{place}");
                interrupted += 1;
            } else {
                assert_eq!(answer, whole, "{place}");
            }
        }
        assert!(interrupted > 0 || effort == 1000, "effort {effort} is enough for all");
        for set in &sets {
            for size in [1, 8, 33, 1000] {
                let found = in_batches(*set, &givens, size, Query::up_to(3), &limits);
                let how = format!("effort {effort}, {} by {size}", set.name());
                assert_same(&givens, &found, &expected, &how);
            }
        }
    }
}

/// The numbers that visitors and batches give of a search that ran out of effort.
#[test]
fn effort_ends_visits_where_it_ends_batches() {
    for given in everything(5, 100) {
        for effort in [0, 3, 25] {
            let limits = Limits::none().with_effort(effort);
            let set = InstructionSet::best();
            let all = Query { limit: Some(500), keep: 500 };
            let answers = solve_with(set, &[given.clues()], all, &limits).unwrap();
            let mut found = Vec::new();
            let (nodes, end) = visit(given.clues(), &limits, &mut |grid| {
                found.push(*grid);
                if found.len() < 500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
            assert_eq!(found, answers.solutions(0));
            assert_eq!((nodes, end == End::Limit), (answers[0].nodes, answers[0].interrupted));
            assert_eq!(end == End::Exhausted, answers[0].complete);
        }
    }
}
