//! How diagrams are made: of states that lead to one another, of sums, of words; nodes that are alike are
//! merged.

use foldhash::{HashMap, HashMapExt};
use smallvec::SmallVec;

use super::super::super::state::number;
use super::super::super::word::Word;
use super::super::sum::MOST_OPEN;
use super::{BITS, Diagram, Edge, Graph};
use crate::limits::Limits;

/// An edge while the graph is made: nodes are counted layer by layer.
#[derive(Debug, Clone, Copy)]
struct Step<W> {
    from: u32,
    to: u32,
    digits: W,
}

/// The capacity that is reserved for the edges of a layer, at most.
const FIRST: usize = 128;
/// Diagrams of sums may have this many edges.
const LARGE: usize = 20_000;

/// The nodes of a layer by their states.
#[derive(Debug)]
enum Nodes {
    /// Where states are small numbers; `u32::MAX` where there is none.
    Dense(Vec<u32>),
    Hashed(HashMap<i64, u32>),
}

impl Nodes {
    /// The node of a state; `new` tells that of one that has none.
    #[inline]
    fn of(&mut self, state: i64, new: impl FnOnce() -> u32) -> u32 {
        match self {
            Nodes::Dense(nodes) => {
                let node = &mut nodes[usize::try_from(state).expect("a small number")];
                if *node == u32::MAX {
                    *node = new();
                }
                *node
            }
            Nodes::Hashed(nodes) => *nodes.entry(state).or_insert_with(new),
        }
    }

    /// Forgets the nodes of these states, which are all that have any.
    fn clear(&mut self, states: &[i64]) {
        match self {
            Nodes::Dense(nodes) => {
                let places = states.iter().filter_map(|&state| usize::try_from(state).ok());
                places.for_each(|place| nodes[place] = u32::MAX);
            }
            Nodes::Hashed(nodes) => nodes.clear(),
        }
    }
}

impl<W: Word> Diagram<W> {
    /// The partial sums of a sum, by a table of weights for each cell; `None` if they are too many.
    pub(in super::super) fn of_sum(all: &[W], tables: &[&[i64]], targets: &[i64]) -> Option<Self> {
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
        let diagram = Self::unroll(all, None, 0, next, accepts, LARGE, &Limits::none())?;
        Some(Diagram { most_open: MOST_OPEN, ..diagram })
    }

    /// The paths from a state by these digits to one that is accepted; `None` if there are more
    /// edges than `most`, or a limit is reached. States may be told to be below a number.
    pub(in super::super) fn unroll(
        all: &[W],
        states: Option<usize>,
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
        let dense = states.map(|states| Nodes::Dense(vec![u32::MAX; states]));
        let mut nodes = dense.unwrap_or_else(|| Nodes::Hashed(HashMap::new()));
        for (k, set) in all.iter().enumerate() {
            let digits = set.count() as usize;
            let mut layer = Vec::with_capacity(digits);
            let mut steps: Vec<Step<W>> = Vec::with_capacity((layers[k].len() * digits).min(FIRST));
            last.clear();
            for (from, &state) in (0u32..).zip(&layers[k]) {
                if count + steps.len() > most || from.is_multiple_of(64) && limits.expired() {
                    return None;
                }
                let first = steps.len();
                for digit in set.numbers() {
                    let Some(to) = next(k, state, digit) else { continue };
                    let to = nodes.of(to, || {
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
            nodes.clear(&layer);
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
        let settling = settling(all, &edges);
        Some(Graph { settling, ..Graph::of_steps(&nodes, &edges) }.into())
    }

    /// The words of so many letters, in rising order, each letter a set of one digit.
    pub(in super::super) fn of_words(length: usize, words: &[Box<[W]>]) -> Self {
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
        Graph::of_steps(&nodes, &edges).into()
    }
}

impl<W: Word> Graph<W> {
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
        Graph { layers, words, starts, edges, settling: W::EMPTY }
    }
}

/// The digits of the first cell that lead to a node from which all digits lead to the end, where nodes are
/// merged.
fn settling<W: Word>(all: &[W], edges: &[Vec<Step<W>>]) -> W {
    // The node of the layer behind, the only one of its kind, from which they do.
    let mut free = Some(0);
    for (steps, &set) in edges.iter().zip(all).skip(1).rev() {
        free = free.and_then(|to| {
            let leads = |step: &&Step<W>| step.to == to && step.digits == set;
            steps.iter().find(leads).map(|step| step.from)
        });
    }
    let first = edges.first().into_iter().flatten();
    first.filter(|step| Some(step.to) == free).fold(W::EMPTY, |all, step| all.or(step.digits))
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
