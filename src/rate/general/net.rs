//! Nets: all that follows from an assumption by singles, to a conflict; the one with the fewest nodes
//! is taken. Nishio where the singles are those of one digit.

use std::ops::ControlFlow;

use super::chain::concluding;
use super::found::Found;
use super::links::{Literal, Via, follow, literal, node, split};
use super::named;
use super::view::{Set, View, bits};
use crate::rate::chain::length;
use crate::rate::step::{Node, Rule, Step};
use crate::rate::technique::Sink;

/// What follows from an assumption, each with the places of what it follows from.
#[derive(Debug, Default)]
struct Net {
    nodes: Vec<(Literal, Rule, Vec<u32>)>,
    /// By literal, its place plus one.
    place: Vec<u32>,
    now: Vec<Set>,
    /// Two nodes that contradict each other.
    clash: Option<[u32; 2]>,
    /// How many links were followed.
    links: usize,
}

impl Net {
    /// Follows an assumption to a conflict, or to the end; whether there is one.
    fn run(&mut self, view: &View<'_>, from: Literal, via: Via) -> bool {
        for (at, ..) in self.nodes.drain(..) {
            self.place[at as usize] = 0;
        }
        self.place.resize(view.of.len() * view.ground.digits * 2, 0);
        self.now.clear();
        self.now.extend_from_slice(view.of);
        (self.clash, self.links) = (None, 0);
        self.add(from, Rule::Assumed, Vec::new());
        let mut next = 0;
        while next < self.nodes.len() && self.clash.is_none() {
            let at = self.nodes[next].0;
            if at % 2 == 1 {
                let mut off = Vec::new();
                follow(view, at, via, |to, rule| off.push((to, rule)));
                self.links += off.len();
                for (to, rule) in off {
                    self.add(to, rule, vec![next as u32]);
                }
            } else {
                self.turned_off(view, at, via);
            }
            next += 1;
        }
        self.clash.is_some()
    }

    /// Adds what follows, if it is new.
    fn add(&mut self, at: Literal, rule: Rule, parents: Vec<u32>) {
        if self.place[at as usize] != 0 || self.clash.is_some() {
            return;
        }
        self.nodes.push((at, rule, parents));
        let place = self.nodes.len() as u32;
        self.place[at as usize] = place;
        let against = self.place[at as usize ^ 1];
        if against != 0 {
            self.clash = Some([against - 1, place - 1]);
        }
    }

    /// The cell and the houses of a candidate that is off.
    fn turned_off(&mut self, view: &View<'_>, at: Literal, via: Via) {
        let ground = view.ground;
        let (cell, digit, _) = split(ground, at);
        self.now[cell] &= !(1 << digit);
        self.links += 1 + ground.houses_of[cell].len() * ground.digits;
        if via == Via::Both && self.now[cell].count_ones() <= 1 {
            // Where nothing is left, it is what went last that has to be there.
            let last =
                if self.now[cell] == 0 { digit } else { self.now[cell].trailing_zeros() as usize };
            let others = bits(view.of[cell]).filter(|&other| other != last);
            let others: Vec<_> = others.map(|other| literal(ground, cell, other, false)).collect();
            self.conclude(literal(ground, cell, last, true), Rule::Cell, &others);
        }
        for &house in &ground.houses_of[cell] {
            let places = bits(view.places(house, digit)).map(|place| ground.houses[house][place]);
            let mut left = places.clone().filter(|&other| self.now[other] >> digit & 1 == 1);
            let (first, second) = (left.next(), left.next());
            if second.is_none() {
                let last = first.unwrap_or(cell);
                let others = places.filter(|&other| other != last);
                let others: Vec<_> =
                    others.map(|other| literal(ground, other, digit, false)).collect();
                self.conclude(literal(ground, last, digit, true), Rule::House(house), &others);
            }
        }
    }

    /// Adds what follows from all of some literals, if all of them are there.
    fn conclude(&mut self, at: Literal, rule: Rule, from: &[Literal]) {
        let places = from.iter().map(|&it| self.place[it as usize].checked_sub(1));
        if let Some(parents) = places.collect::<Option<Vec<_>>>() {
            self.add(at, rule, parents);
        }
    }

    /// The nodes that lead to one, numbered from `begin`.
    fn told(&self, view: &View<'_>, to: u32, begin: usize) -> Vec<Node> {
        let mut needed = vec![to];
        let mut known = vec![false; self.nodes.len()];
        known[to as usize] = true;
        let mut next = 0;
        while next < needed.len() {
            for &parent in &self.nodes[needed[next] as usize].2 {
                if !std::mem::replace(&mut known[parent as usize], true) {
                    needed.push(parent);
                }
            }
            next += 1;
        }
        needed.sort_unstable();
        let place = |of: &u32| begin + needed.binary_search(of).unwrap_or_default();
        let told = needed.iter().map(|&n| {
            let (at, rule, parents) = &self.nodes[n as usize];
            node(view.ground, *at, *rule, parents.iter().map(place).collect())
        });
        told.collect()
    }

    /// The nodes on both sides of the conflict, and where these end.
    fn clashing(&self, view: &View<'_>) -> (Vec<Node>, Vec<usize>) {
        let (mut nodes, mut ends) = (Vec::new(), Vec::new());
        for end in self.clash.into_iter().flatten() {
            nodes.extend(self.told(view, end, nodes.len()));
            ends.push(nodes.len() - 1);
        }
        (nodes, ends)
    }
}

/// Conflicts within a digit.
pub(super) fn nishio(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    search(view, sink, Via::Digit, "nishio")
}

/// Conflicts by all singles.
pub(super) fn find(view: &View<'_>, sink: &mut Sink) -> ControlFlow<()> {
    search(view, sink, Via::Both, "dynamic-contradiction-chain")
}

fn search(view: &View<'_>, sink: &mut Sink, via: Via, slug: &str) -> ControlFlow<()> {
    let mut net = Net::default();
    let mut best: Option<(usize, Literal)> = None;
    for cell in view.empty() {
        for digit in bits(view.of[cell]) {
            for on in [true, false] {
                let from = literal(view.ground, cell, digit, on);
                let is_found = net.run(view, from, via);
                if !view.spend(net.links) {
                    return ControlFlow::Continue(());
                }
                if !is_found {
                    continue;
                }
                if sink.wants_all() {
                    sink.take(step(view, &net, from, slug))?;
                    continue;
                }
                let nodes = net.clashing(view).0.len();
                if best.is_none_or(|(least, _)| nodes < least) {
                    best = Some((nodes, from));
                }
            }
        }
    }
    let Some((_, from)) = best else { return ControlFlow::Continue(()) };
    net.run(view, from, via);
    sink.take(step(view, &net, from, slug))
}

fn step(view: &View<'_>, net: &Net, from: Literal, slug: &str) -> Step {
    let technique = named(slug);
    let (nodes, ends) = net.clashing(view);
    let rating = technique.rating + length::added(nodes.len() as u32);
    concluding(Found::new(technique).rated(rating), view, from ^ 1).told(nodes, ends)
}
