//! Diagrams: graphs of layers, a layer a cell, whose paths from the start to the end are the fillings. A
//! candidate may stay if a path goes through it.
//!
//! - Graeme Gange, Peter Stuckey, Radoslaw Szymanek: *MDD propagators with explanation*,
//!   Constraints 16 (2011).

mod building;

use std::cell::{Cell as Counter, OnceCell, RefCell};
use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use super::super::word::Word;
use super::are_few_open;

/// A layered graph whose paths are the fillings, and what is known of it from one call to the next.
#[derive(Debug)]
pub(in super::super) struct Diagram<W> {
    graph: Arc<Graph<W>>,
    /// Where more cells are open, nothing is removed.
    most_open: usize,
    /// The edges that the last call looked at, but for those that reasons follow to the end.
    spent: Counter<u64>,
    /// What the last call of [`Diagram::narrow`] reached, and the last of [`Diagram::relax`]; made by the first call, as
    /// many diagrams are never asked.
    reached: OnceCell<Box<[RefCell<Reached<W>>; 2]>>,
}

/// What lines of the same digits share.
#[derive(Debug)]
struct Graph<W> {
    /// Where the nodes before each cell begin, those after the last, and the end of all.
    layers: Box<[usize]>,
    /// Where the words of their bits begin, and the end of all: each layer begins with a word.
    words: Box<[usize]>,
    /// Where the edges of each node begin, and the end of all.
    starts: Box<[u32]>,
    /// The edges. All paths end well, and the start is node 0, if there is a path.
    edges: Box<[Edge<W>]>,
    /// Digits of the first cell after which any others are a filling.
    settling: W,
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
    /// The layers whose nodes, or whose cell's digits, changed since the last way back from the end.
    stale: Box<[bool]>,
    /// What that found. Of the nodes that were reached, those that lead to the end; others keep what they had, which no
    /// edge with a digit of its cell leads to.
    leading: Box<[u64]>,
    /// The digits that are left.
    left: Box<[W]>,
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
        let (sets, nodes, stale) = (Box::default(), Box::default(), Box::default());
        let (leading, left) = (Box::default(), Box::default());
        Reached { sets, nodes, next, before, stale, leading, left }
    }
}

#[derive(Debug, Clone, Copy)]
struct Edge<W> {
    to: u32,
    /// The digits that lead along it.
    digits: W,
}

/// From a larger diagram reasons are taken as they are: to shorten them would take too long.
const SLOW: usize = 1 << 19;

/// Shares the graph, and forgets what was asked.
impl<W> Clone for Diagram<W> {
    fn clone(&self) -> Self {
        let (graph, most_open) = (Arc::clone(&self.graph), self.most_open);
        Diagram { graph, most_open, spent: Counter::new(0), reached: OnceCell::new() }
    }
}

impl<W> From<Graph<W>> for Diagram<W> {
    fn from(graph: Graph<W>) -> Self {
        let (spent, reached) = (Counter::new(0), OnceCell::new());
        Diagram { graph: Arc::new(graph), most_open: usize::MAX, spent, reached }
    }
}

impl<W: Word> Diagram<W> {
    #[cfg(test)]
    pub(super) fn shares_graph_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph)
    }

    /// The edges that the last call looked at, but for those that reasons follow to the end.
    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// The number of edges.
    pub(super) fn size(&self) -> usize {
        self.graph.edges.len()
    }

    /// Whether nothing is to be narrowed for what the first cell has, whatever the others have: a call of no steps.
    pub(super) fn is_settled(&self, first: W) -> bool {
        self.spent.set(0);
        !first.is_empty() && first.without(self.graph.settling).is_empty()
    }

    pub(super) fn narrow(&self, sets: &mut [W]) -> bool {
        let is_settled = sets.first().is_some_and(|&set| self.is_settled(set));
        if is_settled || !are_few_open(sets, self.most_open) {
            return true;
        }
        let mut reached = self.reached()[0].borrow_mut();
        let mut spent = self.graph.reach(sets, &mut reached);
        let end = &reached.nodes[self.graph.words(sets.len())];
        let leads = end.iter().any(|&word| word != 0);
        if leads {
            spent += self.graph.go_back(&mut reached);
            sets.copy_from_slice(&reached.left);
        }
        self.spent.set(spent as u64);
        leads
    }

    /// From the end to the start: what would lead from a node that is reached to one that leads to the end,
    /// by what is put back behind it, stays out.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        self.spent.set(0);
        if self.size() > SLOW {
            return sets.to_vec();
        }
        let mut reached = self.reached()[1].borrow_mut();
        let (relaxed, spent) = self.graph.relax(sets, all, &mut reached);
        self.spent.set(spent as u64);
        relaxed
    }

    fn reached(&self) -> &[RefCell<Reached<W>>; 2] {
        self.reached.get_or_init(Box::default)
    }
}

impl<W: Word> Graph<W> {
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
    /// How many edges that took.
    fn reach(
        &self,
        sets: &[W],
        Reached { sets: known, nodes, next, before, stale, .. }: &mut Reached<W>,
    ) -> usize {
        let mut spent = 0;
        if known.len() != sets.len() || nodes.is_empty() {
            // Without any digit it leads nowhere.
            *known = vec![W::EMPTY; sets.len()].into();
            *nodes = vec![0; self.words[sets.len() + 1]].into();
            *stale = vec![true; sets.len() + 1].into();
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
            stale[k] = true;
            let first = self.layers[k + 1];
            let (from, to) = nodes.split_at_mut(self.words[k + 1]);
            let to = &mut to[..self.words(k + 1).len()];
            if let [to] = to {
                let mut reached = 0;
                each(&from[self.words(k)], self.layers[k], |node| {
                    let edges = self.edges_of(node);
                    spent += edges.len();
                    for edge in edges {
                        reached |= u64::from(edge.digits.meets(set)) << (edge.to as usize - first);
                    }
                });
                changed = std::mem::replace(to, reached) != reached;
                stale[k + 1] |= changed;
                continue;
            }
            next.clear();
            next.resize(BITS * to.len(), 0);
            each(&from[self.words(k)], self.layers[k], |node| {
                let edges = self.edges_of(node);
                spent += edges.len();
                for edge in edges {
                    next[edge.to as usize - first] |= u8::from(edge.digits.meets(set));
                }
            });
            before.clear();
            before.extend_from_slice(to);
            pack(next, to);
            changed = before[..] != *to;
            stale[k + 1] |= changed;
        }
        spent
    }

    /// From the end to the start, the nodes that are reached and lead to the end, and the digits that are left: as the
    /// last time, but for what has changed. How many edges that took.
    fn go_back(&self, Reached { sets, nodes, stale, leading, left, .. }: &mut Reached<W>) -> usize {
        let mut spent = 0;
        if leading.len() != nodes.len() {
            *leading = vec![0; nodes.len()].into();
            left.clone_from(sets);
        }
        let end = sets.len();
        let mut changed = std::mem::take(&mut stale[end]);
        if changed {
            leading[self.words(end)].copy_from_slice(&nodes[self.words(end)]);
        }
        for k in (0..end).rev() {
            if !std::mem::take(&mut stale[k]) && !changed {
                continue;
            }
            let (before, after) = leading.split_at_mut(self.words[k + 1]);
            let here = (&nodes[self.words(k)], &mut before[self.words[k]..]);
            let first = self.layers[k + 1];
            changed = if let [after] = after[..self.words(k + 1).len()] {
                let leads = |to: usize| after >> (to - first) & 1 != 0;
                self.lead(k, here, sets[k], &mut left[k], leads, &mut spent)
            } else {
                let leads =
                    |to: usize| after[(to - first) / BITS] >> ((to - first) % BITS) & 1 != 0;
                self.lead(k, here, sets[k], &mut left[k], leads, &mut spent)
            };
        }
        spent
    }

    /// Notes which of the nodes before a cell that are reached lead to one behind it that leads to the end, and the
    /// digits that are left; whether another node does than before.
    #[inline]
    fn lead(
        &self,
        k: usize,
        (reached, leading): (&[u64], &mut [u64]),
        set: W,
        left: &mut W,
        leads: impl Fn(usize) -> bool,
        spent: &mut usize,
    ) -> bool {
        let (mut union, mut changed) = (W::EMPTY, false);
        for (at, (&reached, leading)) in reached.iter().zip(leading).enumerate() {
            let mut these = 0;
            each(&[reached], 0, |bit| {
                let edges = self.edges_of(self.layers[k] + BITS * at + bit);
                *spent += edges.len();
                let mut digits = W::EMPTY;
                for edge in edges {
                    if leads(edge.to as usize) {
                        digits = digits.or(edge.digits);
                    }
                }
                let digits = digits.and(set);
                union = union.or(digits);
                these |= u64::from(!digits.is_empty()) << bit;
            });
            let now = *leading & !reached | these;
            changed |= std::mem::replace(leading, now) != now;
        }
        *left = union;
        changed
    }

    /// See [`Diagram::relax`]; how many edges that took, too.
    fn relax(&self, sets: &[W], all: &[W], reached: &mut Reached<W>) -> (Vec<W>, usize) {
        let mut spent = self.reach(sets, reached);
        let mut relaxed = all.to_vec();
        let nodes = self.starts.len() - 1;
        let mut known: SmallVec<[Known; 1024]> = SmallVec::from_elem(Known::Nothing, nodes);
        known[self.layers[sets.len()]..].fill(Known::Leads);
        let mut path = Vec::new();
        for k in (0..sets.len()).rev() {
            let mut left = relaxed[k];
            each(&reached.nodes[self.words(k)], self.layers[k], |node| {
                let edges = self.edges_of(node);
                spent += edges.len();
                for edge in edges {
                    if edge.digits.meets(left)
                        && self.leads(edge.to as usize, k + 1, &relaxed, &mut known, &mut path)
                    {
                        left = left.without(edge.digits);
                    }
                }
            });
            relaxed[k] = left;
            // Where no node leads on, it does not matter what comes before.
            let mut layer = self.layers[k]..self.layers[k + 1];
            if !layer.any(|node| self.leads(node, k, &relaxed, &mut known, &mut path)) {
                break;
            }
        }
        (relaxed, spent)
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

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::limits::Limits;
    use crate::random::Random;

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
            assert!(diagram.graph.words.windows(2).any(|two| two[1] - two[0] > 1));
            assert!(diagram.graph.layers.windows(2).any(|two| two[1] - two[0] == 64));
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

    /// What a diagram has kept of one call changes nothing about the next; which first digits settle it.
    #[test]
    fn diagrams_forget_what_they_were_asked_before() {
        let mut random = Random::new(6);
        let (mut narrowed, mut refused, mut settled) = (0, 0, 0);
        for _ in 0..200 {
            let states = 2 + random.below(3);
            let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
            let next: Vec<_> = (0..states * 4).map(|_| random.below(states + 1)).collect();
            let all = vec![0b1111u32; 6];
            let step_to = |state: usize, digit: usize| {
                if state < states { next[state * 4 + digit] } else { states }
            };
            let accepts_at = |state: usize| accepting.get(state) == Some(&true);
            let unrolled = || {
                let at = |state: i64| usize::try_from(state).unwrap();
                let step = |_: usize, state: i64, digit: usize| {
                    let to = Some(next[at(state) * 4 + digit]).filter(|&to| to < states)?;
                    i64::try_from(to).ok()
                };
                let accepts = |state: i64| accepting[at(state)];
                Diagram::unroll(&all, Some(states), 0, step, accepts, usize::MAX, &Limits::none())
                    .unwrap()
            };
            let diagram = unrolled();
            let holds_for_all = |first: usize| {
                let words = std::iter::repeat_n(0..4, all.len() - 1).multi_cartesian_product();
                words.map(|rest| rest.into_iter().fold(next[first], step_to)).all(accepts_at)
            };
            let first = (0..4).filter(|&digit| holds_for_all(digit));
            assert_eq!(diagram.graph.settling, first.fold(0, |set, digit| set | 1 << digit));
            settled += diagram.graph.settling.count_ones();
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
        assert!(narrowed > 1000 && refused > 1000 && settled > 5, "{narrowed} {refused} {settled}");
    }
}
