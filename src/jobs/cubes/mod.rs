//! Cubes: a puzzle in parts that can be solved apart, on as many machines as there are.
//!
//! A [`Cube`] is a conjunction of decisions, "this digit stands here" or "it does not". [`split`]
//! makes a binary tree of them: every leaf is a cube, two cubes differ in the sign of a decision,
//! so no solution lies in two, and together they have all. [`cover`] checks that again, from the
//! cubes alone and by propagation alone, so that an answer put together from parts does not depend
//! on who made them.
//!
//! A cube that takes long is split again ([`split_cube`]): its cubes take its place. [`freedom`] is
//! the order in which they are worth solving, the hardest first, so that none is left alone at the
//! end.
//!
//! The branch is taken where looking ahead shows most: *cube and conquer* (Heule, Kullmann,
//! Wieringa, Biere: *Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads*, HVC 2011).

mod cube;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Board, Contradiction, Puzzle, Symbols};

pub use cube::{Cube, Decision};

/// More cubes than 2 to this power would only be in each other's way.
pub const MAX_DEPTH: usize = 20;

/// The most cubes that a puzzle is split into by their number.
pub const MAX_CUBES: usize = 1 << MAX_DEPTH;

/// How far to split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Split {
    /// Until there are this many cubes, at most [`MAX_CUBES`]; fewer where propagation leaves
    /// nothing to decide.
    Count(usize),
    /// So many branches in every part, at most [`MAX_DEPTH`].
    Depth(usize),
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Split::Count(count) => write!(f, "count {count}"),
            Split::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// What was split, and how. Each part names it, so that parts of different wholes are told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whole {
    /// The SHA-256 of the puzzle as text: a line, or JSON where a line cannot hold it.
    pub puzzle_sha256: String,
    /// The cube that was split; that of no decisions is the whole puzzle.
    pub within: Cube,
    /// How it was split: `count 16`, `depth 4`.
    pub split: String,
}

impl Whole {
    /// A puzzle that is split, or a cube of it.
    pub fn new(puzzle: &Puzzle, within: &Cube, split: Split) -> Self {
        // Whatever symbols it was read in, it is the same puzzle.
        let text = puzzle.clone().with_symbols(Symbols::default()).to_string();
        let puzzle_sha256 = satoku_check::sha256(text.as_bytes());
        Whole { puzzle_sha256, within: within.clone(), split: split.to_string() }
    }
}

/// Splits a puzzle into cubes, in the order of the tree, the side where a digit stands first. A
/// cube that looking ahead refutes is not split further, but stays: whoever solves it sees that at
/// once. A puzzle that propagation refutes has no cube. The same puzzle gives the same cubes on
/// every machine.
///
/// # Errors
/// If a limit is reached ([`Error::is_limit`]).
pub fn split(puzzle: &Puzzle, split: Split, limits: &Limits) -> Result<Vec<Cube>> {
    split_cube(puzzle, &Cube::default(), split, limits)
}

/// Splits a cube again, as [`split`] does a puzzle: the decisions of each cube begin with its own. A
/// cube in which nothing is left to decide is not split.
///
/// # Errors
/// If a decision is not of this grid, or a limit is reached ([`Error::is_limit`]).
pub fn split_cube(
    puzzle: &Puzzle,
    cube: &Cube,
    split: Split,
    limits: &Limits,
) -> Result<Vec<Cube>> {
    cube.check(puzzle)?;
    let Some(mut splitter) = Splitter::new(puzzle, limits)? else { return Ok(Vec::new()) };
    let split = match split {
        Split::Count(count) => Split::Count(count.clamp(1, MAX_CUBES)),
        Split::Depth(depth) => Split::Depth(depth.min(MAX_DEPTH)),
    };
    let mut done: Vec<Leaf> = Vec::new();
    let root = Leaf { decisions: cube.decisions.clone(), ..Leaf::default() };
    let mut open = BinaryHeap::from([root]);
    loop {
        let enough = match split {
            Split::Count(count) => done.len() + open.len() >= count,
            Split::Depth(_) => false,
        };
        if enough {
            break;
        }
        // The leaf in which most is open; of equals the first.
        let Some(leaf) = open.pop() else { break };
        if matches!(split, Split::Depth(depth) if leaf.path.len() >= depth) {
            done.push(leaf);
            continue;
        }
        match splitter.branch(leaf)? {
            Parts::Whole(leaf) => done.push(leaf),
            Parts::Two(two) => open.extend(two),
        }
    }
    done.extend(open);
    done.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(done.into_iter().map(|leaf| Cube { decisions: leaf.decisions }).collect())
}

/// How much is open in each cube: the candidates that propagation leaves beyond one a cell, none
/// where it refutes the cube. The more, the harder it is likely to be.
///
/// # Errors
/// If a decision is not of this grid, or a limit is reached ([`Error::is_limit`]).
pub fn freedom(puzzle: &Puzzle, cubes: &[Cube], limits: &Limits) -> Result<Vec<usize>> {
    cubes.iter().try_for_each(|cube| cube.check(puzzle))?;
    let Some(mut splitter) = Splitter::new(puzzle, limits)? else {
        return Ok(vec![0; cubes.len()]);
    };
    let measured = cubes.iter().map(|cube| {
        if limits.expired() {
            return Err(limit());
        }
        let mark = splitter.board.mark();
        let possible = splitter.follow(&cube.decisions);
        let freedom = if possible { splitter.freedom() } else { 0 };
        splitter.undo(mark);
        Ok(freedom)
    });
    measured.collect()
}

/// Whether every solution of the puzzle lies in one of the cubes, as far as propagation shows it;
/// for the cubes of [`split`] it does. Not trusted is anything but the rules of the puzzle.
///
/// # Errors
/// If a decision is not of this grid, or a limit is reached ([`Error::is_limit`]).
pub fn cover(puzzle: &Puzzle, cubes: &[Cube], limits: &Limits) -> Result<bool> {
    cubes.iter().try_for_each(|cube| cube.check(puzzle))?;
    let Some(mut splitter) = Splitter::new(puzzle, limits)? else { return Ok(true) };
    splitter.covers(&cubes.iter().collect::<Vec<_>>())
}

/// A cube on the way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Leaf {
    /// How much is open: candidates beyond one a cell.
    freedom: usize,
    /// The sides taken, `false` for that where the digit stands.
    path: Vec<bool>,
    /// The decisions, those included whose other side was refuted at once.
    decisions: Vec<Decision>,
}

impl Ord for Leaf {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |leaf: &Self| (leaf.freedom, Reverse(leaf.path.clone()));
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Leaf {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// What became of a leaf.
enum Parts {
    /// There is nothing to decide in it, or it is impossible.
    Whole(Leaf),
    Two([Leaf; 2]),
}

/// Candidates that are looked ahead at, before one of them is branched on.
const LOOKAHEAD: usize = 12;

struct Splitter<'a> {
    puzzle: &'a Puzzle,
    limits: &'a Limits,
    board: Board,
}

impl<'a> Splitter<'a> {
    /// `None` if propagation refutes the puzzle.
    fn new(puzzle: &'a Puzzle, limits: &'a Limits) -> Result<Option<Self>> {
        let mut board = Board::new(puzzle);
        match board.propagate_within(puzzle, limits) {
            Ok(true) => {}
            Ok(false) => return Err(limit()),
            Err(Contradiction) => return Ok(None),
        }
        board.record();
        Ok(Some(Splitter { puzzle, limits, board }))
    }

    /// Follows decisions; whether they are possible.
    fn follow(&mut self, decisions: &[Decision]) -> bool {
        let layout = self.puzzle.layout();
        let mut each = decisions.iter();
        each.try_for_each(|decision| decision.follow(layout, &mut self.board))
            .and_then(|()| self.board.propagate(self.puzzle))
            .is_ok()
    }

    fn undo(&mut self, mark: usize) {
        self.board.undo(self.puzzle.layout(), mark);
    }

    fn freedom(&self) -> usize {
        self.puzzle.cells().map(|cell| self.board.count(cell) - 1).sum()
    }

    fn branch(&mut self, mut leaf: Leaf) -> Result<Parts> {
        let mark = self.board.mark();
        if !self.follow(&leaf.decisions) {
            self.undo(mark);
            return Ok(Parts::Whole(leaf));
        }
        let parts = match self.look_ahead(&mut leaf.decisions)? {
            Ahead::Over => Parts::Whole(leaf),
            Ahead::Branch(candidate, freedom) => Parts::Two([true, false].map(|stands| {
                let mut part = leaf.clone();
                part.freedom = freedom[usize::from(!stands)];
                part.path.push(!stands);
                part.decisions.push(Decision::new(candidate, stands, self.puzzle.layout()));
                part
            })),
        };
        self.undo(mark);
        Ok(parts)
    }

    /// Where to branch; what turns out to be decided on the way is followed and noted.
    fn look_ahead(&mut self, decisions: &mut Vec<Decision>) -> Result<Ahead> {
        let layout = self.puzzle.layout();
        'again: loop {
            if self.limits.expired() {
                return Err(limit());
            }
            let before = self.freedom();
            let mut best: Option<(usize, (Cell, Digit), [usize; 2])> = None;
            for candidate in self.candidates() {
                let both = [true, false].map(|stands| {
                    let mark = self.board.mark();
                    let possible = self.follow(&[Decision::new(candidate, stands, layout)]);
                    let freedom = possible.then(|| self.freedom());
                    self.undo(mark);
                    freedom
                });
                let stands = match both {
                    [Some(a), Some(b)] => {
                        // What both sides decide, multiplied: balanced sides are best.
                        let score = (before - a) * (before - b);
                        if best.is_none_or(|(most, ..)| score > most) {
                            best = Some((score, candidate, [a, b]));
                        }
                        continue;
                    }
                    [None, None] => return Ok(Ahead::Over),
                    [stands, _] => stands.is_some(),
                };
                let decision = Decision::new(candidate, stands, layout);
                decisions.push(decision);
                if !self.follow(&[decision]) {
                    return Ok(Ahead::Over);
                }
                continue 'again;
            }
            return Ok(match best {
                Some((_, candidate, freedom)) => Ahead::Branch(candidate, freedom),
                None => Ahead::Over,
            });
        }
    }

    /// Candidates worth looking at: of the cells and the places with the fewest choices.
    fn candidates(&self) -> Vec<(Cell, Digit)> {
        let digits = self.puzzle.digits();
        let open = self.puzzle.cells().filter(|&cell| self.board.count(cell) > 1);
        let cells = open.filter_map(|cell| {
            let digit = self.board.candidates().next_at(cell, 0)?;
            Some((self.board.count(cell), (cell, digit)))
        });
        let houses = self.puzzle.layout().full_houses();
        let places = houses.iter().enumerate().flat_map(|(house, it)| {
            (0..digits).map(Digit::new).filter_map(move |digit| {
                let count = self.board.places(house, digit);
                if count < 2 {
                    return None;
                }
                let cell = it.cells().iter().find(|&&cell| self.board.allows(cell, digit))?;
                Some((count, (*cell, digit)))
            })
        });
        let mut all: Vec<_> = cells.chain(places).collect();
        all.sort_unstable();
        all.dedup_by_key(|&mut (_, candidate)| candidate);
        all.truncate(LOOKAHEAD);
        all.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// Whether what is possible on the board lies in the cubes: branching as they do, until each
    /// branch is refuted or within a cube.
    fn covers(&mut self, cubes: &[&Cube]) -> Result<bool> {
        if self.limits.expired() {
            return Err(limit());
        }
        let layout = self.puzzle.layout();
        let state = |board: &Board, cube: &Cube| {
            let mut open: Option<Decision> = None;
            for decision in &cube.decisions {
                match decision.state(board, layout) {
                    Some(true) => {}
                    Some(false) => return Some(Err(Contradiction)),
                    None => _ = open.get_or_insert(*decision),
                }
            }
            open.map(Ok)
        };
        let mut possible = Vec::new();
        let mut branch: Option<Decision> = None;
        for &cube in cubes {
            match state(&self.board, cube) {
                None => return Ok(true),
                Some(Ok(decision)) => {
                    branch.get_or_insert(decision);
                    possible.push(cube);
                }
                Some(Err(Contradiction)) => {}
            }
        }
        // No cube here, though propagation sees nothing wrong.
        let Some(decision) = branch else { return Ok(false) };
        for stands in [true, false] {
            let mark = self.board.mark();
            let side = Decision { stands, ..decision };
            let covered = !self.follow(&[side]) || self.covers(&possible)?;
            self.undo(mark);
            if !covered {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What looking ahead found.
enum Ahead {
    /// The board is impossible, or nothing is open.
    Over,
    /// A candidate, and how much is open where it stands and where it does not.
    Branch((Cell, Digit), [usize; 2]),
}

fn limit() -> Error {
    Error::limit("limit reached while splitting the puzzle")
}

#[cfg(test)]
mod tests;
