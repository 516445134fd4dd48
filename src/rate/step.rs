//! A step of a path: what follows, by which technique, from which cells and candidates.

use std::hash::Hash;

use super::ground::{Cells, Digits, Ground, bits, cells};
use super::marks::Marks;
use super::technique::Technique;
use crate::grid::{Cell, Digit};

/// A step: a technique found somewhere, with what it places and removes.
#[derive(Debug, Clone)]
pub struct Step {
    technique: &'static Technique,
    rating: f64,
    pub(super) placed: Option<(u8, u8)>,
    pub(super) removed: Marks,
    cells: Cells,
    digits: Digits,
    houses: u64,
    nodes: Vec<Node>,
    ends: Vec<usize>,
    nested: Vec<Nested>,
    /// What it is about, where the layout may be any; then the sets above are empty.
    wide: Option<Box<Wide>>,
}

/// What a step is about and what follows, whatever the layout.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Wide {
    pub(super) placed: Option<(Cell, Digit)>,
    pub(super) removed: Vec<(Cell, Digit)>,
    pub(super) cells: Vec<Cell>,
    pub(super) digits: Vec<Digit>,
    pub(super) houses: Vec<usize>,
    pub(super) rule: Option<usize>,
}

/// A candidate assumed or concluded in a chain, on (it is the digit of its cell) or off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Whether the digit is in the cell, or is not.
    pub on: bool,
    /// The nodes it follows from, as indices into [`Step::nodes`], all smaller than its own; none
    /// for what a chain begins with.
    pub parents: Vec<usize>,
    /// Why it follows.
    pub rule: Rule,
    /// Where it follows by a chain within the chain: which, as an index of [`Step::nested`] or
    /// [`Nested::nested`].
    pub nested: Option<usize>,
}

/// A chain within a chain, in the position that is left where those nodes are off that what follows
/// from it has as parents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nested {
    /// Its nodes, as [`Step::nodes`].
    pub nodes: Vec<Node>,
    /// Where its branches end, as [`Step::ends`].
    pub ends: Vec<usize>,
    /// The chains within it.
    pub nested: Vec<Nested>,
}

/// Why a node of a chain follows from its parents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// It is assumed.
    Assumed,
    /// A cell has one digit: another is in it, or all others are out of it.
    Cell,
    /// A house has a digit once: it stands elsewhere, or can stand nowhere else. The index of the
    /// house in the layout.
    House(usize),
    /// A rule of the puzzle allows it no more. The index of the rule.
    Rule(usize),
    /// By a technique within the chain, in the position that its nodes leave.
    Technique(&'static str),
}

impl Step {
    /// A step with nothing placed or removed yet, at the base rating of its technique.
    pub(super) fn new(technique: &'static Technique) -> Self {
        Step {
            technique,
            rating: technique.rating,
            placed: None,
            removed: Marks::default(),
            cells: 0,
            digits: 0,
            houses: 0,
            nodes: Vec::new(),
            ends: Vec::new(),
            nested: Vec::new(),
            wide: None,
        }
    }

    /// A step on any layout.
    pub(super) fn wide(technique: &'static Technique, rating: f64, wide: Wide) -> Self {
        Step { rating, wide: Some(Box::new(wide)), ..Step::new(technique) }
    }

    /// Adds the nodes of a chain, and where its branches end.
    pub(super) fn with_nodes(self, nodes: Vec<Node>, ends: Vec<usize>) -> Self {
        Step { nodes, ends, ..self }
    }

    pub(super) fn rated(self, rating: f64) -> Self {
        Step { rating, ..self }
    }

    pub(super) fn placing(self, cell: usize, digit: usize) -> Self {
        Step { placed: Some((cell as u8, digit as u8)), ..self }
    }

    pub(super) fn removing(self, removed: Marks) -> Self {
        Step { removed, ..self }
    }

    pub(super) fn with(self, cells: Cells, digits: Digits) -> Self {
        Step { cells, digits, ..self }
    }

    /// Adds a house, by its number on the ground.
    pub(super) fn within(self, ground: &Ground, house: usize) -> Self {
        Step { houses: self.houses | 1 << ground.houses[house].id, ..self }
    }

    /// Adds the nodes of a chain, and where its branches end; their cells and digits are the
    /// pattern's.
    pub(super) fn told(mut self, nodes: Vec<Node>, ends: Vec<usize>) -> Self {
        for node in &nodes {
            self.cells |= 1 << node.cell.index();
            self.digits |= 1 << node.digit.index();
        }
        Step { nodes, ends, ..self }
    }

    /// Adds the chains within its chain.
    pub(super) fn with_nested(self, nested: Vec<Nested>) -> Self {
        Step { nested, ..self }
    }

    /// What tells it from other steps: technique, cells of the pattern, what follows.
    pub(super) fn key(&self) -> impl Eq + Hash + use<> {
        let wide = self.wide.clone();
        (self.technique.slug, self.cells, self.digits, self.placed, self.removed, wide)
    }

    /// The technique.
    pub fn technique(&self) -> &'static Technique {
        self.technique
    }

    /// Its rating on the scale, as Sudoku Explainer adds it up: 7.199999999999999 is shown as
    /// 7.2 ([`shown`](super::shown)).
    pub fn rating(&self) -> f64 {
        self.rating
    }

    /// The cell that is filled, and its digit, if one is.
    pub fn placement(&self) -> Option<(Cell, Digit)> {
        let placed = self.placed.map(|(cell, digit)| (cell.into(), digit.into()));
        let placed = placed.map(|(cell, digit)| (Cell::new(cell), Digit::new(digit)));
        placed.or_else(|| self.wide.as_ref()?.placed)
    }

    /// The candidates that are removed, beside those that a placement removes: by cells, then by
    /// digits.
    pub fn eliminations(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        let wide = self.wide.iter().flat_map(|wide| wide.removed.iter().copied());
        let removed = self.removed.iter();
        removed.map(|(cell, digit)| (Cell::new(cell), Digit::new(digit))).chain(wide)
    }

    /// The cells of the pattern: of a chain, those of its nodes.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let wide = self.wide.iter().flat_map(|wide| wide.cells.iter().copied());
        cells(self.cells).map(Cell::new).chain(wide)
    }

    /// The digits of the pattern.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + '_ {
        let wide = self.wide.iter().flat_map(|wide| wide.digits.iter().copied());
        bits(self.digits).map(Digit::new).chain(wide)
    }

    /// The houses that the pattern is about, as indices of [`Layout::houses`](crate::Layout::houses).
    pub fn houses(&self) -> impl Iterator<Item = usize> + '_ {
        let set = self.houses;
        let wide = self.wide.iter().flat_map(|wide| wide.houses.iter().copied());
        (0..64).filter(move |house| set >> house & 1 == 1).chain(wide)
    }

    /// The rule that the step is by, as an index of [`Puzzle::rules`](crate::Puzzle::rules), if it is
    /// by one.
    pub fn rule(&self) -> Option<usize> {
        self.wide.as_ref()?.rule
    }

    /// The nodes of a chain, parents before what follows from them; none in other steps. Where
    /// there are several branches, those of one stand before those of the next, and what follows
    /// in several is there several times.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that the branches of a chain end with, as indices into [`Step::nodes`]: all the
    /// same, which so holds; or two that contradict each other.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// The chains within its chain, by which some of its nodes follow.
    pub fn nested(&self) -> &[Nested] {
        &self.nested
    }
}
