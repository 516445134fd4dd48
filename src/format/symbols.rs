//! Digits written as one symbol each: what stands for an empty cell, and which of the three
//! conventions is meant above 9.

use super::numbers::is_zero_based;
use crate::puzzle::Symbols;

/// The largest side whose digits have a symbol each.
pub(super) const MAX_SYMBOLS_SIDE: usize = 35;

impl Symbols {
    /// What is expected of a symbol, for messages.
    pub(super) fn expected(self, side: usize) -> String {
        let blanks = if self == Symbols::ZeroBased { "(. _ * -)" } else { "(. 0 _ * -)" };
        format!("{} or a blank {blanks}", self.range(side))
    }

    /// Its symbols, up to that of the side.
    pub(super) fn range(self, side: usize) -> String {
        let last = |first: u8, above: usize| char::from(first + u8::try_from(above).unwrap_or(0));
        match self {
            Symbols::OneBased if side <= 9 => format!("1-{side}"),
            Symbols::OneBased => format!("1-9, A-{}", last(b'A', side - 10)),
            Symbols::ZeroBased if side <= 10 => format!("0-{}", side - 1),
            Symbols::ZeroBased => format!("0-9, A-{}", last(b'A', side - 11)),
            Symbols::Letters => format!("A-{}", last(b'A', side.min(26) - 1)),
        }
    }

    fn table(self, side: usize) -> &'static [u8; 256] {
        static SMALL: [[u8; 256]; 3] = [table(0, true), table(1, true), table(2, true)];
        static LARGE: [[u8; 256]; 3] = [table(0, false), table(1, false), table(2, false)];
        if side <= 9 { &SMALL[self as usize] } else { &LARGE[self as usize] }
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
    /// Zeros are no empty cells: another blank stands for them, or there are as many zeros as a
    /// filled grid has of a digit.
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
        let mut zeros = 0_usize;
        for byte in symbols.bytes() {
            match byte {
                b'0' => zeros += 1,
                b'1'..=b'9' => this.digit = true,
                b'a'..=b'z' | b'A'..=b'Z' => {
                    this.letter = this.letter.max(byte.to_ascii_uppercase() - b'A' + 1);
                }
                _ => this.blank = true,
            }
        }
        this.zero = zeros > 0;
        this.blank |= zeros >= 10 && zeros.pow(2) == symbols.len();
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

    /// What else symbols that decide nothing could be, beside numbers from 1 on.
    pub(super) fn may_be(self, side: usize) -> Option<Symbols> {
        if self.letter == 0 && !self.digit || self.decides(side).is_some() {
            None
        } else if !self.digit && usize::from(self.letter) <= side {
            Some(Symbols::Letters)
        } else {
            (!self.zero).then_some(Symbols::ZeroBased)
        }
    }
}

/// Whether a line written in these symbols is read in them, whatever the lines around it decide.
pub(super) fn line_tells(symbols: Symbols, side: usize, line: &str) -> bool {
    if side <= 9 {
        return symbols == Symbols::OneBased;
    }
    if line.contains(' ') {
        return numbers_tell(symbols, side, line.split(' '));
    }
    let evidence = Evidence::of(line);
    match evidence.decides(side) {
        Some(decided) => decided == symbols,
        None => symbols == Symbols::OneBased && evidence.may_be(side).is_none(),
    }
}

/// Whether numbers from 0 or 1 are read so. Letters in place of numbers are always to be announced.
pub(super) fn numbers_tell<'a>(
    symbols: Symbols,
    side: usize,
    cells: impl Iterator<Item = &'a str>,
) -> bool {
    match symbols {
        Symbols::OneBased => true,
        Symbols::ZeroBased => is_zero_based(cells, side, None),
        Symbols::Letters => false,
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
    if let Some(place) = stray_x(text, side).or_else(|| stray_at(text, symbols)) {
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

/// The first `@` where another symbol stands for the empty cells already: it is a slip of the key
/// of 2.
fn stray_at(text: &str, symbols: Symbols) -> Option<usize> {
    let place = memchr::memchr(b'@', text.as_bytes())?;
    let zero = symbols != Symbols::ZeroBased && text.contains('0');
    (zero || text.contains(['.', '_', '*', '-', '?'])).then_some(place)
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

/// The symbol of a number from 1 to 35 where no other symbols are said.
///
/// # Panics
/// If the number is above 35.
pub(super) fn symbol(number: usize) -> char {
    Symbols::OneBased.symbol(number)
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
        assert_eq!(decides(&"0123456789ABCDEF".repeat(16)), Some(Symbols::ZeroBased));
        let may_be = |text| Evidence::of(text).may_be(16);
        assert_eq!(may_be("..1F"), Some(Symbols::ZeroBased));
        assert_eq!(may_be("..AF"), Some(Symbols::Letters));
        for told in ["1.G", "0.F", "..P", "1000F", "...", "000"] {
            assert_eq!(may_be(told), None, "{told}");
        }
        assert_eq!(Evidence::of(".Y").decides(25), Some(Symbols::Letters));
        assert_eq!(Evidence::of("0.").decides(9), Some(Symbols::OneBased));
    }

    #[test]
    fn symbols_become_numbers() {
        let read = |text: &str, side, symbols| {
            let mut numbers = Vec::new();
            read(text, side, symbols, &mut numbers).map(|()| numbers)
        };
        assert_eq!(read("1.0_*-?9", 9, Symbols::OneBased).unwrap()[..2], [1, 0]);
        assert_eq!(read("1@@9", 9, Symbols::OneBased).unwrap(), [1, 0, 0, 9]);
        assert_eq!(read("1@.9", 9, Symbols::OneBased).unwrap_err().0, 1);
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
}
