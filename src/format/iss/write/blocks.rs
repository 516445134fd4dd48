//! What has no type of its own, as tables of pairs, state machines, sums and groups.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::automaton;
use super::super::names::Names;
use super::super::text::{Item, encoded};
use super::meaning::{self, Bits, Meaning, State};
use crate::grid::{Cell, Digit};
use crate::rule::block::{Automaton, Pairs};
use crate::rule::{Block, Rule};

/// Sums with more totals than these are written as state machines.
const MAX_TOTALS: usize = 32;
/// The greatest factor of a cell in a sum.
const MAX_FACTOR: i64 = 100;
/// States of a machine at most.
const MAX_STATES: usize = 1 << 13;

/// What constraints are written with.
pub(super) struct Words<'a> {
    pub(super) names: &'a Names,
    /// The number that is shown for the first digit.
    pub(super) first: usize,
    /// What messages call it.
    pub(super) name: &'a str,
}

/// The same in what there are types for: one set of digits for a cell, one table for two, state
/// machines for sums that are not of multiples of the digits.
pub(super) fn lowered(wanted: BTreeSet<Meaning>, digits: usize) -> BTreeSet<Meaning> {
    let mut cells: BTreeMap<usize, Bits> = BTreeMap::new();
    let mut pairs: BTreeMap<(usize, usize), Vec<Bits>> = BTreeMap::new();
    let mut all = BTreeSet::new();
    for meaning in wanted {
        match meaning {
            Meaning::Only(cell, bits) => {
                *cells.entry(cell).or_insert_with(|| meaning::full(digits)) &= bits;
            }
            Meaning::Pair(a, b, table) => {
                let known = pairs.entry((a, b)).or_insert_with(|| table.clone());
                known.iter_mut().zip(&table).for_each(|(both, row)| *both &= row);
            }
            Meaning::Sum(weights, targets) => {
                let is_plain = factors(&weights).is_some() && targets.len() <= MAX_TOTALS;
                let machine = if is_plain { None } else { machine(&weights, &targets, digits) };
                all.extend([machine.unwrap_or(Meaning::Sum(weights, targets))]);
            }
            Meaning::Any(options) => {
                let options = options.into_iter().map(|option| lowered(option, digits));
                meaning::any(options, digits, &mut all);
            }
            other => _ = all.insert(other),
        }
    }
    let only = |part| meaning::clause(BTreeMap::from([part]), digits);
    all.extend(cells.into_iter().filter_map(only));
    all.extend(pairs.into_iter().map(|((a, b), table)| Meaning::Pair(a, b, table)));
    if all.contains(&Meaning::Never) { BTreeSet::from([Meaning::Never]) } else { all }
}

/// The factor of each cell, if all digits of it are worth multiples of one.
fn factors(weights: &[(usize, Vec<i64>)]) -> Option<Vec<i64>> {
    let factor = |worth: &Vec<i64>| {
        let factor = worth.get(1).copied().unwrap_or(0);
        let is_multiple = (0..).zip(worth).all(|(digit, &worth)| worth == factor * digit);
        Some(factor).filter(|factor| is_multiple && factor.abs() <= MAX_FACTOR)
    };
    weights.iter().map(|(_, worth)| factor(worth)).collect()
}

/// A sum as the word of its cells; nothing if that takes too many states.
fn machine(weights: &[(usize, Vec<i64>)], targets: &[i64], digits: usize) -> Option<Meaning> {
    let mut states = vec![(0, 0)];
    let mut known = BTreeMap::from([((0, 0), 0)]);
    let mut next = Vec::new();
    while let Some(&(place, sum)) = states.get(next.len() / digits) {
        for digit in 0..digits {
            let Some((_, worth)) = weights.get(place) else {
                next.push(None);
                continue;
            };
            let to: (usize, i64) = (place + 1, sum + worth[digit]);
            let number = *known.entry(to).or_insert_with(|| {
                states.push(to);
                states.len() - 1
            });
            next.push(Some(number));
        }
        if states.len() > 8 * MAX_STATES {
            return None;
        }
    }
    let accepts = |&(place, sum): &(usize, i64)| place == weights.len() && targets.contains(&sum);
    let accepting: Vec<_> = states.iter().map(accepts).collect();
    let step = |state: usize, digit: usize| next[state * digits + digit];
    let least = meaning::least(&Automaton::new(digits, 0, accepting, step));
    let cells = weights.iter().map(|(cell, _)| *cell).collect();
    if least.len() > MAX_STATES { None } else { meaning::word(cells, least) }
}

/// The constraints that say this; why there are none.
pub(super) fn items(
    wanted: &BTreeSet<Meaning>,
    words: &Words<'_>,
) -> Result<Vec<Item>, &'static str> {
    let mut items = Vec::new();
    let mut tables: BTreeMap<&[Bits], Vec<(usize, usize)>> = BTreeMap::new();
    for meaning in wanted {
        match meaning {
            Meaning::Pair(a, b, table) => tables.entry(table).or_default().push((*a, *b)),
            other => items.push(words.item(other)?),
        }
    }
    items.extend(tables.into_iter().map(|(table, pairs)| words.pairs(table, &pairs)));
    Ok(items)
}

/// Constraints as one, all of which hold.
pub(super) fn one(mut items: Vec<Item>) -> Item {
    match items.len() {
        1 => items.remove(0),
        _ => Item::group("And", items),
    }
}

impl Words<'_> {
    fn cells(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| self.names.one(Cell::new(cell))).collect()
    }

    /// The argument that names what follows.
    fn title(&self) -> String {
        title(self.name)
    }

    fn given(&self, cell: usize, bits: Bits) -> Item {
        let number = |digit: usize| format!("_{}", self.first + digit);
        let numbers: String = meaning::digits_of(bits).map(number).collect();
        Item::new("", vec![self.names.one(Cell::new(cell)) + &numbers])
    }

    fn item(&self, meaning: &Meaning) -> Result<Item, &'static str> {
        Ok(match meaning {
            Meaning::Never => {
                // The machine that accepts nothing.
                let cells = self.cells(&[0]);
                Item::new("NFA", [vec![String::new(), self.title()], cells].concat())
            }
            Meaning::Only(_, 0) => self.item(&Meaning::Never)?,
            Meaning::Only(cell, bits) => self.given(*cell, *bits),
            Meaning::Clause(parts) => Item::group(
                "Or",
                parts.iter().map(|&(cell, bits)| self.given(cell, bits)).collect(),
            ),
            Meaning::Distinct(cells) => Item::new("AllDifferent", self.cells(cells)),
            Meaning::Sum(weights, targets) => self.sum(weights, targets)?,
            Meaning::Line(cells, states) => {
                let machine = automaton::write(states).ok_or("state machines with fewer states")?;
                Item::new("NFA", [vec![machine, self.title()], self.cells(cells)].concat())
            }
            Meaning::Any(options) => {
                let options = options.iter().map(|option| items(option, self).map(one));
                Item::group("Or", options.collect::<Result<_, _>>()?)
            }
            Meaning::Pair(a, b, table) => self.pairs(table, &[(*a, *b)]),
            Meaning::Connected(..) => return Err("connected cells of the grid or of a name only"),
            Meaning::NValue(..) => return Err("counts of different digits by name only"),
            Meaning::DistinctPairs(_) => return Err("no pairs that differ as pairs"),
        })
    }

    fn sum(&self, weights: &[(usize, Vec<i64>)], targets: &[i64]) -> Result<Item, &'static str> {
        let factors = factors(weights).ok_or("sums of multiples of numbers up to 100 only")?;
        let first = i64::try_from(self.first).unwrap_or_default();
        let more: i64 = factors.iter().map(|factor| factor * first).sum();
        let is_plain = factors.iter().all(|&factor| factor == 1);
        let factors: Vec<_> = factors.iter().map(ToString::to_string).collect();
        let factors = factors.join("_");
        let cells: Vec<_> = weights.iter().map(|(cell, _)| *cell).collect();
        let total = |target: &i64| {
            let total = target + more;
            let total = if is_plain { total.to_string() } else { format!("{total}_=_{factors}") };
            Item::new("Sum", [vec![total], self.cells(&cells)].concat())
        };
        Ok(match targets {
            [target] => total(target),
            _ => Item::group("Or", targets.iter().map(total).collect()),
        })
    }

    /// A table of pairs, of all pairs of some cells or of neighbours on lines.
    fn pairs(&self, table: &[Bits], pairs: &[(usize, usize)]) -> Item {
        let head = vec![key(table), self.title()];
        let cells: BTreeSet<_> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let cells: Vec<_> = cells.into_iter().collect();
        if pairs.len() > 1 && pairs.len() == cells.len() * (cells.len() - 1) / 2 {
            return Item::new("PairX", [head, self.cells(&cells)].concat());
        }
        let mut left: BTreeSet<_> = pairs.iter().copied().collect();
        let mut lines: Vec<Vec<String>> = Vec::new();
        while let Some((a, b)) = left.pop_first() {
            let mut line = vec![a, b];
            let mut end = b;
            while let Some(&(from, to)) = left.range((end, 0)..(end + 1, 0)).next() {
                left.remove(&(from, to));
                line.push(to);
                end = to;
            }
            lines.push(self.cells(&line));
        }
        Item::new("Pair", [head, lines.join(&String::new())].concat())
    }
}

fn title(name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    format!("_{}", encoded(&name))
}

/// A table of digits, a bit for each two.
fn key(table: &[Bits]) -> String {
    let digits = table.len();
    let bit = |k: usize| k / digits < digits && table[k / digits] >> (k % digits) & 1 == 1;
    let sextet = |from: usize| (0..6).fold(0, |bits, k| bits | u8::from(bit(from + k)) << k);
    let sextets = (0..digits * digits).step_by(6).map(|from| automaton::symbol(sextet(from)));
    let key: String = sextets.collect();
    key.trim_end_matches(automaton::symbol(0)).to_owned()
}

/// A free rule as the one constraint that is read so.
pub(super) fn free(rule: &Rule, names: &Names, digits: usize) -> Option<Item> {
    if !rule.is_free() {
        return None;
    }
    match rule.blocks() {
        [Block::Pairs(block)] => {
            let table: Vec<Bits> = block.allowed().iter().map(meaning::bits).collect();
            let (kind, cells) = listed(block)?;
            Some(Item::new(
                kind,
                [vec![key(&table), title(rule.name())], names.all(&cells)].concat(),
            ))
        }
        [Block::Line(line)] => {
            let cells = names.all(line.cells());
            let pattern = rule.name().strip_prefix("regex ");
            if let Some(pattern) = pattern.filter(|_| !rule.name().contains(char::is_control)) {
                return Some(Item::new(
                    "Regex",
                    [vec![automaton::text_of(pattern.as_bytes())], cells].concat(),
                ));
            }
            let machine = automaton::write(&states(line.automaton(), digits))?;
            Some(Item::new("NFA", [vec![machine, title(rule.name())], cells].concat()))
        }
        _ => None,
    }
}

/// The states of an automaton, the start first.
fn states(automaton: &Arc<Automaton>, digits: usize) -> Vec<State> {
    let start = automaton.start();
    // The start and the first state change places.
    let other = |state: usize| match state {
        0 => start,
        state if state == start => 0,
        state => state,
    };
    let next = |state: usize, digit: usize| automaton.next(state, Digit::new(digit)).map(other);
    let row = |state: usize| (0..digits).map(|digit| next(state, digit)).collect();
    let all = (0..automaton.states()).map(other);
    all.map(|state| (automaton.accepts(state), row(state))).collect()
}

/// The cells whose neighbours (`Pair`) or whose pairs (`PairX`) these are, in their order.
fn listed(block: &Pairs) -> Option<(&'static str, Vec<Cell>)> {
    let (&(first, second), rest) = block.pairs().split_first()?;
    let mut chain = vec![first, second];
    if rest.iter().all(|&(from, to)| {
        let follows = chain.last() == Some(&from);
        chain.push(to);
        follows
    }) {
        return Some(("Pair", chain));
    }
    let firsts = block.pairs().iter().take_while(|(from, _)| *from == first);
    let cells: Vec<Cell> = [first].into_iter().chain(firsts.map(|(_, to)| *to)).collect();
    let all = (0..cells.len()).flat_map(|k| {
        let from = cells[k];
        cells[k + 1..].iter().map(move |&to| (from, to))
    });
    let is_all = all.eq(block.pairs().iter().copied());
    is_all.then_some(("PairX", cells))
}
