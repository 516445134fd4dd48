//! CSV: the puzzle in the line form, its layout included, and the cells of its solution.

use super::Sheet;
use crate::puzzle::Symbols;

/// The header line that goes before the records.
pub(super) const HEADER: &str = "puzzle,solution\n";

pub(super) fn write(sheet: &Sheet<'_>, out: &mut String) {
    let mut puzzle = String::new();
    super::line::write(&Sheet { solution: None, flat_json: false, ..*sheet }, &mut puzzle);
    write_field(puzzle.trim_end(), out);
    out.push(',');
    if let Some(solution) = sheet.solution {
        // What only JSON can hold has numbers, and so has its solution.
        let plain = puzzle
            .starts_with(['[', '{'])
            .then(|| solution.clone().with_symbols(Symbols::OneBased));
        write_field(&super::line_of(plain.as_ref().unwrap_or(solution)), out);
    }
    out.push('\n');
}

/// Appends a record of further columns, each behind a comma.
pub fn write_columns<'a>(fields: impl IntoIterator<Item = &'a str>, out: &mut String) {
    for field in fields {
        out.push(',');
        write_field(field, out);
    }
}

/// A field, in quotes where it needs them.
fn write_field(text: &str, out: &mut String) {
    if text.contains(['"', ',', '\n']) {
        out.push('"');
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(text);
    }
}
