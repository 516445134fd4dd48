//! Random blocks on 4×4: native search and the board against plain enumeration.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use super::Filter;
use super::bounds::{Bounds, Group, Scale};
use super::cage::Cage;
use crate::engine::native::Native;
use crate::engine::native::turns::Pace;
use crate::engine::native::word::Word;
use crate::grid::{CandidateSet, Cell, Digit, Layout};
use crate::limits::{End, Limits};
use crate::puzzle::{Board, Contradiction, Puzzle};
use crate::random::Random;
use crate::rule::{
    Automaton, Block, Choice, Clauses, Connected, Distinct, DistinctPairs, Line, Literal, NValue,
    Pairs, Rule, Sum,
};

const SIDE: usize = 4;

/// Some different cells, in any order.
fn cells(random: &mut Random, least: usize, most: usize) -> Vec<Cell> {
    let mut all: Vec<Cell> = (0..SIDE * SIDE).map(Cell::new).collect();
    random.shuffle(&mut all);
    all.truncate(least + random.below(most - least + 1));
    all
}

/// A block of one of the forms, by number, or several that say one thing together.
fn random_blocks(random: &mut Random, form: usize) -> Vec<Block> {
    if form == 3 && random.below(4) == 0 {
        if random.below(3) == 0 {
            // A row and some of the rest.
            let is_in_row = |cell: &Cell| cell.index() / SIDE == 1;
            let all = cells(random, SIDE * SIDE, SIDE * SIDE);
            let (row, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(is_in_row);
            return same(&[&row, &rest[..SIDE]].concat());
        }
        let size = 2 + random.below(4);
        return same(&cells(random, 2 * size, 2 * size));
    }
    vec![random_block(random, form)]
}

/// That both halves of some cells hold the same digits.
fn same(cells: &[Cell]) -> Vec<Block> {
    let halves = |digit: usize| {
        let [first, second] = [1, -1].map(|own| -> Arc<[i32]> {
            (0..SIDE).map(|it| if it == digit { own } else { 0 }).collect()
        });
        let half = cells.len() / 2;
        Sum::new(cells, [vec![first; half], vec![second; half]].concat(), [0])
    };
    (0..SIDE).map(halves).map(Block::Sum).collect()
}

/// A block of one of the forms, by number.
fn random_block(random: &mut Random, form: usize) -> Block {
    match form {
        0 => {
            let literal = |random: &mut Random| Literal {
                cell: Cell::new(random.below(SIDE * SIDE)),
                digit: Digit::new(random.below(SIDE)),
                stands: random.below(3) == 0,
            };
            let clause = |random: &mut Random| -> Box<[Literal]> {
                (0..=random.below(4)).map(|_| literal(random)).collect()
            };
            let clauses: Vec<_> = (0..=random.below(12)).map(|_| clause(random)).collect();
            Block::Clauses(Clauses::new(clauses))
        }
        1 if random.below(3) == 0 => {
            // All pairs of some cells: a set of digits fills them.
            let cells = cells(random, 4, 4);
            let table: Vec<bool> = (0..SIDE * SIDE).map(|_| random.below(8) > 0).collect();
            let (cells, at) = (&cells, |a: usize, b: usize| table[SIDE * a.min(b) + a.max(b)]);
            let pairs = (0..cells.len()).flat_map(|b| (0..b).map(move |a| (cells[a], cells[b])));
            let pairs: Vec<_> = pairs.collect();
            Block::Pairs(Pairs::from_relation(SIDE, |a, b| a != b && at(a, b), pairs))
        }
        1 => {
            let table: Vec<bool> = (0..SIDE * SIDE).map(|_| random.below(3) > 0).collect();
            let pairs = (0..=random.below(4)).map(|_| {
                let ends = cells(random, 2, 2);
                (ends[0], ends[usize::from(random.below(10) > 0)])
            });
            let pairs: Vec<_> = pairs.collect();
            Block::Pairs(Pairs::from_relation(SIDE, |a, b| table[SIDE * a + b], pairs))
        }
        2 => {
            let mut cells = cells(random, 2, 4);
            if random.below(12) == 0 {
                cells.push(cells[0]);
            }
            Block::Distinct(Distinct::new(cells))
        }
        3 if random.below(3) == 0 => random_count(random),
        3 => {
            let mut cells = cells(random, 1, 6);
            if random.below(4) == 0 {
                cells.push(cells[0]);
            }
            let plain: Arc<[i32]> = (1..5).collect();
            let table = |random: &mut Random| match random.below(4) {
                0 => (0..SIDE).map(|_| i32::try_from(random.below(7)).unwrap() - 3).collect(),
                1 => (1..5).map(|weight| -weight).collect(),
                _ => Arc::clone(&plain),
            };
            let is_plain = random.below(2) == 0;
            let weights: Vec<_> = cells
                .iter()
                .map(|_| if is_plain { Arc::clone(&plain) } else { table(random) })
                .collect();
            let count = 1 + random.below(3);
            let most = if is_plain { 5 * cells.len() / 2 + 3 } else { 6 };
            let targets: Vec<i64> =
                (0..count).map(|_| i64::try_from(random.below(most)).unwrap()).collect();
            Block::Sum(Sum::new(cells, weights, targets))
        }
        4 => {
            let mut cells = cells(random, 1, 6);
            if random.below(4) == 0 {
                cells.push(cells[0]);
            }
            let states = 2 + random.below(4);
            let accepting: Vec<bool> = (0..states).map(|_| random.below(3) > 0).collect();
            let steps: Vec<usize> = (0..states * SIDE).map(|_| random.below(states + 1)).collect();
            let next = |state: usize, digit: usize| {
                Some(steps[SIDE * state + digit]).filter(|&to| to < states)
            };
            Block::Line(Line::new(cells, Arc::new(Automaton::new(SIDE, 0, accepting, next))))
        }
        5 => {
            let option = |random: &mut Random| -> Box<[Block]> {
                let forms: Vec<_> = (0..random.below(4)).map(|_| random.below(9)).collect();
                forms.into_iter().flat_map(|form| random_blocks(random, form)).collect()
            };
            let count = if random.below(20) == 0 { 0 } else { 1 + random.below(4) };
            Block::Choice(Choice::new((0..count).map(|_| option(random)).collect::<Vec<_>>()))
        }
        6 => {
            let cells = cells(random, 4, 16);
            let is_near = |a: Cell, b: Cell| {
                let [a, b] = [a.index(), b.index()].map(|k| (k / SIDE, k % SIDE));
                a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
            };
            let all = (0..cells.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let edges: Vec<_> = all.filter(|&(a, b)| is_near(cells[a], cells[b])).collect();
            let digits = (0..SIDE).filter(|_| random.below(2) == 0).map(Digit::new).collect();
            let size = (random.below(2) == 0).then(|| random.below(7));
            Block::Connected(Connected::new(cells, &edges, digits, size))
        }
        7 => random_pairs(random),
        8 => random_nvalue(random),
        _ => unreachable!("nine forms"),
    }
}

/// How often a digit stands in some cells.
fn random_count(random: &mut Random) -> Block {
    let (cells, digit) = (cells(random, 3, 12), random.below(SIDE));
    let table: Arc<[i32]> = (0..SIDE).map(|it| i32::from(it == digit)).collect();
    let targets = (0..=random.below(2)).map(|_| i64::try_from(random.below(5)).unwrap());
    let weights = vec![table; cells.len()];
    Block::Sum(Sum::new(cells, weights, targets.collect::<Vec<_>>()))
}

/// How many digits some cells have; one that tells it may be among them.
fn random_nvalue(random: &mut Random) -> Block {
    let cells = cells(random, 1, 10);
    let teller = Cell::new(random.below(SIDE * SIDE));
    let plain = random.below(2) == 0;
    let table = |digit| if plain { digit + 1 } else { random.below(7) };
    let counts =
        (0..SIDE).map(table).map(|count| i32::try_from(count).unwrap() - i32::from(!plain));
    Block::NValue(NValue::new(&cells, teller, counts.collect::<Vec<_>>()))
}

/// Pairs of cells that differ: as many as there are tuples, or a few; cells may occur more than once.
fn random_pairs(random: &mut Random) -> Block {
    let is_full = random.below(3) == 0;
    let count = if is_full { SIDE * SIDE } else { random.below(8) };
    let mut side = || -> Vec<Cell> {
        if is_full {
            return cells(random, count, count);
        }
        (0..count).map(|_| Cell::new(random.below(SIDE * SIDE))).collect()
    };
    let (firsts, seconds) = (side(), side());
    let pairs: Vec<_> = firsts.into_iter().zip(seconds).collect();
    Block::DistinctPairs(DistinctPairs::new(pairs))
}

/// A 4×4 puzzle with random rules of a form, or of all forms mixed.
pub(in crate::engine::native) fn random_puzzle(seed: u64) -> Puzzle {
    let mut random = Random::new(seed);
    let layout = if random.below(2) == 0 { Layout::boxes(2, 2) } else { Layout::latin(4) };
    let mut puzzle = Puzzle::new(layout.unwrap().shared());
    for cell in cells(&mut random, 0, 3) {
        let digits = (0..SIDE).filter(|_| random.below(2) == 0).map(Digit::new);
        let digits: CandidateSet = digits.collect();
        if !digits.is_empty() {
            puzzle.set_candidates(cell, &digits);
        }
    }
    let form = random.below(10);
    for k in 0..=random.below(4) {
        let form = if form == 9 { random.below(9) } else { form };
        let blocks = random_blocks(&mut random, form);
        puzzle = puzzle.with_rule(Rule::from_blocks(format!("rule {k}"), blocks));
    }
    puzzle
}

/// All solutions, cell by cell.
pub(in crate::engine::native) fn enumerate(puzzle: &Puzzle) -> BTreeSet<Vec<Digit>> {
    fn go(puzzle: &Puzzle, digits: &mut Vec<Digit>, found: &mut BTreeSet<Vec<Digit>>) {
        if digits.len() == SIDE * SIDE {
            if puzzle.check(digits).is_ok() {
                found.insert(digits.clone());
            }
            return;
        }
        let cell = Cell::new(digits.len());
        for digit in puzzle.clues().get(cell).iter() {
            let clashes = |&house: &u32| {
                let cells = puzzle.layout().houses()[house as usize].cells();
                cells.iter().any(|peer| digits.get(peer.index()) == Some(&digit))
            };
            if !puzzle.layout().houses_of(cell).iter().any(clashes) {
                digits.push(digit);
                go(puzzle, digits, found);
                digits.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    go(puzzle, &mut Vec::new(), &mut found);
    found
}

#[test]
fn native_search_finds_all_fillings_of_random_blocks() {
    let (mut none, mut some, mut by_turns, mut limited) = (0, 0, 0, 0);
    let eager = Pace { alone: 0, turn: 1, conflicts: 1 };
    for seed in 0..1500 {
        let puzzle = random_puzzle(seed);
        let expected = enumerate(&puzzle);
        let mut orders = BTreeSet::new();
        // Branches before anything is learned: none, few, as many as it takes; few, and then by turns.
        let ways = [(0, Pace::USUAL), (2, Pace::USUAL), (u64::MAX, Pace::USUAL), (2, eager)];
        for (patience, pace) in ways {
            let (mut found, mut order) = (BTreeSet::new(), Vec::new());
            let mut native = Native::with_patience(patience, pace);
            let (_, end) = native.search(&puzzle, &Limits::none(), &mut |digits: &[Digit]| {
                assert!(found.insert(digits.to_vec()), "seed {seed}, {patience}: twice");
                order.push(digits.to_vec());
                ControlFlow::Continue(())
            });
            if patience == 2 {
                orders.insert(order);
            }
            // A stop is heeded whoever comes to the solution, and so is an effort.
            let mut stopped = Native::with_patience(patience, pace);
            let (_, first) =
                stopped.search(&puzzle, &Limits::none(), &mut |_: &[Digit]| ControlFlow::Break(()));
            assert_eq!(first == End::Stopped, !expected.is_empty(), "seed {seed}, {patience}");
            let mut tried = BTreeSet::new();
            let limits = Limits::none().with_effort(3);
            let (_, tired) = stopped.search(&puzzle, &limits, &mut |digits: &[Digit]| {
                assert!(tried.insert(digits.to_vec()) && expected.contains(digits), "seed {seed}");
                ControlFlow::Continue(())
            });
            match tired {
                End::Exhausted => assert_eq!(tried, expected, "seed {seed}, {patience}"),
                _ => limited += 1,
            }
            let answer = (end, &found);
            assert_eq!(answer, (End::Exhausted, &expected), "seed {seed}, {patience}: {puzzle:?}");
        }
        *(if expected.is_empty() { &mut none } else { &mut some }) += 1;
        by_turns += usize::from(orders.len() > 1);
    }
    assert!(none > 150 && some > 500 && by_turns > 20, "{none} {some} {by_turns}");
    assert!(limited > 20, "{limited}");
}

#[test]
fn the_board_removes_nothing_that_some_filling_has() {
    for seed in 0..1500 {
        let puzzle = random_puzzle(seed);
        let solutions = enumerate(&puzzle);
        let mut board = Board::new(&puzzle);
        match board.propagate(&puzzle) {
            Ok(()) => {
                for (k, &digit) in solutions.iter().flat_map(|s| s.iter().enumerate()) {
                    assert!(board.allows(Cell::new(k), digit), "seed {seed}");
                }
                // A board without open cells is a solution.
                if board.is_full() {
                    assert_eq!(solutions.len(), 1, "seed {seed}");
                }
            }
            Err(Contradiction) => assert!(solutions.is_empty(), "seed {seed}"),
        }
    }
}

/// Sums on nine digits: no filling is lost, and of two cells nothing else stays.
#[test]
fn sums_of_few_cells_keep_what_fills_them() {
    let mut random = Random::new(11);
    let (mut narrowed, mut refused) = (0, 0);
    for seed in 0..4000 {
        let first = i64::try_from(random.below(2)).unwrap();
        let rising: Vec<i64> = (0..9).map(|digit| digit + first).collect();
        let falling: Vec<i64> = rising.iter().map(|weight| -weight).collect();
        let plain = Arc::new(Scale::new(&rising));
        let minus = Arc::new(Scale::new(&falling));
        let count = 2 + random.below(2);
        let signs: Vec<bool> = (0..count).map(|_| random.below(3) > 0).collect();
        let differ = random.below(2) == 0;
        let mut groups: Vec<Group> = Vec::new();
        for (k, &sign) in signs.iter().enumerate() {
            let scale = if sign { &plain } else { &minus };
            match groups.iter_mut().find(|group| differ && Arc::ptr_eq(group.scale(), scale)) {
                Some(group) => group.positions.push(k),
                None => groups.push(Group::new(k, Arc::clone(scale))),
            }
        }
        let sets: Vec<u32> =
            (0..count).map(|_| 1 + u32::try_from(random.below(511)).unwrap()).collect();
        // In rising order, as those of blocks are.
        let targets: BTreeSet<i64> =
            (0..=random.below(2)).map(|_| i64::try_from(random.below(22)).unwrap()).collect();
        let targets: Vec<i64> = targets.into_iter().collect();
        let mut left = vec![0u32; count];
        for filling in (0..count).map(|_| 0..9usize).multi_cartesian_product() {
            let within = filling.iter().zip(&sets).all(|(&digit, &set)| set.has(digit));
            let total: i64 = (filling.iter().zip(&signs))
                .map(|(&digit, &sign)| if sign { rising[digit] } else { falling[digit] })
                .sum();
            let clash = differ
                && (0..count)
                    .array_combinations()
                    .any(|[a, b]| signs[a] == signs[b] && filling[a] == filling[b]);
            if within && !clash && targets.contains(&total) {
                left.iter_mut().zip(&filling).for_each(|(set, &digit)| *set |= 1 << digit);
            }
        }
        let union = sets.iter().fold(0, |all, set| all | set);
        let cage = (groups.len() == 1)
            .then(|| Cage::new(count, union, groups[0].scale(), &targets).map(Filter::Cage));
        let bounds = Filter::Bounds(Bounds::new(groups, &targets));
        for filter in cage.flatten().into_iter().chain([bounds]) {
            let mut found = sets.clone();
            let holds = filter.narrow(&mut found);
            assert!(holds || left.contains(&0), "{seed}: {filter:?} {sets:?}");
            refused += usize::from(!holds);
            if holds {
                let lost = left.iter().zip(&found).any(|(left, found)| left & !found != 0);
                assert!(!lost, "{seed}: {filter:?} {sets:?}");
                let open = sets.iter().filter(|set| set.is_several()).count();
                if count == 2 && open == 2 {
                    assert_eq!(found, left, "{seed}: {filter:?} {sets:?}");
                }
                narrowed += usize::from(found != sets);
            }
        }
    }
    assert!(narrowed > 1000 && refused > 100, "{narrowed} {refused}");
}

/// A cage and the rest of its house, of six digits: no filling is lost, what stands in the cage for
/// certain stands nowhere beside it, and more is seen than without the rest.
#[test]
fn cages_beside_the_rest_of_their_house_keep_what_fills_them() {
    const DIGITS: usize = 6;
    let mut random = Random::new(12);
    let scale = Scale::new(&[1, 2, 3, 4, 5, 6]);
    let (mut better, mut refused) = (0, 0);
    for seed in 0..2000 {
        let count = 2 + random.below(3);
        let sets: Vec<u32> =
            (0..DIGITS).map(|_| 1 + u32::try_from(random.below(63)).unwrap()).collect();
        let target = i64::try_from(3 + random.below(15)).unwrap();
        let (own, others) = sets.split_at(count);
        let beside = others.iter().fold(0, |all, set| all | set);
        let (mut left, mut left_beside) = (vec![0u32; count], 0);
        for filling in (0..DIGITS).permutations(DIGITS) {
            let sum: i64 = filling[..count].iter().map(|&digit| scale.weights()[digit]).sum();
            if sum == target && filling.iter().zip(&sets).all(|(&digit, set)| set.has(digit)) {
                left.iter_mut().zip(&filling).for_each(|(set, &digit)| *set |= 1 << digit);
                filling[count..].iter().for_each(|&digit| left_beside |= 1 << digit);
            }
        }
        let cage = Cage::new(count, 63, &scale, &[target]).unwrap();
        let (mut alone, mut found) = (own.to_vec(), own.to_vec());
        let alone = cage.narrow(&mut alone).then_some(alone);
        let certain = cage.narrow_beside(&mut found, Some((63, beside)));
        let Some(certain) = certain else {
            assert!(left.contains(&0), "{seed}");
            refused += usize::from(alone.is_some());
            continue;
        };
        assert_eq!(left_beside & certain, 0, "{seed}");
        assert!(left.iter().zip(&found).all(|(left, found)| left & !found == 0), "{seed}");
        better += usize::from(alone.is_some_and(|alone| alone != found));
    }
    assert!(better > 100 && refused > 100, "{better} {refused}");
}
