//! The `.sdk` files of `SudoCue` and `SadMan`: header lines `#A…`, sections `[Puzzle]`, `[State]`,
//! and rows of one symbol a cell.

use super::rows::{RowRule, Style};
use super::{Fit, Format, Head, Plan, Splitting, symbol_rows};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Sdk;

impl Format for Sdk {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn about(&self) -> &'static str {
        "rows in a [Puzzle] section, other sections skipped (.sdk)"
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        if has_sections(head) && rule(head).is_complete(head) { Fit::Sure } else { Fit::No }
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let rule = rule(head);
        // A record has a single section, so its lines need no section to be rows.
        let inner = RowRule::new(Style::Symbols, head);
        Plan::new(Splitting::Rows(rule), move |text, context| {
            symbol_rows::read(text, &inner, context)
        })
    }
}

fn has_sections(head: &Head<'_>) -> bool {
    head.content().any(|line| line.eq_ignore_ascii_case("[puzzle]"))
}

fn rule(head: &Head<'_>) -> RowRule {
    let rule = RowRule::new(Style::Symbols, head);
    // Where there are sections, text before the first is no row.
    if has_sections(head) { rule.with_sections() } else { rule }
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;

    const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n\
                        .6....28.\n...419..5\n....8..79\n";

    #[test]
    fn only_the_puzzle_section_is_read() {
        let state = ROWS.replace('.', "1");
        let text =
            format!("#Anobody\n#D2020\n[Puzzle]\n{ROWS}[State]\n{state}[PencilMarks]\n1,2\n");
        assert_eq!(one(&text).givens(), 30);
        assert_eq!(one(&format!("[State]\n{state}[Puzzle]\n{ROWS}")).givens(), 30);
        assert_eq!(one(&format!("#Anobody\n#Snowhere\n{ROWS}")).givens(), 30);
    }
}
