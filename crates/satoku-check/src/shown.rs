//! Text from outside as people see it: nothing in it moves their cursor, and it is not long.

use std::fmt::Write as _;

/// Characters that are shown at most; of longer texts the beginning and the end.
const MAX: usize = 1000;
const HEAD: usize = 600;
const TAIL: usize = 300;

/// A text for a message or a terminal: control characters and marks of the direction of writing as
/// escapes, such as `\n` and `\u{1b}`, and what is longer than a thousand characters cut in the
/// middle. What was shown once is not changed again.
pub fn shown(text: impl Into<String>) -> String {
    let text = text.into();
    if text.len() <= MAX && !text.contains(is_active) {
        return text;
    }
    let count = text.chars().count();
    let place = |k: usize| text.char_indices().nth(k).map_or(text.len(), |(place, _)| place);
    let mut out = String::new();
    if count <= MAX {
        escape(&text, &mut out);
        if out.chars().count() <= MAX {
            return out;
        }
        // Only escapes make it that long.
        return shown(out);
    }
    escape(&text[..place(HEAD)], &mut out);
    _ = write!(out, "[… {} characters …]", count - HEAD - TAIL);
    escape(&text[place(count - TAIL)..], &mut out);
    if out.chars().count() <= MAX { out } else { shown(out) }
}

/// Whether a terminal does something else with a character than print it.
pub fn is_active(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\n' | '\t' | '\r' => out.extend(c.escape_default()),
            c if is_active(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_the_cursor_is_escaped() {
        assert_eq!(shown("a puzzle: 9×9, “so”"), "a puzzle: 9×9, “so”");
        assert_eq!(
            shown("\u{1b}[31m\r\n\u{9b}2J\u{7f}\u{202e}"),
            r"\u{1b}[31m\r\n\u{9b}2J\u{7f}\u{202e}"
        );
    }

    #[test]
    fn what_is_long_is_cut_in_the_middle() {
        let exact = "×".repeat(1000);
        assert_eq!(shown(&*exact), exact);
        for text in
            ["x".repeat(1001), "×".repeat(1 << 20), "\u{1b}".repeat(500), "\n".repeat(1 << 20)]
        {
            let cut = shown(&*text);
            assert!(cut.chars().count() <= 1000 && cut.contains(" characters …]"), "{cut}");
            assert_eq!(shown(&*cut), cut);
            assert!(!cut.contains(is_active));
        }
        assert!(shown(format!("begin{}end", "x".repeat(5000))).ends_with("xend"));
    }
}
