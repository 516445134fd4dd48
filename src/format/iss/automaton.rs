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

/// The character at a place in the alphabet of base64url.
pub(super) fn symbol(sextet: u8) -> char {
    char::from(match sextet & 63 {
        place @ 0..26 => b'A' + place,
        place @ 26..52 => b'a' + place - 26,
        place @ 52..62 => b'0' + place - 52,
        62 => b'-',
        _ => b'_',
    })
}

/// Bytes as base64url, without padding.
pub(super) fn text_of(bytes: &[u8]) -> String {
    let mut bits = Packing::default();
    for &byte in bytes {
        bits.push(usize::from(byte), 8);
    }
    bits.text()
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

/// The machine of a text, or several, one of which is to accept; one that refuses everything if the text is empty.
///
/// # Errors
/// If the text is no machine, or one of too many states.
pub(super) fn read(text: &str) -> Result<Vec<Machine>> {
    if text.is_empty() {
        return Ok(vec![Machine { accepting: vec![false], next: vec![Vec::new()] }]);
    }
    let broken = || Error::input("the state machine is broken off or is none");
    let bytes = bytes_of(text).ok_or_else(broken)?;
    written(&mut Bits { bytes: &bytes, at: 0 }).ok_or_else(broken)?.determined()
}

/// The text of a machine whose states are given by whether they accept and where each digit leads,
/// the first of them the start; none if they are too many. It is empty if nothing is accepted.
pub(super) fn write(states: &[(bool, Vec<Option<usize>>)]) -> Option<String> {
    if states.is_empty() {
        return Some(String::new());
    }
    let symbols = states.iter().map(|(_, next)| next.len()).max().filter(|&count| count > 0)?;
    let state_bits = bits_for(states.len() - 1).max(1);
    if symbols > 16 || state_bits > 16 {
        return None;
    }
    // The start, the others that accept, then those that do not.
    let others = || 1..states.len();
    let accepting = others().filter(|&state| states[state].0);
    let order: Vec<_> = [0]
        .into_iter()
        .chain(accepting)
        .chain(others().filter(|&state| !states[state].0))
        .collect();
    let mut number = vec![0; states.len()];
    (0..).zip(&order).for_each(|(new, &old)| number[old] = new);
    let steps = |state: usize| {
        let next = states[state].1.iter().enumerate();
        next.filter_map(|(symbol, to)| Some((symbol, (*to)?)))
    };
    let (symbol_bits, most) =
        (bits_for(symbols - 1), order.iter().map(|&it| steps(it).count()).max()?);
    let all: usize = order.iter().map(|&state| steps(state).count()).sum();
    let count_bits = bits_for(most);
    let is_packed =
        most == 0 || symbols * states.len() <= count_bits * states.len() + all * symbol_bits;
    let mut bits = Packing::default();
    bits.push(usize::from(is_packed), 2);
    bits.push(state_bits - 1, 4);
    bits.push(symbols - 1, 4);
    bits.push(1, state_bits);
    bits.push(others().filter(|&state| states[state].0).count(), state_bits);
    bits.push(usize::from(states[0].0), 1);
    if !is_packed {
        bits.push(count_bits, 4);
    }
    for &state in &order {
        if is_packed {
            bits.push(steps(state).fold(0, |set, (symbol, _)| set | 1 << symbol), symbols);
        } else {
            bits.push(steps(state).count(), count_bits);
        }
        for (symbol, to) in steps(state) {
            bits.push(symbol, if is_packed { 0 } else { symbol_bits });
            bits.push(number[to], state_bits);
        }
    }
    Some(bits.text())
}

/// How many bits a number takes.
fn bits_for(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// Bits as they are written, the highest first.
#[derive(Default)]
struct Packing {
    bits: Vec<bool>,
}

impl Packing {
    fn push(&mut self, number: usize, count: usize) {
        self.bits.extend((0..count).rev().map(|k| number >> k & 1 == 1));
    }

    /// The text of whole bytes.
    fn text(mut self) -> String {
        self.bits.resize(self.bits.len().next_multiple_of(8), false);
        let sextet = |bits: &[bool]| {
            let bits = bits.iter().copied().chain([false; 6]).take(6);
            symbol(bits.fold(0, |sextet, bit| sextet << 1 | u8::from(bit)))
        };
        self.bits.chunks(6).map(sextet).collect()
    }
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
    let symbol_bits = bits_for(symbols - 1);
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

    /// The only machine of a text.
    fn one(text: &str) -> Machine {
        let [machine] = <[Machine; 1]>::try_from(read(text).unwrap()).unwrap();
        machine
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
            assert_eq!(one(&text), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        // A digit more than the last, or the same: of two, of nine, of sixteen digits.
        for digits in [1, 2, 9, 16] {
            let row = |from: usize| (0..digits).map(|to| (to >= from).then_some(to)).collect();
            let states: Vec<_> = (0..digits).map(|state| (state % 2 == 0, row(state))).collect();
            let text = write(&states).unwrap();
            let machine = one(&text);
            let accepts = |word: &[usize]| {
                let end = word.iter().try_fold(0, |state, &digit| machine.next(state, digit));
                end.is_some_and(|state| machine.accepting[state])
            };
            for word in [&[0][..], &[0, digits - 1], &[digits - 1, 0], &[digits / 2, digits / 2]] {
                let rises = word.windows(2).all(|two| two[0] <= two[1]);
                assert_eq!(accepts(word), rises && word[word.len() - 1] % 2 == 0, "{word:?}");
            }
        }
        assert_eq!(write(&[]).unwrap(), "");
        assert_eq!(one(&write(&[(true, vec![None])]).unwrap()).accepting, [true]);
        assert!(write(&[(true, vec![None; 17])]).is_none());
        assert_eq!(bytes_of(&text_of(b"(1|2)*")).unwrap(), b"(1|2)*");
    }

    #[test]
    fn several_states_become_one() {
        // By the first symbol from 0 to 0 or 1; 1 accepts: some symbol is the first.
        let machine = one(&text("00 0000 0000 1 1 0 0010  10 0 1  00"));
        assert_eq!(machine.accepting, [false, true]);
        assert_eq!(machine.next, [[Some(1)], [Some(1)]]);
    }

    #[test]
    fn broken_machines_are_errors() {
        for text in ["A", "zz", "!", "____", "AAAAAA_"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(one("").accepting, [false]);
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

    /// As a whole it would have 2^14 sets of states: some cell, and the one 14 behind it, have the first digit.
    #[test]
    fn a_machine_of_many_starts_is_a_choice_over_parts_too() {
        use crate::format::iss::write;
        use crate::format::tests::one as puzzle_of;
        use crate::grid::Digit;
        const PLACES: usize = 14;
        let mut bits = Packing::default();
        let all = PLACES * PLACES;
        for (number, count) in [(1, 2), (7, 4), (9, 4), (PLACES, 8), (all - PLACES, 8)] {
            bits.push(number, count);
        }
        (0..PLACES).for_each(|_| bits.push(1, 1));
        for state in 0..all {
            let (place, step) = (state % PLACES, state / PLACES);
            let next = (step + 1) % PLACES * PLACES + place;
            // The tenth symbol stands between parts.
            let symbols = if place == step { 0b10_0000_0001 } else { 0b10_0000_0011 };
            bits.push(symbols, 10);
            bits.push(next, 8);
            bits.push(next, if symbols & 2 == 0 { 0 } else { 8 });
            bits.push(state, 8);
        }
        let cells = |from: usize, to: usize| {
            let names = (from..to).map(|k| format!("~R{}C{}", k / 9 + 1, k % 9 + 1));
            names.collect::<String>()
        };
        let text = format!(".NFA~{}~_x{}~-{}", bits.text(), cells(0, 5), cells(5, 28));
        let puzzle = puzzle_of(&text);
        let again = puzzle_of(&write::write_string(&puzzle, None).unwrap());
        let mut state = 7_u64;
        let mut found = [0; 2];
        for _ in 0..1000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let is_second = |k: usize| (state >> (63 - k) | state >> (k + 3)) & 1 == 1;
            let digits: Vec<_> =
                (0..81).map(|k| Digit::new(usize::from(k < 28 && is_second(k)))).collect();
            let holds = (0..PLACES).any(|k| !is_second(k) && !is_second(k + PLACES));
            let rules =
                [&puzzle, &again].map(|it| it.rules().iter().all(|rule| rule.holds(&digits)));
            assert_eq!(rules, [holds; 2]);
            found[usize::from(holds)] += 1;
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }
}
