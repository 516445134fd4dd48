//! Pairs of cells that differ as pairs: two digits that stand in one pair stand in no other; where
//! each two digits have to stand somewhere, they do where they still may.

use super::super::state::number;
use super::super::word::Word;
use super::{Domain, Filter, Filtered};
use crate::rule;

/// Pairs of cells, at positions `2·k` and `2·k + 1`, no two of which have the same two digits.
#[derive(Debug)]
pub(in super::super) struct DistinctPairs {
    /// The number of digits.
    digits: usize,
    /// Whether each two digits stand somewhere, as there are as many pairs.
    is_full: bool,
}

/// Why the block cannot hold.
enum Clash {
    /// Two pairs have the same two digits.
    Equal(usize, usize),
    /// The pair has a digit at this position, and each that is left at the other stands beside that
    /// digit elsewhere.
    Taken(usize),
    /// These two digits stand nowhere.
    Nowhere(usize, usize),
    /// Two tuples have only this pair left.
    Both(usize, [(usize, usize); 2]),
}

/// The filter of pairs that differ.
pub(super) fn filter<W: Word>(block: &rule::DistinctPairs, domain: Domain<'_, W>) -> Filtered<W> {
    let cells: Box<[u32]> = block.cells().map(|cell| number(cell.index())).collect();
    let all = domain.of(&cells);
    let digits = domain.geometry.side;
    let is_full = block.pairs().len() == digits * digits;
    Filtered { cells, all, filter: Filter::DistinctPairs(DistinctPairs { digits, is_full }) }
}

/// What is known of tuples of digits.
struct Known<W> {
    /// For each first digit the second digits beside it, in pairs that are decided.
    beside: Vec<W>,
    /// The same by second digits.
    before: Vec<W>,
    /// For each first digit the second digits that only one pair is left for.
    lonely: Vec<W>,
}

impl DistinctPairs {
    pub(super) fn narrow<W: Word>(&self, sets: &mut [W]) -> bool {
        let Ok(known) = self.know(sets) else { return false };
        for pair in sets.chunks_exact_mut(2) {
            let [a, b] = [pair[0], pair[1]];
            match (a.first(), b.first()) {
                (Some(digit), _) if !a.is_several() && b.is_several() => {
                    pair[1] = b.without(known.beside[digit]);
                }
                (_, Some(digit)) if !b.is_several() && a.is_several() => {
                    pair[0] = a.without(known.before[digit]);
                }
                _ => {}
            }
            if self.is_full
                && let Some(digit) = a.numbers().find(|&digit| known.lonely[digit].meets(b))
            {
                pair[0] = pair[0].and(W::bit(digit));
                pair[1] = pair[1].and(known.lonely[digit]);
            }
        }
        sets.iter().all(|set| !set.is_empty())
    }

    /// What is known, or why the block cannot hold.
    fn know<W: Word>(&self, sets: &[W]) -> Result<Known<W>, Clash> {
        let empty = || vec![W::EMPTY; self.digits];
        let mut known = Known { beside: empty(), before: empty(), lonely: Vec::new() };
        let pairs = || sets.chunks_exact(2).map(|pair| (pair[0], pair[1])).enumerate();
        let only = |set: W| set.first().filter(|_| !set.is_several());
        for (k, (a, b)) in pairs() {
            if let (Some(first), Some(second)) = (only(a), only(b)) {
                if known.beside[first].has(second) {
                    let same = |&(_, pair): &(usize, (W, W))| pair == (a, b);
                    let before = pairs().find(same).map_or(k, |(before, _)| before);
                    return Err(Clash::Equal(before, k));
                }
                known.beside[first] = known.beside[first].or(W::bit(second));
                known.before[second] = known.before[second].or(W::bit(first));
            }
        }
        for (k, (a, b)) in pairs() {
            match (only(a), only(b)) {
                (Some(first), None) if b.without(known.beside[first]).is_empty() => {
                    return Err(Clash::Taken(2 * k));
                }
                (None, Some(second)) if a.without(known.before[second]).is_empty() => {
                    return Err(Clash::Taken(2 * k + 1));
                }
                _ => {}
            }
        }
        if self.is_full {
            let (mut once, mut twice) = (empty(), empty());
            for (_, (a, b)) in pairs() {
                for digit in a.numbers() {
                    twice[digit] = twice[digit].or(once[digit].and(b));
                    once[digit] = once[digit].or(b);
                }
            }
            for (first, &once) in once.iter().enumerate() {
                if let Some(second) = (0..self.digits).find(|&second| !once.has(second)) {
                    return Err(Clash::Nowhere(first, second));
                }
            }
            known.lonely =
                once.iter().zip(&twice).map(|(once, twice)| once.without(*twice)).collect();
            for (k, (a, b)) in pairs() {
                let digits = a.numbers();
                let of = |first: usize| {
                    known.lonely[first].and(b).numbers().map(move |second| (first, second))
                };
                let mut tuples = digits.flat_map(of);
                if let (Some(one), Some(other)) = (tuples.next(), tuples.next()) {
                    return Err(Clash::Both(k, [one, other]));
                }
            }
        }
        Ok(known)
    }

    pub(super) fn relax<W: Word>(&self, sets: &[W], all: &[W]) -> Vec<W> {
        let mut relaxed = all.to_vec();
        let keep = |relaxed: &mut [W], k: usize| relaxed[k] = sets[k];
        match self.know(sets) {
            // The filter refuses nothing else.
            Ok(_) => return sets.to_vec(),
            Err(Clash::Equal(one, other)) => {
                for k in [one, other].into_iter().flat_map(|k| [2 * k, 2 * k + 1]) {
                    keep(&mut relaxed, k);
                }
            }
            Err(Clash::Taken(at)) => {
                let (side, other) = (at % 2, at ^ 1);
                keep(&mut relaxed, at);
                let mut gone = W::EMPTY;
                for k in (side..sets.len()).step_by(2).filter(|&k| k != at && sets[k] == sets[at]) {
                    if !sets[k ^ 1].is_several() && sets[k ^ 1].meets(all[other]) {
                        keep(&mut relaxed, k);
                        keep(&mut relaxed, k ^ 1);
                        gone = gone.or(sets[k ^ 1]);
                    }
                }
                relaxed[other] = all[other].and(gone);
            }
            Err(Clash::Nowhere(first, second)) => exclude(sets, &mut relaxed, first, second, None),
            Err(Clash::Both(pair, tuples)) => {
                for (first, second) in tuples {
                    exclude(sets, &mut relaxed, first, second, Some(pair));
                }
            }
        }
        relaxed
    }

    pub(super) fn size(&self) -> usize {
        self.digits * self.digits
    }
}

/// Leaves two digits no pair but one, in the way they have none now.
fn exclude<W: Word>(
    sets: &[W],
    relaxed: &mut [W],
    first: usize,
    second: usize,
    but: Option<usize>,
) {
    for k in (0..sets.len() / 2).filter(|&k| Some(k) != but) {
        let (position, digit) =
            if sets[2 * k].has(first) { (2 * k + 1, second) } else { (2 * k, first) };
        relaxed[position] = relaxed[position].without(W::bit(digit));
    }
}
