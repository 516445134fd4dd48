//! Chains of implications: a candidate that is on turns others off, one that is off leaves others
//! as the last of a cell or house.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `length` | what the length of a chain adds to its rating; which of two chains is taken |
//! | `links` | which candidates turn off or on which others, in the order of the reference |
//! | `net` | how short single chains are, by sets of bits |
//! | `simple` | single chains: cycles, and a candidate that implies its own negation |
//! | `spread` | all consequences of an assumption, with what each follows from |
//! | `advanced`, `nests`, `within` | what techniques remove within chains; chains within chains, counted and told |
//! | `closure` | consequences as sets, in whatever order: what can be found at all |
//! | `implied` | what follows by single chains, as sets: whether there are any at all |
//! | `multiple` | what several assumptions agree on: contradictions, cells, houses |
//!
//! Which of several chains of the same rating is taken decides what is there to be found later,
//! and what their lengths are; so the order of the reference is kept down to the order in which
//! implications are followed.

pub(super) mod advanced;
mod closure;
mod implied;
pub(super) mod length;
pub(super) mod links;
pub(super) mod multiple;
mod nests;
mod net;
pub(super) mod simple;
pub(super) mod spread;
#[cfg(test)]
mod tests;
mod within;

use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::rate::ground::Ground;
use crate::rate::step::{self, Rule};

/// A candidate, as a number: `cell * DIGITS + digit`.
pub(super) type Candidate = u16;

/// A node as a step tells it: `by` is `None` for what is assumed, 0 for the cell, then houses in
/// their order, then techniques.
fn tell(
    ground: &Ground,
    at: Candidate,
    on: bool,
    by: Option<u8>,
    parents: Vec<usize>,
) -> step::Node {
    let (cell, digit) = links::split(at);
    let rule = match by {
        None => Rule::Assumed,
        Some(0) => Rule::Cell,
        Some(by) if by >= spread::BY_TECHNIQUE => {
            Rule::Technique(advanced::WITHIN[usize::from(by - spread::BY_TECHNIQUE)])
        }
        Some(by) => {
            let house = ground.houses_of[cell][usize::from(by) - 1];
            Rule::House(ground.houses[usize::from(house)].id)
        }
    };
    let (cell, digit) = (Cell::new(cell), Digit::new(digit));
    step::Node { cell, digit, on, parents, rule, nested: None }
}

/// What is kept between searches, so that these allocate nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Work {
    pub(super) simple: simple::Search,
    pub(super) multiple: multiple::Search,
    /// By level, from 1: what techniques find within chains.
    pub(super) advanced: [Option<Box<advanced::Advanced>>; 5],
}

impl Work {
    /// For searches within limits.
    pub(super) fn new(limits: Limits) -> Self {
        Work { multiple: multiple::Search::new(limits), ..Work::default() }
    }
}
