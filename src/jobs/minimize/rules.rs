//! Rules taken out, one after the other, by whatever engine decides the puzzle without them.

use std::sync::Arc;

use super::Reduction;
use crate::engine::EngineSpec;
use crate::error::Result;
use crate::jobs::answer;
use crate::limits::Limits;
use crate::random::Random;

/// Takes rules out in a random order, each if the puzzle keeps its one solution without it.
pub(super) fn dig(
    dug: &mut Reduction,
    random: &mut Random,
    engine: &EngineSpec,
    limits: &Limits,
) -> Result<()> {
    let mut order = dug.puzzle.rules().to_vec();
    random.shuffle(&mut order);
    for rule in order {
        let place = dug.puzzle.rules().iter().position(|other| Arc::ptr_eq(other, &rule));
        let Some(place) = place else { continue };
        match answer::needs_rule(&dug.puzzle, place, engine, limits)? {
            Some(false) => {
                dug.puzzle = dug.puzzle.clone().without_rule(place);
                dug.removed_rules.push(rule);
            }
            Some(true) => {}
            None => dug.open_rules += 1,
        }
    }
    dug.complete &= dug.open_rules == 0;
    Ok(())
}
