//! Where cells are shown: rows and columns, some places of which may be holes.

use super::Cell;

/// Rows and columns of places. Each holds a cell, or is a hole. Cells are numbered row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    rows: usize,
    columns: usize,
    holes: Option<Holes>,
}

/// Which places hold which cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Holes {
    cell_at: Box<[Option<Cell>]>,
    place_of: Box<[u32]>,
}

impl Frame {
    /// A frame without holes.
    pub fn new(rows: usize, columns: usize) -> Self {
        Frame { rows, columns, holes: None }
    }

    /// A frame in which only the given places, row by row, hold cells.
    ///
    /// # Panics
    /// If the places do not fill up rows of the given length.
    pub fn with_holes(columns: usize, is_cell: &[bool]) -> Self {
        let rows = is_cell.len() / columns.max(1);
        assert_eq!(rows * columns, is_cell.len(), "whole rows");
        if is_cell.iter().all(|&is_cell| is_cell) {
            return Self::new(rows, columns);
        }
        let mut place_of = Vec::new();
        let mut cell_at = vec![None; is_cell.len()];
        for (place, slot) in (0u32..).zip(&mut cell_at) {
            if is_cell[place as usize] {
                *slot = Some(Cell::new(place_of.len()));
                place_of.push(place);
            }
        }
        let holes = Holes { cell_at: cell_at.into(), place_of: place_of.into() };
        Frame { rows, columns, holes: Some(holes) }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        match &self.holes {
            None => self.rows * self.columns,
            Some(holes) => holes.place_of.len(),
        }
    }

    /// Whether some place holds no cell.
    pub fn has_holes(&self) -> bool {
        self.holes.is_some()
    }

    /// The cell in a row and a column, both from 0; none in a hole or outside the frame.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        let place = row * self.columns + column;
        match &self.holes {
            None => Some(Cell::new(place)),
            Some(holes) => holes.cell_at[place],
        }
    }

    /// The row and the column of a cell, both from 0; none for a cell that is not in the frame.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let place = match &self.holes {
            None => Some(cell.index()).filter(|&place| place < self.rows * self.columns)?,
            Some(holes) => *holes.place_of.get(cell.index())? as usize,
        };
        Some((place / self.columns, place % self.columns))
    }

    /// Each row: a cell or none in each column.
    pub fn by_rows(&self) -> impl Iterator<Item = impl Iterator<Item = Option<Cell>> + '_> + '_ {
        (0..self.rows).map(move |row| (0..self.columns).map(move |column| self.cell(row, column)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_places_are_inverse() {
        let holes = [true, false, true, true, true, false];
        for frame in [Frame::new(2, 3), Frame::new(3, 2), Frame::with_holes(3, &holes)] {
            let cells = frame.by_rows().flatten().flatten().collect::<Vec<_>>();
            assert!(cells.iter().map(|cell| cell.index()).eq(0..frame.cells()));
            for cell in cells {
                let (row, column) = frame.place(cell).unwrap();
                assert_eq!(frame.cell(row, column), Some(cell));
            }
            assert_eq!(frame.place(Cell::new(frame.cells())), None);
            assert_eq!(frame.cell(frame.rows(), 0), None);
        }
        assert!(!Frame::with_holes(2, &[true; 4]).has_holes());
    }
}
