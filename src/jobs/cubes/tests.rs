use super::*;
use crate::engine::EngineSpec;
use crate::grid::Layout;
use crate::jobs::answer;
use crate::limits::Query;

/// Puzzles with none, one and several solutions; the hard one takes many branches.
const PUZZLES: [&str; 4] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "1...........................................................................2...1",
];

fn puzzle(text: &str) -> Puzzle {
    Puzzle::from_symbols(Layout::boxes(3, 3).unwrap().shared(), text).unwrap()
}

fn several() -> Puzzle {
    // Two clues of a unique puzzle less.
    puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......")
}

fn count(puzzle: &Puzzle) -> u64 {
    answer::find(puzzle, &EngineSpec::default(), &Limits::none(), Query::count(None)).unwrap().count
}

#[test]
fn cubes_are_a_partition() {
    let mut puzzles: Vec<_> = PUZZLES.iter().take(3).map(|text| puzzle(text)).collect();
    puzzles.push(several());
    for puzzle in &puzzles {
        let all = count(puzzle);
        for how in [Split::Count(1), Split::Count(7), Split::Count(200), Split::Depth(9)] {
            let cubes = split(puzzle, how, &Limits::none()).unwrap();
            match how {
                Split::Count(most) => assert!(cubes.len() <= most),
                Split::Depth(depth) => assert!(cubes.len() <= 1 << depth),
            }
            for (k, a) in cubes.iter().enumerate() {
                assert!(cubes[..k].iter().all(|b| a.excludes(b) && b.excludes(a)));
            }
            let parts = cubes.iter().map(|cube| count(&cube.of(puzzle).unwrap()));
            assert_eq!(parts.sum::<u64>(), all, "{how:?}");
            assert!(cover(puzzle, &cubes, &Limits::none()).unwrap(), "{how:?}");
        }
    }
}

#[test]
fn a_missing_cube_shows() {
    let puzzle = several();
    let cubes = split(&puzzle, Split::Count(12), &Limits::none()).unwrap();
    assert_eq!(cubes.len(), 12);
    let mut seen = 0;
    for missing in 0..cubes.len() {
        let mut rest = cubes.clone();
        let gone = rest.remove(missing);
        let covered = cover(&puzzle, &rest, &Limits::none()).unwrap();
        // Propagation may refute a cube by itself; then it need not be there.
        let mut board = Board::new(&gone.of(&puzzle).unwrap());
        let refuted = board.propagate(&puzzle).is_err();
        assert_eq!(covered, refuted, "{gone}");
        seen += usize::from(!covered);
    }
    assert!(seen > 1);
    assert!(!cover(&puzzle, &[], &Limits::none()).unwrap());
    // The whole puzzle covers itself.
    assert!(cover(&puzzle, &[Cube::default()], &Limits::none()).unwrap());
}

#[test]
fn impossible_puzzles_need_no_cube() {
    let clash =
        puzzle(PUZZLES[3]).with_clues(puzzle(&format!("11{}", ".".repeat(79))).clues().clone());
    assert_eq!(split(&clash, Split::Count(4), &Limits::none()).unwrap(), []);
    assert!(cover(&clash, &[], &Limits::none()).unwrap());
}

#[test]
fn limits_end_a_split() {
    let expired = Limits::none().with_time(std::time::Duration::ZERO);
    let error = split(&puzzle(PUZZLES[0]), Split::Count(100), &expired).unwrap_err();
    assert!(error.is_limit());
    let error = cover(&puzzle(PUZZLES[0]), &[], &expired).unwrap_err();
    assert!(error.is_limit());
}

#[test]
fn text_reads_back() {
    let cube: Cube = "r1c2=3 r10c16!=16".parse().unwrap();
    assert_eq!(cube.to_string(), "r1c2=3 r10c16!=16");
    let candidate = cube.decisions[1].candidate(&Layout::boxes(4, 4).unwrap());
    assert_eq!(candidate.map(|(cell, _)| cell), Some(Cell::new(9 * 16 + 15)));
    for bad in ["r1c2", "r0c1=1", "c1=1", "r1c1=", "r1c1=+1", "r1c1=401", "x", "r1c1!3", "r1c999=1"]
    {
        assert!(bad.parse::<Cube>().unwrap_err().is_input(), "{bad}");
    }
    let outside: Cube = "r10c1=1".parse().unwrap();
    assert!(outside.of(&several()).unwrap_err().is_input());
    assert!(cover(&several(), &[outside], &Limits::none()).unwrap_err().is_input());
}

#[test]
fn cubes_are_split_again() {
    let none = Limits::none();
    for puzzle in [puzzle(PUZZLES[0]), several()] {
        let mut leaves = split(&puzzle, Split::Count(6), &none).unwrap();
        let all = count(&puzzle);
        for place in [0, 3, 5] {
            let cube = leaves[place].clone();
            let parts = split_cube(&puzzle, &cube, Split::Count(8), &none).unwrap();
            assert!(parts.len() <= 8);
            for part in &parts {
                assert_eq!(part.decisions[..cube.decisions.len()], cube.decisions);
            }
            leaves.splice(place..=place, parts);
            assert!(cover(&puzzle, &leaves, &none).unwrap());
            for (k, a) in leaves.iter().enumerate() {
                assert!(leaves[..k].iter().all(|b| a.excludes(b)));
            }
            let parts = leaves.iter().map(|cube| count(&cube.of(&puzzle).unwrap()));
            assert_eq!(parts.sum::<u64>(), all);
        }
        assert!(leaves.len() > 6);
        let whole = split_cube(&puzzle, &Cube::default(), Split::Count(6), &none).unwrap();
        assert_eq!(whole, split(&puzzle, Split::Count(6), &none).unwrap());
        let one = split_cube(&puzzle, &leaves[0], Split::Count(1), &none).unwrap();
        assert_eq!(one, leaves[..1]);
    }
    let outside: Cube = "r10c1=1".parse().unwrap();
    assert!(split_cube(&several(), &outside, Split::Count(2), &none).unwrap_err().is_input());
}

#[test]
fn what_is_open_is_measured() {
    let (puzzle, none) = (several(), Limits::none());
    let mut cubes = split(&puzzle, Split::Count(9), &none).unwrap();
    cubes.push(Cube::default());
    let impossible: Cube = "r1c1=1".parse().unwrap();
    cubes.push(impossible);
    let open = freedom(&puzzle, &cubes, &none).unwrap();
    assert_eq!(open.len(), cubes.len());
    assert_eq!(open.last(), Some(&0));
    let whole = open[cubes.len() - 2];
    assert!(open[..cubes.len() - 2].iter().all(|&part| part < whole), "{open:?}");
    let expired = Limits::none().with_time(std::time::Duration::ZERO);
    assert!(freedom(&puzzle, &cubes, &expired).unwrap_err().is_limit());
}
