//! The keys of f-puzzles that are like no others: each as it is read and written.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::draft::{Draft, each, number, value};
use super::keys::Form;
use super::says_nothing;
use super::write::names;
use crate::error::{Error, Result};
use crate::format::regions::Regions;
use crate::grid::Cell;

/// Neighbours are not one apart, but for those that a dot stands between.
pub(super) const NONCONSECUTIVE: Form = Form::Special(
    &["nonconsecutive"],
    |draft, value| {
        if value != &Value::Bool(true) {
            return Err(Error::input(format!("found {value}: expected true or false")));
        }
        let pairs = pairs(draft, &["difference", "ratio"])?;
        draft.add("nonconsecutive", &[1], &pairs)
    },
    |rule, _| (rule.number() == Some(1)).then_some(Value::Bool(true)),
);

/// All dots of ratios are given, all V and X.
pub(super) const NEGATIVE: Form = Form::Special(
    &["nonratio", "nonsum"],
    |draft, value| {
        let words = value.as_array().ok_or_else(|| Error::input("expected a list of words"))?;
        for word in words {
            match word.as_str() {
                Some("ratio") => {
                    let pairs = pairs(draft, &["difference", "ratio"])?;
                    let mut ratios = BTreeSet::new();
                    marks(draft, "ratio", |item| {
                        ratios.insert(self::value(item)?.unwrap_or(2));
                        Ok(())
                    })?;
                    if ratios.is_empty() {
                        ratios.insert(2);
                    }
                    for ratio in ratios {
                        draft.add("nonratio", &[ratio], &pairs)?;
                    }
                }
                Some("xv") => {
                    let pairs = pairs(draft, &["xv"])?;
                    draft.add("nonsum", &[5, 10], &pairs)?;
                }
                _ => return Err(Error::input(format!("{word}: expected \"ratio\" or \"xv\""))),
            }
        }
        Ok(())
    },
    |rule, _| match rule.numbers() {
        [5, 10] => Some(json!("xv")),
        [_] => Some(json!("ratio")),
        _ => None,
    },
);

/// Calls a function with the items of another key.
fn marks(
    draft: &Draft<'_>,
    key: &str,
    read: impl FnMut(&Map<String, Value>) -> Result<()>,
) -> Result<()> {
    let items = draft.fields.get(key).filter(|items| !says_nothing(items));
    let read = items.map_or(Ok(()), |items| each(items, read));
    read.map_err(|error| Error::input(format!("{key}: {}", error.message())))
}

/// The pairs of neighbours that are marked.
fn pairs(draft: &Draft<'_>, keys: &[&str]) -> Result<Vec<Vec<Cell>>> {
    let side = draft.side();
    let mut pairs = BTreeSet::new();
    for key in keys {
        marks(draft, key, |item| {
            let [a, b] = draft.pair(item)?;
            let apart = a.row(side).abs_diff(b.row(side)) + a.column(side).abs_diff(b.column(side));
            if apart == 1 {
                pairs.insert((a.min(b), a.max(b)));
            }
            Ok(())
        })?;
    }
    Ok(pairs.into_iter().map(|(a, b)| vec![a, b]).collect())
}

/// Five and ten.
pub(super) const XV: Form = Form::Special(
    &["pairsum"],
    |draft, value| {
        each(value, |item| {
            let sum = match item.get("value").and_then(Value::as_str).map(str::trim) {
                Some("V" | "v") => 5,
                Some("X" | "x") => 10,
                Some("XV" | "xv") => 15,
                // One that is not yet labelled says nothing.
                Some("") => return Ok(()),
                None if item.get("value").is_none_or(Value::is_null) => return Ok(()),
                _ => return Err(Error::input("expected a value \"X\", \"V\" or \"XV\"")),
            };
            let pair = draft.pair(item)?;
            draft.add("pairsum", &[sum], &[pair.into()])
        })
    },
    |rule, layout| {
        let value = match rule.number() {
            Some(5) => "V",
            Some(10) => "X",
            Some(15) => "XV",
            _ => return None,
        };
        let pairs = rule.cells().windows(2);
        Some(pairs.map(|pair| json!({"cells": names(pair, layout), "value": value})).collect())
    },
);

/// Cages that are drawn. One program reads those with a value `DR7` as a rule, and solutions stand
/// in some.
pub(super) const CAGE: Form = Form::Special(
    &["digitalroot"],
    |draft, value| {
        each(value, |item| {
            let text = item.get("value").and_then(Value::as_str).unwrap_or_default().trim();
            let root = text.strip_prefix("DR").or_else(|| text.strip_prefix("dr"));
            if let Some(root) = root.and_then(|root| root.trim().parse().ok()) {
                let cells = draft.cells(item)?;
                return draft.add("digitalroot", &[root], &[cells]);
            }
            if let Some(solution) = text.strip_prefix("solution:") {
                draft.solution = Some(solution.trim().to_owned());
            }
            Ok(())
        })
    },
    |rule, layout| {
        let root = rule.number()?;
        Some(json!({"cells": names(rule.cells(), layout), "value": format!("DR{root}")}))
    },
);

/// The sum of a diagonal, from a cell beside the grid.
pub(super) const LITTLE_KILLER: Form = Form::Special(
    &["littlekiller"],
    |draft, value| {
        each(value, |item| {
            let cells = diagonal(draft, item)?;
            match self::value(item)? {
                None | Some(0) => Ok(()),
                Some(sum) => draft.add("littlekiller", &[sum], &[cells]),
            }
        })
    },
    |rule, layout| {
        let side = layout.plain_side()?;
        let place = |cell: Cell| (cell.row(side) + 1, cell.column(side) + 1);
        let first = place(*rule.cells().first()?);
        let (direction, places) = DIRECTIONS.iter().find_map(|&(name, by)| {
            let places = walk(first, by, side);
            let same = places.iter().copied().eq(rule.cells().iter().map(|&cell| place(cell)));
            same.then(|| (name, step(first, (-by.0, -by.1))))
        })?;
        let (row, column) = places?;
        let is_outside = |k: usize| k == 0 || k > side;
        (is_outside(row) || is_outside(column)).then(|| {
            let cells = names(rule.cells(), layout);
            let value = rule.number().unwrap_or_default().to_string();
            let cell = format!("R{row}C{column}");
            json!({"cell": cell, "cells": cells, "direction": direction, "value": value})
        })
    },
);

/// The ways a diagonal may go.
const DIRECTIONS: [(&str, (isize, isize)); 4] =
    [("UL", (-1, -1)), ("UR", (-1, 1)), ("DL", (1, -1)), ("DR", (1, 1))];

fn step((row, column): (usize, usize), (down, right): (isize, isize)) -> Option<(usize, usize)> {
    row.checked_add_signed(down).zip(column.checked_add_signed(right))
}

/// The places of a diagonal within the grid, from one of them.
fn walk(first: (usize, usize), by: (isize, isize), side: usize) -> Vec<(usize, usize)> {
    let is_inside =
        |&(row, column): &(usize, usize)| (1..=side).contains(&row) && (1..=side).contains(&column);
    let places = std::iter::successors(Some(first), |&place| step(place, by));
    places.take_while(is_inside).collect()
}

/// The cells of a little killer.
fn diagonal(draft: &Draft<'_>, item: &Map<String, Value>) -> Result<Vec<Cell>> {
    if let Some(cells) = item.get("cells").filter(|cells| !says_nothing(cells)) {
        return draft.list(cells);
    }
    let cell = item.get("cell").ok_or_else(|| Error::input("expected a field cell"))?;
    let word = item.get("direction").and_then(Value::as_str).unwrap_or_default();
    let by = DIRECTIONS
        .iter()
        .find(|(name, _)| *name == word)
        .ok_or_else(|| Error::input(format!("direction {word:?}: expected UL, UR, DL or DR")))?;
    let place = draft.place(cell)?;
    let first = if draft.at(place).is_some() { Some(place) } else { step(place, by.1) };
    let places = first.map(|first| walk(first, by.1, draft.side())).unwrap_or_default();
    let cells: Vec<_> = places.into_iter().filter_map(|place| draft.at(place)).collect();
    if cells.is_empty() {
        return Err(Error::input(format!("{cell}: no diagonal goes {word} from there")));
    }
    Ok(cells)
}

/// The digits along each line sum to the number in the bulb, where the line begins.
pub(super) const ARROW: Form = Form::Special(
    &["arrow"],
    |draft, value| {
        each(value, |item| {
            let bulb = draft.cells(item)?;
            for mut line in draft.lines(item)? {
                match line.first() {
                    None => continue,
                    Some(first) if bulb.contains(first) => line.remove(0),
                    Some(_) => return Err(Error::input("a line begins outside its bulb")),
                };
                if !line.is_empty() {
                    draft.add("arrow", &[], &[bulb.clone(), line])?;
                }
            }
            Ok(())
        })
    },
    |rule, layout| {
        let [bulb, shaft] = rule.lines() else { return None };
        let line: Vec<_> = bulb.last().into_iter().chain(shaft).copied().collect();
        Some(json!({"cells": names(bulb, layout), "lines": [names(&line, layout)]}))
    },
);

/// The sums in the regions that a line goes through.
pub(super) const REGION_SUM_LINE: Form = Form::Special(
    &["regionsumline"],
    |draft, value| {
        each(value, |item| {
            for line in draft.lines(item)?.into_iter().filter(|line| line.len() > 1) {
                let Some(regions) = &draft.regions else {
                    draft.add("regionsumline", &[], &[line])?;
                    continue;
                };
                let segments = segments(&line, regions);
                if segments.len() > 1 {
                    draft.add("equalsums", &[], &segments)?;
                }
            }
            Ok(())
        })
    },
    |rule, layout| Some(json!({"lines": [names(rule.cells(), layout)]})),
);

/// The parts of a line in one region each; cells in none are passed over.
fn segments(line: &[Cell], regions: &Regions) -> Vec<Vec<Cell>> {
    let placed = line.iter().filter_map(|&cell| Some((regions[cell.index()]?, cell)));
    let placed: Vec<_> = placed.collect();
    let segments = placed.chunk_by(|(one, _), (other, _)| one == other);
    segments.map(|segment| segment.iter().map(|&(_, cell)| cell).collect()).collect()
}

/// The same digits in the same places.
pub(super) const CLONE: Form = Form::Special(
    &["clone"],
    |draft, value| {
        each(value, |item| {
            let clone = item.get("cloneCells");
            let clone = clone.ok_or_else(|| Error::input("expected a field cloneCells"))?;
            let lines = [draft.cells(item)?, draft.list(clone)?];
            draft.add("clone", &[], &lines)
        })
    },
    |rule, layout| {
        let [cells, clone] = rule.lines() else { return None };
        Some(json!({"cells": names(cells, layout), "cloneCells": names(clone, layout)}))
    },
);

/// Digits that stand around a corner.
pub(super) const QUADRUPLE: Form = Form::Special(
    &["contains"],
    |draft, value| {
        each(value, |item| {
            let values = item.get("values").and_then(Value::as_array);
            let values = values.ok_or_else(|| Error::input("expected a field values"))?;
            let values = values.iter().map(number).collect::<Result<Vec<_>>>()?;
            let digits: Vec<_> = values.into_iter().flatten().collect();
            let cells = draft.cells(item)?;
            if digits.is_empty() { Ok(()) } else { draft.add("contains", &digits, &[cells]) }
        })
    },
    |rule, layout| {
        let is_corner = <[Cell; 4]>::try_from(rule.cells()).is_ok_and(|[a, b, c, d]| {
            let side = layout.side();
            let is_square = b.index() == a.index() + 1 && d.index() == c.index() + 1;
            is_square && c.index() == a.index() + side && a.column(side) + 1 < side
        });
        is_corner.then(|| json!({"cells": names(rule.cells(), layout), "values": rule.numbers()}))
    },
);
