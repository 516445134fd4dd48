//! The search: every lane works on a puzzle of its own, depth first, and all advance together.
//!
//! A step propagates once over rows and once over columns, then sees what became of each lane; if
//! enough of them are due, they go on. A lane at rest branches: one side stays in it, the other is
//! deferred. A lane that is wrong or solved resumes its latest deferred branch, or else a new puzzle.
//! At the end of a batch, where lanes run out of puzzles, an idle one takes the oldest deferred
//! branch of another, as a [task](super::tasks) of its own.

use super::Answers;
use super::isa::Isa;
use super::rules::{Block, Outcome, Rules};
use super::shelf::{Shelf, Slot, Wanted, all_lanes, bits};
use super::tasks::Tasks;
use super::transpose;
use crate::limits::{Limits, Work};

/// Steps between looks at the clock.
const PATIENCE: u64 = 64;

/// The bits of the first lanes whose masks are read together, and how many of these must be solved for that
/// to take less time than one after the other.
const FIRST_LANES: u32 = (1 << transpose::MASKS) - 1;
const ENOUGH: u32 = 3;

/// What a lane is at, beside its grid.
#[derive(Debug, Default)]
struct Lane {
    task: u32,
    /// Its deferred branches, the latest last.
    stack: Vec<Slot>,
}

/// Puzzles that are on the shelf but not yet begun.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    block: u32,
    /// The puzzle in its first place.
    first: u32,
    /// The places of those not yet begun.
    waiting: u32,
}

/// As many lanes as a vector has, and the puzzles they are at.
pub(super) struct Crew<'a, I: Isa, R: Rules<CELLS>, const CELLS: usize> {
    isa: I,
    rules: R,
    tasks: Tasks<'a, CELLS>,
    block: Block<I, CELLS>,
    marks: R::Marks<I>,
    lanes: [Lane; 32],
    /// The lanes that have something to do.
    working: u32,
    /// The lanes that were told to stop.
    stopped: u32,
    /// The lanes with deferred branches.
    stacked: u32,
    shelf: Shelf<I, CELLS>,
    wanted: Wanted<I>,
    arrivals: Vec<Arrival>,
    /// The next puzzle to put on the shelf.
    next: usize,
    steps: u64,
    /// Branches since the last look at the clock.
    branches: u64,
}

impl<'a, I: Isa, R: Rules<CELLS>, const CELLS: usize> Crew<'a, I, R, CELLS> {
    /// Lanes that wait until they branch or go on to something else together: where grids come and
    /// go, there are passes over whole blocks, which take as long for one grid as for several.
    const TOGETHER: u32 = R::EIGHTHS * I::LANES as u32 / 8;

    #[inline(always)]
    pub(super) fn new(isa: I, rules: R, tasks: Tasks<'a, CELLS>) -> Self {
        Crew {
            isa,
            rules,
            tasks,
            block: Block::empty(),
            marks: R::marks(isa),
            lanes: std::array::from_fn(|_| Lane::default()),
            working: 0,
            stopped: 0,
            stacked: 0,
            shelf: Shelf::new(),
            wanted: Wanted::nothing(),
            arrivals: Vec::new(),
            next: 0,
            steps: 0,
            branches: 0,
        }
    }

    /// Works until all is answered or a limit is reached, and adds the answers.
    #[inline(always)]
    pub(super) fn run(mut self, limits: &Limits, answers: &mut Answers<CELLS>) {
        self.refill(all_lanes::<I>());
        while self.working != 0 {
            if self.steps.is_multiple_of(PATIENCE) {
                limits.count(Work::Nodes, std::mem::take(&mut self.branches));
                if limits.expired() {
                    self.tasks.interrupt();
                    break;
                }
            }
            self.step();
        }
        self.tasks.answer_all(answers);
    }

    #[inline(always)]
    fn step(&mut self) {
        self.steps += 1;
        let Outcome { wrong, filled, same } = R::sweep(self.isa, &mut self.block, &mut self.marks);

        let due = (wrong | filled | same | self.stopped) & self.working;
        let enough = Self::TOGETHER.min(self.working.count_ones().div_ceil(2));
        if due.count_ones() < enough {
            return;
        }
        let mut over = (wrong | filled) & self.working;
        let stopped = std::mem::take(&mut self.stopped) & self.working;
        if filled & self.working != 0 {
            let solved = filled & self.working & !stopped & R::solved(self.isa, &self.block);
            over |= self.count(solved);
        }
        over |= self.stop(stopped);
        let resting = same & self.working & !over;
        if resting != 0 {
            over |= self.branch(resting);
        }
        let idle = all_lanes::<I>() & !self.working;
        if over != 0 || idle != 0 && self.stacked != 0 {
            self.refill(over);
        }
    }

    /// Counts the solutions in some lanes; which lanes need not go on.
    fn count(&mut self, solved: u32) -> u32 {
        let mut stopped = 0;
        for first in (0..I::LANES).step_by(transpose::MASKS) {
            let here = solved & FIRST_LANES << first;
            // Those beside each other are taken out together, where there are enough of them.
            let together = here.count_ones() >= ENOUGH;
            let mut grids = None;
            for lane in bits(here) {
                let task = self.lanes[lane].task;
                if self.tasks.keeps(task) {
                    let masks = if together {
                        let turn = || transpose::grids(&self.block, first);
                        grids.get_or_insert_with(turn)[lane - first]
                    } else {
                        self.masks(lane)
                    };
                    self.tasks.keep(task, numbers(&masks));
                }
                stopped |= self.tasks.count(task);
            }
        }
        self.stop(stopped)
    }

    fn masks(&self, lane: usize) -> [u16; CELLS] {
        // No `zip`: it is not always inlined.
        let mut masks = [0; CELLS];
        for (cell, mask) in masks.iter_mut().enumerate() {
            *mask = self.block.rows[cell][lane];
        }
        masks
    }

    /// Takes everything from some lanes.
    fn stop(&mut self, lanes: u32) -> u32 {
        for lane in bits(lanes & self.stacked) {
            for slot in self.lanes[lane].stack.drain(..) {
                self.shelf.drop(slot);
            }
        }
        self.stacked &= !lanes;
        lanes
    }

    /// Branches in some lanes; which of them are at their end instead.
    #[inline(always)]
    fn branch(&mut self, resting: u32) -> u32 {
        let choice = R::choose(self.isa, &self.block, &self.marks);
        let mut over = 0;
        let mut given_up = 0;
        for lane in bits(resting) {
            if !R::is_open(&choice, lane) {
                over |= 1 << lane;
            } else if !self.tasks.branch(self.lanes[lane].task) {
                given_up |= 1 << lane;
                self.stopped |= self.tasks.given_up(self.lanes[lane].task);
            }
        }
        over |= self.stop(given_up);
        let branching = resting & !over;
        if branching != 0 {
            self.branches += u64::from(branching.count_ones());
            let lanes = &mut self.lanes;
            self.shelf.put(self.isa, &self.block, branching, |lane, slot, block, place| {
                R::exclude(&choice, lane, block, place);
                lanes[lane].stack.push(slot);
            });
            for lane in bits(branching) {
                R::confine(&choice, lane, &mut self.block);
            }
            self.stacked |= branching;
        }
        over
    }

    /// Gives lanes that are at their end something else to do, where there is something.
    #[inline(always)]
    fn refill(&mut self, over: u32) {
        self.working &= !over;
        let idle = all_lanes::<I>() & !self.working;
        for lane in bits(idle) {
            let slot = if self.stacked >> lane & 1 == 1 {
                self.unstack(lane, false)
            } else {
                if over >> lane & 1 == 1 && self.steps > 0 {
                    self.stopped |= self.tasks.exhausted(self.lanes[lane].task);
                }
                match self.arrival(lane) {
                    Some(slot) => slot,
                    None => continue,
                }
            };
            self.working |= 1 << lane;
            self.wanted.add(lane, slot);
        }
        if self.stacked != 0 && self.tasks.may_share() {
            for lane in bits(all_lanes::<I>() & !self.working) {
                // The deferred branches of a lane that was told to stop are not needed.
                let rich = bits(self.stacked & !self.stopped);
                let Some(victim) = rich.max_by_key(|&v| self.lanes[v].stack.len()) else {
                    break;
                };
                let slot = self.unstack(victim, true);
                let task = self.tasks.part(self.lanes[victim].task, lane);
                self.assign(lane, task);
                self.working |= 1 << lane;
                self.wanted.add(lane, slot);
            }
        }
        R::renew(self.isa, &mut self.marks, self.wanted.lanes());
        self.shelf.take(self.isa, &mut self.wanted, &mut self.block);
    }

    /// Takes the latest, or the oldest, deferred branch of a lane.
    fn unstack(&mut self, lane: usize, oldest: bool) -> Slot {
        let stack = &mut self.lanes[lane].stack;
        let slot = if oldest { stack.remove(0) } else { stack.swap_remove(stack.len() - 1) };
        if stack.is_empty() {
            self.stacked &= !(1 << lane);
        }
        slot
    }

    fn assign(&mut self, lane: usize, task: u32) {
        self.lanes[lane].task = task;
        self.stopped &= !(1 << lane);
    }

    /// A puzzle for a lane, which begins it.
    fn arrival(&mut self, lane: usize) -> Option<Slot> {
        // Where grids keep their lanes, a few more blocks are looked through for one in this lane.
        let window = if I::DRAWS_ACROSS { 1 } else { 4 };
        let here = if I::DRAWS_ACROSS { u32::MAX } else { 1 << lane };
        let found = |arrivals: &[Arrival]| arrivals.iter().position(|a| a.waiting & here != 0);
        let mut at = found(&self.arrivals);
        if at.is_none() && self.arrivals.len() < window && self.next < self.rules.puzzles() {
            self.fetch();
            at = found(&self.arrivals);
        }
        let (at, places) = match at {
            Some(at) => (at, self.arrivals[at].waiting & here),
            None => (0, self.arrivals.first()?.waiting),
        };
        let arrival = &mut self.arrivals[at];
        let place = places.trailing_zeros() as usize;
        arrival.waiting &= !(1 << place);
        let (slot, task) =
            (Shelf::<I, CELLS>::slot(arrival.block, place), arrival.first + place as u32);
        if arrival.waiting == 0 {
            self.arrivals.remove(at);
        }
        self.tasks.begin(task, lane);
        self.assign(lane, task);
        Some(slot)
    }

    /// Puts a vector of puzzles on the shelf.
    fn fetch(&mut self) {
        let (rules, from) = (self.rules, self.next);
        let count = I::LANES.min(rules.puzzles() - from);
        let (number, block) = self.shelf.room(count);
        rules.read(self.isa, from, count, block);
        let waiting = all_lanes::<I>() >> (I::LANES - count);
        self.arrivals.push(Arrival { block: number, first: from as u32, waiting });
        self.next += count;
    }
}

/// The numbers that masks of one bit stand for.
fn numbers<const CELLS: usize>(masks: &[u16; CELLS]) -> [u8; CELLS] {
    // The exponent of a power of two, as 128-bit vectors have no other way to find a bit. A loop: `map`
    // of an array as long as this is not always compiled to one.
    let mut grid = [0; CELLS];
    for (cell, number) in grid.iter_mut().enumerate() {
        *number = ((f32::from(masks[cell]).to_bits() >> 23) as u8).wrapping_sub(126);
    }
    grid
}
