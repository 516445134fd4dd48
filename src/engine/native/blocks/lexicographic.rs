//! Pairs of lines that compare digit by digit, as ranks do: where the first line begins with a digit, it
//! is smaller than the second, equal, or greater. The first cell is that of the first line; after it, by
//! turns, come the other cells of the first line and of the second, whose own beginning is known. Bounds
//! decide this, without a diagram.
//!
//! - Alan Frisch, Brahim Hnich, Zeynep Kiziltan, Ian Miguel, Toby Walsh: *Global constraints for
//!   lexicographic orderings*, CP 2002.

use std::cmp::Ordering;

use super::super::word::Word;
use super::put_back;
use crate::grid::Digit;
use crate::rule::Automaton;

/// See the [module](self). No set of a cell is empty.
#[derive(Debug)]
pub(in super::super) struct Lexicographic<W> {
    /// The digit; where the first cell has another, nothing is said of the others.
    first: W,
    /// How the first line compares to the second.
    order: Ordering,
}

/// The digit and the order, if of the words of an odd number of digits, three or more, an automaton
/// accepts just those that do not begin with the digit, or whose pairs compare so.
pub(super) fn order(automaton: &Automaton) -> Option<(usize, Ordering)> {
    if automaton.digits() < 3 {
        return None;
    }
    let digits = || (0..automaton.digits()).map(Digit::new);
    let next = |state: usize, digit: Digit| automaton.next(state, digit);
    // All digits but one lead to where all is well: of the first three at least two.
    let begins = [0, 1, 2].map(|digit| next(automaton.start(), Digit::new(digit)));
    let last = if begins[1..].contains(&begins[0]) { begins[0]? } else { begins[1]? };
    let mut firsts = digits().filter(|&digit| next(automaton.start(), digit) != Some(last));
    let (first, None) = (firsts.next()?, firsts.next()) else { return None };
    if !automaton.accepts(last) || digits().any(|digit| next(last, digit) != Some(last)) {
        return None;
    }
    let equal = next(automaton.start(), first)?;
    let is = |order: Ordering| {
        automaton.accepts(equal) == order.is_eq()
            && digits().all(|own| {
                let Some(half) = next(equal, own) else { return false };
                let to = |other: Digit| match own.cmp(&other) {
                    Ordering::Equal => Some(equal),
                    found => (found == order).then_some(last),
                };
                digits().all(|other| next(half, other) == to(other))
            })
    };
    let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    orders.into_iter().find(|&order| is(order)).map(|order| (first.index(), order))
}

impl<W: Word> Lexicographic<W> {
    pub(super) fn new((first, order): (usize, Ordering)) -> Self {
        Lexicographic { first: W::bit(first), order }
    }

    /// Whether nothing is said for what the first cell has.
    #[inline]
    pub(super) fn is_settled(&self, first: W) -> bool {
        !first.meets(self.first)
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let Some((first, pairs)) = sets.split_first_mut() else { return true };
        if self.is_settled(*first) {
            return true;
        }
        if first.is_several() {
            if !self.may_hold(pairs) {
                *first = first.without(self.first);
            }
            return true;
        }
        if self.order.is_eq() {
            return pairs.as_chunks_mut().0.iter_mut().all(|[one, other]| {
                *one = one.and(*other);
                *other = *one;
                !one.is_empty()
            });
        }
        let mut rest = &mut *pairs;
        while let Some(([one, other], behind)) = rest.split_first_chunk_mut() {
            let (less, more) = if self.order.is_lt() { (one, other) } else { (other, one) };
            let (Some(least), Some(most)) = (less.first(), more.last()) else { return false };
            match least.cmp(&most) {
                Ordering::Greater => return false,
                // No more than equal: what comes behind decides.
                Ordering::Equal => {
                    (*less, *more) = (W::bit(least), W::bit(most));
                    rest = behind;
                }
                Ordering::Less => {
                    let may_be_equal = self.may_hold(behind);
                    let is_above = |digit: usize| digit > most || digit == most && !may_be_equal;
                    while let Some(digit) = less.last().filter(|&digit| is_above(digit)) {
                        *less = less.without(W::bit(digit));
                    }
                    let is_below = |digit: usize| digit < least || digit == least && !may_be_equal;
                    while let Some(digit) = more.first().filter(|&digit| is_below(digit)) {
                        *more = more.without(W::bit(digit));
                    }
                    return true;
                }
            }
        }
        false
    }

    /// Whether pairs may compare so.
    fn may_hold(&self, pairs: &[W]) -> bool {
        let (pairs, _) = pairs.as_chunks();
        if self.order.is_eq() {
            return pairs.iter().all(|[one, other]| one.meets(*other));
        }
        for &[one, other] in pairs {
            let (less, more) = if self.order.is_lt() { (one, other) } else { (other, one) };
            match less.first().cmp(&more.last()) {
                Ordering::Less => return true,
                Ordering::Equal => {}
                Ordering::Greater => return false,
            }
        }
        false
    }

    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        put_back(sets, all, |sets, _| sets[0] == self.first && !self.may_hold(&sets[1..]))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::line::{Lines, MOST_EDGES};
    use super::super::{Diagram, Domain, Filter};
    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::{Cell, Layout};
    use crate::limits::Limits;
    use crate::random::Random;
    use crate::rule::{Block, Line, Rule};

    /// The automata of a rule.
    fn automata(rule: &str) -> Vec<Arc<Automaton>> {
        let layout = Layout::latin(4).unwrap().shared();
        let rule = Rule::parse(rule, &layout).unwrap();
        let choice = rule.blocks().iter().find_map(|block| match block {
            Block::Choice(choice) => Some(choice),
            _ => None,
        });
        let blocks = choice.unwrap().options().iter().flatten();
        let automaton = |block: &Block| match block {
            Block::Line(line) => Some(Arc::clone(line.automaton())),
            _ => None,
        };
        blocks.filter_map(automaton).collect()
    }

    fn unrolled(automaton: &Automaton, all: &[u32]) -> Diagram<u32> {
        let start = i64::try_from(automaton.start()).unwrap();
        let next = |_: usize, at: i64, digit: usize| {
            let to = automaton.next(usize::try_from(at).unwrap(), Digit::new(digit))?;
            i64::try_from(to).ok()
        };
        let accepts = |at: i64| automaton.accepts(usize::try_from(at).unwrap());
        let states = Some(automaton.states());
        Diagram::unroll(all, states, start, next, accepts, usize::MAX, &Limits::none()).unwrap()
    }

    /// Bounds leave what the diagram of the automaton leaves; what is relaxed is refuted still.
    #[test]
    fn lines_that_compare_are_as_their_diagrams() {
        let mut random = Random::new(3);
        let (mut narrowed, mut refused, mut relaxed, mut settled) = (0, 0, 0, 0);
        for rule in ["fullranktied 2 r1", "fullranktied 7 r1", "fullranktied 10 r1"] {
            let mut orders: Vec<_> = automata(rule);
            orders.dedup();
            orders.sort_by_key(|automaton| order(automaton).map(|it| it.1));
            orders.dedup();
            assert_eq!(orders.len(), 3);
            for automaton in orders {
                let filter = Lexicographic::<u32>::new(order(&automaton).unwrap());
                let all = [0b1111u32; 7];
                let diagram = unrolled(&automaton, &all);
                for _ in 0..2000 {
                    // Many cells are filled, so that pairs are equal.
                    let some = |random: &mut Random| match random.below(2) {
                        0 => 1 << random.below(2),
                        _ => 1 + u32::try_from(random.below(15)).unwrap(),
                    };
                    let mut before: Vec<u32> = (0..7).map(|_| some(&mut random)).collect();
                    if random.below(4) > 0 {
                        before[0] = filter.first;
                    }
                    let (mut left, mut expected) = (before.clone(), before.clone());
                    let holds = filter.narrow(&mut left);
                    assert_eq!(holds, diagram.narrow(&mut expected), "{before:?}");
                    settled += usize::from(filter.is_settled(before[0]));
                    if holds {
                        assert_eq!(left, expected, "{before:?}");
                        narrowed += usize::from(left != before);
                        continue;
                    }
                    refused += 1;
                    let larger = filter.relax(&before, &all);
                    assert!(before.iter().zip(&larger).all(|(set, larger)| set & !larger == 0));
                    assert!(!diagram.narrow(&mut larger.clone()), "{before:?} {larger:?}");
                    relaxed += usize::from(larger != before);
                }
            }
        }
        let counts = [narrowed, refused, relaxed, settled];
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }

    /// Of other lengths an automaton accepts other words: these lines have diagrams.
    #[test]
    fn lines_of_an_odd_number_of_cells_compare() {
        let layout = Layout::latin(4).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        let sets = [0b1111u32; 16];
        let domain = Domain { geometry: &geometry, cells: &sets };
        let automaton = &automata("fullranktied 7 r1")[0];
        for count in 1..=9 {
            let cells: Vec<_> = (0..count).map(Cell::new).collect();
            let line = Line::new(cells, Arc::clone(automaton));
            let mut lines = Lines::new(MOST_EDGES);
            let filter = lines.filter(&line, domain, &|_, _| false, &Limits::none()).filter;
            let compares = matches!(filter, Filter::Lexicographic(_));
            assert_eq!(compares, count > 1 && count % 2 == 1, "{count}");
        }
    }

    /// One step, start or end that is another makes it another automaton.
    #[test]
    fn other_automata_compare_nothing() {
        for automaton in automata("fullranktied 7 r1") {
            assert!(order(&automaton).is_some());
            let states = automaton.states();
            let accepting: Vec<bool> = (0..states).map(|state| automaton.accepts(state)).collect();
            let step = |state: usize, digit: usize| automaton.next(state, Digit::new(digit));
            let same = Automaton::new(4, automaton.start(), accepting.clone(), step);
            assert_eq!(order(&same), order(&automaton));
            for (at, digit) in (0..states).flat_map(|at| (0..4).map(move |digit| (at, digit))) {
                for to in (0..=states).map(|to| Some(to).filter(|&to| to < states)) {
                    let other = |state: usize, next: usize| {
                        if (state, next) == (at, digit) { to } else { step(state, next) }
                    };
                    let other = Automaton::new(4, automaton.start(), accepting.clone(), other);
                    let is_same = to == step(at, digit);
                    assert_eq!(order(&other).is_some(), is_same, "{at} {digit} {to:?}");
                }
            }
            let start = automaton.start();
            let equal = (0..4).filter_map(|digit| step(start, digit));
            for state in equal.chain([start]) {
                let mut other = accepting.clone();
                other[state] = !other[state];
                let found = order(&Automaton::new(4, start, other, step)).is_some();
                // Words of an odd number of digits do not end where they start.
                assert_eq!(found, state == start, "{state}");
            }
        }
    }
}
