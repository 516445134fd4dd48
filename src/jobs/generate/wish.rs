//! What is wanted of a puzzle, and what nobody can make.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::symmetry::Symmetry;
use crate::error::{Error, Result};
use crate::grid::{Cell, Layout};
use crate::random::Random;

/// What is wanted of puzzles to be generated.
#[derive(Debug, Clone)]
pub struct Wish {
    /// The houses.
    pub layout: Arc<Layout>,
    /// How clues are chosen.
    pub method: Method,
    /// How many clues there shall be; `None` takes what the method yields. Of several numbers, each
    /// puzzle is dug down to one drawn at random, or as far as goes, unless it must be minimal.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether every clue must be needed.
    pub minimal: bool,
    /// Which cells have clues together.
    pub symmetry: Symmetry,
    /// The cells that have clues, all of them and no others. Goes before clues and symmetry.
    pub pattern: Option<BTreeSet<Cell>>,
    /// Attempts per puzzle before it is given up; `None` for as many as usually succeed
    /// vain: 20,000 times for plain 9×9, 1,000 for others, 200 with a pattern.
    pub tries: Option<u64>,
}

/// How the clues of a puzzle are chosen out of a random complete grid. The methods do not sample
/// alike: digging leaves 24.4 clues on average at 9×9, building 23.7.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// All clues are there at first; one after the other, in random order, is removed if the
    /// puzzle stays unique without.
    #[default]
    Dig,
    /// Clues are added in random order until the puzzle is unique; then each of them, in another
    /// random order, is removed if it stays so.
    Build,
}

/// The cell of a line, by the numbers of the line and of the cell in it.
type Line<'a> = dyn Fn(usize, usize) -> usize + 'a;

/// Tries unless otherwise said: of plain 9×9, of other layouts, and with a pattern.
const TRIES_OF_NINE: u64 = 20_000;
const TRIES: u64 = 1_000;
const TRIES_WITH_PATTERN: u64 = 200;

/// The fewest clues of a puzzle with one solution, where it is known: that of 9×9 by Gary
/// `McGuire`, Bastian Tugemann and Gilles Civario, *There Is No 16-Clue Sudoku*, Experimental
/// Mathematics 23, 2014; the others by exhaustive searches of the same kind, and for 2×2 by the
/// tests of this crate.
const FEWEST: &[((usize, usize), usize)] = &[((2, 2), 4), ((2, 3), 8), ((3, 2), 8), ((3, 3), 17)];

impl Wish {
    /// A puzzle of a layout, dug as deep as goes.
    pub fn new(layout: Arc<Layout>) -> Self {
        Wish {
            layout,
            method: Method::Dig,
            clues: None,
            minimal: false,
            symmetry: Symmetry::none(),
            pattern: None,
            tries: None,
        }
    }

    /// Why no puzzle can be as is wanted, where that is plain.
    ///
    /// # Errors
    /// If the wish contradicts itself, is about another layout, or the layout is not a square grid
    /// of full houses.
    pub fn impossible(&self) -> Result<Option<String>> {
        self.layout.needs_square("generating")?;
        let cells = self.layout.cells();
        if let Some(pattern) = &self.pattern {
            if let Some(cell) = pattern.iter().find(|cell| cell.index() >= cells) {
                return Err(Error::input(format!("the pattern has a cell {}", cell.index())));
            }
            let fewest = self.fewest();
            if pattern.len() < fewest {
                return Ok(Some(too_few(pattern.len(), fewest)));
            }
            return Ok(self.exchangeable(pattern));
        }
        let Some(clues) = &self.clues else { return Ok(None) };
        let (least, most) = (*clues.start(), *clues.end());
        if clues.is_empty() {
            return Err(Error::input(format!("clues {least} to {most}: an empty range")));
        }
        if least > cells {
            return Ok(Some(format!("{least} clues do not fit into {cells} cells")));
        }
        if most < self.fewest() {
            return Ok(Some(too_few(most, self.fewest())));
        }
        let sums = self.sums();
        let fits = |number: usize| sums.get(number).is_some_and(|&fits| fits);
        if !clues.clone().any(fits) {
            let symmetry = &self.symmetry;
            return Ok(Some(format!("no set of {least} to {most} cells has symmetry {symmetry}")));
        }
        Ok(None)
    }

    /// The numbers of clues down to which a puzzle may be dug: it is one of them.
    pub(super) fn floors(&self) -> Vec<usize> {
        let Some(clues) = &self.clues else { return vec![0] };
        if self.minimal {
            return vec![*clues.start()];
        }
        let sums = self.sums();
        let fits = |number: &usize| sums.get(*number).is_some_and(|&fits| fits);
        let least = self.fewest().max(*clues.start());
        let floors: Vec<_> = (least..=*clues.end()).filter(fits).collect();
        if floors.len() < 2 { vec![*clues.start()] } else { floors }
    }

    /// Attempts per puzzle at most.
    pub(super) fn tries(&self) -> u64 {
        let usual = match (&self.pattern, self.layout.is_classic()) {
            (Some(_), _) => TRIES_WITH_PATTERN,
            (None, true) => TRIES_OF_NINE,
            (None, false) => TRIES,
        };
        self.tries.unwrap_or(usual)
    }

    /// How many numbers are best made at once: many where they are made in no time.
    pub fn batch(&self) -> u64 {
        if self.is_for_nine() { 256 } else { 1 }
    }

    /// Whether so few clues are wanted of plain 9×9 that hardly a puzzle is dug so deep.
    pub(super) fn wants_few(&self) -> bool {
        let few = self.clues.as_ref().is_some_and(|clues| *clues.end() < 23);
        few && self.is_for_nine() && self.symmetry.is_none()
    }

    /// Whether puzzles are made by the fast generator for plain 9×9.
    pub(super) fn is_for_nine(&self) -> bool {
        let built_alone = self.method == Method::Dig || self.symmetry.is_none();
        self.pattern.is_none() && self.layout.is_classic() && built_alone
    }

    /// No puzzle of the layout with fewer clues has one solution.
    pub fn fewest(&self) -> usize {
        let known = FEWEST.iter().find(|(shape, _)| self.layout.plain_boxes() == Some(*shape));
        match known {
            Some(&(_, fewest)) => fewest,
            // Digits that no clue has can be exchanged.
            None => self.layout.digits() - 1,
        }
    }

    /// Which numbers of cells have the symmetry.
    fn sums(&self) -> Vec<bool> {
        let mut sums = vec![false; self.layout.cells() + 1];
        sums[0] = true;
        for orbit in self.symmetry.orbits(self.layout.side()) {
            for sum in (orbit.len()..sums.len()).rev() {
                sums[sum] |= sums[sum - orbit.len()];
            }
        }
        sums
    }

    /// Two rows or columns without clues whose exchange makes another solution.
    fn exchangeable(&self, pattern: &BTreeSet<Cell>) -> Option<String> {
        let side = self.layout.side();
        let houses: BTreeSet<Vec<usize>> = self
            .layout
            .houses()
            .iter()
            .map(|house| sorted(house.cells().iter().map(|c| c.index())))
            .collect();
        // The k-th cell of a line.
        let in_row = |line: usize, k: usize| line * side + k;
        let in_column = |line: usize, k: usize| k * side + line;
        let lines: [(&str, &Line<'_>); 2] = [("row", &in_row), ("column", &in_column)];
        for (word, cell) in lines {
            let is_empty =
                |&line: &usize| (0..side).all(|k| !pattern.contains(&Cell::new(cell(line, k))));
            let empty: Vec<_> = (0..side).filter(is_empty).collect();
            for (i, &one) in empty.iter().enumerate() {
                for &other in &empty[..i] {
                    let mut image: Vec<_> = (0..side * side).collect();
                    for k in 0..side {
                        image.swap(cell(one, k), cell(other, k));
                    }
                    let kept = |house: &Vec<usize>| {
                        houses.contains(&sorted(house.iter().map(|&c| image[c])))
                    };
                    if houses.iter().all(kept) {
                        return Some(format!(
                            "{word}s {} and {} have no clue and can be exchanged",
                            other + 1,
                            one + 1
                        ));
                    }
                }
            }
        }
        None
    }
}

/// The number down to which the puzzle of a number is dug.
pub(super) fn floor(floors: &[usize], seed: u64, number: u64) -> usize {
    match floors {
        [] => 0,
        [one] => *one,
        // Another sequence than that of the puzzle.
        several => several[Random::numbered(!seed, number).below(several.len())],
    }
}

fn sorted(cells: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut cells: Vec<_> = cells.collect();
    cells.sort_unstable();
    cells
}

fn too_few(clues: usize, fewest: usize) -> String {
    format!("no puzzle with {clues} clues has one solution: {fewest} are needed at least")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(rows: usize, columns: usize) -> Wish {
        Wish::new(Layout::boxes(rows, columns).unwrap().shared())
    }

    #[test]
    fn what_cannot_be_is_told() {
        let told = |wish: &Wish| wish.impossible().unwrap();
        let mut nine = plain(3, 3);
        assert_eq!(told(&nine), None);
        nine.clues = Some(10..=16);
        assert_eq!(
            told(&nine).unwrap(),
            "no puzzle with 16 clues has one solution: 17 are needed at least"
        );
        nine.clues = Some(17..=17);
        assert_eq!(told(&nine), None);
        nine.clues = Some(82..=90);
        assert_eq!(told(&nine).unwrap(), "82 clues do not fit into 81 cells");
        nine.clues = Some(81..=90);
        assert_eq!(told(&nine), None);
        nine.clues = Some(RangeInclusive::new(30, 20));
        assert!(nine.impossible().is_err());
        // A quarter turn moves all cells in fours, but for the one in the middle.
        nine.symmetry = "rot90".parse().unwrap();
        nine.clues = Some(26..=27);
        assert_eq!(told(&nine).unwrap(), "no set of 26 to 27 cells has symmetry rot90");
        nine.clues = Some(26..=28);
        assert_eq!(told(&nine), None);
        let mut five = Wish::new(Layout::latin(5).unwrap().shared());
        five.clues = Some(1..=3);
        assert!(told(&five).unwrap().contains("4 are needed"));
    }

    #[test]
    fn lines_without_clues_can_be_exchanged_within_a_band() {
        let mut wish = plain(3, 3);
        let with = |empty: [usize; 2]| -> BTreeSet<Cell> {
            (0..81).filter(|cell| !empty.contains(&(cell / 9))).map(Cell::new).collect()
        };
        wish.pattern = Some(with([3, 5]));
        assert_eq!(
            wish.impossible().unwrap().unwrap(),
            "rows 4 and 6 have no clue and can be exchanged"
        );
        wish.pattern = Some(with([2, 3]));
        assert_eq!(wish.impossible().unwrap(), None);
        // A diagonal through them keeps them apart.
        let diagonal = Layout::boxes(3, 3).unwrap().with("diagonal").unwrap().shared();
        wish = Wish { pattern: Some(with([3, 5])), ..Wish::new(diagonal) };
        assert_eq!(wish.impossible().unwrap(), None);
        let columns = (0..81).filter(|cell| cell % 9 > 1).map(Cell::new).collect();
        wish = Wish { pattern: Some(columns), ..plain(3, 3) };
        assert!(wish.impossible().unwrap().unwrap().contains("columns 1 and 2"));
        wish.pattern = Some([Cell::new(81)].into());
        assert!(wish.impossible().is_err());
    }
}
