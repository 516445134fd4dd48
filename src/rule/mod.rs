//! What must hold beside the houses: rules, which are data.
//!
//! A rule is of one of the [`kinds`], or made of rules, or free; each way it is lowered to
//! [`block`]s, and everything else follows from these: engines propagate them, encodings write
//! their clauses, certificates state them, symmetries map them.
//!
//! - `arguments`: what a rule of a kind is about;
//! - `lowering`: what its blocks are written with;
//! - `text`: rules as text, `cage 15 r1c1 r1c2`;
//! - `json`: blocks as JSON, which free rules are written as;
//! - `junction`: rules made of rules, `or (cage 10 r1c1-2) (cage 15 r1c1-2)`;
//! - `pattern`, `machine`: regular expressions as automata;
//! - `image`: blocks under exchanged cells and digits;
//! - `modified`: cells that count otherwise in sums;
//! - `ranks`: rows and columns read as numbers, in order;
//! - `subsets`: numbers that add up to a total;
//! - `implied`: sums that follow from cages and houses;
//! - `cover`: sums that follow from those that meet a house;
//! - `joined`: sums that follow by adding others up.

mod arguments;
pub mod block;
mod cover;
mod equal;
mod image;
mod implied;
mod joined;
mod json;
mod junction;
pub mod kinds;
mod lowering;
mod machine;
mod modified;
pub(crate) mod pattern;
mod ranks;
mod several;
mod subsets;
mod text;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use arguments::{Arguments, Values};
pub use block::{
    Automaton, Block, Choice, Clauses, Connected, Distinct, DistinctPairs, Line, Literal, NValue,
    Pairs, Sum,
};
pub(crate) use block::{Forced, Membership, Positions};
pub(crate) use equal::totals;
pub(crate) use implied::{Implied, Unions};
pub use junction::Junction;
pub use kinds::{Counts, KINDS, Kind, Numbers, Shape};
pub use lowering::Lowering;
pub(crate) use machine::{Machine, Written};
pub(crate) use text::{cells_of, is_meant};

use satoku_check::shown;
use smallvec::SmallVec;

use crate::error::{Error, Result};
use crate::grid::{Cell, Digit, Layout, in_order};

/// One rule of a puzzle: of a [kind](kinds), or made of rules by `or` and `and`, or free, that is,
/// nothing but its blocks.
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
    /// Once it is asked for, of a rule of a kind.
    name: OnceLock<String>,
    source: Source,
    cells: SmallVec<[Cell; 4]>,
    blocks: Box<[Block]>,
}

/// What a rule was made of.
#[derive(Debug, Clone)]
enum Source {
    Kind(&'static Kind, Arguments),
    Parts(Junction, Box<[Rule]>),
    Blocks,
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
        lines: impl IntoIterator<Item = Vec<Cell>>,
        layout: &Arc<Layout>,
    ) -> Result<Self> {
        let lines: SmallVec<[_; 1]> = lines.into_iter().collect();
        assert!(lines.iter().flatten().all(|cell| cell.index() < layout.cells()));
        let wrong = |wrong| Error::input(format!("{}: {wrong}", kind.name));
        let arguments = kinds::arguments(kind, numbers, lines, layout).map_err(wrong)?;
        let mut lowering = Lowering::new(&arguments);
        (kind.lower)(&arguments, &mut lowering);
        let blocks = lowering.finish().map_err(wrong)?;
        Ok(Self::made_of(OnceLock::new(), Source::Kind(kind, arguments), blocks.into()))
    }

    /// The rule that some rules are together.
    ///
    /// # Errors
    /// If there are none, or too many within one another.
    pub fn joined(junction: Junction, parts: impl Into<Box<[Rule]>>) -> Result<Self> {
        let parts = parts.into();
        let wrong = |wrong| Error::input(format!("{}: {wrong}", junction.word()));
        let blocks = junction.blocks(&parts).map_err(wrong)?;
        let name = text::joined(junction, parts.iter().map(|part| part.name().to_owned()));
        Ok(Self::named(name, Source::Parts(junction, parts), blocks))
    }

    /// A free rule: it says what its blocks say, and is called `name` in messages, without control
    /// characters.
    pub fn from_blocks(name: impl Into<String>, blocks: impl Into<Box<[Block]>>) -> Self {
        Self::named(shown(name), Source::Blocks, blocks.into())
    }

    fn named(name: String, source: Source, blocks: Box<[Block]>) -> Self {
        Self::made_of(name.into(), source, blocks)
    }

    fn made_of(name: OnceLock<String>, source: Source, blocks: Box<[Block]>) -> Self {
        let mut cells = SmallVec::<[Cell; 32]>::new();
        blocks.iter().for_each(|block| block.add_cells(&mut cells));
        let cells = if cells.spilled() {
            SmallVec::from_slice(&in_order(cells.into_vec()))
        } else {
            cells.sort_unstable();
            cells.dedup();
            SmallVec::from_slice(&cells)
        };
        Rule { name, source, cells, blocks }
    }

    /// What messages call it: its text, or the name of a free rule.
    pub fn name(&self) -> &str {
        self.name.get_or_init(|| match &self.source {
            Source::Kind(kind, arguments) => text::of(kind, arguments),
            Source::Parts(..) | Source::Blocks => String::new(),
        })
    }

    /// Its kind, unless it is free or made of rules.
    pub fn kind(&self) -> Option<&'static Kind> {
        match self.source {
            Source::Kind(kind, _) => Some(kind),
            _ => None,
        }
    }

    /// What its kind is applied to, if it has one.
    pub fn arguments(&self) -> Option<&Arguments> {
        match &self.source {
            Source::Kind(_, arguments) => Some(arguments),
            _ => None,
        }
    }

    /// The rules it is made of, and how, if it is.
    pub fn parts(&self) -> Option<(Junction, &[Rule])> {
        match &self.source {
            Source::Parts(junction, parts) => Some((*junction, parts)),
            _ => None,
        }
    }

    /// Whether it is nothing but its blocks: its text is a JSON object.
    pub fn is_free(&self) -> bool {
        matches!(self.source, Source::Blocks)
    }

    /// Whether its text has a JSON object in it, the rule itself or a part of it.
    pub(crate) fn has_json(&self) -> bool {
        self.is_free() || self.parts().is_some_and(|(_, parts)| parts.iter().any(Rule::has_json))
    }

    /// The cells it is about, each once, in order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The blocks it consists of: all of them must hold.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether a filled grid, digits indexed by cell, keeps it: by the meaning of its kind or its
    /// parts, or of its blocks if it is free.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        match &self.source {
            Source::Kind(kind, arguments) => {
                (kind.holds)(arguments, Values { layout: arguments.layout(), digits })
            }
            Source::Parts(Junction::Or, parts) => parts.iter().any(|part| part.holds(digits)),
            Source::Parts(Junction::And, parts) => parts.iter().all(|part| part.holds(digits)),
            Source::Blocks => self.blocks.iter().all(|block| block.holds(digits)),
        }
    }
}

/// Rules are equal if they are written alike and say the same.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        let kind = |rule: &Self| rule.kind().map(|kind| kind.name);
        self.name() == other.name()
            && kind(self) == kind(other)
            && self.parts() == other.parts()
            && self.blocks == other.blocks
    }
}

impl Eq for Rule {}

/// Its name: the text of a rule of a kind, whatever a free rule is called; of a rule made of rules,
/// these.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
