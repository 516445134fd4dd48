//! Lines: the automaton is unrolled into a diagram, a layer a cell.

use std::cmp::Ordering;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};

use super::super::state::number;
use super::super::word::Word;
use super::lexicographic::{self, Lexicographic};
use super::used::{self, Used};
use super::{Diagram, Domain, Filter, Filtered};
use crate::grid::Digit;
use crate::limits::Limits;
use crate::rule::{Automaton, Line};

/// A line whose diagram would be too large: nothing is drawn from it before one cell is left.
#[derive(Debug)]
pub(in super::super) struct Late(Line);

/// The graphs of all lines of a puzzle may have this many edges together: some 400 MB.
pub(super) const MOST_EDGES: usize = 1 << 24;

/// What a diagram depends on: the automaton, the digits of each cell, and whether none comes twice.
type Key<W> = (Arc<Automaton>, Box<[W]>, bool);

/// The digits of each cell, and the diagram of these.
type Wide<W> = (Box<[W]>, Diagram<W>);

/// The diagrams of a puzzle's lines: those of one automaton and the same digits share their
/// graph, and so do lines of most of the digits of a small one.
#[derive(Debug)]
pub(super) struct Lines<W> {
    /// How many edges graphs may still have.
    left: usize,
    /// `None` where they would be too many, or a limit was reached.
    known: HashMap<Key<W>, Option<Diagram<W>>>,
    /// Of each automaton a small diagram that lines of most of its digits share, and these.
    wide: HashMap<Arc<Automaton>, Wide<W>>,
    /// What is known of lines that depend on sets of digits alone, and in which order they have their cells.
    used: HashMap<Key<W>, Option<(Vec<usize>, Used)>>,
    /// What is known of their automata.
    alike: used::Known,
    /// How lines of each automaton compare to others, if they do.
    orders: HashMap<Arc<Automaton>, Option<(usize, Ordering)>>,
}

impl<W: Word> Lines<W> {
    /// None yet; graphs may have so many edges together.
    pub(super) fn new(most: usize) -> Self {
        let (known, wide) = (HashMap::new(), HashMap::new());
        let (used, alike, orders) = (HashMap::new(), HashMap::new(), HashMap::new());
        Lines { left: most, known, wide, used, alike, orders }
    }

    /// The filter of a line, `differ` telling cells that must differ; the edges of a new graph are taken off those that
    /// are left.
    pub(super) fn filter(
        &mut self,
        block: &Line,
        domain: Domain<'_, W>,
        differ: &dyn Fn(usize, usize) -> bool,
        limits: &Limits,
    ) -> Filtered<W> {
        let cells: Box<[u32]> = block.cells().iter().map(|cell| number(cell.index())).collect();
        let all = domain.of(&cells);
        let automaton = block.automaton();
        if cells.len() > 2 && cells.len() % 2 == 1 {
            let order = self.orders.entry(Arc::clone(automaton));
            if let Some(order) = order.or_insert_with(|| lexicographic::order(automaton)) {
                let filter = Filter::Lexicographic(Lexicographic::new(*order));
                return Filtered { cells, all, filter };
            }
        }
        let mut ends = (1..cells.len()).map(|end| cells[..=end].split_at(end));
        let pairs = |a: u32, before: &[u32]| before.iter().all(|&b| differ(b as usize, a as usize));
        let differ = ends.all(|(before, last)| pairs(last[0], before));
        if Used::may_be(automaton, &all, differ) {
            if differ && let Some(cage) = Used::cage(automaton, &all, &mut self.alike) {
                return Filtered { cells, all, filter: Filter::Cage(cage) };
            }
            let key = (Arc::clone(automaton), all.clone(), differ);
            let alike = &mut self.alike;
            let used = self.used.entry(key);
            let used = used.or_insert_with(|| Used::new(automaton, &all, differ, alike));
            if let Some((positions, used)) = used {
                let cells = positions.iter().map(|&k| cells[k]).collect();
                let all = positions.iter().map(|&k| all[k]).collect();
                return Filtered { cells, all, filter: Filter::Used(used.clone()) };
            }
        }
        if differ
            && is_short(block)
            && let Some(filtered) = self.distinct(block, domain, limits)
        {
            return filtered;
        }
        let next = |_: usize, at: i64, digit: usize| step(automaton, at, digit);
        let accepts = |at: i64| usize::try_from(at).is_ok_and(|at| automaton.accepts(at));
        let key = (Arc::clone(automaton), all.clone(), false);
        let (left, wide) = (&mut self.left, &mut self.wide);
        let diagram = self.known.entry(key).or_insert_with(|| {
            let known = wide.get(automaton);
            if let Some((_, diagram)) = known.filter(|(sets, _)| are_most_of(&all, sets)) {
                return Some(diagram.clone());
            }
            let (states, start) = (Some(automaton.states()), start(automaton));
            let diagram = Diagram::unroll(&all, states, start, next, accepts, *left, limits)?;
            *left -= diagram.size();
            if diagram.size() <= SMALL && known.is_none_or(|(sets, _)| are_within(sets, &all)) {
                wide.insert(Arc::clone(automaton), (all.clone(), diagram.clone()));
            }
            Some(diagram)
        });
        let late = || Filter::Late(Late(block.clone()));
        let line = |diagram| Filter::Line(diagram, Arc::clone(automaton));
        let filter = diagram.clone().map_or_else(late, line);
        Filtered { cells, all, filter }
    }

    /// The filter of a line whose cells all differ, which no digit takes twice: its states are those of the
    /// automaton with the digits used so far; the edges of a new graph are taken off those that are left.
    /// `None` if they are too many, or the line is a cage, which sees nearly as much sooner.
    pub(super) fn distinct(
        &mut self,
        block: &Line,
        domain: Domain<'_, W>,
        limits: &Limits,
    ) -> Option<Filtered<W>> {
        let automaton = block.automaton();
        if domain.geometry.side > ROOM || start(automaton) >= 1 << 32 {
            return None;
        }
        let cells: Box<[u32]> = block.cells().iter().map(|cell| number(cell.index())).collect();
        let all = domain.of(&cells);
        if Used::may_be(automaton, &all, true)
            && Used::cage(automaton, &all, &mut self.alike).is_some()
        {
            return None;
        }
        let state = |at: i64| at & ((1 << 32) - 1);
        let next = |_: usize, at: i64, digit: usize| {
            let used = 1 << (32 + digit);
            if at & used != 0 {
                return None;
            }
            let to = step(automaton, state(at), digit).filter(|&to| to < 1 << 32)?;
            Some(to | (at - state(at)) | used)
        };
        let accepts = |at: i64| usize::try_from(state(at)).is_ok_and(|at| automaton.accepts(at));
        let key = (Arc::clone(automaton), all.clone(), true);
        let left = &mut self.left;
        let diagram = self.known.entry(key).or_insert_with(|| {
            let most = MOST_DISTINCT.min(*left);
            let start = start(automaton);
            let diagram = Diagram::unroll(&all, None, start, next, accepts, most, limits);
            *left -= diagram.as_ref().map_or(most, Diagram::size).min(*left);
            diagram
        });
        let filter = Filter::Line(diagram.clone()?, Arc::clone(automaton));
        Some(Filtered { cells, all, filter })
    }
}

/// Graphs of cells that all differ may have this many edges, before they are merged.
const MOST_DISTINCT: usize = 20_000;
/// And all of a puzzle together, some 25 MB: those that came out too large count as what was tried.
pub(super) const MOST_DISTINCT_EDGES: usize = 1 << 20;
/// The digits that a state leaves room for.
const ROOM: usize = 31;

/// Diagrams of at most so many edges are shared by lines of most of their digits: one of its own takes longer to make
/// than it takes to pass over the digits that a line does not have.
const SMALL: usize = 1000;

/// Whether of a line whose cells differ such a graph is made at once, since it takes no longer than one that does not
/// know it: few cells, many states.
pub(super) fn is_short(block: &Line) -> bool {
    (3..=6).contains(&block.cells().len()) && block.automaton().states() >= 150
}

/// Whether cells have no other digits than these.
fn are_within<W: Word>(sets: &[W], wide: &[W]) -> bool {
    let mut pairs = sets.iter().zip(wide);
    sets.len() == wide.len() && pairs.all(|(set, &wide)| set.without(wide).is_empty())
}

/// Whether they have no others, and at least three quarters of these.
fn are_most_of<W: Word>(sets: &[W], wide: &[W]) -> bool {
    let count = |sets: &[W]| sets.iter().map(|set| set.count()).sum::<u32>();
    are_within(sets, wide) && 4 * count(sets) >= 3 * count(wide)
}

fn start(automaton: &Automaton) -> i64 {
    i64::try_from(automaton.start()).expect("far fewer states than 2⁶³")
}

fn step(automaton: &Automaton, at: i64, digit: usize) -> Option<i64> {
    let at = usize::try_from(at).ok()?;
    automaton.next(at, Digit::new(digit)).and_then(|to| i64::try_from(to).ok())
}

impl Late {
    /// Where at most one cell is open: what may stand there.
    pub(super) fn narrow<W: Word>(&self, sets: &mut [W]) -> bool {
        let mut open = (0..sets.len()).filter(|&k| sets[k].is_several());
        let (last, more) = (open.next(), open.next());
        if more.is_some() {
            return true;
        }
        let digit = |set: &W| Some(Digit::new(set.first()?)).filter(|_| !set.is_several());
        let digits: Vec<_> = sets.iter().map(digit).collect();
        let Some(last) = last else { return self.0.accepts(&digits, Digit::new(0)) };
        let left = sets[last].numbers().filter(|&k| self.0.accepts(&digits, Digit::new(k)));
        sets[last] = left.fold(W::EMPTY, |set, digit| set.or(W::bit(digit)));
        !sets[last].is_empty()
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::{Cell, Layout};
    use crate::random::Random;

    /// An automaton of four digits and up to four states, some of whose steps lead nowhere.
    fn random_automaton(random: &mut Random) -> Arc<Automaton> {
        let states = 1 + random.below(4);
        let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
        let next: Vec<_> = (0..states * 4).map(|_| random.below(states + 1)).collect();
        let step = |state, digit| Some(next[state * 4 + digit]).filter(|&to| to < states);
        Arc::new(Automaton::new(4, random.below(states), accepting, step))
    }

    /// Where one cell is open, the late filter leaves what the diagram leaves; before, everything.
    #[test]
    fn late_filters_decide_the_last_cell() {
        let mut random = Random::new(5);
        let (mut narrowed, mut refused) = (0, 0);
        for _ in 0..2000 {
            let automaton = random_automaton(&mut random);
            let (states, begin) = (Some(automaton.states()), start(&automaton));
            let cells = random.below(5);
            let mut sets: Vec<u32> = (0..cells).map(|_| 1 << random.below(4)).collect();
            if cells > 0 {
                sets[random.below(cells)] = 0b1111;
            }
            let next = |_: usize, at: i64, digit: usize| {
                let to = automaton.next(usize::try_from(at).unwrap(), Digit::new(digit))?;
                Some(i64::try_from(to).unwrap())
            };
            let accepts = |at: i64| automaton.accepts(usize::try_from(at).unwrap());
            let diagram =
                Diagram::unroll(&sets, states, begin, next, accepts, usize::MAX, &Limits::none())
                    .unwrap();
            let (mut late, mut exact) = (sets.clone(), sets.clone());
            let line = Line::new(vec![Cell::new(0); cells], Arc::clone(&automaton));
            let holds = Late(line.clone()).narrow(&mut late);
            assert_eq!(holds, diagram.narrow(&mut exact), "{sets:?}");
            if holds {
                assert_eq!(late, exact);
                narrowed += usize::from(late != sets);
            } else {
                refused += 1;
            }
            if cells > 1 {
                let open = vec![0b11u32; cells];
                let mut left = open.clone();
                assert!(Late(line).narrow(&mut left) && left == open);
            }
        }
        assert!(narrowed > 100 && refused > 100, "{narrowed} {refused}");
    }

    /// Lines share a graph if automaton and digits are the same, but not if they have few of the digits; what one is
    /// asked changes nothing about the other.
    #[test]
    fn lines_of_the_same_digits_share_a_graph() {
        let layout = Layout::boxes(2, 2).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        // The digits of four cells rise.
        let step = |state: usize, digit: usize| (digit >= state).then_some(digit + 1);
        let automaton = Arc::new(Automaton::new(4, 0, vec![true; 5], step));
        let line = |first: usize| {
            Line::new((first..first + 4).map(Cell::new).collect::<Vec<_>>(), Arc::clone(&automaton))
        };
        let few = [0b0001, 0b0010, 0b0100, 0b1000];
        let sets = [[0b1111u32; 4], few, [0b1111; 4], [0b1111; 4]].concat();
        let domain = Domain { geometry: &geometry, cells: &sets };
        let mut lines = Lines::new(MOST_EDGES);
        let filters = [0, 4, 8].map(|first| {
            match lines.filter(&line(first), domain, &|_, _| false, &Limits::none()).filter {
                Filter::Line(diagram, _) => diagram,
                other => panic!("{other:?}"),
            }
        });
        let [first, other, second] = &filters;
        assert!(first.shares_graph_with(second) && !first.shares_graph_with(other));
        assert_eq!(lines.left, MOST_EDGES - first.size() - other.size());
        for (low, high) in [(0b1111, 0b1000), (0b0001, 0b1111), (0b0010, 0b1111)] {
            let (mut one, mut two) = ([low, 0b1111, 0b1111, high], [0b1111; 4]);
            assert_eq!((first.narrow(&mut one), second.narrow(&mut two)), (low != 0b0010, true));
            assert_eq!(two, few);
            assert!(low == 0b0010 || one == few);
        }
    }

    /// A line of most of the digits shares the graph of all, and narrows and relaxes as by its own.
    #[test]
    fn lines_of_most_digits_share_a_graph() {
        let layout = Layout::boxes(2, 2).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        let mut random = Random::new(11);
        let (mut shared, mut narrowed, mut refused) = (0, 0, 0);
        for _ in 0..500 {
            let automaton = random_automaton(&mut random);
            // All digits; up to four fewer.
            let mut sets = vec![0b1111u32; 8];
            (0..random.below(5)).for_each(|_| sets[4 + random.below(4)] &= !(1 << random.below(4)));
            let domain = Domain { geometry: &geometry, cells: &sets };
            let lines = [0, 4].map(|first| {
                let cells: Vec<Cell> = (first..first + 4).map(Cell::new).collect();
                Line::new(cells, Arc::clone(&automaton))
            });
            let diagram = |lines: &mut Lines<u32>, line: &Line| match lines
                .filter(line, domain, &|_, _| false, &Limits::none())
                .filter
            {
                Filter::Line(diagram, _) => Some(diagram),
                _ => None,
            };
            let mut both = Lines::new(MOST_EDGES);
            let [wide, few] = lines.each_ref().map(|line| diagram(&mut both, line));
            let own = diagram(&mut Lines::new(MOST_EDGES), &lines[1]);
            let (Some(wide), Some(few), Some(own)) = (wide, few, own) else { continue };
            shared += usize::from(few.shares_graph_with(&wide) && sets[4..] != sets[..4]);
            for _ in 0..10 {
                let some = |set: &u32| set & (1 + u32::try_from(random.below(15)).unwrap());
                let asked: Vec<u32> = sets[4..].iter().map(some).collect();
                if asked.contains(&0) {
                    continue;
                }
                let (mut left, mut expected) = (asked.clone(), asked.clone());
                let holds = few.narrow(&mut left);
                assert_eq!(holds, own.narrow(&mut expected));
                if holds {
                    assert_eq!(left, expected);
                    narrowed += usize::from(left != asked);
                } else {
                    refused += 1;
                    let relaxed = few.relax(&asked, &sets[4..]);
                    assert!(
                        (0..4)
                            .all(|k| asked[k] & !relaxed[k] == 0 && relaxed[k] & !sets[4 + k] == 0)
                    );
                    assert!(!own.narrow(&mut relaxed.clone()));
                }
            }
        }
        assert!(shared > 100 && narrowed > 100 && refused > 100, "{shared} {narrowed} {refused}");
    }

    /// Sets take the place of a diagram where enough cells are open.
    #[test]
    fn lines_that_depend_on_sets_have_no_diagram() {
        let layout = Layout::boxes(3, 3).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        let at_most = |most: usize| {
            let sets: Vec<usize> =
                (0..512).filter(|set: &usize| set.count_ones() as usize <= most).collect();
            let at = |set: usize| sets.iter().position(|&other| other == set);
            let step = |state: usize, digit: usize| at(sets[state] | 1 << digit);
            Arc::new(Automaton::new(9, 0, vec![true; sets.len()], step))
        };
        for (digits, open, takes_sets) in [(3, 9, true), (6, 9, true), (3, 4, true), (3, 3, false)]
        {
            let mut sets = vec![0x1FFu32; 81];
            // The first ones are filled.
            (0..9 - open).for_each(|k| sets[k] = 1 << k.min(2));
            let domain = Domain { geometry: &geometry, cells: &sets };
            let cells: Vec<Cell> = (0..9).map(Cell::new).collect();
            let line = Line::new(cells, at_most(digits));
            let mut lines = Lines::new(MOST_EDGES);
            let filter = lines.filter(&line, domain, &|_, _| false, &Limits::none()).filter;
            assert_eq!(matches!(filter, Filter::Used(_)), takes_sets, "{digits} {open}");
            assert_eq!(lines.left == MOST_EDGES, takes_sets);
        }
    }

    /// The cell that tells a number is put last with its digits, wherever it stood; lines of one automaton that begin in
    /// other states have other sets.
    #[test]
    fn the_cell_that_tells_comes_last() {
        let layout = Layout::boxes(2, 2).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        // The first cell tells how many different digits the others have: number, then those seen.
        let step = |state: usize, digit: usize| match state {
            0 => Some((digit + 1) << 4),
            seen => Some(seen | 1 << digit),
        };
        let accepting = (0..5 << 4).map(|at: usize| (at & 15).count_ones() as usize == at >> 4);
        let accepting: Vec<_> = accepting.collect();
        let automaton = Arc::new(Automaton::new(4, 0, accepting, step));
        let line = |first: usize| {
            Line::new((first..first + 6).map(Cell::new).collect::<Vec<_>>(), Arc::clone(&automaton))
        };
        // Open, told that there are two, told that there is one.
        let mut sets = vec![0b1111u32; 18];
        (sets[6], sets[12]) = (0b0010, 0b0001);
        sets[0] = 0b0111;
        let domain = Domain { geometry: &geometry, cells: &sets };
        let mut lines = Lines::new(MOST_EDGES);
        let mut filter = |first| lines.filter(&line(first), domain, &|_, _| false, &Limits::none());
        let open = filter(0);
        assert_eq!((&*open.cells, open.all.last()), (&[1, 2, 3, 4, 5, 0][..], Some(&0b0111)));
        let mut left = [0b0011, 0b0011, 0b0001, 0b0001, 0b0010, 0b0111];
        assert!(open.filter.narrow(&mut left));
        assert_eq!(left, [0b0011, 0b0011, 0b0001, 0b0001, 0b0010, 0b0010]);
        for (first, holds) in [(6, true), (12, false)] {
            let told = filter(first);
            assert_eq!(*told.cells, [1, 2, 3, 4, 5].map(|k| k + number(first)));
            assert!(matches!(told.filter, Filter::Used(_)));
            assert_eq!(told.filter.narrow(&mut [0b0001, 0b0010, 0b1111, 0b1111, 0b0011]), holds);
        }
    }

    /// Short lines of many states know at once that their cells differ, if they do.
    #[test]
    fn short_lines_of_many_states_take_no_digit_twice() {
        let mut random = Random::new(9);
        let layout = Layout::boxes(2, 2).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        let mut more = 0;
        for round in 0..200 {
            let states = if round % 2 == 0 { 199 } else { 97 };
            let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
            let step = |state: usize, digit: usize| Some((3 * state + digit + 1) % states);
            let automaton = Arc::new(Automaton::new(4, random.below(states), accepting, step));
            let line = Line::new((0..4).map(Cell::new).collect::<Vec<_>>(), Arc::clone(&automaton));
            assert_eq!(is_short(&line), states == 199);
            let some = |_| 1 + u32::try_from(random.below(15)).unwrap();
            let sets: Vec<u32> = (0..4).map(some).collect();
            let all = [sets.clone(), vec![0b1111; 12]].concat();
            let domain = Domain { geometry: &geometry, cells: &all };
            let narrowed = |differ: bool| {
                let mut lines = Lines::new(MOST_EDGES);
                let filter = lines.filter(&line, domain, &|_, _| differ, &Limits::none()).filter;
                let mut left = sets.clone();
                matches!(filter, Filter::Line(..)).then(|| filter.narrow(&mut left).then_some(left))
            };
            let words = sets.iter().map(|set| set.numbers().collect::<Vec<_>>());
            let words = words.multi_cartesian_product().filter(|word| {
                let digits: Vec<_> = word.iter().map(|&digit| Digit::new(digit)).collect();
                word.iter().all_unique() && line.holds(&digits)
            });
            let exact = words.fold(vec![0; 4], |mut union: Vec<u32>, word| {
                union.iter_mut().zip(word).for_each(|(union, digit)| *union |= 1 << digit);
                union
            });
            let exact = (exact[0] != 0).then_some(exact);
            let (Some(differing), Some(plain)) = (narrowed(true), narrowed(false)) else {
                continue;
            };
            if states == 199 {
                assert_eq!(differing, exact, "{sets:?}");
                more += usize::from(differing != plain);
            } else {
                assert_eq!(differing, plain, "{sets:?}");
            }
        }
        assert!(more > 50, "{more}");
    }

    /// What a filter of cells that differ leaves is what the accepted fillings without a digit twice have.
    #[test]
    fn lines_of_different_cells_are_exact() {
        let mut random = Random::new(7);
        let layout = Layout::boxes(2, 2).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        let (mut narrowed, mut refused, mut more, mut tried, mut cages) = (0, 0, 0, 0, 0);
        for _ in 0..2000 {
            let automaton = random_automaton(&mut random);
            let sets: Vec<u32> =
                (0..4).map(|_| 1 + u32::try_from(random.below(15)).unwrap()).collect();
            let line = Line::new((0..4).map(Cell::new).collect::<Vec<_>>(), Arc::clone(&automaton));
            let all = [sets.clone(), vec![0b1111; 12]].concat();
            let domain = Domain { geometry: &geometry, cells: &all };
            let limits = Limits::none();
            let mut lines = Lines::new(MOST_DISTINCT_EDGES);
            let found = lines.distinct(&line, domain, &limits);
            // A cage is left to the filter that it has.
            let is_cage = Used::cage(&automaton, &sets, &mut used::Known::default()).is_some();
            assert_eq!(found.is_none(), is_cage);
            cages += usize::from(is_cage);
            let Some(exactly) = found else { continue };
            assert_eq!(lines.left, MOST_DISTINCT_EDGES - exactly.filter.size());
            // The same line has the same graph, which is counted once.
            let again = lines.distinct(&line, domain, &limits).unwrap();
            assert_eq!(lines.left, MOST_DISTINCT_EDGES - again.filter.size());
            // What is tried and too large is taken off as well.
            let mut few = Lines::new(2);
            let found = few.distinct(&line, domain, &limits);
            let size = found.as_ref().map_or(2, |found| found.filter.size());
            assert_eq!(few.left, 2 - size);
            tried += usize::from(found.is_none());
            let mut exact = sets.clone();
            let holds = exactly.filter.narrow(&mut exact);
            let mut left = vec![0u32; 4];
            for digits in (0..4).permutations(4) {
                let fits = (0..4).all(|k| sets[k].has(digits[k]));
                let digits: Vec<_> = digits.into_iter().map(Digit::new).collect();
                if fits && line.holds(&digits) {
                    (0..4).for_each(|k| left[k] |= 1 << digits[k].index());
                }
            }
            assert_eq!(holds, left[0] != 0, "{sets:?}");
            if holds {
                assert_eq!(exact, left, "{sets:?}");
                narrowed += usize::from(left != sets);
                let mut plain = sets.clone();
                let mut lines = Lines::new(MOST_EDGES);
                lines.filter(&line, domain, &|_, _| false, &limits).filter.narrow(&mut plain);
                more += usize::from(plain != left);
            } else {
                refused += 1;
            }
        }
        assert!(narrowed > 100 && refused > 100 && more > 100, "{narrowed} {refused} {more}");
        assert!(tried > 100 && cages > 10, "{tried} {cages}");
    }
}
