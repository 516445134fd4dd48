//! Operations by name, and lists of them as text: `rot90,bands=213,relabel=987654321`.

use std::fmt;
use std::str::FromStr;

use super::{Transformation, is_identity, layout, narrow};
use crate::error::{Error, Result};
use crate::grid::{Layout, MAX_SIDE};

/// A turn or a reflection of the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Clockwise by a quarter.
    Rot90,
    /// By a half.
    Rot180,
    /// Clockwise by three quarters.
    Rot270,
    /// Left and right exchanged.
    MirrorH,
    /// Top and bottom exchanged.
    MirrorV,
    /// Reflected at the diagonal from the top left: rows and columns exchanged.
    Diagonal,
    /// Reflected at the diagonal from the bottom left.
    AntiDiagonal,
}

impl Turn {
    pub(super) const ALL: [Turn; 7] = [
        Turn::Rot90,
        Turn::Rot180,
        Turn::Rot270,
        Turn::MirrorH,
        Turn::MirrorV,
        Turn::Diagonal,
        Turn::AntiDiagonal,
    ];

    /// Whether rows become columns; rows and columns in reverse order then.
    fn parts(self) -> (bool, bool, bool) {
        match self {
            Turn::Rot90 => (true, false, true),
            Turn::Rot180 => (false, true, true),
            Turn::Rot270 => (true, true, false),
            Turn::MirrorH => (false, false, true),
            Turn::MirrorV => (false, true, false),
            Turn::Diagonal => (true, false, false),
            Turn::AntiDiagonal => (true, true, true),
        }
    }
}

/// What can be done to a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// A turn or a reflection.
    Turn(Turn),
    /// Rows in another order: what stands in each row afterwards, from 0.
    Rows(Box<[u16]>),
    /// Columns in another order.
    Columns(Box<[u16]>),
    /// Bands, the rows of boxes, in another order.
    Bands(Box<[u16]>),
    /// Stacks, the columns of boxes, in another order.
    Stacks(Box<[u16]>),
    /// What each digit becomes, from 0.
    Relabel(Box<[u16]>),
}

/// Operations as people write them: a word, or a word for those that take an order, and one line
/// for help texts.
pub const OPERATIONS: &[(&str, &str)] = &[
    ("rot90", "rotate clockwise by 90°"),
    ("rot180", "rotate by 180°"),
    ("rot270", "rotate clockwise by 270°"),
    ("mirror-h", "mirror left to right"),
    ("mirror-v", "mirror top to bottom"),
    ("diagonal", "mirror in the main diagonal (also: transpose)"),
    ("anti-diagonal", "mirror in the antidiagonal"),
    ("rows=ORDER", "permute rows, keeping bands together"),
    ("columns=ORDER", "permute columns, keeping stacks together"),
    ("bands=ORDER", "permute bands (rows of boxes)"),
    ("stacks=ORDER", "permute stacks (columns of boxes)"),
    ("relabel=ORDER", "replace the digits 1, 2, 3 … by these"),
    ("identity", "change nothing"),
];

/// Operations one after the other, read from text: names of [`OPERATIONS`] joined by commas. An
/// order is a permutation of all numbers from 1, a digit each (`213`), or joined by `-` where they
/// have more digits (`2-1-3-…-12`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Operations(pub Vec<Operation>);

impl Operation {
    /// The transformation of a grid without boxes.
    pub(super) fn transformation(&self, side: usize) -> Transformation {
        let mut made = Transformation::identity(side);
        match self {
            Operation::Turn(turn) => {
                let (transpose, rows, columns) = turn.parts();
                made.transpose = transpose;
                if rows {
                    made.rows.reverse();
                }
                if columns {
                    made.columns.reverse();
                }
            }
            Operation::Rows(order) => made.rows.clone_from(order),
            Operation::Columns(order) => made.columns.clone_from(order),
            Operation::Relabel(order) => made.digits.clone_from(order),
            Operation::Bands(order) => made.rows = widened(order, side),
            Operation::Stacks(order) => made.columns = widened(order, side),
        }
        made
    }

    /// The word for it, and its order if it takes one.
    fn parts(&self) -> (&'static str, Option<&[u16]>) {
        match self {
            Operation::Turn(turn) => {
                let k = Turn::ALL.iter().position(|other| other == turn).unwrap_or_default();
                (OPERATIONS[k].0, None)
            }
            Operation::Rows(order) => ("rows", Some(order)),
            Operation::Columns(order) => ("columns", Some(order)),
            Operation::Bands(order) => ("bands", Some(order)),
            Operation::Stacks(order) => ("stacks", Some(order)),
            Operation::Relabel(order) => ("relabel", Some(order)),
        }
    }
}

impl Operations {
    /// What they make of grids of a layout, one after the other.
    ///
    /// # Errors
    /// If the grid is not square, or an order is not as long as the layout needs it. Whether the
    /// layout keeps its houses is known when the transformation is applied.
    pub fn on(&self, layout: &Layout) -> Result<Transformation> {
        let side = layout::needs_square(layout)?;
        let mut made = Transformation::identity(side);
        for operation in &self.0 {
            let (word, order) = operation.parts();
            let block = layout.box_shape().map(|(rows, columns)| {
                let is_down = matches!(operation, Operation::Bands(_));
                // Transposed, bands are what stacks were.
                if is_down == made.transpose { columns } else { rows }
            });
            let expected = match operation {
                Operation::Bands(_) | Operation::Stacks(_) => {
                    let block = block.ok_or_else(|| {
                        Error::input(format!("{word}: the layout {} has no boxes", layout.name()))
                    })?;
                    side / block
                }
                _ => side,
            };
            if let Some(order) = order.filter(|order| order.len() != expected) {
                return Err(Error::input(format!(
                    "{word}: expected a permutation of 1 to {expected}, found {} numbers",
                    order.len()
                )));
            }
            made = made.then(&operation.transformation(side));
        }
        Ok(made)
    }
}

/// The order of lines by that of their blocks.
fn widened(blocks: &[u16], side: usize) -> Box<[u16]> {
    let length = side / blocks.len();
    let lines = |&block: &u16| (0..length).map(move |k| narrow(usize::from(block) * length + k));
    blocks.iter().flat_map(lines).collect()
}

impl FromStr for Operations {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut all = Vec::new();
        for word in text.split(',').map(str::trim) {
            match word {
                "identity" => {}
                "transpose" => all.push(Operation::Turn(Turn::Diagonal)),
                _ => all.push(one(word)?),
            }
        }
        Ok(Operations(all))
    }
}

fn one(text: &str) -> Result<Operation> {
    if let Some(turn) = Turn::ALL.into_iter().find(|t| Operation::Turn(*t).parts().0 == text) {
        return Ok(Operation::Turn(turn));
    }
    let (word, order) = text.split_once('=').unwrap_or((text, ""));
    let make = match word {
        "rows" => Operation::Rows,
        "columns" => Operation::Columns,
        "bands" => Operation::Bands,
        "stacks" => Operation::Stacks,
        "relabel" => Operation::Relabel,
        _ => {
            let known: Vec<_> = OPERATIONS.iter().map(|(name, _)| *name).collect();
            return Err(Error::input(format!(
                "operation `{text}`: expected one of {}",
                known.join(", ")
            )));
        }
    };
    read_order(order).map(make).ok_or_else(|| {
        Error::input(format!(
            "{word}={order}: expected the numbers from 1 on, each once, such as 213 or 2-1-3"
        ))
    })
}

fn read_order(text: &str) -> Option<Box<[u16]>> {
    let numbers: Option<Vec<usize>> = if text.contains('-') {
        text.split('-').map(|number| number.trim().parse().ok()).collect()
    } else {
        text.chars().map(|c| c.to_digit(10).map(|n| n as usize)).collect()
    };
    let numbers = numbers.filter(|numbers| (1..=MAX_SIDE).contains(&numbers.len()))?;
    let mut seen = vec![false; numbers.len()];
    for &number in &numbers {
        let place = seen.get_mut(number.checked_sub(1)?)?;
        if std::mem::replace(place, true) {
            return None;
        }
    }
    Some(numbers.into_iter().map(|number| narrow(number - 1)).collect())
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, order) = self.parts();
        f.write_str(word)?;
        let Some(order) = order else { return Ok(()) };
        f.write_str("=")?;
        let separator = if order.len() > 9 { "-" } else { "" };
        for (k, number) in order.iter().enumerate() {
            let before = if k > 0 { separator } else { "" };
            write!(f, "{before}{}", number + 1)?;
        }
        Ok(())
    }
}

impl fmt::Display for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("identity");
        }
        for (k, operation) in self.0.iter().enumerate() {
            let before = if k > 0 { "," } else { "" };
            write!(f, "{before}{operation}")?;
        }
        Ok(())
    }
}

/// A transformation as the operations that make it.
pub(super) fn write(made: &Transformation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut rows = made.rows.clone();
    let mut columns = made.columns.clone();
    let mut all = Vec::new();
    // Turns and reflections by their names.
    let (down, across) = (is_reversed(&rows), is_reversed(&columns));
    let whole = (down || is_identity(&rows)) && (across || is_identity(&columns));
    let parts = if whole { (made.transpose, down, across) } else { (made.transpose, false, false) };
    if let Some(turn) = Turn::ALL.into_iter().find(|turn| turn.parts() == parts) {
        all.push(Operation::Turn(turn));
    }
    if whole {
        let same = Transformation::identity(made.side());
        (rows, columns) = (same.rows, same.columns);
    }
    for (order, make) in [
        (rows, Operation::Rows as fn(_) -> _),
        (columns, Operation::Columns),
        (made.digits.clone(), Operation::Relabel),
    ] {
        if !is_identity(&order) {
            all.push(make(order));
        }
    }
    write!(f, "{}", Operations(all))
}

fn is_reversed(order: &[u16]) -> bool {
    order.len() > 1 && order.iter().rev().zip(0..).all(|(&a, b)| a == b)
}
