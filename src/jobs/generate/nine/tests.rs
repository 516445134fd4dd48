//! What is made by the batch is what is made one by one, one question at a time, answered by plain
//! recursion.

use super::singles::{HOUSES, PEERS};
use super::*;

/// Counts solutions up to a limit: the cell with the fewest candidates first.
fn count(puzzle: &Grid, limit: usize) -> usize {
    let mut seen = [0u16; 27];
    for cell in 0..CELLS {
        if puzzle[cell] != 0 {
            for house in HOUSES[cell] {
                let (house, bit) = (&mut seen[usize::from(house)], 1 << puzzle[cell]);
                if *house & bit != 0 {
                    return 0;
                }
                *house |= bit;
            }
        }
    }
    let candidates = |cell: usize| {
        HOUSES[cell].iter().fold(0x3fe, |left: u16, &house| left & !seen[usize::from(house)])
    };
    let open = (0..CELLS).filter(|&cell| puzzle[cell] == 0);
    let Some(cell) = open.min_by_key(|&cell| candidates(cell).count_ones()) else { return 1 };
    let mut found = 0;
    for digit in 1..=9 {
        if candidates(cell) >> digit & 1 == 1 && found < limit {
            let mut next = *puzzle;
            next[cell] = digit;
            found += count(&next, limit - found);
        }
    }
    found
}

/// Removes groups in an order, as defined.
fn dig(
    puzzle: &mut Grid,
    order: impl Iterator<Item = Vec<usize>>,
    least: usize,
    removed: &mut Vec<u8>,
) {
    for cells in order {
        let clues = puzzle.iter().filter(|&&number| number != 0).count();
        let cells: Vec<_> = cells.into_iter().filter(|&cell| puzzle[cell] != 0).collect();
        let mut next = *puzzle;
        for &cell in &cells {
            next[cell] = 0;
        }
        if !cells.is_empty() && clues - cells.len() >= least && count(&next, 2) == 1 {
            *puzzle = next;
            removed.extend(cells.iter().map(|&cell| cell as u8));
        }
    }
}

/// Puts clues into an empty grid, as defined.
fn build(random: &mut Random) -> Grid {
    let mut order: Vec<usize> = (0..729).collect();
    random.shuffle(&mut order);
    let mut puzzle = [0; CELLS];
    for pair in order {
        let (cell, number) = (pair / 9, (pair % 9 + 1) as u8);
        if puzzle[cell] != 0 || follows(&puzzle, cell) {
            continue;
        }
        let before = puzzle;
        puzzle[cell] = number;
        match count(&puzzle, 2) {
            0 => puzzle = before,
            1 => break,
            _ => {}
        }
    }
    puzzle
}

/// Whether naked and hidden singles fill a cell, one after the other.
fn follows(puzzle: &Grid, wanted: usize) -> bool {
    let mut grid = *puzzle;
    loop {
        if grid[wanted] != 0 {
            return true;
        }
        let can = |grid: &Grid, cell: usize, number: u8| {
            let seen = PEERS[cell].iter().any(|&peer| grid[usize::from(peer)] == number);
            grid[cell] == 0 && !seen
        };
        let single = (0..CELLS).find_map(|cell| {
            let numbers: Vec<u8> = (1..=9).filter(|&number| can(&grid, cell, number)).collect();
            let hidden = numbers.iter().copied().find(|&number| {
                HOUSES[cell].iter().any(|&house| {
                    let others = (0..CELLS).filter(|&o| o != cell && HOUSES[o].contains(&house));
                    others.into_iter().all(|other| !can(&grid, other, number))
                })
            });
            let naked = (numbers.len() == 1).then(|| numbers[0]);
            naked.or(hidden).map(|number| (cell, number))
        });
        let Some((cell, number)) = single else { return false };
        grid[cell] = number;
    }
}

/// One attempt, as defined.
fn made(seed: u64, number: u64, options: &Options) -> (Grid, Vec<u8>) {
    let random = &mut Random::numbered(seed, number);
    let (mut puzzle, mut removed) = match options.mode {
        Mode::Dig => (full(random), Vec::new()),
        Mode::Build => {
            let puzzle = build(random);
            (puzzle, (0..CELLS as u8).filter(|&cell| puzzle[usize::from(cell)] == 0).collect())
        }
    };
    let mut order: Vec<usize> = (0..options.orbits.len()).collect();
    random.shuffle(&mut order);
    let least = if options.minimal { 0 } else { *options.clues.start() };
    let groups = order.into_iter().map(|k| options.orbits[k].clone());
    dig(&mut puzzle, groups, least, &mut removed);
    (puzzle, removed)
}

fn is_minimal(puzzle: &Grid) -> bool {
    (0..CELLS).filter(|&cell| puzzle[cell] != 0).all(|cell| {
        let mut less = *puzzle;
        less[cell] = 0;
        count(&less, 2) == 2
    })
}

#[test]
fn the_batch_makes_what_is_defined() {
    let some = Options { clues: 30..=81, minimal: false, ..Options::new(Mode::Dig) };
    let ways = [
        Options::new(Mode::Dig),
        Options::new(Mode::Build),
        Options::half_turn(),
        Options { clues: 32..=81, ..Options::half_turn() },
        some,
    ];
    for options in ways {
        let wanted: Vec<_> = (3..30).map(|number| made(5, number, &options)).collect();
        for set in InstructionSet::available() {
            for at_once in [1, 10, 512] {
                let found = make(set, at_once, 5, 3..30, &options, &Limits::none());
                let found = found.unwrap();
                assert_eq!(found.len(), wanted.len());
                for (number, ((found, success), wanted)) in (3..).zip(found.iter().zip(&wanted)) {
                    let what = format!("{options:?} {}, {at_once} at once", set.name());
                    assert_eq!((found.number, *success), (number, true), "{what}");
                    assert_eq!((found.puzzle, &found.removed), (wanted.0, &wanted.1), "{what}");
                }
            }
        }
    }
}

#[test]
fn puzzles_are_what_was_asked_for() {
    let rare = Options { clues: 20..=22, attempts: 1000, ..Options::new(Mode::Build) };
    let symmetric = Options { minimal: true, attempts: 1000, ..Options::half_turn() };
    for options in [Options::new(Mode::Dig), Options::new(Mode::Build), rare, symmetric.clone()] {
        let all = generate(1, 0..20, &options, &Limits::none()).unwrap();
        assert_eq!(all.len(), 20, "{options:?}");
        for made in &all {
            assert_eq!(count(&made.puzzle, 2), 1);
            assert_eq!(count(&made.solution, 2), 1);
            assert!(made.puzzle.iter().zip(&made.solution).all(|(p, s)| *p == 0 || p == s));
            assert!(is_minimal(&made.puzzle), "{options:?}");
            assert!(options.clues.contains(&made.clues()));
            assert_eq!(made.puzzle.iter().filter(|&&p| p != 0).count(), made.clues());
            assert!(made.removed.iter().all(|&cell| made.puzzle[usize::from(cell)] == 0));
            if options.orbits.len() < CELLS {
                assert!((0..CELLS).all(|c| (made.puzzle[c] == 0) == (made.puzzle[80 - c] == 0)));
            }
        }
        if options.attempts > 1 {
            assert!(all.iter().any(|made| made.attempts > 1), "that was too easy");
        }
    }
}

#[test]
fn what_cannot_be_made_is_left_out() {
    let impossible = Options { clues: 0..=16, attempts: 3, ..Options::new(Mode::Dig) };
    assert_eq!(generate(1, 0..5, &impossible, &Limits::none()).unwrap(), []);
    // Of attempts in vain, the one with the fewest clues is told.
    let closest = |attempts| {
        let options = Options { attempts, ..impossible.clone() };
        generate_or_closest(1, 0..20, &options, &Limits::none()).unwrap()
    };
    let (first, best) = (closest(1), closest(20));
    assert_eq!((first.len(), best.len()), (20, 20));
    for ((first, _), (best, success)) in first.iter().zip(&best) {
        assert!(!success && first.clues() >= best.clues());
        assert_eq!((first.attempts, best.attempts, count(&best.puzzle, 2)), (1, 20, 1));
    }
    assert!(first.iter().zip(&best).any(|(first, best)| first.0.clues() > best.0.clues()));
    let no_time = Limits::none().with_time(std::time::Duration::ZERO);
    assert_eq!(generate(1, 0..5, &Options::new(Mode::Dig), &no_time).unwrap(), []);
}

#[test]
fn groups_that_are_none_are_refused() {
    let with = |orbits| Options { orbits, ..Options::new(Mode::Dig) };
    let all: Vec<_> = (0..CELLS).map(|cell| vec![cell]).collect();
    let of = |options: &Options| generate(1, 0..1, options, &Limits::none());
    assert!(of(&with(all[1..].to_vec())).unwrap_err().is_input(), "a cell is missing");
    assert!(of(&with([all.clone(), vec![vec![3]]].concat())).is_err(), "a cell stands twice");
    assert!(of(&with([all.clone(), vec![vec![81]]].concat())).is_err(), "there is no such cell");
    let built = Options { mode: Mode::Build, ..Options::half_turn() };
    assert!(of(&built).unwrap_err().is_unsupported());
}
