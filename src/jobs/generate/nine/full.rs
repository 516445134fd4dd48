//! Random complete grids of 9×9, every one of the 6,670,903,752,021,072,936,960 with the same
//! probability.
//!
//! A grid is drawn part by part, each part from a set that always has the same size, so that every
//! sequence of draws is equally probable; where the parts do not fit, all are drawn again. As each
//! grid comes from exactly one sequence, all grids are equally probable (von Neumann's rejection).
//! What the draws rest on:
//!
//! - Box 1 is any of 9!. The boxes right of it make it a band in 2,612,736 = 56 · 6⁶ ways: in 56
//!   ways each digit is given the row of box 2 that it takes, not its row of box 1; box 3 gets the
//!   third row; and each mini-row is put in one of 6 orders. The boxes below it likewise.
//! - Box 5: 56 ways to give each digit a row that is not its row of box 4. Three digits in a row
//!   take three columns, none that which it has in box 2: that can be done in 2 ways, or in none
//!   if all three have the same column there.
//! - The rows of the digits in box 6 are known now, what boxes 4 and 5 leave; as before, each row
//!   can be put in 2 orders or in none that suit box 3. Box 8 likewise, with rows and columns
//!   exchanged.
//! - Box 9 is what is left: each digit has one row and one column, and no two digits may meet.
//!
//! The last three points make 56 · 2³ · 2³ · 2³ = 28,672 sequences, of which 2,693 fit on average
//! (the number of grids divided by 9! · 2,612,736²), so a grid takes 10.6 attempts, most of which
//! end early.
//!
//! - Bertram Felgenhauer, Frazer Jarvis: *Mathematics of Sudoku I*, 2006 (the numbers of bands and
//!   of grids).

use super::Grid;
use crate::engine::lanes::CELLS;
use crate::random::Random;

/// A set of digits, as bits.
type Digits = u16;

/// The digits in each row, or in each column, of a box.
type Thirds = [Digits; 3];

const ALL: Digits = 0x1ff;

/// The digits of a set of three, each as a set; of other sets the first three, or none.
static SPLIT: [[Digits; 3]; 512] = {
    let mut split = [[0; 3]; 512];
    let mut set = 0;
    while set < 512 {
        let (mut left, mut k) = (set as u16, 0);
        while k < 3 && left != 0 {
            split[set][k] = left & left.wrapping_neg();
            left &= left - 1;
            k += 1;
        }
        set += 1;
    }
    split
};

fn split(set: Digits) -> [Digits; 3] {
    SPLIT[usize::from(set & ALL)]
}

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The two orders in which no thing has its forbidden place, by the forbidden places `a`, `b`, `c`
/// of the three as `9a + 3b + c`. There is none if all three are the same.
static AVOIDING: [[[u8; 3]; 2]; 27] = {
    let mut all = [[[0; 3]; 2]; 27];
    let mut code = 0;
    while code < 27 {
        let forbidden = [code / 9, code / 3 % 3, code % 3];
        let (mut found, mut k) = (0, 0);
        while k < 6 {
            let order = ORDERS[k];
            if order[0] != forbidden[0] && order[1] != forbidden[1] && order[2] != forbidden[2] {
                all[code][found] = [order[0] as u8, order[1] as u8, order[2] as u8];
                found += 1;
            }
            k += 1;
        }
        assert!(found == 2 || found == 0 && forbidden[0] == forbidden[1]);
        code += 1;
    }
    all
};

/// Gives each digit another third than it has, in one of 56 ways: as many digits go from the first
/// to the second as from the second to the third and from the third to the first, so that three
/// come to each; it is 0, 1, 2 or 3 of them.
fn another(thirds: Thirds, way: usize) -> Thirds {
    // Those that go one third on.
    let on = match way {
        0 => [0; 3],
        1 => thirds,
        _ => {
            let (which, all_but) = ((way - 2) % 27, way - 2 >= 27);
            let one = [which % 3, which / 3 % 3, which / 9];
            std::array::from_fn(|k| {
                let one = split(thirds[k])[one[k]];
                if all_but { thirds[k] ^ one } else { one }
            })
        }
    };
    std::array::from_fn(|k| on[(k + 2) % 3] | thirds[(k + 1) % 3] ^ on[(k + 1) % 3])
}

/// Of the rows, or columns, of three boxes, those that two leave to the third.
fn third(a: Thirds, b: Thirds) -> Thirds {
    std::array::from_fn(|k| ALL & !(a[k] | b[k]))
}

/// Spreads the three digits of each third in one of 6 orders, by a number below 216.
fn ordered(thirds: Thirds, mut orders: usize) -> Thirds {
    let mut spread = [0; 3];
    for three in thirds {
        let digits = split(three);
        for (k, place) in ORDERS[orders % 6].into_iter().enumerate() {
            spread[place] |= digits[k];
        }
        orders /= 6;
    }
    spread
}

/// Spreads the three digits of each third in one of the 2 orders that avoid the places `forbidden`,
/// by three bits; `None` where there is no such order.
fn avoiding(thirds: Thirds, forbidden: Thirds, bits: usize) -> Option<Thirds> {
    if thirds.iter().any(|three| forbidden.contains(three)) {
        return None;
    }
    let mut spread = [0; 3];
    for (k, three) in thirds.into_iter().enumerate() {
        let digits = split(three);
        let place = |digit: Digits| {
            usize::from(digit & forbidden[1] != 0) + 2 * usize::from(digit & forbidden[2] != 0)
        };
        let code = 9 * place(digits[0]) + 3 * place(digits[1]) + place(digits[2]);
        for (k, place) in AVOIDING[code][bits >> k & 1].into_iter().enumerate() {
            spread[usize::from(place)] |= digits[k];
        }
    }
    Some(spread)
}

/// The digits in the rows and in the columns of each box.
type Boxes = [(Thirds, Thirds); 9];

/// The boxes, if the parts that are drawn fit.
fn attempt(random: &mut Random) -> Option<Boxes> {
    let ways = random.below(56 * 56 * 56);
    let across = random.below(216 * 216);
    let below = random.below(216 * 216);
    join(ways, across, below, random.below(512))
}

/// The boxes of a sequence of draws: the rows in boxes 2, 4 and 5, the columns in boxes 2 and 3,
/// the rows in boxes 4 and 7, and the orders in boxes 5, 6 and 8.
fn join(ways: usize, across: usize, below: usize, bits: usize) -> Option<Boxes> {
    let box1 = ([0o007, 0o070, 0o700], [0o111, 0o222, 0o444]);
    let rows = another(box1.0, ways % 56);
    let box2 = (rows, ordered(rows, across % 216));
    let columns = another(box1.1, ways / 56 % 56);
    let box4 = (ordered(columns, below % 216), columns);
    let rows = another(box4.0, ways / (56 * 56));
    let box5 = (rows, avoiding(rows, box2.1, bits)?);
    let rows = third(box1.0, box2.0);
    let box3 = (rows, ordered(rows, across / 216));
    let rows = third(box4.0, box5.0);
    let box6 = (rows, avoiding(rows, box3.1, bits >> 3)?);
    let columns = third(box1.1, box4.1);
    let box7 = (ordered(columns, below / 216), columns);
    let columns = third(box2.1, box5.1);
    let box8 = (avoiding(columns, box7.0, bits >> 6)?, columns);
    let box9 = (third(box7.0, box8.0), third(box3.1, box6.1));
    let fits = box9.0.iter().all(|row| box9.1.iter().all(|column| row & column != 0));
    fits.then_some([box1, box2, box3, box4, box5, box6, box7, box8, box9])
}

/// A complete grid. All have the same probability, as far as 64 random bits can give each number
/// below 175,616 the same: to one part in 2⁴⁰ or so.
pub(crate) fn full(random: &mut Random) -> Grid {
    let boxes = loop {
        if let Some(boxes) = attempt(random) {
            break boxes;
        }
    };
    let mut numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut numbers);
    grid(&boxes, &numbers)
}

/// The grid of some boxes, with a number for each digit.
fn grid(boxes: &Boxes, numbers: &[u8; 9]) -> Grid {
    let mut grid = [0; CELLS];
    for (number, (rows, columns)) in boxes.iter().enumerate() {
        for (r, row) in rows.iter().enumerate() {
            for (c, column) in columns.iter().enumerate() {
                let digit = (row & column).trailing_zeros() as usize;
                grid[9 * (number / 3 * 3 + r) + number % 3 * 3 + c] = numbers[digit];
            }
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::lanes::{Clues, Query, solve};
    use crate::limits::Limits;

    fn is_full(grid: &Grid) -> bool {
        let house = |cell: &dyn Fn(usize) -> usize| {
            (0..9).fold(0u32, |seen, k| seen | 1 << grid[cell(k)]) == 0x3fe
        };
        (0..9).all(|h| {
            house(&|k| 9 * h + k)
                && house(&|k| 9 * k + h)
                && house(&|k| 9 * (h / 3 * 3 + k / 3) + h % 3 * 3 + k % 3)
        })
    }

    #[test]
    fn grids_are_full() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            assert!(is_full(&full(&mut random)));
        }
    }

    /// The sequences that agree in band and stack make just the grids that have these.
    #[test]
    fn each_grid_comes_from_one_sequence() {
        let mut random = Random::new(4);
        for _ in 0..5 {
            let (ways, across) = (random.below(56 * 56), random.below(216 * 216));
            let below = random.below(216 * 216);
            let mut grids = Vec::new();
            for way in 0..56 {
                for bits in 0..512 {
                    let boxes = join(ways + 56 * 56 * way, across, below, bits);
                    grids.extend(boxes.map(|boxes| grid(&boxes, &[1, 2, 3, 4, 5, 6, 7, 8, 9])));
                }
            }
            let known = |cell: usize| cell < 27 || cell % 9 < 3;
            let first = grids[0];
            let clues: [u16; CELLS] =
                std::array::from_fn(|cell| if known(cell) { 1 << (first[cell] - 1) } else { ALL });
            let wish = Query { limit: None, keep: 10_000 };
            let answers = solve(&[Clues::Candidates(&clues)], wish, &Limits::none()).unwrap();
            let mut wanted = answers.solutions(0).to_vec();
            wanted.sort_unstable();
            grids.sort_unstable();
            assert!(grids == wanted, "{} and {}", grids.len(), wanted.len());
        }
    }

    /// All grids together are as many as they are known to be: what fits of all sequences is the
    /// number of grids divided by that of sequences.
    #[test]
    fn as_many_attempts_fit_as_there_are_grids() {
        let grids = 6_670_903_752_021_072_936_960f64;
        let sequences = 362_880.0 * 2_612_736f64.powi(2) * 28_672.0;
        let mut random = Random::new(2);
        let tries = 200_000;
        let fit = (0..tries).filter(|_| attempt(&mut random).is_some()).count();
        let expected = f64::from(tries) * grids / sequences;
        let fit = f64::from(u32::try_from(fit).unwrap());
        let deviation = (fit - expected) / expected.sqrt();
        assert!(deviation.abs() < 4.0, "{fit} of {tries}, {expected} expected");
    }

    /// A digit stands in any two cells that do not see each other as often as it should: in box 5
    /// and box 9, whose draws come late, beside box 1.
    #[test]
    fn boxes_are_independent_of_each_other_where_they_may() {
        let mut random = Random::new(3);
        let tries = 36_000;
        let mut counts = [[0u32; 9]; 9];
        for _ in 0..tries {
            let grid = full(&mut random);
            let at = |from: usize| (0..9).find(|k| grid[from + 9 * (k / 3) + k % 3] == 1).unwrap();
            counts[at(30)][at(60)] += 1;
        }
        // By symmetry the nine places of either are alike, so are the 81 pairs.
        let expected = f64::from(tries) / 81.0;
        let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        let chi: f64 = counts.iter().flatten().map(square).sum();
        // 80 degrees of freedom: 135 is passed once in 10,000 seeds.
        assert!(chi < 135.0, "{chi}");
    }
}
