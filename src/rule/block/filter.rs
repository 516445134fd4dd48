//! What blocks exclude, given the candidates: simple filtering, one part of a block at a time.
//!
//! The board uses this. Native search has filters of its own, which are stronger and give reasons.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Block, Choice, Connected, Distinct, DistinctPairs, Line, Literal, Membership, NValue, Pairs,
    Sum,
};
use crate::grid::{CandidateGrid, CandidateSet, Cell, Digit};

impl Block {
    /// How many parts can be filtered by themselves: each clause, each pair.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Block::Clauses(block) => block.clauses().len(),
            Block::Pairs(block) => block.pairs().len(),
            _ => 1,
        }
    }

    /// The cells of a part; a cell may occur more than once.
    pub(crate) fn cells_of_part(&self, part: usize) -> Vec<Cell> {
        match self {
            Block::Clauses(block) => block.clauses()[part].iter().map(|lit| lit.cell).collect(),
            Block::Pairs(block) => <[Cell; 2]>::from(block.pairs()[part]).to_vec(),
            _ => self.cells(),
        }
    }

    /// Adds candidates that a part excludes; whether it can hold at all. Once all its cells are
    /// decided the answer is exact.
    pub(crate) fn filter(
        &self,
        part: usize,
        candidates: &CandidateGrid,
        excluded: &mut Vec<(Cell, Digit)>,
    ) -> bool {
        match self {
            Block::Clauses(block) => unit(&block.clauses()[part], candidates, excluded),
            Block::Pairs(block) => supported(block, part, candidates, excluded),
            Block::Distinct(block) => unequal(block, candidates, excluded),
            Block::Sum(block) => bounded(block, candidates, excluded),
            Block::Line(block) => on_a_path(block, candidates, excluded),
            Block::Choice(block) => of_all(block, candidates, excluded),
            Block::Connected(block) => reached(block, candidates, excluded),
            Block::DistinctPairs(block) => unequal_pairs(block, candidates, excluded),
            Block::NValue(block) => counted(block, candidates, excluded),
        }
    }
}

/// The digit of a cell that is decided.
fn decided(candidates: &CandidateGrid, cell: Cell) -> Option<Digit> {
    let mut digits = candidates.digits(cell);
    digits.next().filter(|_| digits.next().is_none())
}

/// Unit propagation of a clause.
fn unit(clause: &[Literal], candidates: &CandidateGrid, excluded: &mut Vec<(Cell, Digit)>) -> bool {
    let may_hold = |lit: &&Literal| {
        if lit.stands {
            candidates.contains(lit.cell, lit.digit)
        } else {
            decided(candidates, lit.cell) != Some(lit.digit)
        }
    };
    let mut open = clause.iter().filter(may_hold);
    let Some(&Literal { cell, digit, stands }) = open.next() else { return false };
    if open.all(|lit| *lit == (Literal { cell, digit, stands })) {
        let goes = |&other: &Digit| (other == digit) != stands;
        excluded.extend(candidates.digits(cell).filter(goes).map(|digit| (cell, digit)));
    }
    true
}

/// Arc consistency of a pair of cells.
fn supported(
    block: &Pairs,
    part: usize,
    candidates: &CandidateGrid,
    excluded: &mut Vec<(Cell, Digit)>,
) -> bool {
    let (first, second) = block.pairs()[part];
    let agree =
        |a: Digit, b: Digit| block.allowed()[a.index()].contains(b) && (first != second || a == b);
    let lonely = |&a: &Digit| !candidates.digits(second).any(|b| agree(a, b));
    excluded.extend(candidates.digits(first).filter(lonely).map(|digit| (first, digit)));
    let lonely = |&b: &Digit| !candidates.digits(first).any(|a| agree(a, b));
    excluded.extend(candidates.digits(second).filter(lonely).map(|digit| (second, digit)));
    true
}

/// Digits that stand in one cell stand in no other.
fn unequal(
    block: &Distinct,
    candidates: &CandidateGrid,
    excluded: &mut Vec<(Cell, Digit)>,
) -> bool {
    for (k, &cell) in block.cells().iter().enumerate() {
        if let Some(digit) = decided(candidates, cell) {
            let others = block.cells().iter().enumerate().filter(|(other, _)| *other != k);
            let equal = others.filter(|(_, other)| candidates.contains(**other, digit));
            excluded.extend(equal.map(|(_, &other)| (other, digit)));
        }
    }
    true
}

/// Two digits that stand in one pair stand in no other.
fn unequal_pairs(
    block: &DistinctPairs,
    candidates: &CandidateGrid,
    excluded: &mut Vec<(Cell, Digit)>,
) -> bool {
    let both: Vec<_> = block
        .pairs()
        .iter()
        .map(|&(first, second)| (decided(candidates, first), decided(candidates, second)))
        .collect();
    // For each digit of first cells, the second digits that stand beside it.
    let mut beside = vec![CandidateSet::EMPTY; candidates.digit_count()];
    for pair in &both {
        if let (Some(first), Some(second)) = *pair {
            if beside[first.index()].contains(second) {
                return false;
            }
            beside[first.index()].insert(second);
        }
    }
    for (&(a, b), pair) in block.pairs().iter().zip(both) {
        match pair {
            (Some(first), None) => {
                let taken = |second: &Digit| beside[first.index()].contains(*second);
                excluded.extend(candidates.digits(b).filter(taken).map(|second| (b, second)));
            }
            (None, Some(second)) => {
                let taken = |first: &Digit| beside[first.index()].contains(second);
                excluded.extend(candidates.digits(a).filter(taken).map(|first| (a, first)));
            }
            _ => {}
        }
    }
    true
}

/// There are as many digits as are decided, and as many more as there are open cells at most.
fn counted(block: &NValue, candidates: &CandidateGrid, excluded: &mut Vec<(Cell, Digit)>) -> bool {
    let cells = block.cells().iter();
    let there: CandidateSet = cells.clone().filter_map(|&cell| decided(candidates, cell)).collect();
    let open: Vec<_> = cells.copied().filter(|&cell| candidates.len(cell) > 1).collect();
    let may_be = there.len()..=(there.len() + open.len()).min(candidates.digit_count());
    let told = |digit: Digit| usize::try_from(block.counts()[digit.index()]);
    let fits = |&digit: &Digit| told(digit).is_ok_and(|told| may_be.contains(&told));
    let (fitting, others): (Vec<_>, Vec<_>) = candidates.digits(block.teller()).partition(fits);
    if fitting.is_empty() {
        return false;
    }
    excluded.extend(others.into_iter().map(|digit| (block.teller(), digit)));
    let all_tell = |count| fitting.iter().all(|&digit| told(digit) == Ok(count));
    // None more is there, or each open cell has one more.
    let (none, each) = (all_tell(there.len()), all_tell(there.len() + open.len()));
    for cell in open {
        let goes = |digit: &Digit| if there.contains(*digit) { each } else { none };
        excluded.extend(candidates.digits(cell).filter(goes).map(|digit| (cell, digit)));
    }
    true
}

/// Ways lead from member to member.
fn reached(
    block: &Connected,
    candidates: &CandidateGrid,
    excluded: &mut Vec<(Cell, Digit)>,
) -> bool {
    let split = |k: usize| {
        let digits = candidates.digits(block.cells()[k]);
        digits.partition::<Vec<_>, _>(|&digit| block.digits().contains(digit))
    };
    let member = |k: usize| match split(k) {
        (inside, outside) if inside.is_empty() == outside.is_empty() => None,
        (_, outside) => Some(outside.is_empty()),
    };
    let known = Membership::new(block.cells().len(), member);
    let Some(forced) = block.force(&known) else { return false };
    for (positions, is_member) in [(forced.members, true), (forced.others, false)] {
        for k in positions {
            let (inside, outside) = split(k);
            let gone = if is_member { outside } else { inside };
            excluded.extend(gone.into_iter().map(|digit| (block.cells()[k], digit)));
        }
    }
    true
}

/// The total lies between bounds, cell by cell.
fn bounded(block: &Sum, candidates: &CandidateGrid, excluded: &mut Vec<(Cell, Digit)>) -> bool {
    let weights = |k: usize| {
        let table = &block.weights()[k];
        candidates
            .digits(block.cells()[k])
            .map(move |digit| (digit, i64::from(table[digit.index()])))
    };
    let bounds = |k: usize| {
        let range = weights(k).map(|(_, weight)| (weight, weight));
        range.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    };
    let hits = |low: i64, high: i64| {
        let next = block.targets().partition_point(|&target| target < low);
        block.targets().get(next).is_some_and(|&target| target <= high)
    };
    let Some(each) = (0..block.cells().len()).map(bounds).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let low: i64 = each.iter().map(|(low, _)| low).sum();
    let high: i64 = each.iter().map(|(_, high)| high).sum();
    if !hits(low, high) {
        return false;
    }
    for (k, own) in each.iter().enumerate() {
        let (low, high) = (low - own.0, high - own.1);
        let misses = |&(_, weight): &(Digit, i64)| !hits(low + weight, high + weight);
        excluded.extend(weights(k).filter(misses).map(|(digit, _)| (block.cells()[k], digit)));
    }
    true
}

/// Lines that take more steps of a state by a digit are filtered only where one cell is open.
const MOST_STEPS: usize = 1 << 24;

/// The digits of the last open cell that an automaton accepts.
fn last(block: &Line, candidates: &CandidateGrid, excluded: &mut Vec<(Cell, Digit)>) -> bool {
    let digits: Vec<_> = block.cells().iter().map(|&cell| decided(candidates, cell)).collect();
    let mut open = block.cells().iter().filter(|&&cell| decided(candidates, cell).is_none());
    let Some(&cell) = open.next() else { return block.accepts(&digits, Digit::new(0)) };
    if open.all(|&other| other == cell) {
        let idle = |&digit: &Digit| !block.accepts(&digits, digit);
        excluded.extend(candidates.digits(cell).filter(idle).map(|digit| (cell, digit)));
    }
    true
}

/// A path of the automaton from the start to an accepting state goes through each candidate.
fn on_a_path(block: &Line, candidates: &CandidateGrid, excluded: &mut Vec<(Cell, Digit)>) -> bool {
    let (cells, automaton) = (block.cells(), block.automaton());
    if cells.len() * automaton.states() * candidates.digit_count() > MOST_STEPS {
        return last(block, candidates, excluded);
    }
    let mut reached = vec![vec![false; automaton.states()]];
    reached[0][automaton.start()] = true;
    for (k, &cell) in cells.iter().enumerate() {
        let mut after = vec![false; automaton.states()];
        for state in (0..automaton.states()).filter(|&state| reached[k][state]) {
            for to in candidates.digits(cell).filter_map(|digit| automaton.next(state, digit)) {
                after[to] = true;
            }
        }
        reached.push(after);
    }
    let mut useful: Vec<bool> = (0..automaton.states()).map(|s| automaton.accepts(s)).collect();
    let at_end = &reached[cells.len()];
    if !useful.iter().zip(at_end).any(|(useful, reached)| *useful && *reached) {
        return false;
    }
    for (k, &cell) in cells.iter().enumerate().rev() {
        let leads = |state: usize, digit| automaton.next(state, digit).is_some_and(|to| useful[to]);
        let states = || (0..automaton.states()).filter(|&state| reached[k][state]);
        let idle = |&digit: &Digit| !states().any(|state| leads(state, digit));
        excluded.extend(candidates.digits(cell).filter(idle).map(|digit| (cell, digit)));
        let before = |state| candidates.digits(cell).any(|digit| leads(state, digit));
        useful = (0..automaton.states()).map(before).collect();
    }
    true
}

/// What every option excludes, of those that may hold.
fn of_all(block: &Choice, candidates: &CandidateGrid, excluded: &mut Vec<(Cell, Digit)>) -> bool {
    let common = |common: Candidates, other: Candidates| &common & &other;
    match block.excluded(candidates).into_iter().flatten().reduce(common) {
        Some(common) => excluded.extend(common),
        None => return false,
    }
    true
}

type Candidates = BTreeSet<(Cell, Digit)>;

impl Choice {
    /// For each option the candidates that it excludes; `None` if it cannot hold.
    pub(crate) fn excluded(&self, candidates: &CandidateGrid) -> Vec<Option<Candidates>> {
        self.options().iter().map(|blocks| of_each(blocks, candidates)).collect()
    }
}

/// What some blocks exclude, each by itself; `None` if it is seen that not all can hold.
fn of_each(blocks: &[Block], candidates: &CandidateGrid) -> Option<Candidates> {
    let mut excluded = Vec::new();
    let parts = blocks.iter().flat_map(|block| (0..block.parts()).map(move |part| (block, part)));
    for (block, part) in parts {
        if !block.filter(part, candidates, &mut excluded) {
            return None;
        }
    }
    let excluded: Candidates = excluded.into_iter().collect();
    let mut counts = BTreeMap::<Cell, usize>::new();
    for &(cell, _) in &excluded {
        *counts.entry(cell).or_default() += 1;
    }
    let is_open = |(&cell, &count): (&Cell, &usize)| count < candidates.len(cell);
    counts.iter().all(is_open).then_some(excluded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_literal_of_a_clause_decides() {
        let cells = [0, 1].map(Cell::new);
        let lit = |cell, digit, stands| Literal { cell, digit: Digit::new(digit), stands };
        let found = |clause: &[Literal], first: &[usize]| {
            let mut candidates = CandidateGrid::full(2, 4);
            candidates.set(cells[0], &first.iter().map(|&digit| Digit::new(digit)).collect());
            let mut excluded = Vec::new();
            let holds = unit(clause, &candidates, &mut excluded);
            (holds, excluded.iter().map(|(cell, digit)| (cell.index(), digit.index())).collect())
        };
        let clause = [lit(cells[0], 0, true), lit(cells[1], 2, true)];
        let all: Vec<(usize, usize)> = vec![(1, 0), (1, 1), (1, 3)];
        assert_eq!(found(&clause, &[1, 2]), (true, all));
        assert_eq!(found(&clause, &[0, 1]), (true, vec![]));
        let clause = [lit(cells[0], 0, false), lit(cells[1], 2, false)];
        assert_eq!(found(&clause, &[0]), (true, vec![(1, 2)]));
        assert_eq!(found(&clause, &[0, 1]), (true, vec![]));
        assert_eq!(found(&clause[..1], &[0]), (false, vec![]));
    }

    #[test]
    fn decided_cells_bound_how_many_digits_there_are() {
        let [a, b, c, teller] = [0, 1, 2, 3].map(Cell::new);
        let block = NValue::new(&[a, b, c], teller, [1, 2, 3, 4]);
        let found = |first: &[usize], second: &[usize], told: &[usize]| {
            let mut candidates = CandidateGrid::full(4, 4);
            for (cell, digits) in [(a, first), (b, second), (teller, told)] {
                candidates.set(cell, &digits.iter().map(|&digit| Digit::new(digit)).collect());
            }
            let mut excluded = Vec::new();
            let holds = counted(&block, &candidates, &mut excluded);
            (holds, excluded.iter().map(|(cell, digit)| (cell.index(), digit.index())).collect())
        };
        let all = &[0, 1, 2, 3][..];
        let of = |pairs: &[(usize, usize)]| pairs.to_vec();
        assert_eq!(found(&[0], &[1], all), (true, of(&[(3, 0), (3, 3)])));
        assert_eq!(found(&[0], &[1], &[1]), (true, of(&[(2, 2), (2, 3)])), "none more");
        assert_eq!(found(&[0], &[1], &[2]), (true, of(&[(2, 0), (2, 1)])), "each one more");
        assert_eq!(found(&[0], &[0, 1], &[3]), (false, of(&[])));
    }
}
