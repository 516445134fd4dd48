//! Rules that stand as lines below the grid they belong to, as people write them down: `thermo:
//! r1c1-3`, `killer 15: r1c1 r1c2`. Without them the grid would be another puzzle, so a line that is
//! meant as a rule is read as one, or is an error.

use std::sync::Arc;

use super::Record;
use super::preamble::is_comment;
use super::reader::Flaw;
use crate::rule::is_meant;

/// The rules that stand below grids, and the records between which they stood.
#[derive(Debug, Default)]
pub(super) struct Below {
    /// The lines, and the rules on them; those that are left.
    rules: Vec<(u64, String)>,
    /// The record that comes next, if it was looked for.
    next: Next,
    /// Whether some record was handed out.
    begun: bool,
}

/// The record behind the one that was handed out last.
#[derive(Debug, Default)]
enum Next {
    #[default]
    Unread,
    Read(Record),
    End,
}

/// The rules of a text and the text without them, their lines left empty. None if it has no such
/// lines, or nothing but them.
pub(super) fn take_out(text: &str) -> Option<(String, Below)> {
    if !text.lines().any(is_rule) || !may_have_rules(text) {
        return None;
    }
    let (mut rules, mut rest, mut others) = (Vec::new(), String::with_capacity(text.len()), 0);
    for (number, line) in (1..).zip(text.lines()) {
        if is_rule(line) {
            rules.push((number, line.trim().to_owned()));
        } else {
            others += usize::from(is_content(line));
            rest.push_str(line);
        }
        rest.push('\n');
    }
    let below = Below { rules, next: Next::Unread, begun: false };
    (!below.is_empty() && others > 0).then_some((rest, below))
}

/// Whether lines of a text may be rules, by its first: in JSON and in constraint strings rules have
/// their own places.
pub(super) fn may_have_rules(text: &str) -> bool {
    let first = text.lines().find(|line| is_content(line)).unwrap_or_default().trim_start();
    !(first.starts_with(['{', '[', '<']) || first.starts_with('.') && first.contains('~'))
}

/// Whether a line is neither empty nor a comment.
fn is_content(line: &str) -> bool {
    !line.trim().is_empty() && !is_comment(line)
}

/// Whether a line is meant as a rule.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(|c: char| c.is_ascii_alphabetic()) && is_meant(line)
        || line.starts_with('{') && line.contains("\"blocks\"")
}

impl Below {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty() && matches!(self.next, Next::Unread)
    }

    /// The next record with the rules that stand below it; `read` gives the records.
    pub(super) fn next(
        &mut self,
        mut read: impl FnMut() -> crate::error::Result<Option<Record>>,
    ) -> crate::error::Result<Option<Record>> {
        let record = match std::mem::replace(&mut self.next, Next::End) {
            Next::Read(record) => Some(record),
            Next::Unread => read()?,
            Next::End => None,
        };
        let Some(mut record) = record else { return Ok(None) };
        let next = read()?;
        let above = !self.begun && self.rules.first().is_some_and(|(line, _)| *line < record.line);
        if above && next.is_some() {
            let message = "rules stand above several grids: write them below each, or as \
                           comments `# rule=RULE` above all";
            record.text = Err(Flaw { message: message.into(), column: None });
        }
        let end = next.as_ref().map_or(u64::MAX, |next| next.line);
        let count = self.rules.iter().take_while(|(line, _)| *line < end).count();
        if count > 0 {
            let said = Arc::make_mut(record.said.get_or_insert_default());
            self.rules.drain(..count).for_each(|(line, rule)| said.add_rule(&rule, line));
        }
        (self.next, self.begun) = (next.map_or(Next::End, Next::Read), true);
        Ok(Some(record))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{error, one, read_all};

    const GRID: &str = "1...\n..3.\n.4..\n...2\n";

    #[test]
    fn rules_below_a_grid_are_its_rules() {
        let rules = "killer 5: r1c1 r1c2\nThermo: r2c1-2\n\nanti-king\nxsum 3: row 4 right\n";
        for grid in [
            GRID.to_owned(),
            "1.....3..4.....2\n".to_owned(),
            "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n".to_owned(),
            format!("A title\n\n{GRID}\nRules of it:\n"),
        ] {
            let puzzle = one(&format!("{grid}{rules}"));
            let texts: Vec<_> = puzzle.rules().iter().map(ToString::to_string).collect();
            let expected =
                ["cage 5 r1c1 r1c2", "thermometer r2c1 r2c2", "antiking", "xsum 3 r4c4-1"];
            assert_eq!(texts, expected, "{grid}");
            assert_eq!(puzzle.givens(), 4);
        }
        assert_eq!(one(&format!("antiking\n{GRID}")).rules().len(), 1);
        // However far below: what is read at first need not have them.
        let many = format!("{GRID}\n").repeat(1000);
        let puzzles = read_all(&format!("{many}{GRID}antiking\n"));
        let rules: Vec<_> = puzzles.iter().map(|entry| entry.puzzle.rules().len()).collect();
        assert_eq!((rules.len(), rules.iter().sum::<usize>()), (1001, 1));
        let free = r#"{"name":"x","blocks":[{"distinct":"r1c1 r2c3"}]}"#;
        assert_eq!(one(&format!("{GRID}{free}\n")).rules().len(), 1);
    }

    #[test]
    fn each_grid_has_the_rules_below_it() {
        for grid in [GRID, "1.....3..4.....2\n"] {
            let text = format!(
                "# rule=odd r1c1\n{grid}killer 5: r1c1 r1c2\n{grid}{grid}antiking\neven r1c2\n"
            );
            let counts: Vec<_> =
                read_all(&text).iter().map(|entry| entry.puzzle.rules().len()).collect();
            assert_eq!(counts, [2, 1, 3], "{text}");
        }
    }

    #[test]
    fn errors_have_their_line() {
        let text = format!("{GRID}\nkiller 5: r1c1 r1c2\nthermo r1c1 r5c2\n");
        assert_eq!(error(&text), "line 7: thermometer: `r5c2`: expected a row from 1 to 4");
        let text = format!("killer 5: r1c1 r1c2\n{GRID}{GRID}");
        assert!(error(&text).starts_with("line 2: rules stand above several grids"));
    }

    #[test]
    fn words_around_a_grid_are_none() {
        let text = format!("Killer cages and thermos\n{GRID}Thermo: from the bulb on\n");
        assert!(one(&text).rules().is_empty());
    }
}
