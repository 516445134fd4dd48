//! Value precedence of regions that are to be found: they are numbered along another order of cells than the puzzle's.
//!
//! The numbers of regions are interchangeable, so the puzzle has them rise in the order of the regions' first cells.
//! Any order of cells serves as well, and it decides how soon the search knows which region has which number: the first
//! cells have few numbers to choose from, and are branched on first. Here cells that rules say most about come first.
//! Each solution gets the numbers of the puzzle again.
//!
//! - Yat Chiu Law, Jimmy Lee: *Global constraints for integer and set value precedence*, CP 2004.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use super::interchangeable::is_symmetric;
use super::{Client, Taken};
use crate::grid::{Cell, Digit, House};
use crate::limits::{End, Limits};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Connected, Line, Rule};

/// A label that is mentioned adds 2 to the power of this to its own weight, and a quarter as much with each step away.
const NEAR: u32 = 32;

/// A puzzle whose regions are numbered in an order of its own.
#[derive(Debug)]
pub(super) struct Precedence {
    /// The labels, in the order of the puzzle.
    labels: Box<[Cell]>,
    /// The puzzle with the other order.
    pub(super) puzzle: Puzzle,
}

impl Precedence {
    /// That of a puzzle whose labels are interchangeable but for their order, if rules mention some; `None` also where a
    /// limit is reached.
    pub(super) fn of(puzzle: &Puzzle, limits: &Limits) -> Option<Self> {
        let are_labels = |rule: &Arc<Rule>| rule.kind().is_some_and(|kind| kind.labels);
        let at = puzzle.rules().iter().position(are_labels)?;
        let rule = &puzzle.rules()[at];
        let labels = rule.arguments()?.cells();
        let others = puzzle.clone().without_rule(at);
        let mentioned = mentioned(&others, labels, limits).filter(|all| !all.is_empty())?;
        let connected = rule.blocks().iter().find_map(|block| match block {
            Block::Connected(block) if block.cells() == labels => Some(block),
            _ => None,
        })?;
        let order = order(connected, &mentioned);
        let renumbered = |block: &Block| match block {
            Block::Line(line) if line.cells() == labels => {
                Block::Line(Line::new(&*order, Arc::clone(line.automaton())))
            }
            _ => block.clone(),
        };
        let blocks: Vec<_> = rule.blocks().iter().map(renumbered).collect();
        let puzzle = others.with_rule(Rule::from_blocks(rule.name(), blocks));
        Some(Precedence { labels: labels.into(), puzzle })
    }

    /// A client that gives solutions the numbers of the puzzle and hands them on.
    pub(super) fn client<'a>(&'a self, client: &'a mut dyn Client) -> impl Client + 'a {
        Renumbering { client, labels: &self.labels, digits: Vec::new() }
    }
}

/// The labels that rules mention, and how many blocks do; `None` if something may tell labels apart.
fn mentioned(others: &Puzzle, labels: &[Cell], limits: &Limits) -> Option<BTreeMap<Cell, u64>> {
    let all: BTreeSet<_> = labels.iter().copied().collect();
    let is_label = |cell: &Cell| all.contains(cell);
    let regions = labels.len() / others.digits();
    let is_open = |label: &Cell| {
        (0..regions).all(|number| others.clues().contains(*label, Digit::new(number)))
    };
    let mut in_houses = others.layout().houses().iter().flat_map(House::cells);
    if !labels.iter().all(is_open) || in_houses.any(is_label) {
        return None;
    }
    let mut mentioned = BTreeMap::new();
    for block in others.rules().iter().flat_map(|rule| rule.blocks()) {
        if limits.expired() || !is_symmetric(block, &is_label, regions) {
            return None;
        }
        let own = block.cells().into_iter().filter(is_label);
        // A line that begins with another cell counts, as a rule, the labels like its first one.
        let most = match block {
            Block::Line(line) if !line.cells().first().is_some_and(is_label) => 1,
            _ => usize::MAX,
        };
        for label in own.take(most) {
            *mentioned.entry(label).or_insert(0) += 1;
        }
    }
    Some(mentioned)
}

/// The cells of a block, those near which most is mentioned first.
fn order(block: &Connected, mentioned: &BTreeMap<Cell, u64>) -> Vec<Cell> {
    let cells = block.cells();
    let mut weights = vec![0u64; cells.len()];
    for (label, times) in mentioned {
        let mut is_known = vec![false; cells.len()];
        let mut next: Vec<usize> = cells.iter().positions(|cell| cell == label).collect();
        for distance in 0..=NEAR / 2 {
            for at in std::mem::take(&mut next) {
                if !std::mem::replace(&mut is_known[at], true) {
                    weights[at] += times << (NEAR - 2 * distance);
                    next.extend(block.neighbours(at));
                }
            }
        }
    }
    let by_weight = (0..cells.len()).sorted_by_key(|&k| Reverse(weights[k]));
    by_weight.map(|k| cells[k]).collect()
}

/// Gives solutions the numbers of the puzzle.
struct Renumbering<'a> {
    client: &'a mut dyn Client,
    labels: &'a [Cell],
    digits: Vec<Digit>,
}

impl Client for Renumbering<'_> {
    fn visit(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.digits.clear();
        self.digits.extend_from_slice(digits);
        let mut seen: Vec<Digit> = Vec::new();
        for cell in self.labels {
            let label = digits[cell.index()];
            let number = seen.iter().position(|&other| other == label).unwrap_or(seen.len());
            if number == seen.len() {
                seen.push(label);
            }
            self.digits[cell.index()] = Digit::new(number);
        }
        self.client.visit(&self.digits)
    }

    fn pause(&mut self, taken: Taken) -> Option<End> {
        self.client.pause(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::LayoutSpec;

    /// A 4x4 grid, its cells r1-4 and their labels r5-8.
    fn construction(rules: &[&str]) -> Puzzle {
        let layout = "grid=4x4+latin+extra=4/4/4/4".parse::<LayoutSpec>().unwrap();
        let layout = layout.build(4).unwrap().shared();
        let rules = ["chaos r5-8c1-4"].iter().chain(rules);
        rules.fold(Puzzle::new(layout.clone()), |puzzle, rule| {
            puzzle.with_rule(Rule::parse(rule, &layout).unwrap())
        })
    }

    fn of(puzzle: &Puzzle) -> Option<Precedence> {
        Precedence::of(puzzle, &Limits::none())
    }

    const CORNER: &str = "countsame 0 r4c4; r8c4 r8c3 r7c4 r7c3";

    #[test]
    fn labels_that_are_mentioned_most_come_first() {
        let order = |rules: &[&str]| {
            let precedence = of(&construction(rules)).unwrap();
            assert_eq!(precedence.puzzle.rules().len(), rules.len() + 1);
            let blocks = precedence.puzzle.rules().iter().flat_map(|rule| rule.blocks());
            let line = blocks.filter_map(|block| match block {
                Block::Line(line) if line.cells().len() == 16 => Some(line.cells()),
                _ => None,
            });
            line.exactly_one().unwrap().iter().map(|cell| cell.index()).collect_vec()
        };
        // r8c3 and r8c4 are counted, r7c3 and r7c4 beside them.
        let counted = order(&[CORNER, "runlengths 0 r4c3; r8c3 r7c3 r6c3"]);
        assert_eq!(counted[..5], [30, 31, 26, 27, 29]);
        assert_eq!(order(&["distinct r8c1 r8c2"])[..4], [28, 29, 24, 25]);
        // Of labels before their number none comes first.
        assert_eq!(order(&["countdistinct r1c1; r7c1 r7c2 r8c1 r8c2"])[..4], [24, 25, 28, 29]);
    }

    /// Where something tells labels apart, or none is mentioned, the order stays.
    #[test]
    fn labels_that_are_told_apart_stay_as_they_are() {
        for alike in [
            "cage 5 r1c1 r1c2",
            "distinct r5c1 r5c2",
            "sameset r5c1; r5c2",
            "countdistinct r1c1; r5c1 r5c2 r6c1",
            "or (distinct r5c1 r5c2) (and (cage 5 r1c1 r1c2) (sameset r5c1; r6c1))",
        ] {
            assert!(of(&construction(&[CORNER, alike])).is_some(), "{alike}");
        }
        for apart in [
            "odd r5c1",
            "greater r8c3 r1c1",
            "whispers 2 r5c1 r5c2",
            "distinct r5c1 r1c1",
            "sameset r5c1; r1c1",
            "cage 5 r5c1 r5c2",
            "regex 1.*2 r5c1-4",
            "or (odd r5c1) (odd r1c1)",
            "or (distinct r5c1 r1c1) (cage 5 r1c1 r1c2)",
            "chaos r5-8c1-4",
            // A label that counts, and digits that are counted with labels.
            "countsame 0 r5c1; r6c1 r6c2",
            "countsame 0 r1c1; r5c1 r1c2",
        ] {
            assert!(of(&construction(&[CORNER, apart])).is_none(), "{apart}");
        }
        assert!(of(&construction(&["cage 5 r1c1 r1c2"])).is_none());
        let mut given = construction(&[CORNER]);
        given.set(Cell::new(20), Digit::new(1));
        assert!(of(&given).is_none());
    }

    #[test]
    fn solutions_have_the_numbers_of_the_puzzle() {
        let precedence = of(&construction(&[CORNER])).unwrap();
        let mut seen = Vec::new();
        let mut take = |digits: &[Digit]| {
            seen.extend(digits.iter().map(|digit| digit.index()));
            ControlFlow::Continue(())
        };
        let mut digits = [3; 16].to_vec();
        digits.extend([2, 2, 0, 0, 2, 2, 0, 0, 1, 1, 3, 3, 1, 1, 3, 3]);
        let digits = digits.into_iter().map(Digit::new).collect_vec();
        let flow = precedence.client(&mut take).visit(&digits);
        assert!(flow.is_continue() && seen[..16] == [3; 16]);
        assert_eq!(seen[16..], [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    }
}
