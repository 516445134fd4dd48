//! The formula of a certificate: the extended encoding, written from the statement alone.
//!
//! - Variable `digits·(cell−1) + digit` says that the digit stands in the cell; cells and digits
//!   count from 1. In a square grid that is `side²·(row−1) + side·(column−1) + digit`. Where there
//!   are rules, more variables follow, below.
//! - First the clues, cell by cell: a unit clause for a given, else a negated one for each digit
//!   that its candidates exclude.
//! - Then, for each cell, that one of its digits stands there, and no two of them: a clause for
//!   each pair, in lexicographic order.
//! - Then the same for each house and digit: it has a place there, and no two. In a house with
//!   fewer cells than there are digits it needs no place.
//! - Then the rules, in their order. A clause stands for itself. Of `distinct` cells, digit by
//!   digit, no two have the digit; of each pair, digits that may not stand together do not; of
//!   `distinct pairs`, first digit by first digit and second by second, no two have both. What a
//!   sum, a line or *any* says is spelt out below, what *connected* and *nvalue*
//!   say in `connected.rs` and `nvalue.rs`.
//! - Last, where a solution is to be the only one, the blocking clause: some cell, of all of them,
//!   has another digit.
//!
//! A *sum* or *line* of k cells reads them one by one, and has k + 1 layers of states: those that
//! lie on some way from its start to an end that is accepted, after so many cells, in rising order
//! (of a sum: what the cells read so far are worth; the first layer is the start, in any case). A
//! variable for each says that it is the state then; they are numbered rule by rule, layer by
//! layer. The clauses: the start holds. Then, layer by layer: for each state s and digit x of the
//! cell that is read, s ∧ x → t, where t is the state of the next layer that they lead to, or ¬(s ∧
//! x), where there is none; no two states of the next layer; for each of its states t and digit x,
//! that t ∧ x needs one of the states from which x leads to t. Then, from what single steps tell:
//! that each state needs one of the next layer's, each of these one before it, and one of the
//! digits that lead to it, and each digit one of the states that it leads on from; literals in
//! rising order.
//!
//! These say just what the rule says. A grid that keeps it takes one way from the start to an
//! accepted end; all its states are in their layers; and if these are true and all others false,
//! each clause holds. The other way round, in a model the first two sorts of clauses make true the
//! states that its grid passes, one after the other, so it gets through to the last layer, all of
//! whose states are accepted. No other state is true, since no two of a layer are. So models and
//! solutions are one to one, although there are variables that are no candidates: these follow from
//! the candidates, and a clause that excludes a grid need not name them.
//!
//! Of the form *any* there is a variable for each option, its selector, before those of the forms
//! in the options. The clauses: some selector; then, option by option, what its forms say, each
//! clause with the negated selector at its end.
//!
//! These say what the rule says, too. A grid that keeps it has options that hold; put their
//! selectors true, the others false, the states that the grid passes in the options that hold true,
//! and all other variables within options false. Then each clause holds: those of options that do
//! not hold by their selectors, the others as above. The other way round, a model has a true
//! selector; the clauses of that option hold without the negated selector, so its grid keeps the
//! option. But a grid may have several models, as the selectors of options that hold, and what is
//! within the others, may be either. That takes nothing from what a refutation shows: were there
//! another solution, it had a model, whose grid the blocking clause, over candidates alone, does not
//! exclude.
//!
//! As text it is DIMACS, a clause a line, after one comment and the header, byte for byte the same
//! every time.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

pub use super::clauses::Clauses;
use super::clauses::literal;
use super::rules::{Form, Path};
use super::statement::Statement;
use crate::error::{Error, Result};

/// How many variables and clauses the formula of a statement has.
pub fn size(statement: &Statement, blocked: bool) -> (u64, u64) {
    let (digits, cells) = (statement.digits(), statement.cells());
    let clues: usize = (0..cells)
        .map(|cell| match statement.given(cell) {
            Some(_) => 1,
            None => (0..digits).filter(|&digit| !statement.allows(cell, digit)).count(),
        })
        .sum();
    let of_house = |house: &Vec<usize>| u64::from(house.len() == digits) + pairs(house.len());
    let of_houses: u64 = statement.houses().iter().map(of_house).sum();
    let mut vars = (cells * digits) as u64;
    let mut clauses = clues as u64 + cells as u64 * (1 + pairs(digits));
    clauses += digits as u64 * of_houses + u64::from(blocked);
    for rule in statement.rules() {
        let (more_vars, more_clauses) = size_of(&rule.form, digits);
        vars += more_vars;
        clauses += more_clauses;
    }
    (vars, clauses)
}

/// How many variables and clauses a form takes.
fn size_of(form: &Form, digits: usize) -> (u64, u64) {
    match form {
        Form::Clauses { ends, .. } => (0, ends.len() as u64),
        Form::Distinct(cells) => (0, digits as u64 * pairs(cells.len())),
        Form::Pairs { pairs, allowed } => {
            (0, (pairs.len() * (digits * digits - allowed.len())) as u64)
        }
        Form::Path(path) => {
            let sizes = || path.layers.iter().map(Vec::len);
            let from = sizes().take(path.cells.len()).sum::<usize>();
            let to = sizes().skip(1).sum::<usize>();
            let needs = from + 2 * to + path.cells.len() * digits;
            let clauses = 1 + ((from + to) * digits + needs) as u64;
            (sizes().sum::<usize>() as u64, clauses + sizes().map(pairs).sum::<u64>())
        }
        Form::Any(options) => {
            let sizes = options.iter().flatten().map(|form| size_of(form, digits));
            sizes.fold((options.len() as u64, 1), |all, one| (all.0 + one.0, all.1 + one.1))
        }
        Form::Connected(form) => form.size(),
        Form::DistinctPairs(of) => (0, (digits * digits) as u64 * pairs(of.len())),
        Form::NValue(form) => form.size(),
    }
}

/// How many pairs there are of some things.
fn pairs(n: usize) -> u64 {
    (n as u64) * (n as u64).saturating_sub(1) / 2
}

/// Writes the clauses of a statement, and the one that excludes a solution (digits from 0, row by
/// row), if one is given.
///
/// # Errors
/// If a clause cannot be taken.
///
/// # Panics
/// If the solution has not as many cells as the grid.
pub fn encode(
    statement: &Statement,
    blocked: Option<&[usize]>,
    out: &mut dyn Clauses,
) -> Result<()> {
    let (digits, cells) = (statement.digits(), statement.cells());
    let var = |cell: usize, digit: usize| literal(cell * digits + digit + 1);
    for cell in 0..cells {
        match statement.given(cell) {
            Some(digit) => out.clause(&[var(cell, digit)])?,
            None => {
                for digit in (0..digits).filter(|&digit| !statement.allows(cell, digit)) {
                    out.clause(&[-var(cell, digit)])?;
                }
            }
        }
    }
    // At least one of a full group, and no two of any.
    let only_one = |group: &[i32], out: &mut dyn Clauses| {
        if group.len() == digits {
            out.clause(group)?;
        }
        at_most_one(group, out)
    };
    for cell in 0..cells {
        let group: Vec<_> = (0..digits).map(|digit| var(cell, digit)).collect();
        only_one(&group, out)?;
    }
    for house in statement.houses() {
        for digit in 0..digits {
            let group: Vec<_> = house.iter().map(|&cell| var(cell, digit)).collect();
            only_one(&group, out)?;
        }
    }
    let mut vars = cells * digits;
    for rule in statement.rules() {
        vars = encode_form(digits, &rule.form, vars, out)?;
    }
    if let Some(solution) = blocked {
        assert_eq!(solution.len(), cells);
        let others: Vec<_> = (0..).zip(solution).map(|(cell, &digit)| -var(cell, digit)).collect();
        out.clause(&others)?;
    }
    Ok(())
}

/// Writes the clauses of a form, whose variables follow on those that there are; how many there are
/// then.
fn encode_form(
    digits: usize,
    form: &Form,
    mut vars: usize,
    out: &mut dyn Clauses,
) -> Result<usize> {
    let var = |cell: usize, digit: usize| literal(cell * digits + digit + 1);
    match form {
        Form::Clauses { literals, ends } => {
            let mut start = 0;
            for &end in ends {
                let clause = literals[std::mem::replace(&mut start, end)..end].iter();
                let sign = |stands| if stands { 1 } else { -1 };
                let clause = clause.map(|&(cell, digit, stands)| sign(stands) * var(cell, digit));
                out.clause(&clause.collect::<Vec<_>>())?;
            }
        }
        Form::Distinct(cells) => {
            for digit in 0..digits {
                let group: Vec<_> = cells.iter().map(|&cell| var(cell, digit)).collect();
                at_most_one(&group, out)?;
            }
        }
        Form::Pairs { pairs, allowed } => {
            for &[first, second] in pairs {
                for k in (0..digits * digits).filter(|k| allowed.binary_search(k).is_err()) {
                    out.clause(&[-var(first, k / digits), -var(second, k % digits)])?;
                }
            }
        }
        Form::Path(path) => vars = encode_path(digits, path, vars, out)?,
        Form::Any(options) => {
            let selectors: Vec<_> = (vars + 1..).take(options.len()).map(literal).collect();
            vars += options.len();
            out.clause(&selectors)?;
            for (forms, &selector) in options.iter().zip(&selectors) {
                let mut out = Selected { out, selector, clause: Vec::new() };
                for form in forms {
                    vars = encode_form(digits, form, vars, &mut out)?;
                }
            }
        }
        Form::Connected(connected) => vars = connected.encode(digits, vars, out)?,
        Form::NValue(nvalue) => vars = nvalue.encode(vars, out)?,
        Form::DistinctPairs(pairs) => {
            for tuple in 0..digits * digits {
                let of = |pair: &[usize; 2]| {
                    [-var(pair[0], tuple / digits), -var(pair[1], tuple % digits)]
                };
                for (k, one) in pairs.iter().enumerate() {
                    for other in &pairs[k + 1..] {
                        let mut clause = Vec::with_capacity(4);
                        for lit in [of(one), of(other)].concat() {
                            if !clause.contains(&lit) {
                                clause.push(lit);
                            }
                        }
                        out.clause(&clause)?;
                    }
                }
            }
        }
    }
    Ok(vars)
}

/// Passes clauses on that need only hold where a selector does.
struct Selected<'a> {
    out: &'a mut dyn Clauses,
    selector: i32,
    clause: Vec<i32>,
}

impl Clauses for Selected<'_> {
    fn clause(&mut self, lits: &[i32]) -> Result<()> {
        self.clause.clear();
        self.clause.extend_from_slice(lits);
        self.clause.push(-self.selector);
        self.out.clause(&self.clause)
    }
}

/// Writes the clauses of a sum or line, whose variables follow on those that there are; how many
/// there are then.
fn encode_path(count: usize, path: &Path, mut vars: usize, out: &mut dyn Clauses) -> Result<usize> {
    out.clause(&[literal(vars + 1)])?;
    for (place, (layer, &cell)) in path.layers.iter().zip(&path.cells).enumerate() {
        let digits = || (0..count).map(|digit| literal(cell * count + digit + 1));
        let next = &path.layers[place + 1];
        let states: Vec<_> = (vars + 1..).take(layer.len()).map(literal).collect();
        vars += layer.len();
        let ends: Vec<_> = (vars + 1..).take(next.len()).map(literal).collect();
        // State, digit and next state of each step that leads on; and for each next state and
        // digit, the states that the digit leads to it from.
        let mut steps = Vec::new();
        let mut before = vec![Vec::new(); next.len() * count];
        for (&state, &s) in layer.iter().zip(&states) {
            for (digit, x) in digits().enumerate() {
                let to = path.step(count, place, state, digit);
                match to.and_then(|to| next.binary_search(&to).ok()) {
                    Some(t) => {
                        steps.push([s, x, ends[t]]);
                        before[t * count + digit].push(s);
                        out.clause(&[-s, -x, ends[t]])?;
                    }
                    None => out.clause(&[-s, -x])?,
                }
            }
        }
        at_most_one(&ends, out)?;
        for (t, before) in ends.iter().zip(before.chunks(count)) {
            for (x, before) in digits().zip(before) {
                let clause: Vec<_> = [-t, -x].into_iter().chain(before.iter().copied()).collect();
                out.clause(&clause)?;
            }
        }
        needs(&states, steps.iter().map(|&[s, _, t]| (s, t)), out)?;
        needs(&ends, steps.iter().map(|&[s, _, t]| (t, s)), out)?;
        needs(&ends, steps.iter().map(|&[_, x, t]| (t, x)), out)?;
        needs(&digits().collect::<Vec<_>>(), steps.iter().map(|&[s, x, _]| (x, s)), out)?;
    }
    Ok(vars + path.layers.last().map_or(0, Vec::len))
}

/// Writes that each of some literals needs one of those that it has a pair with.
fn needs(
    lits: &[i32],
    pairs: impl Iterator<Item = (i32, i32)>,
    out: &mut dyn Clauses,
) -> Result<()> {
    let mut others: BTreeMap<i32, BTreeSet<i32>> =
        lits.iter().map(|&lit| (lit, BTreeSet::new())).collect();
    for (lit, other) in pairs {
        others.entry(lit).or_default().insert(other);
    }
    for (lit, others) in others {
        let clause: Vec<_> = [-lit].into_iter().chain(others).collect();
        out.clause(&clause)?;
    }
    Ok(())
}

/// Writes that no two of these are true.
fn at_most_one(group: &[i32], out: &mut dyn Clauses) -> Result<()> {
    for (k, a) in group.iter().enumerate() {
        for b in &group[k + 1..] {
            out.clause(&[-a, -b])?;
        }
    }
    Ok(())
}

/// Writes the formula as text.
///
/// # Errors
/// If writing fails.
pub fn write(statement: &Statement, blocked: Option<&[usize]>, out: impl Write) -> Result<()> {
    let mut text = Text::new(out);
    text.line(&head(statement, blocked.is_some()))?;
    encode(statement, blocked, &mut text)?;
    text.finish()
}

/// The comment and the header.
pub(super) fn head(statement: &Statement, blocked: bool) -> String {
    let (vars, clauses) = size(statement, blocked);
    format!("c variable = {}\np cnf {vars} {clauses}\n", numbering(statement))
}

/// The numbering of the variables in words.
pub(super) fn numbering(statement: &Statement) -> String {
    match (statement.square(), statement.digits(), statement.number(0)) {
        (Some(side), ..) => format!("{}*(row-1) + {side}*(column-1) + digit", side * side),
        (None, digits, 1) => format!("{digits}*(cell-1) + digit, cells row by row"),
        (None, digits, first) => {
            format!("{digits}*(cell-1) + (digit-{first}) + 1, cells row by row")
        }
    }
}

/// Appends a clause as text.
pub(super) fn push_clause(lits: &[i32], text: &mut Vec<u8>) {
    for &lit in lits {
        push_number(lit.into(), text);
        text.push(b' ');
    }
    text.extend_from_slice(b"0\n");
}

/// Appends a number in decimal.
pub(super) fn push_number(number: i64, text: &mut Vec<u8>) {
    if number < 0 {
        text.push(b'-');
    }
    let (start, mut rest) = (text.len(), number.unsigned_abs());
    loop {
        text.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text[start..].reverse();
}

/// Clauses as text.
struct Text<W> {
    out: W,
    buffer: Vec<u8>,
}

impl<W: Write> Text<W> {
    fn new(out: W) -> Self {
        Text { out, buffer: Vec::new() }
    }

    fn line(&mut self, line: &str) -> Result<()> {
        self.buffer.extend_from_slice(line.as_bytes());
        self.pass_on(1 << 16)
    }

    fn pass_on(&mut self, limit: usize) -> Result<()> {
        if self.buffer.len() > limit {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.pass_on(0)?;
        Ok(self.out.flush()?)
    }
}

impl<W: Write> Clauses for Text<W> {
    fn clause(&mut self, lits: &[i32]) -> Result<()> {
        push_clause(lits, &mut self.buffer);
        self.pass_on(1 << 16)
    }
}

/// A formula in memory, its clauses numbered from 1 in the order they came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formula {
    vars: u32,
    lits: Vec<i32>,
    ends: Vec<usize>,
}

impl Formula {
    /// No clauses yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The formula of a statement.
    ///
    /// # Errors
    /// None but what [`encode`] tells.
    pub fn of(statement: &Statement, blocked: Option<&[usize]>) -> Result<Self> {
        let mut this = Self::new();
        encode(statement, blocked, &mut this)?;
        Ok(this)
    }

    /// The largest variable mentioned.
    pub fn vars(&self) -> u32 {
        self.vars
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause of a number, from 1.
    pub fn get(&self, number: usize) -> Option<&[i32]> {
        let end = *self.ends.get(number.checked_sub(1)?)?;
        let start = if number == 1 { 0 } else { self.ends[number - 2] };
        Some(&self.lits[start..end])
    }

    /// All clauses, in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.lits[std::mem::replace(&mut start, end)..end])
    }
}

impl Clauses for Formula {
    fn clause(&mut self, lits: &[i32]) -> Result<()> {
        for &lit in lits {
            if lit == 0 || lit == i32::MIN {
                return Err(Error::proof(format!("{lit} is no literal")));
            }
            self.vars = self.vars.max(lit.unsigned_abs());
        }
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
        Ok(())
    }
}
