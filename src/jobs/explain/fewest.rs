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

use super::ambiguity::{Added, Found, Solved, differing};
use super::count::counter;
use crate::engine::SatOptions;
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::sat::backend::Answer;
use crate::sat::cnf::Lit;
use crate::sat::encode::Atom;

/// Solutions that are met at the outset, to choose digits by.
const POOL: usize = 300;

/// Solutions for which digits are chosen greedily.
const TARGETS: usize = 8;

/// Proposals, conflicts of one, and conflicts of all, after which the bounds are left as they are. Where
/// they are more than one apart they hardly meet, so there the proposals are fewer by the square of
/// what is between them, down to some.
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
    options: &SatOptions,
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
    options: &'a SatOptions,
    limits: &'a Limits,
    puzzle: &'a Puzzle,
    /// Solutions met, each once.
    pool: Vec<Box<[Digit]>>,
    best: Option<Clues>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<usize> {
        let mut checker = Solved::new(self.puzzle, self.options, self.limits)?;
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
        let mut source = Solved::new(self.puzzle, self.options, self.limits)?;
        for digits in &self.pool {
            source.exclude(digits)?;
        }
        while self.pool.len() < POOL {
            let Found::Grid(digits) = source.assume(&[], self.limits)? else { break };
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
        checker: &mut Solved,
    ) -> Result<Found> {
        let agrees = |digits: &[Digit]| clues.iter().all(|&(c, digit)| digits[c.index()] == digit);
        if let Some(met) = self.pool.iter().find(|met| ***met != *target && agrees(met)) {
            return Ok(Found::Grid(met.clone()));
        }
        // The target is excluded only while a new literal holds.
        let active = Lit::positive(checker.backend.new_vars(1)?);
        let mut clause = checker.map.blocking_clause(target);
        clause.push(!active);
        checker.backend.add_clause(&clause)?;
        let mut assumed = vec![active];
        for &(cell, digit) in clues {
            if let Atom::Lit(lit) = checker.map.get(cell, digit) {
                assumed.push(lit);
            }
        }
        let found = checker.assume(&assumed, self.limits)?;
        if let Found::Grid(digits) = &found {
            self.pool.push(digits.clone());
        }
        if !matches!(found, Found::Unknown) {
            checker.backend.add_clause(&[!active])?;
        }
        Ok(found)
    }

    /// Chooses digits of a solution until no other has them, then leaves out what it can; `false`
    /// if a limit struck.
    fn greedy(&mut self, target: &[Digit], checker: &mut Solved) -> Result<bool> {
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
                    Found::Grid(_) => {}
                    Found::Nothing => break,
                    Found::Unknown => return Ok(false),
                },
            }
        }
        for k in (0..clues.len()).rev() {
            let clue = clues.remove(k);
            match self.rival(target, &clues, checker)? {
                Found::Grid(_) => clues.insert(k, clue),
                Found::Nothing => {}
                Found::Unknown => {
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
    fn settle(&mut self, checker: &mut Solved) -> Result<usize> {
        let most = self.best.as_ref().map_or(1, Vec::len);
        if most <= 1 {
            return Ok(1);
        }
        let mut proposer = Solved::new(self.puzzle, self.options, self.limits)?;
        let mut picks = Vec::new();
        for cell in self.puzzle.cells() {
            for digit in (0..self.puzzle.digits()).map(Digit::new) {
                if let Atom::Lit(lit) = proposer.map.get(cell, digit) {
                    let pick = Lit::positive(proposer.backend.new_vars(1)?);
                    proposer.backend.add_clause(&[!pick, lit])?;
                    picks.push((cell, digit, pick));
                }
            }
        }
        let lits: Vec<_> = picks.iter().map(|&(.., pick)| pick).collect();
        let more = counter(&lits, most, &mut *proposer.backend)?;
        let effort = self.limits.clone().with_effort(EFFORT);
        let (mut at_least, mut told) = (1, 0);
        for digits in self.pool.iter().take(AT_ONCE) {
            contradict(&mut proposer, &picks, digits)?;
            told += 1;
        }
        let mut is_told = vec![true; told];
        for proposals in 0.. {
            let spent = proposer.backend.conflicts().unwrap_or(0) >= EFFORT_OF_ALL;
            let apart = most.saturating_sub(at_least);
            let enough = SOME_PROPOSALS.max(PROPOSALS / apart.pow(2).max(1));
            if apart == 0 || spent || proposals >= enough {
                break;
            }
            let model = match proposer.backend.solve(&[!more[at_least]], &effort)? {
                Answer::Sat(model) => model,
                Answer::Unsat { .. } => {
                    at_least += 1;
                    continue;
                }
                Answer::Unknown => break,
            };
            let target = proposer.map.decode(&model)?;
            let chosen = picks.iter().filter(|&&(.., pick)| model.is_true(pick));
            let clues: Clues = chosen.map(|&(cell, digit, _)| (cell, digit)).collect();
            match self.rival(&target, &clues, checker)? {
                Found::Nothing => {
                    self.best = Some(clues);
                    break;
                }
                Found::Unknown => break,
                Found::Grid(_) => {}
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
fn contradict(proposer: &mut Solved, picks: &[(Cell, Digit, Lit)], digits: &[Digit]) -> Result<()> {
    let same = Lit::positive(proposer.backend.new_vars(1)?);
    let mut clause = vec![same];
    for (cell, &digit) in digits.iter().enumerate() {
        if let Atom::Lit(lit) = proposer.map.get(Cell::new(cell), digit) {
            proposer.backend.add_clause(&[!same, lit])?;
        }
    }
    let others = picks.iter().filter(|&&(cell, digit, _)| digits[cell.index()] != digit);
    clause.extend(others.map(|&(.., pick)| pick));
    proposer.backend.add_clause(&clause)
}
