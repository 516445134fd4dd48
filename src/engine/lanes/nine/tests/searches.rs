//! One puzzle alone, visit and batch: the same search with every instruction set.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::super::super::isa::InstructionSet;
use super::super::{Clues, Grid, Query, Visit, solve_with};
use super::{MANY, Marks, config, samples, solutions};
use crate::limits::{End, Limits};

/// Candidates of a grid that plain recursion is up to.
const PLAIN: u32 = 280;

fn grid(marks: &Marks) -> Grid {
    marks.map(|mark| u8::try_from(mark.trailing_zeros()).unwrap() + 1)
}

/// Up to so many solutions as `visit` hands them out, how many branches it took, and how it ended.
fn visited(
    set: InstructionSet,
    marks: &Marks,
    limits: &Limits,
    limit: usize,
) -> (Vec<Grid>, u64, End) {
    let mut found = Vec::new();
    let mut take = |grid: &Grid| {
        found.push(*grid);
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let work = Visit { clues: Clues::Candidates(marks), limits, take: &mut take };
    let (nodes, end) = set.dispatch(work);
    (found, nodes, end)
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn visits_and_batches_find_the_same_in_order(samples in samples(4, false), limit in 1..40_usize) {
        let clues: Vec<_> = samples.iter().map(|s| Clues::Candidates(&s.marks)).collect();
        let none = Limits::none();
        for set in InstructionSet::available() {
            let batch = solve_with(set, &clues, Query::up_to(limit), &none).unwrap();
            for (k, sample) in samples.iter().enumerate() {
                let (found, nodes, end) = visited(set, &sample.marks, &none, limit);
                let expected = if batch[k].complete { End::Exhausted } else { End::Stopped };
                let of_batch = (batch.solutions(k), batch[k].nodes, expected);
                prop_assert_eq!((&found[..], nodes, end), of_batch, "{}", set.name());
                let alone = solve_with(set, &clues[k..=k], Query::up_to(limit), &none).unwrap();
                prop_assert_eq!(&alone[0], &batch[k]);
                prop_assert_eq!(alone.solutions(0), batch.solutions(k));
                let open: u32 = sample.marks.iter().map(|mark| mark.count_ones()).sum();
                if open < PLAIN {
                    let expected = solutions(&sample.marks, limit);
                    prop_assert_eq!(expected.len(), found.len());
                    if batch[k].complete {
                        let expected: BTreeSet<_> = expected.iter().map(grid).collect();
                        prop_assert_eq!(BTreeSet::from_iter(found), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn effort_ends_visits_and_batches_at_the_same_branch(
        samples in samples(4, false),
        effort in 0..20_u64,
        limit in 1..40_usize,
    ) {
        let clues: Vec<_> = samples.iter().map(|s| Clues::Candidates(&s.marks)).collect();
        let limits = Limits::none().with_effort(effort);
        let mut ends = Vec::new();
        for set in InstructionSet::available() {
            let batch = solve_with(set, &clues, Query::up_to(limit), &limits).unwrap();
            for (k, sample) in samples.iter().enumerate() {
                let (found, nodes, end) = visited(set, &sample.marks, &limits, limit);
                prop_assert_eq!(&found[..], batch.solutions(k), "{}", set.name());
                prop_assert_eq!(nodes, batch[k].nodes);
                prop_assert_eq!(end == End::Limit, batch[k].interrupted);
                prop_assert_eq!(end == End::Exhausted, batch[k].complete);
                prop_assert!(nodes <= effort * (1 + found.len() as u64));
            }
            ends.push(batch.iter().copied().collect::<Vec<_>>());
        }
        prop_assert!(ends.iter().all(|end| *end == ends[0]), "{:?}", ends);
        prop_assert_eq!(ends[0].len(), MANY);
    }
}
