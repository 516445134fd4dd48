//! How short single chains are, by sets of bits: what is on turns off what leaves others on, so
//! one set of candidates gives the next. No paths, which are built for the chain that is taken.

use super::Candidate;
use super::links::Links;
use crate::rate::ground::CANDIDATES;

/// Words of a set of candidates that have strong links. Positions with more are rare, and are left
/// to the ordered search.
const WORDS: usize = 4;

type Row = [u64; WORDS];

/// The links of a position among candidates with strong links, as sets of these.
#[derive(Debug, Clone, Default)]
pub(super) struct Net {
    /// By candidate, its number among those with strong links, plus one.
    number: Vec<u16>,
    /// By candidate, what it turns off; what that leaves on.
    off: Vec<Row>,
    turn: Vec<Row>,
    /// By number, what is on if it is off; which candidate it is.
    on: Vec<Row>,
    members: Vec<Candidate>,
    /// By number, from what it is on after one more turn.
    back: Vec<Row>,
    /// By turns left, what can still close the cycle that is looked for.
    closing: Vec<Row>,
}

fn meet(one: &Row, other: &Row) -> bool {
    one.iter().zip(other).any(|(a, b)| a & b != 0)
}

fn add(to: &mut Row, other: &Row) {
    for (word, other) in to.iter_mut().zip(other) {
        *word |= other;
    }
}

/// The members of a row.
fn members(row: &Row) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(n, &word)| {
        let rest = std::iter::successors((word != 0).then_some(word), |word| {
            let rest = word & (word - 1);
            (rest != 0).then_some(rest)
        });
        rest.map(move |word| 64 * n + word.trailing_zeros() as usize)
    })
}

impl Net {
    /// Reads the links between some candidates; whether they are few enough, and lead to none but
    /// these, as they do where there are no singles.
    pub(super) fn read(&mut self, links: &Links, among: &[Candidate]) -> bool {
        self.number.clear();
        self.number.resize(CANDIDATES, 0);
        self.members.clear();
        for &at in among {
            if !links.on(at).is_empty() {
                self.members.push(at);
                self.number[usize::from(at)] = self.members.len() as u16;
            }
        }
        if self.members.len() > 64 * WORDS {
            return false;
        }
        self.on.clear();
        for &at in &self.members {
            let mut row = Row::default();
            for &(to, _) in links.on(at) {
                let Some(to) = self.number[usize::from(to)].checked_sub(1) else { return false };
                let to = usize::from(to);
                row[to / 64] |= 1 << (to % 64);
            }
            self.on.push(row);
        }
        self.off.resize(CANDIDATES, Row::default());
        self.turn.resize(CANDIDATES, Row::default());
        for &at in among {
            let (mut off, mut turn) = (Row::default(), Row::default());
            for &to in links.off(at) {
                let Some(to) = self.number[usize::from(to)].checked_sub(1) else { return false };
                let to = usize::from(to);
                off[to / 64] |= 1 << (to % 64);
                add(&mut turn, &self.on[to]);
            }
            self.off[usize::from(at)] = off;
            self.turn[usize::from(at)] = turn;
        }
        self.back.clear();
        for on in &self.on {
            let mut back = Row::default();
            for n in members(on) {
                add(&mut back, &self.off[usize::from(self.members[n])]);
            }
            self.back.push(back);
        }
        true
    }

    /// The candidates with strong links.
    pub(super) fn members(&self) -> &[Candidate] {
        &self.members
    }

    /// The first of the sets that follow from `now`, of at most `most`, that meets `goal`: 0 for
    /// `now` itself.
    fn steps(&self, mut now: Row, goal: &Row, most: u32) -> Option<u32> {
        let mut seen = now;
        for step in 0..most {
            if meet(&now, goal) {
                return Some(step);
            }
            let mut next = Row::default();
            for n in members(&now) {
                add(&mut next, &self.turn[usize::from(self.members[n])]);
            }
            for ((next, now), seen) in next.iter_mut().zip(&mut now).zip(&mut seen) {
                *next &= !*seen;
                *seen |= *next;
                *now = *next;
            }
            if now == Row::default() {
                return None;
            }
        }
        meet(&now, goal).then_some(most)
    }

    /// The nodes of the shortest chain, of at most `most`, by which a candidate that is on is off.
    pub(super) fn refutes(&self, at: Candidate, most: u32) -> Option<u32> {
        let n = usize::from(at);
        let most = most.checked_sub(4)?;
        self.steps(self.turn[n], &self.off[n], most / 2).map(|steps| 2 * steps + 4)
    }

    /// The nodes of the shortest chain, of at most `most`, by which a candidate that is off is on.
    pub(super) fn proves(&self, at: Candidate, most: u32) -> Option<u32> {
        let n = usize::from(self.number[usize::from(at)]).checked_sub(1)?;
        let mut goal = Row::default();
        goal[n / 64] |= 1 << (n % 64);
        let most = most.checked_sub(2)?;
        self.steps(self.on[n], &goal, most / 2).map(|steps| 2 * steps + 2)
    }

    /// Whether a candidate may be on a cycle of at most `most` nodes; prepares
    /// [`may_close`](Self::may_close).
    pub(super) fn may_cycle(&mut self, at: Candidate, most: u32) -> bool {
        let Some(n) = usize::from(self.number[usize::from(at)]).checked_sub(1) else {
            return false;
        };
        let Some(turns) = (most / 2).checked_sub(2) else { return false };
        let mut first = self.turn[usize::from(at)];
        first[n / 64] &= !(1 << (n % 64));
        self.closing.clear();
        let (mut now, mut seen) = (self.back[n], self.back[n]);
        self.closing.push(seen);
        for _ in 0..=turns {
            let mut next = Row::default();
            for n in members(&now) {
                add(&mut next, &self.back[n]);
            }
            for ((next, now), seen) in next.iter_mut().zip(&mut now).zip(&mut seen) {
                *next &= !*seen;
                *seen |= *next;
                *now = *next;
            }
            if now == Row::default() {
                break;
            }
            self.closing.push(seen);
        }
        let last = (turns as usize).min(self.closing.len() - 1);
        meet(&first, &self.closing[last])
    }

    /// Whether a candidate can close the cycle with so many turns left.
    pub(super) fn may_close(&self, at: Candidate, turns: u32) -> bool {
        let row = &self.closing[(turns as usize).min(self.closing.len() - 1)];
        let n = usize::from(self.number[usize::from(at)]);
        n > 0 && row[(n - 1) / 64] >> ((n - 1) % 64) & 1 == 1
    }
}
