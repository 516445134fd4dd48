//! Constraint strings taken apart: `.Type~argument~argument…`, one after the other; groups from
//! `.Or` to `.End`; comment lines, empty lines and addresses around them.

use std::borrow::Cow;

use crate::error::{Error, Result};

/// Groups within groups, at most.
const MAX_DEPTH: usize = 32;

/// One constraint: its type, its arguments, and, of a group, what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// As it is written; nothing for givens.
    pub(super) kind: String,
    pub(super) args: Vec<String>,
    pub(super) inside: Vec<Item>,
}

impl Item {
    /// One that is no group.
    pub(super) fn new(kind: &str, args: Vec<String>) -> Self {
        Item { kind: kind.to_owned(), args, inside: Vec::new() }
    }

    /// A group of others.
    pub(super) fn group(kind: &str, inside: Vec<Item>) -> Self {
        Item { kind: kind.to_owned(), args: Vec::new(), inside }
    }

    /// Appends it as [`items`] reads it.
    pub(super) fn write(&self, out: &mut String) {
        out.extend([".", &self.kind]);
        for arg in &self.args {
            out.extend(["~", arg]);
        }
        for item in &self.inside {
            item.write(out);
        }
        if is_group(&self.kind) {
            out.push_str(".End");
        }
    }

    /// What messages call it: its beginning.
    pub(super) fn shown(&self) -> String {
        let text = format!(".{}~{}", self.kind, self.args.join("~"));
        let mut chars = text.trim_end_matches('~').chars();
        let mut shown: String = chars.by_ref().take(40).collect();
        if chars.next().is_some() {
            shown.push('…');
        }
        satoku_check::shown(shown)
    }

    /// Whether it or something in it is about a cell whose name begins so.
    pub(super) fn names(&self, cell: &str) -> bool {
        self.args.iter().any(|arg| arg.starts_with(cell))
            || self.inside.iter().any(|item| item.names(cell))
    }
}

/// Whether a type is a group, which ends with `.End`.
pub(super) fn is_group(kind: &str) -> bool {
    ["Or", "And", "Replicate"].contains(&kind)
}

/// The constraints of a string, which begins with a point.
///
/// # Errors
/// If it does not, or groups do not end.
pub(super) fn items(text: &str) -> Result<Vec<Item>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let rest = text.strip_prefix('.').ok_or_else(|| {
        Error::input("expected a constraint such as .Thermo~R1C1~R1C2, which begins with a point")
    })?;
    let mut open = vec![Item { kind: String::new(), args: Vec::new(), inside: Vec::new() }];
    for item in rest.split('.') {
        let mut args = item.split('~').map(str::to_owned);
        let kind = args.next().unwrap_or_default();
        if kind == "End" {
            let Some(group) = open.pop() else { unreachable!("the outermost is never closed") };
            let outer = open.last_mut();
            outer.ok_or_else(|| Error::input(".End: no group is open"))?.inside.push(group);
            continue;
        }
        let item = Item { kind, args: args.collect(), inside: Vec::new() };
        if is_group(&item.kind) {
            if open.len() > MAX_DEPTH {
                return Err(Error::input(format!("groups within groups: at most {MAX_DEPTH}")));
            }
            open.push(item);
        } else if let Some(group) = open.last_mut() {
            group.inside.push(item);
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(all), true) => Ok(all.inside),
        (group, _) => {
            let group = group.map(|group| group.shown()).unwrap_or_default();
            Err(Error::input(format!("{group}: no .End closes it")))
        }
    }
}

/// The parts of a text that are read each by itself: comment lines left out, cut at empty lines.
pub(super) fn sections(text: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match sections.last_mut() {
            Some(last) if !line.trim().is_empty() => last.extend([line, "\n"]),
            _ => sections.push(String::new()),
        }
    }
    sections.retain(|section| !section.is_empty());
    sections
}

/// The text of an address, its parameter `q`; any other text as it is.
pub(super) fn of_address(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    let query = trimmed.split_once('?').filter(|_| is_address(trimmed));
    let value = query.and_then(|(_, query)| {
        let query = query.split('#').next().unwrap_or_default();
        query.split('&').find_map(|pair| pair.strip_prefix("q="))
    });
    value.map_or(Cow::Borrowed(text), |value| Cow::Owned(decoded(&value.replace('+', " "))))
}

/// Whether a line is an address whose parameter `q` may be a puzzle.
pub(super) fn is_address(line: &str) -> bool {
    let begins = ["https://", "http://", "?q="].iter().any(|start| line.starts_with(start));
    begins && (line.contains("?q=") || line.contains("&q="))
}

/// Whether a line begins with the shape of the grid.
pub(super) fn begins_with_shape(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix(".Shape");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['~', '.']))
}

/// A text with all that is no letter, digit, `-` or `_` as `%2E` and the like.
pub(super) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => out.push(char::from(byte)),
            _ => out.extend([format!("%{byte:02X}")]),
        }
    }
    out
}

/// A text with `%2E` and the like in place of characters.
pub(super) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let before = at;
        let code = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        at += if byte.is_some() { 3 } else { 1 };
        out.push(byte.unwrap_or(bytes[before]));
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_taken_apart() {
        let read = items(".~R1C1_3 .Or.V~a~b\n.And.X.End.End..Cage~3").unwrap();
        let names: Vec<_> = read.iter().map(|item| item.kind.as_str()).collect();
        assert_eq!(names, ["", "Or", "", "Cage"]);
        assert_eq!(read[0].args, ["R1C1_3"]);
        assert_eq!(read[1].inside[1].inside[0].kind, "X");
        for (text, message) in [
            ("Cage", "expected a constraint such as"),
            (".End", ".End: no group is open"),
            (".Or.X~a", ".Or: no .End closes it"),
        ] {
            let error = items(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
        assert!(items(&".Or".repeat(1000)).is_err());
    }

    #[test]
    fn addresses_are_unpacked() {
        for (text, inside) in [
            ("https://x.y/z/?q=.Cage~3%7ER1C1&mode=solve#x", ".Cage~3~R1C1"),
            ("https://x.y/?mode=a&q=.V+.X", ".V .X"),
            (".Pair~A~_a%2Eb?q=1", ".Pair~A~_a%2Eb?q=1"),
        ] {
            assert_eq!(of_address(text), inside);
        }
        assert_eq!(decoded("a%20b%2"), "a b%2");
        assert_eq!(encoded("a.b ~é_%2"), "a%2Eb%20%7E%C3%A9_%252");
        assert_eq!(decoded(&encoded("a.b ~é_%2")), "a.b ~é_%2");
        assert_eq!(decoded("%é%ff"), "%é\u{fffd}");
    }

    #[test]
    fn sections_end_at_empty_lines() {
        assert_eq!(sections("# x\na\nb\n\n \nc"), ["a\nb\n", "c\n"]);
    }
}
