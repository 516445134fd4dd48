//! One puzzle alone: the same propagation and the same branches as in [`sweep`](super::sweep) and
//! [`branch`](super::branch), but all mini-rows of one grid at once instead of all lanes.
//!
//! Passes take turns in the same order, rows first after a branch, and the branch depends on the grid
//! alone; so the search is the same, node by node. (Where there is a solution, the rules lead to the
//! same grid in whatever order; where there is none, two digits hidden in one cell may be kept or not.)

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::super::isa::Fold;
use super::super::{Answer, Query};
use super::branch::choose_one;
use super::sweep::ALL;
use super::{CELLS, Clues, Grid, input};
use crate::limits::{End, Limits};

/// Branches between looks at the clock.
const PATIENCE: u64 = 64;

/// Grids on the stack that need no allocation: few searches go deeper.
const NEAR: usize = 12;

/// The most vectors that a plane has.
const MOST: usize = 5;

/// The candidates of a grid.
type Planes<I> = [<I as Fold>::Plane; 3];

/// Looks for solutions depth first.
#[derive(Debug)]
pub(super) struct Solo<I: Fold> {
    isa: I,
    /// Grids still to be searched, as planes of rows.
    stack: SmallVec<[Planes<I>; NEAR]>,
    nodes: u64,
}

/// The grid under way.
#[derive(Debug, Clone, Copy)]
struct Frame<I: Fold> {
    x: Planes<I>,
    /// Whether the planes are those of rows, 0, or of columns, 1.
    half: usize,
    state: State,
    /// Of the last pass over rows, and over columns.
    ways: [Ways<I>; 2],
}

/// Through each mini-row lead two ways: an even and an odd permutation of the boxes' rows.
#[derive(Debug, Clone, Copy)]
struct Ways<I: Fold> {
    even: I::Plane,
    odd: I::Plane,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The last pass found something.
    Open,
    /// It did not.
    Quiet,
    /// Nor did the one before.
    Resting,
    /// A digit has no way, or a cell no candidate.
    Wrong,
    /// Every cell has one candidate.
    Filled,
}

impl<I: Fold> Frame<I> {
    fn new(isa: I, x: Planes<I>) -> Self {
        let none = isa.plane(isa.splat(0));
        let ways = [Ways { even: none, odd: none }; 2];
        Frame { x, half: 0, state: State::Open, ways }
    }

    /// One pass, and a turn for the next.
    #[inline(always)]
    fn advance(&mut self, isa: I) {
        let [rows, columns] = &mut self.ways;
        let seen = match self.half {
            0 => pass::<I, false>(isa, &mut self.x, rows),
            _ => pass::<I, true>(isa, &mut self.x, columns),
        };
        self.state = match self.state {
            _ if seen.is_wrong => State::Wrong,
            _ if seen.is_spread && is_filled(isa, &self.x) => State::Filled,
            _ if !seen.is_same => State::Open,
            State::Open => State::Quiet,
            _ => State::Resting,
        };
        self.half = 1 - self.half;
    }
}

/// The elements of a vector of planes that are mini-rows, not padding.
fn real<I: Fold>() -> [u32; MOST] {
    let mut real = [0; MOST];
    for band in 0..3 {
        for r in 0..3 {
            for b in 0..3 {
                let (vector, lane) = I::place::<false>(band, r, b);
                real[vector] |= 1 << lane;
            }
        }
    }
    real
}

impl<I: Fold> Solo<I> {
    pub(super) fn new(isa: I) -> Self {
        Solo { isa, stack: SmallVec::new(), nodes: 0 }
    }

    /// The branches of the last search.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What is wished of a puzzle, unless that takes long; the solutions go to `grids`.
    #[inline(always)]
    pub(super) fn answer(
        &mut self,
        clues: Clues<'_>,
        query: Query,
        limits: &Limits,
        most: u64,
        grids: &mut Vec<Grid>,
    ) -> Option<Answer> {
        let before = grids.len();
        let mut count = 0;
        let limit = query.limit.unwrap_or(u64::MAX);
        let end = self.search(clues, limits, most, |grid| {
            count += 1;
            if grids.len() - before < query.keep {
                grids.push(grid());
            }
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if end == End::Limit {
            grids.truncate(before);
            return None;
        }
        let complete = end == End::Exhausted;
        let told = complete || query.keep as u64 >= limit;
        let nodes = if told { self.nodes } else { 0 };
        Some(Answer { count, complete, interrupted: false, nodes })
    }

    /// Hands each solution to `visit`, in the order of the search. Gives up after so many
    /// branches.
    #[inline(always)]
    pub(super) fn search(
        &mut self,
        clues: Clues<'_>,
        limits: &Limits,
        most: u64,
        mut visit: impl FnMut(&dyn Fn() -> Grid) -> ControlFlow<()>,
    ) -> End {
        let isa = self.isa;
        self.stack.clear();
        self.nodes = 0;
        if limits.expired() {
            return End::Limit;
        }
        let effort = limits.effort().unwrap_or(u64::MAX);
        let mut patience = effort;
        let mut now = Frame::new(isa, self.read(clues));
        loop {
            now.advance(isa);
            match now.state {
                State::Open | State::Quiet => continue,
                State::Resting => {
                    let looks = self.nodes.is_multiple_of(PATIENCE);
                    if self.nodes >= most.min(patience) || looks && limits.expired() {
                        return End::Limit;
                    }
                    if self.branch(&mut now) {
                        continue;
                    }
                }
                State::Filled => {
                    let turned = isa.turn(now.x);
                    let (rows, columns) =
                        if now.half == 0 { (&now.x, &turned) } else { (&turned, &now.x) };
                    if has_all_digits::<I, false>(isa, rows)
                        && has_all_digits::<I, true>(isa, columns)
                    {
                        patience = self.nodes.saturating_add(effort);
                        if visit(&|| self.write(rows)).is_break() {
                            return End::Stopped;
                        }
                    }
                }
                State::Wrong => {}
            }
            let Some(x) = self.stack.pop() else { return End::Exhausted };
            (now.x, now.half, now.state) = (x, 0, State::Open);
        }
    }

    /// Branches: one side stays in the frame, the other goes onto the stack. Whether there was
    /// something to branch on.
    #[inline(always)]
    fn branch(&mut self, frame: &mut Frame<I>) -> bool {
        let isa = self.isa;
        let zero = isa.splat(0);
        let [rows, columns] = frame.ways;
        let mut way = [zero; 6];
        // The order of the ways is by the row in the first box.
        for (r, [e, o]) in [[0, 1], [3, 2], [4, 5]].into_iter().enumerate() {
            way[e] = isa.gather(rows.even, columns.even, r);
            way[o] = isa.gather(rows.odd, columns.odd, r);
        }
        let Some((band, digit, r, b)) = choose_one(isa, &way, I::gathered) else { return false };
        self.nodes += 1;
        let mut x = if frame.half == 0 { frame.x } else { isa.turn(frame.x) };
        // The first side keeps the digit out of the box's other mini-rows, the other out of this.
        // A mini-column is one cell of three mini-rows, which are in one plane.
        let is_column = band >= 3;
        let (band, b) = if is_column { (b, band - 3) } else { (band, b) };
        let (mut all, mut this) = ([0u32; MOST], [0u32; MOST]);
        for row in 0..3 {
            let (v, lane) = I::place::<false>(band, row, b);
            all[v] |= 1 << lane;
            if is_column || row == r {
                this[v] |= 1 << lane;
            }
        }
        let mut put_by = x;
        for v in 0..I::VECTORS {
            let all = isa.blend(isa.mask(all[v]), isa.splat(digit), zero);
            let this = isa.blend(isa.mask(this[v]), isa.splat(digit), zero);
            for k in 0..3 {
                let here = isa.splat(if is_column && k != r { 0 } else { ALL });
                let this = isa.and(this, here);
                put_by[k][v] = isa.minus(x[k][v], this);
                x[k][v] = isa.minus(x[k][v], isa.minus(all, this));
            }
        }
        self.stack.push(put_by);
        (frame.x, frame.half, frame.state) = (x, 0, State::Open);
        true
    }

    #[inline(always)]
    fn read(&self, clues: Clues<'_>) -> Planes<I> {
        let isa = self.isa;
        let mut image = [I::Image::default(); 3];
        for image in &mut image {
            for v in 0..I::VECTORS {
                isa.store(isa.splat(ALL), &mut image[v]);
            }
        }
        let marks = input::marks(isa, &clues);
        let mut planes = [isa.plane(isa.splat(ALL)); 3];
        for band in 0..3 {
            for r in 0..3 {
                for b in 0..3 {
                    let (v, lane) = I::place::<false>(band, r, b);
                    for k in 0..3 {
                        image[k][v][lane] = marks[27 * band + 9 * r + 3 * b + k];
                    }
                }
            }
        }
        for k in 0..3 {
            for v in 0..I::VECTORS {
                planes[k][v] = isa.load(&image[k][v]);
            }
        }
        planes
    }

    fn write(&self, planes: &Planes<I>) -> Grid {
        let isa = self.isa;
        let mut grid = [0; CELLS];
        for k in 0..3 {
            let mut image = I::Image::default();
            for v in 0..I::VECTORS {
                isa.store(planes[k][v], &mut image[v]);
            }
            for e in 0..27 {
                let (v, lane) = I::place::<false>(e / 9, e / 3 % 3, e % 3);
                grid[3 * e + k] = image[v][lane].trailing_zeros() as u8 + 1;
            }
        }
        grid
    }
}

/// What a pass saw.
struct Seen {
    /// A digit has no way, or a cell no candidate.
    is_wrong: bool,
    /// It found nothing.
    is_same: bool,
    /// Every digit has a single way in each band. A grid is filled only if it is so, or will be with
    /// the next pass.
    is_spread: bool,
}

/// Passes over all bands of rows, or of columns, and turns the planes.
#[inline(always)]
fn pass<I: Fold, const COLUMNS: bool>(isa: I, x: &mut Planes<I>, ways: &mut Ways<I>) -> Seen {
    let mut narrowed = *x;
    let real = real::<I>();
    let zero = isa.plane(isa.splat(0));
    let mut union = zero;
    for v in 0..I::VECTORS {
        union[v] = isa.or3(x[0][v], x[1][v], x[2][v]);
    }
    // What all vectors tell together is looked at once.
    let (all, none) = (isa.splat(ALL), isa.splat(0));
    let mut anywhere = all;
    let (mut single, mut singles, mut free) = ([zero; 3], zero, union);
    if !COLUMNS {
        for v in 0..I::VECTORS {
            for k in 0..3 {
                single[k][v] = isa.if_single(x[k][v]);
            }
            singles[v] = isa.or3(single[0][v], single[1][v], single[2][v]);
        }
        let [a, b] = [isa.shift::<COLUMNS, 0, 1>(singles), isa.shift::<COLUMNS, 0, 2>(singles)];
        let [c, d] = [isa.shift::<COLUMNS, 1, 0>(singles), isa.shift::<COLUMNS, 2, 0>(singles)];
        for v in 0..I::VECTORS {
            free[v] = isa.minus_both(union[v], isa.or3(a[v], b[v], c[v]), d[v]);
            let twice = isa.majority(single[0][v], single[1][v], single[2][v]);
            anywhere = isa.minus(anywhere, twice);
        }
    }
    let [a, b] = [isa.shift::<COLUMNS, 1, 1>(free), isa.shift::<COLUMNS, 2, 2>(free)];
    let [c, d] = [isa.shift::<COLUMNS, 2, 1>(free), isa.shift::<COLUMNS, 1, 2>(free)];
    let mut allowed = zero;
    for v in 0..I::VECTORS {
        let (even, odd) = (isa.and3(free[v], a[v], b[v]), isa.and3(free[v], c[v], d[v]));
        (ways.even[v], ways.odd[v]) = (even, odd);
        allowed[v] = isa.or(even, odd);
    }
    let [a, b] = [isa.shift::<COLUMNS, 0, 1>(allowed), isa.shift::<COLUMNS, 0, 2>(allowed)];
    let mut least = all;
    let [mut gone, mut unsure] = [none; 2];
    for v in 0..I::VECTORS {
        anywhere = isa.and(anywhere, isa.or3(allowed[v], a[v], b[v]));
        let confined = isa.minus_both(allowed[v], a[v], b[v]);
        let several = isa.minus(allowed[v], confined);
        // Elements that are padding here but not in the first vector are ignored.
        let mask = if real[v] == real[0] { u32::MAX } else { real[v] };
        unsure = isa.or(unsure, isa.blend(isa.mask(mask), several, none));
        // In the padding, everything is allowed everywhere, and nothing confined.
        let allowed = isa.if_three_or(confined, allowed[v]);
        let beside_singles = isa.minus(allowed, singles[v]);
        let hidden = isa.minus(confined, isa.majority(x[0][v], x[1][v], x[2][v]));
        for k in 0..3 {
            let before = x[k][v];
            let after = if COLUMNS {
                isa.narrow(before, hidden, allowed)
            } else {
                isa.and(before, isa.or(beside_singles, single[k][v]))
            };
            gone = isa.gone(gone, before, after);
            least = isa.min_soon(least, after);
            narrowed[k][v] = after;
        }
    }
    *x = isa.turn(narrowed);
    Seen {
        is_wrong: isa.any_or_empty(isa.minus(all, anywhere), least),
        is_same: !isa.any(gone),
        is_spread: !isa.eq(unsure, none) & real[0] == 0,
    }
}

/// Whether every cell has one candidate.
#[inline(always)]
fn is_filled<I: Fold>(isa: I, x: &Planes<I>) -> bool {
    let real = real::<I>();
    let mut open = isa.splat(0);
    for v in 0..I::VECTORS {
        let mut several = isa.splat(0);
        for k in 0..3 {
            several = isa.or(several, isa.minus(x[k][v], isa.if_single(x[k][v])));
        }
        open = isa.or(open, isa.blend(isa.mask(real[v]), several, isa.splat(0)));
    }
    !isa.any(open)
}

/// Whether all rows, or columns, and boxes have all nine digits.
#[inline(always)]
fn has_all_digits<I: Fold, const COLUMNS: bool>(isa: I, x: &Planes<I>) -> bool {
    let mut union = isa.plane(isa.splat(0));
    for v in 0..I::VECTORS {
        union[v] = isa.or3(x[0][v], x[1][v], x[2][v]);
    }
    let [a, b] = [isa.shift::<COLUMNS, 0, 1>(union), isa.shift::<COLUMNS, 0, 2>(union)];
    let [c, d] = [isa.shift::<COLUMNS, 1, 0>(union), isa.shift::<COLUMNS, 2, 0>(union)];
    let real = real::<I>();
    let mut missing = 0;
    for v in 0..I::VECTORS {
        let lines = isa.or3(union[v], a[v], b[v]);
        let boxes = isa.or3(union[v], c[v], d[v]);
        missing |= !isa.eq(isa.and(lines, boxes), isa.splat(ALL)) & real[v];
    }
    missing == 0
}

#[cfg(test)]
impl<I: Fold> Solo<I> {
    /// Passes over the rows, or the columns, of a grid; whether that shows it wrong.
    pub(super) fn half_sweep(&self, marks: &mut [u16; CELLS], columns: bool) -> bool {
        let mut x = self.read(Clues::Candidates(marks));
        if columns {
            x = self.isa.turn(x);
        }
        let none = self.isa.plane(self.isa.splat(0));
        let mut ways = Ways { even: none, odd: none };
        let seen = if columns {
            pass::<I, true>(self.isa, &mut x, &mut ways)
        } else {
            pass::<I, false>(self.isa, &mut x, &mut ways)
        };
        // Turned by the pass.
        if !columns {
            x = self.isa.turn(x);
        }
        *marks = self.marks(&x);
        seen.is_wrong
    }

    /// Where a grid at rest branches, the side that is explored first, and the other.
    pub(super) fn sides(&mut self, marks: &[u16; CELLS]) -> Option<[[u16; CELLS]; 2]> {
        let mut frame = Frame::new(self.isa, self.read(Clues::Candidates(marks)));
        while matches!(frame.state, State::Open | State::Quiet) {
            frame.advance(self.isa);
        }
        let branches = frame.state == State::Resting && self.branch(&mut frame);
        branches.then(|| [self.marks(&frame.x), self.marks(&self.stack[0])])
    }

    fn marks(&self, planes: &Planes<I>) -> [u16; CELLS] {
        let mut marks = [0; CELLS];
        for k in 0..3 {
            let mut image = I::Image::default();
            for v in 0..I::VECTORS {
                self.isa.store(planes[k][v], &mut image[v]);
            }
            for e in 0..27 {
                let (v, lane) = I::place::<false>(e / 9, e / 3 % 3, e % 3);
                marks[3 * e + k] = image[v][lane];
            }
        }
        marks
    }
}
