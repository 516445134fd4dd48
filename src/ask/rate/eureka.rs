//! Chains in Eureka: `(7=4)r2c3 - r2c7 = r5c7 - (4=7)r5c1 => -7 r4c3`, strong links as `=`, weak
//! ones as `-`, candidates of a cell in one bracket, the digit left out where it is that before.

use std::fmt::Write as _;

use super::notation::{Seen, compact};
use crate::ask::value::Place;
use crate::grid::Digit;
use crate::rate::Node;

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
        let mut text = String::new();
        let mut digit = None;
        let groups = nodes.chunk_by(|one, other| one.cell == other.cell);
        for group in groups {
            if !text.is_empty() {
                // What is on has what comes before it off.
                text += if group[0].on { " = " } else { " - " };
            }
            let repeated = group.len() == 1 && digit == Some(group[0].digit);
            if !repeated {
                text.push('(');
                for (n, node) in group.iter().enumerate() {
                    let link = if n == 0 { "" } else { ["-", "="][usize::from(node.on)] };
                    _ = write!(text, "{link}{}", self.layout.number_of(node.digit));
                }
                text.push(')');
            }
            digit = group.last().map(|node| node.digit);
            _ = write!(text, "{}", Place::of(group[0].cell, self.layout));
        }
        text
    }

    /// `+5 r1c1`, `-7 r4c3, -8 r12c5`.
    fn result_in_eureka(self) -> String {
        let (step, layout) = (self.step, self.layout);
        let mut parts = Vec::new();
        if let Some((cell, digit)) = step.placement() {
            parts.push(format!("+{} {}", layout.number_of(digit), Place::of(cell, layout)));
        }
        for digit in (0..layout.digits()).map(Digit::new) {
            let cells = step.eliminations().filter(|(_, of)| *of == digit);
            let cells: Vec<_> = cells.map(|(cell, _)| cell).collect();
            if !cells.is_empty() && step.placement().is_none() {
                parts.push(format!("-{} {}", layout.number_of(digit), compact(layout, &cells)));
            }
        }
        parts.join(", ")
    }
}
