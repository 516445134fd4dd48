//! The fewest clues that make an ambiguous puzzle unique.
//!
//! A set of digits taken from a solution makes it the only one if every other solution contradicts
//! one of them. So one solver, which knows the puzzle and the solutions met so far, proposes a
//! solution and a smallest set of its digits that contradicts all of those; another looks for one
//! more solution that has the digits proposed. If there is none, they are the fewest; else it is
//! one more to contradict. Every number of digits for which nothing can be proposed is a bound.
//!
//! - Erick Moreno-Centeno, Richard Karp: *The Implicit Hitting Set Approach to Solve Combinatorial
//!   Optimization Problems*, Operations Research 61, 2013.

use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::sat::oracle::{Lit, Options, Oracle, Reply};

/// Clues to be added.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Added {
    /// Cells and digits that leave one solution when they are given too; `None` where a limit was
    /// reached before such were found.
    pub clues: Option<Vec<(Cell, Digit)>>,
    /// Fewer clues than this cannot make the puzzle unique, whichever solution they are taken
    /// from.
    pub at_least: usize,
}

impl Added {
    /// Whether no smaller number of clues would do.
    pub fn is_fewest(&self) -> bool {
        self.clues.as_ref().is_some_and(|clues| clues.len() == self.at_least)
    }
}

/// Solutions that are met at the outset, to choose digits by.
const POOL: usize = 300;

/// Solutions for which digits are chosen greedily.
const TARGETS: usize = 8;

/// Proposals, conflicts of one, and conflicts of all, after which the bounds are left as they are.
/// Where they are more than one apart they hardly meet, so there the proposals are fewer by the
/// square of what is between them, down to some.
const PROPOSALS: usize = 3000;
const SOME_PROPOSALS: usize = 40;
const EFFORT: u64 = 30_000;
const EFFORT_OF_ALL: u64 = 100_000;

/// Solutions already met that are added at once when they contradict a proposal.
const AT_ONCE: usize = 8;

/// A solution's digits, or clues out of them.
type Clues = Vec<(Cell, Digit)>;

/// The fewest clues to be added, or bounds.
pub(super) fn added(
    puzzle: &Puzzle,
    solutions: &[Solution; 2],
    other: &Solution,
    options: &Options,
    limits: &Limits,
) -> Result<Added> {
    let mut search = Search { options, limits, puzzle, pool: Vec::new(), best: None };
    let known = [&solutions[0], &solutions[1], other];
    search.pool.extend(known.map(|solution| Box::from(solution.digits())));
    search.pool.dedup();
    match search.run() {
        Ok(at_least) => Ok(Added { clues: search.best, at_least }),
        // The formula could not even be made; that one clue is needed is known all the same.
        Err(error) if error.is_limit() => Ok(Added { clues: search.best, at_least: 1 }),
        Err(error) => Err(error),
    }
}

struct Search<'a> {
    options: &'a Options,
    limits: &'a Limits,
    puzzle: &'a Puzzle,
    /// Solutions met, each once.
    pool: Vec<Box<[Digit]>>,
    best: Option<Clues>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<usize> {
        let mut checker = Oracle::reduced(self.puzzle, self.options, self.limits)?;
        self.fill()?;
        let targets = self.pool.iter().take(TARGETS).cloned().collect::<Vec<_>>();
        for target in targets {
            if !self.greedy(&target, &mut checker)? {
                return Ok(1);
            }
        }
        self.settle(&mut checker)
    }

    /// Meets some solutions, the first that are found.
    fn fill(&mut self) -> Result<()> {
        let mut source = Oracle::reduced(self.puzzle, self.options, self.limits)?;
        for digits in &self.pool {
            source.exclude(digits)?;
        }
        while self.pool.len() < POOL {
            let Reply::Grid(digits) = source.find(self.limits)? else { break };
            source.exclude(&digits)?;
            self.pool.push(digits);
        }
        Ok(())
    }

    /// Another solution than the target that has these digits: one met before, or a new one.
    fn rival(
        &mut self,
        target: &[Digit],
        clues: &[(Cell, Digit)],
        checker: &mut Oracle,
    ) -> Result<Reply<()>> {
        let agrees = |digits: &[Digit]| clues.iter().all(|&(c, digit)| digits[c.index()] == digit);
        if let Some(met) = self.pool.iter().find(|met| ***met != *target && agrees(met)) {
            return Ok(Reply::Grid(met.clone()));
        }
        // The target is excluded only while a new literal holds.
        let active = checker.excluding(target)?;
        let clues = checker.literals(clues.iter().copied());
        let assumed: Vec<_> =
            std::iter::once(active).chain(clues.map(|(_, lit)| lit)).map(|lit| ((), lit)).collect();
        let found = checker.ask(assumed, self.limits)?;
        if let Reply::Grid(digits) = &found {
            self.pool.push(digits.clone());
        }
        if !matches!(found, Reply::Unknown) {
            checker.add_clause(&[!active])?;
        }
        Ok(found)
    }

    /// Chooses digits of a solution until no other has them, then leaves out what it can; `false`
    /// if a limit was reached.
    fn greedy(&mut self, target: &[Digit], checker: &mut Oracle) -> Result<bool> {
        let mut clues: Clues = Vec::new();
        loop {
            let agrees = |digits: &[Digit]| clues.iter().all(|&(c, d)| digits[c.index()] == d);
            let mut contradicted = vec![0u32; target.len()];
            for met in self.pool.iter().filter(|met| agrees(met)) {
                for cell in differing(target, met) {
                    contradicted[cell.index()] += 1;
                }
            }
            let most = (0..target.len()).rev().max_by_key(|&k| contradicted[k]);
            match most.filter(|&k| contradicted[k] > 0) {
                Some(k) => clues.push((Cell::new(k), target[k])),
                None => match self.rival(target, &clues, checker)? {
                    Reply::Grid(_) => {}
                    Reply::Core(_) => break,
                    Reply::Unknown => return Ok(false),
                },
            }
        }
        for k in (0..clues.len()).rev() {
            let clue = clues.remove(k);
            match self.rival(target, &clues, checker)? {
                Reply::Grid(_) => clues.insert(k, clue),
                Reply::Core(_) => {}
                Reply::Unknown => {
                    clues.insert(k, clue);
                    self.improve(clues);
                    return Ok(false);
                }
            }
        }
        self.improve(clues);
        Ok(true)
    }

    fn improve(&mut self, mut clues: Clues) {
        if self.best.as_ref().is_none_or(|best| clues.len() < best.len()) {
            clues.sort_unstable();
            self.best = Some(clues);
        }
    }

    /// Finds the fewest, or a bound: fewer clues than the number returned do not suffice.
    fn settle(&mut self, checker: &mut Oracle) -> Result<usize> {
        let most = self.best.as_ref().map_or(1, Vec::len);
        if most <= 1 {
            return Ok(1);
        }
        let mut proposer = Oracle::reduced(self.puzzle, self.options, self.limits)?;
        let digits = || (0..self.puzzle.digits()).map(Digit::new);
        let all = self.puzzle.cells().flat_map(|cell| digits().map(move |digit| (cell, digit)));
        let mut picks: Vec<_> =
            proposer.literals(all).map(|((cell, digit), lit)| (cell, digit, lit)).collect();
        for (_, _, lit) in &mut picks {
            let pick = proposer.new_literal()?;
            proposer.add_clause(&[!pick, *lit])?;
            *lit = pick;
        }
        let lits: Vec<_> = picks.iter().map(|&(.., pick)| pick).collect();
        let more = proposer.count(&lits, most)?;
        let effort = self.limits.clone().with_effort(EFFORT);
        let (mut at_least, mut told) = (1, 0);
        for digits in self.pool.iter().take(AT_ONCE) {
            contradict(&mut proposer, &picks, digits)?;
            told += 1;
        }
        let mut is_told = vec![true; told];
        for proposals in 0.. {
            let spent = proposer.conflicts().unwrap_or(0) >= EFFORT_OF_ALL;
            let apart = most.saturating_sub(at_least);
            let enough = SOME_PROPOSALS.max(PROPOSALS / apart.pow(2).max(1));
            if apart == 0 || spent || proposals >= enough {
                break;
            }
            let target = match proposer.ask([((), !more[at_least])], &effort)? {
                Reply::Grid(target) => target,
                Reply::Core(_) => {
                    at_least += 1;
                    continue;
                }
                Reply::Unknown => break,
            };
            let chosen = picks.iter().filter(|&&(.., pick)| proposer.is_true(pick));
            let clues: Clues = chosen.map(|&(cell, digit, _)| (cell, digit)).collect();
            match self.rival(&target, &clues, checker)? {
                Reply::Core(_) => {
                    self.best = Some(clues);
                    break;
                }
                Reply::Unknown => break,
                Reply::Grid(_) => {}
            }
            is_told.resize(self.pool.len(), false);
            let agrees = |digits: &[Digit]| clues.iter().all(|&(c, d)| digits[c.index()] == d);
            let pool = self.pool.iter().zip(&mut is_told);
            let new = pool.filter(|(met, told)| !**told && ***met != *target && agrees(met));
            for (digits, told) in new.take(AT_ONCE) {
                contradict(&mut proposer, &picks, digits)?;
                *told = true;
            }
        }
        // Digits that were proposed need not be as many as were allowed.
        Ok(self.best.as_ref().map_or(at_least, |best| at_least.min(best.len())))
    }
}

/// Whatever is proposed must contradict this solution, or be it.
fn contradict(proposer: &mut Oracle, picks: &[(Cell, Digit, Lit)], digits: &[Digit]) -> Result<()> {
    let same = proposer.new_literal()?;
    let mut clause = vec![same];
    let candidates = (0..).map(Cell::new).zip(digits.iter().copied());
    let lits: Vec<_> = proposer.literals(candidates).map(|(_, lit)| lit).collect();
    lits.into_iter().try_for_each(|lit| proposer.add_clause(&[!same, lit]))?;
    let others = picks.iter().filter(|&&(cell, digit, _)| digits[cell.index()] != digit);
    clause.extend(others.map(|&(.., pick)| pick));
    proposer.add_clause(&clause)
}

/// The cells in which two grids differ.
pub(super) fn differing(a: &[Digit], b: &[Digit]) -> Vec<Cell> {
    (0..a.len()).filter(|&k| a[k] != b[k]).map(Cell::new).collect()
}
