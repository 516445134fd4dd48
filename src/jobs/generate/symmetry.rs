//! Symmetries of the set of clues: which cells are given or empty together.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::grid::Cell;

/// Row and column, from 0, to where a symmetry moves them on a grid of a side.
type Move = fn((usize, usize), usize) -> (usize, usize);

/// A symmetry by name.
#[derive(Debug)]
pub struct SymmetryEntry {
    /// The word on the command line.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// What generates its group.
    moves: &'static [Move],
}

const HALF_TURN: Move = |(row, column), side| (side - 1 - row, side - 1 - column);
const QUARTER_TURN: Move = |(row, column), side| (column, side - 1 - row);
const LEFT_RIGHT: Move = |(row, column), side| (row, side - 1 - column);
const TOP_BOTTOM: Move = |(row, column), side| (side - 1 - row, column);
const DIAGONAL: Move = |(row, column), _| (column, row);
const ANTI_DIAGONAL: Move = |(row, column), side| (side - 1 - column, side - 1 - row);

/// All symmetries, the default first. To add one, add a line.
pub const SYMMETRIES: &[SymmetryEntry] = &[
    SymmetryEntry { name: "none", about: "no symmetry", moves: &[] },
    SymmetryEntry { name: "rot180", about: "rotation by 180°", moves: &[HALF_TURN] },
    SymmetryEntry { name: "rot90", about: "rotation by 90°", moves: &[QUARTER_TURN] },
    SymmetryEntry { name: "mirror-h", about: "left-right mirror", moves: &[LEFT_RIGHT] },
    SymmetryEntry { name: "mirror-v", about: "top-bottom mirror", moves: &[TOP_BOTTOM] },
    SymmetryEntry { name: "diagonal", about: "mirror in the main diagonal", moves: &[DIAGONAL] },
    SymmetryEntry {
        name: "anti-diagonal",
        about: "mirror in the antidiagonal",
        moves: &[ANTI_DIAGONAL],
    },
    SymmetryEntry { name: "full", about: "all of these", moves: &[QUARTER_TURN, LEFT_RIGHT] },
];

/// A symmetry of sets of cells: one of [`SYMMETRIES`], or several at once.
///
/// ```
/// use satoku::jobs::generate::Symmetry;
/// let both: Symmetry = "diagonal+anti-diagonal".parse()?;
/// assert_eq!(both.orbits(3).len(), 4);
/// # Ok::<(), satoku::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Symmetry {
    entries: Vec<&'static SymmetryEntry>,
}

impl Symmetry {
    /// No symmetry.
    pub fn none() -> Self {
        Self::default()
    }

    /// Whether every cell is by itself.
    pub fn is_none(&self) -> bool {
        self.entries.iter().all(|entry| entry.moves.is_empty())
    }

    /// Cells that are given or empty together, row by row, each set by its first cell.
    pub fn orbits(&self, side: usize) -> Vec<Vec<Cell>> {
        let mut orbits = Vec::new();
        let mut is_in = vec![false; side * side];
        for first in 0..side * side {
            if is_in[first] {
                continue;
            }
            is_in[first] = true;
            let mut orbit = vec![first];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for step in self.entries.iter().flat_map(|entry| entry.moves) {
                    let (row, column) = step((cell / side, cell % side), side);
                    let image = row * side + column;
                    if !std::mem::replace(&mut is_in[image], true) {
                        orbit.push(image);
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit.into_iter().map(Cell::new).collect());
        }
        orbits
    }

    /// Whether a set of cells, told row by row, has this symmetry.
    pub fn holds(&self, side: usize, cells: impl Fn(Cell) -> bool) -> bool {
        let same = |orbit: &Vec<Cell>| orbit.iter().all(|&cell| cells(cell) == cells(orbit[0]));
        self.orbits(side).iter().all(same)
    }
}

impl FromStr for Symmetry {
    type Err = Error;

    /// Names with `+` or `,` between them.
    fn from_str(text: &str) -> Result<Self> {
        let entry = |name: &str| {
            SYMMETRIES.iter().find(|entry| entry.name == name).ok_or_else(|| {
                let names: Vec<_> = SYMMETRIES.iter().map(|entry| entry.name).collect();
                Error::input(format!("symmetry {name:?}: expected {}", names.join(", ")))
            })
        };
        let entries = text.split(['+', ',']).map(|name| entry(name.trim()));
        Ok(Symmetry { entries: entries.collect::<Result<_>>()? })
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.entries.iter().map(|entry| entry.name).collect();
        out.write_str(if names.is_empty() { "none".into() } else { names.join("+") }.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_share_out_the_grid() {
        // How many orbits there are at side 9, and at side 4.
        let known = [
            ("none", 81, 16),
            ("rot180", 41, 8),
            ("rot90", 21, 4),
            ("mirror-h", 45, 8),
            ("mirror-v", 45, 8),
            ("diagonal", 45, 10),
            ("anti-diagonal", 45, 10),
            ("full", 15, 3),
        ];
        assert_eq!(known.len(), SYMMETRIES.len());
        for (name, of_nine, of_four) in known {
            let symmetry: Symmetry = name.parse().unwrap();
            for (side, number) in [(9, of_nine), (4, of_four)] {
                let orbits = symmetry.orbits(side);
                assert_eq!(orbits.len(), number, "{name}");
                let mut cells: Vec<_> = orbits.concat();
                cells.sort_unstable();
                assert_eq!(cells, (0..side * side).map(Cell::new).collect::<Vec<_>>());
                // Every move leaves every orbit as it is.
                for entry in &symmetry.entries {
                    for (orbit, step) in
                        orbits.iter().flat_map(|o| entry.moves.iter().map(move |m| (o, m)))
                    {
                        for cell in orbit {
                            let (row, column) =
                                step((cell.index() / side, cell.index() % side), side);
                            assert!(orbit.contains(&Cell::new(row * side + column)));
                        }
                    }
                }
            }
            assert_eq!(symmetry.to_string(), name);
        }
    }

    #[test]
    fn several_at_once() {
        let one: Symmetry = "rot180".parse().unwrap();
        let both: Symmetry = "mirror-h,mirror-v".parse().unwrap();
        // Both mirrors make the half turn.
        for orbit in one.orbits(9) {
            assert!(both.orbits(9).iter().any(|of| orbit.iter().all(|cell| of.contains(cell))));
        }
        assert_eq!(both.to_string(), "mirror-h+mirror-v");
        assert!("".parse::<Symmetry>().is_err() && "rot45".parse::<Symmetry>().is_err());
        assert!(both.holds(4, |cell| [0, 3, 12, 15].contains(&cell.index())));
        assert!(!both.holds(4, |cell| [0, 3, 12].contains(&cell.index())));
    }
}
