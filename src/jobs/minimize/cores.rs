//! Decides by SAT, a block of groups at a time.
//!
//! While a block is decided, all clues outside it stay. So they are no assumptions but facts: they are
//! propagated, and a solver gets the little that is left. Only the clues of the block are assumed.
//! (One solver for the whole puzzle, all clues assumed, takes thirty times as long at 25×25: what it
//! learns names the clues, hundreds at a time, and each conflict has them all assumed anew.)
//!
//! Whether a clue is certain by others is asked with its digit denied. A refutation names the clues
//! that it uses, and these are kept together: *the core* is a set of clues of the block that has, with all
//! outside, one solution. In the beginning it is found by one question, in which the clues that
//! are to go last are assumed first, so that those to go first are hardly ever used. A group outside
//! the core goes unasked; when one in it goes, the clues that make it certain come in its place. So the
//! order decides alone, whatever the solver finds. A group that is needed stays for good, and becomes
//! a fact.
//!
//! Blocks are as large as the number of questions that they take allows: half the grid in the beginning,
//! when hardly any is asked, a dozen clues in the end.

use std::collections::BTreeMap;

use super::{Judge, State, Verdict};
use crate::engine::SatOptions;
use crate::error::{Error, Result};
use crate::puzzle::Board;
use crate::sat::cnf::{AtMostOne, ClauseSink, LimitedSink, Lit};
use crate::sat::encode::{Atom, Encoding, VarMap};

use crate::grid::{CandidateSet, Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::sat::backend::{Answer, SatBackend};

/// Above this side, pairwise at-most-one constraints take more memory than they are worth.
const PAIRWISE_SIDE: usize = 64;

/// Questions that a block is meant to take, and that for short questions, up to so many conflicts:
/// then it takes longer to make a formula than to ask.
const QUESTIONS: usize = 8;
const SHORT_QUESTIONS: usize = 24;
const SHORT: u64 = 50;

/// Groups of a block at least.
const SMALLEST: usize = 4;

pub(super) struct Cores {
    options: SatOptions,
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
    /// A limit struck while it was made, or its solver cannot go on.
    Undecided,
}

struct Open {
    backend: Box<dyn SatBackend>,
    map: VarMap,
    rules: Puzzle,
    /// The clues of the block that are left and no facts, those that are to go last first, with what is
    /// assumed for them. Those that are certain by the clues outside are not among them.
    assumed: Vec<(Cell, Lit)>,
    /// Clues of the block that have one solution together with those outside.
    core: BTreeMap<Cell, bool>,
    questions: usize,
    groups: usize,
}

impl Cores {
    pub(super) fn new(puzzle: &Puzzle, options: &SatOptions) -> Self {
        let size = (puzzle.layout().cells() / 4).max(SMALLEST);
        Cores { options: options.clone(), block: Block::Certain, behind: usize::MAX, size }
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
        let verdict = match &mut self.block {
            Block::Certain => Verdict::Redundant,
            Block::Open(open) => open.decide(group, state.solution, limits)?,
            Block::Undecided => Verdict::Unknown,
        };
        if verdict == Verdict::Unknown && !self.options.backend.capabilities().resumes {
            // A fresh solver for the groups that come next.
            self.behind = usize::MAX;
        }
        Ok(verdict)
    }
}

impl Open {
    /// What is left of a puzzle by all clues but those of a block; `None` if that decides everything.
    fn new(
        state: &State<'_>,
        block: &[Vec<Cell>],
        options: &SatOptions,
        limits: &Limits,
    ) -> Result<Option<Self>> {
        let side = state.puzzle.digits();
        let mut outside = state.puzzle.clone();
        let full = CandidateSet::full(side);
        block.iter().flatten().for_each(|&cell| outside.set_candidates(cell, &full));
        let mut board = Board::new(&outside);
        match board.propagate_within(&outside, limits) {
            Ok(true) => {}
            Ok(false) => return Err(Error::limit("a limit struck during propagation")),
            Err(_) => return Err(Error::disagreement("a puzzle with a solution has none")),
        }
        if board.is_full() {
            return Ok(None);
        }
        let name = if side > PAIRWISE_SIDE { "product" } else { "pairwise" };
        let scheme = options.amo.map_or_else(
            || AtMostOne::by_name(name).ok_or_else(|| Error::unsupported("amo")),
            Ok,
        )?;
        let encoding =
            Encoding::by_name("reduced").ok_or_else(|| Error::unsupported("encoding"))?;
        let rules = outside.with_clues(board.candidates().clone());
        let mut backend = options.backend.open()?;
        let mut sink = LimitedSink::new(&mut *backend, limits);
        let map = (encoding.encode)(&rules, scheme, &mut sink)?;
        let mut assumed = Vec::new();
        for &cell in block.iter().rev().flatten() {
            let candidates = state.puzzle.clues().get(cell);
            let ruled_out = (0..side).map(Digit::new).filter(|&digit| !candidates.contains(digit));
            let ruled_out = ruled_out.filter_map(|digit| match map.get(cell, digit) {
                Atom::Lit(lit) => Some(lit),
                // The solution's digit alone can be certain.
                Atom::True | Atom::False => None,
            });
            let ruled_out: Vec<_> = ruled_out.collect();
            if let Some(digit) = candidates.only() {
                if let Atom::Lit(lit) = map.get(cell, digit) {
                    assumed.push((cell, lit));
                }
            } else if !ruled_out.is_empty() {
                let marks = Lit::positive(sink.new_vars(1)?);
                ruled_out.iter().try_for_each(|&lit| sink.add_clause(&[!marks, !lit]))?;
                assumed.push((cell, marks));
            }
        }
        let excluded = Lit::positive(sink.new_vars(1)?);
        let mut clause = map.blocking_clause(state.solution.digits());
        clause.push(!excluded);
        sink.add_clause(&clause)?;
        let core = assumed.iter().map(|&(cell, _)| (cell, true)).collect();
        let groups = block.len();
        let mut open = Open { backend, map, rules, assumed, core, questions: 0, groups };
        match open.ask(&[], excluded, limits)? {
            Answer::Unsat { core } => {
                open.core.values_mut().for_each(|kept| *kept = false);
                open.keep(&core);
            }
            Answer::Sat(_) => {
                return Err(Error::disagreement("a puzzle with one solution has several"));
            }
            // Then all of it is the core.
            Answer::Unknown if options.backend.capabilities().resumes => {}
            Answer::Unknown => return Err(Error::limit("the solver is spent")),
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
            Answer::Unsat { core } => {
                for &cell in group {
                    self.core.insert(cell, false);
                }
                self.keep(&core);
                self.assumed.retain(|(cell, _)| !group.contains(cell));
                Verdict::Redundant
            }
            Answer::Sat(_) => {
                for (_, fact) in self.assumed.extract_if(.., |(cell, _)| group.contains(cell)) {
                    self.backend.add_clause(&[fact])?;
                }
                Verdict::Needed
            }
            Answer::Unknown => Verdict::Unknown,
        })
    }

    /// Has the solver assign the solution. It remembers what was assigned last and tries that first; a grid
    /// that differs from the solution where it must is then found with a fifth of the conflicts.
    fn recall(&mut self, solution: &Solution, limits: &Limits) -> Result<()> {
        let cells = self.rules.cells();
        let digits = cells.filter_map(|cell| match self.map.get(cell, solution.digit(cell)) {
            Atom::Lit(lit) => Some(lit),
            Atom::True | Atom::False => None,
        });
        self.backend.solve(&digits.collect::<Vec<_>>(), limits)?;
        Ok(())
    }

    /// Asks for a grid in which a last literal holds beside the clues that are left, but for those of
    /// some cells.
    fn ask(&mut self, without: &[Cell], last: Lit, limits: &Limits) -> Result<Answer> {
        self.questions += 1;
        let assumed = self.assumed.iter().filter(|(cell, _)| !without.contains(cell));
        let mut lits: Vec<_> = assumed.map(|&(_, lit)| lit).collect();
        // Without it there is no contradiction, so it comes behind all that follows from them.
        lits.push(last);
        let answer = self.backend.solve(&lits, limits)?;
        if let Answer::Sat(model) = &answer {
            let digits = self.map.decode(model)?;
            self.rules.check(&digits).map_err(|violation| {
                Error::disagreement(format!("the SAT backend gave no grid: {violation}"))
            })?;
        }
        Ok(answer)
    }

    /// Puts the clues that a refutation names into the core.
    fn keep(&mut self, refutation: &[Lit]) {
        for &(cell, lit) in &self.assumed {
            if refutation.contains(&lit) {
                self.core.insert(cell, true);
            }
        }
    }

    /// A literal that makes one of these cells differ from the solution.
    fn denial(&mut self, group: &[Cell], solution: &Solution) -> Result<Lit> {
        let other =
            group.iter().filter_map(|&cell| match self.map.get(cell, solution.digit(cell)) {
                Atom::Lit(lit) => Some(!lit),
                Atom::True | Atom::False => None,
            });
        let mut clause: Vec<_> = other.collect();
        if let [lit] = clause[..] {
            return Ok(lit);
        }
        let denial = Lit::positive(self.backend.new_vars(1)?);
        clause.push(!denial);
        self.backend.add_clause(&clause)?;
        Ok(denial)
    }
}
