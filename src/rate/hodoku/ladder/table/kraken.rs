//! Kraken fish: finned fish with chains from the fins. *Type 1*: what the cover has beside the base goes,
//! though it does not see the fins, since each of these leads to that. *Type 2*: one of the fins holds
//! or one of the base's places in any house of the cover; what each of them leads to goes.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::super::fish::{Search as Fish, Shape, Sum, Wanted, each};
use super::super::fishes::technique;
use super::graph::{Graph, Literal, Nodes, candidate, off, on};
use super::nice::candidates;
use super::spread::Table;
use crate::rate::ground::{Cells, DIGITS, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::{Part, Step};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

const fn of(names: (&'static str, &'static str, &'static str)) -> Technique {
    Technique::new(names, Level::Extreme, 500).off()
}

static TYPE_1: Technique = of(("0371", "kraken-fish-1", "Kraken Fish Type 1"));
static TYPE_2: Technique = of(("0372", "kraken-fish-2", "Kraken Fish Type 2"));

pub(in super::super) const KRAKEN: Producer =
    Producer { techniques: &[&TYPE_1, &TYPE_2], also: &[], visit, order: None };

/// The largest fish, and how many fins it has at most.
const SIZE: usize = 4;
const FINS: u32 = 2;

/// What follows where a candidate holds: the candidates that do not, by digit.
struct Case {
    table: Table,
    off: [Cells; DIGITS],
}

/// The steps so far: of those of one type with one result that with the shortest chains.
struct Search<'a> {
    graph: &'a Graph<'a>,
    /// By candidate.
    cases: HashMap<usize, Case>,
    steps: Vec<Step>,
    place: HashMap<(&'static str, Literal), usize>,
}

fn visit(finder: &Finder, take: Take<'_>) -> Flow {
    let graph = Graph::new(&finder.position, Nodes::Groups);
    let case = |node| {
        let table = Table::new(&graph, on(node));
        let [off, _] = table.sets();
        (node, Case { table, off })
    };
    let cases = candidates(&graph).map(case).collect();
    let mut search = Search { graph: &graph, cases, steps: Vec::new(), place: HashMap::new() };
    for shape in [Shape::Basic, Shape::Franken] {
        for size in 2..=SIZE {
            let wanted = Wanted { shape, size, finned: true, technique };
            _ = each(finder, wanted, [FINS, 0], &mut |fish, base, cover| {
                search.look(fish, base, cover);
                ControlFlow::Continue(())
            });
        }
    }
    search.steps.into_iter().try_for_each(take)
}

impl Search<'_> {
    /// What follows of a fish, by its fins and what they lead to.
    fn look(&mut self, fish: &Fish<'_>, base: Sum, cover: Sum) {
        let fins = base.places & !cover.places;
        if fins == 0 || fins.count_ones() > FINS {
            return;
        }
        let digit = fish.digit;
        let of_fish = cover.places & !base.places | cover.twice;
        let plain = fish.position.seen_by(fins);
        let starts: Vec<_> = cells(fins).map(|cell| candidate(cell, digit)).collect();
        let by_fins = self.common(&starts);
        for cell in cells(of_fish & !plain & by_fins[digit]) {
            self.add(&TYPE_1, (cell, digit), fish, fins, &starts);
        }
        for line in &fish.cover {
            let places = line.places & base.places & !fins;
            if places == 0 {
                continue;
            }
            let inside = cells(places).map(|cell| candidate(cell, digit));
            let starts: Vec<_> = inside.chain(starts.iter().copied()).collect();
            let gone = self.common(&starts);
            for (other, gone) in gone.into_iter().enumerate() {
                let known = if other == digit { of_fish } else { 0 };
                for cell in cells(gone & !known) {
                    self.add(&TYPE_2, (cell, other), fish, fins, &starts);
                }
            }
        }
    }

    /// What does not hold whichever of some candidates does, by digit.
    fn common(&self, starts: &[usize]) -> [Cells; DIGITS] {
        let mut common = [!0; DIGITS];
        for start in starts {
            let off = self.cases.get(start).map_or([0; DIGITS], |case| case.off);
            common.iter_mut().zip(off).for_each(|(common, off)| *common &= off);
        }
        common
    }

    /// Adds a step with a chain from each of some candidates.
    fn add(
        &mut self,
        technique: &'static Technique,
        (cell, digit): (usize, usize),
        fish: &Fish<'_>,
        fins: Cells,
        starts: &[usize],
    ) {
        let end = off(candidate(cell, digit));
        let place = |start: &usize| {
            let table = &self.cases.get(start)?.table;
            Some((table, table.find(end)?))
        };
        let Some(paths) = starts.iter().map(place).collect::<Option<Vec<_>>>() else { return };
        let length = paths.iter().map(|(table, at)| table.depth[*at] + 1).sum();
        let known = self.place.get(&(technique.slug, end)).copied();
        if known.is_some_and(|known| self.steps[known].length <= length) {
            return;
        }
        let (of, pattern) = fish.told(fins, 0);
        let mut all = vec![Part::Text(of.name), Part::Text(": ")];
        all.extend(pattern);
        all.extend(paths.iter().map(|(table, at)| self.graph.implication(&table.path(*at))));
        let step = Step::new(technique).without(digit, 1 << cell).told(all).of_length(length);
        if let Some(known) = known {
            self.steps[known] = step;
        } else {
            self.place.insert((technique.slug, end), self.steps.len());
            self.steps.push(step);
        }
    }
}
