//! What blocks say, each in one form, so that what is read back is held against what was to be
//! written.

use std::collections::{BTreeMap, BTreeSet};

use crate::grid::{CandidateSet, Digit};
use crate::rule::Block;
use crate::rule::block::{Automaton, Choice, Clauses, Connected, Line, Pairs, Sum};

/// Digits, a bit each.
pub(super) type Bits = u32;

/// A sum: what each digit of a cell is worth, and the totals.
type Weights = Vec<(usize, Vec<i64>)>;

/// What one block, or a part of it, says. Cells are numbers; there are 16 digits at most.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meaning {
    /// What no grid keeps.
    Never,
    /// A cell has one of some digits.
    Only(usize, Bits),
    /// For each digit of the first cell, those of the second, which comes behind it.
    Pair(usize, usize, Vec<Bits>),
    /// One of three cells or more has one of its digits.
    Clause(Vec<(usize, Bits)>),
    /// No digit twice.
    Distinct(Vec<usize>),
    /// What the digits of cells are worth, 0 for the first digit, and the totals.
    Sum(Weights, Vec<i64>),
    /// The cells of a word, and the least automaton that accepts it.
    Line(Vec<usize>, Vec<State>),
    /// One of these groups.
    Any(BTreeSet<BTreeSet<Meaning>>),
    /// Cells, edges, digits, size.
    Connected(Vec<usize>, Vec<(usize, usize)>, Bits, Option<usize>),
    DistinctPairs(Vec<(usize, usize)>),
    /// Cells, the one that tells how many digits they have, and what each digit of it tells.
    NValue(Vec<usize>, usize, Vec<i32>),
}

/// Whether a state accepts, and where each digit leads from it.
pub(super) type State = (bool, Vec<Option<usize>>);

/// What some blocks say together.
pub(super) fn of<'a>(
    blocks: impl IntoIterator<Item = &'a Block>,
    digits: usize,
) -> BTreeSet<Meaning> {
    let mut all = BTreeSet::new();
    for block in blocks {
        match block {
            Block::Clauses(block) => clauses(block, digits, &mut all),
            Block::Pairs(block) => pairs(block, digits, &mut all),
            Block::Distinct(block) => {
                let cells: BTreeSet<_> = block.cells().iter().map(|cell| cell.index()).collect();
                if cells.len() < block.cells().len() {
                    all.insert(Meaning::Never);
                } else if cells.len() > 1 {
                    all.insert(Meaning::Distinct(cells.into_iter().collect()));
                }
            }
            Block::Sum(block) => all.extend(sum(block)),
            Block::Line(block) => all.extend(line(block)),
            Block::Choice(block) => choice(block, digits, &mut all),
            Block::Connected(block) => _ = all.insert(connected(block)),
            Block::DistinctPairs(block) => {
                let pairs = block.pairs().iter().map(|(a, b)| (a.index(), b.index()));
                all.insert(Meaning::DistinctPairs(pairs.collect()));
            }
            Block::NValue(block) => {
                let cells: BTreeSet<_> = block.cells().iter().map(|cell| cell.index()).collect();
                let (teller, counts) = (block.teller().index(), block.counts().to_vec());
                all.insert(Meaning::NValue(cells.into_iter().collect(), teller, counts));
            }
        }
    }
    all
}

pub(super) fn bits(set: &CandidateSet) -> Bits {
    set.iter().fold(0, |bits, digit| bits | 1 << digit.index())
}

/// All of so many digits.
pub(super) fn full(digits: usize) -> Bits {
    (0..digits).fold(0, |bits, digit| bits | 1 << digit)
}

/// The digits of some bits.
pub(super) fn digits_of(bits: Bits) -> impl Iterator<Item = usize> {
    (0..32).filter(move |digit| bits >> digit & 1 == 1)
}

/// That one of some cells has one of its digits; nothing if one of them has in any case.
pub(super) fn clause(parts: BTreeMap<usize, Bits>, digits: usize) -> Option<Meaning> {
    let parts: Vec<_> = parts.into_iter().filter(|(_, bits)| *bits != 0).collect();
    if parts.iter().any(|(_, bits)| *bits == full(digits)) {
        return None;
    }
    Some(match parts[..] {
        [] => Meaning::Never,
        [(cell, bits)] => Meaning::Only(cell, bits),
        [(a, one), (b, other)] => {
            let row = |digit| if one >> digit & 1 == 1 { full(digits) } else { other };
            Meaning::Pair(a, b, (0..digits).map(row).collect())
        }
        _ => Meaning::Clause(parts),
    })
}

fn clauses(block: &Clauses, digits: usize, all: &mut BTreeSet<Meaning>) {
    for literals in block.clauses() {
        let mut parts: BTreeMap<usize, Bits> = BTreeMap::new();
        for literal in literals {
            let bit = 1 << literal.digit.index();
            let bits = if literal.stands { bit } else { full(digits) & !bit };
            *parts.entry(literal.cell.index()).or_default() |= bits;
        }
        all.extend(clause(parts, digits));
    }
}

fn pairs(block: &Pairs, digits: usize, all: &mut BTreeSet<Meaning>) {
    let table: Vec<Bits> = block.allowed().iter().map(bits).collect();
    let transposed = |second: usize| {
        let firsts = (0..digits).filter(|&first| table[first] >> second & 1 == 1);
        firsts.fold(0, |bits, first| bits | 1 << first)
    };
    let turned: Vec<Bits> = (0..digits).map(transposed).collect();
    for (a, b) in block.pairs().iter().map(|(a, b)| (a.index(), b.index())) {
        all.extend(pair(a, b, if a < b { &table } else { &turned }, digits));
    }
}

/// That two cells are in a relation, given from the smaller one on; nothing if all digits are.
pub(super) fn pair(a: usize, b: usize, table: &[Bits], digits: usize) -> Option<Meaning> {
    if a == b {
        let same = (0..digits).filter(|&digit| table[digit] >> digit & 1 == 1);
        let bits = same.fold(0, |bits, digit| bits | 1 << digit);
        return clause(BTreeMap::from([(a, bits)]), digits);
    }
    let says = table.iter().any(|&row| row != full(digits));
    says.then(|| Meaning::Pair(a.min(b), a.max(b), table.to_vec()))
}

fn sum(block: &Sum) -> Option<Meaning> {
    let mut weights: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    for (cell, table) in block.cells().iter().zip(block.weights()) {
        let worth = weights.entry(cell.index()).or_insert_with(|| vec![0; table.len()]);
        worth.iter_mut().zip(&**table).for_each(|(sum, &worth)| *sum += i64::from(worth));
    }
    // The first digit of each cell is worth nothing, the next that is worth something in the first
    // cell is worth more.
    let fixed: i64 = weights.values().map(|worth| worth[0]).sum();
    let relative = |worth: &Vec<i64>| worth.iter().map(|it| it - worth[0]).collect::<Vec<_>>();
    let weights = weights.iter().map(|(&cell, worth)| (cell, relative(worth)));
    let mut weights: Weights =
        weights.filter(|(_, worth)| worth.iter().any(|it| *it != 0)).collect();
    let mut targets: Vec<_> = block.targets().iter().map(|target| target - fixed).collect();
    let first = weights.first().and_then(|(_, worth)| worth.iter().find(|it| **it != 0));
    if first.is_some_and(|first| *first < 0) {
        weights.iter_mut().flat_map(|(_, worth)| worth).for_each(|worth| *worth = -*worth);
        for target in &mut targets {
            *target = -*target;
        }
    }
    let least: i64 = weights.iter().filter_map(|(_, worth)| worth.iter().min()).sum();
    let most: i64 = weights.iter().filter_map(|(_, worth)| worth.iter().max()).sum();
    targets.retain(|target| (least..=most).contains(target));
    targets.sort_unstable();
    match (targets.is_empty(), weights.is_empty()) {
        (true, _) => Some(Meaning::Never),
        (false, true) => None,
        (false, false) => Some(Meaning::Sum(weights, targets)),
    }
}

fn line(block: &Line) -> Option<Meaning> {
    let cells = block.cells().iter().map(|cell| cell.index()).collect();
    word(cells, least(block.automaton()))
}

/// That the least automaton of these states accepts the digits of some cells; nothing if it accepts
/// all.
pub(super) fn word(cells: Vec<usize>, states: Vec<State>) -> Option<Meaning> {
    if states.is_empty() {
        return Some(Meaning::Never);
    }
    // One state that accepts all says nothing.
    let is_all = states.len() == 1 && states[0].1.iter().all(Option::is_some);
    (!is_all).then_some(Meaning::Line(cells, states))
}

/// The states of the least automaton that accepts the same words, in the order in which they are
/// reached; none if it accepts no word.
pub(super) fn least(automaton: &Automaton) -> Vec<State> {
    let (states, digits) = (automaton.states(), automaton.digits());
    let next = |state: usize, digit: usize| automaton.next(state, Digit::new(digit));
    let mut before = vec![Vec::new(); states];
    for state in 0..states {
        for to in (0..digits).filter_map(|digit| next(state, digit)) {
            before[to].push(state);
        }
    }
    let mut alive: Vec<bool> = (0..states).map(|state| automaton.accepts(state)).collect();
    let mut open: Vec<_> = (0..states).filter(|&state| alive[state]).collect();
    while let Some(state) = open.pop() {
        for &from in &before[state] {
            if !std::mem::replace(&mut alive[from], true) {
                open.push(from);
            }
        }
    }
    // States are told apart by what they accept, then by where they lead, until nothing changes.
    let next = |state: usize, digit: usize| next(state, digit).filter(|&to| alive[to]);
    let mut class: Vec<usize> =
        (0..states).map(|state| usize::from(automaton.accepts(state))).collect();
    let mut count = 0;
    loop {
        let mut numbers = BTreeMap::new();
        let mut refined = vec![0; states];
        for state in (0..states).filter(|&state| alive[state]) {
            let leads: Vec<_> =
                (0..digits).map(|digit| next(state, digit).map(|to| class[to])).collect();
            let known = numbers.len();
            refined[state] = *numbers.entry((class[state], leads)).or_insert(known);
        }
        class = refined;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let start = automaton.start();
    let mut found: Vec<usize> = Some(start).filter(|&start| alive[start]).into_iter().collect();
    let mut number: BTreeMap<usize, usize> = found.iter().map(|&start| (class[start], 0)).collect();
    let mut made = Vec::new();
    while let Some(&state) = found.get(made.len()) {
        let leads = (0..digits).map(|digit| {
            let to = next(state, digit)?;
            Some(*number.entry(class[to]).or_insert_with(|| {
                found.push(to);
                found.len() - 1
            }))
        });
        let leads = leads.collect();
        made.push((automaton.accepts(state), leads));
    }
    made
}

fn choice(block: &Choice, digits: usize, all: &mut BTreeSet<Meaning>) {
    let options = block.options().iter().map(|option| of(&**option, digits));
    any(options, digits, all);
}

/// That one of some groups holds.
pub(super) fn any(
    options: impl IntoIterator<Item = BTreeSet<Meaning>>,
    digits: usize,
    all: &mut BTreeSet<Meaning>,
) {
    let mut groups = BTreeSet::new();
    for option in options {
        match option.first() {
            None => return,
            Some(Meaning::Any(inner)) if option.len() == 1 => groups.extend(inner.iter().cloned()),
            _ if option.contains(&Meaning::Never) => {}
            _ => _ = groups.insert(option),
        }
    }
    let only = |group: &BTreeSet<Meaning>| match group.first() {
        Some(first) if group.len() == 1 => Some(first.clone()),
        _ => None,
    };
    let singles: Option<Vec<Meaning>> = groups.iter().map(only).collect();
    let single = singles.unwrap_or_default();
    if groups.len() < 2 {
        match groups.into_iter().next() {
            None => _ = all.insert(Meaning::Never),
            Some(group) => all.extend(group),
        }
    } else if let Some(parts) = digits_of_cells(&single) {
        all.extend(clause(parts, digits));
    } else if let Some(sum) = totals(&single) {
        all.insert(sum);
    } else {
        all.insert(Meaning::Any(groups));
    }
}

/// What cells have, if all that is said is that one of them has it.
fn digits_of_cells(single: &[Meaning]) -> Option<BTreeMap<usize, Bits>> {
    let mut parts: BTreeMap<usize, Bits> = BTreeMap::new();
    for meaning in single {
        match meaning {
            Meaning::Only(cell, bits) => *parts.entry(*cell).or_default() |= bits,
            Meaning::Clause(more) => {
                for (cell, bits) in more {
                    *parts.entry(*cell).or_default() |= bits;
                }
            }
            _ => return None,
        }
    }
    Some(parts).filter(|parts| !parts.is_empty())
}

/// The sum that has one of several totals.
fn totals(single: &[Meaning]) -> Option<Meaning> {
    let Meaning::Sum(first, _) = single.first()? else { return None };
    let mut all = BTreeSet::new();
    for meaning in single {
        let Meaning::Sum(weights, targets) = meaning else { return None };
        if weights != first {
            return None;
        }
        all.extend(targets);
    }
    Some(Meaning::Sum(first.clone(), all.into_iter().collect()))
}

fn connected(block: &Connected) -> Meaning {
    let cells = block.cells();
    let mut order: Vec<_> = (0..cells.len()).collect();
    order.sort_by_key(|&k| cells[k]);
    let name = |k: usize| cells[k].index();
    let edge = |(a, b): (usize, usize)| (name(a).min(name(b)), name(a).max(name(b)));
    let edges: BTreeSet<_> = block.edges().into_iter().map(edge).collect();
    let cells = order.into_iter().map(name).collect();
    Meaning::Connected(cells, edges.into_iter().collect(), bits(block.digits()), block.size())
}
