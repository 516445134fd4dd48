//! Filled 9×9 grids as bytes, checked by the million.

/// Cells of a 9×9.
const CELLS: usize = 81;

/// One bit for each number from 1 to 9.
const ALL: u16 = 0b11_1111_1110;

/// Whether a grid of numbers solves a puzzle: all nine numbers in every row, column and box, and
/// every clue where it was. In the puzzle `1` to `9` are clues and all else is empty.
pub fn solves_classic(grid: &[u8; CELLS], puzzle: &[u8; CELLS]) -> bool {
    // No branches in any loop: many cells are looked at together. No `zip`: it is not always inlined.
    let (mut largest, mut kept) = (0, true);
    for (k, &number) in grid.iter().enumerate() {
        let clue = puzzle[k].wrapping_sub(b'0');
        largest = number.max(largest);
        kept &= (clue == number) | (clue.wrapping_sub(1) >= 9);
    }
    largest <= 9 && kept && is_complete(grid)
}

/// Whether all nine numbers are in every row, column and box. Of a number above 9 only the lower
/// four bits are looked at.
fn is_complete(grid: &[u8; CELLS]) -> bool {
    // A loop: `map` of an array as long as this is not always compiled to one.
    let mut bits = [0; CELLS];
    for (k, bit) in bits.iter_mut().enumerate() {
        *bit = 1_u16 << (grid[k] & 15);
    }
    // Each cell and the two behind it: every third of these begins a third of a row.
    let mut thirds = [0; CELLS - 2];
    for (k, third) in thirds.iter_mut().enumerate() {
        *third = bits[k] | bits[k + 1] | bits[k + 2];
    }
    let mut columns = [0; 9];
    for row in bits.as_chunks::<9>().0 {
        for (k, column) in columns.iter_mut().enumerate() {
            *column |= row[k];
        }
    }
    let mut all = columns.iter().fold(ALL, |all, column| all & column);
    for k in 0..9 {
        let (row, corner) = (9 * k, k / 3 * 27 + k % 3 * 3);
        all &= thirds[row] | thirds[row + 3] | thirds[row + 6];
        all &= thirds[corner] | thirds[corner + 9] | thirds[corner + 18];
    }
    all == ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn a_solution_solves_and_nothing_else_does() {
        let grid = SOLUTION.map(|symbol| symbol - b'0');
        assert!(solves_classic(&grid, PUZZLE));
        assert!(solves_classic(&grid, SOLUTION));
        assert!(solves_classic(
            &grid,
            &PUZZLE.map(|symbol| if symbol == b'.' { b'0' } else { symbol })
        ));
        for cell in 0..CELLS {
            for number in (0..=255).filter(|&number| number != grid[cell]) {
                let mut wrong = grid;
                wrong[cell] = number;
                assert!(!solves_classic(&wrong, &[b'.'; CELLS]), "{number} in cell {cell}");
            }
            let mut other = *SOLUTION;
            other[cell] = b'1' + grid[cell] % 9;
            assert!(!solves_classic(&grid, &other), "another clue in cell {cell}");
        }
        // Two digits changed for each other solve the empty grid, and not the puzzle.
        let swapped = grid.map(|number| if number < 3 { 3 - number } else { number });
        assert!(solves_classic(&swapped, &[b'.'; CELLS]));
        assert!(!solves_classic(&swapped, PUZZLE));
    }

    #[test]
    fn every_kind_of_house_counts() {
        // Rows shifted by one, by three and by a box: what is wrong are boxes, columns and rows.
        let shifted = |by: fn(usize, usize) -> usize| -> [u8; CELLS] {
            std::array::from_fn(|cell| u8::try_from(by(cell / 9, cell % 9) % 9 + 1).unwrap())
        };
        assert!(solves_classic(&shifted(|r, c| 3 * r + r / 3 + c), &[b'.'; CELLS]));
        for wrong in
            [shifted(|r, c| r + c), shifted(|r, c| r % 3 * 3 + c), shifted(|r, c| r + c % 3 * 3)]
        {
            assert!(!solves_classic(&wrong, &[b'.'; CELLS]));
        }
    }
}
