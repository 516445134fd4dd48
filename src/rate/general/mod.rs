//! Ratings and steps of any layout, the scale `se-general`: techniques stated over houses and over
//! what sees what, so that rows, regions, diagonals, windows and disjoint groups are alike.
//!
//! Names and ratings are those of the 9×9 scale, as labels: no program rates such puzzles by rules
//! that are published. Of a technique the first step in row-major order is taken; of chains the
//! shortest. Houses with fewer cells than digits, and rules that exclude pairs, say what excludes
//! what; only full houses say where a digit must be. What rules exclude beside that is a step of
//! its own, by the blocks that they consist of.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `view` | the position: candidates by cell, places by house; what sees what |
//! | `found` | what was found, as a step |
//! | `single`, `rule` | singles; what a rule excludes |
//! | `locked`, `sets`, `fish`, `wing`, `rectangle` | patterns |
//! | `links`, `chain`, `several`, `net` | chains: links, single ones, several that agree, nets |
//! | `trial` | what propagation with the rules refutes |
//! | `path` | the steps to the solution |

mod chain;
mod fish;
mod found;
mod links;
mod locked;
mod net;
mod path;
mod rectangle;
mod rule;
mod sets;
mod several;
mod single;
mod trial;
mod view;
mod wing;

use std::ops::ControlFlow;

pub use path::General;

use super::technique::{Sink, Technique};
use view::View;

/// Hands out steps of a position, as long as they are taken.
type Find = fn(&View<'_>, &mut Sink) -> ControlFlow<()>;

/// What is looked for in turn, with what its ratings begin at.
const LADDER: &[(f64, Find)] = &[
    (1.0, single::hidden),
    (2.3, single::naked),
    (2.5, rule::find),
    (2.6, locked::find),
    (3.0, |view, sink| sets::naked(view, sink, 2)),
    (3.2, |view, sink| fish::find(view, sink, 2)),
    (3.4, |view, sink| sets::hidden(view, sink, 2)),
    (3.6, |view, sink| sets::naked(view, sink, 3)),
    (3.8, |view, sink| fish::find(view, sink, 3)),
    (4.0, |view, sink| sets::hidden(view, sink, 3)),
    (4.2, |view, sink| wing::find(view, sink, 2)),
    (4.4, |view, sink| wing::find(view, sink, 3)),
    (4.5, rectangle::find),
    (5.0, |view, sink| sets::naked(view, sink, 4)),
    (5.1, sets::larger_naked),
    (5.2, |view, sink| fish::find(view, sink, 4)),
    (5.4, |view, sink| sets::hidden(view, sink, 4)),
    (5.5, sets::larger_hidden),
    (6.6, |view, sink| chain::find(view, sink, links::Via::Digit)),
    (7.0, |view, sink| chain::find(view, sink, links::Via::Both)),
    (7.5, net::nishio),
    (8.0, several::find),
    (8.5, net::find),
    (9.0, trial::find),
];

/// The techniques that the 9×9 scale has not.
pub(super) const EXTRA: [&Technique; 4] =
    [&rule::RULE, &sets::NAKED_SET, &sets::HIDDEN_SET, &trial::TRIAL];

/// A technique of the 9×9 scale.
fn named(slug: &str) -> &'static Technique {
    super::by_slug(slug).expect("a slug of the ladder")
}
