//! The rules of 16×16 against plain ones, one lane at a time, with every instruction set.

use proptest::prelude::*;

use super::super::isa::{InstructionSet, Isa, Work};
use super::*;

#[derive(Clone, Copy)]
struct Reading<'a>(&'a [Candidates]);

impl Work for Reading<'_> {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        const UNTOUCHED: u16 = 0xbeef;
        for count in 1..=I::LANES.min(self.0.len()) {
            let mut block = Block::<I>::empty();
            for row in &mut block.rows {
                (0..I::LANES).for_each(|lane| row[lane] = UNTOUCHED);
            }
            Sixteen { puzzles: self.0 }.read(isa, 0, count, &mut block);
            for (cell, row) in block.rows.iter().enumerate() {
                for lane in 0..I::LANES {
                    let expected = if lane < count { self.0[lane][cell] } else { UNTOUCHED };
                    assert_eq!(row[lane], expected, "cell {cell}, lane {lane} of {count}");
                }
            }
        }
    }
}

#[test]
fn every_puzzle_gets_into_its_lane() {
    let puzzles: Vec<Candidates> = (0..if cfg!(miri) { 2 } else { 32 })
        .map(|puzzle: u16| {
            std::array::from_fn(|cell| (puzzle << 8 | cell as u16).wrapping_mul(40503))
        })
        .collect();
    for set in InstructionSet::available() {
        set.dispatch(Reading(&puzzles));
    }
}

/// The houses of a cell: row, column and box.
fn houses(cell: usize) -> [usize; 3] {
    [cell / 16, cell % 16, cell / 64 * 4 + cell % 16 / 4]
}

fn peers(cell: usize) -> impl Iterator<Item = usize> {
    let sees = move |other: usize| houses(other).iter().zip(houses(cell)).any(|(a, b)| *a == b);
    (0..CELLS).filter(move |&other| other != cell && sees(other))
}

/// A filled grid, as masks: a pattern with its digits and lines shuffled by keys.
fn full_grid(keys: &[u16]) -> Candidates {
    let order = |keys: &[u16]| {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|&k| keys[k]);
        order
    };
    let lines = |keys: &[u16]| -> Vec<usize> {
        let bands = order(&keys[..4]);
        let within = bands.iter().flat_map(|&band| {
            order(&keys[4 + 4 * band..8 + 4 * band]).into_iter().map(move |k| 4 * band + k)
        });
        within.collect()
    };
    let (digits, rows, columns) = (order(&keys[..16]), lines(&keys[16..36]), lines(&keys[36..56]));
    std::array::from_fn(|cell| {
        let (r, c) = (rows[cell / 16], columns[cell % 16]);
        1 << digits[(4 * r + r / 4 + c) % 16]
    })
}

/// A filled grid, and candidates that leave it possible: few of them where `density` is low.
fn sample() -> impl Strategy<Value = (Candidates, Candidates)> {
    let keys = prop::collection::vec(any::<u16>(), 56);
    let marks = prop::collection::vec(any::<u64>(), CELLS);
    (keys, marks, 0..6_u8).prop_map(|(keys, marks, density)| {
        let full = full_grid(&keys);
        let candidates = std::array::from_fn(|cell| {
            let [a, b, c, d] = [0, 16, 32, 48].map(|shift| (marks[cell] >> shift) as u16);
            let more = match density {
                0 => a & b & c & d,
                1 => a & b & c,
                2 => a & b,
                3 => a,
                // Clues and empty cells.
                4 if a < u16::MAX / 2 => 0,
                4 => ALL,
                _ => a | b,
            };
            full[cell] | more
        });
        (full, candidates)
    })
}

/// What sweeps make of candidates, until they find no more; the last outcome; and the choice.
#[derive(Debug, Clone, Copy)]
struct Swept<'a>(&'a [Candidates]);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rest {
    candidates: Candidates,
    wrong: bool,
    solved: bool,
    /// What is left on either side of a branch.
    sides: Option<[Candidates; 2]>,
}

impl Work for Swept<'_> {
    type Outcome = Vec<Rest>;

    fn run<I: Isa>(self, isa: I) -> Vec<Rest> {
        let take = |block: &Block<I>, lane: usize| block.rows.map(|row| row[lane]);
        let mut rests = Vec::new();
        for puzzles in self.0.chunks(I::LANES) {
            let mut block = Block::<I>::empty();
            Sixteen { puzzles }.read(isa, 0, puzzles.len(), &mut block);
            let mut marks = Sixteen::marks(isa);
            let all = u32::MAX >> (32 - I::LANES);
            let (mut wrong, mut solved) = (0, 0);
            loop {
                let outcome = Sixteen::sweep(isa, &mut block, &mut marks);
                wrong |= outcome.wrong;
                solved |= outcome.filled & Sixteen::solved(isa, &block);
                if (outcome.same | wrong) & all == all {
                    break;
                }
            }
            let choice = Sixteen::choose(isa, &block, &marks);
            for lane in 0..puzzles.len() {
                let sides = Sixteen::is_open::<I>(&choice, lane).then(|| {
                    let (mut first, mut second) = (block, block);
                    Sixteen::confine::<I>(&choice, lane, &mut first);
                    Sixteen::exclude::<I>(&choice, lane, &mut second, lane);
                    [take(&first, lane), take(&second, lane)]
                });
                rests.push(Rest {
                    candidates: take(&block, lane),
                    wrong: wrong >> lane & 1 == 1,
                    solved: solved >> lane & 1 == 1,
                    sides,
                });
            }
        }
        rests
    }
}

/// With every instruction set, which must agree.
fn swept(puzzles: &[Candidates]) -> Vec<Rest> {
    let sets = InstructionSet::available();
    let rests = sets[0].dispatch(Swept(puzzles));
    for set in &sets[1..] {
        for (a, b) in rests.iter().zip(set.dispatch(Swept(puzzles))) {
            // A wrong grid goes on to be swept while others need it.
            assert_eq!(a.wrong, b.wrong, "{}", set.name());
            assert!(a.wrong || *a == b, "{}", set.name());
        }
    }
    rests
}

/// Whether a digit can be spread over a band, a box a row, through one of its mini-rows, by trying.
fn has_way(free: &[[bool; 4]; 4], r: usize, b: usize) -> bool {
    fn fill(free: &[[bool; 4]; 4], boxes: usize, used: usize, r: usize, b: usize) -> bool {
        if boxes == 4 {
            return true;
        }
        (0..4).any(|row| {
            let fits = (boxes == b) == (row == r);
            fits && free[row][boxes] && used >> row & 1 == 0 && {
                fill(free, boxes + 1, used | 1 << row, r, b)
            }
        })
    }
    fill(free, 0, 0, r, b)
}

struct Spread([[u16; 4]; 4]);

impl Work for Spread {
    type Outcome = [[u16; 4]; 4];

    fn run<I: Isa>(self, isa: I) -> [[u16; 4]; 4] {
        let free = self.0.map(|row| row.map(|mask| isa.splat(mask)));
        sweep::spread(isa, &free).map(|row| {
            row.map(|v| {
                let mut image = I::Row::default();
                isa.store(v, &mut image);
                image[I::LANES - 1]
            })
        })
    }
}

#[test]
fn digits_are_spread_as_trying_all_ways_tells() {
    // Every set of mini-rows, sixteen of them at once as the sixteen digits.
    for first in (0..1 << 16).step_by(16) {
        let holds = |set: usize, r: usize, b: usize| set >> (4 * r + b) & 1 == 1;
        let grid = |set: usize| -> [[bool; 4]; 4] {
            std::array::from_fn(|r| std::array::from_fn(|b| holds(set, r, b)))
        };
        let mask = |f: &dyn Fn(usize) -> bool| {
            (0..16).map(|digit| u16::from(f(first + digit)) << digit).sum::<u16>()
        };
        let table = |f: &dyn Fn(usize, usize, usize) -> bool| -> [[u16; 4]; 4] {
            std::array::from_fn(|r| std::array::from_fn(|b| mask(&|set| f(set, r, b))))
        };
        let expected = table(&|set, r, b| has_way(&grid(set), r, b));
        let best = InstructionSet::best();
        assert_eq!(best.dispatch(Spread(table(&holds))), expected, "{first}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_candidate_of_a_solution_goes(samples in prop::collection::vec(sample(), 1..9)) {
        let puzzles: Vec<_> = samples.iter().map(|(_, candidates)| *candidates).collect();
        for ((full, before), rest) in samples.iter().zip(swept(&puzzles)) {
            prop_assert!(!rest.wrong);
            let after = &rest.candidates;
            prop_assert!(after.iter().zip(full).all(|(after, full)| after & full == *full));
            prop_assert!(after.iter().zip(before).all(|(after, before)| after & !before == 0));
            prop_assert_eq!(rest.solved, after == full);
            prop_assert_eq!(rest.sides.is_none(), rest.solved);
            if let Some([first, second]) = rest.sides {
                let keeps = [&first, &second].map(|side| {
                    side.iter().zip(full).all(|(side, full)| side & full == *full)
                });
                prop_assert!(keeps[0] != keeps[1], "either side or the other");
                prop_assert!(first != *after && second != *after, "both lose something");
            }
        }
    }

    #[test]
    fn what_rests_has_no_singles_left((_, candidates) in sample()) {
        let rest = &swept(&[candidates])[0];
        let grid = &rest.candidates;
        for cell in 0..CELLS {
            if grid[cell].is_power_of_two() {
                let clear = peers(cell).all(|peer| grid[peer] & grid[cell] == 0);
                prop_assert!(clear, "single in {}", cell);
            }
            for kind in 0..3 {
                let house = houses(cell)[kind];
                let others = (0..CELLS).filter(|&o| o != cell && houses(o)[kind] == house);
                let hidden = grid[cell] & !others.fold(0, |union, other| union | grid[other]);
                prop_assert!(hidden == 0 || hidden == grid[cell], "hidden single in {}", cell);
            }
        }
    }

    #[test]
    fn a_clash_is_seen((full, mut candidates) in sample(), at in 0..CELLS, other in any::<usize>()) {
        let peers: Vec<_> = peers(at).collect();
        candidates[at] = full[at];
        candidates[peers[other % peers.len()]] = full[at];
        prop_assert!(swept(&[candidates])[0].wrong);
        candidates[at] = 0;
        prop_assert!(swept(&[candidates])[0].wrong);
    }

    #[test]
    fn batches_neighbours_and_visits_change_nothing(
        samples in prop::collection::vec(sample(), 1..40),
        limit in 1..20_usize,
        effort in 0..40_u64,
    ) {
        let puzzles: Vec<_> = samples.iter().map(|(_, candidates)| *candidates).collect();
        let limits = Limits::none().with_effort(effort);
        let query = Query::up_to(limit);
        let together = solve(&puzzles, query, &limits).unwrap();
        for set in InstructionSet::available() {
            let alike = solve_with(set, &puzzles, query, &limits).unwrap();
            prop_assert!(together.iter().eq(alike.iter()), "{}", set.name());
            for (k, puzzle) in puzzles.iter().enumerate() {
                prop_assert_eq!(together.solutions(k), alike.solutions(k), "{}", set.name());
                let alone = solve_with(set, &[*puzzle], query, &limits).unwrap();
                prop_assert_eq!(&alone[0], &together[k]);
                prop_assert_eq!(alone.solutions(0), together.solutions(k));
            }
        }
        for (k, puzzle) in puzzles.iter().enumerate() {
            let mut visited = Vec::new();
            let (nodes, end) = visit(puzzle, &limits, &mut |grid| {
                visited.push(*grid);
                if visited.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
            prop_assert_eq!(&visited[..], together.solutions(k));
            prop_assert_eq!(nodes, together[k].nodes);
            prop_assert_eq!(end == End::Limit, together[k].interrupted);
            prop_assert_eq!(end == End::Exhausted, together[k].complete);
        }
    }
}
