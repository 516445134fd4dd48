//! How the digits of a puzzle are written as symbols.

use std::str::FromStr;

use crate::error::{Error, Result};
use crate::grid::Layout;

/// How digits are written as symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Symbols {
    /// `1`-`9`, then `A` for 10 up to `Z` for 35; `0` is an empty cell.
    #[default]
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

    /// These, where the digits of a layout can be written in them, else numbers from 1 on.
    pub(super) fn on(self, layout: &Layout) -> Self {
        let lacks = self == Symbols::Letters && layout.digits() > 26;
        if layout.plain_side().is_none() || lacks { Symbols::OneBased } else { self }
    }

    /// The symbol of a number from 1.
    ///
    /// # Panics
    /// If the convention has no symbol for it: numbers above 35, and above 26 for letters.
    pub fn symbol(self, number: usize) -> char {
        let place = match self {
            Symbols::OneBased => number,
            Symbols::ZeroBased => number - 1,
            Symbols::Letters => number + 9,
        };
        let digit = u32::try_from(place).ok().and_then(|place| char::from_digit(place, 36));
        digit.expect("only asked for digits that have symbols").to_ascii_uppercase()
    }

    /// The text of a number from 1 where numbers may have several characters: itself, one less, or
    /// a letter.
    ///
    /// # Panics
    /// As [`Symbols::symbol`], for letters.
    pub fn text(self, number: usize) -> String {
        match self {
            Symbols::OneBased => number.to_string(),
            Symbols::ZeroBased => (number - 1).to_string(),
            Symbols::Letters => self.symbol(number).to_string(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for symbols in Symbols::ALL {
            assert_eq!(symbols.name().parse::<Symbols>().unwrap(), symbols);
        }
        assert!("two".parse::<Symbols>().is_err());
    }

    #[test]
    fn numbers_have_symbols() {
        let all = |number| Symbols::ALL.map(|symbols| symbols.symbol(number));
        assert_eq!([all(1), all(10), all(16)], [['1', '0', 'A'], ['A', '9', 'J'], ['G', 'F', 'P']]);
        assert_eq!(Symbols::ALL.map(|symbols| symbols.text(16)), ["16", "15", "P"]);
    }
}
