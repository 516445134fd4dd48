//! Puzzles written as f-puzzles has them, where it can hold them.

use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::keys::{Form, KEYS, Key};
use crate::error::{Error, Result};
use crate::format::{lz, parse};
use crate::grid::{Cell, Layout, default_box};
use crate::puzzle::{Puzzle, Solution};
use crate::rule::{Arguments, Kind, Rule};

/// The packed body alone.
///
/// # Errors
/// If f-puzzles has no such grid, no such clue, or no such rule.
pub(in crate::format) fn write_body(
    puzzle: &Puzzle,
    solution: Option<&Solution>,
) -> Result<String> {
    Ok(lz::pack(&document(puzzle, solution)?.to_string()))
}

/// A link.
///
/// # Errors
/// As [`write_body`].
pub(in crate::format) fn write_link(
    puzzle: &Puzzle,
    solution: Option<&Solution>,
) -> Result<String> {
    let body = write_body(puzzle, solution)?.replace('+', "%2B");
    Ok(format!("https://f-puzzles.com/?load={body}"))
}

/// The name of a cell in f-puzzles.
fn name(cell: Cell, layout: &Layout) -> String {
    layout.name_of(cell).to_ascii_uppercase()
}

/// The names of cells in f-puzzles.
pub(super) fn names(cells: &[Cell], layout: &Layout) -> Vec<String> {
    cells.iter().map(|&cell| name(cell, layout)).collect()
}

/// The JSON of a puzzle.
fn document(puzzle: &Puzzle, solution: Option<&Solution>) -> Result<Value> {
    let layout = puzzle.layout();
    let Some(side) = layout.plain_side() else {
        return Err(refused("a layout", "square grids with digits from 1"));
    };
    if let Some(cell) = puzzle.cells().find(|&cell| puzzle.clues().len(cell) == 0) {
        // No pencil marks are marks of all digits.
        let name = layout.name_of(cell);
        return Err(refused(&format!("{name}, which has no candidate"), "cells with one or more"));
    }
    let mut fields = Map::new();
    fields.insert("size".into(), side.into());
    fields.insert("grid".into(), grid(puzzle, side));
    houses(layout, side, &mut fields);
    for rule in puzzle.rules() {
        let (Some(kind), Some(arguments)) = (rule.kind(), rule.arguments()) else {
            return Err(refused(&format!("{:?}, a free rule", rule.name()), "rules of its kinds"));
        };
        if OF_REGIONS.contains(&kind.name) && layout.regions() != regions(layout, side) {
            let what = format!("{:?}, where regions are rows or columns", rule.name());
            return Err(refused(&what, "such rules over boxes and other regions"));
        }
        write_rule(rule, kind, arguments, &mut fields)?;
    }
    if let Some(solution) = solution {
        fields.insert("solution".into(), solution.numbers().collect());
    }
    let document = Value::Object(fields);
    exempt_as_marked(puzzle, &document)?;
    Ok(document)
}

fn refused(what: &str, only: &str) -> Error {
    Error::unsupported(format!("{what}: f-puzzles holds {only}"))
}

/// Kinds that f-puzzles has and that ask for the region of a cell.
const OF_REGIONS: [&str; 2] = ["regionsumline", "boxindexer"];

/// The irregular regions, unless they are the rows or the columns: these are houses anyway, and are read as no regions.
fn regions(layout: &Layout, side: usize) -> Option<&[u16]> {
    let regions = layout.regions()?;
    let are_rows = regions.chunks(side).all(|row| row.iter().all_equal());
    let are_columns = (side..regions.len()).all(|k| regions[k] == regions[k - side]);
    (!are_rows && !are_columns).then_some(regions)
}

/// Whether the boxes are the usual ones, or there are none where that is usual.
fn is_usual(layout: &Layout, side: usize) -> bool {
    layout.box_shape() == default_box(side) && regions(layout, side).is_none()
}

/// The clues, and the regions where they are not the usual boxes.
fn grid(puzzle: &Puzzle, side: usize) -> Value {
    let layout = puzzle.layout();
    let usual = is_usual(layout, side);
    let region = |cell: Cell| {
        let (row, column) = (cell.row(side), cell.column(side));
        match (regions(layout, side), layout.box_shape()) {
            (Some(regions), _) => json!(regions[cell.index()]),
            (None, Some((rows, columns))) => {
                json!(row / rows * (side / columns) + column / columns)
            }
            (None, None) => Value::Null,
        }
    };
    let cell = |cell: Cell| {
        let mut fields = Map::new();
        let clues = puzzle.clues();
        if let Some(digit) = puzzle.given(cell) {
            fields.insert("value".into(), layout.number_of(digit).into());
            fields.insert("given".into(), true.into());
        } else if clues.len(cell) < clues.digit_count() {
            let marks = clues.digits(cell).map(|digit| layout.number_of(digit));
            fields.insert("givenPencilMarks".into(), marks.collect());
        }
        if !usual {
            fields.insert("region".into(), region(cell));
        }
        Value::Object(fields)
    };
    let cells: Vec<_> = puzzle.cells().map(cell).collect();
    cells.chunks(side).map(<[Value]>::to_vec).collect()
}

/// The houses beside rows, columns and regions.
fn houses(layout: &Layout, side: usize, fields: &mut Map<String, Value>) {
    // What f-puzzles has disjoint groups of: no grid with regions of its own.
    let usual = is_usual(layout, side);
    // Those without a key come back as rules, which come behind.
    let mut others = Vec::new();
    for house in layout.houses() {
        let key = match house.kind().name {
            "rows" | "columns" | "regions" => continue,
            "boxes" if regions(layout, side).is_none() => continue,
            "diagonal" => "diagonal-",
            "antidiagonal" => "diagonal+",
            "disjoint" if usual => "disjointgroups",
            _ => {
                others.push(json!({"cells": names(house.cells(), layout)}));
                continue;
            }
        };
        fields.insert(key.into(), true.into());
    }
    for house in others {
        add(fields, "extraregion", house);
    }
}

/// Adds an item to the list of a key, or all of a list.
fn add(fields: &mut Map<String, Value>, key: &str, item: Value) {
    let list = fields.entry(key).or_insert_with(|| Value::Array(Vec::new()));
    let Some(list) = list.as_array_mut() else { return };
    match item {
        Value::Array(items) => list.extend(items),
        Value::String(word) if list.iter().any(|other| other == &word) => {}
        item => list.push(item),
    }
}

/// Adds a rule.
fn write_rule(
    rule: &Rule,
    kind: &'static Kind,
    arguments: &Arguments,
    fields: &mut Map<String, Value>,
) -> Result<()> {
    let layout = arguments.layout();
    // Whispers of another number have a kind of their own here.
    let word = if kind.name == "dutchwhispers" { "whispers" } else { kind.name };
    let key = KEYS.iter().find(|key| key.form.kinds().contains(&word));
    let key = key.ok_or_else(|| refused(rule.name(), "no rule of this kind"))?;
    let cells = arguments.cells();
    let all = || names(cells, layout);
    // Whether the kind takes these numbers by itself.
    let is_usual = |numbers: &[i64]| {
        let kind = Kind::by_name(word).unwrap_or(kind);
        let lines: Vec<_> = arguments.lines().iter().map(|line| line.to_vec()).collect();
        let usual = Rule::new(kind, numbers, lines, layout).ok();
        usual.and_then(|usual| Some(usual.arguments()?.numbers().to_vec()))
            == Some(arguments.numbers().to_vec())
    };
    let mut item = Map::new();
    let other = || refused(rule.name(), "this kind of rule with other numbers");
    let value = |numbers: &[i64], has_value: bool, item: &mut Map<String, Value>| {
        if is_usual(numbers) {
            return Ok(());
        }
        let [number] = *arguments.numbers() else { return Err(other()) };
        item.insert("value".into(), number.to_string().into());
        if has_value { Ok(()) } else { Err(other()) }
    };
    match key.form {
        Form::Early | Form::Silent => {}
        Form::Flag(_) => {
            fields.insert(key.name.into(), true.into());
        }
        Form::Lines { numbers, has_value, .. } => {
            item.insert("lines".into(), json!([all()]));
            value(numbers, has_value, &mut item)?;
            add(fields, key.name, item.into());
        }
        Form::Cells(_, has_value) => {
            if arguments.number() == Some(0) {
                return Err(other());
            }
            item.insert("cells".into(), json!(all()));
            value(&[], has_value, &mut item)?;
            add(fields, key.name, item.into());
        }
        Form::Cell(_) | Form::All(_) => {
            if matches!(key.form, Form::All(_)) && fields.contains_key(key.name) {
                return Err(refused(rule.name(), "one rule of this kind"));
            }
            let items = all().into_iter().map(|cell| json!({"cell": cell}));
            add(fields, key.name, items.collect());
        }
        Form::Pair(_) => {
            value(&[], true, &mut item)?;
            for pair in cells.windows(2) {
                item.insert("cells".into(), json!(names(pair, layout)));
                add(fields, key.name, item.clone().into());
            }
        }
        Form::Row(_) => {
            let place = beside(cells, layout).ok_or_else(other)?;
            item.insert("cell".into(), place.into());
            item.insert("value".into(), arguments.number().ok_or_else(other)?.to_string().into());
            add(fields, key.name, item.into());
        }
        Form::Special(_, _, write) => write_special(key, write(arguments, layout), fields)
            .ok_or_else(|| refused(rule.name(), "no such rule of this kind"))?,
    }
    Ok(())
}

fn write_special(key: &Key, item: Option<Value>, fields: &mut Map<String, Value>) -> Option<()> {
    match item? {
        flag @ Value::Bool(_) => _ = fields.insert(key.name.into(), flag),
        item => add(fields, key.name, item),
    }
    Some(())
}

/// The place beside the grid from where a row or column is seen so.
fn beside(cells: &[Cell], layout: &Layout) -> Option<String> {
    let side = layout.plain_side()?;
    let (first, second) = (*cells.first()?, *cells.get(1)?);
    let end = |is_forward: bool| if is_forward { 0 } else { side + 1 };
    Some(if first.row(side) == second.row(side) {
        format!("R{}C{}", first.row(side) + 1, end(first < second))
    } else {
        format!("R{}C{}", end(first < second), first.column(side) + 1)
    })
}

/// Whether the rules about neighbours without a mark exempt those that have one, and no others.
fn exempt_as_marked(puzzle: &Puzzle, document: &Value) -> Result<()> {
    let negative = |puzzle: &Puzzle| {
        let rules = puzzle.rules().iter().filter(|rule| {
            rule.kind()
                .is_some_and(|kind| ["nonconsecutive", "nonratio", "nonsum"].contains(&kind.name))
        });
        let mut rules: Vec<_> = rules.map(|rule| rule.name().to_owned()).collect();
        rules.sort_unstable();
        rules
    };
    let rules = negative(puzzle);
    let Some(first) = rules.first() else { return Ok(()) };
    if negative(&parse(&document.to_string())?) == rules {
        return Ok(());
    }
    Err(refused(first, "such a rule where it exempts the pairs that have a mark, and no others"))
}
