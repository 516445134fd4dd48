//! Random complete grids of 9×9, every one of the 6,670,903,752,021,072,936,960 with the same
//! probability.
//!
//! A grid is drawn part by part, each part from a set that always has the same size, so that every
//! sequence of draws is equally probable; where the parts do not fit, all are drawn anew. As each
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

use crate::random::Random;

/// Ways to give nine digits, three of each of the classes 0, 1 and 2 in this order, another class
/// each, again three of each.
const OTHERS: [[u8; 9]; 56] = others();

const fn others() -> [[u8; 9]; 56] {
    let mut all = [[0; 9]; 56];
    let mut found = 0;
    let mut code = 0;
    // Each digit takes one of the two classes that are not its own: a bit each.
    while code < 512 {
        let mut way = [0; 9];
        let mut counts = [0; 3];
        let mut k = 0;
        while k < 9 {
            let class = (k / 3 + 1 + (code >> k & 1)) % 3;
            way[k] = class as u8;
            counts[class] += 1;
            k += 1;
        }
        if counts[0] == 3 && counts[1] == 3 {
            all[found] = way;
            found += 1;
        }
        code += 1;
    }
    assert!(found == 56, "1 + 27 + 27 + 1");
    all
}

/// The orders of three things.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The orders in which no thing has its forbidden place, by the forbidden places `a`, `b`, `c` of
/// the three as `9a + 3b + c`: two of them, or none ([`NONE`]) if all are the same.
const AVOIDING: [[[u8; 3]; 2]; 27] = {
    let mut all = [[[NONE; 3]; 2]; 27];
    let mut code = 0;
    while code < 27 {
        let forbidden = [code / 9, code / 3 % 3, code % 3];
        let (mut found, mut k) = (0, 0);
        while k < 6 {
            let order = ORDERS[k];
            if order[0] != forbidden[0] && order[1] != forbidden[1] && order[2] != forbidden[2] {
                all[code as usize][found] = order;
                found += 1;
            }
            k += 1;
        }
        assert!(found == 2 || found == 0 && forbidden[0] == forbidden[1]);
        code += 1;
    }
    all
};

const NONE: u8 = u8::MAX;

/// A row or a column of a box, from 0 to 2, for each digit.
type Places = [u8; 9];

/// The digits by class, those of class 0 first.
#[inline(always)]
fn by_class(class: &Places) -> [u8; 9] {
    let mut digits = [0; 9];
    let mut next = [0, 3, 6];
    for digit in 0..9 {
        let class = usize::from(class[digit]);
        digits[next[class]] = digit as u8;
        next[class] += 1;
    }
    digits
}

/// Gives each digit a class that is not its own.
#[inline(always)]
fn another(class: &Places, way: usize) -> Places {
    let mut other = [0; 9];
    for (digit, class) in by_class(class).into_iter().zip(OTHERS[way]) {
        other[usize::from(digit)] = class;
    }
    other
}

/// Of three rows, or columns, the one that two others leave.
#[inline(always)]
fn third(a: &Places, b: &Places) -> Places {
    let mut c = [0; 9];
    for digit in 0..9 {
        c[digit] = 3 - a[digit] - b[digit];
    }
    c
}

/// Puts the three digits of each class in one of 6 orders, by a number below 216.
#[inline(always)]
fn ordered(class: &Places, mut orders: usize) -> Places {
    let mut places = [0; 9];
    let digits = by_class(class);
    for three in digits.as_chunks::<3>().0 {
        for (digit, place) in three.iter().zip(ORDERS[orders % 6]) {
            places[usize::from(*digit)] = place;
        }
        orders /= 6;
    }
    places
}

/// Puts the three digits of each class in one of the 2 orders that avoid `forbidden`, by three
/// bits; `None` where there is no such order.
#[inline(always)]
fn avoiding(class: &Places, forbidden: &Places, bits: usize) -> Option<Places> {
    let mut places = [0; 9];
    let digits = by_class(class);
    for (k, three) in digits.as_chunks::<3>().0.iter().enumerate() {
        let [a, b, c] = three.map(|digit| usize::from(forbidden[usize::from(digit)]));
        let order = AVOIDING[9 * a + 3 * b + c][bits >> k & 1];
        if order[0] == NONE {
            return None;
        }
        for (digit, place) in three.iter().zip(order) {
            places[usize::from(*digit)] = place;
        }
    }
    Some(places)
}

/// The rows and the columns of the digits in each box, as long as the parts fit.
fn attempt(random: &mut Random) -> Option<[(Places, Places); 9]> {
    let ways = random.below(56 * 56 * 56);
    let across = random.below(216 * 216);
    let below = random.below(216 * 216);
    let bits = random.below(512);

    let box1 = ([0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    let rows = another(&box1.0, ways % 56);
    let box2 = (rows, ordered(&rows, across % 216));
    let columns = another(&box1.1, ways / 56 % 56);
    let box4 = (ordered(&columns, below % 216), columns);
    let rows = another(&box4.0, ways / (56 * 56));
    let box5 = (rows, avoiding(&rows, &box2.1, bits)?);
    let rows = third(&box1.0, &box2.0);
    let box3 = (rows, ordered(&rows, across / 216));
    let rows = third(&box4.0, &box5.0);
    let box6 = (rows, avoiding(&rows, &box3.1, bits >> 3)?);
    let columns = third(&box1.1, &box4.1);
    let box7 = (ordered(&columns, below / 216), columns);
    let columns = third(&box2.1, &box5.1);
    let box8 = (avoiding(&columns, &box7.0, bits >> 6)?, columns);
    let box9 = (third(&box7.0, &box8.0), third(&box3.1, &box6.1));
    let mut taken = 0u32;
    for (row, column) in box9.0.into_iter().zip(box9.1) {
        taken |= 1 << (3 * row + column);
    }
    (taken == 0x1ff).then_some([box1, box2, box3, box4, box5, box6, box7, box8, box9])
}

/// A complete grid, all with the same probability but for less than one part in 2³²: the least
/// that 64 random bits leave to be desired where a number below 46,656 is drawn from them, over
/// all draws.
pub(crate) fn full(random: &mut Random) -> super::Grid {
    let boxes = loop {
        if let Some(boxes) = attempt(random) {
            break boxes;
        }
    };
    let mut numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut numbers);
    let mut grid = [0; 81];
    for (number, (rows, columns)) in boxes.iter().enumerate() {
        for digit in 0..9 {
            let (row, column) = (usize::from(rows[digit]), usize::from(columns[digit]));
            grid[9 * (number / 3 * 3 + row) + number % 3 * 3 + column] = numbers[digit];
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_full(grid: &[u8; 81]) -> bool {
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
        let deviation = (fit as f64 - expected) / expected.sqrt();
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
