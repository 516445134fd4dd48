//! A puzzle while it is read from the JSON of f-puzzles.

use serde_json::{Map, Value};

use super::keys::{Form, Key};
use crate::error::{Error, Result};
use crate::format::regions::{self, Regions};
use crate::format::{Context, Entry, solution};
use crate::grid::{CandidateSet, Cell, LayoutSpec, MAX_SIDE, default_box};
use crate::puzzle::Puzzle;
use crate::rule::{Kind, Rule};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub(super) fields: &'a Map<String, Value>,
    context: &'a Context<'a>,
    puzzle: Puzzle,
    rules: Vec<Rule>,
    /// The region of each cell, where they are no houses of their own in the layout: some cells are in none, a region
    /// has not as many cells as there are digits, or they are the rows or the columns.
    pub(super) regions: Option<Regions>,
    /// What a drawn cage says of the solution.
    pub(super) solution: Option<String>,
}

/// What the fields of a cell may be.
const CELL: [&str; 9] = [
    "value",
    "given",
    "region",
    "givenPencilMarks",
    "centerPencilMarks",
    "cornerPencilMarks",
    "c",
    "cArray",
    "highlight",
];

impl<'a> Draft<'a> {
    /// The grid, its houses and its clues.
    ///
    /// # Errors
    /// If there is no square grid, or its houses cannot be.
    pub(super) fn new(fields: &'a Map<String, Value>, context: &'a Context<'a>) -> Result<Self> {
        let cells = cells_of_grid(fields)?;
        let side = cells.len().isqrt();
        let regions = regions_of(&cells, side)?;
        let is_on = |name: &str| match fields.get(name) {
            None | Some(Value::Null | Value::Bool(false)) => Ok(false),
            Some(Value::Bool(true)) => Ok(!context.ignores(name)),
            Some(other) => {
                Err(Error::input(format!("{name}: found {other}: expected true or false")))
            }
        };
        let mut extras = Vec::new();
        let (mut spec, partial) = regions::houses(regions.clone(), side);
        let are_said = cells.iter().any(|cell| cell.get("region").is_some_and(|it| !it.is_null()));
        for (name, term) in [
            ("diagonal-", "diagonal"),
            ("diagonal+", "antidiagonal"),
            ("disjointgroups", "disjoint"),
        ] {
            if is_on(name)? {
                extras.push(term);
            }
        }
        if !extras.is_empty() {
            spec = extras.join("+").parse::<LayoutSpec>()?.or(&spec);
        }
        let layout = context.with_layout(Some(&spec)).layout(side)?;
        let puzzle = Puzzle::new(layout);
        let mut draft =
            Draft { fields, context, puzzle, rules: Vec::new(), regions: None, solution: None };
        for (k, fields) in cells.into_iter().enumerate() {
            draft.set(Cell::new(k), fields).map_err(|error| {
                let name = draft.puzzle.layout().name_of(Cell::new(k));
                Error::input(format!("grid: {name}: {}", error.message()))
            })?;
        }
        if let Some(regions) = partial {
            draft.add_regions(&regions)?;
            draft.regions = Some(regions);
        } else if are_said
            && draft.puzzle.layout().box_shape().is_none()
            && draft.puzzle.layout().regions().is_none()
        {
            // They are the rows or the columns.
            draft.regions = Some(regions);
        }
        Ok(draft)
    }

    /// Reads the clue of a cell. A digit that is not given and marks that are not given are those
    /// of a solver.
    fn set(&mut self, cell: Cell, fields: &Map<String, Value>) -> Result<()> {
        for (name, value) in fields.iter().filter(|(name, _)| !CELL.contains(&name.as_str())) {
            let may_say_more = matches!(value, Value::Bool(true) | Value::Object(_))
                || value.as_array().is_some_and(|all| !all.is_empty());
            if may_say_more && !self.context.ignores(name) {
                return Err(Error::input(format!("field {name:?} is not known")));
            }
        }
        let digit = |value: &Value| {
            let number = number(value)?.and_then(|number| usize::try_from(number).ok());
            let digit = number.and_then(|number| self.puzzle.layout().digit_of(number));
            digit.ok_or_else(|| Error::input(format!("{value}: expected a digit of the grid")))
        };
        let is_given = fields.get("given") == Some(&Value::Bool(true));
        let value = fields.get("value").filter(|value| is_given && !value.is_null());
        let marks = fields.get("givenPencilMarks").and_then(Value::as_array);
        let set = match (value, marks) {
            (Some(value), _) => CandidateSet::single(digit(value)?),
            (None, Some(marks)) if !marks.is_empty() => {
                marks.iter().map(digit).collect::<Result<_>>()?
            }
            _ => return Ok(()),
        };
        self.puzzle.set_candidates(cell, &set);
        Ok(())
    }

    /// Regions that are no houses of the layout: no digit twice in each.
    fn add_regions(&mut self, regions: &Regions) -> Result<()> {
        let count = regions.iter().flatten().max().map_or(0, |&last| usize::from(last) + 1);
        let mut cells = vec![Vec::new(); count];
        for (k, region) in regions.iter().enumerate() {
            if let Some(region) = region {
                cells[usize::from(*region)].push(Cell::new(k));
            }
        }
        for region in cells.into_iter().filter(|region| region.len() > 1) {
            self.add("distinct", &[], &[region])
                .map_err(|error| Error::input(format!("grid: region: {}", error.message())))?;
        }
        Ok(())
    }

    /// The number of rows, of columns and of digits.
    pub(super) fn side(&self) -> usize {
        self.puzzle.side()
    }

    /// Adds a rule.
    ///
    /// # Errors
    /// If the kind does not take these.
    pub(super) fn add(&mut self, kind: &str, numbers: &[i64], lines: &[Vec<Cell>]) -> Result<()> {
        let found = Kind::by_name(kind)
            .ok_or_else(|| Error::unsupported(format!("there is no kind of rule {kind}")))?;
        let rule = Rule::new(found, numbers, lines.to_vec(), self.puzzle.layout())?;
        self.rules.push(rule);
        Ok(())
    }

    /// Reads what stands behind a key.
    ///
    /// # Errors
    /// If that is not what belongs there, or no rule.
    pub(super) fn read(&mut self, key: &Key, value: &Value) -> Result<()> {
        match key.form {
            Form::Early | Form::Silent => Ok(()),
            Form::Flag(kind) => {
                if value != &Value::Bool(true) {
                    return Err(Error::input(format!("found {value}: expected true or false")));
                }
                self.add(kind, &[], &[])
            }
            Form::Special(_, read, _) => read(self, value),
            Form::All(kind) => {
                let mut all = Vec::new();
                each(value, |item| {
                    all.extend(self.cells(item)?);
                    Ok(())
                })?;
                all.sort_unstable();
                all.dedup();
                self.add(kind, &[], &[all])
            }
            Form::Lines { kind, numbers, has_value } => each(value, |item| {
                let value = if has_value { self::value(item)? } else { None };
                let numbers = value.as_ref().map_or(numbers, std::slice::from_ref);
                // A line of a single cell says nothing.
                for line in self.lines(item)?.into_iter().filter(|line| line.len() > 1) {
                    self.add(kind, numbers, &[line])?;
                }
                Ok(())
            }),
            Form::Cells(kind, has_value) => each(value, |item| {
                // A sum of 0 is none.
                let value = if has_value { self::value(item)? } else { None };
                let value = value.filter(|&value| value != 0);
                let cells = self.cells(item)?;
                if cells.is_empty() { Ok(()) } else { self.add(kind, value.as_slice(), &[cells]) }
            }),
            Form::Cell(kind) => each(value, |item| {
                let cells = self.cells(item)?;
                self.add(kind, &[], &[cells])
            }),
            Form::Pair(kind) => each(value, |item| {
                let value = self::value(item)?;
                let cells = self.pair(item)?;
                self.add(kind, value.as_slice(), &[cells.into()])
            }),
            Form::Row(kind) => each(value, |item| {
                let row = self.row(item)?;
                match self::value(item)? {
                    Some(value) => self.add(kind, &[value], &[row]),
                    None => Ok(()),
                }
            }),
        }
    }

    /// The row and the column that a text names, from 0 where they are beside the grid.
    pub(super) fn place(&self, value: &Value) -> Result<(usize, usize)> {
        let wrong = || Error::input(format!("{value}: expected a cell such as \"R1C1\""));
        let text = value.as_str().ok_or_else(wrong)?;
        let numbers = text.strip_prefix(['R', 'r']).and_then(|text| text.split_once(['C', 'c']));
        let (row, column) = numbers.ok_or_else(wrong)?;
        let number = |text: &str| text.parse().ok().filter(|&number| number <= self.side() + 1);
        number(row).zip(number(column)).ok_or_else(wrong)
    }

    /// The cell of a row and a column, both from 1.
    pub(super) fn at(&self, (row, column): (usize, usize)) -> Option<Cell> {
        let frame = self.puzzle.layout().frame();
        frame.cell(row.checked_sub(1)?, column.checked_sub(1)?)
    }

    /// The cells that a list of texts names.
    pub(super) fn list(&self, value: &Value) -> Result<Vec<Cell>> {
        let wrong = || Error::input(format!("{value}: expected a list of cells"));
        let cell = |text: &Value| {
            let outside = || Error::input(format!("{text}: expected a cell of the grid"));
            self.at(self.place(text)?).ok_or_else(outside)
        };
        value.as_array().ok_or_else(wrong)?.iter().map(cell).collect()
    }

    /// The cells of an item: `cells`, or `cell`.
    pub(super) fn cells(&self, item: &Map<String, Value>) -> Result<Vec<Cell>> {
        match (item.get("cells"), item.get("cell")) {
            (Some(cells), _) => self.list(cells),
            (None, Some(cell)) => self.list(&Value::Array(vec![cell.clone()])),
            (None, None) => Err(Error::input("expected a field cells")),
        }
    }

    /// The two cells of an item.
    pub(super) fn pair(&self, item: &Map<String, Value>) -> Result<[Cell; 2]> {
        let cells = self.cells(item)?;
        <[Cell; 2]>::try_from(cells)
            .map_err(|cells| Error::input(format!("{} cells: expected two", cells.len())))
    }

    /// The lines of an item.
    pub(super) fn lines(&self, item: &Map<String, Value>) -> Result<Vec<Vec<Cell>>> {
        let lines = item.get("lines").and_then(Value::as_array);
        let lines = lines.ok_or_else(|| Error::input("expected a field lines"))?;
        lines.iter().map(|line| self.list(line)).collect()
    }

    /// The row or column that the cell of an item stands beside, from there.
    fn row(&self, item: &Map<String, Value>) -> Result<Vec<Cell>> {
        let side = self.side();
        let cell = item.get("cell").ok_or_else(|| Error::input("expected a field cell"))?;
        let (row, column) = self.place(cell)?;
        let is_inside = |k: usize| (1..=side).contains(&k);
        let (places, is_forward): (Vec<_>, _) = match (is_inside(row), is_inside(column)) {
            (true, false) => ((1..=side).map(|column| (row, column)).collect(), column == 0),
            (false, true) => ((1..=side).map(|row| (row, column)).collect(), row == 0),
            _ => return Err(Error::input(format!("{cell}: expected a cell beside the grid"))),
        };
        let mut cells: Vec<_> = places.into_iter().filter_map(|place| self.at(place)).collect();
        if !is_forward {
            cells.reverse();
        }
        Ok(cells)
    }

    /// The puzzle, with its title and its solution.
    pub(super) fn finish(self) -> Entry {
        let Draft { fields, context, puzzle, rules, solution, .. } = self;
        let puzzle = rules.into_iter().fold(puzzle, Puzzle::with_rule);
        let stated = fields.get("solution").cloned().or(solution.map(Value::String));
        let stated = stated.filter(is_whole);
        let solution = stated.and_then(|value| solution::of_value(&value, &puzzle, context));
        let title = fields.get("title").and_then(Value::as_str).map(str::trim);
        let id = title.filter(|title| !title.is_empty()).map(str::to_owned);
        Entry { id, solution, ..puzzle.into() }
    }
}

/// Whether a solution says all cells. One of some cells is none.
pub(in crate::format) fn is_whole(solution: &Value) -> bool {
    match solution {
        Value::String(text) => !text.trim().is_empty() && !text.contains(['.', '0', '?', '_']),
        Value::Array(cells) => cells.iter().all(|cell| match cell {
            Value::Number(number) => number.as_u64().is_some_and(|number| number > 0),
            Value::String(text) => text.parse::<u64>().is_ok_and(|number| number > 0),
            Value::Array(_) => true,
            _ => false,
        }),
        _ => false,
    }
}

/// The fields of each cell, row by row.
fn cells_of_grid(fields: &Map<String, Value>) -> Result<Vec<&Map<String, Value>>> {
    let rows = fields.get("grid").and_then(Value::as_array);
    let rows = rows.ok_or_else(|| Error::input("grid: expected a list of rows"))?;
    let side = rows.len();
    if !(1..=MAX_SIDE).contains(&side) {
        return Err(Error::input(format!("grid: {side} rows: expected 1 to {MAX_SIDE}")));
    }
    if let Some(size) = fields.get("size")
        && number(size)?.is_some_and(|size| usize::try_from(size) != Ok(side))
    {
        return Err(Error::input(format!("grid: {side} rows, and size is {size}")));
    }
    let mut cells = Vec::with_capacity(side * side);
    for (k, row) in (1..).zip(rows) {
        let row = row.as_array().filter(|row| row.len() == side).ok_or_else(|| {
            Error::input(format!("grid: row {k}: expected a list of {side} cells"))
        })?;
        for (column, cell) in (1..).zip(row) {
            cells.push(cell.as_object().ok_or_else(|| {
                Error::input(format!("grid: r{k}c{column}: found {cell}: expected an object"))
            })?);
        }
    }
    Ok(cells)
}

/// The regions as the cells say them; where they do not, the usual ones.
fn regions_of(cells: &[&Map<String, Value>], side: usize) -> Result<Regions> {
    let (rows, columns) = default_box(side).unwrap_or((1, side));
    let label = |(k, cell): (usize, &&Map<String, Value>)| match cell.get("region") {
        None => Ok(i64::try_from(regions::in_boxes(k, side, (rows, columns))).ok()),
        Some(value) => number(value)
            .map_err(|error| Error::input(format!("grid: region: {}", error.message()))),
    };
    let labels = cells.iter().enumerate().map(label).collect::<Result<Vec<_>>>()?;
    Ok(regions::numbered(&labels))
}

/// Calls a function with each object of a list; errors say which.
pub(super) fn each(
    value: &Value,
    mut read: impl FnMut(&Map<String, Value>) -> Result<()>,
) -> Result<()> {
    let wrong = || Error::input("expected a list of objects");
    let items = value.as_array().ok_or_else(wrong)?;
    for (k, item) in (1..).zip(items) {
        read(item.as_object().ok_or_else(wrong)?)
            .map_err(|error| Error::input(format!("item {k}: {}", error.message())))?;
    }
    Ok(())
}

/// The number that `value` is in an item, if it has one.
pub(super) fn value(item: &Map<String, Value>) -> Result<Option<i64>> {
    item.get("value").map_or(Ok(None), number)
}

/// A number, or its text; none where nothing is said.
pub(in crate::format) fn number(value: &Value) -> Result<Option<i64>> {
    let number = match value {
        Value::Null => return Ok(None),
        Value::String(text) if text.trim().is_empty() => return Ok(None),
        Value::String(text) => text.trim().parse().ok(),
        Value::Number(number) => number.as_i64(),
        _ => None,
    };
    number.map(Some).ok_or_else(|| Error::input(format!("{value}: expected a number")))
}
