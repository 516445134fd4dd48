//! What must hold beside the houses: rules, which are data.
//!
//! A rule is of one of the [`kinds`], or free; either way it is lowered to [`block`]s, and
//! everything else follows from these: engines propagate them, encodings write their clauses,
//! certificates state them, symmetries map them.
//!
//! - `arguments`: what a rule of a kind is about;
//! - `lowering`: what its blocks are written with;
//! - `text`: rules as text, `cage 15 r1c1 r1c2`;
//! - `json`: blocks as JSON, which free rules are written as;
//! - `image`: blocks under exchanged cells and digits;
//! - `implied`: sums that follow from cages and houses.

mod arguments;
pub mod block;
mod image;
mod implied;
mod json;
pub mod kinds;
mod lowering;
mod text;

use std::fmt;
use std::sync::Arc;

pub use arguments::{Arguments, Values};
pub use block::{Automaton, Block, Clauses, Distinct, Line, Literal, Pairs, Sum};
pub(crate) use implied::Unions;
pub use kinds::{KINDS, Kind, Numbers, Shape};
pub use lowering::Lowering;

use satoku_check::shown;

use crate::error::{Error, Result};
use crate::grid::{Cell, Digit, Layout};

/// One rule of a puzzle: of a [kind](kinds), or free, that is, nothing but its blocks.
///
/// ```
/// use satoku::rule::Rule;
/// let layout = satoku::Layout::boxes(3, 3)?.shared();
/// let cage = Rule::parse("cage 15 r1c1-2 r2c1", &layout)?;
/// assert_eq!(cage.to_string(), "cage 15 r1c1 r1c2 r2c1");
/// assert_eq!(cage.blocks().len(), 2); // no digit twice, and the sum
/// # Ok::<(), satoku::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rule {
    name: String,
    kind: Option<(&'static Kind, Arguments)>,
    cells: Box<[Cell]>,
    blocks: Box<[Block]>,
}

impl Rule {
    /// A rule of a kind: numbers and lines of cells as it takes them.
    ///
    /// # Errors
    /// If it does not take these.
    ///
    /// # Panics
    /// If a cell is not of the layout.
    pub fn new(
        kind: &'static Kind,
        numbers: &[i64],
        lines: &[Vec<Cell>],
        layout: &Arc<Layout>,
    ) -> Result<Self> {
        assert!(lines.iter().flatten().all(|cell| cell.index() < layout.cells()));
        let wrong = |wrong| Error::input(format!("{}: {wrong}", kind.name));
        let arguments = kinds::arguments(kind, numbers, lines, layout).map_err(wrong)?;
        let mut lowering = Lowering::new(&arguments);
        (kind.lower)(&arguments, &mut lowering);
        let blocks = lowering.finish().map_err(wrong)?;
        let mut rule = Self::named(text::of(kind, &arguments), blocks.into());
        rule.kind = Some((kind, arguments));
        Ok(rule)
    }

    /// A free rule: it says what its blocks say, and is called `name` in messages, without control
    /// characters.
    pub fn from_blocks(name: impl Into<String>, blocks: impl Into<Box<[Block]>>) -> Self {
        Self::named(shown(name), blocks.into())
    }

    fn named(name: String, blocks: Box<[Block]>) -> Self {
        let mut cells: Vec<_> = blocks.iter().flat_map(Block::cells).collect();
        cells.sort_unstable();
        cells.dedup();
        Rule { name, kind: None, cells: cells.into(), blocks }
    }

    /// What messages call it: its text, or the name of a free rule.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its kind, unless it is free.
    pub fn kind(&self) -> Option<&'static Kind> {
        self.kind.as_ref().map(|(kind, _)| *kind)
    }

    /// What its kind is applied to, unless it is free.
    pub fn arguments(&self) -> Option<&Arguments> {
        self.kind.as_ref().map(|(_, arguments)| arguments)
    }

    /// The cells it is about, each once, in order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The blocks it consists of: all of them must hold.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether a filled grid, digits indexed by cell, keeps it: by the meaning of its kind, or of
    /// its blocks if it is free.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        match &self.kind {
            Some((kind, arguments)) => {
                (kind.holds)(arguments, Values { layout: arguments.layout(), digits })
            }
            None => self.blocks.iter().all(|block| block.holds(digits)),
        }
    }
}

/// Rules are equal if they are written alike and say the same.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        let kind = |rule: &Self| rule.kind().map(|kind| kind.name);
        self.name == other.name && kind(self) == kind(other) && self.blocks == other.blocks
    }
}

impl Eq for Rule {}

/// Its name: the text of a rule of a kind, whatever a free rule is called.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
