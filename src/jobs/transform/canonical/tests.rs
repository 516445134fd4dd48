//! Canonical forms held against brute force and against numbers from the literature.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use itertools::Itertools;
use proptest::prelude::*;

use super::*;
use crate::grid::Layout;
use crate::random::Random;

/// All orders of lines in which blocks of a length stay together.
fn orders(side: usize, length: usize) -> Vec<Vec<usize>> {
    let blocks = (0..side / length).permutations(side / length);
    let inner = (0..side / length)
        .map(|_| (0..length).permutations(length).collect::<Vec<_>>())
        .multi_cartesian_product()
        .collect::<Vec<_>>();
    blocks
        .cartesian_product(&inner)
        .map(|(blocks, inner)| {
            let lines = blocks
                .iter()
                .zip(inner)
                .map(|(block, lines)| lines.iter().map(move |line| block * length + line));
            lines.flatten().collect()
        })
        .collect()
}

/// The smallest of all images, and how many there are of it: each image is tried.
fn brute(numbers: &[u8], rows: usize, columns: usize) -> (Vec<u8>, u64) {
    let side = rows * columns;
    let mut best = vec![u8::MAX; side * side];
    let mut ways = 0;
    let mut image = vec![0; side * side];
    for transposed in [false, true] {
        if transposed && rows != columns {
            continue;
        }
        let all_columns = orders(side, columns);
        for (rows, columns) in orders(side, rows).iter().cartesian_product(&all_columns) {
            let (mut labels, mut next) = ([0; 16], 1);
            let mut order = std::cmp::Ordering::Equal;
            for place in 0..side * side {
                let (row, column) = (rows[place / side], columns[place % side]);
                let from = if transposed { side * column + row } else { side * row + column };
                let number = usize::from(numbers[from]);
                if number != 0 && labels[number] == 0 {
                    labels[number] = next;
                    next += 1;
                }
                image[place] = labels[number];
                order = order.then(image[place].cmp(&best[place]));
                if order.is_gt() {
                    break;
                }
            }
            match order {
                std::cmp::Ordering::Less => {
                    best.clone_from(&image);
                    ways = 1;
                }
                std::cmp::Ordering::Equal => ways += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
    }
    (best, ways)
}

fn numbers(puzzle: &Puzzle) -> Vec<u8> {
    let number = |cell| puzzle.given(cell).map_or(0, Digit::number);
    puzzle.cells().map(|cell| u8::try_from(number(cell)).unwrap()).collect()
}

fn puzzle(numbers: &[u8], rows: usize, columns: usize) -> Puzzle {
    let numbers: Vec<_> = numbers.iter().copied().map(u16::from).collect();
    Puzzle::from_numbers(Layout::boxes(rows, columns).unwrap().shared(), &numbers).unwrap()
}

/// The canonical form and the number of automorphisms without those that exchange unused digits.
fn found(numbers_of: &[u8], rows: usize, columns: usize) -> (Vec<u8>, u64) {
    let puzzle = puzzle(numbers_of, rows, columns);
    let form = canonical(&puzzle).unwrap();
    assert_eq!(form.transformation.apply(&puzzle).unwrap().clues(), form.puzzle.clues());
    let used = numbers_of.iter().filter(|&&number| number > 0).unique().count();
    let exchanges: u64 = (1..=(rows * columns - used) as u64).product();
    (numbers(&form.puzzle), form.automorphisms / exchanges)
}

/// Cells of a few digits, clashes and all; symmetric ones among them.
fn cells(side: usize, random: &mut Random) -> Vec<u8> {
    let digits = 1 + random.below(side);
    let clues = random.below(side * side + 1);
    let mut cells = vec![0; side * side];
    for _ in 0..clues {
        cells[random.below(side * side)] = u8::try_from(1 + random.below(digits)).unwrap();
    }
    if random.below(3) == 0 {
        for (row, column) in (0..side).flat_map(|column| (0..column).map(move |row| (row, column)))
        {
            cells[side * column + row] = cells[side * row + column];
        }
    }
    cells
}

#[test]
fn small_grids_as_by_brute_force() {
    let mut random = Random::new(1);
    for (rows, columns, tries) in [(2, 2, 1000), (2, 3, 30), (3, 2, 30), (2, 4, 1)] {
        for _ in 0..tries {
            let cells = cells(rows * columns, &mut random);
            assert_eq!(
                found(&cells, rows, columns),
                brute(&cells, rows, columns),
                "{rows}x{columns} {cells:?}"
            );
        }
    }
}

#[test]
fn nines_as_by_brute_force() {
    let line = |text: &str| text.bytes().map(|b| b - b'0').collect::<Vec<_>>();
    for text in [
        // Seventeen clues, a symmetric pattern, a complete grid.
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "100000002030000040005000600000104000000020000000503000006000700080000090200000001",
        "123457689457689123689123457231574896574896231896231574312745968745968312968312745",
    ] {
        assert_eq!(found(&line(text), 3, 3), brute(&line(text), 3, 3), "{text}");
    }
}

/// Their automorphisms, and that they are the smallest, the largest and the most symmetric, are
/// published (Players' Forum, *Canonical form*, 2007; Ed Russell, Frazer Jarvis: *Mathematics of
/// Sudoku II*, 2006).
#[test]
fn complete_grids_of_the_literature() {
    for (text, ways) in [
        ("123456789456789123789123456214365897365897214897214365531642978642978531978531642", 3),
        ("123457689457689123689123457231574896574896231896231574312745968745968312968312745", 0),
        ("123456789457893612986217354274538196531964827698721435342685971715349268869172543", 72),
        ("123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648),
    ] {
        let grid: [u8; 81] = text.bytes().map(|b| b - b'0').collect_array().unwrap();
        let grids = both(|row, column| grid[9 * row + column]);
        assert!(is_solution(&grids[0]));
        let (full, general) = (full::smallest(&grids), search::smallest::<9, 3, 3>(&grids));
        assert_eq!(full.ways, general.ways);
        let image = canonical_numbers(&grid);
        if ways > 0 {
            assert_eq!((image, full.ways), (grid, ways));
        }
        let mut random = Random::new(ways);
        for number in 0..20 {
            let symmetry =
                Transformation::random(&Layout::boxes(3, 3).unwrap(), random.next(), number);
            let moved = numbers(&symmetry.apply(&puzzle(&grid, 3, 3)).unwrap());
            assert_eq!(canonical_numbers(&moved.try_into().unwrap()), image);
        }
    }
}

#[test]
fn what_is_nearly_empty_takes_no_time() {
    assert_eq!(found(&[0; 81], 3, 3), (vec![0; 81], 3_359_232));
    let empty = canonical(&puzzle(&[0; 81], 3, 3)).unwrap();
    assert_eq!(empty.automorphisms, 1_218_998_108_160);
    for clues in 1..=4 {
        let mut cells = [0; 81];
        (1..=clues).for_each(|k| cells[usize::from(20 * (k - 1))] = k);
        let mut image = canonical_numbers(&cells);
        let (_, ways) = found(&cells, 3, 3);
        assert_eq!(found(&image, 3, 3), (image.to_vec(), ways));
        image.sort_unstable();
        assert_eq!(image[81 - usize::from(clues)..], (1..=clues).collect::<Vec<_>>());
        if clues == 1 {
            // One of 81 cells.
            assert_eq!(ways, 3_359_232 / 81);
        }
    }
}

/// Any clues of one digit, of many, all over: forms of images are the same.
#[test]
fn clashes_have_forms_too() {
    let mut random = Random::new(3);
    let layout = Layout::boxes(3, 3).unwrap();
    let mut all: Vec<Vec<u8>> = (0..40).map(|_| cells(9, &mut random)).collect();
    all.push(vec![1; 81]);
    all.push((0..81).map(|k| u8::from(k / 9 % 3 == k % 3)).collect());
    all.push((0..81).map(|k| (k % 9 + k / 9) % 9 + 1).collect());
    for cells in all {
        let form = found(&cells, 3, 3);
        let symmetry = Transformation::random(&layout, random.next(), 0);
        let moved = numbers(&symmetry.apply(&puzzle(&cells, 3, 3)).unwrap());
        assert_eq!(found(&moved, 3, 3), form, "{cells:?}");
        assert_eq!(found(&form.0, 3, 3), form, "{cells:?}");
    }
}

/// All complete grids that some order of rows, columns and digits brings into the form of `fixed`.
fn complete(
    cells: &mut [u8],
    rows: usize,
    columns: usize,
    fits: &dyn Fn(&[u8]) -> bool,
    all: &mut Vec<Vec<u8>>,
) {
    let side = rows * columns;
    let Some(place) = cells.iter().position(|&number| number == 0) else {
        if fits(cells) {
            all.push(cells.to_vec());
        }
        return;
    };
    let (row, column) = (place / side, place % side);
    for number in 1..=u8::try_from(side).unwrap() {
        let clash = (0..side * side).any(|other| {
            let (r, c) = (other / side, other % side);
            let one_box = r / rows == row / rows && c / columns == column / columns;
            cells[other] == number && (r == row || c == column || one_box)
        });
        if !clash {
            cells[place] = number;
            complete(cells, rows, columns, fits, all);
            cells[place] = 0;
        }
    }
}

/// Of 6×6 there are 28,200,960 complete grids in 49 classes; the sizes of the classes follow from
/// the automorphisms, and add up.
#[test]
fn classes_of_six_add_up() {
    let mut cells = vec![0; 36];
    cells[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
    let sorted = |cells: &[u8]| {
        let first = |row: usize| cells[6 * row];
        first(2) < first(3) && first(4) < first(5) && first(2) < first(4)
    };
    let mut all = Vec::new();
    complete(&mut cells, 2, 3, &sorted, &mut all);
    let classes: BTreeMap<_, _> = all.iter().map(|grid| found(grid, 2, 3)).collect();
    assert_eq!(classes.len(), 49);
    let group = 48 * 72 * 720;
    assert_eq!(classes.values().map(|ways| group / ways).sum::<u64>(), 28_200_960);
}

/// Of 4×4 there are 288 complete grids in 2 classes, and 36 minimal puzzles that are essentially
/// different: 13 of four clues, 22 of five and one of six.
#[test]
fn minimal_puzzles_of_four() {
    let mut all = Vec::new();
    complete(&mut [0; 16], 2, 2, &|_| true, &mut all);
    assert_eq!(all.len(), 288);
    let classes: BTreeMap<_, _> = all.iter().map(|grid| found(grid, 2, 2)).collect();
    assert_eq!(classes.len(), 2);
    assert_eq!(classes.values().map(|ways| 128 * 24 / ways).sum::<u64>(), 288);
    let mut minimal = BTreeSet::new();
    for grid in classes.keys() {
        let others: Vec<u32> = all
            .iter()
            .filter(|other| *other != grid)
            .map(|other| (0..16).map(|k| u32::from(other[k] != grid[k]) << k).sum())
            .collect();
        let is_unique = |clues: u32| others.iter().all(|other| other & clues != 0);
        for clues in (0..1u32 << 16).filter(|clues| (4..=6).contains(&clues.count_ones())) {
            let fewer = (0..16).filter(|k| clues >> k & 1 == 1).map(|k| clues ^ 1 << k);
            if is_unique(clues) && !fewer.clone().any(is_unique) {
                let cells: Vec<_> =
                    (0..16).map(|k| if clues >> k & 1 == 1 { grid[k] } else { 0 }).collect();
                minimal.insert((clues.count_ones(), found(&cells, 2, 2).0));
            }
        }
    }
    let of = |clues| minimal.iter().filter(|(n, _)| *n == clues).count();
    assert_eq!([of(4), of(5), of(6)], [13, 22, 1]);
}

#[test]
fn other_layouts_are_refused() {
    let refused = |puzzle: &Puzzle| canonical(puzzle).unwrap_err().to_string();
    let empty = |layout: Layout| Puzzle::new(Arc::new(layout));
    let error = refused(&empty(Layout::boxes(4, 4).unwrap()));
    assert_eq!(error, "canonical form: only of plain boxes up to side 9, not of 4x4");
    let boxes = Layout::boxes(3, 3).unwrap();
    assert!(
        refused(&empty(boxes.clone().with("diagonal").unwrap())).ends_with("not of 3x3+diagonal")
    );
    assert!(refused(&empty(Layout::latin(9).unwrap())).ends_with("not of latin"));
    let mut marks = empty(boxes);
    marks.set_candidates(Cell::new(0), &[0, 1].map(Digit::new).into_iter().collect());
    assert!(refused(&marks).contains("candidate sets"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn images_have_one_form(seed: u64, number: u64, clues in 0..=81_usize) {
        let layout = Layout::boxes(3, 3).unwrap();
        let known = |k: usize| (3 * (k / 9) + k / 27 + k % 9) % 9 + 1;
        let mut random = Random::new(seed);
        let mut order: Vec<_> = (0..81).collect();
        random.shuffle(&mut order);
        let mut cells = [0; 81];
        order[..clues].iter().for_each(|&k| cells[k] = u8::try_from(known(k)).unwrap());
        let form = found(&cells, 3, 3);
        let symmetry = Transformation::random(&layout, seed, number);
        let moved = numbers(&symmetry.apply(&puzzle(&cells, 3, 3)).unwrap());
        prop_assert_eq!(&found(&moved, 3, 3), &form);
        prop_assert_eq!(&found(&form.0, 3, 3), &form);
        prop_assert_eq!(canonical_numbers(&cells).to_vec(), form.0);
    }
}
