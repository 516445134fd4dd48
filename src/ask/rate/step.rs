//! A step as a document.

use std::fmt::Write as _;

use serde::Serialize;

use super::marks::{Link, Mark};
use super::notation::{self, Seen};
use super::replay::Replayed;
use super::{Kind, Notation, rounded};
use crate::ask::value::Place;
use crate::grid::{Cell, Digit, Layout};
use crate::rate::{Nested, Node, shown};

/// A step: what follows by which technique, and why.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepFound {
    /// The number of the step on the way to the solution, from 1.
    pub step: usize,
    /// The slug of the technique, such as `naked-pair`.
    pub technique: &'static str,
    /// The kind of technique.
    pub kind: Kind,
    /// The rating of the step.
    pub rating: f64,
    /// The step on a line, in the notation that was asked for: that of HoDoKu by default.
    pub text: String,
    /// Why it is right.
    pub why: String,
    /// The houses of the pattern.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<String>,
    /// The cells of the pattern; of a chain, those of its nodes.
    pub cells: Vec<Place>,
    /// The digits of the pattern.
    pub digits: Vec<usize>,
    /// The candidates of the pattern with the parts that they play; of chains the nodes tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The links of a chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// The nodes of a chain: parents before what follows from them, branch after branch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeFound>,
    /// The nodes that the branches end with, by `id`: all the same, which so holds, or two that
    /// contradict each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<usize>,
    /// The chains within the chain, by which some of its nodes follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nested: Vec<NestedFound>,
    /// The candidates that are removed, beside those that a placement removes.
    pub eliminations: Vec<Candidate>,
    /// The digit that is placed, if one is.
    pub placements: Vec<Candidate>,
    /// What the step takes for granted: `unique`, that there is one solution, which was proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<&'static str>,
    /// How it was made sure of: `checked` against the one solution; `replayed` where each node of
    /// its chain was seen to follow, too; `certified` where there are certificates.
    pub proof: &'static str,
    /// With `--prove`: the numbers of the certificates, of the placement, or else of each
    /// elimination.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<u64>,
    /// The highest rating of the steps so far.
    pub er_so_far: f64,
    /// Whether the text is all that is printed.
    #[serde(skip)]
    is_record: bool,
}

/// A candidate: a digit in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// The cell.
    pub cell: Place,
    /// The digit.
    pub digit: usize,
}

/// A candidate assumed or concluded in a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeFound {
    /// The number of the node, from 1.
    pub id: usize,
    /// The cell.
    pub cell: Place,
    /// The digit.
    pub digit: usize,
    /// Whether the digit is in the cell, or is not.
    pub on: bool,
    /// The nodes it follows from, by `id`; none for what is assumed.
    pub parents: Vec<usize>,
    /// Why it follows: `assumed`, `cell`, a house such as `row 1`, or a technique within the chain.
    pub by: String,
    /// Where it follows by a chain within the chain: which, by `id` in `nested`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nested: Option<usize>,
}

/// A chain within a chain, in the position that is left where the parents of the nodes that follow
/// from it are off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NestedFound {
    /// The number of the chain, from 1.
    pub id: usize,
    /// Its nodes: parents before what follows from them, branch after branch.
    pub nodes: Vec<NodeFound>,
    /// The nodes that its branches end with, by `id`.
    pub ends: Vec<usize>,
    /// The chains within it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nested: Vec<NestedFound>,
}

impl NestedFound {
    pub(super) fn all(nested: &[Nested], layout: &Layout) -> Vec<Self> {
        let found = nested.iter().zip(1..).map(|(chain, id)| NestedFound {
            id,
            nodes: NodeFound::all(&chain.nodes, layout),
            ends: chain.ends.iter().map(|end| end + 1).collect(),
            nested: NestedFound::all(&chain.nested, layout),
        });
        found.collect()
    }
}

impl Candidate {
    pub(super) fn new((cell, digit): (Cell, Digit), layout: &Layout) -> Self {
        Candidate { cell: Place::of(cell, layout), digit: layout.number_of(digit) }
    }
}

impl StepFound {
    /// The step of a number, with the highest rating so far.
    pub(super) fn new(seen: Seen<'_>, notation: Notation, number: usize, highest: f64) -> Self {
        let Seen { step, layout, .. } = seen;
        let technique = step.technique();
        StepFound {
            step: number,
            technique: technique.slug,
            kind: Kind::of(technique),
            rating: rounded(step.rating()),
            text: seen.text_in(notation),
            why: seen.reason(),
            houses: step.houses().map(|house| layout.houses()[house].to_string()).collect(),
            cells: step.cells().map(|cell| Place::of(cell, layout)).collect(),
            digits: step.digits().map(|digit| layout.number_of(digit)).collect(),
            marks: seen.marks(),
            links: seen.links(),
            nodes: NodeFound::all(step.nodes(), layout),
            ends: step.ends().iter().map(|end| end + 1).collect(),
            nested: NestedFound::all(step.nested(), layout),
            eliminations: step.eliminations().map(|it| Candidate::new(it, layout)).collect(),
            placements: step.placement().map(|it| Candidate::new(it, layout)).into_iter().collect(),
            assumes: if technique.unique { vec!["unique"] } else { Vec::new() },
            proof: if seen.replay() == Replayed::Holds { "replayed" } else { "checked" },
            certificates: Vec::new(),
            er_so_far: rounded(highest),
            is_record: notation == Notation::Library,
        }
    }

    /// A line with number, rating and text; chains node by node in lines below. A line of the
    /// library stands alone.
    pub(super) fn lines(&self, out: &mut String) {
        if self.is_record {
            out.extend([self.text.as_str(), "\n"]);
            return;
        }
        let rating = shown(self.rating);
        _ = writeln!(out, "{:>3} {rating:>4}  {}", self.step, self.text);
        node_lines(&self.nodes, &self.nested, out);
        if !self.nodes.is_empty() {
            _ = writeln!(out, "          {}", self.why);
        }
        certificate_line(&self.certificates, out);
    }
}

/// The numbers of certificates, if there are any.
pub(super) fn certificate_line(certificates: &[u64], out: &mut String) {
    if !certificates.is_empty() {
        let numbers: Vec<_> = certificates.iter().map(ToString::to_string).collect();
        _ = writeln!(out, "          certified: {}", numbers.join(", "));
    }
}

/// The nodes of a chain, a line each, with what they follow from. A chain within it stands below the
/// first node that follows by it, four columns further in.
pub(super) fn node_lines(nodes: &[NodeFound], nested: &[NestedFound], out: &mut String) {
    lines_within(nodes, nested, 10, out);
}

fn lines_within(nodes: &[NodeFound], nested: &[NestedFound], column: usize, out: &mut String) {
    let mut told: Vec<(usize, usize)> = Vec::new();
    for node in nodes {
        let sign = if node.on { "=" } else { "<>" };
        let parents: Vec<_> = node.parents.iter().map(ToString::to_string).collect();
        let from = match &*parents {
            [] => node.by.clone(),
            parents => format!("({}) {}", parents.join(","), node.by),
        };
        let before = told.iter().find(|(chain, _)| Some(*chain) == node.nested);
        let as_before = before.map_or_else(String::new, |(_, id)| format!(", as ({id})"));
        let (id, at, digit) = (node.id, node.cell, node.digit);
        _ = writeln!(out, "{:column$}({id}) {at}{sign}{digit}: {from}{as_before}", "");
        let within = nested.iter().find(|chain| Some(chain.id) == node.nested);
        if let Some(chain) = within.filter(|_| before.is_none()) {
            told.push((chain.id, id));
            lines_within(&chain.nodes, &chain.nested, column + 4, out);
        }
    }
}

impl NodeFound {
    fn all(nodes: &[Node], layout: &Layout) -> Vec<Self> {
        let nodes = nodes.iter().enumerate();
        let found = nodes.map(|(index, node)| NodeFound {
            id: index + 1,
            cell: Place::of(node.cell, layout),
            digit: layout.number_of(node.digit),
            on: node.on,
            parents: node.parents.iter().map(|parent| parent + 1).collect(),
            by: notation::rule(node.rule, layout),
            nested: node.nested.map(|chain| chain + 1),
        });
        found.collect()
    }
}
