//! Decides by SAT, a block of groups at a time.
//!
//! While a block is decided, all clues outside it stay. So they are no assumptions but facts: they
//! are propagated, and a solver gets the little that is left. Only the clues of the block are
//! assumed. (One solver for the whole puzzle, all clues assumed, takes thirty times as long at
//! 25×25: what it learns names the clues, hundreds at a time, and each conflict has them all
//! assumed again.)
//!
//! Whether a clue is certain by others is asked with its digit denied. A refutation names the clues
//! that it uses, and these are kept together: *the core* is a set of clues of the block that has,
//! with all outside, one solution. In the beginning it is found by one question, in which the clues
//! that are to go last are assumed first, so that those to go first are hardly ever used. A group
//! outside the core goes unasked; when one in it goes, the clues that make it certain come in its
//! place. So the order decides alone, whatever the solver finds. A group that is needed stays for
//! good, and becomes a fact.
//!
//! Blocks are as large as the number of questions that they take allows: half the grid in the
//! beginning, when hardly any is asked, a dozen clues in the end.

use std::collections::BTreeMap;

use super::{Judge, State, Verdict};
use crate::engine::EngineOptions;
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell};
use crate::limits::Limits;
use crate::puzzle::{Board, Puzzle, Solution};
use crate::sat::oracle::{Lit, Options, Oracle, Reply};

/// Questions that a block is meant to take, and that for short questions, up to so many conflicts:
/// then it takes longer to make a formula than to ask.
const QUESTIONS: usize = 8;
const SHORT_QUESTIONS: usize = 24;
const SHORT: u64 = 50;

/// Groups of a block at least.
const SMALLEST: usize = 4;

pub(super) struct Cores {
    options: Options,
    block: Block,
    /// So many groups lie behind the block.
    behind: usize,
    /// Groups of the next block.
    size: usize,
}

/// Groups of clues that are decided together.
enum Block {
    /// All of them are certain by the clues outside.
    Certain,
    /// Some may be needed.
    Open(Box<Open>),
    /// A limit was reached while it was made.
    Undecided,
}

struct Open {
    oracle: Oracle,
    /// The clues of the block that are left and no facts, those that are to go last first, with
    /// what is assumed for them. Those that are certain by the clues outside are not among them.
    assumed: Vec<(Cell, Lit)>,
    /// Clues of the block that have one solution together with those outside.
    core: BTreeMap<Cell, bool>,
    questions: usize,
    groups: usize,
}

impl Cores {
    pub(super) fn new(puzzle: &Puzzle, options: &EngineOptions) -> Self {
        let size = (puzzle.layout().cells() / 4).max(SMALLEST);
        Cores { options: options.oracle(), block: Block::Certain, behind: usize::MAX, size }
    }

    /// Makes a block of the first of these groups.
    fn make(&mut self, state: &State<'_>, groups: &[Vec<Cell>], limits: &Limits) -> Result<()> {
        let short = limits.effort().is_some_and(|effort| effort <= SHORT);
        let questions = if short { SHORT_QUESTIONS } else { QUESTIONS };
        match &self.block {
            Block::Open(open) => {
                let fitting = open.groups * questions / open.questions.max(1);
                self.size = fitting.clamp(open.groups / 2, open.groups * 2).max(SMALLEST);
            }
            Block::Certain | Block::Undecided => {}
        }
        let size = self.size.min(groups.len());
        self.behind = groups.len() - size;
        self.block = match Open::new(state, &groups[..size], &self.options, limits) {
            Ok(Some(open)) => Block::Open(Box::new(open)),
            Ok(None) => Block::Certain,
            Err(error) if error.is_limit() => Block::Undecided,
            Err(error) => return Err(error),
        };
        Ok(())
    }
}

impl Judge for Cores {
    fn begin(&mut self) {
        self.behind = usize::MAX;
    }

    fn decide(
        &mut self,
        state: &State<'_>,
        groups: &[Vec<Cell>],
        limits: &Limits,
    ) -> Result<Verdict> {
        // In the beginning, too.
        if groups.len() <= self.behind {
            self.make(state, groups, limits)?;
        }
        let Some(group) = groups.first() else { return Ok(Verdict::Unknown) };
        match &mut self.block {
            Block::Certain => Ok(Verdict::Redundant),
            Block::Open(open) => open.decide(group, state.solution, limits),
            Block::Undecided => Ok(Verdict::Unknown),
        }
    }
}

impl Open {
    /// What is left of a puzzle by all clues but those of a block; `None` if that decides
    /// everything.
    fn new(
        state: &State<'_>,
        block: &[Vec<Cell>],
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Self>> {
        let side = state.puzzle.digits();
        let mut outside = state.puzzle.clone();
        let full = CandidateSet::full(side);
        block.iter().flatten().for_each(|&cell| outside.set_candidates(cell, &full));
        let mut board = Board::new(&outside);
        match board.propagate_within(&outside, limits) {
            Ok(true) => {}
            Ok(false) => return Err(Error::limit("limit reached during propagation")),
            Err(_) => {
                return Err(Error::disagreement(
                    "propagation refutes a puzzle that has a solution",
                ));
            }
        }
        if board.is_full() {
            return Ok(None);
        }
        let left = outside.with_clues(board.candidates().clone());
        let mut oracle = Oracle::reduced(&left, options, limits)?;
        let mut assumed = Vec::new();
        for &cell in block.iter().rev().flatten() {
            let clue = oracle.clue(cell, &state.puzzle.clues().get(cell))?;
            assumed.extend(clue.map(|lit| (cell, lit)));
        }
        let excluded = oracle.excluding(state.solution.digits())?;
        let core = assumed.iter().map(|&(cell, _)| (cell, true)).collect();
        let groups = block.len();
        let mut open = Open { oracle, assumed, core, questions: 0, groups };
        match open.ask(&[], excluded, limits)? {
            Reply::Core(core) => {
                open.core.values_mut().for_each(|kept| *kept = false);
                open.keep(&core);
            }
            Reply::Grid(_) => {
                return Err(Error::disagreement("SAT finds another solution of a unique puzzle"));
            }
            // Then all of it is the core.
            Reply::Unknown => {}
        }
        Ok(Some(open))
    }

    fn decide(&mut self, group: &[Cell], solution: &Solution, limits: &Limits) -> Result<Verdict> {
        let in_core = |cell: &Cell| self.core.get(cell).copied().unwrap_or(false);
        if !group.iter().any(in_core) {
            self.assumed.retain(|(cell, _)| !group.contains(cell));
            return Ok(Verdict::Redundant);
        }
        let denial = self.denial(group, solution)?;
        self.recall(solution, limits)?;
        Ok(match self.ask(group, denial, limits)? {
            Reply::Core(core) => {
                for &cell in group {
                    self.core.insert(cell, false);
                }
                self.keep(&core);
                self.assumed.retain(|(cell, _)| !group.contains(cell));
                Verdict::Redundant
            }
            Reply::Grid(_) => {
                for (_, fact) in self.assumed.extract_if(.., |(cell, _)| group.contains(cell)) {
                    self.oracle.add_clause(&[fact])?;
                }
                Verdict::Needed
            }
            Reply::Unknown => Verdict::Unknown,
        })
    }

    /// Has the solver assign the solution. It remembers what was assigned last and tries that
    /// first; a grid that differs from the solution where it must is then found with a fifth of the
    /// conflicts.
    fn recall(&mut self, solution: &Solution, limits: &Limits) -> Result<()> {
        let digits = (0..).map(Cell::new).zip(solution.digits().iter().copied());
        let assumed: Vec<_> = self.oracle.literals(digits).collect();
        self.oracle.ask(assumed, limits)?;
        Ok(())
    }

    /// Asks for a grid in which a last literal holds beside the clues that are left, but for those
    /// of some cells.
    fn ask(&mut self, without: &[Cell], last: Lit, limits: &Limits) -> Result<Reply<Cell>> {
        self.questions += 1;
        let assumed = self.assumed.iter().filter(|(cell, _)| !without.contains(cell));
        let assumed = assumed.map(|&(cell, lit)| (Some(cell), lit));
        // Without it there is no contradiction, so it comes behind all that follows from them.
        let assumed = assumed.chain([(None, last)]);
        Ok(self.oracle.ask(assumed, limits)?.named())
    }

    /// Puts the clues that a refutation names into the core.
    fn keep(&mut self, refutation: &[Cell]) {
        self.core.extend(refutation.iter().map(|&cell| (cell, true)));
    }

    /// A literal that makes one of these cells differ from the solution.
    fn denial(&mut self, group: &[Cell], solution: &Solution) -> Result<Lit> {
        let digits = group.iter().map(|&cell| (cell, solution.digit(cell)));
        let others: Vec<_> = self.oracle.literals(digits).map(|(_, lit)| !lit).collect();
        match others[..] {
            [lit] => Ok(lit),
            _ => self.oracle.group(|_, sink| sink.add_clause(&others)),
        }
    }
}
