//! The fast engine, [`satoku::engine::lanes`], as a whole. For 9×9: [`agreement`] of all
//! instruction sets and batches with each other, right [`answers`], and [`limits`] that end a
//! search; [`millions`] of puzzles engine against engine. The same for 16×16 is in [`sixteen`].

mod agreement;
mod answers;
mod limits;
mod millions;
mod sixteen;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use satoku::engine::lanes::{Answer, CELLS, Clues, Grid, InstructionSet, Query, solve_with};
use satoku::grid::CandidateSet;
use satoku::jobs::generate::nine::{Mode, Options, generate};
use satoku::{Cell, Digit, Layout, Limits, Puzzle};

use crate::data;

/// All nine candidates.
const ALL: u16 = 0x1ff;

static NINE: LazyLock<Arc<Layout>> = LazyLock::new(|| Layout::boxes(3, 3).unwrap().shared());

/// A puzzle that holds its clues.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Given {
    Text([u8; CELLS]),
    Marks([u16; CELLS]),
}

impl Given {
    fn text(line: &str) -> Option<Given> {
        let text: [u8; CELLS] = line.as_bytes().get(..CELLS)?.try_into().ok()?;
        let sound = text.iter().all(|symbol| matches!(symbol, b'0'..=b'9' | b'.'));
        sound.then_some(Given::Text(text))
    }

    fn clues(&self) -> Clues<'_> {
        match self {
            Given::Text(text) => Clues::Text(text),
            Given::Marks(marks) => Clues::Candidates(marks),
        }
    }

    fn candidates(&self, cell: usize) -> u16 {
        match self {
            Given::Text(text) if matches!(text[cell], b'1'..=b'9') => 1 << (text[cell] - b'1'),
            Given::Text(_) => ALL,
            Given::Marks(marks) => marks[cell] & ALL,
        }
    }

    /// For the other engines.
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new(Arc::clone(&NINE));
        for cell in 0..CELLS {
            let digits = (0..9).filter(|d| self.candidates(cell) >> d & 1 == 1);
            let set: CandidateSet = digits.map(Digit::new).collect();
            puzzle.set_candidates(Cell::new(cell), &set);
        }
        puzzle
    }

    /// Whether a grid is a solution.
    fn is_solved_by(&self, grid: &Grid) -> bool {
        let mut houses = [0_u16; 27];
        for (cell, &number) in grid.iter().enumerate() {
            let bit = 1_u16.checked_shl(u32::from(number) - 1).unwrap_or(0);
            if self.candidates(cell) & bit == 0 {
                return false;
            }
            for house in [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3] {
                houses[house] |= bit;
            }
        }
        houses == [ALL; 27]
    }
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        // SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.roll() % limit as u64).unwrap()
    }

    fn bits(&mut self) -> u16 {
        u16::try_from(self.roll() & 0xffff).unwrap()
    }

    fn shuffle<T>(&mut self, some: &mut [T]) {
        for k in (1..some.len()).rev() {
            some.swap(k, self.below(k + 1));
        }
    }
}

/// The 9×9 puzzles of the repository.
fn repository() -> Vec<Given> {
    let text = std::fs::read_to_string(data::puzzles().join("expected.tsv")).unwrap();
    let names = text.lines().filter_map(|line| line.split_once("\t-\t"));
    let names = names.filter(|(name, _)| name.starts_with("9x9/")).map(|(name, _)| name);
    let puzzles = names.map(|name| data::read_one(&data::puzzles().join(name), "-").puzzle);
    let plain = puzzles.filter(|puzzle| puzzle.layout().name() == NINE.name());
    let found: Vec<_> = plain.map(|puzzle| given(&puzzle)).collect();
    assert!(found.len() >= 8, "only {} puzzles", found.len());
    found
}

fn given(puzzle: &Puzzle) -> Given {
    let mask = |cell| puzzle.clues().get(cell).iter().fold(0, |mask, d| mask | 1 << d.index());
    let marks: Vec<u16> = puzzle.cells().map(mask).collect();
    Given::Marks(marks.try_into().unwrap())
}

/// The puzzles of a file with one in a line, and what stands behind it.
fn lines(path: &Path) -> Vec<(Given, String)> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let line = |line: &str| Some((Given::text(line)?, line[CELLS..].trim_start().to_owned()));
    text.lines().filter_map(line).collect()
}

/// Puzzles with one solution: some made here, by either way of generating, and where
/// `SATOKU_SHARED` names a folder of lists, about `most` of each of these.
fn unique_puzzles(most: usize) -> Vec<Given> {
    let mut found = Vec::new();
    for (seed, mode) in [(1, Mode::Build), (2, Mode::Dig)] {
        let numbers = 0..(8 * most.min(500)) as u64;
        let made = generate(seed, numbers, &Options::new(mode), &Limits::none()).unwrap();
        let symbol = |number| if number == 0 { b'.' } else { b'0' + number };
        found.extend(made.iter().map(|made| Given::Text(made.puzzle.map(symbol))));
    }
    if std::env::var_os("SATOKU_SHARED").is_some() {
        for path in ["txt", "csv"].iter().flat_map(|e| data::files(&data::shared().join("9x9"), e))
        {
            let some = lines(&path);
            let step = some.len().div_ceil(most).max(1);
            found.extend(some.into_iter().step_by(step).map(|(given, _)| given));
        }
    }
    assert!(found.len() > 5 * most.min(100), "only {} puzzles", found.len());
    found
}

/// Full grids: one that everybody knows, its symbols, bands and lines shuffled, and solutions of
/// the puzzles at hand.
fn full_grids(dice: &mut Dice, count: usize) -> Vec<Grid> {
    let set = InstructionSet::available()[0];
    let puzzles = unique_puzzles(1 + count / 10);
    let clues: Vec<_> = puzzles.iter().map(Given::clues).collect();
    let answers = solve_with(set, &clues, Query::up_to(1), &Limits::none()).unwrap();
    let found = (0..puzzles.len()).filter_map(|k| answers.solutions(k).first().copied());
    let mut grids: Vec<Grid> = found.collect();
    dice.shuffle(&mut grids);
    grids.truncate(count / 2);
    while grids.len() < count {
        let keys: Vec<u16> = (0..27).map(|_| dice.bits()).collect();
        let grid = crate::properties::full_grid(&keys);
        grids.push(std::array::from_fn(|cell| u8::try_from(grid[cell]).unwrap()));
    }
    grids
}

fn text_of(grid: &Grid) -> [u8; CELLS] {
    grid.map(|number| b'0' + number)
}

/// Puzzles of every kind, made from full grids: few clues or many, wrong ones, clashing ones,
/// candidates with and without a solution among them, full grids and such with a mistake.
fn made(dice: &mut Dice, count: usize) -> Vec<Given> {
    let grids = full_grids(dice, count);
    let mut order: Vec<usize> = (0..CELLS).collect();
    grids
        .iter()
        .enumerate()
        .map(|(k, grid)| {
            dice.shuffle(&mut order);
            let mut text = text_of(grid);
            let clues = 22 + dice.below(20);
            let (cell, other) = (order[0], order[1]);
            match k % 10 {
                0 => {}
                // A clue more or less, and another number somewhere.
                1 => text[cell] = text[other],
                2..7 => {
                    order[clues..].iter().for_each(|&cell| text[cell] = b'.');
                    if k % 10 == 5 {
                        text[cell] = b'1' + (text[cell] - b'0') % 9;
                    }
                    if k % 10 == 6 {
                        // The same once more in the row, the column or the box.
                        let seen = [cell / 9 * 9 + other % 9, other / 9 * 9 + cell % 9];
                        text[seen[k / 10 % 2]] = text[cell];
                    }
                }
                _ => return Given::Marks(marks_of(dice, grid)),
            }
            Given::Text(text)
        })
        .collect()
}

/// Candidates at random: few or many beside a full grid, or without it, cells with none and bits
/// that stand for nothing.
fn marks_of(dice: &mut Dice, grid: &Grid) -> [u16; CELLS] {
    let (density, kind) = (dice.below(4), dice.below(8));
    let mut marks = grid.map(|number| {
        let noise = match density {
            0 => dice.bits() & dice.bits() & dice.bits(),
            1 => dice.bits() & dice.bits(),
            2 => dice.bits() | if dice.below(3) == 0 { ALL } else { 0 },
            _ => dice.bits(),
        };
        let own = if kind == 0 { 0 } else { 1 << (number - 1) };
        if kind < 6 { (noise & ALL) | own } else { noise | own }
    });
    match kind {
        1 => marks[dice.below(CELLS)] &= !ALL,
        2 => {
            let cell = dice.below(CELLS);
            marks[cell] &= !(1 << (grid[cell] - 1));
        }
        _ => {}
    }
    marks
}

/// All there is for a test.
fn everything(of_each_list: usize, made_ones: usize) -> Vec<Given> {
    let mut all = repository();
    all.extend(unique_puzzles(of_each_list));
    all.extend(made(&mut Dice(1), made_ones));
    // Hard ones beside easy ones, in every batch.
    Dice(2).shuffle(&mut all);
    all
}

/// What was found of each puzzle, and the solutions that were kept.
type Report = Vec<(Answer, Vec<Grid>)>;

/// Answers in batches of a size.
fn in_batches(
    set: InstructionSet,
    givens: &[Given],
    size: usize,
    query: Query,
    limits: &Limits,
) -> Report {
    let mut report = Vec::new();
    for some in givens.chunks(size) {
        let clues: Vec<_> = some.iter().map(Given::clues).collect();
        let answers = solve_with(set, &clues, query, limits).unwrap();
        assert_eq!(answers.len(), some.len());
        assert_eq!(answers.is_empty(), some.is_empty());
        let each = answers.iter().enumerate();
        report.extend(each.map(|(k, answer)| (*answer, answers.solutions(k).to_vec())));
    }
    report
}

/// Panics at the first difference.
fn assert_same(givens: &[Given], found: &Report, expected: &Report, how: &str) {
    assert_eq!(found.len(), expected.len());
    for (k, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "{how}: puzzle {k}, {:?}", givens[k]);
    }
}
