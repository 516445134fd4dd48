//! Cells that are connected: the block, and what follows from what is known of its members. `graph` has
//! how sets of them grow over neighbours.

mod graph;

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Positions, Sum};
use crate::grid::{CandidateSet, Cell, Digit};
use graph::Graph;

/// The cells with one of some digits, its members, are connected: from each of them a way leads to
/// each other over neighbours that are members too. No members at all are connected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connected {
    cells: Box<[Cell]>,
    /// Of positions of cells.
    graph: Arc<Graph>,
    digits: CandidateSet,
    size: Option<usize>,
}

/// What is known of members, by positions of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Membership {
    members: Positions,
    /// They may be members or not.
    open: Positions,
}

impl Membership {
    /// Of so many cells: whether each is a member, unless it is open.
    pub(crate) fn new(cells: usize, is_member: impl Fn(usize) -> Option<bool>) -> Self {
        let (mut members, mut open) = (Positions::none(cells), Positions::none(cells));
        for k in 0..cells {
            match is_member(k) {
                Some(true) => members.insert(k),
                None => open.insert(k),
                Some(false) => {}
            }
        }
        Membership { members, open }
    }

    /// Of two sets that have nothing in common.
    pub(crate) fn of(members: Positions, open: Positions) -> Self {
        Membership { members, open }
    }

    /// Changes what is known of a cell.
    #[inline]
    pub(crate) fn set(&mut self, k: usize, is_member: Option<bool>) {
        match is_member {
            Some(true) => self.members.insert(k),
            _ => self.members.remove(k),
        }
        match is_member {
            None => self.open.insert(k),
            Some(_) => self.open.remove(k),
        }
    }

    /// Whether a cell is a member, unless it is open.
    pub(crate) fn get(&self, k: usize) -> Option<bool> {
        (!self.open.has(k)).then(|| self.members.has(k))
    }

    /// Members and open cells.
    fn possible(&self) -> Positions {
        self.members.or(&self.open)
    }
}

/// What follows from what is known of members, by positions of cells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Forced {
    /// They are members.
    pub(crate) members: Vec<usize>,
    /// They are not.
    pub(crate) others: Vec<usize>,
}

impl Connected {
    /// Of the cells with one of these `digits`, where `edges` are the positions of neighbours among
    /// `cells`; exactly `size` members, if it is said.
    ///
    /// # Panics
    /// If an edge names no position, or one twice.
    pub fn new(
        cells: impl Into<Box<[Cell]>>,
        edges: &[(usize, usize)],
        digits: CandidateSet,
        size: Option<usize>,
    ) -> Self {
        let cells = cells.into();
        let mut neighbours = vec![Vec::new(); cells.len()];
        for &(a, b) in edges {
            assert_ne!(a, b);
            for (from, to) in [(a, b), (b, a)] {
                neighbours[from].push(u32::try_from(to).expect("far fewer cells than 2³²"));
            }
        }
        let in_order = |mut list: Vec<u32>| {
            list.sort_unstable();
            list.dedup();
            list.into_boxed_slice()
        };
        let graph = Arc::new(Graph::new(neighbours.into_iter().map(in_order).collect()));
        Connected { cells, graph, digits, size }
    }

    /// The same with just so many members, or any number, whatever was said of it.
    pub(crate) fn with_size(&self, size: Option<usize>) -> Self {
        Connected { size, ..self.clone() }
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The positions of neighbours, each two once, in rising order.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        let of = |from: usize| self.neighbours(from).filter(move |&to| from < to);
        (0..self.cells.len()).flat_map(|from| of(from).map(move |to| (from, to))).collect()
    }

    /// The positions of the neighbours of the cell at a position.
    pub fn neighbours(&self, position: usize) -> impl Iterator<Item = usize> {
        self.graph.of(position).iter().map(|&to| to as usize)
    }

    /// What makes a cell a member.
    pub fn digits(&self) -> &CandidateSet {
        &self.digits
    }

    /// How many members there are, if it is said.
    pub fn size(&self) -> Option<usize> {
        self.size
    }

    /// How many steps lead from the first member to each other one at most.
    pub fn steps(&self) -> usize {
        self.size.unwrap_or(self.cells.len()).min(self.cells.len()).saturating_sub(1)
    }

    /// That there are as many members as is said, of so many digits.
    pub(crate) fn count(&self, digits: usize) -> Option<Sum> {
        let size = i64::try_from(self.size?).ok()?;
        let is_member = |digit| i32::from(self.digits.contains(Digit::new(digit)));
        let weights: Arc<[i32]> = (0..digits).map(is_member).collect();
        Some(Sum::new(&*self.cells, vec![weights; self.cells.len()], [size]))
    }

    /// The same of other cells and digits.
    pub(in crate::rule) fn of(&self, cells: Vec<Cell>, digits: CandidateSet) -> Self {
        let (graph, size) = (Arc::clone(&self.graph), self.size);
        Connected { cells: cells.into(), graph, digits, size }
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let is_member = |k: usize| self.digits.contains(digits[self.cells[k].index()]);
        let known = Membership::new(self.cells.len(), |k| Some(is_member(k)));
        self.force(&known).is_some()
    }

    /// What follows where each cell is a member, none, or open; `None` if it cannot hold. Once no
    /// cell is open the answer is exact.
    ///
    /// A way over open cells leads from the first member to each other; with so many members, none
    /// is further away than there are members left; a cell that all ways to some member go through
    /// is one, and so is one without which too few are left.
    pub(crate) fn force(&self, known: &Membership) -> Option<Forced> {
        let members = known.members.count();
        let most = self.size.unwrap_or(self.cells.len());
        if members > most {
            return None;
        }
        let Some(root) = known.members.first() else { return self.force_first(known) };
        let inside = self.reach(root, known, most - members);
        let (count, least) = (inside.count(), self.size.unwrap_or(0));
        if count < least || !known.members.without(&inside).is_empty() {
            return None;
        }
        let others = known.open.without(&inside).iter().collect();
        let mut forced = Forced { others, members: Vec::new() };
        if !known.open.and(&inside).is_empty() {
            // So many may be left out.
            forced.members = self.cuts(root, &inside, known, count - least);
            forced.members.sort_unstable();
        }
        Some(forced)
    }

    /// The same where no cell is known to be a member.
    fn force_first(&self, known: &Membership) -> Option<Forced> {
        let mut forced = Forced::default();
        let Some(size) = self.size else { return Some(forced) };
        let mut left = known.open.clone();
        let mut large = Vec::new();
        while let Some(start) = left.first() {
            let mut component = Positions::none(self.cells.len());
            component.insert(start);
            component = self.graph.spread(component, &left);
            left = left.without(&component);
            if component.count() < size || size == 0 {
                forced.others.extend(component.iter());
            } else {
                large.push(component);
            }
        }
        if size > 0 {
            match &large[..] {
                [] => return None,
                [only] if only.count() == size => forced.members.extend(only.iter()),
                _ => {}
            }
        }
        forced.others.sort_unstable();
        Some(forced)
    }

    /// Whether it cannot hold, as far as [`Connected::force`] sees.
    pub(crate) fn is_refuted(&self, known: &Membership) -> bool {
        let members = known.members.count();
        let Some(root) = known.members.first() else { return self.force_first(known).is_none() };
        let most = self.size.unwrap_or(self.cells.len());
        if members > most {
            return true;
        }
        let inside = self.reach(root, known, most - members);
        !known.members.without(&inside).is_empty() || inside.count() < self.size.unwrap_or(0)
    }

    /// Where it cannot hold: positions of which it is enough to know what is known of them; `None` if it is not seen.
    ///
    /// More members than there may be; two that no way over open cells connects, and what lies around one of them,
    /// around whichever has fewer others; members, and the others around what the first of them can reach.
    pub(crate) fn grounds(&self, known: &Membership) -> Option<Vec<usize>> {
        let (members, most) = (known.members.count(), self.size.unwrap_or(self.cells.len()));
        if members > most {
            return Some(known.members.iter().take(most + 1).collect());
        }
        let possible = known.possible();
        let from = |member: usize| {
            let mut inside = Positions::none(self.cells.len());
            inside.insert(member);
            self.graph.spread(inside, &possible)
        };
        let around = |inside: &Positions| self.graph.around(inside).without(&possible);
        let first = known.members.first()?;
        let inside = from(first);
        let Some(second) = known.members.without(&inside).first() else {
            let others = around(&self.reach(first, known, most - members));
            return Some(known.members.or(&others).iter().collect());
        };
        let [one, other] = [around(&inside), around(&from(second))];
        let fewer = if other.count() < one.count() { other } else { one };
        Some(fewer.iter().chain([first, second]).collect())
    }

    /// The cells within `most` open cells of a member, itself counted.
    fn reach(&self, root: usize, known: &Membership, most: usize) -> Positions {
        if most >= known.open.count() {
            let mut inside = Positions::none(self.cells.len());
            inside.insert(root);
            return self.graph.spread(inside, &known.possible());
        }
        self.graph.within(root, &known.members, &known.open, most)
    }

    /// The open cells `inside` that must be members: those that cut a member off from the root, or
    /// more cells than may be left out. By depth-first search and low points.
    ///
    /// - John Hopcroft, Robert Tarjan: *Algorithm 447: Efficient algorithms for graph manipulation*,
    ///   CACM 16 (1973).
    fn cuts(&self, root: usize, inside: &Positions, known: &Membership, left: usize) -> Vec<usize> {
        /// What is known of a cell that was visited.
        #[derive(Clone, Copy, Default)]
        struct Visited {
            /// The number of the visit, 0 for none; more than any where there is to be none.
            visit: u32,
            low: u32,
            /// Cells below, itself counted, and whether there are members among them.
            below: (u32, bool),
            /// The same of what removing it cuts off.
            cut_off: (u32, bool),
        }
        let cells = self.cells.len();
        let mut found = Vec::new();
        // Those outside are not visited.
        let none = Visited { visit: u32::MAX, ..Visited::default() };
        let mut all: SmallVec<[Visited; 96]> = SmallVec::from_elem(none, cells);
        inside.iter().for_each(|cell| all[cell].visit = 0);
        let mut path: SmallVec<[(usize, usize); 96]> = SmallVec::from_slice(&[(root, 0)]);
        let mut visits = 1;
        let visited = |visit, is_member| Visited {
            visit,
            low: visit,
            below: (1, is_member),
            cut_off: (1, false),
        };
        all[root] = visited(1, true);
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            if let Some(&to) = self.graph.of(at).get(*next) {
                *next += 1;
                let to = to as usize;
                if all[to].visit > 0 {
                    all[at].low = all[at].low.min(all[to].visit);
                    continue;
                }
                visits += 1;
                all[to] = visited(visits, known.members.has(to));
                path.push((to, 0));
                continue;
            }
            path.pop();
            let Visited { low, below: (count, has_member), cut_off, .. } = all[at];
            if known.open.has(at) && (cut_off.1 || cut_off.0 as usize > left) {
                found.push(at);
            }
            if let Some(&(parent, _)) = path.last() {
                let parent = &mut all[parent];
                parent.low = parent.low.min(low);
                parent.below = (parent.below.0 + count, parent.below.1 | has_member);
                if low >= parent.visit {
                    parent.cut_off = (parent.cut_off.0 + count, parent.cut_off.1 | has_member);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A block over a 3×4 grid of cells, digit 1 being what makes members.
    fn grid(size: Option<usize>) -> Connected {
        let at = |row: usize, column: usize| row * 4 + column;
        let across = (0..3).flat_map(|row| (0..3).map(move |k| (at(row, k), at(row, k + 1))));
        let down = (0..2).flat_map(|row| (0..4).map(move |k| (at(row, k), at(row + 1, k))));
        let edges: Vec<_> = across.chain(down).collect();
        let cells: Vec<_> = (0..12).map(Cell::new).collect();
        Connected::new(cells, &edges, [Digit::new(1)].into_iter().collect(), size)
    }

    /// Whether a set of members is connected, by going from member to member.
    fn is_connected(block: &Connected, members: usize) -> bool {
        let Some(first) = (0..12).find(|&k| members >> k & 1 == 1) else {
            return block.size().is_none_or(|size| size == 0);
        };
        let mut reached = 1 << first;
        for _ in 0..12 {
            for (a, b) in block.edges() {
                if reached >> a & 1 == 1 || reached >> b & 1 == 1 {
                    reached |= (1 << a | 1 << b) & members;
                }
            }
        }
        reached == members && block.size().is_none_or(|size| size == members.count_ones() as usize)
    }

    /// What is forced is what all sets of members have in common, or less; of no set, nothing or
    /// that it cannot hold. Where all is known the answer is exact.
    #[test]
    fn what_is_forced_is_common_to_all() {
        let mut random = Random::new(3);
        let (mut forced_some, mut refused, mut grounded) = (0, 0, 0);
        let blocks = [None, Some(4), Some(6), Some(0), Some(1), Some(12), Some(9)].map(grid);
        let sets = blocks
            .each_ref()
            .map(|block| (0..1 << 12).filter(|&set| is_connected(block, set)).collect::<Vec<_>>());
        for round in 0..1500 {
            let (block, sets) = (&blocks[round % blocks.len()], &sets[round % blocks.len()]);
            let open = random.below(13);
            let each: Vec<_> =
                (0..12).map(|_| (random.below(12) >= open).then(|| random.below(5) > 1)).collect();
            let known = Membership::new(12, |k| each[k]);
            let fits = |set: &&usize| {
                (0..12).all(|k| known.get(k).is_none_or(|is| is == (**set >> k & 1 == 1)))
            };
            let fitting: Vec<_> = sets.iter().filter(fits).collect();
            let forced = block.force(&known);
            assert_eq!(block.is_refuted(&known), forced.is_none(), "{known:?}");
            let Some(forced) = forced else {
                assert!(fitting.is_empty(), "{known:?}");
                if let Some(grounds) = block.grounds(&known) {
                    let few =
                        Membership::new(12, |k| known.get(k).filter(|_| grounds.contains(&k)));
                    assert!(block.is_refuted(&few), "{known:?} {grounds:?}");
                    grounded += 1;
                }
                refused += 1;
                continue;
            };
            assert!(!fitting.is_empty() || !known.open.is_empty(), "{known:?}");
            for set in fitting {
                assert!(forced.members.iter().all(|k| set >> k & 1 == 1), "{known:?} {forced:?}");
                assert!(forced.others.iter().all(|k| set >> k & 1 == 0), "{known:?} {forced:?}");
            }
            forced_some += usize::from(forced != Forced::default());
        }
        assert!(forced_some > 200 && refused > 200, "{forced_some} {refused}");
        assert!(grounded > 300, "{grounded}");
    }
}
