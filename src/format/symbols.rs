//! Digits written as one symbol each: what stands for an empty cell, and which of the three
//! conventions is meant above 9.

use std::str::FromStr;

use crate::error::{Error, Result};

/// The largest side whose digits have a symbol each.
pub(super) const MAX_SYMBOLS_SIDE: usize = 35;

/// How digits are written as symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symbols {
    /// `1`-`9`, then `A` for 10 up to `Z` for 35; `0` is an empty cell.
    OneBased,
    /// `0` for 1 up to `9` for 10, then `A` for 11; `0` is no empty cell.
    ZeroBased,
    /// `A` for 1 up to `Z` for 26; `0` is an empty cell.
    Letters,
}

impl Symbols {
    /// All conventions.
    pub const ALL: [Symbols; 3] = [Symbols::OneBased, Symbols::ZeroBased, Symbols::Letters];

    /// The word for it in options.
    pub fn name(self) -> &'static str {
        match self {
            Symbols::OneBased => "one",
            Symbols::ZeroBased => "zero",
            Symbols::Letters => "letters",
        }
    }

    /// What is expected of a symbol, for messages.
    fn expected(self, side: usize) -> String {
        let last = |first: u8, above: usize| char::from(first + u8::try_from(above).unwrap_or(0));
        let (low, blanks) = match self {
            Symbols::OneBased if side <= 9 => (format!("1-{side}"), "(. 0 _ * -)"),
            Symbols::OneBased => (format!("1-9, A-{}", last(b'A', side - 10)), "(. 0 _ * -)"),
            Symbols::ZeroBased if side <= 10 => (format!("0-{}", side - 1), "(. _ * -)"),
            Symbols::ZeroBased => (format!("0-9, A-{}", last(b'A', side - 11)), "(. _ * -)"),
            Symbols::Letters => (format!("A-{}", last(b'A', side.min(26) - 1)), "(. 0 _ * -)"),
        };
        format!("{low} or a blank {blanks}")
    }

    fn table(self, side: usize) -> &'static [u8; 256] {
        static SMALL: [[u8; 256]; 3] = [table(0, true), table(1, true), table(2, true)];
        static LARGE: [[u8; 256]; 3] = [table(0, false), table(1, false), table(2, false)];
        if side <= 9 { &SMALL[self as usize] } else { &LARGE[self as usize] }
    }
}

impl FromStr for Symbols {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Symbols::ALL
            .into_iter()
            .find(|symbols| symbols.name() == text)
            .ok_or_else(|| Error::input(format!("symbols `{text}`: expected one, zero or letters")))
    }
}

/// Not a symbol.
const NONE: u8 = 255;

/// The number of every byte: 0 for a blank, [`NONE`] for what is no symbol.
const fn table(convention: usize, x_is_blank: bool) -> [u8; 256] {
    let mut table = [NONE; 256];
    let mut k = 0;
    while k < 26 {
        let number = match convention {
            0 => 10 + k,
            1 => 11 + k,
            _ => 1 + k,
        };
        table[(b'A' + k) as usize] = number;
        table[(b'a' + k) as usize] = number;
        k += 1;
    }
    let mut k = 0;
    while k < 10 && convention < 2 {
        table[(b'0' + k) as usize] = if convention == 1 { k + 1 } else { k };
        k += 1;
    }
    let blanks = b"._*-@?";
    let mut k = 0;
    while k < blanks.len() {
        table[blanks[k] as usize] = 0;
        k += 1;
    }
    if convention == 2 {
        table[b'0' as usize] = 0;
    }
    if x_is_blank && convention < 2 {
        table[b'X' as usize] = 0;
        table[b'x' as usize] = 0;
    }
    table
}

/// What was seen of a puzzle's symbols, or of several puzzles of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Evidence {
    zero: bool,
    blank: bool,
    /// A digit from 1 to 9.
    digit: bool,
    /// The last letter of the alphabet that occurs, `A` as 1.
    letter: u8,
}

impl Evidence {
    /// Looks at some symbols.
    pub(super) fn of(symbols: &str) -> Self {
        let mut this = Self::default();
        for byte in symbols.bytes() {
            match byte {
                b'0' => this.zero = true,
                b'1'..=b'9' => this.digit = true,
                b'a'..=b'z' | b'A'..=b'Z' => {
                    this.letter = this.letter.max(byte.to_ascii_uppercase() - b'A' + 1);
                }
                _ => this.blank = true,
            }
        }
        this
    }

    /// Both together.
    pub(super) fn and(self, other: Self) -> Self {
        Evidence {
            zero: self.zero | other.zero,
            blank: self.blank | other.blank,
            digit: self.digit | other.digit,
            letter: self.letter.max(other.letter),
        }
    }

    /// The convention, if what was seen decides it.
    pub(super) fn decides(self, side: usize) -> Option<Symbols> {
        if side <= 9 {
            return Some(Symbols::OneBased);
        }
        let letter = usize::from(self.letter);
        if letter > side - 9 && letter <= side && !self.digit {
            Some(Symbols::Letters)
        } else if letter == side - 9 && self.digit {
            Some(Symbols::OneBased)
        } else if self.zero && self.blank && letter < side - 9 {
            Some(Symbols::ZeroBased)
        } else {
            None
        }
    }
}

/// Appends the number of every symbol, 0 for a blank.
///
/// # Errors
/// The index of the first byte that is no symbol of the side, and the message about it.
pub(super) fn read(
    text: &str,
    side: usize,
    symbols: Symbols,
    numbers: &mut Vec<u16>,
) -> Result<(), (usize, String)> {
    if let Some(place) = stray_x(text, side) {
        let (found, expected) = (char::from(text.as_bytes()[place]), symbols.expected(side));
        return Err((place, format!("found {found:?}: expected {expected}")));
    }
    let table = symbols.table(side);
    let largest = u8::try_from(side).unwrap_or(NONE - 1);
    for (k, byte) in text.bytes().enumerate() {
        let number = table[usize::from(byte)];
        if number > largest {
            let found = text[k..].chars().next().unwrap_or('?');
            let expected = symbols.expected(side);
            return Err((k, format!("found {found:?}: expected {expected}")));
        }
        numbers.push(u16::from(number));
    }
    Ok(())
}

/// The first `x`, up to side 9, where another symbol stands for the empty cells already.
fn stray_x(text: &str, side: usize) -> Option<usize> {
    let place = memchr::memchr2(b'x', b'X', text.as_bytes()).filter(|_| side <= 9)?;
    text.contains(['.', '0', '_', '*', '-', '@', '?']).then_some(place)
}

/// Whether every byte is a symbol of the side in some convention.
pub(super) fn is_puzzle(text: &str, side: usize) -> bool {
    let conventions = if side <= 9 { &Symbols::ALL[..1] } else { &Symbols::ALL[..] };
    conventions.iter().any(|symbols| {
        let table = symbols.table(side);
        text.bytes().all(|byte| usize::from(table[usize::from(byte)]) <= side)
    })
}

/// The side of a grid with so many cells, where its digits have symbols: 4 to 35.
pub(super) fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (4..=MAX_SYMBOLS_SIDE).contains(&side)).then_some(side)
}

/// The symbol of a number from 1 to 35 as we write it.
///
/// # Panics
/// If the number is 0 or above 35.
pub(super) fn symbol(number: usize) -> char {
    let digit = u32::try_from(number).ok().and_then(|n| char::from_digit(n, 36));
    digit.expect("only asked for sides up to 35").to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conventions_are_told_apart_by_what_occurs() {
        let decides = |text| Evidence::of(text).decides(16);
        assert_eq!(decides("1.G"), Some(Symbols::OneBased));
        assert_eq!(decides("0.F"), Some(Symbols::ZeroBased));
        assert_eq!(decides("0@3f"), Some(Symbols::ZeroBased));
        assert_eq!(decides("..P"), Some(Symbols::Letters));
        assert_eq!(decides("..1F"), None);
        assert_eq!(decides("001F"), None);
        assert_eq!(Evidence::of(".Y").decides(25), Some(Symbols::Letters));
        assert_eq!(Evidence::of("0.").decides(9), Some(Symbols::OneBased));
    }

    #[test]
    fn symbols_become_numbers() {
        let read = |text: &str, side, symbols| {
            let mut numbers = Vec::new();
            read(text, side, symbols, &mut numbers).map(|()| numbers)
        };
        assert_eq!(read("1.0_*-@?9", 9, Symbols::OneBased).unwrap()[..2], [1, 0]);
        assert_eq!(read("1Xx9", 9, Symbols::OneBased).unwrap(), [1, 0, 0, 9]);
        assert_eq!(read("1..x", 9, Symbols::OneBased).unwrap_err().0, 3);
        assert_eq!(read("9aGx", 33, Symbols::OneBased).unwrap(), [9, 10, 16, 33]);
        assert_eq!(read("0F.", 16, Symbols::ZeroBased).unwrap(), [1, 16, 0]);
        assert_eq!(read("AP0", 16, Symbols::Letters).unwrap(), [1, 16, 0]);
        let (place, message) = read("12Z", 9, Symbols::OneBased).unwrap_err();
        assert_eq!(
            (place, message.as_str()),
            (2, "found 'Z': expected 1-9 or a blank (. 0 _ * -)")
        );
        let (_, message) = read("é", 16, Symbols::OneBased).unwrap_err();
        assert_eq!(message, "found 'é': expected 1-9, A-G or a blank (. 0 _ * -)");
        assert!(read("G", 16, Symbols::ZeroBased).is_err());
    }

    #[test]
    fn names_are_read_back() {
        for symbols in Symbols::ALL {
            assert_eq!(symbols.name().parse::<Symbols>().unwrap(), symbols);
        }
        assert!("two".parse::<Symbols>().is_err());
    }
}
