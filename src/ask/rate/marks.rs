//! The candidates of a step by the parts that they play, and the links of its chain.

use serde::Serialize;

use super::notation::{self, Seen};
use super::step::Candidate;
use crate::ask::value::Place;
use crate::grid::{Cell, Digit};
use crate::rate::Node;

/// The part that a candidate plays in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Role {
    /// One of those that the technique is about.
    Pattern,
    /// Of the cell of a wing that sees the others.
    Pivot,
    /// Of another cell of a wing.
    Pincer,
    /// Of a cell that excludes combinations.
    Excluder,
    /// One of the digits of a deadly pattern.
    Loop,
    /// What a cell has beside a deadly pattern.
    Extra,
}

/// A candidate and its part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The cell.
    pub cell: Place,
    /// The digit.
    pub digit: usize,
    /// Its part.
    pub role: Role,
}

/// A link of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    /// What it follows from, perhaps with others.
    pub from: End,
    /// What follows.
    pub to: End,
    /// `strong` where what is off turns on another, else `weak`.
    pub kind: &'static str,
    /// By what: `cell`, a house such as `row 1`, or a technique within the chain.
    pub by: String,
}

/// An end of a link: a candidate that is on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// The cell.
    pub cell: Place,
    /// The digit.
    pub digit: usize,
    /// Whether the digit is in the cell, or is not.
    pub on: bool,
}

impl Seen<'_> {
    /// The candidates of the pattern that are there, with their parts; none for chains, whose nodes
    /// tell them.
    pub(super) fn marks(self) -> Vec<Mark> {
        let (step, before) = (self.step, self.before);
        if !step.nodes().is_empty() {
            return Vec::new();
        }
        let slug = step.technique().slug;
        let pattern: Vec<_> = step.digits().collect();
        let pivot = slug.ends_with("-wing").then(|| self.pivot()).flatten();
        let role = |cell: Cell, digit: Digit| {
            let among = pattern.contains(&digit);
            Some(match slug {
                "xy-wing" | "xyz-wing" if pivot == Some(cell) => Role::Pivot,
                "xy-wing" | "xyz-wing" => Role::Pincer,
                _ if slug.starts_with("unique") && among => Role::Loop,
                _ if slug.starts_with("unique") => Role::Extra,
                // The grave's own digits have two places; the further ones are named.
                "bug-1" | "bug-2" if among => Role::Extra,
                _ if slug.starts_with("bug") && !among => Role::Loop,
                _ if !among => return None,
                _ => Role::Pattern,
            })
        };
        let mark = |cell: Cell, digit: Digit, role: Role| {
            let Candidate { cell, digit } = Candidate::new((cell, digit), self.layout);
            Mark { cell, digit, role }
        };
        let mut marks = Vec::new();
        for cell in step.cells() {
            let has = |digit: &Digit| before.has(cell, *digit);
            let there = (0..self.layout.digits()).map(Digit::new).filter(has);
            marks.extend(there.filter_map(|digit| Some(mark(cell, digit, role(cell, digit)?))));
        }
        for cell in self.excluders() {
            let there = (0..self.layout.digits()).map(Digit::new);
            let there = there.filter(|digit| before.has(cell, *digit));
            marks.extend(there.map(|digit| mark(cell, digit, Role::Excluder)));
        }
        marks
    }

    /// Of an aligned exclusion: the cells that combinations of its cells may leave nothing.
    fn excluders(self) -> Vec<Cell> {
        let (step, layout, before) = (self.step, self.layout, self.before);
        if !step.technique().slug.starts_with("aligned") {
            return Vec::new();
        }
        let cells: Vec<_> = step.cells().collect();
        let digits: Vec<_> = step.digits().collect();
        let excludes = |cell: &Cell| {
            let has = |digit: &Digit| before.has(*cell, *digit);
            let mut there = (0..layout.digits()).map(Digit::new).filter(has);
            let count = before.count(*cell) as usize;
            (2..=cells.len()).contains(&count)
                && there.all(|digit| digits.contains(&digit))
                && cells.iter().all(|of| layout.peers(*of).contains(cell))
        };
        (0..layout.cells()).map(Cell::new).filter(excludes).collect()
    }

    /// The links of a chain, one for each parent of a node.
    pub(super) fn links(self) -> Vec<Link> {
        let nodes = self.step.nodes();
        let end = |node: &Node| {
            let Candidate { cell, digit } = Candidate::new((node.cell, node.digit), self.layout);
            End { cell, digit, on: node.on }
        };
        let links_to = |node: &Node| {
            let to = end(node);
            let by = notation::rule(node.rule, self.layout);
            let link = |&parent: &usize| {
                let from = end(&nodes[parent]);
                let kind = if !from.on && to.on { "strong" } else { "weak" };
                Link { from, to, kind, by: by.clone() }
            };
            node.parents.iter().map(link).collect::<Vec<_>>()
        };
        nodes.iter().flat_map(links_to).collect()
    }
}
