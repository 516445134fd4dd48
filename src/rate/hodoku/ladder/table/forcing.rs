//! Forcing chains and nets. *Contradiction*: an assumption leads to what cannot be. *Verity*: whether a
//! candidate holds or not, or whichever of a cell or a house holds, the same follows.

use std::collections::HashMap;

use super::graph::{Graph, Literal, Nodes, candidate, holds, off, on};
use super::net::{houses, is_net, net};
use super::nice::candidates;
use super::spread::Table;
use crate::rate::ground::{CELLS, Cells, DIGITS, HOUSES, bits, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::Step;
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::Unit;

const fn of(names: (&'static str, &'static str, &'static str), score: u32) -> Technique {
    Technique::new(names, Level::Extreme, score)
}

static CHAIN_CONTRADICTION: Technique =
    of(("1301", "forcing-chain-contradiction", "Forcing Chain Contradiction"), 500);
static CHAIN_VERITY: Technique = of(("1302", "forcing-chain-verity", "Forcing Chain Verity"), 500);
static NET_CONTRADICTION: Technique =
    of(("1303", "forcing-net-contradiction", "Forcing Net Contradiction"), 700);
static NET_VERITY: Technique = of(("1304", "forcing-net-verity", "Forcing Net Verity"), 700);

pub(in super::super) const CHAINS: Producer = Producer {
    techniques: &[&CHAIN_CONTRADICTION, &CHAIN_VERITY],
    also: &[],
    visit: |finder, take| visit(finder, false, take),
    order: Some(Step::by_place),
};
pub(in super::super) const NETS: Producer = Producer {
    techniques: &[&NET_CONTRADICTION, &NET_VERITY],
    also: &[],
    visit: |finder, take| visit(finder, true, take),
    order: Some(Step::by_place),
};

/// What follows from a literal: the candidates that do not hold, and those that do.
struct Case {
    table: Table,
    off: [Cells; DIGITS],
    on: [Cells; DIGITS],
}

/// The tables, and the steps so far: of those of one kind with one result the shortest.
struct Search<'a> {
    graph: &'a Graph<'a>,
    nets: bool,
    /// By literal of a candidate.
    cases: HashMap<Literal, Case>,
    steps: Vec<Step>,
    place: HashMap<(&'static str, Literal), usize>,
}

fn visit(finder: &Finder, nets: bool, take: Take<'_>) -> Flow {
    let graph = Graph::new(&finder.position, Nodes::Groups);
    let mut cases = HashMap::new();
    for start in candidates(&graph).flat_map(|node| [on(node), off(node)]) {
        let table = if nets { net(&graph, start) } else { Table::new(&graph, start) };
        let [off, on] = table.sets();
        cases.insert(start, Case { table, off, on });
    }
    let mut search =
        Search { graph: &graph, nets, cases, steps: Vec::new(), place: HashMap::new() };
    let all: Vec<_> = candidates(&graph).collect();
    for start in all.iter().flat_map(|&node| [on(node), off(node)]) {
        search.contradictions(start);
    }
    for &node in &all {
        let cell = graph.nodes[node].cells;
        search.verities(&[on(node), off(node)], !cell);
    }
    for cell in cells(finder.position.state.empty) {
        let of = bits(finder.position.state.of[cell]);
        let starts: Vec<_> = of.map(|digit| on(candidate(cell, digit))).collect();
        search.verities(&starts, !0);
    }
    for unit in houses() {
        for digit in 0..DIGITS {
            let places = cells(unit.places(&finder.position, digit));
            let starts: Vec<_> = places.map(|cell| on(candidate(cell, digit))).collect();
            if !starts.is_empty() {
                search.verities(&starts, !0);
            }
        }
    }
    search.steps.into_iter().try_for_each(take)
}

impl Search<'_> {
    /// What contradicts itself in what follows from a literal.
    fn contradictions(&mut self, start: Literal) {
        let Some(case) = self.cases.get(&start) else { return };
        let position = self.graph.position;
        let mut found: Vec<Vec<Literal>> = Vec::new();
        if case.table.find(start ^ 1).is_some() {
            found.push(vec![start ^ 1]);
        }
        let first = |set: Cells, digit| candidate(set.trailing_zeros() as usize, digit);
        for digit in 0..DIGITS {
            let both = case.on[digit] & case.off[digit];
            if both != 0 {
                found.push(vec![off(first(both, digit)), on(first(both, digit))]);
            }
        }
        for digit in 0..DIGITS {
            for other in digit + 1..DIGITS {
                let both = case.on[digit] & case.on[other];
                if both != 0 {
                    found.push(vec![on(first(both, digit)), on(first(both, other))]);
                }
            }
        }
        for (unit, digit) in (0..HOUSES).flat_map(|unit| (0..DIGITS).map(move |d| (Unit(unit), d)))
        {
            let twice = unit.set(position.ground) & case.on[digit];
            if twice.count_ones() > 1 {
                found.push(cells(twice).map(|cell| on(candidate(cell, digit))).collect());
            }
        }
        for cell in (0..CELLS).filter(|&cell| position.state.empty >> cell & 1 == 1) {
            let of = position.state.of[cell];
            if bits(of).all(|digit| case.off[digit] & !case.on[digit] & 1 << cell != 0) {
                found.push(bits(of).map(|digit| off(candidate(cell, digit))).collect());
            }
        }
        for (unit, digit) in (0..HOUSES).flat_map(|unit| (0..DIGITS).map(move |d| (Unit(unit), d)))
        {
            // Where it could have been by the digits that are placed.
            let allowed = unit.set(position.ground) & position.allowed(digit);
            if allowed != 0 && allowed & !case.off[digit] == 0 {
                found.push(cells(allowed).map(|cell| off(candidate(cell, digit))).collect());
            }
        }
        let technique = if self.nets { &NET_CONTRADICTION } else { &CHAIN_CONTRADICTION };
        for ends in found {
            let ends: Vec<_> = ends.into_iter().map(|end| (start, end)).collect();
            self.add(technique, start ^ 1, &ends);
        }
    }

    /// What follows from all of some literals of which one holds, in the cells of a set.
    fn verities(&mut self, starts: &[Literal], among: Cells) {
        let mut common = [([among; DIGITS], off as fn(usize) -> usize), ([among; DIGITS], on)];
        for start in starts {
            let Some(case) = self.cases.get(start) else { return };
            for ((common, _), set) in common.iter_mut().zip([&case.off, &case.on]) {
                common.iter_mut().zip(set).for_each(|(common, set)| *common &= set);
            }
        }
        let technique = if self.nets { &NET_VERITY } else { &CHAIN_VERITY };
        for digit in 0..DIGITS {
            for (sets, literal) in common.iter().rev() {
                for cell in cells(sets[digit]) {
                    let end = literal(candidate(cell, digit));
                    let ends: Vec<_> = starts.iter().map(|&start| (start, end)).collect();
                    self.add(technique, end, &ends);
                }
            }
        }
    }

    /// Adds a step with its chains, by where they begin and end.
    fn add(&mut self, technique: &'static Technique, result: Literal, ends: &[(Literal, Literal)]) {
        let place = |(start, end): &(Literal, Literal)| {
            let table = &self.cases.get(start)?.table;
            Some((table, table.find(*end)?))
        };
        let Some(paths) = ends.iter().map(place).collect::<Option<Vec<_>>>() else { return };
        if self.nets && !paths.iter().any(|(table, at)| is_net(self.graph, table, *at)) {
            return;
        }
        let length = paths.iter().map(|(table, at)| table.depth[*at] + 1).sum();
        let known = self.place.get(&(technique.slug, result)).copied();
        if known.is_some_and(|known| self.steps[known].length <= length) {
            return;
        }
        let mut pattern = Vec::new();
        for (table, at) in &paths {
            pattern.push(self.graph.implication(&table.path(*at)));
        }
        let node = self.graph.node(result);
        let step = Step::new(technique).told(pattern).of_length(length);
        let step = if holds(result) {
            step.placing(node.first(), node.digit)
        } else {
            step.without(node.digit, node.cells)
        };
        if let Some(known) = known {
            self.steps[known] = step;
        } else {
            self.place.insert((technique.slug, result), self.steps.len());
            self.steps.push(step);
        }
    }
}
