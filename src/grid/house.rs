//! Houses, and the kinds of them: one table, an entry each. Specs, help texts, images under
//! symmetries and certificates all go through the table.

use std::fmt;

use itertools::Itertools;

use super::Cell;
use crate::error::{Error, Result};

/// A kind of house: what it is called, and which cells its houses have.
#[derive(Debug, Clone, Copy)]
pub struct HouseKind {
    /// The word for all its houses in a [`LayoutSpec`](super::LayoutSpec).
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// What one house is called, as in `row 3`.
    pub house: &'static str,
    /// The row and the column of each cell, house by house; an error if the area has no such
    /// houses.
    pub build: fn(&Area) -> Result<Vec<Places>>,
}

/// Rows and columns of some cells, from 0.
pub type Places = Vec<(usize, usize)>;

/// The rows and columns among which houses are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The rows and columns of a box, if there are boxes.
    pub boxes: Option<(usize, usize)>,
}

/// All kinds of houses that a layout may have by name. To add one, add an entry.
pub const HOUSE_KINDS: &[HouseKind] = &[
    HouseKind {
        name: "diagonal",
        about: "the diagonal from the top left",
        house: "diagonal",
        build: |area| Ok(vec![(0..area.square("diagonal")?).map(|k| (k, k)).collect()]),
    },
    HouseKind {
        name: "antidiagonal",
        about: "the diagonal from the bottom left",
        house: "antidiagonal",
        build: |area| {
            let side = area.square("antidiagonal")?;
            Ok(vec![(0..side).map(|k| (side - 1 - k, k)).collect()])
        },
    },
    HouseKind {
        name: "windoku",
        about: "box-sized windows set in by one cell (NRC)",
        house: "window",
        build: windows,
    },
    HouseKind {
        name: "disjoint",
        about: "the same position in every box",
        house: "disjoint group",
        build: |area| {
            let (rows, columns) = area.boxes("disjoint")?;
            let group = |(r, c)| {
                let down = (r..area.rows).step_by(rows);
                down.cartesian_product((c..area.columns).step_by(columns)).collect()
            };
            Ok((0..rows).cartesian_product(0..columns).map(group).collect())
        },
    },
];

/// Words for several kinds at once: the word, one line for help texts, the kinds.
pub const SHORTHANDS: &[(&str, &str, &[&str])] =
    &[("diagonals", "both diagonals (Sudoku X)", &["diagonal", "antidiagonal"])];

impl HouseKind {
    /// Rows, which every layout has.
    pub const ROW: HouseKind = HouseKind {
        name: "rows",
        about: "each row",
        house: "row",
        build: |area| Ok((0..area.rows).map(|r| block((r, 0), 1, area.columns)).collect()),
    };

    /// Columns, which every layout has.
    pub const COLUMN: HouseKind = HouseKind {
        name: "columns",
        about: "each column",
        house: "column",
        build: |area| Ok((0..area.columns).map(|c| block((0, c), area.rows, 1)).collect()),
    };

    /// Rectangular boxes; specs have their shape.
    pub const BOX: HouseKind = HouseKind {
        name: "boxes",
        about: "each box",
        house: "box",
        build: |area| {
            let (rows, columns) = area.boxes("boxes")?;
            let down = (0..area.rows).step_by(rows);
            let corners = down.cartesian_product((0..area.columns).step_by(columns));
            Ok(corners.map(|corner| block(corner, rows, columns)).collect())
        },
    };

    /// Irregular regions; specs have a map of them.
    pub const REGION: HouseKind = HouseKind {
        name: "regions",
        about: "each region of a map",
        house: "region",
        build: |_| Err(Error::layout("regions: a map is needed")),
    };

    /// The kind of a name in [`HOUSE_KINDS`].
    pub fn by_name(name: &str) -> Option<&'static HouseKind> {
        HOUSE_KINDS.iter().find(|kind| kind.name == name)
    }
}

impl PartialEq for HouseKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for HouseKind {}

impl Area {
    /// The side, if there are as many rows as columns.
    fn square(&self, what: &str) -> Result<usize> {
        let Area { rows, columns, .. } = *self;
        if rows == columns {
            return Ok(rows);
        }
        Err(Error::layout(format!("{what} needs a square, not {rows} rows of {columns} cells")))
    }

    /// The rows and columns of a box.
    fn boxes(&self, what: &str) -> Result<(usize, usize)> {
        let Area { rows, columns, .. } = *self;
        self.boxes.ok_or_else(|| {
            Error::layout(format!("{what} needs boxes, and this {rows}x{columns} grid has none"))
        })
    }
}

/// The places of a rectangle, row by row.
fn block((top, left): (usize, usize), rows: usize, columns: usize) -> Places {
    (top..top + rows).cartesian_product(left..left + columns).collect()
}

/// The windows of a windoku: box-sized blocks one cell in from the top and left edges and one cell apart (four at
/// 9×9), and the houses that their rows and columns leave over. With oblong boxes the last windows may reach the edge.
fn windows(area: &Area) -> Result<Vec<Places>> {
    let (rows, columns) = area.boxes("windoku")?;
    let side = area.square("windoku")?;
    if rows.abs_diff(columns) > 1 || rows * columns != side {
        return Err(Error::layout(format!(
            "windoku: windows of {rows}x{columns} do not fit a side of {side}"
        )));
    }
    // Rows fall into classes: those of the k-th window row, and those between the windows.
    // There are `columns` box rows (hence columns - 1 window rows), each `rows` high.
    let classes = |length: usize, count: usize| -> Vec<Vec<usize>> {
        let mut classes: Vec<Vec<usize>> = (0..count - 1)
            .map(|k| (1 + k * (length + 1)..1 + k * (length + 1) + length).collect())
            .collect();
        let used: Vec<usize> = classes.concat();
        let left: Vec<usize> = (0..side).filter(|k| !used.contains(k)).collect();
        classes.push(left);
        classes
    };
    let (down, across) = (classes(rows, columns), classes(columns, rows));
    let window = |(rows, columns): (&Vec<usize>, &Vec<usize>)| {
        rows.iter().copied().cartesian_product(columns.iter().copied()).collect()
    };
    Ok(down.iter().cartesian_product(&across).map(window).collect())
}

/// Cells in which no digit stands twice: at most as many as there are digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    pub(super) kind: &'static HouseKind,
    /// From 1; 0 for the only one of its kind.
    pub(super) number: u32,
    /// From 1; 0 where there is only one grid.
    pub(super) grid: u32,
    pub(super) cells: Box<[Cell]>,
}

impl House {
    /// What it is called.
    pub fn kind(&self) -> &'static HouseKind {
        self.kind
    }

    /// Its number among the houses of its kind in its grid, from 1.
    pub fn number(&self) -> u32 {
        self.number.max(1)
    }

    /// Its cells: at most as many as there are digits.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.house)?;
        if self.number > 0 {
            write!(f, " {}", self.number)?;
        }
        if self.grid > 0 {
            write!(f, " of grid {}", self.grid)?;
        }
        Ok(())
    }
}
