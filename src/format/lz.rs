//! The compression of setters' links: an LZ78 code over UTF-16, six bits a character of base64.
//!
//! A code is 0 or 1 and a new character of 8 or 16 bits, 2 at the end, or the number of a known
//! text; after each but the first, what was known before and the character after it make the next
//! known text. Codes grow by a bit as the numbers do.

use std::collections::HashMap;

use crate::error::{Error, Result};

/// Most UTF-16 units that are unpacked: 16 MiB. A text of n codes can be one of n² units.
const MAX_UNITS: usize = 8 << 20;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const NEW_8: u32 = 0;
const NEW_16: u32 = 1;
const END: u32 = 2;
/// The number of the first text.
const FIRST: u32 = 3;

/// The bits of a text in base64; a `+` may have become a space on its way through a link.
struct Bits<'a> {
    text: &'a [u8],
    /// How many bits were taken.
    taken: usize,
}

impl Bits<'_> {
    /// The next bits, the lowest first.
    fn take(&mut self, count: u32) -> Result<u32> {
        let mut number = 0;
        for k in 0..count {
            let place = self.taken / 6;
            let byte = *self.text.get(place).ok_or_else(|| broken("ends too early"))?;
            let six = match byte {
                b'A'..=b'Z' => byte - b'A',
                b'a'..=b'z' => byte - b'a' + 26,
                b'0'..=b'9' => byte - b'0' + 52,
                b'+' | b' ' => 62,
                b'/' | b'-' => 63,
                _ => return Err(broken(&format!("is not base64 at character {}", place + 1))),
            };
            number |= u32::from(six >> (5 - self.taken % 6) & 1) << k;
            self.taken += 1;
        }
        Ok(number)
    }
}

fn broken(what: &str) -> Error {
    Error::input(format!("the packed text {what}: it may have been cut or changed"))
}

/// The text that another is, packed.
///
/// # Errors
/// If it is broken, or unpacked too long.
pub(super) fn unpack(text: &str) -> Result<String> {
    let mut bits = Bits { text: text.as_bytes(), taken: 0 };
    let mut units: Vec<u16> = Vec::new();
    // Every known text stands somewhere in what is unpacked: where, and how long it is.
    let mut known: Vec<(usize, usize)> = vec![(0, 0); FIRST as usize];
    let mut width = 2;
    // The text of the code before.
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.take(width)?;
        let start = units.len();
        if code == END {
            break;
        }
        let is_new = code <= NEW_16;
        if is_new {
            let unit = bits.take(if code == NEW_8 { 8 } else { 16 })?;
            units.push(u16::try_from(unit).expect("16 bits at most"));
            known.push((start, 1));
        }
        // What was there before goes on with the character that comes now.
        if let Some((place, length)) = last {
            known.push((place, length + 1));
        }
        let (place, length) = match known.get(code as usize) {
            _ if is_new => (start, 1),
            Some(&text) if code >= FIRST => text,
            _ => return Err(broken("has a code of nothing")),
        };
        let copied = if is_new { 0 } else { length };
        if units.len() + copied > MAX_UNITS {
            return Err(Error::input("the packed text is longer than 16 MiB when unpacked"));
        }
        // The copy may reach into itself by one.
        (place..place + copied).for_each(|k| units.push(units[k]));
        last = Some((start, length));
        // The next code may be the number after the last known one.
        width = u32::BITS - u32::try_from(known.len()).map_or(0, u32::leading_zeros);
    }
    String::from_utf16(&units).map_err(|_| broken("is no text"))
}

/// A text, packed, as [`unpack`] reads it.
pub(super) fn pack(text: &str) -> String {
    let mut packer = Packer { six: 0, bits: 0, text: String::new(), width: 2, room: 2 };
    let mut firsts: HashMap<u16, u32> = HashMap::new();
    let mut longer: HashMap<(u32, u16), u32> = HashMap::new();
    let mut next = FIRST;
    // The text so far: its number, and itself if it is one character that was not written yet.
    let mut now: Option<(u32, Option<u16>)> = None;
    for unit in text.encode_utf16() {
        let known = firsts.get(&unit).copied();
        let (first, new) = (known.unwrap_or(next), known.is_none().then_some(unit));
        if new.is_some() {
            firsts.insert(unit, next);
            next += 1;
        }
        if let Some((number, waiting)) = now {
            if let Some(&longer) = longer.get(&(number, unit)) {
                now = Some((longer, None));
                continue;
            }
            packer.code(number, waiting);
            longer.insert((number, unit), next);
            next += 1;
        }
        now = Some((first, new));
    }
    if let Some((number, waiting)) = now {
        packer.code(number, waiting);
    }
    packer.push(END, packer.width);
    packer.finish()
}

/// Bits on their way to base64.
struct Packer {
    six: u8,
    bits: u32,
    text: String,
    /// Of a code, and how many numbers there are until it grows.
    width: u32,
    room: u32,
}

impl Packer {
    fn push(&mut self, number: u32, count: u32) {
        for k in 0..count {
            self.six = self.six << 1 | u8::from(number >> k & 1 == 1);
            self.bits += 1;
            if self.bits == 6 {
                self.text.push(char::from(DIGITS[usize::from(self.six)]));
                (self.six, self.bits) = (0, 0);
            }
        }
    }

    /// Writes the code of a text.
    fn code(&mut self, number: u32, new: Option<u16>) {
        match new {
            Some(unit) => {
                let (code, count) = if unit < 256 { (NEW_8, 8) } else { (NEW_16, 16) };
                self.push(code, self.width);
                self.push(unit.into(), count);
                self.count();
            }
            None => self.push(number, self.width),
        }
        self.count();
    }

    /// One number more.
    fn count(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.width;
            self.width += 1;
        }
    }

    fn finish(mut self) -> String {
        // Other readers expect a bit more than there is.
        self.push(0, 6 - self.bits);
        let padding = (4 - self.text.len() % 4) % 4;
        self.text.extend(std::iter::repeat_n('=', padding));
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let long: String =
            (0..3000_u32).map(|k| char::from_u32(97 + k * k % 23).unwrap()).collect();
        for text in ["", "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "Łódź 数独 ½ 𝕊", &long]
        {
            let packed = pack(text);
            assert_eq!(packed.len() % 4, 0);
            assert_eq!(unpack(&packed).unwrap(), text, "{packed}");
            assert_eq!(unpack(&packed.replace('+', " ")).unwrap(), text);
        }
    }

    /// As the original program packs these.
    #[test]
    fn packed_texts_are_those_of_others() {
        assert_eq!(pack(""), "Q===");
        assert_eq!(pack("hello, i am a 猫"), "BYUwNmD2A0AECWsCGBbZtDUzkA==");
    }

    #[test]
    fn broken_texts_are_refused() {
        for (text, words) in [
            ("", "ends too early"),
            ("N4Ig", "ends too early"),
            ("N4I!zglg", "at character 4"),
            ("w", "code of nothing"),
        ] {
            let message = unpack(text).unwrap_err().to_string();
            assert!(message.contains(words), "{text}: {message}");
        }
    }

    /// Texts of many equal characters grow with the square of the code.
    #[test]
    fn what_unpacks_too_long_is_refused() {
        let bomb = pack(&"a".repeat(MAX_UNITS));
        assert!(bomb.len() < 16 << 10);
        assert_eq!(unpack(&bomb).unwrap().len(), MAX_UNITS);
        let bomb = pack(&"a".repeat(MAX_UNITS + 1));
        assert!(unpack(&bomb).unwrap_err().to_string().contains("longer than 16 MiB"));
    }
}
