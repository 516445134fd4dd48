//! `SudokuPad`: the identifiers and links that hold a puzzle, `sclN4Ig…`, and their JSON.
//!
//! It is a drawing. What is read are the givens, centre marks, regions, cages with a sum, diagonals
//! from corner to corner, the anti-knight and anti-king flags and the solution. All else may be a
//! rule or decoration: it is counted, and the counts are told beside the answer.

#[cfg(test)]
mod tests;
mod zip;

use serde_json::{Map, Value};

use super::fields::says_nothing;
use super::fpuzzles::{self, draft::number};
use super::preamble::obey;
use super::regions::{self, Regions};
use super::{Context, Entry, Fit, Format, Head, Plan, Splitting, json, solution};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, LayoutSpec, MAX_SIDE};
use crate::puzzle::Puzzle;
use crate::rule::{Kind, Rule};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct SudokuPad;

impl Format for SudokuPad {
    fn name(&self) -> &'static str {
        "sudokupad"
    }

    fn about(&self) -> &'static str {
        "SudokuPad: a link or an id `scl…` per line, or JSON; drawings are counted, not read"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        match head.content().next() {
            Some(line) if holds_puzzle(fpuzzles::link(line).unwrap_or(line)) => Fit::Sure,
            // Perhaps where the puzzle below comes from.
            Some(line) if is_id(line) => Fit::Perhaps,
            _ => Fit::No,
        }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        self.fit(head) == Fit::Sure
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        if head.content().next().is_some_and(|line| line.starts_with(['{', '['])) {
            return Plan::new(Splitting::Values, json::read);
        }
        Plan::new(Splitting::Lines { skip: 0 }, |line, context| {
            obey(line.trim(), context, read).map_err(|error| error.at(1, None))
        })
    }
}

/// What identifiers that hold a puzzle begin with.
const PREFIXES: [&str; 2] = ["scl", "ctc"];

/// The sites whose links name puzzles so.
const SITES: [&str; 2] = ["://sudokupad.app/", "crackingthecryptic.com/sudoku/"];

/// Whether a line is a link or an identifier.
pub(super) fn is_id(line: &str) -> bool {
    holds_puzzle(line)
        || fpuzzles::link(line).is_some() && SITES.iter().any(|site| line.contains(site))
}

/// Whether an identifier holds its puzzle.
fn holds_puzzle(id: &str) -> bool {
    let packed = PREFIXES.iter().find_map(|prefix| id.strip_prefix(prefix));
    packed.is_some_and(|packed| packed.starts_with(['N', '{', '%']) && packed.len() > 8)
}

/// Reads a link, an identifier, packed or plain JSON.
///
/// # Errors
/// If it is none of these, or no puzzle.
pub(super) fn read(text: &str, context: &Context<'_>) -> Result<Entry> {
    let text = text.trim();
    let id = fpuzzles::link(text).unwrap_or(text);
    let packed = PREFIXES.iter().find_map(|prefix| id.strip_prefix(prefix));
    if packed.is_none() && id != text {
        return Err(Error::input(
            "the link names a puzzle that only the site has: expected one that holds it, /scl… or \
             /fpuzzles…",
        ));
    }
    let packed = packed.unwrap_or(text);
    let unpacked = if packed.starts_with(['{', '%']) {
        fpuzzles::decode(packed)
    } else {
        let end = packed.find(['?', '&']).unwrap_or(packed.len());
        fpuzzles::unpack(&packed[..end])?
    };
    let value = match serde_json::from_str(&unpacked) {
        Ok(value) => value,
        Err(_) => zip::read(&unpacked)?,
    };
    match &value {
        Value::Object(fields) if is_document(fields) => read_document(fields, context),
        _ => Err(Error::input("SudokuPad: expected an object with cells")),
    }
}

/// A field by its name or its short name.
fn field<'a>(fields: &'a Map<String, Value>, name: &str, short: &str) -> Option<&'a Value> {
    fields.get(name).or_else(|| fields.get(short)).filter(|value| !says_nothing(value))
}

/// The elements of a field that is a list.
fn list<'a>(fields: &'a Map<String, Value>, name: &str, short: &str) -> &'a [Value] {
    field(fields, name, short).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether an object is such a puzzle: its cells are rows of objects.
pub(super) fn is_document(fields: &Map<String, Value>) -> bool {
    let row = list(fields, "cells", "ce").first().and_then(Value::as_array);
    row.and_then(|row| row.first()).is_some_and(Value::is_object)
}

/// Lists that say nothing of the solution.
const SILENT: [&str; 8] =
    ["foglight", "triggereffect", "videos", "vd", "settings", "cells", "ce", "metadata"];

/// Lists of drawings: the name, the short name.
const DRAWN: [(&str, &str); 3] = [("arrows", "a"), ("overlays", "o"), ("underlays", "u")];

/// Reads the JSON.
///
/// # Errors
/// If the grid is not square, or a part of it that is read is not what it should be.
pub(super) fn read_document(fields: &Map<String, Value>, context: &Context<'_>) -> Result<Entry> {
    let rows = list(fields, "cells", "ce");
    let side = rows.len();
    let is_row = |row: &&Value| row.as_array().is_some_and(|row| row.len() == side);
    if !(1..=MAX_SIDE).contains(&side) || rows.iter().any(|row| !is_row(&row)) {
        return Err(Error::input(format!("cells: {side} rows: expected as many cells in each")));
    }
    let metadata = field(fields, "metadata", "md").and_then(Value::as_object);
    let nothing = Map::new();
    let metadata = metadata.unwrap_or(&nothing);
    let mut spec = spec(fields, side)?;
    let diagonals = lines(fields, side, context);
    if !diagonals.is_empty() {
        spec = diagonals.join("+").parse::<LayoutSpec>()?.or(&spec);
    }
    let layout = context.with_layout(Some(&spec)).layout(side)?;
    let mut puzzle = Puzzle::new(layout);
    let mut corner_marks = 0;
    for (k, cell) in rows.iter().filter_map(Value::as_array).flatten().enumerate() {
        let Some(fields) = cell.as_object() else { continue };
        corner_marks += usize::from(!list(fields, "pencilMarks", "pm").is_empty());
        if let Some(set) = clue(fields, &puzzle).map_err(|error| {
            let name = puzzle.layout().name_of(Cell::new(k));
            Error::input(format!("cells: {name}: {}", error.message()))
        })? {
            puzzle.set_candidates(Cell::new(k), &set);
        }
    }
    let flags = [("antiknight", "antiknight"), ("antiking", "antiking")];
    for (name, _) in metadata.iter().filter(|(_, value)| **value == Value::Bool(true)) {
        match flags.iter().find(|(flag, _)| flag == name) {
            Some((_, kind)) => puzzle = with(puzzle, kind, &[], &[])?,
            None if name == "norowcol" => {
                return Err(Error::input("metadata: norowcol: rows and columns are no houses"));
            }
            None => context.pass_over(format!("metadata {name}")),
        }
    }
    let mut said = Said::default();
    let mut drawn_cages = 0;
    for (k, cage) in (1..).zip(list(fields, "cages", "ca")) {
        let wrong = |error: Error| Error::input(format!("cages: item {k}: {}", error.message()));
        let Some(cage) = cage.as_object() else { continue };
        match rule(cage, &puzzle, &mut said).map_err(wrong)? {
            Cage::Rule(kind, numbers, cells) => {
                puzzle = with(puzzle, kind, &numbers, &[cells]).map_err(wrong)?;
            }
            Cage::Drawn => drawn_cages += 1,
            Cage::Nothing => {}
        }
    }
    count(context, drawn_cages, "cages");
    count(context, corner_marks, "corner marks");
    for (name, short) in DRAWN {
        count(context, list(fields, name, short).len(), name);
    }
    let known = ["lines", "l", "cages", "ca", "regions", "re"];
    let is_known = |name: &str| {
        SILENT.contains(&name)
            || known.contains(&name)
            || DRAWN.iter().any(|&(long, short)| name == long || name == short)
    };
    for (name, value) in fields.iter().filter(|(name, _)| !is_known(name)) {
        count(context, value.as_array().map_or(0, Vec::len), name);
    }
    let stated = metadata.get("solution").cloned().or(said.solution.map(Value::String));
    let stated = stated.filter(fpuzzles::draft::is_whole);
    let solution = stated.and_then(|value| solution::of_value(&value, &puzzle, context));
    let title = field(metadata, "title", "t").and_then(Value::as_str).map(str::to_owned);
    let id = title.or(said.title).map(|title| title.trim().to_owned());
    Ok(Entry { solution, id: id.filter(|id| !id.is_empty()), ..puzzle.into() })
}

/// Notes how many of something are passed over, if any.
fn count(context: &Context<'_>, number: usize, what: &str) {
    match number {
        0 => {}
        1 => context.pass_over(format!("1 {}", what.strip_suffix('s').unwrap_or(what))),
        _ => context.pass_over(format!("{number} {what}")),
    }
}

/// The puzzle with a rule of a kind.
fn with(puzzle: Puzzle, kind: &str, numbers: &[i64], lines: &[Vec<Cell>]) -> Result<Puzzle> {
    let found = Kind::by_name(kind);
    let found =
        found.ok_or_else(|| Error::unsupported(format!("there is no kind of rule {kind}")))?;
    let rule = Rule::new(found, numbers, lines.to_vec(), puzzle.layout())?;
    Ok(puzzle.with_rule(rule))
}

/// The cells of a list of rows and columns, from 0.
fn places(places: &[Value], side: usize) -> Result<Vec<usize>> {
    let place = |place: &Value| {
        let [row, column] = place.as_array().map_or(&[][..], Vec::as_slice) else { return None };
        let index = |value: &Value| {
            value.as_u64().and_then(|k| usize::try_from(k).ok()).filter(|&k| k < side)
        };
        Some(index(row)? * side + index(column)?)
    };
    let place = |value: &Value| {
        place(value)
            .ok_or_else(|| Error::input(format!("{value}: expected the row and column of a cell")))
    };
    places.iter().map(place).collect()
}

/// The layout that the regions are.
fn spec(fields: &Map<String, Value>, side: usize) -> Result<LayoutSpec> {
    let mut labels = vec![None; side * side];
    for (k, region) in (1..).zip(list(fields, "regions", "re")) {
        let wrong = || Error::input(format!("regions: item {k}: expected a list of cells"));
        let region = region.as_array().ok_or_else(wrong)?;
        for cell in places(region, side)
            .map_err(|error| Error::input(format!("regions: item {k}: {}", error.message())))?
        {
            if labels[cell].replace(k).is_some() {
                return Err(Error::input(format!("regions: item {k}: a cell of two regions")));
            }
        }
    }
    let regions: Regions = regions::numbered(&labels);
    match regions::houses(regions, side) {
        (spec, None) => Ok(spec),
        (_, Some(_)) => Err(Error::input(format!(
            "regions: expected {side} of {side} cells, or none: the digits are not known otherwise"
        ))),
    }
}

/// The colour of diagonals that are rules.
const DIAGONAL: &str = "34BBE6";

/// The lines that are diagonals, as terms of layouts; the others are counted.
fn lines(fields: &Map<String, Value>, side: usize, context: &Context<'_>) -> Vec<&'static str> {
    let mut diagonals = Vec::new();
    let mut others = 0;
    for line in list(fields, "lines", "l") {
        match line.as_object().and_then(|line| diagonal(line, side)) {
            Some(term) if diagonals.contains(&term) => {}
            Some(term) => diagonals.push(term),
            None => others += 1,
        }
    }
    count(context, others, "lines");
    diagonals
}

/// The diagonal that a line is, if it goes from corner to corner in the colour of diagonals.
fn diagonal(line: &Map<String, Value>, side: usize) -> Option<&'static str> {
    let colour = field(line, "color", "c")?.as_str()?.trim_start_matches('#');
    if !colour.get(..6)?.eq_ignore_ascii_case(DIAGONAL) {
        return None;
    }
    let point = |value: &Value| {
        let [row, column] = value.as_array()?.as_slice() else { return None };
        Some((row.as_f64()?, column.as_f64()?))
    };
    let points: Option<Vec<_>> = list(line, "wayPoints", "wp").iter().map(point).collect();
    let points = points?;
    let (&(top, left), &(bottom, right)) = (points.first()?, points.last()?);
    #[expect(clippy::cast_precision_loss, reason = "a side is small")]
    let side = side as f64;
    let near = |a: f64, b: f64| (a - b).abs() < 0.25;
    let on = |(row, column): (f64, f64), is_down: bool| {
        near(column, if is_down { row } else { side - row })
    };
    let spans = near((top - bottom).abs(), side) && near((left - right).abs(), side);
    let along = |is_down: bool| spans && points.iter().all(|&point| on(point, is_down));
    [(true, "diagonal"), (false, "antidiagonal")]
        .into_iter()
        .find_map(|(is_down, term)| along(is_down).then_some(term))
}

/// The clue of a cell: its digit, or its centre marks.
fn clue(fields: &Map<String, Value>, puzzle: &Puzzle) -> Result<Option<CandidateSet>> {
    let digit = |value: &Value| {
        let number = number(value)?.and_then(|number| usize::try_from(number).ok());
        let digit = number.and_then(|number| puzzle.layout().digit_of(number));
        digit.ok_or_else(|| Error::input(format!("{value}: expected a digit of the grid")))
    };
    let is_given = fields.get("given") != Some(&Value::Bool(false));
    let marks = list(fields, "centremarks", "cm");
    match field(fields, "value", "v").filter(|_| is_given) {
        Some(value) => digit(value).map(|digit| Some(CandidateSet::single(digit))),
        None if marks.is_empty() => Ok(None),
        None => marks.iter().map(digit).collect::<Result<_>>().map(Some),
    }
}

/// What a cage is.
enum Cage {
    /// The kind, the numbers, the cells.
    Rule(&'static str, Vec<i64>, Vec<Cell>),
    /// It may be anything.
    Drawn,
    /// A remark, or what is known anyway.
    Nothing,
}

/// What cages without cells say of the puzzle.
#[derive(Default)]
struct Said {
    title: Option<String>,
    solution: Option<String>,
}

fn rule(cage: &Map<String, Value>, puzzle: &Puzzle, said: &mut Said) -> Result<Cage> {
    let cells = list(cage, "cells", "ce");
    let value = field(cage, "value", "v");
    if cells.is_empty() {
        let (word, text) =
            value.and_then(Value::as_str).and_then(|text| text.split_once(':')).unwrap_or_default();
        match word.trim() {
            "title" => said.title = Some(text.trim().to_owned()),
            "solution" => said.solution = Some(text.trim().to_owned()),
            _ => {}
        }
        return Ok(Cage::Nothing);
    }
    if cage.get("type").and_then(Value::as_str) == Some("rowcol") {
        return Ok(Cage::Nothing);
    }
    let cells = places(cells, puzzle.side())?.into_iter().map(Cell::new).collect();
    let sum = match cage.get("sum").map(number) {
        Some(sum) => sum?,
        None => value.and_then(|value| number(value).ok().flatten()),
    };
    let unique = cage.get("unique").and_then(Value::as_bool);
    Ok(match (sum, unique) {
        (Some(sum), Some(false)) => Cage::Rule("sum", vec![sum], cells),
        (Some(sum), _) => Cage::Rule("cage", vec![sum], cells),
        (None, Some(true)) => Cage::Rule("distinct", Vec::new(), cells),
        (None, _) => Cage::Drawn,
    })
}
