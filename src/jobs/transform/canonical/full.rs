//! The smallest image of a complete 9×9 grid.
//!
//! Its first row reads 123456789 whatever is chosen, so the second decides: with two rows of a band
//! chosen it is a permutation of the columns (from a digit of the second row to the column that has
//! it in the first), and its text is smallest where the columns stand in the order that makes that
//! permutation smallest. Columns get their places in the order in which the text asks for them, so
//! of the 1296 orders only some dozen are looked at. All the rest follows from the columns: rows
//! and bands are sorted by their first column.

use super::search::{Both, Form};

const SIDE: usize = 9;
const NONE: u8 = u8::MAX;

/// The smallest image so far, and all that is known of the grid.
#[derive(Debug)]
struct Smallest<'a> {
    grids: &'a Both<SIDE>,
    /// The text from the second row on.
    text: [u64; SIDE - 1],
    form: Form<SIDE>,
}

/// Two rows, as the columns of the second in the first; and columns placed so far.
#[derive(Debug, Clone, Copy)]
struct Placing {
    transposed: bool,
    first: u8,
    second: u8,
    /// The column of the first row that has what stands in a column of the second.
    goes_to: [u8; SIDE],
    place_of: [u8; SIDE],
    columns: [u8; SIDE],
    slot_of: [u8; 3],
    /// Slots that have a stack.
    slots: u8,
    /// Columns that each slot has.
    filled: [u8; 3],
}

/// The smallest image of a complete grid, which must have every digit once in each row, column and
/// box.
pub(super) fn smallest(grids: &Both<SIDE>) -> Form<SIDE> {
    let form = Form { transposed: false, rows: [0; 9], columns: [0; 9], labels: [0; 16], ways: 0 };
    let mut smallest = Smallest { grids, text: [u64::MAX; SIDE - 1], form };
    let mut mixed = Vec::with_capacity(36);
    for (transposed, grid) in [false, true].into_iter().zip(grids) {
        for first in 0..9u8 {
            let mut at = [0u8; SIDE + 1];
            for (column, digit) in (0u8..).zip(grid[usize::from(first)]) {
                at[usize::from(digit)] = column;
            }
            for second in (first / 3 * 3..first / 3 * 3 + 3).filter(|&row| row != first) {
                let goes_to = grid[usize::from(second)].map(|digit| at[usize::from(digit)]);
                let placing = Placing {
                    transposed,
                    first,
                    second,
                    goes_to,
                    place_of: [NONE; SIDE],
                    columns: [NONE; SIDE],
                    slot_of: [NONE; 3],
                    slots: 0,
                    filled: [0; 3],
                };
                // Where boxes keep together, the second row begins with 456.
                let together = goes_to[..3].iter().all(|&to| to / 3 == goes_to[0] / 3);
                if together {
                    smallest.next(placing, 0, 0);
                } else {
                    mixed.push(placing);
                }
            }
        }
    }
    if smallest.form.ways == 0 {
        for placing in mixed {
            smallest.next(placing, 0, 0);
        }
    }
    smallest.form
}

impl Placing {
    /// Gives a column the first place it may have.
    fn put(&mut self, column: u8) -> u8 {
        let stack = usize::from(column / 3);
        if self.slot_of[stack] == NONE {
            self.slot_of[stack] = self.slots;
            self.slots += 1;
        }
        let slot = self.slot_of[stack];
        let filled = &mut self.filled[usize::from(slot)];
        let place = 3 * slot + *filled;
        *filled += 1;
        self.columns[usize::from(place)] = column;
        self.place_of[usize::from(column)] = place;
        place
    }
}

impl Smallest<'_> {
    /// Reads the second row from a place on.
    fn next(&mut self, mut placing: Placing, mut place: usize, mut text: u64) {
        while place < SIDE {
            let column = placing.columns[place];
            if column == NONE {
                return self.branch(&placing, place, text);
            }
            let to = placing.goes_to[usize::from(column)];
            let mut label = placing.place_of[usize::from(to)];
            if label == NONE {
                label = placing.put(to);
            }
            text = text << 4 | u64::from(label + 1);
            place += 1;
            if text > self.text[0] >> (4 * (SIDE - place)) {
                return;
            }
        }
        self.rest(&placing, text);
    }

    /// Any column of the stack that belongs to a place may come; of any stack, if none does yet.
    fn branch(&mut self, placing: &Placing, place: usize, text: u64) {
        for column in 0..9u8 {
            let here = match placing.slot_of[usize::from(column / 3)] {
                NONE => usize::from(placing.slots) == place / 3,
                slot => usize::from(slot) == place / 3,
            };
            if here && placing.place_of[usize::from(column)] == NONE {
                let mut placing = *placing;
                placing.put(column);
                self.next(placing, place, text);
            }
        }
    }

    /// Reads the rows from the third on, and keeps the image if none is smaller.
    fn rest(&mut self, placing: &Placing, second: u64) {
        let grid = &self.grids[usize::from(placing.transposed)];
        let mut labels = [0; 16];
        for (label, &column) in (1..).zip(&placing.columns) {
            labels[usize::from(grid[usize::from(placing.first)][usize::from(column)])] = label;
        }
        let label =
            |row: u8, column: u8| labels[usize::from(grid[usize::from(row)][usize::from(column)])];
        let band = placing.first / 3;
        let third = 9 * band + 3 - placing.first - placing.second;
        let mut rows = [placing.first, placing.second, third, 0, 0, 0, 0, 0, 0];
        let sorted = |band: u8| {
            let mut rows = [3 * band, 3 * band + 1, 3 * band + 2];
            rows.sort_unstable_by_key(|&row| label(row, placing.columns[0]));
            rows
        };
        let mut others = [sorted((band + 1) % 3), sorted((band + 2) % 3)];
        others.sort_unstable_by_key(|rows| label(rows[0], placing.columns[0]));
        rows[3..].copy_from_slice(others.as_flattened());
        let read = |row: u8| {
            placing.columns.iter().fold(0, |text, &c| text << 4 | u64::from(label(row, c)))
        };
        // Whether some row so far was smaller than that of the best; none may be larger.
        let mut smaller = second < self.text[0];
        let mut text = self.text;
        text[0] = second;
        for (text, &row) in text[1..].iter_mut().zip(&rows[2..]) {
            let this = read(row);
            if !smaller && this > *text {
                return;
            }
            smaller |= this < *text;
            *text = this;
        }
        if smaller {
            self.text = text;
            let (transposed, columns) = (placing.transposed, placing.columns);
            self.form = Form { transposed, rows, columns, labels, ways: 0 };
        }
        self.form.ways += 1;
    }
}
