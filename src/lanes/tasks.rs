//! The books of a batch: what was found of every puzzle, by which task, in what order.
//!
//! A puzzle starts as one task. Where an idle lane takes a part of another's search, that part
//! becomes a task behind the one it was taken from, so that the tasks of a puzzle, one after the
//! other, are its search in order. What counts is what a single lane would have found: with a
//! limit the first solutions in that order, however many were found behind them.

use super::{Answer, Answers, Grid, Wish};
use crate::limits::Limits;

/// The part of a search that one lane works on.
#[derive(Debug, Clone, Copy)]
struct Task {
    puzzle: u32,
    /// The task behind it, of the same puzzle.
    next: u32,
    /// Solutions found.
    count: u64,
    /// In a puzzle's own task: solutions found by all its tasks.
    total: u64,
    nodes: u64,
    /// Nodes at which it gives up, unless there is a solution before.
    patience: u64,
    /// Its first and last kept solution.
    first: u32,
    last: u32,
    kept: u32,
    lane: u8,
    state: State,
    /// Whether the puzzle has other tasks.
    shared: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Not begun, or a lane is at it.
    Open,
    /// Exhausted, or all that was asked for is found.
    Done,
    /// Given up.
    Interrupted,
}

/// A solution that is handed out, and how far the task was.
#[derive(Debug, Clone, Copy)]
struct Kept {
    grid: Grid,
    nodes: u64,
    next: u32,
}

const NONE: u32 = u32::MAX;

/// All tasks of a batch; the first are the puzzles' own, under their numbers.
#[derive(Debug)]
pub(super) struct Tasks {
    all: Vec<Task>,
    kept: Vec<Kept>,
    puzzles: usize,
    limit: u64,
    keep: u32,
    patience: u64,
}

impl Tasks {
    pub(super) fn new(puzzles: usize, wish: Wish, limits: &Limits) -> Self {
        let patience = limits.effort().unwrap_or(u64::MAX);
        let task = |puzzle| Task {
            puzzle,
            next: NONE,
            count: 0,
            total: 0,
            nodes: 0,
            patience,
            first: NONE,
            last: NONE,
            kept: 0,
            lane: 0,
            state: State::Open,
            shared: false,
        };
        let keep = u32::try_from(wish.keep).unwrap_or(u32::MAX);
        Tasks {
            all: (0..puzzles as u32).map(task).collect(),
            kept: Vec::with_capacity(puzzles * wish.keep.min(2)),
            puzzles,
            limit: wish.limit.unwrap_or(u64::MAX),
            keep,
            patience,
        }
    }

    /// Whether a puzzle's search may be parted. Where effort is limited, that would change where it
    /// ends; and where some solutions are kept and more are counted, the first might be missed.
    pub(super) fn may_share(&self) -> bool {
        let all_the_same = self.keep == 0 || u64::from(self.keep) >= self.limit;
        self.patience == u64::MAX && (self.limit == u64::MAX || all_the_same)
    }

    /// A lane takes up a task.
    pub(super) fn begin(&mut self, task: u32, lane: usize) {
        self.all[task as usize].lane = lane as u8;
    }

    /// Parts a task: what is behind its present part becomes a new one.
    pub(super) fn part(&mut self, task: u32, lane: usize) -> u32 {
        let new = self.all.len() as u32;
        let old = &mut self.all[task as usize];
        if !old.shared {
            // Alone until now, it has found all there is.
            old.total = old.count;
        }
        let part = Task {
            count: 0,
            total: 0,
            nodes: 0,
            first: NONE,
            last: NONE,
            kept: 0,
            lane: lane as u8,
            shared: true,
            ..*old
        };
        old.next = new;
        old.shared = true;
        self.all.push(part);
        new
    }

    /// A branch is due; whether the task makes it, or gives up.
    #[inline(always)]
    pub(super) fn branch(&mut self, task: u32) -> bool {
        let task = &mut self.all[task as usize];
        if task.nodes >= task.patience {
            task.state = State::Interrupted;
            return false;
        }
        task.nodes += 1;
        true
    }

    /// Whether a solution that the task finds is to be kept.
    pub(super) fn keeps(&self, task: u32) -> bool {
        self.all[task as usize].kept < self.keep
    }

    /// Keeps a solution that the task found; it is counted apart.
    pub(super) fn keep(&mut self, task: u32, grid: Grid) {
        let number = self.kept.len() as u32;
        let task = &mut self.all[task as usize];
        self.kept.push(Kept { grid, nodes: task.nodes, next: NONE });
        task.kept += 1;
        match task.last {
            NONE => task.first = number,
            last => self.kept[last as usize].next = number,
        }
        task.last = number;
    }

    /// Counts a solution. The lanes in the answer have nothing left to do.
    pub(super) fn count(&mut self, number: u32) -> u32 {
        let task = &mut self.all[number as usize];
        task.count += 1;
        task.patience = task.nodes.saturating_add(self.patience);
        let (puzzle, count, shared) = (task.puzzle, task.count, task.shared);
        if self.limit == u64::MAX {
            return 0;
        }
        if !shared && count < self.limit {
            return 0;
        }
        if self.keep == 0 && shared {
            let own = &mut self.all[puzzle as usize];
            own.total += 1;
            if own.total < self.limit {
                return 0;
            }
        }
        self.settle(puzzle)
    }

    /// A task is exhausted. The lanes in the answer have nothing left to do; its own is not one of
    /// them.
    pub(super) fn exhausted(&mut self, number: u32) -> u32 {
        let task = &mut self.all[number as usize];
        if task.state != State::Open {
            return 0;
        }
        task.state = State::Done;
        let (shared, puzzle) = (task.shared, task.puzzle);
        if shared && self.keep > 0 && self.limit != u64::MAX { self.settle(puzzle) } else { 0 }
    }

    /// Ends the tasks of a puzzle that can add nothing: where solutions are kept, those with enough
    /// found before them in order, else all once enough is found.
    fn settle(&mut self, puzzle: u32) -> u32 {
        let mut lanes = 0;
        let shared = self.all[puzzle as usize].shared;
        let mut found = if self.keep == 0 && shared { self.all[puzzle as usize].total } else { 0 };
        let mut number = puzzle;
        while number != NONE {
            let task = &mut self.all[number as usize];
            if self.keep > 0 || !shared {
                found = found.saturating_add(task.count);
            }
            if found >= self.limit && task.state == State::Open {
                task.state = State::Done;
                lanes |= 1 << task.lane;
            }
            number = task.next;
        }
        lanes
    }

    /// What is not done has been interrupted.
    pub(super) fn interrupt(&mut self) {
        for task in self.all.iter_mut().filter(|task| task.state == State::Open) {
            task.state = State::Interrupted;
        }
    }

    /// The answers, puzzle by puzzle.
    pub(super) fn answers(&self) -> Answers {
        let mut answers = Answers {
            all: Vec::with_capacity(self.puzzles),
            ends: Vec::with_capacity(self.puzzles),
            grids: Vec::with_capacity(self.kept.len()),
        };
        for puzzle in 0..self.puzzles as u32 {
            let answer = self.answer(puzzle, &mut answers.grids);
            answers.push(answer);
        }
        answers
    }

    fn answer(&self, puzzle: u32, grids: &mut Vec<Grid>) -> Answer {
        let mut answer = Answer::NONE;
        let mut room = self.keep;
        let mut number = puzzle;
        while number != NONE && answer.count < self.limit {
            let task = &self.all[number as usize];
            let missing = self.limit - answer.count;
            let mut nodes = task.nodes;
            let mut kept = task.first;
            for found in 1..=missing.min(u64::from(room)) {
                let Some(solution) = self.kept.get(kept as usize) else { break };
                grids.push(solution.grid);
                room -= 1;
                if found == missing {
                    nodes = solution.nodes;
                }
                kept = solution.next;
            }
            answer.nodes += nodes;
            answer.interrupted |= task.state != State::Done && task.count < missing;
            answer.count += task.count.min(missing);
            number = task.next;
        }
        answer.complete = !answer.interrupted && answer.count < self.limit;
        if answer.count == self.limit && u64::from(self.keep) < self.limit {
            answer.nodes = 0;
        }
        answer
    }
}
