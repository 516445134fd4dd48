//! What all candidates of a cell, or all places of a digit in a house, lead to; what a candidate leads
//! to whether it is on or off.

use std::ops::ControlFlow;

use super::chain::concluding;
use super::found::Found;
use super::links::{Literal, Reach, Via, literal, split};
use super::named;
use super::view::{View, bits};
use crate::rate::chain::length;
use crate::rate::step::Step;
use crate::rate::technique::Sink;

/// More candidates are too many.
const MOST: usize = 8192;

/// So much is kept of what assumptions lead to, 8 bytes each; then it is forgotten and found anew.
const KEPT: usize = 8 << 20;

/// What an assumption leads to, ascending, with how many nodes lead there.
type Known = Box<[(Literal, u16)]>;

/// What all assumptions of a case lead to.
#[derive(Default)]
struct Common {
    /// By literal: how many of them lead there, and by how many nodes in all.
    of: Vec<(u16, u32)>,
}

impl Common {
    fn add(&mut self, known: &[(Literal, u16)]) {
        for &(at, length) in known {
            let (count, total) = &mut self.of[at as usize];
            (*count, *total) = (*count + 1, *total + u32::from(length));
        }
    }
}

/// Assumptions of which one holds, and the house that says so.
type Cases = (Vec<Literal>, Option<usize>);

pub(super) fn find(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    let ground = view.ground;
    let cases = cases(view);
    let count: usize = view.empty().map(|cell| view.count(cell)).sum();
    if count > MOST {
        view.cut_short();
        return ControlFlow::Continue(());
    }
    let mut reach = Reach::default();
    let mut known: Vec<Option<Known>> = Vec::new();
    let literals = view.of.len() * ground.digits * 2;
    known.resize_with(literals, || None);
    let (mut kept, mut common) = (0, Common { of: vec![(0, 0); literals] });
    let mut best: Option<(u32, &Cases, Literal)> = None;
    for case in &cases {
        if kept > KEPT {
            known.fill(None);
            kept = 0;
        }
        for &from in &case.0 {
            if known[from as usize].is_none() {
                reach.run(view, from, Via::Both, u32::MAX, false);
                if !view.spend(reach.nodes.len() * ground.digits) {
                    return ControlFlow::Continue(());
                }
                let lengths = reach.nodes.iter().zip(&reach.length);
                let mut all: Vec<_> = lengths.map(|(it, length)| (it.0, *length as u16)).collect();
                all.sort_unstable_by_key(|(at, _)| *at);
                kept += all.len();
                known[from as usize] = Some(all.into());
            }
        }
        let of: Vec<&Known> =
            case.0.iter().filter_map(|&from| known[from as usize].as_ref()).collect();
        let Some(first) = of.first() else { continue };
        for known in &of {
            common.add(known);
        }
        for &(at, _) in &***first {
            let (count, total) = common.of[at as usize];
            if usize::from(count) < of.len() || !is_new(view, at) {
                continue;
            }
            if sink.wants_all() {
                sink.take(step(view, &mut reach, case, at))?;
            } else if best.is_none_or(|(least, ..)| total < least) {
                best = Some((total, case, at));
            }
        }
        for known in of {
            known.iter().for_each(|(at, _)| common.of[*at as usize] = (0, 0));
        }
    }
    let Some((_, case, at)) = best else { return ControlFlow::Continue(()) };
    sink.take(step(view, &mut reach, case, at))
}

/// Whether a conclusion says something: a digit on, where it has others beside it, or one off.
fn is_new(view: &View<'_>, at: Literal) -> bool {
    let (cell, digit, on) = split(view.ground, at);
    view.has(cell, digit) && (!on || view.count(cell) > 1)
}

fn cases(view: &View<'_>) -> Vec<Cases> {
    let ground = view.ground;
    let on = |cell: usize, digit: usize| literal(ground, cell, digit, true);
    let mut cases = Vec::new();
    for cell in view.empty().filter(|&cell| view.count(cell) > 1) {
        cases.push((bits(view.of[cell]).map(|digit| on(cell, digit)).collect(), None));
    }
    for house in 0..ground.houses.len() {
        for digit in 0..ground.digits {
            let cells = view.cells_at(house, view.places(house, digit));
            if cells.len() > 1 {
                let all = cells.into_iter().map(|cell| on(cell, digit)).collect();
                cases.push((all, Some(house)));
            }
        }
    }
    cases
}

fn step(view: &View<'_>, reach: &mut Reach, (case, house): &Cases, at: Literal) -> Step {
    let technique = named(if house.is_some() { "region-chain" } else { "cell-chain" });
    let (mut nodes, mut ends) = (Vec::new(), Vec::new());
    for &from in case {
        reach.run(view, from, Via::Both, u32::MAX, false);
        nodes.extend(reach.told(view.ground, at, nodes.len()));
        ends.push(nodes.len() - 1);
    }
    let rating = technique.rating + length::added(nodes.len() as u32);
    let found = house.iter().fold(Found::new(technique).rated(rating), |found, &h| found.within(h));
    concluding(found, view, at).told(nodes, ends)
}
