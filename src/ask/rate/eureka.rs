//! Chains in Eureka: `(7=4)r2c3 - r2c7 = r5c7 - (4=7)r5c1 => -7 r4c3`, strong links as `=`, weak
//! ones as `-`, candidates of a cell in one bracket, the digit left out where it is that before.

use std::fmt::Write as _;

use super::notation::{Seen, compact};
use crate::ask::value::Place;
use crate::grid::{Cell, Digit, Layout};
use crate::rate::Node;

/// A node of a chain: digits in cells, that hold or do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) cells: Vec<Cell>,
    pub(super) digits: Vec<Digit>,
    pub(super) on: bool,
}

/// The nodes of a chain in a row: those in one place in one bracket.
pub(super) fn linked(terms: &[Term], layout: &Layout) -> String {
    let mut text = String::new();
    let mut before = None;
    for group in terms.chunk_by(|one, other| one.cells == other.cells) {
        if !text.is_empty() {
            // What is on has what comes before it off.
            text += if group[0].on { " = " } else { " - " };
        }
        let repeated = group.len() == 1 && before == Some(&group[0].digits);
        if !repeated {
            text.push('(');
            for (n, term) in group.iter().enumerate() {
                let link = if n == 0 { "" } else { ["-", "="][usize::from(term.on)] };
                text.push_str(link);
                for &digit in &term.digits {
                    _ = write!(text, "{}", layout.number_of(digit));
                }
            }
            text.push(')');
        }
        before = group.last().map(|term| &term.digits);
        text += &compact(layout, &group[0].cells);
    }
    text
}

/// `+5 r1c1`, `-7 r4c3, -8 r12c5`: what is removed goes without saying where a digit is placed.
pub(super) fn result(
    placed: impl Iterator<Item = (Cell, Digit)>,
    removed: &[(Cell, Digit)],
    layout: &Layout,
) -> String {
    let told = |(cell, digit)| format!("+{} {}", layout.number_of(digit), Place::of(cell, layout));
    let mut parts: Vec<_> = placed.map(told).collect();
    if parts.is_empty() {
        for digit in (0..layout.digits()).map(Digit::new) {
            let cells = removed.iter().filter(|(_, of)| *of == digit);
            let cells: Vec<_> = cells.map(|(cell, _)| *cell).collect();
            if !cells.is_empty() {
                parts.push(format!("-{} {}", layout.number_of(digit), compact(layout, &cells)));
            }
        }
    }
    parts.join(", ")
}

impl Seen<'_> {
    /// The step in Eureka, if it is a single chain.
    pub(super) fn eureka(self) -> Option<String> {
        let nodes = self.step.nodes();
        let is_single = self.step.ends().len() == 1
            && nodes.iter().enumerate().all(|(n, node)| match *node.parents {
                [] => n == 0,
                [parent] => parent + 1 == n,
                _ => false,
            });
        let [first, .., last] = nodes else { return None };
        if !is_single {
            return None;
        }
        let same = (first.cell, first.digit) == (last.cell, last.digit);
        let mut chain = match (same, first.on, last.on) {
            // A loop, which begins anew with what is on at last.
            (true, true, true) => self.linked(&nodes[1..]) + " - loop",
            // What is on at first sees both ends of the rest.
            (true, true, false) => self.linked(&nodes[1..nodes.len() - 1]),
            (true, false, true) => self.linked(nodes),
            _ => return None,
        };
        _ = write!(chain, " => {}", self.result_in_eureka());
        Some(chain)
    }

    fn linked(self, nodes: &[Node]) -> String {
        let term =
            |node: &Node| Term { cells: vec![node.cell], digits: vec![node.digit], on: node.on };
        linked(&nodes.iter().map(term).collect::<Vec<_>>(), self.layout)
    }

    fn result_in_eureka(self) -> String {
        let removed: Vec<_> = self.step.eliminations().collect();
        result(self.step.placement().into_iter(), &removed, self.layout)
    }
}
