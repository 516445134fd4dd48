//! What a certificate is about: the puzzle as `puzzle.txt` states it, read by rules of its own.
//!
//! The text is a JSON object that any program can read, laid out so that people can as well:
//!
//! ```text
//! {
//! "layout": "2x2+diagonal",
//! "puzzle": [
//! [1,0,0,0],
//! [0,0,[3,4],0],
//! [0,0,0,0],
//! [0,0,0,2]
//! ]
//! }
//! ```
//!
//! A number is a given, 0 an empty cell, a list of rising numbers all that may stand in a cell. The
//! layout is `latin` or a sum of `RxC` (boxes of R rows and C columns, 2 to 20 each), `regions=MAP`
//! (a symbol a cell, row by row, equal symbols being one region), `diagonal` (from the top left),
//! `antidiagonal` (from the bottom left), `windoku` and `disjoint`, each once. Rows and columns are
//! always houses.
//!
//! Any other puzzle says itself what its digits and houses are:
//!
//! ```text
//! {
//! "layout": "grid=2x3+digits=0-3+latin",
//! "digits": "0-3",
//! "houses": [[1,2,3],[3,4,5],[1,3],[2,4]],
//! "puzzle": [
//! [0,null,false],
//! [null,[1,3],2]
//! ]
//! }
//! ```
//!
//! Then `null` is an empty cell, and `false` a place without a cell. The cells of the houses are
//! counted from 1, row by row. The layout is a name and says nothing. A house with as many cells as
//! there are digits has each digit once; one with fewer has no digit twice.
//!
//! One more key, last in either form, `"rules"`, is there if something must hold beside the houses
//! ([`Rule`] says what).
//!
//! Nothing here uses the crate's own readers, layouts and candidate sets: what is wrong there
//! cannot be wrong here in the same way.

use super::rules::{self, Grid, Rule};
use super::words::Words;
use crate::error::{Error, Result};

/// The largest side of a grid.
pub(super) const MAX_SIDE: usize = 400;

/// A puzzle as a certificate states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The number of digits.
    digits: usize,
    /// The number that the first digit is written as.
    first: usize,
    /// Row and column of each cell, from 0.
    places: Vec<(usize, usize)>,
    layout: String,
    /// Whether the layout says what the houses are.
    square: bool,
    /// The cells of each house, row by row from 0: rows, columns, then those of the layout.
    houses: Vec<Vec<usize>>,
    /// Whether a digit (from 0) may stand in a cell, at `cell · digits + digit`.
    allowed: Vec<bool>,
    rules: Vec<Rule>,
}

impl Statement {
    /// Reads `puzzle.txt`. Memory is proportional to the text; a side above 400 is refused.
    ///
    /// # Errors
    /// If the text is not of the form described in the module, or the layout not one of the
    /// grid's side.
    pub fn read(text: &[u8]) -> Result<Self> {
        let mut words = Words::new(text);
        words.expect("{\"layout\":")?;
        let layout = words.string()?.to_owned();
        words.expect(",")?;
        if words.starts("\"digits\"") {
            return Self::read_listed(words, layout);
        }
        words.expect("\"puzzle\":")?;
        let mut cells = Vec::new();
        let mut side = 0;
        words.list(|words| {
            let before = cells.len();
            words.list(|words| {
                if cells.len() - before == MAX_SIDE {
                    return Err(words.wrong("a row of at most 400 cells"));
                }
                cells.push(clue(words)?);
                Ok(())
            })?;
            let columns = cells.len() - before;
            if before == 0 {
                side = columns;
            }
            if side == 0 || columns != side || cells.len() > side * side {
                return Err(words.wrong("as many rows as columns, all of one length"));
            }
            Ok(())
        })?;
        if side == 0 || cells.len() != side * side {
            return Err(words.wrong("as many rows as columns"));
        }
        let places: Vec<_> = (0..side * side).map(|cell| (cell / side, cell % side)).collect();
        let rules = rules(&mut words, Grid { digits: side, places: &places })?;
        words.expect("}")?;
        if words.peek().is_some() {
            return Err(words.wrong("the end"));
        }
        let allowed =
            allowed(&cells, side, 1).ok_or_else(|| words.wrong("numbers of the digits"))?;
        let houses = houses(side, &layout)?;
        let square = true;
        Ok(Statement { digits: side, first: 1, places, layout, square, houses, allowed, rules })
    }

    /// Reads what follows the layout where digits and houses are listed.
    fn read_listed(mut words: Words<'_>, layout: String) -> Result<Self> {
        words.expect("\"digits\":")?;
        let range = words.string()?;
        let range = range.split_once('-').and_then(|(first, last)| {
            let first: usize = first.parse().ok()?;
            let last: usize = last.parse().ok().filter(|last| (first..=MAX_SIDE).contains(last))?;
            (format!("{first}-{last}") == range).then_some((first, last + 1 - first))
        });
        let (first, digits) = range.ok_or_else(|| words.wrong("a range of digits up to 400"))?;
        words.expect(",\"houses\":")?;
        let mut houses: Vec<Vec<usize>> = Vec::new();
        words.list(|words| {
            let mut house = Vec::new();
            words.list(|words| {
                let cell = words.number(MAX_SIDE * MAX_SIDE)?;
                if cell == 0 || house.len() == digits || house.contains(&(cell - 1)) {
                    return Err(words.wrong("a house of different cells, no more than digits"));
                }
                house.push(cell - 1);
                Ok(())
            })?;
            houses.push(house);
            Ok(())
        })?;
        words.expect(",\"puzzle\":")?;
        let (mut cells, mut places, mut row) = (Vec::new(), Vec::new(), 0);
        words.list(|words| {
            let mut column = 0;
            words.list(|words| {
                if words.starts("false") {
                    words.expect("false")?;
                } else {
                    places.push((row, column));
                    cells.push(listed_clue(words)?);
                }
                column += 1;
                if row.max(column) > MAX_SIDE {
                    return Err(words.wrong("at most 400 rows and columns"));
                }
                Ok(())
            })?;
            row += 1;
            Ok(())
        })?;
        let rules = rules(&mut words, Grid { digits, places: &places })?;
        words.expect("}")?;
        if cells.is_empty() || words.peek().is_some() {
            return Err(words.wrong("a cell, and then the end"));
        }
        if houses.iter().flatten().any(|&cell| cell >= cells.len()) {
            return Err(words.wrong("houses of cells that there are"));
        }
        let allowed =
            allowed(&cells, digits, first).ok_or_else(|| words.wrong("numbers of the digits"))?;
        let square = false;
        Ok(Statement { digits, first, places, layout, square, houses, allowed, rules })
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number that a digit is written as.
    pub fn number(&self, digit: usize) -> usize {
        self.first + digit
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// Row and column of each cell, from 0.
    pub fn places(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// The side, if the layout says what the houses of a square grid are; none where they are
    /// listed.
    pub fn square(&self) -> Option<usize> {
        self.square.then_some(self.digits)
    }

    /// The layout in words.
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// The houses: the cells of each, row by row from 0.
    pub fn houses(&self) -> &[Vec<usize>] {
        &self.houses
    }

    /// What must hold beside the houses.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Whether a digit (from 0) may stand in a cell, as far as its clue says.
    ///
    /// # Panics
    /// If cell or digit are not of this grid.
    pub fn allows(&self, cell: usize, digit: usize) -> bool {
        assert!(digit < self.digits);
        self.allowed[cell * self.digits + digit]
    }

    /// The digit given in a cell, if just one is allowed there.
    ///
    /// # Panics
    /// If the cell is not of this grid.
    pub fn given(&self, cell: usize) -> Option<usize> {
        let mut digits = (0..self.digits).filter(|&digit| self.allows(cell, digit));
        let first = digits.next();
        first.filter(|_| digits.next().is_none())
    }

    /// How many cells have a digit given.
    pub fn givens(&self) -> usize {
        (0..self.cells()).filter(|&cell| self.given(cell).is_some()).count()
    }

    /// Checks a filled grid, digits from 0, row by row: each clue is kept, no house has a digit
    /// twice, and each rule holds.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn check(&self, digits: &[usize]) -> Result<()> {
        if digits.len() != self.cells() {
            return Err(Error::proof(format!("{} cells, not {}", digits.len(), self.cells())));
        }
        for (cell, &digit) in digits.iter().enumerate() {
            if digit >= self.digits || !self.allows(cell, digit) {
                let ((row, column), number) = (self.places[cell], self.number(digit));
                let name = format!("r{}c{}", row + 1, column + 1);
                return Err(Error::proof(format!("{name} may not be {number}")));
            }
        }
        for house in &self.houses {
            let mut seen = vec![false; self.digits];
            for &cell in house {
                if std::mem::replace(&mut seen[digits[cell]], true) {
                    let number = self.number(digits[cell]);
                    return Err(Error::proof(format!("{number} stands twice in a house")));
                }
            }
        }
        match (1..).zip(&self.rules).find(|(_, rule)| !rule.holds(self.digits, digits)) {
            Some((number, rule)) => {
                Err(Error::proof(format!("rule {number} does not hold: {}", rule.of())))
            }
            None => Ok(()),
        }
    }
}

/// What clues allow, at `cell · digits + digit`; `None` if a number is no digit.
fn allowed(clues: &[Clue], digits: usize, first: usize) -> Option<Vec<bool>> {
    let mut allowed = vec![false; clues.len() * digits];
    for (clue, allowed) in clues.iter().zip(allowed.chunks_exact_mut(digits)) {
        match clue {
            Clue::Empty => allowed.fill(true),
            Clue::Digits(numbers) => {
                for &number in numbers {
                    *allowed.get_mut(number.checked_sub(first)?)? = true;
                }
            }
        }
    }
    Some(allowed)
}

/// The houses of a layout: the cells of each.
fn houses(side: usize, layout: &str) -> Result<Vec<Vec<usize>>> {
    let wrong = || {
        let shown: String = layout.chars().take(60).collect();
        Error::proof(format!("puzzle.txt: {shown:?} is no layout for a side of {side}"))
    };
    let mut houses = grouped(side, |row, _| row).ok_or_else(wrong)?;
    houses.extend(grouped(side, |_, column| column).ok_or_else(wrong)?);
    let terms: Vec<&str> = layout.split('+').collect();
    let mut boxes = None;
    for (k, &term) in terms.iter().enumerate() {
        // Terms stand once each, and there are no more kinds than these.
        if k > 6 || terms[..k].contains(&term) {
            return Err(wrong());
        }
        let line = |column: &dyn Fn(usize) -> usize| {
            Some(vec![(0..side).map(|row| row * side + column(row)).collect()])
        };
        let more = match (term, boxes) {
            ("latin", _) if k == 0 => Some(Vec::new()),
            ("diagonal", _) => line(&|row| row),
            ("antidiagonal", _) => line(&|row| side - 1 - row),
            ("disjoint", Some((rows, columns))) => {
                grouped(side, |row, column| row % rows * columns + column % columns)
            }
            ("windoku", Some((rows, columns))) => {
                // Windows lie one line in and one line apart; the lines that they leave over, along
                // the rows or along the columns, belong together.
                let class = |line: usize, length: usize, last: usize| {
                    let window = (line / (length + 1)).min(last);
                    if line.is_multiple_of(length + 1) { last } else { window }
                };
                grouped(side, |row, column| {
                    class(row, rows, columns - 1) * rows + class(column, columns, rows - 1)
                })
            }
            _ if terms[0] == "latin" => None,
            _ if term.starts_with("regions=") => regions(side, &term["regions=".len()..]),
            (_, None) => {
                boxes = box_shape(term).filter(|(rows, columns)| rows * columns == side);
                boxes.and_then(|(rows, columns)| {
                    grouped(side, |row, column| row / rows * rows + column / columns)
                })
            }
            _ => None,
        };
        houses.extend(more.ok_or_else(wrong)?);
    }
    Ok(houses)
}

/// All cells, sorted into as many groups of as many cells as the side; `None` if that is not what
/// comes out.
fn grouped(side: usize, group: impl Fn(usize, usize) -> usize) -> Option<Vec<Vec<usize>>> {
    let mut groups = vec![Vec::with_capacity(side); side];
    for cell in 0..side * side {
        groups.get_mut(group(cell / side, cell % side))?.push(cell);
    }
    groups.iter().all(|cells| cells.len() == side).then_some(groups)
}

/// The regions of a map, in the order in which they first occur.
fn regions(side: usize, map: &str) -> Option<Vec<Vec<usize>>> {
    let mut symbols: Vec<char> = Vec::new();
    let mut region_of = Vec::with_capacity(side * side);
    for symbol in map.chars() {
        let known = symbols.iter().position(|&other| other == symbol);
        if known.is_none() {
            symbols.push(symbol);
        }
        if symbols.len() > side {
            return None;
        }
        region_of.push(known.unwrap_or(symbols.len() - 1));
    }
    if region_of.len() != side * side {
        return None;
    }
    grouped(side, |row, column| region_of[row * side + column])
}

/// Rows and columns of a box, from `RxC`.
fn box_shape(term: &str) -> Option<(usize, usize)> {
    let (rows, columns) = term.split_once('x')?;
    let number = |text: &str| {
        let plain = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|n| plain && (2..=20).contains(n))
    };
    Some((number(rows)?, number(columns)?))
}

/// What is said of a cell.
enum Clue {
    Empty,
    /// Rising numbers.
    Digits(Vec<usize>),
}

/// Reads what must hold beside the houses, if anything is said of it.
fn rules(words: &mut Words<'_>, grid: Grid<'_>) -> Result<Vec<Rule>> {
    if words.peek() != Some(b',') {
        return Ok(Vec::new());
    }
    words.expect(",\"rules\":")?;
    rules::read(words, grid)
}

fn clue(words: &mut Words<'_>) -> Result<Clue> {
    if words.peek() != Some(b'[') {
        let number = words.number(MAX_SIDE)?;
        return Ok(if number == 0 { Clue::Empty } else { Clue::Digits(vec![number]) });
    }
    let clue = numbers(words)?;
    let has_zero = matches!(&clue, Clue::Digits(numbers) if numbers.first() == Some(&0));
    if has_zero { Err(words.wrong("numbers from 1")) } else { Ok(clue) }
}

/// A clue where 0 may be a digit.
fn listed_clue(words: &mut Words<'_>) -> Result<Clue> {
    match words.peek() {
        Some(b'[') => numbers(words),
        Some(b'n') => words.expect("null").map(|()| Clue::Empty),
        _ => Ok(Clue::Digits(vec![words.number(MAX_SIDE)?])),
    }
}

/// A list of rising numbers.
fn numbers(words: &mut Words<'_>) -> Result<Clue> {
    let mut numbers = Vec::new();
    words.list(|words| {
        let number = words.number(MAX_SIDE)?;
        if numbers.last().is_some_and(|&last| number <= last) {
            return Err(words.wrong("rising numbers"));
        }
        numbers.push(number);
        Ok(())
    })?;
    Ok(Clue::Digits(numbers))
}
