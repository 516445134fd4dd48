//! Blocks as JSON, which free rules are written as: an object with `name` and `blocks`, each of
//! them an object by its one key of these:
//!
//! | key | value |
//! | --- | --- |
//! | `clauses` | arrays of `"r1c1=3"` and `"r1c2!=5"` |
//! | `pairs` | `"r1c1 r1c2"` each; beside it `allowed`: for each number of the first cell, those of the second |
//! | `distinct` | cells |
//! | `sum` | cells; beside it `targets`, and `weights`: what each number is worth, one array for all cells or one for each; without it, itself |
//! | `line` | cells; beside it `start`, `accepting` (both states, from 0) and `next`: for each state, for each number, a state or null |
//! | `any` | arrays of blocks, of one of which all hold |
//! | `connected` | cells, of which those with one of the numbers of `digits` are connected; beside it `edges`, `"r1c1 r1c2"` each, and `size`, if so many have to be |
//! | `distinctpairs` | `"r1c1 r1c2"` each |
//! | `nvalue` | cells; beside it `teller`, the cell that tells how many different numbers they have, and `counts`: how many each of its numbers says; without it, each says itself |
//!
//! Cells are as in the text of rules, or an array of such texts; numbers are as they are shown.
//!
//! A rule of a kind can be an object too: `{"kind": "killer", "value": 15, "cells": ["r1c1", "r1c2"]}`,
//! with an array of numbers as `value`, and of groups as `cells`, where it takes several.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Rule;
use super::arguments::{digit_of, value, worth};
use super::block::{
    Automaton, Block, Choice, Clauses, Connected, Distinct, DistinctPairs, Line, Literal, NValue,
    Pairs, Sum,
};
use super::text::{cells_of, names_of};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit, Layout};

/// A rule's blocks.
pub(super) fn write(rule: &Rule, layout: &Layout) -> Value {
    let blocks: Vec<_> = rule.blocks().iter().map(|block| write_block(block, layout)).collect();
    json!({ "name": rule.name(), "blocks": blocks })
}

fn write_block(block: &Block, layout: &Layout) -> Value {
    let number = |digit| value(layout, digit);
    let literal = |lit: &Literal| {
        let sign = if lit.stands { "=" } else { "!=" };
        format!("{}{sign}{}", names_of(&[lit.cell], layout), number(lit.digit))
    };
    match block {
        Block::Clauses(block) => {
            let clauses = block.clauses().iter();
            let clauses = clauses.map(|clause| clause.iter().map(literal).collect());
            json!({ "clauses": clauses.collect::<Vec<Vec<_>>>() })
        }
        Block::Pairs(block) => {
            let allowed = block.allowed().iter();
            let allowed = allowed.map(|seconds| seconds.iter().map(number).collect());
            let pairs = block.pairs().iter().map(|&(a, b)| names_of(&[a, b], layout));
            json!({
                "pairs": pairs.collect::<Vec<_>>(),
                "allowed": allowed.collect::<Vec<Vec<_>>>(),
            })
        }
        Block::Distinct(block) => json!({ "distinct": names_of(block.cells(), layout) }),
        Block::Sum(block) => {
            let tables: Vec<_> = block.weights().iter().map(|table| table.to_vec()).collect();
            let weights = match tables.first() {
                Some(first) if tables.iter().all(|table| table == first) => json!(first),
                _ => json!(tables),
            };
            let cells = names_of(block.cells(), layout);
            json!({ "sum": cells, "weights": weights, "targets": block.targets() })
        }
        Block::Line(block) => {
            let automaton = block.automaton();
            let accepting: Vec<_> =
                (0..automaton.states()).filter(|&state| automaton.accepts(state)).collect();
            let row = |state| {
                let digits = (0..automaton.digits()).map(Digit::new);
                digits.map(|digit| automaton.next(state, digit)).collect::<Vec<_>>()
            };
            json!({
                "line": names_of(block.cells(), layout),
                "start": automaton.start(),
                "accepting": accepting,
                "next": (0..automaton.states()).map(row).collect::<Vec<_>>(),
            })
        }
        Block::Choice(block) => {
            let options = block.options().iter();
            let options =
                options.map(|blocks| blocks.iter().map(|it| write_block(it, layout)).collect());
            json!({ "any": options.collect::<Vec<Vec<_>>>() })
        }
        Block::Connected(block) => {
            let cells = block.cells();
            let edges = block.edges();
            let edges = edges.iter().map(|&(a, b)| names_of(&[cells[a], cells[b]], layout));
            let mut fields = json!({
                "connected": names_of(cells, layout),
                "digits": block.digits().iter().map(number).collect::<Vec<_>>(),
                "edges": edges.collect::<Vec<_>>(),
            });
            if let Some(size) = block.size() {
                fields["size"] = json!(size);
            }
            fields
        }
        Block::DistinctPairs(block) => {
            let pairs = block.pairs().iter().map(|&(a, b)| names_of(&[a, b], layout));
            json!({ "distinctpairs": pairs.collect::<Vec<_>>() })
        }
        Block::NValue(block) => json!({
            "nvalue": names_of(block.cells(), layout),
            "teller": layout.name_of(block.teller()),
            "counts": block.counts(),
        }),
    }
}

/// The rule of a JSON value: an object of blocks.
pub(super) fn read(rule: &Value, layout: &Arc<Layout>) -> Result<Rule> {
    let fields = Fields::of(rule, layout)?;
    if let Some(kind) = fields.optional("kind") {
        fields.only(&["kind", "value", "cells"])?;
        let kind = kind.as_str().ok_or_else(|| wrong(kind, "the name of a kind"))?;
        return Rule::parse(&text_of_kind(kind, &fields)?, layout);
    }
    let name = fields.optional("name").and_then(Value::as_str).unwrap_or("free rule");
    let blocks = read_blocks(fields.array("blocks")?, layout, Choice::MAX_DEPTH)?;
    Ok(Rule::from_blocks(name, blocks))
}

/// The text of a rule of a kind, of its fields.
fn text_of_kind(kind: &str, fields: &Fields<'_>) -> Result<String> {
    let mut words = vec![kind.to_owned()];
    let value = fields.optional("value").filter(|value| !value.is_null());
    for number in value.map_or(&[][..], one_or_more) {
        match number {
            Value::Number(_) => words.push(self::number(number)?.to_string()),
            Value::String(number) if number.parse::<i64>().is_ok() => words.push(number.clone()),
            Value::String(number) if number.is_empty() => {}
            other => return Err(wrong(other, "a whole number")),
        }
    }
    let mut text = words.join(" ");
    let cells = fields.optional("cells").filter(|cells| !cells.is_null());
    let cells = cells.map_or(&[][..], one_or_more);
    let groups = if cells.iter().any(Value::is_array) {
        cells.chunks(1)
    } else {
        cells.chunks(cells.len().max(1))
    };
    for (k, group) in groups.enumerate() {
        let names = group.iter().flat_map(one_or_more);
        let names = names.map(|name| name.as_str().ok_or_else(|| wrong(name, "cells")));
        text += if k > 0 { "; " } else { " " };
        text += &names.collect::<Result<Vec<_>>>()?.join(" ");
    }
    Ok(text)
}

/// The values of an array, or a value alone.
fn one_or_more(value: &Value) -> &[Value] {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice)
}

fn read_blocks(blocks: &[Value], layout: &Layout, depth: usize) -> Result<Box<[Block]>> {
    blocks.iter().map(|block| read_block(&Fields::of(block, layout)?, depth)).collect()
}

/// A block; `depth` choices may be within one another.
fn read_block(block: &Fields<'_>, depth: usize) -> Result<Block> {
    let digits = block.layout.digits();
    if block.has("clauses") {
        block.only(&["clauses"])?;
        let clauses = block.array("clauses")?.iter().map(|clause| {
            let literals = array(clause)?.iter().map(|literal| block.literal(literal));
            literals.collect::<Result<Box<[_]>>>()
        });
        return Ok(Block::Clauses(Clauses::new(clauses.collect::<Result<Vec<_>>>()?)));
    }
    if block.has("pairs") {
        block.only(&["pairs", "allowed"])?;
        let pairs = block.array("pairs")?.iter().map(|pair| block.pair(pair));
        let allowed = block.array("allowed")?;
        if allowed.len() != digits {
            return Err(wrong(block.field("allowed")?, "an array for each number"));
        }
        let row = |seconds: &Value| array(seconds)?.iter().map(|of| block.digit(of)).collect();
        let allowed = allowed.iter().map(row).collect::<Result<Arc<[CandidateSet]>>>()?;
        return Ok(Block::Pairs(Pairs::new(allowed, pairs.collect::<Result<Vec<_>>>()?)));
    }
    if block.has("distinct") {
        block.only(&["distinct"])?;
        let field = block.field("distinct")?;
        let mut cells = block.cells(field)?;
        cells.sort_unstable();
        if cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(wrong(field, "cells named once"));
        }
        return Ok(Block::Distinct(Distinct::new(block.cells(field)?)));
    }
    if block.has("sum") {
        block.only(&["sum", "weights", "targets"])?;
        let cells = block.cells(block.field("sum")?)?;
        let targets = block.array("targets")?.iter().map(number).collect::<Result<Vec<_>>>()?;
        let weights = block.weights(cells.len())?;
        return Ok(Block::Sum(Sum::new(cells, weights, targets)));
    }
    if block.has("line") {
        block.only(&["line", "start", "accepting", "next"])?;
        let cells = block.cells(block.field("line")?)?;
        return Ok(Block::Line(Line::new(cells, Arc::new(block.automaton()?))));
    }
    if block.has("any") {
        block.only(&["any"])?;
        let Some(depth) = depth.checked_sub(1) else {
            let most = Choice::MAX_DEPTH;
            return Err(Error::input(format!(
                "rule in JSON: more than {most} `any` in one another"
            )));
        };
        let options = block.array("any")?.iter();
        let options = options.map(|option| read_blocks(array(option)?, block.layout, depth));
        return Ok(Block::Choice(Choice::new(options.collect::<Result<Vec<_>>>()?)));
    }
    if block.has("connected") {
        block.only(&["connected", "digits", "edges", "size"])?;
        return block.connected().map(Block::Connected);
    }
    if block.has("distinctpairs") {
        block.only(&["distinctpairs"])?;
        let pairs = block.array("distinctpairs")?.iter().map(|pair| block.pair(pair));
        return Ok(Block::DistinctPairs(DistinctPairs::new(pairs.collect::<Result<Vec<_>>>()?)));
    }
    if block.has("nvalue") {
        block.only(&["nvalue", "teller", "counts"])?;
        return block.nvalue().map(Block::NValue);
    }
    Err(Error::input(
        "block: expected clauses, pairs, distinct, sum, line, any, connected, distinctpairs or nvalue",
    ))
}

/// An object, for a layout.
struct Fields<'a> {
    fields: &'a Map<String, Value>,
    layout: &'a Layout,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value, layout: &'a Layout) -> Result<Self> {
        let fields = value.as_object().ok_or_else(|| wrong(value, "an object"))?;
        Ok(Fields { fields, layout })
    }

    fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    /// Whether there is no key but these.
    fn only(&self, keys: &[&str]) -> Result<()> {
        match self.fields.keys().find(|key| !keys.contains(&key.as_str())) {
            Some(key) => Err(Error::input(format!("rule in JSON: unknown key `{key}`"))),
            None => Ok(()),
        }
    }

    fn optional(&self, key: &str) -> Option<&'a Value> {
        self.fields.get(key)
    }

    fn field(&self, key: &str) -> Result<&'a Value> {
        self.optional(key).ok_or_else(|| Error::input(format!("rule in JSON: no key `{key}`")))
    }

    fn array(&self, key: &str) -> Result<&'a [Value]> {
        array(self.field(key)?)
    }

    fn cells(&self, value: &Value) -> Result<Vec<Cell>> {
        let texts = one_or_more(value).iter();
        let texts = texts.map(|text| text.as_str().ok_or_else(|| wrong(value, "cells")));
        let texts = texts.collect::<Result<Vec<_>>>()?;
        cells_of(&texts.join(" "), self.layout).map_err(Error::input)
    }

    fn pair(&self, value: &Value) -> Result<(Cell, Cell)> {
        match self.cells(value)?[..] {
            [a, b] => Ok((a, b)),
            _ => Err(wrong(value, "two cells")),
        }
    }

    fn connected(&self) -> Result<Connected> {
        let field = self.field("connected")?;
        let cells = self.cells(field)?;
        let places: BTreeMap<_, _> = cells.iter().enumerate().map(|(k, &cell)| (cell, k)).collect();
        if places.len() < cells.len() {
            return Err(wrong(field, "cells named once"));
        }
        let edge = |edge: &Value| {
            let (a, b) = self.pair(edge)?;
            let ends = places.get(&a).zip(places.get(&b)).filter(|(a, b)| a != b);
            let (&a, &b) = ends.ok_or_else(|| wrong(edge, "two of the connected cells"))?;
            Ok((a, b))
        };
        let edges = self.array("edges")?.iter().map(edge).collect::<Result<Vec<_>>>()?;
        let digits = self.array("digits")?.iter().map(|of| self.digit(of));
        let digits = digits.collect::<Result<CandidateSet>>()?;
        let size = |of: &Value| {
            let size = number(of)?;
            usize::try_from(size).map_err(|_| wrong(of, "a number of cells"))
        };
        let size = self.optional("size").map(size).transpose()?;
        Ok(Connected::new(cells, &edges, digits, size))
    }

    fn digit(&self, value: &Value) -> Result<Digit> {
        let digit = digit_of(self.layout, number(value)?);
        digit.ok_or_else(|| wrong(value, "a number of the grid"))
    }

    fn literal(&self, value: &Value) -> Result<Literal> {
        let expected = || wrong(value, "such as r1c1=3 or r1c2!=5");
        let (cell, number) = value.as_str().and_then(|s| s.split_once('=')).ok_or_else(expected)?;
        let (cell, stands) = cell.strip_suffix('!').map_or((cell, true), |cell| (cell, false));
        let &[cell] = &cells_of(cell, self.layout).map_err(Error::input)?[..] else {
            return Err(expected());
        };
        let number = number.trim().parse().ok().and_then(|number| digit_of(self.layout, number));
        Ok(Literal { cell, digit: number.ok_or_else(expected)?, stands })
    }

    fn nvalue(&self) -> Result<NValue> {
        let (cells, field) = (self.cells(self.field("nvalue")?)?, self.field("teller")?);
        let &[teller] = &self.cells(field)?[..] else { return Err(wrong(field, "one cell")) };
        let counts = self.optional("counts").map(|of| self.table(of)).transpose()?;
        Ok(NValue::new(&cells, teller, counts.unwrap_or_else(|| worth(self.layout))))
    }

    /// What each number is worth.
    fn table(&self, of: &Value) -> Result<Arc<[i32]>> {
        let small = |of| i32::try_from(number(of)?).map_err(|_| wrong(of, "a smaller number"));
        let table = array(of)?.iter().map(small).collect::<Result<Arc<[_]>>>()?;
        if table.len() == self.layout.digits() {
            Ok(table)
        } else {
            Err(wrong(of, "one for each number"))
        }
    }

    fn weights(&self, cells: usize) -> Result<Vec<Arc<[i32]>>> {
        let table = |of| self.table(of);
        match self.optional("weights") {
            None => Ok(vec![worth(self.layout); cells]),
            Some(of) if array(of)?.iter().all(Value::is_number) => Ok(vec![table(of)?; cells]),
            Some(of) if array(of)?.len() == cells => array(of)?.iter().map(table).collect(),
            Some(of) => Err(wrong(of, "an array for each cell, or one of numbers for all")),
        }
    }

    fn automaton(&self) -> Result<Automaton> {
        let digits = self.layout.digits();
        let rows = self.array("next")?;
        let state = |value: &Value| {
            let state = value.as_u64().and_then(|state| usize::try_from(state).ok());
            state.filter(|&state| state < rows.len()).ok_or_else(|| wrong(value, "a state"))
        };
        let step = |value: &Value| (!value.is_null()).then(|| state(value)).transpose();
        let next = rows.iter().map(|row| {
            let steps = array(row)?.iter().map(step).collect::<Result<Vec<_>>>()?;
            if steps.len() == digits {
                Ok(steps)
            } else {
                Err(wrong(row, "a step for each number"))
            }
        });
        let next = next.collect::<Result<Vec<_>>>()?;
        let mut accepting = vec![false; rows.len()];
        for value in self.array("accepting")? {
            accepting[state(value)?] = true;
        }
        let start = state(self.field("start")?)?;
        Ok(Automaton::new(digits, start, accepting, |state, digit| next[state][digit]))
    }
}

fn array(value: &Value) -> Result<&[Value]> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(value, "an array"))
}

fn number(value: &Value) -> Result<i64> {
    value.as_i64().ok_or_else(|| wrong(value, "a whole number"))
}

/// The error: this was found where something else was expected.
fn wrong(found: &Value, expected: &str) -> Error {
    let mut found = found.to_string();
    if found.chars().count() > 40 {
        found = found.chars().take(40).chain("…".chars()).collect();
    }
    Error::input(format!("rule in JSON: found {found}: expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_and_written() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let text = r#"{"name":"all of them","blocks":[
            {"clauses":[["r1c1=3","r1c2!=2"],[]]},
            {"pairs":["r1c1 r1c2"],"allowed":[[2],[1,3],[2,4],[3]]},
            {"distinct":"r1c1 r2c3 r3c2"},
            {"sum":"r1c1 r1c2","weights":[[1,2,3,4],[2,4,6,8]],"targets":[5,9]},
            {"sum":"r1","targets":[10]},
            {"line":"c1","start":0,"accepting":[1],"next":[[0,1,null,0],[null,1,1,1]]},
            {"connected":"r1 r2","digits":[1,2],"edges":["r1c1 r1c2","r1c2 r2c2"],"size":3},
            {"connected":"c1","digits":[],"edges":[]},
            {"distinctpairs":["r1c1 r1c2","r2c1 r1c2"]},
            {"nvalue":"r1 r2c1 r2c4","teller":"r2c1","counts":[4,-1,5,4]},
            {"nvalue":"r3","teller":"r4c1"},
            {"any":[[{"distinct":"r1"},{"any":[[],[{"any":[]}]]}],[{"sum":"r1","targets":[10]}]]}]}"#;
        let rule = Rule::parse(text, &layout).unwrap();
        assert_eq!((rule.name(), rule.blocks().len()), ("all of them", 12));
        assert_eq!(Rule::parse(&rule.text(&layout), &layout).unwrap(), rule);
    }

    #[test]
    fn kinds_are_read() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        for (text, written) in [
            (r#"{"kind":"killer","value":5,"cells":["r1c1","r1c2"]}"#, "cage 5 r1c1 r1c2"),
            (r#"{"kind":"killer","value":"","cells":"r1c1-2"}"#, "cage r1c1 r1c2"),
            (r#"{"kind":"cage","value":[3,"5"],"cells":["r1c1-2"]}"#, "cage 3 5 r1c1 r1c2"),
            (r#"{"kind":"arrow","cells":[["r1c1"],["r2c1","r2c2"]]}"#, "arrow r1c1; r2c1 r2c2"),
            (r#"{"kind":"arrow","cells":"r1c1; r2c1-2"}"#, "arrow r1c1; r2c1 r2c2"),
            (r#"{"kind":"anti-knight"}"#, "antiknight"),
        ] {
            assert_eq!(Rule::parse(text, &layout).unwrap().to_string(), written, "{text}");
        }
        let array = r#"{"blocks":[{"distinct":["r1c1","r2c3"]}]}"#;
        let string = r#"{"blocks":[{"distinct":"r1c1 r2c3"}]}"#;
        assert_eq!(Rule::parse(array, &layout).unwrap(), Rule::parse(string, &layout).unwrap());
        for (text, message) in [
            (r#"{"kind":"killer","sum":5,"cells":["r1c1"]}"#, "unknown key `sum`"),
            (r#"{"kind":"killer","value":5.5,"cells":["r1c1"]}"#, "expected a whole number"),
            (r#"{"kind":"killer","value":5,"cells":[1]}"#, "expected cells"),
            (r#"{"kind":5}"#, "expected the name of a kind"),
            (r#"{"kind":"killers"}"#, "rule `killers`: no such kind"),
        ] {
            let error = Rule::parse(text, &layout).unwrap_err();
            assert!(error.to_string().contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let deep = (0..9)
            .fold(r#"{"distinct":"r1"}"#.to_owned(), |it, _| format!(r#"{{"any":[[{it}]]}}"#));
        for (block, message) in [
            (r#"{"clauses":[["r1c1<3"]]}"#, "expected such as r1c1=3 or r1c2!=5"),
            (r#"{"clauses":[["r1c1=5"]]}"#, "expected such as r1c1=3 or r1c2!=5"),
            (r#"{"clauses":[["r5c1=5"]]}"#, "`r5c1`: expected a row from 1 to 4"),
            (r#"{"pairs":["r1c1"],"allowed":[[],[],[],[]]}"#, "expected two cells"),
            (r#"{"pairs":["r1c1 r1c2"],"allowed":[[]]}"#, "expected an array for each number"),
            (r#"{"distinct":"r1c1 r1c1"}"#, "expected cells named once"),
            (r#"{"sum":"r1"}"#, "no key `targets`"),
            (r#"{"sum":"r1","targets":[5],"weights":[1]}"#, "expected one for each number"),
            (r#"{"sum":"r1","targets":[5],"weight":[1]}"#, "unknown key `weight`"),
            (r#"{"line":"r1","start":1,"accepting":[],"next":[[0,0,0,0]]}"#, "expected a state"),
            (r#"{"line":"r1","start":0,"accepting":[],"next":[[0,0]]}"#, "a step for each number"),
            (r#"{"connected":"r1","digits":[5],"edges":[]}"#, "a number of the grid"),
            (r#"{"connected":"r1 r1c1","digits":[1],"edges":[]}"#, "expected cells named once"),
            (
                r#"{"connected":"r1","digits":[1],"edges":["r1c1 r2c1"]}"#,
                "two of the connected cells",
            ),
            (r#"{"connected":"r1","digits":[1],"edges":[],"size":-1}"#, "a number of cells"),
            (r#"{"distinctpairs":["r1c1"]}"#, "expected two cells"),
            (r#"{"nvalue":"r1"}"#, "no key `teller`"),
            (r#"{"nvalue":"r1","teller":"r1"}"#, "expected one cell"),
            (r#"{"nvalue":"r1","teller":"r2c1","counts":[1]}"#, "expected one for each number"),
            (r#"{"lines":"r1"}"#, "expected clauses, pairs, distinct, sum, line, any, connected"),
            (r#"{"any":[{"distinct":"r1"}]}"#, "expected an array"),
            (&deep, "more than 8 `any` in one another"),
        ] {
            let error = Rule::parse(&format!(r#"{{"blocks":[{block}]}}"#), &layout).unwrap_err();
            assert!(error.to_string().contains(message), "{block}: {error}");
        }
    }
}
