//! Interchangeable digits. If two digits have the same candidates everywhere, swapping them maps
//! solutions to solutions. The symmetry is broken by clauses that order such digits in one house;
//! each solution stands for all its permutations.

use super::state::{Lit, State};
use super::word::Word;
use crate::grid::Digit;
use crate::puzzle::Puzzle;
use crate::rule::Block;

/// Whether no rule of a puzzle tells digits apart: all say only that cells differ.
pub(super) fn rules_allow(puzzle: &Puzzle) -> bool {
    let side = puzzle.digits();
    let digits = || (0..side).map(Digit::new);
    puzzle.rules().iter().flat_map(|rule| rule.blocks()).all(|block| match block {
        Block::Distinct(_) => true,
        Block::Pairs(block) => digits().all(|first| {
            let allowed = &block.allowed()[first.index()];
            digits().all(|second| allowed.contains(second) == (first != second))
        }),
        _ => false,
    })
}

/// Classes of interchangeable digits, and a permutation of them.
#[derive(Debug, Clone)]
pub(super) struct Interchangeable {
    classes: Vec<Vec<usize>>,
    /// The image of each digit.
    image: Vec<usize>,
}

/// The clauses that order a class may have this many literals; larger classes are not used.
const MOST: usize = 2_000_000;

impl Interchangeable {
    /// No digits.
    pub(super) fn none(side: usize) -> Self {
        Interchangeable { classes: Vec::new(), image: (0..side).collect() }
    }

    /// The classes of a state, and the clauses that order them.
    pub(super) fn find<W: Word>(state: &State<'_, W>) -> (Self, Vec<Vec<Lit>>) {
        let side = state.geometry.side;
        let mut this = Self::none(side);
        let mut clauses = Vec::new();
        let mut left: Vec<usize> = (0..side).collect();
        while let Some(&first) = left.first() {
            // Together the houses of the cover hold every cell but the loose ones.
            let (houses, loose) = &state.geometry.cover;
            let is_equal = |digit: usize| {
                let places = |house: u32, digit| state.places[house as usize * side + digit];
                houses.iter().all(|&house| places(house, first) == places(house, digit))
                    && loose.iter().all(|&cell| {
                        let set = state.cells[cell as usize];
                        set.has(first) == set.has(digit)
                    })
            };
            let (class, rest): (Vec<usize>, Vec<usize>) =
                left.iter().partition(|&&digit| is_equal(digit));
            left = rest;
            if class.len() > 1 && in_order(state, &class, &mut clauses) {
                this.classes.push(class);
            }
        }
        (this, clauses)
    }

    /// The image of each digit.
    pub(super) fn image(&self) -> &[usize] {
        &self.image
    }

    /// Goes on to the next permutation; after the last one back to the identity, and `false`.
    pub(super) fn next(&mut self) -> bool {
        for class in &self.classes {
            // The next permutation in lexical order.
            let image = &mut self.image;
            let Some(k) = (1..class.len()).rev().find(|&k| image[class[k - 1]] < image[class[k]])
            else {
                for &digit in class {
                    image[digit] = digit;
                }
                continue;
            };
            let pivot = image[class[k - 1]];
            let swap = (k..class.len()).rev().find(|&j| image[class[j]] > pivot).unwrap_or(k);
            image.swap(class[k - 1], class[swap]);
            let (mut low, mut high) = (k, class.len() - 1);
            while low < high {
                image.swap(class[low], class[high]);
                low += 1;
                high -= 1;
            }
            return true;
        }
        false
    }
}

/// Adds clauses by which digits alike stand in order in the full house where they have fewest
/// places. Whether there is one, and they are not too many.
fn in_order<W: Word>(state: &State<'_, W>, class: &[usize], clauses: &mut Vec<Vec<Lit>>) -> bool {
    let geometry = state.geometry;
    let places = |house: usize| state.places[house * geometry.side + class[0]];
    let Some(house) = (0..geometry.full).min_by_key(|&house| places(house).count()) else {
        return false;
    };
    let cells: Vec<usize> =
        places(house).numbers().map(|position| geometry.cell(house, position)).collect();
    let is = |cell: usize, digit: usize| Lit::is(state.var(cell, digit));
    if cells.len() == class.len() {
        clauses.extend(cells.iter().zip(class).map(|(&cell, &digit)| vec![is(cell, digit)]));
        return true;
    }
    if cells.len() * cells.len() * class.len() / 2 > MOST {
        return false;
    }
    for (k, &cell) in cells.iter().enumerate() {
        for pair in class.windows(2) {
            // The second stands here only if the first stands before.
            let mut clause = vec![!is(cell, pair[1])];
            clause.extend(cells[..k].iter().map(|&before| is(before, pair[0])));
            clauses.push(clause);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_permutation_comes_once() {
        let mut digits =
            Interchangeable { classes: vec![vec![0, 2, 3], vec![1, 5]], image: (0..6).collect() };
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2 {
            loop {
                assert!(seen.insert(digits.image().to_vec()));
                if !digits.next() {
                    break;
                }
            }
            assert_eq!(seen.len(), 12);
            assert!(seen.iter().all(|image| image[4] == 4));
            seen.clear();
        }
    }
}
