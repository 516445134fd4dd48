//! Puzzles as source code, data files and pages hold them, rewritten: see [`WAYS`](super::WAYS).

use super::super::preamble::is_comment;
use super::super::symbols;
use super::{Paste, is_blank};

/// What languages write for nothing.
const NOTHING: &[&str] = &["", "None", "null", "nil", "NaN", "nan", "undefined", "?", "-1"];

/// The cell of a table or an array: `.`, a number or a letter.
fn cell(field: &str) -> Option<String> {
    let field = field.trim().trim_matches(['"', '\'']).trim();
    // Numbers of numpy may be `5.`.
    let number = field.strip_suffix(".0").or_else(|| field.strip_suffix('.')).unwrap_or(field);
    let is_number = number.len() < 4 && number.parse::<u16>().is_ok();
    let is_symbol = field.len() == 1 && (is_blank(field.chars().next()?) || is_letter(field));
    match () {
        () if NOTHING.contains(&field) => Some(".".into()),
        () if is_number => Some(number.into()),
        () => is_symbol.then(|| field.into()),
    }
}

fn is_letter(field: &str) -> bool {
    field.bytes().all(|b| b.is_ascii_uppercase())
}

/// Rows of cells as text, if they make a square; all cells may be in one row.
fn square(rows: &[Vec<String>]) -> Option<String> {
    let cells: Vec<&str> = rows.iter().flatten().map(String::as_str).collect();
    let side = symbols::side_of(cells.len()).filter(|&side| side >= 4)?;
    let fits = rows.len() == 1 || rows.len() == side && rows.iter().all(|row| row.len() == side);
    let line = |row: &[&str]| row.join(" ") + "\n";
    fits.then(|| cells.chunks(side).map(line).collect())
}

/// Arrays in code: numpy, Prolog, `MiniZinc`, Essence, YAML, Python with `None`.
pub(super) fn arrays(text: &str) -> Option<Paste> {
    let start = text.find(['[', '{'])?;
    let end = text.rfind([']', '}']).filter(|&end| end > start)?;
    let (head, body, tail) = (text[..start].trim(), &text[start..=end], text[end + 1..].trim());
    // A name or a call before, and its end behind.
    let is_framed = head.lines().count() < 2 && !tail.contains(|c: char| c.is_alphanumeric());
    if !is_framed || text.lines().any(|line| is_comment(line.trim_start())) {
        return None;
    }
    let groups = if body.starts_with("[|") {
        let rows = body.trim_matches(['[', ']', '|', ' ', '\n', '\t']).split('|');
        rows.map(str::trim).collect()
    } else {
        innermost(body)?
    };
    let rows: Option<Vec<Vec<String>>> = groups.into_iter().map(row).collect();
    Some(Paste::new(square(&rows?)?, "the arrays are read as the rows of a grid"))
}

/// What stands between the brackets that have no others in them, if nothing is outside these.
fn innermost(body: &str) -> Option<Vec<&str>> {
    let mut groups = Vec::new();
    let mut rest = body;
    while let Some(at) = rest.find(['[', '{', '(', ']', '}', ')']) {
        let (inside, behind) = (&rest[..at], &rest[at..]);
        if inside.contains(|c: char| c.is_alphanumeric()) {
            return None;
        }
        rest = &behind[1..];
        let ends = rest.find(['[', '{', '(', ']', '}', ')']);
        let opens = behind.starts_with(['[', '{', '(']);
        if let Some(end) = ends.filter(|&end| opens && rest[end..].starts_with([']', '}', ')'])) {
            groups.push(&rest[..end]);
            rest = &rest[end + 1..];
        }
    }
    Some(groups)
}

/// The cells of a row: between commas, or else between spaces.
fn row(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    if text.contains(',') {
        return text.strip_suffix(',').unwrap_or(text).split(',').map(cell).collect();
    }
    text.split_whitespace().map(cell).collect()
}

/// Facts of logic programs, `given(1,2,3).`, and assignments, `r1c2=3`: row, column and digit from 1.
pub(super) fn facts(text: &str) -> Option<Paste> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('%'));
    let words: String = lines.flat_map(|line| line.chars().chain([' '])).collect();
    let facts: Option<Vec<[usize; 3]>> = if words.contains('(') {
        let words: String = words.split_whitespace().collect();
        let facts = words.strip_suffix(").")?.split(").");
        let (name, _) = words.split_once('(')?;
        let triple = |fact: &str| {
            let numbers = fact.strip_prefix(name)?.strip_prefix('(')?.split(',');
            numbers.map(|it| it.parse().ok()).collect::<Option<Vec<usize>>>()?.try_into().ok()
        };
        facts.map(triple).collect()
    } else {
        let words = words.split([' ', ',', ';']).filter(|word| !word.is_empty());
        let triple = |word: &str| {
            let (place, digit) = word.split_once('=')?;
            let (row, column) = place.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            Some([row.parse().ok()?, column.parse().ok()?, digit.parse().ok()?])
        };
        words.map(triple).collect()
    };
    let facts = facts?;
    let greatest = facts.iter().flatten().copied().max().filter(|_| facts.len() >= 4)?;
    let side = [4, 6, 9, 16, 25, 36, 49, 64].into_iter().find(|&side| side >= greatest)?;
    let mut cells = vec![0; side * side];
    for [row, column, digit] in facts {
        let place = cells.get_mut(row.checked_sub(1)? * side + column.checked_sub(1)?)?;
        if digit == 0 || *place > 0 {
            return None;
        }
        *place = digit;
    }
    let line =
        |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let text = cells.chunks(side).map(line).collect();
    let note =
        format!("row, column and digit of each fact are read as a clue of a {side}×{side} grid");
    Some(Paste { text, note })
}

/// A line with one puzzle in it: a string in code, the query of an address.
pub(super) fn word_in_code(text: &str) -> Option<Paste> {
    let line = text.trim();
    let is_cell = |c: char| c.is_ascii_alphanumeric() || is_blank(c);
    let is_puzzle = |word: &&str| {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        let side = symbols::side_of(word.len()).filter(|&side| side >= 6);
        line[..at].ends_with(['"', '\'', '=', '/'])
            && word.contains(is_blank)
            && side.is_some_and(|side| symbols::is_puzzle(word, side))
    };
    let mut words = line.split(|c| !is_cell(c)).filter(is_puzzle);
    let word = words.next().filter(|word| word.len() < line.len() && !line.contains('\n'))?;
    let note = "the string in the line is read, and nothing else";
    words.next().is_none().then(|| Paste::new(format!("{word}\n"), note))
}

/// The first table of a page.
pub(super) fn table_of_html(text: &str) -> Option<Paste> {
    let (tr, td) = if text.contains("<td") { ("<tr", "<td") } else { ("<TR", "<TD") };
    let table = text.split_once(tr)?.1;
    let table = table.split(["</table", "</TABLE"].into_iter().find(|end| table.contains(end))?);
    let field = |field: &str| {
        let (attributes, content) = field.split_once('>')?;
        // An input field has its content among its attributes.
        let value = content.split_once("value=\"").and_then(|(_, rest)| rest.split('"').next());
        let words = content.split('<').enumerate();
        let words =
            words.map(|(k, it)| if k == 0 { it } else { it.split_once('>').map_or("", |it| it.1) });
        let bare = value.map_or_else(|| words.collect::<String>(), str::to_owned);
        (!attributes.contains("span")).then(|| cell(&bare.replace("&nbsp;", " ")))?
    };
    let row = |row: &str| row.split(td).skip(1).map(field).collect::<Option<Vec<String>>>();
    let rows: Option<Vec<_>> = table.take(1).flat_map(|table| table.split(tr)).map(row).collect();
    Some(Paste::new(square(&rows?)?, "the table is read as the rows of a grid"))
}

/// The table of a wiki: `| 5 || 3 || ||…` below `{|`.
pub(super) fn table_of_wiki(text: &str) -> Option<Paste> {
    let lines = text.trim().strip_prefix("{|")?.strip_suffix("|}")?.lines().skip(1).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("|-"));
    let row = |line: &str| line.strip_prefix('|')?.split("||").map(cell).collect();
    let rows: Option<Vec<Vec<String>>> = lines.map(row).collect();
    Some(Paste::new(square(&rows?)?, "the table is read as the rows of a grid"))
}

/// Rows and columns of a box on the first line: `3 3`.
pub(super) fn sides_of_boxes(text: &str) -> Option<Paste> {
    let (first, rest) = text.trim_start().split_once('\n')?;
    let sides: Option<Vec<usize>> = first.split_whitespace().map(|it| it.parse().ok()).collect();
    let [rows, columns] = sides?.try_into().ok()?;
    let count = rest.lines().filter(|line| !line.trim().is_empty()).count();
    let note =
        format!("the first line is read as the sides of a box: {rows} rows, {columns} columns");
    (rows > 1 && columns > 1 && rows.checked_mul(columns)? == count)
        .then(|| Paste { text: format!("# layout={rows}x{columns}\n{rest}"), note })
}
