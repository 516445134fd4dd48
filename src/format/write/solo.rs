//! Game ids of Simon Tatham's Solo.

use super::Sheet;
use crate::format::solo;
use crate::puzzle::Symbols;

/// The id of a puzzle on a line. Solutions, puzzles that have no id, positions with cells filled on
/// the way, and other symbols than 1-9 in the line form.
pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    let puzzle = sheet.puzzle;
    let is_position = puzzle.placed().next().is_some();
    let plain = sheet.solution.is_none() && sheet.symbols() == Symbols::OneBased && !is_position;
    let id = Some(puzzle).filter(|_| plain).and_then(solo::id_of);
    match id {
        Some(id) => out.extend([&id, "\n"]),
        None => super::line::write(sheet, out),
    }
}
