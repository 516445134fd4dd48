//! What cells, rows and columns are called.

use super::shape::Extra;
use crate::grid::{Cell, Layout};
use crate::rule::Arguments;
use crate::rule::kinds::row_of;

/// The names of all cells of a grid.
pub(super) struct Names {
    cells: Vec<String>,
    /// The extra cells of each name.
    groups: Vec<(String, Vec<Cell>)>,
}

impl Names {
    /// Of a grid of 16 rows and columns at most, and the extra cells below it.
    pub(super) fn new(layout: &Layout, extra: &[Extra]) -> Self {
        let symbol = |place: usize| {
            let place = u32::try_from(place + 1).unwrap_or(u32::MAX);
            char::from_digit(place, 17).unwrap_or('?')
        };
        let grid = layout.grid();
        let places = (0..grid.cells()).filter_map(|cell| grid.place(Cell::new(cell)));
        let mut cells: Vec<_> =
            places.map(|(row, column)| format!("R{}C{}", symbol(row), symbol(column))).collect();
        let groups = extra.iter().map(|extra| (extra.name.clone(), extra.cells()));
        let groups: Vec<_> = groups.collect();
        for (name, of_name) in &groups {
            match &of_name[..] {
                [_] => cells.push(name.clone()),
                several => cells.extend((1..=several.len()).map(|k| format!("{name}{k}"))),
            }
        }
        Names { cells, groups }
    }

    /// The name of a cell.
    pub(super) fn one(&self, cell: Cell) -> String {
        self.cells.get(cell.index()).cloned().unwrap_or_default()
    }

    /// The names of some cells.
    pub(super) fn all(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.one(cell)).collect()
    }

    /// The name under which some extra cells are, and no others.
    pub(super) fn group(&self, cells: &[Cell]) -> Option<&str> {
        let group = self.groups.iter().find(|(_, of_name)| of_name == cells);
        group.map(|(name, _)| &**name)
    }

    /// A row or column, and a clue at one of its ends.
    pub(super) fn ends(arguments: &Arguments) -> Option<Vec<String>> {
        let [number] = *arguments.numbers() else { return None };
        let (name, forward) = Self::line(arguments)?;
        let clues = [number.to_string(), String::new()];
        let mut args = [vec![name], clues.to_vec()].concat();
        if !forward {
            args.swap(1, 2);
        }
        Some(args)
    }

    /// The row or column, `R3` or `C10`, that the cells of a rule are, and whether they are in its
    /// order.
    pub(super) fn line(arguments: &Arguments) -> Option<(String, bool)> {
        let (letter, number, forward) = row_of(arguments.cells(), arguments.layout())?;
        Some((format!("{}{number}", letter.to_ascii_uppercase()), forward))
    }
}
