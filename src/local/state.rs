//! The state of a search: which digit stands where, what that costs, and how a swap changes it.

use std::hint::select_unpredictable;

use super::rng::{Rng, share};

/// The cost of a cell that holds a digit outside its domain.
const STRAY: u8 = 2;

/// No rank in the list, no house of a kind.
pub(super) const NONE: u16 = u16::MAX;

/// Digits that are kept together: the bits of a word.
const CHUNK: usize = 64;

/// What a cell is to its houses, its domain, and what stands in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<const D: usize> {
    /// The digits it may hold.
    pub(super) domain: [u64; D],
    /// Where they are listed.
    pub(super) first: u32,
    /// Row and column.
    pub(super) lines: [u16; 2],
    /// The region that its digit belongs to.
    pub(super) region: u16,
    pub(super) digit: u8,
    /// What the cell itself costs: [`STRAY`] if its digit is outside its domain.
    stray: u8,
    /// The number of digits in its domain.
    pub(super) number: u8,
    /// How many of them it may change to: all but its own.
    others: u8,
}

/// The thresholds of acceptance: entry `d + EVEN` for a change of cost by `d`.
pub(super) type Thresholds = [u64; 2 * EVEN];

/// The entry for no change.
pub(super) const EVEN: usize = 16;

#[derive(Debug, Clone)]
pub(super) struct State<const D: usize> {
    places: Box<[Place<D>]>,
    choices: Box<[u8]>,
    extras: Box<[u16]>,
    extra_kinds: usize,
    spots: Box<[[u16; CHUNK]]>,
    counts: Box<[[u8; CHUNK]]>,
    mixes: Box<[[u16; CHUNK]]>,
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

/// Where the chunk of a digit begins in a table that has a row for each house, and where it is in there.
#[inline]
fn at<const D: usize>(house: u16, digit: u8) -> (usize, usize) {
    let chunk = if D == 1 { 0 } else { usize::from(digit) / CHUNK };
    (usize::from(house) * D + chunk, usize::from(digit) % CHUNK)
}

impl<const D: usize> Place<D> {
    pub(super) fn new(lines: [u16; 2], region: u16, domain: &[u8], first: u32) -> Self {
        let mut bits = [0; D];
        for &d in domain {
            bits[usize::from(d) / CHUNK] |= 1 << (usize::from(d) % CHUNK);
        }
        Place { domain: bits, first, lines, region, digit: 0, stray: 0, number: domain.len() as u8, others: 0 }
    }
    /// What a digit would cost here by itself.
    #[inline]
    fn stray(&self, digit: u8) -> u8 {
        let chunk = if D == 1 { 0 } else { usize::from(digit) / CHUNK };
        STRAY * (!self.domain[chunk] >> (usize::from(digit) % CHUNK) & 1) as u8
    }
}

impl<const D: usize> State<D> {
    pub(super) fn new(side: usize, houses: usize, places: Vec<Place<D>>, choices: Vec<u8>, extras: Vec<u16>, extra_kinds: usize) -> Self {
        let n = places.len();
        let mut this = State {
            places: places.into(),
            choices: choices.into(),
            extras: extras.into(),
            extra_kinds,
            spots: vec![[0; CHUNK]; side * D].into(),
            counts: vec![[0; CHUNK]; houses * D].into(),
            mixes: vec![[0; CHUNK]; houses * D].into(),
            list: Vec::with_capacity(n),
            ranks: vec![NONE; n].into(),
            cost: 0,
        };
        this.count();
        this
    }

    pub(super) fn cost(&self) -> i32 {
        self.cost
    }
    pub(super) fn digits(&self) -> Vec<u8> {
        self.places.iter().map(|p| p.digit).collect()
    }
    pub(super) fn listed(&self) -> usize {
        self.list.len()
    }

    pub(super) fn set(&mut self, digits: &[u8]) {
        for (p, &d) in self.places.iter_mut().zip(digits) {
            p.digit = d;
        }
        self.count();
    }

    pub(super) fn shuffle(&mut self, rng: &mut Rng) {
        let mut by_region = vec![Vec::new(); self.spots.len() / D];
        for (c, p) in self.places.iter().enumerate() {
            by_region[usize::from(p.region)].push(c);
        }
        for cells in by_region {
            for k in (1..cells.len()).rev() {
                let (x, y) = (cells[k], cells[rng.below(k + 1)]);
                let d = self.places[x].digit;
                self.places[x].digit = self.places[y].digit;
                self.places[y].digit = d;
            }
        }
        self.count();
    }

    /// Counts everything afresh.
    fn count(&mut self) {
        self.counts.fill([0; CHUNK]);
        self.mixes.fill([0; CHUNK]);
        self.cost = 0;
        self.list.clear();
        self.ranks.fill(NONE);
        for c in 0..self.places.len() {
            let digit = self.places[c].digit;
            self.enter(c, digit);
            for kind in 0..2 + self.extra_kinds {
                let Some(house) = self.house(c, kind) else { continue };
                let (row, d) = at::<D>(house, digit);
                self.cost += i32::from(self.counts[row][d]);
                self.counts[row][d] += 1;
                self.mixes[row][d] ^= c as u16;
            }
            self.cost += i32::from(self.places[c].stray);
        }
        for c in 0..self.places.len() {
            self.relist(c);
        }
    }

    /// Puts a digit into a cell; the houses are not told.
    fn enter(&mut self, cell: usize, digit: u8) {
        let place = &mut self.places[cell];
        let (row, d) = at::<D>(place.region, digit);
        self.spots[row][d] = cell as u16;
        place.digit = digit;
        place.stray = place.stray(digit);
        place.others = place.number;
        if place.stray == 0 {
            let choices = &mut self.choices[place.first as usize..][..usize::from(place.number)];
            if let Some(k) = choices.iter().position(|&choice| choice == digit) {
                choices.swap(k, choices.len() - 1);
                place.others -= 1;
            }
        }
    }

    #[inline]
    fn house(&self, cell: usize, kind: usize) -> Option<u16> {
        let house = match kind.checked_sub(2) {
            None => self.places[cell].lines[kind],
            Some(extra) => self.extras[cell * self.extra_kinds + extra],
        };
        (house != NONE).then_some(house)
    }

    /// Draws swaps until one is accepted or the steps are used up.
    #[inline(never)]
    pub(super) fn propose(
        &self,
        rng: &mut Rng,
        thresholds: &Thresholds,
        steps: &mut u32,
    ) -> Option<Swap> {
        let mut random = rng.clone();
        let mut left = *steps;
        let swap = self.draw(&mut random, thresholds, &mut left);
        *rng = random;
        *steps = left;
        swap
    }

    #[inline(always)]
    fn draw(&self, rng: &mut Rng, thresholds: &Thresholds, steps: &mut u32) -> Option<Swap> {
        let (list, places, choices) = (&self.list[..], &self.places[..], &self.choices[..]);
        let (spots, counts) = (&self.spots[..], &self.counts[..]);
        while *steps > 0 {
            *steps -= 1;
            let word = rng.word();
            let (rank, rest) = share((word >> 32) as u32, list.len());
            let v = list[rank];
            let from = &places[usize::from(v)];
            let a = from.digit;
            let b = choices[from.first as usize + share(rest, usize::from(from.others)).0];
            let (row, d) = at::<D>(from.region, b);
            let u = spots[row][d];
            let to = &places[usize::from(u)];
            let mut change =
                i32::from(to.stray(a)) - i32::from(to.stray) - i32::from(from.stray);
            for (&x, &y) in from.lines.iter().zip(&to.lines) {
                let count = |line: u16, digit: u8| {
                    let (row, d) = at::<D>(line, digit);
                    i32::from(counts[row][d])
                };
                let moved = count(x, b) - count(x, a) + count(y, a) - count(y, b) + 2;
                change += select_unpredictable(x == y, 0, moved);
            }
            if self.extra_kinds > 0 {
                change += self.extra_change(v, u);
            }
            let entry = (change + EVEN as i32).clamp(0, 2 * EVEN as i32 - 1) as usize;
            if word & 0xffff_ffff < thresholds[entry] {
                return Some(Swap { cells: [v, u], change });
            }
        }
        None
    }

    #[inline(never)]
    fn extra_change(&self, v: u16, u: u16) -> i32 {
        let (v, u) = (usize::from(v), usize::from(u));
        let (a, b) = (self.places[v].digit, self.places[u].digit);
        let count = |line: u16, digit: u8| {
            let (row, d) = at::<D>(line, digit);
            i32::from(self.counts[row][d])
        };
        let mut change = 0;
        for kind in 2..2 + self.extra_kinds {
            let (x, y) = (self.house(v, kind), self.house(u, kind));
            if x != y {
                change += x.map_or(0, |x| count(x, b) - count(x, a) + 1);
                change += y.map_or(0, |y| count(y, a) - count(y, b) + 1);
            }
        }
        change
    }

    /// Exchanges the digits of two cells of a region.
    #[inline(never)]
    pub(super) fn swap(&mut self, swap: Swap) {
        let [v, u] = swap.cells.map(usize::from);
        let (a, b) = (self.places[v].digit, self.places[u].digit);
        self.cost += swap.change;
        for (cell, old, new) in [(v, a, b), (u, b, a)] {
            self.enter(cell, new);
            for kind in 0..2 + self.extra_kinds {
                let Some(house) = self.house(cell, kind) else { continue };
                let (row, d) = at::<D>(house, old);
                self.counts[row][d] -= 1;
                self.mixes[row][d] ^= cell as u16;
                if self.counts[row][d] == 1 {
                    self.relist(usize::from(self.mixes[row][d]));
                }
                let (row, d) = at::<D>(house, new);
                let other = usize::from(self.mixes[row][d]);
                self.counts[row][d] += 1;
                self.mixes[row][d] ^= cell as u16;
                if self.counts[row][d] == 2 {
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
        let place = &self.places[cell];
        let shared = |house| {
            let (row, d) = at::<D>(house, place.digit);
            self.counts[row][d] > 1
        };
        let mut wrong = place.stray > 0 || place.lines.into_iter().any(shared);
        for kind in 2..2 + self.extra_kinds {
            wrong |= self.house(cell, kind).is_some_and(shared);
        }
        let rank = self.ranks[cell];
        if wrong == (rank != NONE) {
            return;
        }
        if wrong {
            self.ranks[cell] = self.list.len() as u16;
            self.list.push(cell as u16);
        } else {
            self.ranks[cell] = NONE;
            let last = self.list.pop().unwrap_or(NONE);
            if usize::from(last) != cell {
                self.list[usize::from(rank)] = last;
                self.ranks[usize::from(last)] = rank;
            }
        }
    }
}
