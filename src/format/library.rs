//! Lines of HoDoKu's library: a technique and the position that it is found in,
//! `:0200:37:..1+2…:311 412:395::`. Between the colons stand the code of the technique, candidates of
//! its pattern, the grid (a digit that is placed and not given has a `+` before it), candidates that
//! are gone (digit, row, column), then what the step removes, what it places, and a remark. Grid and
//! lost candidates are the puzzle; the rest is passed over.

use super::{Context, Entry, Fit, Format, Head, Plan, Splitting};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit};
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Library;

const CELLS: usize = 81;

impl Format for Library {
    fn name(&self) -> &'static str {
        "library"
    }

    fn about(&self) -> &'static str {
        "positions of HoDoKu's library a line: :technique:candidates:grid:gone:removed:placed:"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let first = head.content().next();
        if first.is_some_and(is_line) { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        self.fit(head) == Fit::Sure
    }

    fn plan(&self, _: &Head<'_>) -> Plan {
        Plan::new(Splitting::Lines { skip: 0 }, read)
    }
}

fn is_line(line: &str) -> bool {
    let grid = line.strip_prefix(':').and_then(|rest| rest.split(':').nth(2));
    grid.is_some_and(|grid| symbols(grid).count() == CELLS)
}

/// The cells of the grid with the columns at which they stand.
fn symbols(grid: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    grid.char_indices().filter(|(_, symbol)| *symbol != '+')
}

fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let line = text.trim_end();
    let at = |part: &str, message: String| {
        let column = part.as_ptr() as usize - text.as_ptr() as usize;
        Error::input(message).at(1, Some(column as u64 + 1))
    };
    let parts: Vec<_> = line.split(':').collect();
    let [_, _, _, grid, gone, rest @ ..] = &*parts else {
        return Err(at(line, "expected :technique:candidates:grid:gone:removed:placed:".into()));
    };
    let count = symbols(grid).count();
    if count != CELLS {
        return Err(at(grid, format!("{count} cells: expected {CELLS}")));
    }
    let layout = context.layout(9)?;
    let mut puzzle = Puzzle::new(layout);
    for (cell, (place, symbol)) in symbols(grid).enumerate() {
        match symbol {
            '1'..='9' => {
                let digit = symbol.to_digit(10).map_or(0, |digit| digit as usize - 1);
                puzzle.set_candidates(Cell::new(cell), &CandidateSet::single(Digit::new(digit)));
            }
            '.' | '0' => {}
            _ => {
                let message = format!("found {symbol:?}: expected a digit, `.` or `+`");
                return Err(at(&grid[place..], message));
            }
        }
    }
    for word in gone.split_whitespace() {
        let &[digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = word.as_bytes()
        else {
            return Err(at(word, format!("found {word:?}: expected digit, row and column")));
        };
        let [digit, row, column] = [digit, row, column].map(|byte| usize::from(byte - b'1'));
        let cell = Cell::at(row, column, 9);
        let mut set = puzzle.clues().get(cell);
        set.remove(Digit::new(digit));
        puzzle.set_candidates(cell, &set);
    }
    if rest.len() > 4 {
        return Err(at(rest[4], "expected the end of the line".into()));
    }
    Ok(puzzle.into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use crate::{Cell, Digit};

    const LINE: &str = ":0100:2:..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8\
                        ...3....5.....9.:212 313:271 281 291:::";

    #[test]
    fn a_line_is_a_position() {
        let puzzle = one(LINE);
        assert_eq!(puzzle.given(Cell::new(2)).map(Digit::number), Some(5));
        assert!(puzzle.has_pencilmarks());
        // The 2 of r1c2 is gone.
        assert_eq!(puzzle.clues().len(Cell::new(1)), 8);
        let plain = one(&LINE.replace("212 313", ""));
        assert!(!plain.has_pencilmarks());
        assert!(one(&format!("# a remark\n{LINE}\n")).has_pencilmarks());
    }
}
