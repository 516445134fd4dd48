//! Decides plain 9×9 and 16×16 in the lanes.

use super::{Judge, State, Verdict};
use crate::answer;
use crate::engine::{EngineSpec, SatOptions};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::Puzzle;

pub(super) fn takes(_puzzle: &Puzzle) -> bool {
    false
}
pub(super) struct Lanes;
impl Lanes {
    pub(super) fn new(_: &SatOptions) -> Self {
        Lanes
    }
}
impl Judge for Lanes {
    fn decide(
        &mut self,
        state: &State<'_>,
        groups: &[Vec<Cell>],
        limits: &Limits,
    ) -> Result<Verdict> {
        Ok(Verdict::Unknown)
    }
}
