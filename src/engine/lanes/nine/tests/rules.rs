//! What a pass removes, and what it sees.

use proptest::prelude::*;

use super::super::super::isa::{Isa, Work};
use super::super::solo::Solo;
use super::super::sweep::{ALL, Seen, Ways, half_sweep, with_all_digits};
use super::model::{self, Passed, cell};
use super::{CELLS, Marks, Sample, block, config, everywhere, lane, samples, solutions, ways};

/// Steps after which every grid is at rest: each takes a candidate at least.
const LONG: usize = 9 * CELLS;

/// One half sweep after the other by the lanes, alone and by the model, until all are at rest.
#[derive(Clone, Copy)]
struct Passes<'a>(&'a [Sample]);

/// What half a sweep saw in each lane.
fn seen<I: Isa>(isa: I, seen: &Seen<I::V>, columns: bool) -> Vec<Passed> {
    let row = I::Row::default();
    let (mut placeable, mut sum, mut least) = (row, row, row);
    isa.store(seen.placeable, &mut placeable);
    isa.store(seen.sum, &mut sum);
    isa.store(seen.least, &mut least);
    let passed = |lane| Passed {
        placeable: placeable[lane],
        sum: sum[lane],
        // Passes over rows leave it out.
        least: if columns { least[lane] } else { ALL },
    };
    (0..I::LANES).map(passed).collect()
}

impl Work for Passes<'_> {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        for some in self.0.chunks(I::LANES) {
            let mut block = block::<I>(some.iter().map(|sample| sample.marks));
            let mut found: Ways<I> = [[I::Row::default(); 6]; 6];
            let mut models: Vec<_> = some.iter().map(|sample| sample.marks).collect();
            let mut expected = vec![[[0; 6]; 6]; some.len()];
            for step in 0..LONG {
                let columns = step % 2 == 1;
                let before = models.clone();
                let saw = if columns {
                    half_sweep::<I, true>(isa, &mut block, &mut found)
                } else {
                    half_sweep::<I, false>(isa, &mut block, &mut found)
                };
                for (k, saw) in seen(isa, &saw, columns).into_iter().take(some.len()).enumerate() {
                    let place = format!("lane {k} of {}, half sweep {step}", I::LANES);
                    let mut passed = model::half_sweep(&mut models[k], columns, &mut expected[k]);
                    assert_eq!(lane(&block, k), models[k], "{place}");
                    assert_eq!(ways::<I>(&found, k), expected[k], "{place}: ways");
                    let mut alone = before[k];
                    let wrong = Solo::new(isa.folded()).half_sweep(&mut alone, columns);
                    assert_eq!(alone, models[k], "{place}: alone");
                    assert_eq!(wrong, passed.is_wrong(), "{place}: alone");
                    if !columns {
                        passed.least = ALL;
                    }
                    assert_eq!(saw, passed, "{place}");
                    if let Some(solution) = some[k].solution {
                        let kept = solution.iter().zip(&models[k]).all(|(s, mark)| s & mark == *s);
                        assert!(kept, "{place}: a candidate of a solution is gone");
                        assert!(!passed.is_wrong(), "{place}");
                    }
                    let only = models[k].iter().zip(before[k]).all(|(new, old)| new & !old == 0);
                    assert!(only, "{place}: a candidate came back");
                }
                if columns && models == before {
                    break;
                }
                assert_ne!(step + 1, LONG, "there is no end to it");
            }
        }
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn passes_do_what_the_model_does(samples in samples(4, false)) {
        everywhere(Passes(&samples));
    }

    #[test]
    fn passes_over_grids_without_solution_do_too(samples in samples(4, true)) {
        everywhere(Passes(&samples));
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn no_candidate_of_any_solution_goes(sample in super::sample(1, false)) {
        let all = solutions(&sample.marks, 300);
        let mut marks = sample.marks;
        let wrong = model::rest(&mut marks, &mut [[0; 6]; 6]);
        prop_assert!(!wrong);
        for solution in all {
            prop_assert!(solution.iter().zip(marks).all(|(digit, mark)| digit & mark == *digit));
        }
    }
}

/// Whether a lane shows a contradiction after a sweep, and what is left of its grid.
#[derive(Clone, Copy)]
struct Sweeps<'a>(&'a Marks, &'a dyn Fn(&Marks, bool));

impl Work for Sweeps<'_> {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        let mut block = block::<I>((0..I::LANES).map(|_| *self.0));
        let mut ways: Ways<I> = [[I::Row::default(); 6]; 6];
        let rows = half_sweep::<I, false>(isa, &mut block, &mut ways);
        let columns = half_sweep::<I, true>(isa, &mut block, &mut ways);
        let placeable = isa.and(rows.placeable, columns.placeable);
        let right = isa.eq(placeable, isa.splat(ALL)) & !isa.eq(columns.least, isa.splat(0));
        for k in 0..I::LANES {
            self.1(&lane(&block, k), right >> k & 1 == 0);
        }
    }
}

fn swept(marks: &Marks, check: &dyn Fn(&Marks, bool)) {
    everywhere(Sweeps(marks, check));
}

fn digits(some: &[u32]) -> u16 {
    some.iter().fold(0, |all, digit| all | 1 << (digit - 1))
}

/// The cells of a row, a column and a box.
fn house(kind: usize, number: usize) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(move |&cell| super::houses(cell)[kind] == number)
}

#[test]
fn singles_clear_their_houses() {
    for place in 0..CELLS {
        let mut marks = [ALL; CELLS];
        marks[place] = digits(&[4]);
        swept(&marks, &|left, wrong| {
            assert!(!wrong);
            assert_eq!(left[place], digits(&[4]));
            for kind in 0..3 {
                for other in house(kind, super::houses(place)[kind]).filter(|&cell| cell != place) {
                    assert_eq!(left[other], ALL & !digits(&[4]), "{place} and {other}");
                }
            }
            assert_eq!(left.iter().filter(|&&mark| mark == ALL).count(), CELLS - 21);
        });
    }
}

#[test]
fn three_digits_fill_a_mini_row() {
    for band in 0..6 {
        let mut marks = [ALL; CELLS];
        for (r, c) in [0, 2].into_iter().flat_map(|r| [(r, 3), (r, 4), (r, 5)]) {
            marks[cell(band, r, c)] = ALL & !digits(&[2, 5, 9]);
        }
        swept(&marks, &|left, wrong| {
            assert!(!wrong);
            for c in (0..3).chain(6..9) {
                assert_eq!(left[cell(band, 1, c)], ALL & !digits(&[2, 5, 9]));
            }
            for c in 3..6 {
                assert_eq!(left[cell(band, 1, c)], digits(&[2, 5, 9]));
            }
        });
    }
}

#[test]
fn locked_candidates_are_seen_both_ways() {
    for band in 0..6 {
        // In its box a digit stands in one row only: it leaves the rest of the row.
        let mut marks = [ALL; CELLS];
        for place in 3..9 {
            marks[cell(band, place / 3, 6 + place % 3)] = ALL & !digits(&[7]);
        }
        swept(&marks, &|left, wrong| {
            assert!(!wrong);
            for c in 0..6 {
                assert_eq!(left[cell(band, 0, c)], ALL & !digits(&[7]));
                assert_eq!(left[cell(band, 1, c)], ALL);
            }
        });
        // In its row a digit stands in one box only: it leaves the rest of the box.
        let mut marks = [ALL; CELLS];
        for c in 3..9 {
            marks[cell(band, 2, c)] = ALL & !digits(&[7]);
        }
        swept(&marks, &|left, wrong| {
            assert!(!wrong);
            for place in 0..6 {
                assert_eq!(left[cell(band, place / 3, place % 3)], ALL & !digits(&[7]));
                assert_eq!(left[cell(band, place / 3, 3 + place % 3)], ALL);
            }
        });
    }
}

#[test]
fn places_that_are_left_are_taken() {
    for band in 0..6 {
        // One cell of a row has a digit.
        let mut marks = [ALL; CELLS];
        (0..9).filter(|c| *c != 4).for_each(|c| marks[cell(band, 0, c)] = ALL & !digits(&[1]));
        swept(&marks, &|left, wrong| {
            assert!(!wrong);
            assert_eq!(left[cell(band, 0, 4)], digits(&[1]));
        });
        // Three digits must all be in one mini-row: nothing else is.
        let mut marks = [ALL; CELLS];
        for place in 3..9 {
            marks[cell(band, place / 3, place % 3)] = ALL & !digits(&[1, 2, 3]);
        }
        swept(&marks, &|left, wrong| {
            assert!(!wrong);
            for c in 0..3 {
                assert_eq!(left[cell(band, 0, c)], digits(&[1, 2, 3]));
            }
        });
    }
}

#[test]
fn contradictions_show() {
    let swept_wrong = |marks: &Marks| swept(marks, &|_, wrong| assert!(wrong));
    for band in 0..6 {
        let mut nothing = [ALL; CELLS];
        nothing[cell(band, 2, 7)] = 0;
        swept_wrong(&nothing);
        // A digit without a place in a row, and in a box.
        let mut row = [ALL; CELLS];
        (0..9).for_each(|c| row[cell(band, 1, c)] = ALL & !digits(&[6]));
        swept_wrong(&row);
        let mut in_box = [ALL; CELLS];
        (0..9).for_each(|k| in_box[cell(band, k / 3, k % 3)] = ALL & !digits(&[6]));
        swept_wrong(&in_box);
        // The same twice in a row, and in a box.
        for other in [cell(band, 0, 8), cell(band, 2, 2)] {
            let mut twice = [ALL; CELLS];
            twice[cell(band, 0, 0)] = digits(&[9]);
            twice[other] = digits(&[9]);
            swept_wrong(&twice);
        }
    }
}

/// The lanes whose houses are full.
#[derive(Clone, Copy)]
struct Houses<'a>(&'a [Marks]);

impl Work for Houses<'_> {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        for some in self.0.chunks(I::LANES) {
            let full = with_all_digits(isa, &block::<I>(some.iter().copied()));
            for (k, marks) in some.iter().enumerate() {
                let all = |kind: usize, number: usize| {
                    house(kind, number).fold(0, |all, cell| all | marks[cell]) == ALL
                };
                let expected = (0..27).all(|h| all(h / 9, h % 9));
                assert_eq!(full >> k & 1 == 1, expected, "lane {k} of {}", I::LANES);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn full_houses_are_told(sample in super::sample(0, false), at in 0..CELLS, other in 0..CELLS) {
        let full = sample.solution.expect("it began as one");
        let mut exchanged = full;
        exchanged.swap(at, other);
        let mut changed = full;
        changed[at] = full[other];
        let mut more = full;
        more[at] |= full[other];
        let mut less = full;
        less[at] = 0;
        everywhere(Houses(&[full, exchanged, changed, more, less, sample.marks, [ALL; CELLS]]));
    }
}
