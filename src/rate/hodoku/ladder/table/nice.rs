//! Nice loops and alternating inference chains: from a candidate, or its absence, back to its cell, or to
//! another that must hold if it does not.

use std::collections::HashMap;

use super::graph::{Graph, Literal, Node, Nodes, candidate, holds, off, on};
use super::spread::Table;
use super::ways::ways;
use crate::grid::Digit;
use crate::rate::ground::{CANDIDATES, Cells, bits, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::{Link, Mark, Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

const fn of(names: (&'static str, &'static str, &'static str), score: u32) -> Technique {
    Technique::new(names, Level::Unfair, score)
}

static CONTINUOUS: Technique = of(("0706", "continuous-nice-loop", "Continuous Nice Loop"), 280);
static DISCONTINUOUS: Technique =
    of(("0707", "discontinuous-nice-loop", "Discontinuous Nice Loop"), 280);
static AIC: Technique = of(("0708", "aic", "AIC"), 280);
static GROUPED_CONTINUOUS: Technique =
    of(("0709", "grouped-continuous-nice-loop", "Grouped Continuous Nice Loop"), 300);
static GROUPED_DISCONTINUOUS: Technique =
    of(("0710", "grouped-discontinuous-nice-loop", "Grouped Discontinuous Nice Loop"), 300);
static GROUPED_AIC: Technique = of(("0711", "grouped-aic", "Grouped AIC"), 300);

pub(in super::super) const NICE: Producer = Producer {
    techniques: &[&CONTINUOUS, &DISCONTINUOUS, &AIC],
    also: &[],
    visit: |finder, take| visit(finder, Nodes::Candidates, take),
    order: Some(Step::by_length),
};
/// Loops without groups too, where they are found on other ways than before.
pub(in super::super) const GROUPED: Producer = Producer {
    techniques: &[&GROUPED_CONTINUOUS, &GROUPED_DISCONTINUOUS, &GROUPED_AIC],
    also: &[&CONTINUOUS, &DISCONTINUOUS, &AIC],
    visit: |finder, take| {
        let sets = if finder.options.sets { Nodes::Sets } else { Nodes::Groups };
        visit(finder, sets, take)
    },
    order: Some(Step::by_length),
};

/// A chain as it is found, from its start on.
struct Chain<'a> {
    graph: &'a Graph<'a>,
    path: Vec<Literal>,
}

/// The steps so far: of those of one kind with one result the shortest, in the place of the first.
#[derive(Default)]
struct Found {
    steps: Vec<Step>,
    place: HashMap<(&'static str, Vec<Mark>), usize>,
}

fn visit(finder: &Finder, nodes: Nodes, take: Take<'_>) -> Flow {
    let graph = Graph::new(&finder.position, nodes);
    let mut found = Found::default();
    let table = if finder.options.all { ways } else { Table::new };
    let all: Vec<_> = candidates(&graph).collect();
    let off_tables: Vec<_> = all.iter().map(|&start| table(&graph, off(start))).collect();
    for &start in &all {
        loops(&graph, &table(&graph, on(start)), &mut found);
    }
    for table in &off_tables {
        loops(&graph, table, &mut found);
    }
    for table in &off_tables {
        chains(&graph, table, &mut found);
    }
    found.steps.into_iter().try_for_each(take)
}

impl Found {
    fn add(&mut self, step: Step) {
        if step.is_vain() {
            return;
        }
        let step = step.tidied();
        let key = (step.technique().slug, step.removed.clone());
        match self.place.get(&key) {
            Some(&place) if self.steps[place].length > step.length => self.steps[place] = step,
            Some(_) => {}
            None => {
                self.place.insert(key, self.steps.len());
                self.steps.push(step);
            }
        }
    }
}

/// Loops: back to the cell of the start, in more than one link.
fn loops(graph: &Graph<'_>, table: &Table, found: &mut Found) {
    let cell = graph.node(table.list[0].0).first();
    for at in 1..table.list.len() {
        let node = graph.node(table.list[at].0);
        if table.list[at].0 / 2 >= CANDIDATES || node.first() != cell || table.depth[at] < 2 {
            continue;
        }
        let chain = Chain { graph, path: table.path(at) };
        if chain.is_plain(true) {
            found.add(chain.nice_loop());
        }
    }
}

/// Chains: if the start does not hold, a candidate of another cell does.
fn chains(graph: &Graph<'_>, table: &Table, found: &mut Found) {
    let position = graph.position;
    let start = graph.node(table.list[0].0);
    let begin = start.first();
    for at in 1..table.list.len() {
        let (literal, _) = table.list[at];
        let node = graph.node(literal);
        let end = node.first();
        if literal / 2 >= CANDIDATES || !holds(literal) || end == begin || table.depth[at] < 2 {
            continue;
        }
        let step = if node.digit == start.digit {
            let removed = position.seen_with(1 << begin | 1 << end, node.digit);
            if removed.count_ones() < 2 {
                continue;
            }
            Step::new(&AIC).without(node.digit, removed)
        } else {
            let both =
                position.state.has(begin, node.digit) && position.state.has(end, start.digit);
            if !position.sees(begin, end) || !both {
                continue;
            }
            Step::new(&AIC).without(node.digit, 1 << begin).without(start.digit, 1 << end)
        };
        let chain = Chain { graph, path: table.path(at) };
        if chain.is_plain(false) {
            found.add(chain.told(step));
        }
    }
}

impl Chain<'_> {
    fn node(&self, at: usize) -> Node {
        self.graph.node(self.path[at])
    }

    fn cell(&self, at: usize) -> usize {
        self.node(at).first()
    }

    /// Whether a node is in the cell of the next.
    fn stays(&self, at: usize) -> bool {
        self.node(at).is_at(&self.node(at + 1))
    }

    fn digit(&self, at: usize) -> usize {
        self.graph.node(self.path[at]).digit
    }

    fn is_strong(&self, at: usize) -> bool {
        holds(self.path[at])
    }

    /// Whether no cell is met twice but by neighbours; of loops, but for the first, and with links out
    /// of it and into it.
    fn is_plain(&self, is_loop: bool) -> bool {
        let end = self.path.len() - 1;
        if is_loop && (self.stays(end - 1) || self.stays(0)) {
            return false;
        }
        let mut met: Cells = 0;
        for at in 0..self.path.len() {
            if met >> self.cell(at) & 1 == 1 {
                return false;
            }
            if at > 0 && !(is_loop && self.node(at - 1).is_at(&self.node(0))) {
                met |= self.node(at - 1).cells;
            }
        }
        true
    }

    fn nice_loop(&self) -> Step {
        let end = self.path.len() - 1;
        let (cell, first, last) = (self.cell(0), self.digit(0), self.digit(end));
        let of = self.graph.position.state.of[cell];
        match (!holds(self.path[0]), self.is_strong(end)) {
            (false, false) if first == last => {
                self.told(Step::new(&DISCONTINUOUS).without(first, 1 << cell))
            }
            (true, true) if first == last => {
                self.told(Step::new(&DISCONTINUOUS).without_digits(cell, of & !(1 << first)))
            }
            (false, true) if first != last => {
                self.told(Step::new(&DISCONTINUOUS).without(first, 1 << cell))
            }
            (true, false) if first != last => {
                self.told(Step::new(&DISCONTINUOUS).without(last, 1 << cell))
            }
            (false, false) if of.count_ones() != 2 => Step::new(&DISCONTINUOUS),
            (strong, other) => self.told(self.continuous(strong && other)),
        }
    }

    /// All weak links are strong too: what sees both ends of one goes, and what a cell has beside the
    /// two digits of one within it; of an almost locked set, what sees all places of another digit.
    fn continuous(&self, joined: bool) -> Step {
        let (position, end) = (self.graph.position, self.path.len() - 1);
        let met = self.path[..end].iter().fold(0, |met, &it| met | self.graph.node(it).cells);
        let mut step = Step::new(&CONTINUOUS);
        for at in 0..=end {
            let within = at > 0
                && at + 2 <= end
                && self.is_strong(at)
                && !self.stays(at - 1)
                && !self.is_strong(at + 1)
                && self.stays(at)
                && self.is_strong(at + 2)
                && !self.stays(at + 1);
            let other = match at {
                0 if joined => Some(self.digit(end)),
                _ if within => Some(self.digit(at + 2)),
                _ => None,
            };
            if let Some(other) = other {
                let kept = 1 << self.digit(at) | 1 << other;
                let cell = self.cell(at);
                step = step.without_digits(cell, position.state.of[cell] & !kept);
            }
            if at > 0 && !self.is_strong(at) && !self.stays(at - 1) {
                let digit = self.digit(at);
                let removed = self.places(at - 1, digit) | self.places(at, digit);
                step = step.without(digit, position.seen_with(removed, digit) & !met);
            }
            if let Some(set) = self.node(at).set {
                let set = &self.graph.sets[set];
                // A cell that is left with one candidate has lost several to the set.
                let lost = if self.is_strong(at + 1) {
                    position.state.of[self.cell(at + 1)]
                } else {
                    1 << self.digit(at + 1)
                };
                let linked = 1 << self.digit(at) | lost;
                for digit in bits(set.digits & !linked) {
                    step = step.without(digit, set.seen[digit]);
                }
            }
        }
        step
    }

    /// The places of a digit in a node.
    fn places(&self, at: usize, digit: usize) -> Cells {
        let node = self.node(at);
        node.set.map_or(node.cells, |set| self.graph.sets[set].at[digit])
    }

    /// The step with the chain, under the name that it has if it has groups.
    fn told(&self, step: Step) -> Step {
        if step.is_vain() {
            return step;
        }
        let grouped = self.path.iter().any(|literal| literal / 2 >= CANDIDATES);
        let technique = step.technique();
        let technique = match technique.slug {
            _ if !grouped => technique,
            "continuous-nice-loop" => &GROUPED_CONTINUOUS,
            "discontinuous-nice-loop" => &GROUPED_DISCONTINUOUS,
            _ => &GROUPED_AIC,
        };
        let links = self.path.iter().map(|&literal| {
            let node = self.graph.node(literal);
            Link {
                cells: places(node.cells),
                is_set: node.set.is_some(),
                digit: Digit::new(node.digit),
                strong: holds(literal),
            }
        });
        let all = step.removed.iter().fold(0, |set, &(_, digit)| set | 1 << digit);
        let pattern =
            vec![Part::Slashed(digits(all)), Part::Text(" "), Part::Chain(links.collect())];
        step.renamed(technique).told(pattern).of_length(self.path.len())
    }
}

/// The numbers of the candidates of a position.
pub(super) fn candidates(graph: &Graph<'_>) -> impl Iterator<Item = usize> {
    let state = &graph.position.state;
    cells(state.empty)
        .flat_map(|cell| bits(state.of[cell]).map(move |digit| candidate(cell, digit)))
}
