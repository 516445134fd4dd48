//! A person at a terminal: what is typed, and what is said beside an answer. Pipes get the answer
//! alone.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::OnceLock;

use satoku::ask::{Answer, Status};
use satoku::puzzle::Puzzle;

/// Cells that are named where two solutions differ.
const MOST_CELLS: usize = 6;

/// Whether a source is what somebody types.
pub(crate) fn is_typed(path: &Path) -> bool {
    path.as_os_str() == "-" && io::stdin().is_terminal()
}

/// Whether somebody reads the answers as they come.
pub(crate) fn is_read() -> bool {
    static IS_READ: OnceLock<bool> = OnceLock::new();
    *IS_READ.get_or_init(|| io::stdout().is_terminal())
}

/// Whether what is printed there may have colours.
pub(crate) fn has_colors() -> bool {
    static HAS_COLORS: OnceLock<bool> = OnceLock::new();
    *HAS_COLORS
        .get_or_init(|| anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never)
}

/// What helps whoever wanted another answer.
pub(crate) fn tip(puzzle: &Puzzle, answer: &Answer) -> Option<String> {
    match answer {
        Answer::Unique(unique) if unique.status == Status::Multiple => {
            let [a, b, ..] = unique.solutions.as_deref()? else { return None };
            let layout = puzzle.layout();
            let differ: Vec<_> =
                puzzle.cells().filter(|&cell| a.digit(cell) != b.digit(cell)).collect();
            let shown = differ.iter().take(MOST_CELLS).map(|&cell| {
                let [a, b] = [a, b].map(|solution| layout.number_of(solution.digit(cell)));
                format!("{} {a} or {b}", layout.name_of(cell))
            });
            let more = differ.len().saturating_sub(MOST_CELLS);
            let more = (more > 0).then(|| format!("and {more} cells more"));
            let shown: Vec<_> = shown.chain(more).collect();
            Some(format!(
                "two solutions differ: {}; `satoku explain` shows a deadly pattern",
                shown.join(", ")
            ))
        }
        Answer::Solve(_) | Answer::Unique(_) if answer.status() == Status::None => {
            Some("`satoku explain` shows which clues, houses and rules clash".into())
        }
        _ => None,
    }
}
