//! The forms of a first line: the symbols of a square grid, with or without the map of its
//! regions; a map alone; numbers with spaces between; candidates.

use super::shape::MAX_SIZE;
use crate::grid::{CandidateSet, Digit};

/// A grid of one of these forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) side: usize,
    /// The candidates of each cell that has clues.
    pub(super) clues: Vec<Option<CandidateSet>>,
    /// The map of regions in place of boxes.
    pub(super) map: Option<String>,
}

/// The grid that a section is, if it is one.
pub(super) fn read(section: &str) -> Option<Plain> {
    let text: String = section.chars().filter(|c| !c.is_whitespace()).collect();
    if let Some(symbols) = text.strip_prefix('=') {
        return symbols_of(symbols);
    }
    with_map(&text)
        .or_else(|| map_alone(&text))
        .or_else(|| symbols_of(&text))
        .or_else(|| numbers(section))
        .or_else(|| candidates(&text))
}

/// The side of a square of so many cells, 2 to 16.
fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (2..=MAX_SIZE).contains(&side)).then_some(side)
}

/// The number that a symbol stands for: up to nine digits, beyond that letters from A.
pub(super) fn number_of(symbol: char, greatest: usize) -> Option<usize> {
    match symbol {
        '0' => Some(0),
        '1'..='9' if greatest < 10 => symbol.to_digit(10).map(|digit| digit as usize),
        'A'..='Z' if greatest > 9 => Some(symbol as usize - 'A' as usize + 1),
        _ => None,
    }
}

/// A symbol a cell; whatever is no digit is blank, and only one sort of blank occurs.
fn symbols_of(text: &str) -> Option<Plain> {
    let side = side_of(text.chars().count())?;
    let mut blanks: Vec<char> = Vec::new();
    let clues = text.chars().map(|symbol| {
        let number = number_of(symbol, side).filter(|number| (1..=side).contains(number));
        if number.is_none() && !blanks.contains(&symbol) && blanks.len() < 2 {
            blanks.push(symbol);
        }
        number.map(|number| CandidateSet::single(Digit::new(number - 1)))
    });
    let clues = clues.collect();
    (blanks.len() < 2).then_some(Plain { side, clues, map: None })
}

/// Whether a text is a map: as many symbols as the side, each as often.
fn is_map(text: &str, side: usize) -> bool {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for symbol in text.chars() {
        match counts.iter_mut().find(|(known, _)| *known == symbol) {
            Some((_, count)) => *count += 1,
            None => counts.push((symbol, 1)),
        }
        if counts.len() > side {
            return false;
        }
    }
    counts.len() == side && counts.iter().all(|(_, count)| *count == side)
}

fn map_alone(text: &str) -> Option<Plain> {
    let side = side_of(text.chars().count()).filter(|&side| is_map(text, side))?;
    Some(Plain { side, clues: vec![None; side * side], map: Some(text.to_owned()) })
}

fn with_map(text: &str) -> Option<Plain> {
    let count = text.chars().count();
    let side = side_of(count / 2).filter(|_| count.is_multiple_of(2))?;
    let (middle, _) = text.char_indices().nth(count / 2)?;
    let (symbols, map) = text.split_at(middle);
    let plain = symbols_of(symbols).filter(|_| is_map(map, side))?;
    Some(Plain { map: Some(map.to_owned()), ..plain })
}

/// Numbers and points, with anything of a frame between.
fn numbers(section: &str) -> Option<Plain> {
    let is_known = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".|_-".contains(c);
    if !section.chars().all(is_known) {
        return None;
    }
    let spaced = section.replace('.', " . ");
    let words = spaced.split(|c: char| !c.is_ascii_digit() && c != '.');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let side = side_of(words.len())?;
    let cell = |word: &&str| match word.parse::<usize>() {
        Ok(number @ 1..) if number <= side => {
            Some(Some(CandidateSet::single(Digit::new(number - 1))))
        }
        Ok(0) => Some(None),
        Err(_) if *word == "." => Some(None),
        _ => None,
    };
    Some(Plain { side, clues: words.iter().map(cell).collect::<Option<_>>()?, map: None })
}

/// As many symbols a cell as there are digits: those that it may have.
fn candidates(text: &str) -> Option<Plain> {
    let side = (2..=9).find(|side| side * side * side == text.len())?;
    if !text.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()) {
        return None;
    }
    let cell = |symbols: &[u8]| {
        let digits = symbols.iter().filter(|byte| byte.is_ascii_digit());
        let number = |byte: &u8| usize::from(byte - b'0');
        let digits = digits.map(|byte| Some(number(byte)).filter(|n| (1..=side).contains(n)));
        digits.map(|number| Some(Digit::new(number? - 1))).collect::<Option<CandidateSet>>()
    };
    let clues = text.as_bytes().chunks(side).map(|symbols| cell(symbols).map(Some));
    Some(Plain { side, clues: clues.collect::<Option<_>>()?, map: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_apart() {
        let map = "AABBAABBCCDDCCDD";
        let givens = |text: &str| {
            let plain = read(text)?;
            let count = plain.clues.iter().flatten().count();
            Some((plain.side, count, plain.map.is_some()))
        };
        for (text, found) in [
            ("1.....3..4.....2", Some((4, 4, false))),
            ("=1234341221434321", Some((4, 16, false))),
            ("1... ..3.\n.4.. ...2", Some((4, 4, false))),
            (map, Some((4, 0, true))),
            (&format!("1.....3..4.....2{map}"), Some((4, 4, true))),
            ("1 . . .|. . 3 .|. 4 . .|. . . 2", Some((4, 4, false))),
            (&"12..".repeat(16), Some((8, 32, false))),
            (&"12.4".repeat(81).replace('4', "4.6.."), None),
            (&"12.4.6..9".repeat(81), Some((9, 81, false))),
            ("tarek unsolvable #41", None),
            ("I want to break free", None),
            ("1", None),
        ] {
            assert_eq!(givens(text), found, "{text}");
        }
        assert_eq!(read(&format!("{:.<256}", "AP")).unwrap().side, 16);
        let numbers = read(&"16 . ".repeat(128)).unwrap();
        assert_eq!(numbers.clues[0], Some(CandidateSet::single(Digit::new(15))));
    }
}
