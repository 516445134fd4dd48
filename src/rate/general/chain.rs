//! Single chains: an assumption that leads to its contrary; the shortest is taken.

use std::ops::ControlFlow;

use super::found::Found;
use super::links::{Literal, Reach, Via, literal, split};
use super::named;
use super::view::{View, bits};
use crate::rate::chain::length;
use crate::rate::step::Step;
use crate::rate::technique::Sink;

/// Longer than any chain.
const ANY: u32 = u32::MAX;

pub(super) fn find(view: &View<'_>, sink: &mut Sink, via: Via) -> ControlFlow<()> {
    let mut reach = Reach::default();
    let mut best: Option<(u32, Literal)> = None;
    for cell in view.empty() {
        for digit in bits(view.of[cell]) {
            for on in [true, false] {
                let from = literal(view.ground, cell, digit, on);
                let most =
                    if sink.wants_all() { ANY } else { best.map_or(ANY, |(nodes, _)| nodes - 1) };
                let is_found = reach.run(view, from, via, most, true);
                if !view.spend(reach.nodes.len() * view.ground.digits) {
                    return ControlFlow::Continue(());
                }
                if !is_found {
                    continue;
                }
                if sink.wants_all() {
                    sink.take(step(view, &reach, from, via))?;
                } else {
                    let place = reach.place[from as usize ^ 1] as usize;
                    best = Some((reach.length[place - 1], from));
                }
            }
        }
    }
    let Some((_, from)) = best else { return ControlFlow::Continue(()) };
    reach.run(view, from, via, ANY, true);
    sink.take(step(view, &reach, from, via))
}

fn step(view: &View<'_>, reach: &Reach, from: Literal, via: Via) -> Step {
    let technique = named(if via == Via::Digit { "x-chain" } else { "forcing-chain" });
    let nodes = reach.told(view.ground, from ^ 1, 0);
    let rating = technique.rating + length::added(nodes.len() as u32);
    let end = nodes.len() - 1;
    concluding(Found::new(technique).rated(rating), view, from ^ 1).told(nodes, vec![end])
}

/// A step that concludes that a candidate is on or off.
pub(super) fn concluding(found: Found, view: &View<'_>, what: Literal) -> Found {
    let (cell, digit, on) = split(view.ground, what);
    if !on {
        return found.removing([(cell, digit)]);
    }
    let others = bits(view.of[cell] & !(1 << digit)).map(|other| (cell, other));
    found.placing(cell, digit).removing(others)
}
