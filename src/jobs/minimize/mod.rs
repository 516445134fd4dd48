//! Clues, and rules, taken out of a puzzle for as long as it keeps its one solution.
//!
//! What comes out is fixed by an order: clue after clue, or group of clues after group, is taken
//! out if the rest has still one solution. That is what `dig` does, whatever decides it and however
//! much it is decided at a time, so the outcome depends on nothing but the puzzle, its solution and
//! the order. When all were tried the puzzle is minimal as far as the order's groups go: no group
//! that stayed can be taken out, since what could not be spared among more clues cannot among
//! fewer.
//!
//! Where a question may take long, in large grids, a first pass puts off all that takes more than a
//! few conflicts, and later passes allow more (`Goal::passes`): most that is redundant is found to
//! be so at once, and every clue that goes makes the formula larger but the questions no more. The
//! outcome is as fixed, and in the end as minimal, but not that of one pass.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `lanes` | who decides for plain 9×9 and 16×16 |
//! | `cores` | who decides for all others: one incremental SAT solver |
//! | `smallest` | the search for fewer clues |
//! | `rules` | rules taken out |
//!
//! A clue is a cell that does not have all candidates; pencilmarks of a cell are one clue.
//!
//! ```
//! use satoku::{Limits, jobs::minimize::{Minimized, Options, minimize}};
//!
//! let puzzle = satoku::parse(
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
//! )?;
//! match minimize(&puzzle, &Options::default(), &Limits::none(), &mut |_| {})? {
//!     Minimized::Done(found) => assert!(found.complete && found.clues() < 30),
//!     _ => unreachable!("it has one solution"),
//! }
//! # Ok::<(), satoku::Error>(())
//! ```

mod cores;
mod lanes;
mod rules;
mod smallest;

use std::sync::Arc;

use crate::engine::{EngineOptions, EngineSpec};
use crate::error::Result;
use crate::grid::{CandidateSet, Cell, Digit};
use crate::jobs::answer::{self, Uniqueness};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::random::Random;
use crate::rule::Rule;
use crate::sat::backend::BackendSpec;

/// How clues are taken out.
#[derive(Debug, Clone)]
pub struct Options {
    /// Draws the order.
    pub seed: u64,
    /// So many tries to find fewer clues than the order leaves: each puts some clues back and takes
    /// out others. 0: none.
    pub tries: u64,
    /// Conflicts that the SAT solver may take to decide about a clue; where they do not suffice it
    /// stays, undecided. `None`: as many as it takes.
    pub effort: Option<u64>,
    /// Take rules out too, once no clue can be: in a random order, each if the solution stays the only
    /// one. No effort bounds that.
    pub rules: bool,
    /// The SAT options. The encoding is ignored.
    pub sat: EngineOptions,
}

impl Default for Options {
    fn default() -> Self {
        let sat = EngineOptions { backend: backend(), ..EngineOptions::default() };
        Options { seed: 0, tries: 0, effort: None, rules: false, sat }
    }
}

/// The backend that digs best: batsat, where it is compiled in. It was level with varisat to 25×25,
/// and came further in the same time at 36×36 and 49×49.
pub fn backend() -> BackendSpec {
    "batsat".parse().unwrap_or_default()
}

/// What became of a puzzle.
#[derive(Debug, Clone)]
pub enum Minimized {
    /// It had one solution, and has it still.
    Done(Box<Reduction>),
    /// It has several solutions, among them these: nothing was taken out.
    Multiple(Box<[Solution; 2]>),
    /// It has none.
    None,
    /// A limit was reached before it was known how many it has.
    Unknown,
}

/// A puzzle with fewer clues.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reduction {
    /// The puzzle that is left. It has one solution, whatever limit was reached.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
    /// The clues that were taken out, in that order: cells, and what they have in the solution. At
    /// each point the clue is certain by those that stayed and those that come behind it.
    pub removed: Vec<(Cell, Digit)>,
    /// The rules that were taken out, in that order.
    pub removed_rules: Vec<Arc<Rule>>,
    /// Clues left that are known to be needed: without any of their groups there are more
    /// solutions.
    pub needed: usize,
    /// Rules left that a limit left undecided.
    pub open_rules: usize,
    /// Whether it came to an end: all were tried and decided, or the target was reached.
    pub complete: bool,
}

impl Reduction {
    /// The clues that are left.
    pub fn clues(&self) -> usize {
        clues(&self.puzzle).len()
    }
}

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The clues left.
    pub clues: usize,
    /// Those of them not decided yet.
    pub open: usize,
}

/// The cells of a puzzle that have a clue, row by row.
pub fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    let all = puzzle.digits();
    puzzle.cells().filter(|&cell| puzzle.clues().len(cell) != all).collect()
}

/// Takes the redundant clues out of a puzzle, in a random order; `progress` receives how far it is.
///
/// # Errors
/// If a backend fails. A limit is no error, but leaves clues undecided, and the puzzle unique.
pub fn minimize(
    puzzle: &Puzzle,
    options: &Options,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Minimized> {
    let engine = EngineSpec::new("auto", options.sat.clone())?;
    let solution = match answer::unique(puzzle, &engine, limits)? {
        Uniqueness::Unique(solution) => solution,
        Uniqueness::Multiple(both) => return Ok(Minimized::Multiple(both)),
        Uniqueness::None => return Ok(Minimized::None),
        Uniqueness::Unknown => return Ok(Minimized::Unknown),
    };
    let mut random = Random::new(options.seed);
    let mut order: Vec<_> = clues(puzzle).into_iter().map(|cell| vec![cell]).collect();
    random.shuffle(&mut order);
    let passes = puzzle.digits() >= LARGE;
    let goal = Goal { target: 0, effort: options.effort, passes, sat: &options.sat };
    let mut dug = dig(puzzle, &solution, &order, &goal, limits, progress)?;
    if options.tries > 0 && dug.complete {
        dug = smallest::search(puzzle, dug, &mut random, options, limits, progress)?;
    }
    if options.rules {
        rules::dig(&mut dug, &mut random, &engine, limits)?;
    }
    Ok(Minimized::Done(Box::new(dug)))
}

/// How far to dig, and with what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal<'a> {
    /// This many clues are to be left: groups that would take more out are skipped.
    pub(crate) target: usize,
    /// As [`Options::effort`].
    pub(crate) effort: Option<u64>,
    /// Put off what takes long. Without it the outcome is that of the order alone, group after
    /// group.
    pub(crate) passes: bool,
    /// As [`Options::sat`].
    pub(crate) sat: &'a EngineOptions,
}

/// From this side on clues that take long are put off.
pub(crate) const LARGE: usize = 21;

/// Conflicts that a question may take in the first pass, and how many times as many in each next
/// one.
const FIRST_EFFORT: u64 = 5;
const GROWTH: u64 = 8;

/// Takes groups of clues out of a puzzle, in their order, each if the rest has one solution still;
/// the puzzle must have this one alone. Cells without a clue do not count; no cell may come twice.
///
/// # Errors
/// If a backend fails.
pub(crate) fn dig(
    puzzle: &Puzzle,
    solution: &Solution,
    order: &[Vec<Cell>],
    goal: &Goal<'_>,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Reduction> {
    let judge = lanes::judge(puzzle, goal.sat);
    let mut judge = judge.unwrap_or_else(|| Box::new(cores::Cores::new(puzzle, goal.sat)));
    dig_with(&mut *judge, puzzle, solution, order, goal, limits, progress)
}

/// As [`dig`], decided by `judge`.
fn dig_with(
    judge: &mut dyn Judge,
    puzzle: &Puzzle,
    solution: &Solution,
    order: &[Vec<Cell>],
    goal: &Goal<'_>,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Reduction> {
    let given = clues(puzzle);
    let mut is_clue = vec![false; puzzle.layout().cells()];
    for cell in &given {
        is_clue[cell.index()] = true;
    }
    let groups = order.iter().map(|group| {
        group.iter().copied().filter(|cell| is_clue[cell.index()]).collect::<Vec<_>>()
    });
    let mut groups: Vec<_> = groups.filter(|group| !group.is_empty()).collect();
    let mut state = State { puzzle: puzzle.clone(), solution, left: given.len() };
    let mut open: usize = groups.iter().map(Vec::len).sum();
    let mut dug = Reduction {
        puzzle: puzzle.clone(),
        solution: solution.clone(),
        removed: Vec::new(),
        removed_rules: Vec::new(),
        needed: 0,
        open_rules: 0,
        complete: false,
    };
    let full = CandidateSet::full(puzzle.digits());
    let most = goal.effort.unwrap_or(u64::MAX);
    let mut effort = if goal.passes { FIRST_EFFORT.min(most) } else { most };
    'passes: loop {
        judge.begin();
        let mut put_off = Vec::new();
        for (k, group) in groups.iter().enumerate() {
            if state.left <= goal.target {
                break 'passes;
            }
            if limits.expired() {
                dug.puzzle = state.puzzle;
                return Ok(dug);
            }
            if state.left - group.len() >= goal.target {
                let limits = match effort {
                    u64::MAX => limits.clone(),
                    effort => limits.clone().with_effort(effort),
                };
                match judge.decide(&state, &groups[k..], &limits)? {
                    Verdict::Redundant => {
                        state.left -= group.len();
                        for &cell in group {
                            state.puzzle.set_candidates(cell, &full);
                            dug.removed.push((cell, solution.digit(cell)));
                        }
                    }
                    Verdict::Needed => dug.needed += group.len(),
                    Verdict::Unknown => {
                        put_off.push(group.clone());
                        continue;
                    }
                }
            }
            open -= group.len();
            progress(Progress { clues: state.left, open });
        }
        groups = put_off;
        if groups.is_empty() || effort >= most {
            break;
        }
        effort = effort.saturating_mul(GROWTH).min(most);
    }
    dug.complete = state.left <= goal.target || groups.is_empty();
    dug.puzzle = state.puzzle;
    Ok(dug)
}

/// What is left of a puzzle that has one solution.
struct State<'a> {
    puzzle: Puzzle,
    solution: &'a Solution,
    left: usize,
}

/// Whether a group of clues can be taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// The rest has one solution.
    Redundant,
    /// The rest has more.
    Needed,
    /// A limit was reached.
    Unknown,
}

/// Decides about groups of clues, one after the other.
trait Judge {
    /// Is told that a pass begins.
    fn begin(&mut self) {}

    /// Whether the first group can be taken out. What it finds redundant is taken out, all else
    /// stays; it is asked about the other groups next, in their order, but some may be skipped.
    fn decide(
        &mut self,
        state: &State<'_>,
        groups: &[Vec<Cell>],
        limits: &Limits,
    ) -> Result<Verdict>;
}

#[cfg(test)]
mod tests;
