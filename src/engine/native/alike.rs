//! Digits that nothing tells apart. If two digits have the same candidates everywhere, exchanging
//! them takes solutions to solutions: it is enough to find those where such digits stand in order in
//! one house, and to exchange them in each.

use super::state::{Lit, State};
use super::word::Word;

/// Sets of digits alike, and the order they are exchanged in.
#[derive(Debug)]
pub(super) struct Alike {
    classes: Vec<Vec<usize>>,
    /// What stands for each digit now.
    image: Vec<usize>,
}

/// Clauses that put digits in order have together no more literals than this; else they are
/// searched one by one.
const MOST: usize = 2_000_000;

impl Alike {
    /// No digits.
    pub(super) fn none(side: usize) -> Self {
        Alike { classes: Vec::new(), image: (0..side).collect() }
    }

    /// The digits alike among the candidates, and the clauses that put them in order.
    pub(super) fn find<W: Word>(state: &State<'_, W>) -> (Self, Vec<Vec<Lit>>) {
        let side = state.chart.side;
        let mut this = Self::none(side);
        let mut clauses = Vec::new();
        let mut left: Vec<usize> = (0..side).collect();
        while let Some(&first) = left.first() {
            // Together the houses of the cover hold every cell but the loose ones.
            let (houses, loose) = &state.chart.cover;
            let like = |digit: usize| {
                let places = |house: u32, digit| state.places[house as usize * side + digit];
                houses.iter().all(|&house| places(house, first) == places(house, digit))
                    && loose.iter().all(|&cell| {
                        let set = state.cells[cell as usize];
                        set.has(first) == set.has(digit)
                    })
            };
            let (class, rest): (Vec<usize>, Vec<usize>) =
                left.iter().partition(|&&digit| like(digit));
            left = rest;
            if class.len() > 1 && in_order(state, &class, &mut clauses) {
                this.classes.push(class);
            }
        }
        (this, clauses)
    }

    /// What stands for each digit.
    pub(super) fn image(&self) -> &[usize] {
        &self.image
    }

    /// Exchanges digits; whether there was another way to. Else they are as in the beginning.
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

/// Adds clauses by which digits alike stand in order in the full house where they have fewest places.
/// Whether there is one, and they are not too many.
fn in_order<W: Word>(state: &State<'_, W>, class: &[usize], clauses: &mut Vec<Vec<Lit>>) -> bool {
    let chart = state.chart;
    let places = |house: usize| state.places[house * chart.side + class[0]];
    let Some(house) = (0..chart.full).min_by_key(|&house| places(house).count()) else {
        return false;
    };
    let cells: Vec<usize> =
        places(house).numbers().map(|position| chart.cell(house, position)).collect();
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
    fn every_exchange_comes_once() {
        let mut alike = Alike { classes: vec![vec![0, 2, 3], vec![1, 5]], image: (0..6).collect() };
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2 {
            loop {
                assert!(seen.insert(alike.image().to_vec()));
                if !alike.next() {
                    break;
                }
            }
            assert_eq!(seen.len(), 12);
            assert!(seen.iter().all(|image| image[4] == 4));
            seen.clear();
        }
    }
}
