//! The books of a batch: what was found of every puzzle, by which task, in what order.
//!
//! A puzzle starts as one task. Where an idle lane takes a part of another's search, that part
//! becomes a task behind the one it was taken from, so that the tasks of a puzzle, one after the
//! other, are its search in order. What counts is what a single lane would have found: with a
//! limit the first solutions in that order, however many were found behind them. Effort too is
//! counted in that order: what lies behind the branch at which a single lane would have given up
//! does not count.

use std::ops::ControlFlow;

use super::{Answer, Answers, Query};
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
struct Kept<const CELLS: usize> {
    grid: [u8; CELLS],
    nodes: u64,
    next: u32,
}

const NONE: u32 = u32::MAX;

/// How far a puzzle's search is read in order.
#[derive(Debug, Clone, Copy)]
struct Front {
    task: u32,
    /// Solutions found before that task, and the nodes since the last of them.
    found: u64,
    since: u64,
}

/// Where a search gives up: how many solutions of a task it found before, after how many nodes.
#[derive(Debug, Clone, Copy)]
struct Cut {
    found: u64,
    nodes: u64,
}

/// Is handed each solution, and says whether to go on.
pub(super) type Take<'a, const CELLS: usize> = &'a mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>;

/// All tasks of a batch; the first are the puzzles' own, under their numbers.
pub(super) struct Tasks<'a, const CELLS: usize> {
    all: Vec<Task>,
    kept: Vec<Kept<CELLS>>,
    /// Of each puzzle, where effort is limited and searches may be parted.
    fronts: Vec<Front>,
    take: Option<Take<'a, CELLS>>,
    puzzles: usize,
    limit: u64,
    keep: u32,
    patience: u64,
}

impl<'a, const CELLS: usize> Tasks<'a, CELLS> {
    /// A single puzzle, whose solutions are handed out as they are found.
    pub(super) fn handing_out(take: Take<'a, CELLS>, limits: &Limits) -> Self {
        let all = Query { limit: None, keep: usize::MAX };
        Tasks { take: Some(take), ..Self::new(1, all, limits) }
    }

    pub(super) fn new(puzzles: usize, query: Query, limits: &Limits) -> Self {
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
        let keep = u32::try_from(query.keep).unwrap_or(u32::MAX);
        let mut tasks = Tasks {
            all: (0..puzzles as u32).map(task).collect(),
            kept: Vec::with_capacity(puzzles * query.keep.min(2)),
            fronts: Vec::new(),
            take: None,
            puzzles,
            limit: query.limit.unwrap_or(u64::MAX),
            keep,
            patience,
        };
        if patience < u64::MAX && tasks.keeps_all() {
            let front = |task| Front { task, found: 0, since: 0 };
            tasks.fronts = (0..puzzles as u32).map(front).collect();
        }
        tasks
    }

    /// Whether every solution that counts is kept.
    fn keeps_all(&self) -> bool {
        self.limit != u64::MAX && u64::from(self.keep) >= self.limit
    }

    /// Whether a puzzle's search may be parted. Not where some solutions are kept and more are
    /// counted: the first might be missed. Where effort is limited, only with all solutions kept is
    /// it known where a single lane would have given up.
    pub(super) fn may_share(&self) -> bool {
        let kept = self.limit == u64::MAX || self.keep == 0 || self.keeps_all();
        let known = self.patience == u64::MAX || self.keeps_all();
        kept && known && self.take.is_none()
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
            patience: self.patience,
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

    /// Whether a solution that the task finds is wanted.
    pub(super) fn keeps(&self, task: u32) -> bool {
        self.all[task as usize].kept < self.keep
    }

    /// Keeps a solution that the task found, or hands it out; it is counted apart.
    pub(super) fn keep(&mut self, task: u32, grid: [u8; CELLS]) {
        let task = &mut self.all[task as usize];
        if let Some(take) = &mut self.take {
            if take(&grid).is_break() {
                self.limit = task.count + 1;
            }
            return;
        }
        let number = self.kept.len() as u32;
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
        let puzzle = task.puzzle;
        if task.shared { self.advance(puzzle) } else { 0 }
    }

    /// A task was given up. The lanes in the answer have nothing left to do: what is behind it
    /// cannot count.
    pub(super) fn given_up(&mut self, number: u32) -> u32 {
        self.end(self.all[number as usize].next)
    }

    /// Ends a task and all behind it.
    fn end(&mut self, mut number: u32) -> u32 {
        let mut lanes = 0;
        while number != NONE {
            let task = &mut self.all[number as usize];
            if task.state == State::Open {
                task.state = State::Done;
                lanes |= 1 << task.lane;
            }
            number = task.next;
        }
        lanes
    }

    /// Reads on in a puzzle's search, as far as it is done; where a single lane would have given
    /// up, the rest is ended.
    fn advance(&mut self, puzzle: u32) -> u32 {
        while let Some(&front) = self.fronts.get(puzzle as usize) {
            let task = &self.all[front.task as usize];
            let mut since = front.since;
            if self.cut(task, &mut since, self.limit - front.found).is_some() {
                return self.end(front.task);
            }
            let found = front.found + task.count;
            if task.state != State::Done || task.next == NONE || found >= self.limit {
                break;
            }
            self.fronts[puzzle as usize] = Front { task: task.next, found, since };
        }
        0
    }

    /// Where in a task a single lane would have given up, having come to it so many nodes after
    /// the last solution and looking for so many more; else the nodes since the last solution are
    /// brought up to date.
    fn cut(&self, task: &Task, since: &mut u64, missing: u64) -> Option<Cut> {
        let (mut found, mut nodes, mut kept) = (0, 0, task.first);
        while found < missing {
            let solution = self.kept.get(kept as usize);
            let until = solution.map_or(task.nodes, |solution| solution.nodes);
            let left = self.patience - *since;
            let is_given_up = solution.is_none() && task.state == State::Interrupted;
            if until - nodes > left || is_given_up {
                let nodes = task.nodes.min(nodes.saturating_add(left));
                return Some(Cut { found, nodes });
            }
            *since += until - nodes;
            let Some(solution) = solution else { break };
            (found, nodes, kept, *since) = (found + 1, until, solution.next, 0);
        }
        None
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

    /// Adds the answers, puzzle by puzzle.
    pub(super) fn answer_all(&self, answers: &mut Answers<CELLS>) {
        answers.grids.reserve(self.kept.len());
        for puzzle in 0..self.puzzles as u32 {
            let answer = self.answer(puzzle, &mut answers.grids);
            answers.push(answer);
        }
    }

    fn answer(&self, puzzle: u32, grids: &mut Vec<[u8; CELLS]>) -> Answer {
        let task = &self.all[puzzle as usize];
        if task.next == NONE && self.keep == 0 && self.fronts.is_empty() {
            // What follows would come to the same.
            let is_enough = task.count >= self.limit;
            let interrupted = task.state != State::Done && !is_enough;
            let nodes = if is_enough { 0 } else { task.nodes };
            let complete = !interrupted && !is_enough;
            return Answer { count: task.count, complete, interrupted, nodes };
        }
        let mut answer = Answer::NONE;
        let mut room = self.keep;
        let mut since = 0;
        let mut number = puzzle;
        let mut is_over = false;
        while number != NONE && answer.count < self.limit && !is_over {
            let task = &self.all[number as usize];
            let missing = self.limit - answer.count;
            let reads = !self.fronts.is_empty();
            let cut = if reads { self.cut(task, &mut since, missing) } else { None };
            let count = cut.map_or(task.count.min(missing), |cut| cut.found);
            let mut nodes = cut.map_or(task.nodes, |cut| cut.nodes);
            let mut kept = task.first;
            for found in 1..=count.min(u64::from(room)) {
                let Some(solution) = self.kept.get(kept as usize) else { break };
                grids.push(solution.grid);
                room -= 1;
                if found == missing {
                    nodes = solution.nodes;
                }
                kept = solution.next;
            }
            answer.nodes += nodes;
            is_over = cut.is_some();
            answer.interrupted |= is_over || task.state != State::Done && count < missing;
            answer.count += count;
            number = task.next;
        }
        answer.complete = !answer.interrupted && answer.count < self.limit;
        if answer.count == self.limit && u64::from(self.keep) < self.limit {
            answer.nodes = 0;
        }
        answer
    }
}
