//! State machines: bits in base64url, one symbol a digit.
//!
//! The bits, highest first: 2 for the form (0 plain, 1 packed), 4 for the bits of a state less 1, 4
//! for the number of symbols less 1, then as many as a state's for the number of start states and
//! for that of accepting states that are no start states, one for each start state that accepts.
//! The start states are the first, the others that accept follow. Then, state by state to the end:
//! plain, whose header has 4 bits more for the bits of a count, that count of steps, each a symbol
//! and a state; packed, a bit for each symbol and a state for each bit that is set, the lowest bit
//! for the first symbol.

use std::collections::BTreeSet;

use crate::error::{Error, Result};
use crate::rule::{Machine, Written};

/// The place of a character in the alphabet of base64url.
pub(super) fn sextet(symbol: char) -> Option<u8> {
    let place = match symbol {
        'A'..='Z' => symbol as u32 - 'A' as u32,
        'a'..='z' => symbol as u32 - 'a' as u32 + 26,
        '0'..='9' => symbol as u32 - '0' as u32 + 52,
        '-' | '+' => 62,
        '_' | '/' => 63,
        _ => return None,
    };
    u8::try_from(place).ok()
}

/// The bytes of a base64url text; none if it is none.
pub(super) fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut count) = (0_u32, 0);
    for symbol in text.trim_end_matches('=').chars() {
        held = held << 6 | u32::from(sextet(symbol)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(held >> count & 0xff).ok()?);
        }
    }
    Some(bytes)
}

/// The machine of a text; one that refuses everything if the text is empty.
///
/// # Errors
/// If the text is no machine, or one of too many states.
pub(super) fn read(text: &str) -> Result<Machine> {
    if text.is_empty() {
        return Ok(Machine { accepting: vec![false], next: vec![Vec::new()] });
    }
    let broken = || Error::input("the state machine is broken off or is none");
    let bytes = bytes_of(text).ok_or_else(broken)?;
    written(&mut Bits { bytes: &bytes, at: 0 }).ok_or_else(broken)?.determined()
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn take(&mut self, count: usize) -> Option<usize> {
        if count > self.left() || count > 32 {
            return None;
        }
        let mut value = 0;
        for _ in 0..count {
            let bit = self.bytes[self.at / 8] >> (7 - self.at % 8) & 1;
            value = value << 1 | usize::from(bit);
            self.at += 1;
        }
        Some(value)
    }
}

fn written(bits: &mut Bits<'_>) -> Option<Written> {
    let is_packed = match bits.take(2)? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let state_bits = bits.take(4)? + 1;
    let symbols = bits.take(4)? + 1;
    let (starts, others) = (bits.take(state_bits)?, bits.take(state_bits)?);
    let mut accepting: BTreeSet<usize> = (starts..starts + others).collect();
    for start in 0..starts {
        // The first start state has the last bit.
        if bits.take(1)? == 1 {
            accepting.insert(starts - 1 - start);
        }
    }
    let symbol_bits = (usize::BITS - (symbols - 1).leading_zeros()) as usize;
    let count_bits = if is_packed { symbols } else { bits.take(4)? };
    let mut steps = Vec::new();
    while count_bits > 0 && bits.left() >= count_bits {
        let head = bits.take(count_bits)?;
        let step = |bits: &mut Bits<'_>, symbol: Option<usize>| {
            let symbol = symbol.map_or_else(|| bits.take(symbol_bits), Some)?;
            Some((symbol, bits.take(state_bits)?))
        };
        let of_state: Option<Vec<_>> = if is_packed {
            let set = (0..symbols).filter(|symbol| head >> symbol & 1 == 1);
            set.map(|symbol| step(bits, Some(symbol))).collect()
        } else {
            (0..head).map(|_| step(bits, None)).collect()
        };
        steps.push(of_state?);
    }
    let is_padding = std::iter::from_fn(|| bits.take(1)).all(|bit| bit == 0);
    is_padding.then_some(Written { starts, accepting, steps })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// Bits as base64url.
    fn text(bits: &str) -> String {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut bits: Vec<char> = bits.chars().filter(|c| !c.is_whitespace()).collect();
        bits.resize(bits.len().next_multiple_of(8), '0');
        let place = |bits: &[char]| {
            let bits: String = bits.iter().collect();
            usize::from_str_radix(&format!("{bits:0<6}"), 2).unwrap()
        };
        bits.chunks(6).map(|bits| alphabet.chars().nth(place(bits)).unwrap()).collect()
    }

    #[test]
    fn both_forms_are_read() {
        // From state 0 by the first symbol to 1, which accepts and stays by the second.
        let plain = text("00 0000 0001 1 1 0 0001  1 0 1  1 1 1");
        let packed = text("01 0000 0001 1 1 0  01 1  10 1");
        let wanted = Machine {
            accepting: vec![false, true],
            next: vec![vec![Some(1), None], vec![None, Some(1)]],
        };
        for text in [plain, packed] {
            assert_eq!(read(&text).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn several_states_become_one() {
        // By the first symbol from 0 to 0 or 1; 1 accepts: some symbol is the first.
        let machine = read(&text("00 0000 0000 1 1 0 0010  10 0 1  00")).unwrap();
        assert_eq!(machine.accepting, [false, true]);
        assert_eq!(machine.next, [[Some(1)], [Some(1)]]);
    }

    #[test]
    fn broken_machines_are_errors() {
        for text in ["A", "zz", "!", "____", "AAAAAA_"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read("").unwrap().accepting, [false]);
    }

    #[test]
    fn states_are_bounded() {
        // The 14th symbol from the end is the second of two: 2^14 sets of states.
        let mut bits = "00 0011 0001 0001 0001 0 0010 11 0 0000 1 0000 1 0010 00 ".to_owned();
        for state in 2..15 {
            let next = if state == 14 { 1 } else { state + 1 };
            _ = write!(bits, "10 0 {next:04b} 1 {next:04b} ");
        }
        let error = read(&text(&bits)).unwrap_err();
        assert!(error.message().contains("more than 8192 states"), "{error}");
    }
}
