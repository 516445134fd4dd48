//! A plain model of a pass and of a choice: one grid, sets of digits, loops.

use super::super::sweep::ALL;
use super::{CELLS, Marks, Ways1};

/// The rows that a digit takes in the three boxes of a band, in alphabetical order.
const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The cell in row `r` and column `c` of a band; bands 3 to 5 are of columns.
pub(super) fn cell(band: usize, r: usize, c: usize) -> usize {
    if band < 3 { 9 * (3 * band + r) + c } else { 9 * c + 3 * (band - 3) + r }
}

/// What is seen in a pass over three bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passed {
    /// The digits that have a way in all bands.
    pub(super) placeable: u16,
    /// The sum and the least of the masks afterwards.
    pub(super) sum: u16,
    pub(super) least: u16,
}

impl Passed {
    /// Whether a contradiction shows.
    pub(super) fn is_wrong(self) -> bool {
        self.placeable != ALL || self.least == 0
    }
}

/// Passes over the bands of rows, or of columns, and tells the ways found there.
pub(super) fn half_sweep(marks: &mut Marks, columns: bool, ways: &mut Ways1) -> Passed {
    let mut placeable = ALL;
    for band in (0..3).map(|band| if columns { band + 3 } else { band }) {
        placeable &= !twice(marks, band);
        ways[band] = pass(marks, band);
        placeable &= ways[band].iter().fold(0, |any, way| any | way);
    }
    let sum = marks.iter().fold(0, |sum: u16, mark| sum.wrapping_add(*mark));
    Passed { placeable, sum, least: marks.iter().fold(ALL, |least, mark| least.min(*mark)) }
}

/// The digits that are a naked single twice in a mini-row, which is seen in rows only.
fn twice(marks: &Marks, band: usize) -> u16 {
    let digits = (0..9).filter(|_| band < 3).map(|d| 1 << d);
    let is_twice = |digit: &u16| {
        (0..9).any(|mini_row| {
            let cells = (0..3).map(|k| cell(band, mini_row / 3, 3 * (mini_row % 3) + k));
            cells.filter(|&cell| marks[cell] == *digit).count() > 1
        })
    };
    digits.filter(is_twice).fold(0, |all, digit| all | digit)
}

fn pass(marks: &mut Marks, band: usize) -> [u16; 6] {
    let old = *marks;
    let mini_row = |r: usize, b: usize| [0, 1, 2].map(|k| old[cell(band, r, 3 * b + k)]);
    let union = |r, b| mini_row(r, b).into_iter().fold(0, |all, mark| all | mark);
    let single = |mark: u16| if mark.is_power_of_two() { mark } else { 0 };
    // Naked singles are seen in rows, hidden ones in columns.
    let columns = band >= 3;
    let single = |mark: u16| if columns { 0 } else { single(mark) };
    let singles = |r, b| mini_row(r, b).into_iter().fold(0, |all, mark| all | single(mark));

    let mut ways = [0; 6];
    for digit in (0..9).map(|d| 1 << d) {
        let free = |r: usize, b: usize| {
            let in_row = (0..3).any(|other| other != b && singles(r, other) & digit != 0);
            let in_box = (0..3).any(|other| other != r && singles(other, b) & digit != 0);
            union(r, b) & digit != 0 && !in_row && !in_box
        };
        for (way, rows) in ways.iter_mut().zip(PERMUTATIONS) {
            if (0..3).all(|b| free(rows[b], b)) {
                *way |= digit;
            }
        }
    }

    for r in 0..3 {
        for b in 0..3 {
            let (mut allowed, mut forced) = (0, 0);
            for digit in (0..9).map(|d| 1 << d) {
                let here = |w: usize| PERMUTATIONS[w][b] == r;
                let mut all = (0..6).filter(|&w| ways[w] & digit != 0).peekable();
                if all.peek().is_some() && all.clone().all(here) {
                    forced |= digit;
                }
                if all.any(here) {
                    allowed |= digit;
                }
            }
            if forced.count_ones() >= 3 {
                allowed = forced;
            }
            let cells = mini_row(r, b);
            let hidden = (0..9).map(|d| 1 << d).filter(|digit| {
                forced & digit != 0 && cells.iter().filter(|&mark| mark & digit != 0).count() < 2
            });
            let hidden = hidden.filter(|_| columns).fold(0, |all, digit| all | digit);
            for (k, mark) in cells.into_iter().enumerate() {
                let left = match mark & hidden {
                    0 => mark & allowed & !singles(r, b),
                    hidden => hidden,
                };
                marks[cell(band, r, 3 * b + k)] = left | single(mark);
            }
        }
    }
    ways
}

/// Where a grid at rest branches, if it does: the band, the digit, and the mini-row that it is
/// confined to, or kept out of.
pub(super) fn choose(ways: &Ways1) -> Option<(usize, u16, usize, usize)> {
    let of = |band: usize, digit: u16| -> Vec<_> {
        (0..6).filter(|&w| ways[band][w] & digit != 0).map(|w| PERMUTATIONS[w]).collect()
    };
    let digits = || (0..9).map(|d| 1 << d);
    let bands = (0..6).filter(|&band| digits().any(|digit| of(band, digit).len() > 1));
    let total = |band: &usize| digits().map(|digit| of(*band, digit).len() / 2).sum::<usize>();
    let band = bands.min_by_key(total)?;
    let two = digits().find(|&digit| of(band, digit).len() == 2);
    let digit = two.or_else(|| digits().find(|&digit| of(band, digit).len() > 1))?;
    let rows = |b: usize| of(band, digit).into_iter().map(move |way| way[b]);
    let b = (0..3).find(|&b| rows(b).min() != rows(b).max())?;
    Some((band, digit, rows(b).min()?, b))
}

/// A grid without a digit in the mini-row of a branch, and without it in the box's others.
pub(super) fn sides(marks: &Marks, branch: (usize, u16, usize, usize)) -> [Marks; 2] {
    let (band, digit, row, b) = branch;
    let mut sides = [*marks; 2];
    for r in 0..3 {
        for k in 0..3 {
            sides[usize::from(r != row)][cell(band, r, 3 * b + k)] &= !digit;
        }
    }
    sides
}

/// Passes until nothing changes, rows before columns; whether a contradiction shows.
pub(super) fn rest(marks: &mut Marks, ways: &mut Ways1) -> bool {
    loop {
        let before = *marks;
        for columns in [false, true] {
            if half_sweep(marks, columns, ways).is_wrong() {
                return true;
            }
        }
        if *marks == before {
            return false;
        }
    }
}

#[test]
fn bands_cover_the_grid() {
    for first in [0, 3] {
        let cells = (first..first + 3).flat_map(|band| (0..27).map(move |k| (band, k / 9, k % 9)));
        let mut cells: Vec<_> = cells.map(|(band, r, c)| cell(band, r, c)).collect();
        cells.sort_unstable();
        assert!(cells.into_iter().eq(0..CELLS));
    }
}
