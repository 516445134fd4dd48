//! Answers that are known, and those of the other engines and of plain recursion.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use satoku::engine::lanes::{CELLS, Grid, InstructionSet, Query, solve_with};
use satoku::jobs::answer;
use satoku::{Limits, Puzzle};

use super::{Dice, Given, Report, everything, in_batches, lines, made, text_of, unique_puzzles};
use crate::data;
use crate::oracle::oracle;
use crate::ways::engine;

/// How many solutions are compared.
const FAR: u64 = 40;

/// Up to [`FAR`] solutions by an engine that shares nothing with the lanes.
fn by(name: &str, puzzle: &Puzzle) -> (u64, bool, BTreeSet<Vec<usize>>) {
    let keep = usize::try_from(FAR).unwrap();
    let found =
        answer::find(puzzle, &engine(name), &Limits::none(), Query { limit: Some(FAR), keep })
            .unwrap();
    let complete = found.is_complete();
    let numbers = |solution: &satoku::Solution| solution.numbers().collect();
    (found.count, complete, found.solutions.iter().map(numbers).collect())
}

fn numbers(grids: &[Grid]) -> BTreeSet<Vec<usize>> {
    grids.iter().map(|grid| grid.iter().map(|&number| number.into()).collect()).collect()
}

/// Every answer against another engine's: equal counts, and the same solutions where these are all.
fn compare(name: &str, givens: &[Given], answers: &Report) {
    for (given, (answer, grids)) in givens.iter().zip(answers) {
        let (count, complete, solutions) = by(name, &given.puzzle());
        assert_eq!((answer.count, answer.complete), (count, complete), "{name}: {given:?}");
        assert!(grids.iter().all(|grid| given.is_solved_by(grid)), "{given:?}");
        if complete {
            assert_eq!(numbers(grids), solutions, "{name}: {given:?}");
        }
    }
}

/// The lanes' answers, with a word on how many are of which kind.
fn answered(givens: &[Given]) -> Report {
    let query = Query::up_to(usize::try_from(FAR).unwrap());
    let answers = in_batches(InstructionSet::best(), givens, 1000, query, &Limits::none());
    let mut kinds = BTreeMap::new();
    for (answer, _) in &answers {
        *kinds.entry(answer.count).or_insert(0) += 1;
    }
    eprintln!("{} puzzles by their number of solutions: {kinds:?}", givens.len());
    // None, one, some and too many: a test on one kind alone would prove little.
    assert!([0, 1, FAR].iter().all(|count| kinds.get(count) > Some(&20)), "{kinds:?}");
    answers
}

#[test]
fn native_search_and_sat_find_the_same() {
    let givens = everything(100, 2500);
    let answers = answered(&givens);
    compare("native", &givens, &answers);
    let some = |k: usize| k.is_multiple_of(8);
    let few: Vec<_> = (0..givens.len()).filter(|k| some(*k)).map(|k| givens[k].clone()).collect();
    compare("sat", &few, &answers.into_iter().step_by(8).collect());
}

#[test]
#[ignore = "minutes; cargo test --release --test it -- --ignored lanes"]
fn native_search_and_sat_find_the_same_of_all_there_is() {
    let mut givens = unique_puzzles(usize::MAX);
    givens.extend(made(&mut Dice(5), 40_000));
    givens.extend(mutants(&mut Dice(6), &unique_puzzles(usize::MAX)));
    let answers = answered(&givens);
    compare("native", &givens, &answers);
    let few: Vec<_> = givens.iter().step_by(5).cloned().collect();
    compare("sat", &few, &answers.into_iter().step_by(5).collect());
}

/// Each puzzle with a clue or a few less, and with a clue changed.
fn mutants(dice: &mut Dice, givens: &[Given]) -> Vec<Given> {
    let mut mutants = Vec::new();
    for given in givens {
        let Given::Text(text) = given else { continue };
        let mut clues: Vec<_> = (0..CELLS).filter(|&cell| text[cell] != b'.').collect();
        dice.shuffle(&mut clues);
        let mut less = *text;
        clues.iter().take(1 + dice.below(4)).for_each(|&cell| less[cell] = b'.');
        mutants.push(Given::Text(less));
        if let Some(&cell) = clues.first() {
            let mut other = *text;
            other[cell] = b'1' + (text[cell] - b'0') % 9;
            mutants.push(Given::Text(other));
        }
    }
    mutants
}

#[test]
fn puzzles_that_lost_or_changed_a_clue_have_the_count_of_native_search() {
    let givens = mutants(&mut Dice(7), &unique_puzzles(40));
    let answers = answered(&givens);
    compare("native", &givens, &answers);
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_every_list_of_unique_puzzles_is_answered_so() {
    let data = data::shared();
    let (mut puzzles, mut stated) = (0, 0);
    for (name, verdict) in data::verdicts(&data) {
        let list = name.starts_with("9x9/") && !name.contains(".grid");
        if !list || !verdict.starts_with("unique ") {
            continue;
        }
        let (givens, rest): (Vec<_>, Vec<_>) = lines(&data.join(&name)).into_iter().unzip();
        for set in InstructionSet::available() {
            let answers = in_batches(set, &givens, 1000, Query::up_to(2), &Limits::none());
            for (k, (answer, grids)) in answers.iter().enumerate() {
                let place = format!("{name} #{} by {}", k + 1, set.name());
                assert!(answer.count == 1 && answer.complete, "{place}: {answer:?}");
                assert!(givens[k].is_solved_by(&grids[0]), "{place}");
                if let Some(Given::Text(text)) = Given::text(rest[k].trim_start_matches(',')) {
                    assert_eq!(text_of(&grids[0]), text, "{place}");
                    stated += 1;
                }
            }
            puzzles += givens.len();
        }
    }
    let sets = InstructionSet::available().len();
    assert!(puzzles > 32_000 * sets, "only {puzzles} puzzles");
    assert!(stated > 2600 * sets, "only {stated} solutions stated");
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_stated_counts_are_found() {
    let data = data::shared();
    let list = "9x9/serg_benchmark_multi";
    let counts = std::fs::read_to_string(data.join(format!("{list}.counts"))).unwrap();
    let mut expected: Vec<(Given, u64)> = lines(&data.join(format!("{list}.txt")))
        .into_iter()
        .zip(counts.lines())
        .map(|((given, _), count)| (given, count.trim().parse().unwrap()))
        .collect();
    assert_eq!(expected.len(), 5000);
    // From 1 up to many; where a file says 2, there are at least so many.
    let mut at_least = Vec::new();
    for name in ["tdoku", "potassco", "grussdorian_11solutions", "jarne", "sudopedia"] {
        let name = if name.contains('_') { name.to_owned() } else { format!("{name}_counts") };
        for (given, rest) in lines(&data.join(format!("9x9/{name}.txt"))) {
            let word = rest.trim_start_matches(':').split([':', ' ']).next().unwrap();
            match word.parse() {
                Ok(2) | Err(_) => at_least.push(given),
                Ok(count) => expected.push((given, count)),
            }
        }
    }
    assert!(expected.len() >= 5040, "only {} counts", expected.len());
    assert!(!at_least.is_empty());
    let (givens, counts): (Vec<_>, Vec<_>) = expected.into_iter().unzip();
    for set in InstructionSet::available() {
        for size in [8, 1000] {
            let found = in_batches(set, &givens, size, Query::count(None), &Limits::none());
            for (k, ((answer, _), expected)) in found.iter().zip(&counts).enumerate() {
                assert_eq!((answer.count, answer.complete), (*expected, true), "{:?}", givens[k]);
            }
            let found = in_batches(set, &at_least, size, Query::count(Some(2)), &Limits::none());
            assert!(found.iter().all(|(answer, _)| answer.count == 2));
        }
    }
}

/// Full grids, with a mistake and without; an empty cell; more clues than there can be.
#[test]
fn full_grids_are_solved_or_wrong() {
    let mut dice = Dice(8);
    let mut givens = Vec::new();
    let mut expected = Vec::new();
    for grid in super::full_grids(&mut dice, 40) {
        let text = text_of(&grid);
        let (cell, other) = (dice.below(CELLS), dice.below(CELLS));
        let mut changed = text;
        changed[cell] = b'1' + (text[cell] - b'0') % 9;
        let mut swapped = text;
        swapped.swap(cell, other);
        let mut open = text;
        open[cell] = b'.';
        let marks = grid.map(|number| 1_u16 << (number - 1));
        let mut none = marks;
        none[cell] = 0;
        let mut above = marks;
        above[cell] = 0xfe00;
        let all = marks.map(|mark| mark | 0xfe00);
        givens.extend([text, changed, swapped, open].map(Given::Text));
        givens.extend([marks, none, above, all].map(Given::Marks));
        let same = u64::from(text[cell] == text[other]);
        expected.extend([1, 0, same, 1, 1, 0, 0, 1]);
    }
    for set in InstructionSet::available() {
        for size in [1, 8, 40, 1000] {
            for query in [Query::up_to(2), Query::up_to(1), Query::count(None)] {
                let found = in_batches(set, &givens, size, query, &Limits::none());
                for (k, (answer, _)) in found.iter().enumerate() {
                    assert_eq!(answer.count, expected[k], "{} by {size}: {k}", set.name());
                    assert_eq!(answer.nodes, 0, "{} by {size}: {k}", set.name());
                }
            }
        }
    }
}

#[test]
fn clues_that_clash_leave_nothing() {
    for first in 0..CELLS {
        let seen = |c: usize| {
            c != first
                && (c / 9 == first / 9
                    || c % 9 == first % 9
                    || (c / 27, c % 9 / 3) == (first / 27, first % 9 / 3))
        };
        let givens: Vec<_> = (0..CELLS)
            .filter(|&second| seen(second))
            .map(|second| {
                let mut text = [b'.'; CELLS];
                text[first] = b'5';
                text[second] = b'5';
                Given::Text(text)
            })
            .collect();
        assert_eq!(givens.len(), 20);
        for set in InstructionSet::available() {
            for size in [5, 20] {
                let found = in_batches(set, &givens, size, Query::up_to(1), &Limits::none());
                let none =
                    |answer: &satoku::engine::lanes::Answer| answer.count == 0 && answer.complete;
                assert!(found.iter().all(|(answer, _)| none(answer)), "{}", set.name());
            }
        }
    }
}

/// Whatever is no digit is an empty cell.
#[test]
fn any_other_character_is_an_empty_cell() {
    let clues =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for set in InstructionSet::available() {
        let mut expected = None;
        for blank in (0..=255).filter(|symbol| !(b'1'..=b'9').contains(symbol)) {
            let text = clues.map(|symbol| if symbol == b'.' { blank } else { symbol });
            for size in [1, 10] {
                let many = vec![Given::Text(text); size];
                let found = in_batches(set, &many, size, Query::up_to(2), &Limits::none());
                let expected = expected.get_or_insert_with(|| found[0].clone());
                assert_eq!((expected.0.count, expected.0.complete), (1, true));
                assert!(found.iter().all(|found| found == expected), "{blank}");
            }
        }
    }
}

/// A full grid with some cells open, as keys that shuffle it and candidates that come in.
fn nearly_full() -> impl Strategy<Value = Given> {
    let keys = prop::collection::vec(any::<u16>(), 27 + CELLS);
    let noise = prop::collection::vec(any::<u16>(), CELLS);
    (keys, noise, 0..28_usize, any::<bool>()).prop_map(|(keys, noise, open, marks)| {
        let grid = crate::properties::full_grid(&keys);
        let mut order: Vec<_> = (0..CELLS).collect();
        order.sort_by_key(|&cell| keys[27 + cell]);
        let mut candidates: [u16; CELLS] = std::array::from_fn(|cell| 1 << (grid[cell] - 1));
        for &cell in &order[..open] {
            candidates[cell] = if marks { noise[cell] } else { super::ALL };
        }
        Given::Marks(candidates)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn plain_recursion_finds_the_same(given in nearly_full()) {
        let expected = oracle(&given.puzzle(), 500);
        if expected.len() == 500 {
            return Ok(());
        }
        for set in InstructionSet::available() {
            for size in [1, 9] {
                let clues = vec![given.clues(); size];
                let all = Query { limit: None, keep: 1000 };
                let answers = solve_with(set, &clues, all, &Limits::none()).unwrap();
                let last = size - 1;
                prop_assert!(answers[last].complete);
                prop_assert_eq!(answers[last].count, expected.len() as u64);
                prop_assert_eq!(&numbers(answers.solutions(last)), &expected);
            }
        }
    }
}
