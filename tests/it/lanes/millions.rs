//! Puzzles by the million, engine against engine: the lanes with every instruction set of the
//! machine and native search answer each of them, SAT some.
//!
//! What is asked about is derived from generated puzzles, so that every answer occurs: those
//! puzzles, some with clues removed, changed or moved, and pencilmark puzzles. How many
//! solutions there are, up to a limit, must be the same for all, and the solution where it is the
//! only one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use satoku::engine::lanes::InstructionSet;
use satoku::jobs::answer;
use satoku::jobs::generate::nine::{Mode, Options, generate};
use satoku::{Limits, Query};

use super::{ALL, CELLS, Dice, Given, in_batches};
use crate::ways::engine;

/// Generated puzzles of a block; each becomes several.
const BLOCK: u64 = 1000;

/// What is made of a generated puzzle.
const KINDS: u64 = 8;

/// Of how many puzzles SAT is asked one: it takes some hundred times as long as the others.
const SAT_EVERY: usize = 101;

/// Solutions that are counted at most.
const LIMIT: u64 = 20;

/// How many puzzles have no solution, one, several.
type Tally = [u64; 3];

/// A puzzle derived from a generated one.
fn derived(dice: &mut Dice, kind: u64, made: &[u8; CELLS]) -> Given {
    let clues: Vec<usize> = (0..CELLS).filter(|&cell| made[cell] > 0).collect();
    let mut numbers = *made;
    let any = |dice: &mut Dice| clues[dice.below(clues.len())];
    match kind {
        0 => {}
        // A clue less, or some.
        1..=3 => (0..kind).for_each(|_| numbers[any(dice)] = 0),
        // Another number: mostly no solution, or, with clues less, sometimes one or several.
        4 | 5 => {
            (4..kind + 2).for_each(|_| numbers[any(dice)] = 0);
            let cell = any(dice);
            numbers[cell] = numbers[cell] % 9 + 1;
        }
        // A clue elsewhere.
        6 => {
            let (from, to) = (any(dice), dice.below(CELLS));
            let number = std::mem::take(&mut numbers[from]);
            numbers[to] = number;
        }
        _ => {
            let marks = numbers.map(|number| match (number, dice.below(4)) {
                (0, 0) => ALL & !(1 << dice.below(9)),
                (0, _) => ALL,
                (_, 0) => 1 << (number - 1) | 1 << dice.below(9),
                _ => 1 << (number - 1),
            });
            return Given::Marks(marks);
        }
    }
    Given::Text(numbers.map(|number| b'0' + number))
}

/// Answers the puzzles of a block by everything; panics at the first difference.
fn cross_check(block: u64) -> Tally {
    let options = Options::new(if block.is_multiple_of(2) { Mode::Build } else { Mode::Dig });
    let numbers = block * BLOCK..(block + 1) * BLOCK;
    let made = generate(block, numbers, &options, &Limits::none()).unwrap();
    let mut dice = Dice(block);
    let givens: Vec<Given> = made
        .iter()
        .flat_map(|made| (0..KINDS).map(|kind| (kind, &made.puzzle)))
        .map(|(kind, made)| derived(&mut dice, kind, made))
        .collect();

    let query = Query { limit: Some(LIMIT), keep: 1 };
    let sets = InstructionSet::available();
    let mut by_set = sets.iter().map(|&set| {
        let report = in_batches(set, &givens, givens.len(), query, &Limits::none());
        (set.name(), report)
    });
    let (_, expected) = by_set.next().unwrap();
    for (name, found) in by_set {
        super::assert_same(&givens, &found, &expected, name);
    }

    let mut tally = [0; 3];
    let engines = [engine("native"), engine("sat")];
    for (k, (given, (expected, grids))) in givens.iter().zip(&expected).enumerate() {
        let puzzle = given.puzzle();
        let asked = if k.is_multiple_of(SAT_EVERY) { 2 } else { 1 };
        for engine in &engines[..asked] {
            let name = engine.name();
            let found = answer::find(&puzzle, engine, &Limits::none(), query).unwrap();
            assert_eq!(
                (found.count, found.is_complete()),
                (expected.count, expected.complete),
                "{name}: puzzle {k} of block {block}, {given:?}"
            );
            if expected.count == 1 {
                let numbers = found.solutions[0].digits().iter().map(|digit| digit.index() + 1);
                let same = numbers.eq(grids[0].iter().map(|&number| usize::from(number)));
                assert!(same, "{name}: another solution of puzzle {k} of block {block}, {given:?}");
            }
        }
        tally[usize::try_from(expected.count.min(2)).unwrap()] += 1;
    }
    tally
}

/// All blocks from a first one on, on all processors.
fn cross_check_all(first: u64, blocks: u64) -> Tally {
    let (next, tallies) = (AtomicU64::new(first), Mutex::new([0; 3]));
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= first + blocks {
                        return;
                    }
                    let tally = cross_check(block);
                    let mut tallies = tallies.lock().unwrap();
                    tallies.iter_mut().zip(tally).for_each(|(all, some)| *all += some);
                }
            });
        }
    });
    tallies.into_inner().unwrap()
}

#[test]
fn thousands_of_puzzles_have_one_answer() {
    let tally = cross_check_all(u64::MAX / BLOCK / 2, 1);
    assert_eq!(tally.iter().sum::<u64>(), BLOCK * KINDS);
    assert!(tally.iter().all(|&puzzles| puzzles > BLOCK / 2), "{tally:?}");
}

#[test]
#[ignore = "minutes; cargo test --release --test it -- --ignored --nocapture ten_million"]
fn ten_million_puzzles_have_one_answer() {
    let blocks = 10_000_000_u64.div_ceil(BLOCK * KINDS);
    let [none, one, several] = cross_check_all(0, blocks);
    let sets: Vec<_> = InstructionSet::available().iter().map(|set| set.name()).collect();
    eprintln!(
        "{} puzzles by lanes ({}) and native search, one in {SAT_EVERY} by SAT: no difference; \
         {none} without a solution, {one} with one, {several} with several",
        none + one + several,
        sets.join(", ")
    );
}
