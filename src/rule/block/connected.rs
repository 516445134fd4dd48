//! Cells that are connected.

use std::ops::ControlFlow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::Sum;
use crate::grid::{CandidateSet, Cell, Digit};

/// The cells with one of some digits, its members, are connected: from each of them a way leads to
/// each other over neighbours that are members too. No members at all are connected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connected {
    cells: Box<[Cell]>,
    /// For each cell the positions of its neighbours, in rising order.
    neighbours: Arc<[Box<[u32]>]>,
    digits: CandidateSet,
    size: Option<usize>,
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
        let neighbours = neighbours.into_iter().map(in_order).collect();
        Connected { cells, neighbours, digits, size }
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
        self.neighbours[position].iter().map(|&to| to as usize)
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
        let (neighbours, size) = (Arc::clone(&self.neighbours), self.size);
        Connected { cells: cells.into(), neighbours, digits, size }
    }

    /// Whether a filled grid keeps it.
    pub fn holds(&self, digits: &[Digit]) -> bool {
        let is_member = |k: usize| self.digits.contains(digits[self.cells[k].index()]);
        self.force(|k| Some(is_member(k))).is_some()
    }

    /// What follows where each cell is a member, none, or open; `None` if it cannot hold. Once no
    /// cell is open the answer is exact.
    ///
    /// A way over open cells leads from the first member to each other; with so many members, none
    /// is further away than there are members left; a cell that all ways to some member go through
    /// is one, and so is one without which too few are left.
    pub(crate) fn force(&self, member: impl Fn(usize) -> Option<bool>) -> Option<Forced> {
        let cells = self.cells.len();
        let known: Vec<_> = (0..cells).map(member).collect();
        let members = known.iter().filter(|&&is| is == Some(true)).count();
        let most = self.size.unwrap_or(cells);
        if members > most {
            return None;
        }
        let Some(root) = known.iter().position(|&is| is == Some(true)) else {
            return self.force_first(&known);
        };
        let mut left = most - members;
        let mut inside = vec![false; cells];
        let mut count = 0;
        self.reach(root, &known, left, |k| {
            inside[k] = true;
            count += 1;
            ControlFlow::Continue(())
        });
        if (0..cells).any(|k| known[k] == Some(true) && !inside[k]) {
            return None;
        }
        let mut forced = Forced::default();
        forced.others.extend((0..cells).filter(|&k| known[k].is_none() && !inside[k]));
        let least = self.size.unwrap_or(0);
        if count < least {
            return None;
        }
        // How many may be left out.
        left = count - least;
        forced.members = self.cuts(root, &inside, &known, left);
        forced.members.sort_unstable();
        Some(forced)
    }

    /// The same where no cell is known to be a member.
    fn force_first(&self, known: &[Option<bool>]) -> Option<Forced> {
        let mut forced = Forced::default();
        let Some(size) = self.size else { return Some(forced) };
        let mut seen: Vec<_> = known.iter().map(|&is| is == Some(false)).collect();
        let mut large = Vec::new();
        for start in 0..known.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut component, mut done) = (vec![start], 0);
            while let Some(&at) = component.get(done) {
                done += 1;
                let new = self.neighbours(at);
                component.extend(new.filter(|&to| !std::mem::replace(&mut seen[to], true)));
            }
            if component.len() < size || size == 0 {
                forced.others.extend(component);
            } else {
                large.push(component);
            }
        }
        if size > 0 {
            match &mut large[..] {
                [] => return None,
                [only] if only.len() == size => forced.members = std::mem::take(only),
                _ => {}
            }
        }
        forced.members.sort_unstable();
        forced.others.sort_unstable();
        Some(forced)
    }

    /// Whether it cannot hold, as far as [`Connected::force`] sees.
    pub(crate) fn is_refuted(&self, known: &[Option<bool>]) -> bool {
        let members = known.iter().filter(|&&is| is == Some(true)).count();
        let Some(root) = known.iter().position(|&is| is == Some(true)) else {
            return self.force_first(known).is_none();
        };
        let most = self.size.unwrap_or(known.len());
        if members > most {
            return true;
        }
        let (mut missing, mut count) = (members, 0);
        let least = self.size.unwrap_or(0);
        self.reach(root, known, most - members, |k| {
            missing -= usize::from(known[k] == Some(true));
            count += 1;
            if missing == 0 && count >= least {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        missing > 0 || count < least
    }

    /// Two members that no way over open cells connects, and the cells around one of them that are known not to be
    /// members: around whichever of the two has fewer. They are the first member and the first that it does not reach.
    pub(crate) fn separation(&self, known: &[Option<bool>]) -> Option<Vec<usize>> {
        let around = |member: usize| {
            let mut inside = vec![false; known.len()];
            self.reach(member, known, known.len(), |k| {
                inside[k] = true;
                ControlFlow::Continue(())
            });
            let touches = |k: &usize| {
                known[*k] == Some(false) && self.neighbours(*k).any(|beside| inside[beside])
            };
            let around: Vec<usize> = (0..known.len()).filter(touches).collect();
            (around, inside)
        };
        let first = known.iter().position(|&is| is == Some(true))?;
        let (mut found, inside) = around(first);
        let is_apart = |&k: &usize| known[k] == Some(true) && !inside[k];
        let second = (first + 1..known.len()).find(is_apart)?;
        let (other, _) = around(second);
        if other.len() < found.len() {
            found = other;
        }
        found.extend([first, second]);
        Some(found)
    }

    /// Visits each cell within `most` open cells of a member, itself counted, until it breaks.
    fn reach(
        &self,
        root: usize,
        known: &[Option<bool>],
        most: usize,
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) {
        let mut seen: SmallVec<[bool; 128]> = SmallVec::from_elem(false, known.len());
        // Cells to go on from, with so many open ones on the way, and with one more.
        let (mut first, mut second): (SmallVec<[usize; 64]>, SmallVec<[usize; 64]>) =
            (SmallVec::from_slice(&[root]), SmallVec::new());
        let (mut near, mut far) = (&mut first, &mut second);
        seen[root] = true;
        for so_far in 0..=most {
            while let Some(at) = near.pop() {
                if visit(at).is_break() {
                    return;
                }
                for to in self.neighbours(at) {
                    let next = match known[to] {
                        Some(true) => &mut *near,
                        None if so_far < most => &mut *far,
                        _ => continue,
                    };
                    if !std::mem::replace(&mut seen[to], true) {
                        next.push(to);
                    }
                }
            }
            if far.is_empty() {
                return;
            }
            std::mem::swap(&mut near, &mut far);
        }
    }

    /// The open cells `inside` that must be members: those that cut a member off from the root, or
    /// more cells than may be left out. By depth-first search and low points.
    ///
    /// - John Hopcroft, Robert Tarjan: *Algorithm 447: Efficient algorithms for graph manipulation*,
    ///   CACM 16 (1973).
    fn cuts(
        &self,
        root: usize,
        inside: &[bool],
        known: &[Option<bool>],
        left: usize,
    ) -> Vec<usize> {
        let cells = inside.len();
        let mut found = Vec::new();
        // Number of the visit, 0 for none; low point; cells and members below, itself counted;
        // what removing it cuts off.
        let mut visit = vec![0; cells];
        let mut low = vec![0; cells];
        let mut below = vec![(0, false); cells];
        let mut cut_off = vec![(1, false); cells];
        let mut path = vec![(root, 0)];
        let mut visits = 1;
        (visit[root], low[root], below[root]) = (1, 1, (1, true));
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            if let Some(&to) = self.neighbours[at].get(*next) {
                *next += 1;
                let to = to as usize;
                if !inside[to] {
                    continue;
                }
                if visit[to] > 0 {
                    low[at] = low[at].min(visit[to]);
                    continue;
                }
                visits += 1;
                (visit[to], low[to]) = (visits, visits);
                below[to] = (1, known[to] == Some(true));
                path.push((to, 0));
                continue;
            }
            path.pop();
            if known[at].is_none() && (cut_off[at].1 || cut_off[at].0 > left) {
                found.push(at);
            }
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[at]);
                let (count, has_member) = below[at];
                below[parent] = (below[parent].0 + count, below[parent].1 | has_member);
                if low[at] >= visit[parent] {
                    let before = cut_off[parent];
                    cut_off[parent] = (before.0 + count, before.1 | has_member);
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
        let (mut forced_some, mut refused, mut separated) = (0, 0, 0);
        let blocks = [None, Some(4), Some(6), Some(0), Some(1), Some(12), Some(9)].map(grid);
        let sets = blocks
            .each_ref()
            .map(|block| (0..1 << 12).filter(|&set| is_connected(block, set)).collect::<Vec<_>>());
        for round in 0..1500 {
            let (block, sets) = (&blocks[round % blocks.len()], &sets[round % blocks.len()]);
            let open = random.below(13);
            let known: Vec<_> =
                (0..12).map(|_| (random.below(12) >= open).then(|| random.below(5) > 1)).collect();
            let fits = |set: &&usize| {
                (0..12).all(|k| known[k].is_none_or(|is| is == (**set >> k & 1 == 1)))
            };
            let fitting: Vec<_> = sets.iter().filter(fits).collect();
            let forced = block.force(|k| known[k]);
            assert_eq!(block.is_refuted(&known), forced.is_none(), "{known:?}");
            if let Some(around) = block.separation(&known) {
                let few = (0..12).map(|k| known[k].filter(|_| around.contains(&k)));
                assert!(block.is_refuted(&few.collect::<Vec<_>>()), "{known:?} {around:?}");
                separated += 1;
            }
            let Some(forced) = forced else {
                assert!(fitting.is_empty(), "{known:?}");
                refused += 1;
                continue;
            };
            assert!(!fitting.is_empty() || known.contains(&None), "{known:?}");
            for set in fitting {
                assert!(forced.members.iter().all(|k| set >> k & 1 == 1), "{known:?} {forced:?}");
                assert!(forced.others.iter().all(|k| set >> k & 1 == 0), "{known:?} {forced:?}");
            }
            forced_some += usize::from(forced != Forced::default());
        }
        assert!(forced_some > 200 && refused > 200, "{forced_some} {refused}");
        assert!(separated > 200, "{separated}");
    }
}
