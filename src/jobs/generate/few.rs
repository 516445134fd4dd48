//! Plain 9×9 puzzles with few clues, by remove-and-replace search.
//!
//! Puzzles that are [built](super::nine) have 20 clues or fewer once in 2,000 times. To go below, a
//! puzzle is changed a little, over and over: where some of its clues are taken away, it has a
//! number of solutions, and each pair of a cell and a number that only one of them has is a clue
//! that makes it a puzzle again, mostly another one. Two clues out and one in make it smaller
//! (`{-2+1}`); where there is no such pair of clues, one out and one in (`{-1+1}`) leads to a
//! neighbour of the same size, where the search goes on; after many neighbours without success it
//! restarts.
//!
//! What is found is minimal, and fixed by seed and number unless the time ends the search. The
//! method is that by which collectors have looked for puzzles of 17 clues since 2005 or so; nobody
//! has found one with fewer, and there is none.
//!
//! - Gary `McGuire`, Bastian Tugemann, Gilles Civario: *There is no 16-clue Sudoku*, 2012.

#![allow(clippy::cast_possible_truncation, reason = "cells, digits, clues: small numbers")]

use super::nine::{self, Mode, Options, cells};
use crate::engine::lanes::{self, CELLS, Clues, Grid, Query};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::random::Random;
use cells::{CANDIDATES, Cells, cells_of};

/// The fewest clues that a 9×9 puzzle can have.
pub const FEWEST: usize = 17;

/// A puzzle with few clues.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// 1 to 9 for clues, 0 for empty cells. Minimal.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
    /// Steps taken: partial puzzles whose solutions were looked at, and puzzles built.
    pub steps: u64,
    /// Steps until this puzzle was found.
    pub found_at: u64,
}

impl Found {
    /// The number of clues.
    pub fn clues(&self) -> usize {
        self.puzzle.iter().filter(|&&number| number != 0).count()
    }
}

/// Puzzles that are built for a start, of which that with the fewest clues is taken.
const BUILT: u64 = 64;

/// Partial puzzles that are asked about at once.
const AT_ONCE: usize = 64;

/// Solutions of a partial puzzle, with more it is skipped: hardly a cell and number belong to
/// one solution alone then.
const MOST: usize = 128;

/// Neighbours of the same size tried without success before the search restarts.
const PATIENCE: u32 = 30;

/// Looks for a puzzle with at most this many clues, for about this many steps at most. What it
/// found with the fewest clues, reached or not; `None` if a limit was reached before there was any.
///
/// # Errors
/// If fewer than [`FEWEST`] clues are wanted, or the instruction set that was asked for is not
/// there.
pub fn few(
    seed: u64,
    number: u64,
    clues: usize,
    steps: u64,
    limits: &Limits,
) -> Result<Option<Found>> {
    if clues < FEWEST {
        return Err(Error::input(format!(
            "no 9×9 puzzle has fewer than {FEWEST} clues, and {clues} are wanted"
        )));
    }
    let mut search = Search {
        random: Random::numbered(seed, number),
        state: State { clues: cells::ALL, grid: [0; CELLS] },
        best: None,
        steps: 0,
        wanted: clues as u32,
        most_steps: steps,
        limits,
    };
    while !search.is_over() {
        search.start()?;
        search.walk()?;
    }
    let steps = search.steps;
    Ok(search.best.map(|(state, found_at)| {
        let mut puzzle = [0; CELLS];
        cells_of(state.clues).for_each(|cell| puzzle[cell] = state.grid[cell]);
        Found { puzzle, solution: state.grid, steps, found_at }
    }))
}

/// A puzzle: some cells of its solution.
#[derive(Debug, Clone, Copy)]
struct State {
    clues: Cells,
    grid: Grid,
}

impl State {
    /// The candidates with these clues alone.
    fn query(&self, clues: Cells) -> [u16; CELLS] {
        let mut query = [CANDIDATES; CELLS];
        cells_of(clues).for_each(|cell| query[cell] = 1 << (self.grid[cell] - 1));
        query
    }
}

#[derive(Debug)]
struct Search<'a> {
    random: Random,
    state: State,
    /// That with the fewest clues, and after how many steps.
    best: Option<(State, u64)>,
    steps: u64,
    wanted: u32,
    most_steps: u64,
    limits: &'a Limits,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        let reached = |(state, _): &(State, u64)| state.clues.count_ones() <= self.wanted;
        self.best.as_ref().is_some_and(reached)
            || self.steps >= self.most_steps
            || self.limits.expired()
    }

    fn go_to(&mut self, state: State) {
        self.state = state;
        let clues = state.clues.count_ones();
        if self.best.as_ref().is_none_or(|(best, _)| clues < best.clues.count_ones()) {
            self.best = Some((state, self.steps));
        }
    }

    /// Builds some puzzles.
    fn start(&mut self) -> Result<()> {
        let options = Options::new(Mode::Build);
        let built = nine::generate(self.random.next(), 0..BUILT, &options, self.limits)?;
        self.steps += BUILT;
        if let Some(made) = built.iter().min_by_key(|made| made.clues()) {
            let clues = cells::ALL & !made.removed.iter().fold(0, |cells, cell| cells | 1 << cell);
            self.go_to(State { clues, grid: made.solution });
        }
        Ok(())
    }

    /// Goes to smaller puzzles, and to neighbours of the same size.
    fn walk(&mut self) -> Result<()> {
        let mut vain = 0;
        while vain < PATIENCE && !self.is_over() {
            if self.replace_two()? {
                vain = 0;
            } else if !self.is_over() {
                vain += 1;
                if !self.replace_one()? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Two clues out, one in, if there is such a puzzle.
    fn replace_two(&mut self) -> Result<bool> {
        let all: Vec<Cells> = cells_of(self.state.clues).map(|cell| 1 << cell).collect();
        let pairs = all.iter().enumerate().flat_map(|(k, a)| all[..k].iter().map(move |b| a | b));
        let mut pairs: Vec<_> = pairs.collect();
        self.random.shuffle(&mut pairs);
        for pairs in pairs.chunks(AT_ONCE) {
            let found = self.replacements(pairs)?;
            if !found.is_empty() {
                self.take(&found)?;
                return Ok(true);
            }
            if self.is_over() {
                break;
            }
        }
        Ok(false)
    }

    /// One clue out, another in.
    fn replace_one(&mut self) -> Result<bool> {
        let all: Vec<Cells> = cells_of(self.state.clues).map(|cell| 1 << cell).collect();
        let found = self.replacements(&all)?;
        if found.is_empty() {
            return Ok(false);
        }
        self.take(&found)?;
        Ok(true)
    }

    /// All puzzles in which one clue takes the place of several.
    fn replacements(&mut self, gone: &[Cells]) -> Result<Vec<State>> {
        self.steps += gone.len() as u64;
        let left = |gone: &Cells| self.state.clues & !gone;
        let queries: Vec<_> = gone.iter().map(|gone| self.state.query(left(gone))).collect();
        let queries: Vec<_> = queries.iter().map(Clues::Candidates).collect();
        let wish = Query::up_to(MOST + 1);
        let answers = lanes::solve(&queries, wish, &Limits::none())?;
        let mut found = Vec::new();
        for (number, gone) in gone.iter().enumerate() {
            let solutions = answers.solutions(number);
            if solutions.len() > MOST {
                continue;
            }
            let (mut once, mut twice) = ([0u16; CELLS], [0u16; CELLS]);
            for solution in solutions {
                for cell in 0..CELLS {
                    let bit = 1 << solution[cell];
                    twice[cell] |= once[cell] & bit;
                    once[cell] |= bit;
                }
            }
            let alone: [u16; CELLS] = std::array::from_fn(|cell| once[cell] & !twice[cell]);
            if alone.iter().all(|&numbers| numbers == 0) {
                continue;
            }
            for solution in solutions {
                for cell in 0..CELLS {
                    if alone[cell] >> solution[cell] & 1 == 1 {
                        let same = *solution == self.state.grid && gone >> cell & 1 == 1;
                        let clues = left(gone) | 1 << cell;
                        if !(same && clues == self.state.clues) {
                            found.push(State { clues, grid: *solution });
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// Goes to one of these puzzles, less what is redundant in it.
    fn take(&mut self, states: &[State]) -> Result<()> {
        let mut state = states[self.random.below(states.len())];
        loop {
            let clues: Vec<_> = cells_of(state.clues).collect();
            let mut queries = vec![state.query(state.clues); clues.len()];
            for (query, &cell) in queries.iter_mut().zip(&clues) {
                query[cell] ^= CANDIDATES;
            }
            let queries: Vec<_> = queries.iter().map(Clues::Candidates).collect();
            self.steps += queries.len() as u64;
            let answers = lanes::solve(&queries, Query::count(Some(1)), &Limits::none())?;
            let redundant: Vec<_> =
                clues.iter().zip(&answers).filter(|(_, answer)| answer.count == 0).collect();
            if redundant.is_empty() {
                break;
            }
            state.clues &= !(1 << redundant[self.random.below(redundant.len())].0);
        }
        self.go_to(state);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(puzzle: &Grid) -> u64 {
        solutions_up_to(puzzle, 2)
    }

    fn solutions_up_to(puzzle: &Grid, limit: u64) -> u64 {
        let query = puzzle.map(|number| if number == 0 { CANDIDATES } else { 1 << (number - 1) });
        let wish = Query::count(Some(limit));
        lanes::solve(&[Clues::Candidates(&query)], wish, &Limits::none()).unwrap()[0].count
    }

    #[test]
    fn few_clues_are_found_and_needed() {
        for number in 0..3 {
            let found = few(1, number, 20, 1_000_000, &Limits::none()).unwrap().unwrap();
            assert!(found.clues() <= 20, "{found:?}");
            assert!(found.found_at <= found.steps);
            assert_eq!(solutions(&found.puzzle), 1);
            for cell in (0..CELLS).filter(|&cell| found.puzzle[cell] != 0) {
                assert_eq!(found.puzzle[cell], found.solution[cell]);
                let mut less = found.puzzle;
                less[cell] = 0;
                assert_eq!(solutions(&less), 2, "{found:?}");
            }
        }
    }

    #[test]
    fn steps_end_the_search_always_at_the_same_place() {
        let search = || few(2, 0, FEWEST, 3000, &Limits::none()).unwrap().unwrap();
        let found = search();
        assert_eq!(found, search());
        // A step more ends it at most one batch later.
        assert!((3000..3500).contains(&found.steps), "{}", found.steps);
        assert!(found.clues() < 23, "{}", found.clues());
        let none = Limits::none().with_time(std::time::Duration::ZERO);
        assert_eq!(few(2, 0, FEWEST, 3000, &none).unwrap(), None);
    }

    #[test]
    fn fewer_than_there_can_be_are_refused() {
        assert!(few(1, 0, FEWEST - 1, 1, &Limits::none()).unwrap_err().is_input());
    }

    /// Each replacement is a puzzle with one solution, and they are all there are, but for what is
    /// skipped.
    #[test]
    fn replacements_are_puzzles() {
        let limits = Limits::none();
        let options = Options::new(Mode::Dig);
        let made = nine::generate(1, 0..1, &options, &limits).unwrap().remove(0);
        let state = State {
            clues: cells::ALL & !made.removed.iter().fold(0, |cells, cell| cells | 1 << cell),
            grid: made.solution,
        };
        let random = Random::new(1);
        let mut search = Search {
            random,
            state,
            best: None,
            steps: 0,
            wanted: 17,
            most_steps: 9,
            limits: &limits,
        };
        let of = |state: &State| {
            let mut puzzle = [0; CELLS];
            cells_of(state.clues).for_each(|cell| puzzle[cell] = state.grid[cell]);
            puzzle
        };
        let mut all = 0;
        for gone in cells_of(state.clues).map(|cell| 1 << cell) {
            let found = search.replacements(&[gone]).unwrap();
            let mut puzzles: Vec<_> = found.iter().map(of).collect();
            puzzles.sort_unstable();
            let rest = of(&State { clues: state.clues & !gone, ..state });
            if solutions_up_to(&rest, MOST as u64 + 1) > MOST as u64 {
                assert_eq!(puzzles, Vec::<Grid>::new());
                continue;
            }
            let mut expected = Vec::new();
            for pair in 0..9 * CELLS {
                let (cell, mut puzzle) = (pair / 9, rest);
                if rest[cell] == 0 {
                    puzzle[cell] = (pair % 9 + 1) as u8;
                    if solutions(&puzzle) == 1 && puzzle != of(&state) {
                        expected.push(puzzle);
                    }
                }
            }
            expected.sort_unstable();
            assert_eq!(puzzles, expected);
            all += puzzles.len();
        }
        assert!(all > 0);
    }
}
