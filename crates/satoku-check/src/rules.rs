//! What must hold beside the houses: the rules of a statement, each in one of nine plain forms.
//!
//! ```text
//! "rules": [
//! {"clauses":[[["r1c1",3],["r1c2",-4]],[["r2c1",-1]]]},
//! {"of":"killer 6: r1c1 r1c2 r2c2","distinct":["r1c1","r1c2","r2c2"]},
//! {"of":"sum 6","sum":["r1c1","r1c2","r2c2"],"weights":[[1,2,3,4]],"targets":[6]},
//! {"of":"difference 1: r3c3 r3c4","pairs":[["r3c3","r3c4"]],"allowed":[[2],[1,3],[2,4],[3]]},
//! {"line":["r4c1","r4c2"],"start":1,"accepting":[2],"next":[[2,1,1,1],[2,2,0,2]]},
//! {"any":[[{"clauses":[[["r1c1",1]]]},{"distinct":["r1c2","r2c3"]}],[{"clauses":[[["r1c1",2]]]}]]},
//! {"connected":["r1c1","r1c2","r2c2"],"digits":[1,2],"edges":[[1,2],[2,3]],"steps":2},
//! {"distinct pairs":[["r1c1","r3c1"],["r1c2","r3c2"]]},
//! {"nvalue":["r1c1","r1c2","r3c2"],"teller":"r4c4","counts":[1,2,3,4]}
//! ]
//! ```
//!
//! - `clauses`: of each list, something holds: a digit stands in a cell or, with a minus, does not.
//!   A list names cells and digits in rising order, and none twice.
//! - `distinct`: no digit stands twice in these cells, which are in rising order.
//! - `pairs`: where a digit stands in the first of two cells, one of those that `allowed` lists for
//!   it stands in the second; of each pair of different cells.
//! - `sum`: each cell is worth what `weights` says of its digit, in a row for each cell or in one
//!   for all; together they are worth one of `targets`, which rise. A cell that is named twice
//!   counts twice.
//! - `line`: an automaton reads the digits of the cells one by one. It is in state `start` at
//!   first; row s of `next` tells, digit by digit, the state that comes after s, 0 where there is
//!   none. In the end it is in one of the `accepting` states, which rise. States count from 1.
//! - `any`: of one of these lists of forms, each one holds. No more than eight are within one
//!   another.
//!
//! - `connected`: those of the cells that have one of the digits, which rise, are its members; from
//!   the first of them no more than so many steps lead to each other one, each step along an edge to
//!   a member. Edges name two cells by their places in the list, from 1. The cells rise, so do the
//!   edges and the two ends of each.
//! - `distinct pairs`: no two of these pairs of cells have the same two digits, in order. A pair may
//!   be a cell and itself.
//! - `nvalue`: as many different digits stand in the cells, which rise and may be none, as the digit of
//!   the `teller`, which may be one of them, says; `counts` has what each digit says, any whole number.
//!
//! Cells are named by row and column, which count from 1. So do digits here, whatever numbers are
//! shown for them. `of` says for people what a rule stands for; nothing is made of it.

use super::connected::Connected;
use super::nvalue::NValue;
use super::statement::MAX_SIDE;
use super::words::Words;
use crate::error::Result;

/// What rules are read for.
#[derive(Clone, Copy)]
pub(super) struct Grid<'a> {
    /// The number of digits.
    pub(super) digits: usize,
    /// Row and column of each cell, from 0, row by row.
    pub(super) places: &'a [(usize, usize)],
}

/// The most rules of a statement, with what stands within them.
const MAX_RULES: usize = 1 << 20;

/// The most steps, of a state by a digit, of all automata of a statement.
const MAX_STEPS: usize = 1 << 23;

/// The most forms `any` within one another.
const MAX_DEPTH: usize = 8;

/// Something that must hold of some cells beside the houses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    of: String,
    pub(super) form: Form,
}

/// What a rule says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// Cell, digit, and whether it stands there; and where each clause ends.
    Clauses {
        literals: Vec<(usize, usize, bool)>,
        ends: Vec<usize>,
    },
    Distinct(Vec<usize>),
    /// Which digits may stand together, as `first · count + second`, in rising order.
    Pairs {
        pairs: Vec<[usize; 2]>,
        allowed: Vec<usize>,
    },
    /// A sum, or a line.
    Path(Path),
    /// Options, of one of which all forms hold.
    Any(Vec<Vec<Form>>),
    Connected(Connected),
    DistinctPairs(Vec<[usize; 2]>),
    NValue(NValue),
}

/// Cells that an automaton reads. A sum is an automaton too: its state is what the cells read so
/// far are worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) cells: Vec<usize>,
    start: i64,
    accepting: Vec<i64>,
    /// Rows of weights or of states, a digit a column.
    table: Vec<i64>,
    is_sum: bool,
    /// For each number of cells read, the states that lie on some way from the start to an
    /// accepting one, in rising order; before the first cell the start, whether or not there is a
    /// way.
    pub(super) layers: Vec<Vec<i64>>,
}

impl Rule {
    /// What it stands for, as the statement says for people; empty where it says nothing.
    pub fn of(&self) -> &str {
        &self.of
    }

    /// Whether a filled grid keeps it, digits from 0.
    pub(super) fn holds(&self, count: usize, digits: &[usize]) -> bool {
        self.form.holds(count, digits)
    }
}

impl Form {
    fn holds(&self, count: usize, digits: &[usize]) -> bool {
        match self {
            Form::Clauses { literals, ends } => {
                let mut start = 0;
                ends.iter().all(|&end| {
                    let clause = &literals[std::mem::replace(&mut start, end)..end];
                    clause.iter().any(|&(cell, digit, stands)| (digits[cell] == digit) == stands)
                })
            }
            Form::Distinct(cells) => {
                let mut seen = vec![false; count];
                cells.iter().all(|&cell| !std::mem::replace(&mut seen[digits[cell]], true))
            }
            Form::Pairs { pairs, allowed } => pairs.iter().all(|&[first, second]| {
                allowed.binary_search(&(digits[first] * count + digits[second])).is_ok()
            }),
            Form::Path(path) => {
                let end =
                    path.cells.iter().enumerate().try_fold(path.start, |state, (k, &cell)| {
                        path.step(count, k, state, digits[cell])
                    });
                end.is_some_and(|state| path.accepting.binary_search(&state).is_ok())
            }
            Form::Any(options) => {
                options.iter().any(|forms| forms.iter().all(|form| form.holds(count, digits)))
            }
            Form::Connected(connected) => connected.holds(digits),
            Form::DistinctPairs(pairs) => {
                let mut seen = vec![false; count * count];
                pairs.iter().all(|&[first, second]| {
                    !std::mem::replace(&mut seen[digits[first] * count + digits[second]], true)
                })
            }
            Form::NValue(nvalue) => nvalue.holds(digits),
        }
    }
}

impl Path {
    /// The state after the cell of a place, if there is one.
    pub(super) fn step(&self, count: usize, place: usize, state: i64, digit: usize) -> Option<i64> {
        if self.is_sum {
            let row = if self.table.len() > count { place } else { 0 };
            return Some(state + self.table[row * count + digit]);
        }
        let row = usize::try_from(state - 1).ok()?;
        Some(self.table[row * count + digit]).filter(|&next| next > 0)
    }

    /// Finds the layers, in no more steps than are left.
    fn unroll(mut self, count: usize, steps: &mut usize) -> Option<Self> {
        let mut layers = vec![vec![self.start]];
        for place in 0..self.cells.len() {
            *steps = steps.checked_sub(layers[place].len() * count)?;
            let ways = layers[place].iter().flat_map(|&from| (0..count).map(move |x| (from, x)));
            let mut next: Vec<_> =
                ways.filter_map(|(from, x)| self.step(count, place, from, x)).collect();
            next.sort_unstable();
            next.dedup();
            layers.push(next);
        }
        let mut later: Vec<i64> = Vec::new();
        for (place, layer) in layers.iter_mut().enumerate().skip(1).rev() {
            layer.retain(|&state| {
                if place == self.cells.len() {
                    return self.accepting.binary_search(&state).is_ok();
                }
                let mut next = (0..count).filter_map(|digit| self.step(count, place, state, digit));
                next.any(|next| later.binary_search(&next).is_ok())
            });
            later.clone_from(layer);
        }
        self.layers = layers;
        Some(self)
    }
}

/// How much may still be read.
struct Left {
    rules: usize,
    steps: usize,
}

impl Left {
    fn take_rule(&mut self, words: &Words<'_>) -> Result<()> {
        self.rules = self.rules.checked_sub(1).ok_or_else(|| words.wrong("fewer rules"))?;
        Ok(())
    }

    fn take_steps(&mut self, words: &Words<'_>, steps: usize) -> Result<()> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.ok_or_else(|| words.wrong("fewer steps"))?;
        Ok(())
    }
}

/// Reads the list of rules. Memory is proportional to the text, and bounded for automata; time too.
pub(super) fn read(words: &mut Words<'_>, grid: Grid<'_>) -> Result<Vec<Rule>> {
    let mut rules = Vec::new();
    let mut left = Left { rules: MAX_RULES, steps: MAX_STEPS };
    words.list(|words| {
        words.expect("{")?;
        let mut key = words.string()?;
        let mut of = "";
        if key == "of" {
            words.expect(":")?;
            of = words.string()?;
            words.expect(",")?;
            key = words.string()?;
        }
        let form = form(words, key, grid, &mut left, MAX_DEPTH)?;
        rules.push(Rule { of: of.to_owned(), form });
        Ok(())
    })?;
    Ok(rules)
}

/// Reads a form to its end, from behind its key on. So many more may be within one another.
fn form(
    words: &mut Words<'_>,
    key: &str,
    grid: Grid<'_>,
    left: &mut Left,
    depth: usize,
) -> Result<Form> {
    left.take_rule(words)?;
    words.expect(":")?;
    let form = match key {
        "clauses" => clauses(words, grid)?,
        "distinct" => {
            let mut cells = Vec::new();
            words.list(|words| {
                let cell = cell(words, grid)?;
                rising(words, &mut cells, cell)
            })?;
            Form::Distinct(cells)
        }
        "pairs" => pairs(words, grid)?,
        "sum" | "line" => {
            let path = path(words, grid, key == "sum")?.unroll(grid.digits, &mut left.steps);
            Form::Path(path.ok_or_else(|| words.wrong("automata of fewer states"))?)
        }
        "any" => any(words, grid, left, depth)?,
        "connected" => connected(words, grid, left)?,
        "distinct pairs" => {
            let pairs = pairs_of(words, grid)?;
            let two = pairs.len().saturating_mul(pairs.len().saturating_sub(1)) / 2;
            left.take_steps(words, two.saturating_mul(grid.digits * grid.digits))?;
            Form::DistinctPairs(pairs)
        }
        "nvalue" => {
            let nvalue = nvalue(words, grid)?;
            let of_digit = nvalue.cells.len() + 2 * grid.digits + 1;
            left.take_steps(words, of_digit.saturating_mul(grid.digits))?;
            Form::NValue(nvalue)
        }
        _ => {
            return Err(words.wrong(
                "clauses, distinct, pairs, sum, line, any, connected, distinct pairs or nvalue",
            ));
        }
    };
    words.expect("}")?;
    Ok(form)
}

fn any(words: &mut Words<'_>, grid: Grid<'_>, left: &mut Left, depth: usize) -> Result<Form> {
    let depth = depth.checked_sub(1).ok_or_else(|| words.wrong("fewer within one another"))?;
    let mut options = Vec::new();
    words.list(|words| {
        left.take_rule(words)?;
        let mut forms = Vec::new();
        words.list(|words| {
            words.expect("{")?;
            let key = words.string()?;
            forms.push(form(words, key, grid, left, depth)?);
            Ok(())
        })?;
        options.push(forms);
        Ok(())
    })?;
    Ok(Form::Any(options))
}

fn clauses(words: &mut Words<'_>, grid: Grid<'_>) -> Result<Form> {
    let (mut literals, mut ends) = (Vec::new(), Vec::new());
    words.list(|words| {
        let start = literals.len();
        words.list(|words| {
            words.expect("[")?;
            let cell = cell(words, grid)?;
            words.expect(",")?;
            let stands = words.peek() != Some(b'-');
            if !stands {
                words.expect("-")?;
            }
            let literal = (cell, index(words, grid)?, stands);
            let last: Option<&(usize, usize, bool)> = literals[start..].last();
            if last.is_some_and(|last| (last.0, last.1) >= (literal.0, literal.1)) {
                return Err(words.wrong("rising cells and digits"));
            }
            literals.push(literal);
            words.expect("]")
        })?;
        ends.push(literals.len());
        Ok(())
    })?;
    Ok(Form::Clauses { literals, ends })
}

fn connected(words: &mut Words<'_>, grid: Grid<'_>, left: &mut Left) -> Result<Form> {
    let (mut cells, mut digits, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    words.list(|words| {
        let cell = cell(words, grid)?;
        rising(words, &mut cells, cell)
    })?;
    words.expect(",\"digits\":")?;
    words.list(|words| {
        let digit = index(words, grid)?;
        rising(words, &mut digits, digit)
    })?;
    words.expect(",\"edges\":")?;
    let place = |words: &mut Words<'_>| {
        let place = words.number(cells.len())?;
        place.checked_sub(1).ok_or_else(|| words.wrong("places from 1"))
    };
    let mut neighbours = vec![Vec::new(); cells.len()];
    words.list(|words| {
        words.expect("[")?;
        let from = place(words)?;
        words.expect(",")?;
        let to = place(words)?;
        words.expect("]")?;
        if from >= to {
            return Err(words.wrong("rising places"));
        }
        rising(words, &mut edges, [from, to])?;
        neighbours[from].push(to);
        neighbours[to].push(from);
        Ok(())
    })?;
    words.expect(",\"steps\":")?;
    let steps = words.number(cells.len())?;
    let size = cells.len() + 2 * edges.len();
    left.take_steps(words, size.saturating_mul(steps + 1))?;
    for list in &mut neighbours {
        list.sort_unstable();
    }
    Ok(Form::Connected(Connected { cells, digits, neighbours, steps }))
}

fn nvalue(words: &mut Words<'_>, grid: Grid<'_>) -> Result<NValue> {
    let (mut cells, mut counts) = (Vec::new(), Vec::new());
    words.list(|words| {
        let cell = cell(words, grid)?;
        rising(words, &mut cells, cell)
    })?;
    words.expect(",\"teller\":")?;
    let teller = cell(words, grid)?;
    words.expect(",\"counts\":")?;
    words.list(|words| {
        counts.push(words.integer()?);
        Ok(())
    })?;
    if counts.len() != grid.digits {
        return Err(words.wrong("a count for each digit"));
    }
    Ok(NValue { cells, teller, counts })
}

/// Reads pairs of cells.
fn pairs_of(words: &mut Words<'_>, grid: Grid<'_>) -> Result<Vec<[usize; 2]>> {
    let mut pairs = Vec::new();
    words.list(|words| {
        words.expect("[")?;
        let first = cell(words, grid)?;
        words.expect(",")?;
        pairs.push([first, cell(words, grid)?]);
        words.expect("]")
    })?;
    Ok(pairs)
}

fn pairs(words: &mut Words<'_>, grid: Grid<'_>) -> Result<Form> {
    let pairs = pairs_of(words, grid)?;
    if pairs.iter().any(|[first, second]| first == second) {
        return Err(words.wrong("pairs of two cells before"));
    }
    words.expect(",\"allowed\":")?;
    let (mut allowed, mut first) = (Vec::new(), 0);
    words.list(|words| {
        let row = first * grid.digits;
        first += 1;
        words.list(|words| {
            let pair = row + index(words, grid)?;
            rising(words, &mut allowed, pair)
        })
    })?;
    if first != grid.digits {
        return Err(words.wrong("a list for each digit"));
    }
    Ok(Form::Pairs { pairs, allowed })
}

/// Reads a sum, or a line; its layers are still to be found.
fn path(words: &mut Words<'_>, grid: Grid<'_>, is_sum: bool) -> Result<Path> {
    let (mut cells, mut accepting, mut table, mut start) = (Vec::new(), Vec::new(), Vec::new(), 0);
    words.list(|words| {
        cells.push(cell(words, grid)?);
        Ok(())
    })?;
    if cells.is_empty() {
        return Err(words.wrong("a list of cells"));
    }
    if is_sum {
        words.expect(",\"weights\":")?;
        rows(words, grid, &mut table)?;
        if ![1, cells.len()].contains(&(table.len() / grid.digits)) {
            return Err(words.wrong("weights for all cells, or for each"));
        }
        if table.iter().any(|&weight| i32::try_from(weight).is_err()) {
            return Err(words.wrong("weights of 31 bits"));
        }
        words.expect(",\"targets\":")?;
        words.list(|words| {
            let state = words.integer()?;
            rising(words, &mut accepting, state)
        })?;
    } else {
        words.expect(",\"start\":")?;
        start = words.integer()?;
        words.expect(",\"accepting\":")?;
        words.list(|words| {
            let state = words.integer()?;
            rising(words, &mut accepting, state)
        })?;
        words.expect(",\"next\":")?;
        rows(words, grid, &mut table)?;
        let states = 1..=i64::try_from(table.len() / grid.digits).unwrap_or(i64::MAX);
        let named =
            [&start].into_iter().chain(&accepting).chain(table.iter().filter(|&&to| to != 0));
        if !named.into_iter().all(|state| states.contains(state)) {
            return Err(words.wrong("states that have a row"));
        }
    }
    Ok(Path { cells, start, accepting, table, is_sum, layers: Vec::new() })
}

/// Reads rows of numbers, one for each digit.
fn rows(words: &mut Words<'_>, grid: Grid<'_>, table: &mut Vec<i64>) -> Result<()> {
    words.list(|words| {
        let before = table.len();
        words.list(|words| {
            table.push(words.integer()?);
            Ok(())
        })?;
        if table.len() - before != grid.digits {
            return Err(words.wrong("a number for each digit"));
        }
        Ok(())
    })
}

/// Adds the next of some things that rise.
fn rising<T: PartialOrd>(words: &Words<'_>, list: &mut Vec<T>, item: T) -> Result<()> {
    if list.last().is_some_and(|last| *last >= item) {
        return Err(words.wrong("rising order"));
    }
    list.push(item);
    Ok(())
}

/// Reads `"r2c3"`.
fn cell(words: &mut Words<'_>, grid: Grid<'_>) -> Result<usize> {
    let line = |words: &mut Words<'_>| words.number(MAX_SIDE).map(|line| line.wrapping_sub(1));
    words.expect("\"r")?;
    let row = line(words)?;
    words.expect("c")?;
    let column = line(words)?;
    words.expect("\"")?;
    // Places come row by row.
    grid.places.binary_search(&(row, column)).map_err(|_| words.wrong("a cell of the grid"))
}

/// Reads the number of a digit, from 1.
fn index(words: &mut Words<'_>, grid: Grid<'_>) -> Result<usize> {
    let number = words.number(grid.digits)?;
    number.checked_sub(1).ok_or_else(|| words.wrong("numbers from 1"))
}
