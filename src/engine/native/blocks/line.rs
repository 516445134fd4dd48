//! Automata unrolled into layers, a layer a cell: a candidate may stay if a path from the start to
//! the end goes through it.
//!
//! - Graeme Gange, Peter Stuckey, Radoslaw Szymanek: *MDD propagators with explanation*,
//!   Constraints 16 (2011).

use std::cell::RefCell;
use std::ops::Range;

use foldhash::{HashMap, HashMapExt};
use smallvec::SmallVec;

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::grid::Digit;
use crate::limits::Limits;
use crate::rule::{Automaton, Line};

/// A layered graph whose paths are the fillings.
#[derive(Debug)]
pub(in super::super) struct Diagram<W> {
    /// Where the nodes before each cell begin, those after the last, and the end of all.
    layers: Box<[usize]>,
    /// Where the words of their bits begin, and the end of all: each layer begins with a word.
    words: Box<[usize]>,
    /// Where the edges of each node begin, and the end of all.
    starts: Box<[u32]>,
    /// The edges. All paths end well, and the start is node 0, if there is a path.
    edges: Box<[Edge<W>]>,
    /// What the last call of [`Diagram::narrow`] reached, and the last of [`Diagram::relax`].
    reached: Box<[RefCell<Reached<W>>; 2]>,
}

/// The nodes that the start leads to by some digits. From one call to the next few cells change, and
/// few nodes.
#[derive(Debug)]
struct Reached<W> {
    sets: Box<[W]>,
    /// As bits of words.
    nodes: Box<[u64]>,
    /// Those of the next layer, a byte each.
    next: Vec<u8>,
    /// And as they were.
    before: Vec<u64>,
}

/// Nodes in a word.
const BITS: usize = u64::BITS as usize;

/// Visits the nodes, counted from the first, whose bits are set.
#[inline]
fn each(words: &[u64], first: usize, mut visit: impl FnMut(usize)) {
    for (k, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(first + BITS * k + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Sets the bits of words for bytes that are 1 and not 0, eight at a time.
fn pack(bytes: &[u8], words: &mut [u64]) {
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(BITS)) {
        let eights = bytes.as_chunks().0.iter().map(|&eight| u64::from_le_bytes(eight));
        // Byte k is moved to bit 56 + k.
        let eights = eights.map(|eight| eight.wrapping_mul(0x0102_0408_1020_4080) >> 56);
        *word = eights.zip((0..).step_by(8)).fold(0, |word, (eight, by)| word | eight << by);
    }
}

impl<W> Default for Reached<W> {
    fn default() -> Self {
        let (next, before) = (Vec::new(), Vec::new());
        Reached { sets: Box::default(), nodes: Box::default(), next, before }
    }
}

#[derive(Debug, Clone, Copy)]
struct Edge<W> {
    to: u32,
    /// The digits that lead along it.
    digits: W,
}

/// An edge while the graph is made: nodes are counted layer by layer.
#[derive(Debug, Clone, Copy)]
struct Step<W> {
    from: u32,
    to: u32,
    digits: W,
}

/// A line whose diagram would be too large: nothing is drawn from it before one cell is left.
#[derive(Debug)]
pub(in super::super) struct Late(Line);

/// Diagrams of sums may have this many edges.
const LARGE: usize = 20_000;

/// The diagrams of all lines of a puzzle may have this many edges together: some 400 MB.
pub(super) const MOST_EDGES: usize = 1 << 24;

/// From a larger diagram reasons are taken as they are: to shorten them would take too long.
const SLOW: usize = 1 << 19;

/// The filter of a line; its edges are taken off those that are left.
pub(super) fn filter<W: Word>(
    block: &Line,
    domain: Domain<'_, W>,
    left: &mut usize,
    limits: &Limits,
) -> Filtered<W> {
    let cells: Box<[u32]> = block.cells().iter().map(|cell| number(cell.index())).collect();
    let all = domain.of(&cells);
    let automaton = block.automaton();
    let next = |_: usize, at: i64, digit: usize| step(automaton, at, digit);
    let accepts = |at: i64| usize::try_from(at).is_ok_and(|at| automaton.accepts(at));
    let filter = match Diagram::unroll(&all, start(automaton), next, accepts, *left, limits) {
        Some(diagram) => {
            *left -= diagram.size();
            Filter::Diagram(diagram)
        }
        None => Filter::Late(Late(block.clone())),
    };
    Filtered { cells, all, filter }
}

/// Diagrams of cells that all differ may have this many edges, before they are merged.
const MOST_DISTINCT: usize = 20_000;
/// And all of a puzzle together, some 25 MB: those that came out too large count as what was tried.
pub(super) const MOST_DISTINCT_EDGES: usize = 1 << 20;
/// The digits that a state leaves room for.
const ROOM: usize = 31;

/// The filter of a line whose cells all differ, which no digit takes twice: its states are those of the
/// automaton with the digits used so far; its edges are taken off those that are left. `None` if they are
/// too many.
pub(super) fn distinct<W: Word>(
    block: &Line,
    domain: Domain<'_, W>,
    left: &mut usize,
    limits: &Limits,
) -> Option<Filtered<W>> {
    let automaton = block.automaton();
    if domain.geometry.side > ROOM || start(automaton) >= 1 << 32 {
        return None;
    }
    let cells: Box<[u32]> = block.cells().iter().map(|cell| number(cell.index())).collect();
    let all = domain.of(&cells);
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
    let most = MOST_DISTINCT.min(*left);
    let diagram = Diagram::unroll(&all, start(automaton), next, accepts, most, limits);
    *left -= diagram.as_ref().map_or(most, Diagram::size).min(*left);
    let diagram = diagram?;
    Some(Filtered { cells, all, filter: Filter::Diagram(diagram) })
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

impl<W: Word> Diagram<W> {
    /// The partial sums of a sum, by a table of weights for each cell; `None` if they are too many.
    pub(super) fn of_sum(all: &[W], tables: &[&[i64]], targets: &[i64]) -> Option<Self> {
        // What the cells from each one on can add.
        let mut rest = vec![(0, 0)];
        for (set, table) in all.iter().zip(tables).rev() {
            let (low, high) = rest[rest.len() - 1];
            let weights = || set.numbers().map(|digit| table[digit]);
            rest.push((low + weights().min().unwrap_or(0), high + weights().max().unwrap_or(0)));
        }
        rest.reverse();
        let next = |k: usize, sum: i64, digit: usize| {
            let sum = sum + tables[k][digit];
            let (low, high) = rest[k + 1];
            let at = targets.partition_point(|&target| target < sum + low);
            targets.get(at).is_some_and(|&target| target <= sum + high).then_some(sum)
        };
        let accepts = |sum: i64| targets.binary_search(&sum).is_ok();
        Self::unroll(all, 0, next, accepts, LARGE, &Limits::none())
    }

    /// The paths from a state by these digits to one that is accepted; `None` if there are more
    /// edges than `most`, or a limit is reached.
    fn unroll(
        all: &[W],
        start: i64,
        next: impl Fn(usize, i64, usize) -> Option<i64>,
        accepts: impl Fn(i64) -> bool,
        most: usize,
        limits: &Limits,
    ) -> Option<Self> {
        let mut layers: Vec<Vec<i64>> = vec![vec![start]];
        // For each node of the next layer the last edge that leads there.
        let mut last: Vec<usize> = Vec::new();
        let mut edges: Vec<Vec<Step<W>>> = Vec::new();
        let mut count = 0;
        let mut ids = HashMap::new();
        for (k, set) in all.iter().enumerate() {
            ids.clear();
            let mut layer = Vec::new();
            let mut steps: Vec<Step<W>> = Vec::new();
            last.clear();
            for (from, &state) in (0u32..).zip(&layers[k]) {
                if count + steps.len() > most || from.is_multiple_of(64) && limits.expired() {
                    return None;
                }
                let first = steps.len();
                for digit in set.numbers() {
                    let Some(to) = next(k, state, digit) else { continue };
                    let to = *ids.entry(to).or_insert_with(|| {
                        layer.push(to);
                        last.push(usize::MAX);
                        number(layer.len() - 1)
                    });
                    let last = &mut last[to as usize];
                    if let Some(edge) = steps.get_mut(*last).filter(|_| *last >= first) {
                        edge.digits = edge.digits.or(W::bit(digit));
                    } else {
                        *last = steps.len();
                        steps.push(Step { from, to, digits: W::bit(digit) });
                    }
                }
            }
            count += steps.len();
            if count > most {
                return None;
            }
            layers.push(layer);
            edges.push(steps);
        }
        // Only what leads to the end stays.
        let mut useful: Vec<bool> = layers[all.len()].iter().map(|&state| accepts(state)).collect();
        let mut nodes = vec![useful.iter().filter(|&&useful| useful).count()];
        for (steps, layer) in edges.iter_mut().zip(&layers).rev() {
            let mut renumbered = vec![u32::MAX; useful.len()];
            for (new, old) in (0..useful.len()).filter(|&old| useful[old]).enumerate() {
                renumbered[old] = number(new);
            }
            steps.retain(|edge| useful[edge.to as usize]);
            useful = vec![false; layer.len()];
            for edge in steps {
                edge.to = renumbered[edge.to as usize];
                useful[edge.from as usize] = true;
            }
            nodes.push(useful.iter().filter(|&&useful| useful).count());
        }
        nodes.reverse();
        // Origins are renumbered as the ends of the layer before were.
        for steps in edges.iter_mut().skip(1) {
            let mut from: Vec<u32> = steps.iter().map(|edge| edge.from).collect();
            from.dedup();
            for edge in steps {
                edge.from = number(from.partition_point(|&other| other < edge.from));
            }
        }
        merge(&mut nodes, &mut edges);
        Some(Self::of_steps(&nodes, &edges))
    }

    /// The words of so many letters, in rising order, each letter a set of one digit.
    pub(super) fn of_words(length: usize, words: &[Box<[W]>]) -> Self {
        let mut nodes = vec![1; length + 1];
        let mut edges = Vec::with_capacity(length);
        // The nodes before a letter are the different beginnings of words.
        let mut from = vec![0; words.len()];
        for k in 0..length {
            let mut steps: Vec<Step<W>> = Vec::new();
            for (place, word) in from.iter_mut().zip(words) {
                if steps.last().is_none_or(|last| (last.from, last.digits) != (*place, word[k])) {
                    steps.push(Step { from: *place, to: number(steps.len()), digits: word[k] });
                }
                *place = number(steps.len() - 1);
            }
            nodes[k + 1] = steps.len();
            edges.push(steps);
        }
        nodes[0] = nodes[length].min(1);
        merge(&mut nodes, &mut edges);
        Self::of_steps(&nodes, &edges)
    }

    /// The graph of these numbers of nodes, layer by layer, and the steps between layers, by origin.
    fn of_steps(nodes: &[usize], steps: &[Vec<Step<W>>]) -> Self {
        let (mut layers, mut words) = (vec![0], vec![0]);
        for (k, nodes) in nodes.iter().enumerate() {
            layers.push(layers[k] + nodes);
            words.push(words[k] + nodes.div_ceil(BITS));
        }
        let mut starts = vec![0u32];
        let mut edges = Vec::new();
        for (k, steps) in steps.iter().enumerate() {
            for steps in steps.chunk_by(|a, b| a.from == b.from) {
                let first = number(layers[k + 1]);
                edges.extend(
                    steps.iter().map(|step| Edge { to: first + step.to, digits: step.digits }),
                );
                starts.push(number(edges.len()));
            }
        }
        // The nodes at the end lead nowhere.
        starts.resize(layers[layers.len() - 1] + 1, number(edges.len()));
        let (layers, words) = (layers.into(), words.into());
        let (starts, edges) = (starts.into(), edges.into());
        Diagram { layers, words, starts, edges, reached: Box::default() }
    }

    /// The number of edges.
    pub(super) fn size(&self) -> usize {
        self.edges.len()
    }

    #[inline]
    fn edges_of(&self, node: usize) -> &[Edge<W>] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The words of the nodes before a cell, or after the last.
    #[inline]
    fn words(&self, k: usize) -> Range<usize> {
        self.words[k]..self.words[k + 1]
    }

    /// Notes which nodes the start leads to by these digits, layer by layer, where it is another node
    /// than before, or another digit.
    fn reach(&self, sets: &[W], Reached { sets: known, nodes, next, before }: &mut Reached<W>) {
        if known.len() != sets.len() || nodes.is_empty() {
            // Without any digit it leads nowhere.
            *known = vec![W::EMPTY; sets.len()].into();
            *nodes = vec![0; self.words[sets.len() + 1]].into();
            if let Some(start) = nodes.first_mut() {
                *start = 1;
            }
        }
        let mut changed = false;
        for (k, &set) in sets.iter().enumerate() {
            if !changed && known[k] == set {
                continue;
            }
            known[k] = set;
            let first = self.layers[k + 1];
            let (from, to) = nodes.split_at_mut(self.words[k + 1]);
            let to = &mut to[..self.words(k + 1).len()];
            next.clear();
            next.resize(BITS * to.len(), 0);
            each(&from[self.words(k)], self.layers[k], |node| {
                for edge in self.edges_of(node) {
                    next[edge.to as usize - first] |= u8::from(edge.digits.meets(set));
                }
            });
            before.clear();
            before.extend_from_slice(to);
            pack(next, to);
            changed = before[..] != *to;
        }
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let mut reached = self.reached[0].borrow_mut();
        self.reach(sets, &mut reached);
        let end = &reached.nodes[self.words(sets.len())];
        if end.iter().all(|&word| word == 0) {
            return false;
        }
        // From the end to the start, the nodes that are reached and lead there.
        let mut nodes: SmallVec<[bool; 1024]> = SmallVec::from_elem(false, self.starts.len() - 1);
        // A slice is indexed in place, wherever the code of vectors lies.
        let live: &mut [bool] = &mut nodes;
        each(end, self.layers[sets.len()], |node| live[node] = true);
        for (k, set) in sets.iter_mut().enumerate().rev() {
            let mut left = W::EMPTY;
            each(&reached.nodes[self.words(k)], self.layers[k], |node| {
                let mut digits = W::EMPTY;
                for edge in self.edges_of(node) {
                    if live[edge.to as usize] {
                        digits = digits.or(edge.digits);
                    }
                }
                let digits = digits.and(*set);
                left = left.or(digits);
                live[node] = !digits.is_empty();
            });
            *set = left;
        }
        true
    }

    /// From the end to the start: what would lead from a node that is reached to one that leads to the end,
    /// by what is put back behind it, stays out.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        if self.size() > SLOW {
            return sets.to_vec();
        }
        let mut reached = self.reached[1].borrow_mut();
        self.reach(sets, &mut reached);
        let mut relaxed = all.to_vec();
        let nodes = self.starts.len() - 1;
        let mut known: SmallVec<[Known; 1024]> = SmallVec::from_elem(Known::Nothing, nodes);
        known[self.layers[sets.len()]..].fill(Known::Leads);
        let mut path = Vec::new();
        for k in (0..sets.len()).rev() {
            let mut left = relaxed[k];
            each(&reached.nodes[self.words(k)], self.layers[k], |node| {
                for edge in self.edges_of(node) {
                    if edge.digits.meets(left)
                        && self.leads(edge.to as usize, k + 1, &relaxed, &mut known, &mut path)
                    {
                        left = left.without(edge.digits);
                    }
                }
            });
            relaxed[k] = left;
        }
        relaxed
    }

    /// Whether a node before a cell leads to the end by these digits; what is found out on the way is noted.
    fn leads(
        &self,
        node: usize,
        k: usize,
        sets: &[W],
        known: &mut [Known],
        path: &mut Vec<(usize, u32)>,
    ) -> bool {
        match known[node] {
            Known::Leads => return true,
            Known::Fails => return false,
            Known::Nothing => {}
        }
        // Each node on the way, with the edge of it that is tried next.
        path.push((node, self.starts[node]));
        while let Some(&mut (at, ref mut edge)) = path.last_mut() {
            if *edge == self.starts[at + 1] {
                known[at] = Known::Fails;
                path.pop();
                continue;
            }
            let Edge { to, digits } = self.edges[*edge as usize];
            *edge += 1;
            if !digits.meets(sets[k + path.len() - 1]) {
                continue;
            }
            match known[to as usize] {
                Known::Leads => {
                    path.drain(..).for_each(|(node, _)| known[node] = Known::Leads);
                    return true;
                }
                Known::Fails => {}
                Known::Nothing => path.push((to as usize, self.starts[to as usize])),
            }
        }
        false
    }
}

/// What is known of a node: whether it leads to the end.
#[derive(Debug, Clone, Copy)]
enum Known {
    Nothing,
    Leads,
    Fails,
}

/// Merges nodes that the same digits lead on from to the same nodes, and all nodes at the end, layer by
/// layer from there.
fn merge<W: Word>(nodes: &mut [usize], edges: &mut [Vec<Step<W>>]) {
    // For each node of the layer behind the edges the first that is like it, by number.
    let mut like = vec![0; nodes[edges.len()]];
    nodes[edges.len()] = nodes[edges.len()].min(1);
    let mut known: HashMap<SmallVec<[(u32, W); 8]>, u32> = HashMap::new();
    for (steps, nodes) in edges.iter_mut().zip(nodes).rev() {
        known.clear();
        let mut merged: Vec<Step<W>> = Vec::new();
        let mut new = Vec::with_capacity(*nodes);
        let mut ends: SmallVec<[(u32, W); 8]> = SmallVec::new();
        for steps in steps.chunk_by(|a, b| a.from == b.from) {
            // Its edges, those to nodes that are alike as one.
            ends.clear();
            ends.extend(steps.iter().map(|edge| (like[edge.to as usize], edge.digits)));
            ends.sort_unstable_by_key(|end| end.0);
            ends.dedup_by(|next, end| {
                let is_like = next.0 == end.0;
                if is_like {
                    end.1 = end.1.or(next.1);
                }
                is_like
            });
            let from = known.get(&ends).copied().unwrap_or_else(|| {
                let from = number(known.len());
                known.insert(ends.clone(), from);
                merged.extend(ends.iter().map(|&(to, digits)| Step { from, to, digits }));
                from
            });
            new.push(from);
        }
        (*nodes, *steps, like) = (known.len(), merged, new);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use itertools::Itertools;

    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::{Cell, Layout};
    use crate::random::Random;
    use crate::rule::Automaton;

    /// Layers of more than 64 nodes, against all fillings.
    #[test]
    fn diagrams_of_many_nodes_see_all_fillings() {
        let mut random = Random::new(8);
        let all = vec![0xFFu32; 4];
        let weights = [1, 8, 64, 512].map(|weight| (0..8).map(|digit| weight * digit).collect());
        let tables: Vec<&[i64]> = weights.iter().map(|table: &Vec<i64>| &table[..]).collect();
        let (mut removed, mut refused) = (0, 0);
        for _ in 0..30 {
            // A weight for each filling: any set of fillings is a set of targets.
            let targets: Vec<i64> = (0..4096).filter(|_| random.below(3) == 0).collect();
            let diagram = Diagram::of_sum(&all, &tables, &targets).unwrap();
            assert!(diagram.words.windows(2).any(|two| two[1] - two[0] > 1));
            let left = |sets: &[u32]| {
                let digits = sets.iter().map(|set| set.numbers().collect::<Vec<_>>());
                let worth = |digits: &Vec<usize>| (0..4).map(|k| tables[k][digits[k]]).sum::<i64>();
                let fillings = digits.multi_cartesian_product();
                let fillings =
                    fillings.filter(|digits| targets.binary_search(&worth(digits)).is_ok());
                fillings.fold(vec![0; 4], |mut union, digits| {
                    union.iter_mut().zip(digits).for_each(|(union, digit)| *union |= 1 << digit);
                    union
                })
            };
            for _ in 0..60 {
                let set = |random: &mut Random| 1 << random.below(8) | 1u32 << random.below(8);
                let before: Vec<_> = (0..4).map(|_| set(&mut random)).collect();
                let (mut sets, left_by) = (before.clone(), left(&before));
                if diagram.narrow(&mut sets) {
                    assert_eq!(sets, left_by);
                    removed += u32::from(sets != before);
                    continue;
                }
                assert_eq!(left_by, [0; 4]);
                let relaxed = diagram.relax(&before, &all);
                assert!(before.iter().zip(&relaxed).all(|(set, relaxed)| set & !relaxed == 0));
                assert_eq!(left(&relaxed), [0; 4]);
                refused += u32::from(relaxed != before);
            }
        }
        assert!(removed > 100 && refused > 10, "{removed} {refused}");
    }

    /// What a diagram has kept of one call changes nothing about the next.
    #[test]
    fn diagrams_forget_what_they_were_asked_before() {
        let mut random = Random::new(6);
        let (mut narrowed, mut refused) = (0, 0);
        for _ in 0..200 {
            let states = 2 + random.below(3);
            let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
            let next: Vec<_> = (0..states * 4).map(|_| random.below(states + 1)).collect();
            let step = |state, digit| Some(next[state * 4 + digit]).filter(|&to| to < states);
            let automaton = Automaton::new(4, 0, accepting, step);
            let all = vec![0b1111u32; 6];
            let unrolled = || {
                let step = |_: usize, at: i64, digit: usize| super::step(&automaton, at, digit);
                let accepts = |at: i64| automaton.accepts(usize::try_from(at).unwrap());
                Diagram::unroll(&all, 0, step, accepts, usize::MAX, &Limits::none()).unwrap()
            };
            let diagram = unrolled();
            let mut sets = all.clone();
            for _ in 0..30 {
                // Now and then a cell gets other digits, more or fewer.
                sets[random.below(6)] = 1 + u32::try_from(random.below(15)).unwrap();
                let (mut known, mut new) = (sets.clone(), sets.clone());
                let holds = diagram.narrow(&mut known);
                assert_eq!(holds, unrolled().narrow(&mut new), "{sets:?}");
                if holds {
                    assert_eq!(known, new, "{sets:?}");
                    narrowed += usize::from(new != sets);
                } else {
                    refused += 1;
                    assert_eq!(diagram.relax(&sets, &all), unrolled().relax(&sets, &all));
                }
            }
        }
        assert!(narrowed > 1000 && refused > 1000, "{narrowed} {refused}");
    }

    /// Where one cell is open, the late filter leaves what the diagram leaves; before, everything.
    #[test]
    fn late_filters_decide_the_last_cell() {
        let mut random = Random::new(5);
        let (mut narrowed, mut refused) = (0, 0);
        for _ in 0..2000 {
            let states = 1 + random.below(4);
            let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
            let next: Vec<_> = (0..states * 4).map(|_| random.below(states + 1)).collect();
            let step = |state, digit| Some(next[state * 4 + digit]).filter(|&to| to < states);
            let automaton = Arc::new(Automaton::new(4, 0, accepting, step));
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
                Diagram::unroll(&sets, 0, next, accepts, usize::MAX, &Limits::none()).unwrap();
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

    /// What a filter of cells that differ leaves is what the accepted fillings without a digit twice have.
    #[test]
    fn lines_of_different_cells_are_exact() {
        let mut random = Random::new(7);
        let layout = Layout::boxes(2, 2).unwrap();
        let geometry = Geometry::<u32>::new(&layout, &[]);
        let (mut narrowed, mut refused, mut more, mut tried) = (0, 0, 0, 0);
        for _ in 0..2000 {
            let states = 1 + random.below(4);
            let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
            let next: Vec<_> = (0..states * 4).map(|_| random.below(states + 1)).collect();
            let step = |state, digit| Some(next[state * 4 + digit]).filter(|&to| to < states);
            let automaton = Arc::new(Automaton::new(4, random.below(states), accepting, step));
            let sets: Vec<u32> =
                (0..4).map(|_| 1 + u32::try_from(random.below(15)).unwrap()).collect();
            let line = Line::new((0..4).map(Cell::new).collect::<Vec<_>>(), Arc::clone(&automaton));
            let all = [sets.clone(), vec![0b1111; 12]].concat();
            let domain = Domain { geometry: &geometry, cells: &all };
            let limits = Limits::none();
            let mut edges = MOST_DISTINCT_EDGES;
            let exactly = distinct(&line, domain, &mut edges, &limits).unwrap();
            assert_eq!(edges, MOST_DISTINCT_EDGES - exactly.filter.size());
            // What is tried and too large is taken off as well.
            let mut few = 2;
            let found = distinct(&line, domain, &mut few, &limits);
            let size = found.as_ref().map_or(2, |found| found.filter.size());
            assert_eq!(few, 2 - size);
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
                let mut edges = MOST_EDGES;
                filter(&line, domain, &mut edges, &limits).filter.narrow(&mut plain);
                more += usize::from(plain != left);
            } else {
                refused += 1;
            }
        }
        assert!(narrowed > 100 && refused > 100 && more > 100, "{narrowed} {refused} {more}");
        assert!(tried > 100, "{tried}");
    }
}
