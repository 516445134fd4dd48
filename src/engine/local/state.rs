//! The state of a search: which digit stands where, what that costs, and how a swap changes it.

use super::temperature::{Acceptance, ONE};
use crate::random::{Random, share};

/// What a cell costs that holds a digit outside its domain. Measured: 1 and 3 are clearly worse.
const STRAY: u8 = 2;

/// No rank in the list; no house of a kind.
pub(super) const NONE: u16 = u16::MAX;

/// Digits that are kept side by side: the bits of a word.
const CHUNK: usize = 64;

/// An undecided cell: its houses, its domain and the digit that stands in it. 16 bytes up to side
/// 64, as the nearest cache has to hold all cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<const D: usize> {
    /// The digits it may hold.
    domain: [u64; D],
    /// Row and column, as houses.
    lines: [u16; 2],
    region: u16,
    digit: u8,
    /// [`STRAY`] if the digit is outside the domain, else 0.
    stray: u8,
}

impl<const D: usize> Place<D> {
    /// What a digit would cost here, whatever stands elsewhere.
    #[inline]
    fn stray(&self, digit: u8) -> u8 {
        let (chunk, bit) = at::<D>(0, digit);
        STRAY * (!self.domain[chunk] >> bit & 1) as u8
    }

    /// The digits it could change to: all of its domain but its own.
    #[inline]
    fn others(&self) -> impl Iterator<Item = u8> + use<D> {
        let (own, bit) = at::<D>(0, self.digit);
        let mut domain = self.domain;
        domain[own] &= !(1 << bit);
        domain.into_iter().enumerate().flat_map(|(chunk, mut bits)| {
            std::iter::from_fn(move || {
                let digit = (bits != 0).then(|| chunk * CHUNK + bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
                digit.map(|digit| digit as u8)
            })
        })
    }
}

/// What becomes an undecided cell.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    /// Row and column, as houses.
    pub(super) lines: [u16; 2],
    /// Its region, numbered from 0.
    pub(super) region: u16,
    /// The digits it may hold.
    pub(super) domain: Vec<u8>,
    /// Its further houses, one of each kind, [`NONE`] where it has none. Houses of one kind share
    /// no cell.
    pub(super) extras: Vec<u16>,
    /// The digit to begin with: one that its region lacks, another in each cell.
    pub(super) digit: u8,
}

/// Digits in all undecided cells. Each region holds exactly the digits it lacks, always; rows,
/// columns and other houses may hold a digit more than once, and cells a digit outside their
/// domain. That costs 1 for each pair of equal digits in a house and [`STRAY`] for each such cell;
/// at cost 0 the grid is solved.
///
/// `D` is the number of words that hold the bits of all digits.
#[derive(Debug, Clone)]
pub(super) struct State<const D: usize> {
    places: Box<[Place<D>]>,
    /// The further houses: `extras[cell * kinds + kind]`.
    extras: Box<[u16]>,
    kinds: usize,
    /// The cell that holds a digit, by region and digit. See [`at`].
    holders: Box<[[u16; CHUNK]]>,
    /// How often a digit stands in a house.
    counts: Box<[[u8; CHUNK]]>,
    /// The cells in which it stands, combined by exclusive or: of one cell, that cell.
    mixes: Box<[[u16; CHUNK]]>,
    /// The cells in conflict, in no order: those that share a digit with a cell of a house, or
    /// hold one outside their domain.
    list: Vec<u16>,
    /// Where a cell stands in the list.
    ranks: Box<[u16]>,
    cost: i32,
}

/// A swap of digits between two cells of a region, and what it does to the cost.
#[derive(Debug, Clone, Copy)]
struct Swap {
    cells: [u16; 2],
    change: i32,
}

/// For the digits that a cell could change to, in order: the sum of the probabilities of all up to
/// each.
type Sums = [u32; 256];

/// Where a table of houses (or regions) and digits has its entry: the row, and the place in it.
#[inline]
fn at<const D: usize>(house: u16, digit: u8) -> (usize, usize) {
    let chunk = if D == 1 { 0 } else { usize::from(digit) / CHUNK };
    (usize::from(house) * D + chunk, usize::from(digit) % CHUNK)
}

impl<const D: usize> State<D> {
    /// The state that the cells begin with. Houses and regions are numbered below `houses`.
    pub(super) fn new(cells: &[Cell], houses: usize) -> Self {
        let place = |cell: &Cell| {
            let mut domain = [0; D];
            for &digit in &cell.domain {
                let (chunk, bit) = at::<D>(0, digit);
                domain[chunk] |= 1 << bit;
            }
            let Cell { lines, region, digit, .. } = *cell;
            Place { domain, lines, region, digit, stray: 0 }
        };
        let mut this = State {
            places: cells.iter().map(place).collect(),
            extras: cells.iter().flat_map(|cell| cell.extras.iter().copied()).collect(),
            kinds: cells.first().map_or(0, |cell| cell.extras.len()),
            holders: vec![[0; CHUNK]; houses * D].into(),
            counts: vec![[0; CHUNK]; houses * D].into(),
            mixes: vec![[0; CHUNK]; houses * D].into(),
            list: Vec::with_capacity(cells.len()),
            ranks: vec![NONE; cells.len()].into(),
            cost: 0,
        };
        this.recount();
        this
    }

    /// The number of undecided cells.
    pub(super) fn len(&self) -> u16 {
        self.places.len() as u16
    }

    /// The cost; 0 is a solution.
    pub(super) fn cost(&self) -> i32 {
        self.cost
    }

    /// The digits of the undecided cells.
    pub(super) fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        self.places.iter().map(|place| place.digit)
    }

    /// Shuffles the digits of every region.
    pub(super) fn shuffle(&mut self, rng: &mut Random) {
        let regions = self.places.iter().map(|place| usize::from(place.region) + 1).max();
        let mut members = vec![Vec::new(); regions.unwrap_or(0)];
        for (c, place) in self.places.iter().enumerate() {
            members[usize::from(place.region)].push(c);
        }
        for cells in members {
            for k in (1..cells.len()).rev() {
                let (one, other) = (cells[k], cells[rng.below(k + 1)]);
                let digit = self.places[one].digit;
                self.places[one].digit = self.places[other].digit;
                self.places[other].digit = digit;
            }
        }
        self.recount();
    }

    /// Swaps digits at random: between two cells of a region, once or a few times, or often enough
    /// that nothing is left as it was.
    pub(super) fn shake(&mut self, rng: &mut Random) {
        let cells = self.places.len();
        let swaps = 1 << rng.below((usize::BITS - cells.leading_zeros()) as usize);
        for _ in 0..swaps {
            let one = rng.below(cells);
            let region = self.places[one].region;
            let mates = (0..cells).filter(|&c| c != one && self.places[c].region == region);
            let mates: Vec<_> = mates.collect();
            let Some(&other) = mates.get(rng.below(mates.len().max(1))) else { continue };
            let digit = self.places[one].digit;
            self.places[one].digit = self.places[other].digit;
            self.places[other].digit = digit;
        }
        self.recount();
    }

    /// Takes `steps` steps, fewer if they lead to a solution; returns whether they do. A step
    /// weighs one swap.
    ///
    /// A cell in conflict is drawn, and all swaps that give it another digit of its domain are
    /// weighed: each is accepted with the probability of its change of cost, if these add up to
    /// less than 1; else one of them is, in proportion.
    pub(super) fn walk(
        &mut self,
        mut steps: u32,
        acceptance: &Acceptance,
        rng: &mut Random,
    ) -> bool {
        let mut sums = [0; 256];
        while self.cost > 0 {
            let Some(swap) = self.draw(&mut steps, &mut sums, acceptance, rng) else {
                return false;
            };
            self.swap(swap);
        }
        true
    }

    /// Draws cells until a swap is accepted or no steps are left. Nothing changes meanwhile, so all
    /// that is read can stay in registers.
    #[inline(never)]
    fn draw(
        &self,
        steps: &mut u32,
        sums: &mut Sums,
        acceptance: &Acceptance,
        rng: &mut Random,
    ) -> Option<Swap> {
        // Of its own, so that no step has to write it to memory.
        let mut random = rng.clone();
        let mut drawn = None;
        let mut left = *steps;
        while left > 0 && drawn.is_none() {
            let word = random.next();
            let cell = self.list[share(word >> 32, self.list.len()).0];
            let from = &self.places[usize::from(cell)];
            let (mut weighed, mut sum) = (0, 0);
            for digit in from.others() {
                sum += acceptance.of(self.swap_to(cell, from, digit).change);
                sums[weighed & 255] = sum;
                weighed += 1;
            }
            left = left.saturating_sub(weighed as u32);
            let mark = share(word & 0xffff_ffff, sum.max(ONE) as usize).0 as u32;
            if mark < sum {
                let passed = sums[..weighed & 255].iter().filter(|&&sum| sum <= mark).count();
                let digit = from.others().nth(passed);
                drawn = digit.map(|digit| self.swap_to(cell, from, digit));
            }
        }
        *rng = random;
        *steps = left;
        drawn
    }

    /// The swap that gives a cell a digit, which another cell of its region has.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the body of the innermost loop")]
    fn swap_to(&self, cell: u16, from: &Place<D>, new: u8) -> Swap {
        let old = from.digit;
        let (row, entry) = at::<D>(from.region, new);
        let other = self.holders[row][entry];
        let to = &self.places[usize::from(other)];
        let mut change = i32::from(to.stray(old)) - i32::from(to.stray) - i32::from(from.stray);
        for (&one, &two) in from.lines.iter().zip(&to.lines) {
            change += self.count(one, new) - self.count(one, old) + self.count(two, old)
                - self.count(two, new)
                + 2;
            // In a line that they share nothing changes, and the counts cancel out.
            change -= 2 * i32::from(one == two);
        }
        if self.kinds > 0 {
            change += self.change_of_extras([cell, other].map(usize::from), [old, new]);
        }
        Swap { cells: [cell, other], change }
    }

    /// What a swap changes in houses that are neither rows nor columns.
    #[inline(never)]
    fn change_of_extras(&self, [from, to]: [usize; 2], [old, new]: [u8; 2]) -> i32 {
        let gain = |house: Option<u16>, comes: u8, goes: u8| {
            house.map_or(0, |house| self.count(house, comes) - self.count(house, goes) + 1)
        };
        let houses = (2..2 + self.kinds).map(|kind| (self.house(from, kind), self.house(to, kind)));
        let changed = houses.filter(|(one, two)| one != two);
        changed.map(|(one, two)| gain(one, new, old) + gain(two, old, new)).sum()
    }

    /// How often a digit stands in a house.
    #[inline]
    fn count(&self, house: u16, digit: u8) -> i32 {
        let (row, entry) = at::<D>(house, digit);
        i32::from(self.counts[row][entry])
    }

    /// The house of a cell of a kind: row, column, then the further ones.
    #[inline]
    fn house(&self, cell: usize, kind: usize) -> Option<u16> {
        let house = match kind.checked_sub(2) {
            None => self.places[cell].lines[kind],
            Some(extra) => self.extras[cell * self.kinds + extra],
        };
        (house != NONE).then_some(house)
    }

    /// Exchanges the digits of two cells of a region.
    fn swap(&mut self, Swap { cells, change }: Swap) {
        let [one, other] = cells.map(usize::from);
        let (a, b) = (self.places[one].digit, self.places[other].digit);
        self.cost += change;
        for (cell, old, new) in [(one, a, b), (other, b, a)] {
            self.enter(cell, new);
            for kind in 0..2 + self.kinds {
                let Some(house) = self.house(cell, kind) else { continue };
                let (row, entry) = at::<D>(house, old);
                self.counts[row][entry] -= 1;
                self.mixes[row][entry] ^= cell as u16;
                if self.counts[row][entry] == 1 {
                    self.relist(usize::from(self.mixes[row][entry]));
                }
                let (row, entry) = at::<D>(house, new);
                let before = usize::from(self.mixes[row][entry]);
                self.counts[row][entry] += 1;
                self.mixes[row][entry] ^= cell as u16;
                if self.counts[row][entry] == 2 {
                    self.relist(before);
                }
            }
        }
        self.relist(one);
        self.relist(other);
    }

    /// Writes a digit into a cell; its houses are not told.
    fn enter(&mut self, cell: usize, digit: u8) {
        let place = &mut self.places[cell];
        let (row, entry) = at::<D>(place.region, digit);
        self.holders[row][entry] = cell as u16;
        place.digit = digit;
        place.stray = place.stray(digit);
    }

    /// Puts a cell on the list or takes it off, as it is in conflict or not.
    fn relist(&mut self, cell: usize) {
        let rank = usize::from(self.ranks[cell]);
        match (self.in_conflict(cell), self.ranks[cell] != NONE) {
            (true, false) => {
                self.ranks[cell] = self.list.len() as u16;
                self.list.push(cell as u16);
            }
            (false, true) => {
                self.list.swap_remove(rank);
                self.ranks[cell] = NONE;
                if let Some(&moved) = self.list.get(rank) {
                    self.ranks[usize::from(moved)] = rank as u16;
                }
            }
            _ => {}
        }
    }

    fn in_conflict(&self, cell: usize) -> bool {
        let place = &self.places[cell];
        let shared = |house: u16| self.count(house, place.digit) > 1;
        place.stray > 0
            || place.lines.into_iter().any(shared)
            || (2..2 + self.kinds).any(|kind| self.house(cell, kind).is_some_and(shared))
    }

    /// Derives everything from the digits of the cells.
    fn recount(&mut self) {
        self.counts.fill([0; CHUNK]);
        self.mixes.fill([0; CHUNK]);
        self.ranks.fill(NONE);
        self.list.clear();
        self.cost = 0;
        for cell in 0..self.places.len() {
            let digit = self.places[cell].digit;
            self.enter(cell, digit);
            self.cost += i32::from(self.places[cell].stray);
            for kind in 0..2 + self.kinds {
                let Some(house) = self.house(cell, kind) else { continue };
                let (row, entry) = at::<D>(house, digit);
                self.cost += i32::from(self.counts[row][entry]);
                self.counts[row][entry] += 1;
                self.mixes[row][entry] ^= cell as u16;
            }
        }
        for cell in 0..self.places.len() {
            self.relist(cell);
        }
    }
}

#[cfg(test)]
impl<const D: usize> State<D> {
    /// Compares everything with what the digits alone, and the puzzle's houses, say.
    pub(super) fn check(&self, puzzle: &crate::puzzle::Puzzle, board: &crate::puzzle::Board) {
        let mut afresh = self.clone();
        afresh.recount();
        assert_eq!(self.cost, afresh.cost);
        assert_eq!((&self.counts, &self.mixes), (&afresh.counts, &afresh.mixes));
        assert_eq!(self.holders, afresh.holders);
        let sorted = |list: &[u16]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        assert_eq!(sorted(&self.list), sorted(&afresh.list));
        for (rank, &cell) in self.list.iter().enumerate() {
            assert_eq!(usize::from(self.ranks[usize::from(cell)]), rank);
        }
        // The cost once more, from the whole grid.
        let mut digits = self.digits();
        let undecided = |cell| board.digit(cell).is_none();
        let grid: Vec<_> = puzzle.cells().map(|c| undecided(c).then(|| digits.next())).collect();
        let mut cost = 0;
        for house in puzzle.layout().houses() {
            let cells = house.cells();
            for (k, one) in cells.iter().enumerate() {
                let same = |c: &&crate::grid::Cell| grid[c.index()] == grid[one.index()];
                let there = grid[one.index()].is_some();
                cost += if there { cells[..k].iter().filter(same).count() } else { 0 };
            }
        }
        for cell in puzzle.cells() {
            if let Some(Some(digit)) = grid[cell.index()] {
                let digit = crate::grid::Digit::new(usize::from(digit));
                cost += usize::from(STRAY) * usize::from(!board.allows(cell, digit));
            }
        }
        assert_eq!(usize::try_from(self.cost).unwrap(), cost);
    }
}
