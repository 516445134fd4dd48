//! The state of a search: which digit stands where, what that costs, and how a swap changes it.

use super::rng::{Rng, share};

/// The cost of a cell that holds a digit outside its domain.
const STRAY: i32 = 2;

/// No place in the list.
const NOWHERE: u16 = u16::MAX;

/// Kinds of soft houses with rows and columns: houses of one kind share no cell.
const KINDS: usize = 2;

/// What a cell is to its houses, and where its domain is listed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Row and column.
    pub(super) lines: [u16; KINDS],
    /// The region, whose digits it shares out.
    pub(super) region: u16,
    /// The number of digits in its domain.
    pub(super) number: u16,
    /// Where they begin in the list of all.
    pub(super) first: u32,
}

/// The thresholds of acceptance: entry `d + EVEN` for a change of cost by `d`.
pub(super) type Thresholds = [u64; 2 * EVEN];

/// The entry for no change.
pub(super) const EVEN: usize = 16;

#[derive(Debug, Clone)]
pub(super) struct State {
    shift: u32,
    places: Box<[Place]>,
    choices: Box<[u8]>,
    words: usize,
    domains: Box<[u64]>,
    extras: Box<[u16]>,
    extra_kinds: usize,
    digits: Box<[u8]>,
    spots: Box<[u16]>,
    counts: Box<[u8]>,
    mixes: Box<[u16]>,
    list: Vec<u16>,
    ranks: Box<[u16]>,
    cost: i32,
}

/// A swap: a cell and the cell of its region that it exchanges digits with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Swap {
    cells: [u16; 2],
    change: i32,
}

pub(super) struct Cells {
    pub(super) side: usize,
    pub(super) houses: usize,
    pub(super) regions: usize,
    pub(super) places: Vec<Place>,
    pub(super) choices: Vec<u8>,
    pub(super) extras: Vec<u16>,
    pub(super) extra_kinds: usize,
}

impl State {
    pub(super) fn new(cells: Cells, digits: Vec<u8>) -> Self {
        let n = cells.places.len();
        let shift = cells.side.next_power_of_two().trailing_zeros();
        let words = cells.side.div_ceil(64);
        let mut domains = vec![0; n * words];
        for (c, place) in cells.places.iter().enumerate() {
            for &d in &cells.choices[place.first as usize..][..usize::from(place.number)] {
                domains[c * words + usize::from(d >> 6)] |= 1 << (d & 63);
            }
        }
        let mut this = State {
            shift,
            places: cells.places.into(),
            choices: cells.choices.into(),
            words,
            domains: domains.into(),
            extras: cells.extras.into(),
            extra_kinds: cells.extra_kinds,
            digits: digits.into(),
            spots: vec![0; cells.regions << shift].into(),
            counts: vec![0; cells.houses << shift].into(),
            mixes: vec![0; cells.houses << shift].into(),
            list: Vec::with_capacity(n),
            ranks: vec![NOWHERE; n].into(),
            cost: 0,
        };
        this.count();
        this
    }

    pub(super) fn cost(&self) -> i32 {
        self.cost
    }
    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }
    pub(super) fn listed(&self) -> usize {
        self.list.len()
    }

    pub(super) fn set(&mut self, digits: &[u8]) {
        self.digits.copy_from_slice(digits);
        self.count();
    }

    pub(super) fn shuffle(&mut self, rng: &mut Rng) {
        let mut by_region = vec![Vec::new(); self.spots.len() >> self.shift];
        for (c, p) in self.places.iter().enumerate() {
            by_region[usize::from(p.region)].push(c);
        }
        for cells in by_region {
            for k in (1..cells.len()).rev() {
                self.digits.swap(cells[k], cells[rng.below(k + 1)]);
            }
        }
        self.count();
    }

    /// Counts everything afresh.
    fn count(&mut self) {
        self.counts.fill(0);
        self.mixes.fill(0);
        self.cost = 0;
        self.list.clear();
        self.ranks.fill(NOWHERE);
        for c in 0..self.digits.len() {
            let digit = self.digits[c];
            let spot = self.at(self.places[c].region, digit);
            self.spots[spot] = c as u16;
            for kind in 0..KINDS + self.extra_kinds {
                let Some(house) = self.house(c, kind) else { continue };
                let at = self.at(house, digit);
                self.cost += i32::from(self.counts[at]);
                self.counts[at] += 1;
                self.mixes[at] ^= c as u16;
            }
            self.cost += STRAY * self.stray(c, digit);
        }
        for c in 0..self.digits.len() {
            self.relist(c);
        }
    }

    #[inline]
    fn at(&self, house: u16, digit: u8) -> usize {
        usize::from(house) << self.shift | usize::from(digit)
    }

    #[inline]
    fn house(&self, cell: usize, kind: usize) -> Option<u16> {
        let house = match kind.checked_sub(KINDS) {
            None => self.places[cell].lines[kind],
            Some(extra) => self.extras[cell * self.extra_kinds + extra],
        };
        (house != NOWHERE).then_some(house)
    }

    /// 1 if a digit is outside the domain of a cell.
    #[inline]
    fn stray(&self, cell: usize, digit: u8) -> i32 {
        let word = self.domains[cell * self.words + usize::from(digit >> 6)];
        (!word >> (digit & 63) & 1) as i32
    }

    /// Draws swaps until one is accepted or the steps are used up.
    #[inline(never)]
    pub(super) fn propose(
        &self,
        rng: &mut Rng,
        thresholds: &Thresholds,
        steps: &mut u32,
    ) -> Option<Swap> {
        let list = &self.list[..];
        let (places, choices, digits) = (&self.places[..], &self.choices[..], &self.digits[..]);
        let (spots, counts) = (&self.spots[..], &self.counts[..]);
        let shift = self.shift;
        while *steps > 0 {
            *steps -= 1;
            let word = rng.word();
            let (rank, rest) = share((word >> 32) as u32, list.len());
            let v = usize::from(list[rank]);
            let from = &places[v];
            let pick = from.first as usize + share(rest, usize::from(from.number)).0;
            let (a, b) = (digits[v], choices[pick]);
            let u = usize::from(spots[usize::from(from.region) << shift | usize::from(b)]);
            let to = &places[u];
            let mut change = STRAY * (self.stray(u, a) - self.stray(u, b) - self.stray(v, a));
            let count = |line: u16, digit: u8| {
                i32::from(counts[usize::from(line) << shift | usize::from(digit)])
            };
            for kind in 0..KINDS {
                let (x, y) = (from.lines[kind], to.lines[kind]);
                let moved = count(x, b) - count(x, a) + count(y, a) - count(y, b) + 2;
                change += if x == y { 0 } else { moved };
            }
            for kind in 0..self.extra_kinds {
                let x = self.extras[v * self.extra_kinds + kind];
                let y = self.extras[u * self.extra_kinds + kind];
                if x != y {
                    if x != NOWHERE {
                        change += count(x, b) - count(x, a) + 1;
                    }
                    if y != NOWHERE {
                        change += count(y, a) - count(y, b) + 1;
                    }
                }
            }
            let entry = (change + EVEN as i32).clamp(0, 2 * EVEN as i32 - 1) as usize;
            let accepted = (word & 0xffff_ffff) < thresholds[entry];
            if accepted & (a != b) {
                return Some(Swap { cells: [v as u16, u as u16], change });
            }
        }
        None
    }

    /// Exchanges the digits of two cells of a region.
    pub(super) fn swap(&mut self, swap: Swap) {
        let [v, u] = swap.cells.map(usize::from);
        let (a, b) = (self.digits[v], self.digits[u]);
        self.cost += swap.change;
        for (cell, old, new) in [(v, a, b), (u, b, a)] {
            self.digits[cell] = new;
            let spot = self.at(self.places[cell].region, new);
            self.spots[spot] = cell as u16;
            for kind in 0..KINDS + self.extra_kinds {
                let Some(house) = self.house(cell, kind) else { continue };
                let at = self.at(house, old);
                self.counts[at] -= 1;
                self.mixes[at] ^= cell as u16;
                if self.counts[at] == 1 {
                    self.relist(usize::from(self.mixes[at]));
                }
                let at = self.at(house, new);
                let other = usize::from(self.mixes[at]);
                self.counts[at] += 1;
                self.mixes[at] ^= cell as u16;
                if self.counts[at] == 2 {
                    self.relist(other);
                }
            }
        }
        self.relist(v);
        self.relist(u);
    }

    /// Puts a cell on the list, or takes it off, as it is in conflict or not.
    #[inline]
    fn relist(&mut self, cell: usize) {
        let digit = self.digits[cell];
        let mut wrong = self.stray(cell, digit) > 0;
        for line in self.places[cell].lines {
            wrong |= self.counts[self.at(line, digit)] > 1;
        }
        for kind in KINDS..KINDS + self.extra_kinds {
            wrong |= self.house(cell, kind).is_some_and(|h| self.counts[self.at(h, digit)] > 1);
        }
        let rank = self.ranks[cell];
        if wrong == (rank != NOWHERE) {
            return;
        }
        if wrong {
            self.ranks[cell] = self.list.len() as u16;
            self.list.push(cell as u16);
        } else {
            self.ranks[cell] = NOWHERE;
            let last = self.list.pop().unwrap_or(NOWHERE);
            if usize::from(last) != cell {
                self.list[usize::from(rank)] = last;
                self.ranks[usize::from(last)] = rank;
            }
        }
    }
}
