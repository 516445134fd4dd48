//! Rules about extra cells, held against an enumeration of their own: regions that are to be found, doublers, cells
//! of two digits.

use std::collections::BTreeSet;
use std::sync::Arc;

use itertools::Itertools;
use satoku::rule::Rule;
use satoku::{Cell, Digit, LayoutSpec, Puzzle};

use super::{solutions, ways};
use crate::oracle::{Solutions, oracle};

/// Doublers and cells of two digits: every filling with every choice of cells, one of each row, column and box.
#[test]
fn modifiers_and_cells_of_two_digits_are_all_found() {
    let layout = |spec: &str| spec.parse::<LayoutSpec>().unwrap().build(4).unwrap().shared();
    let all_different = |numbers: &[usize]| numbers.iter().all_unique();
    let clues: &[(usize, usize)] = &[(0, 0), (1, 1), (6, 0), (15, 2)];
    let (boxes, more) = ("2x2", "grid=4x4+2x2+digits=1-5");
    let (one, other) = ("13 r1c2-4 r2c4; r5; r6", "1 -2 1 r1c1-3 r1c1; r5; r6; r2c2 r1c2");
    // What cells count, and modifiers more: a factor and what is added to each.
    let counts = |sum, cell| match (sum, cell) {
        (13, 1 | 2 | 3 | 7) | (1, 2) => 1,
        (1, 0) => 2,
        (1, 5) => -1,
        _ => 0,
    };
    let kinds = [
        (boxes, "modifiers", &clues[..2], one, 13, (1, 0)),
        (boxes, "modifiers", &clues[..2], other, 1, (-2, 1)),
        (more, "schrodinger", clues, one, 13, (1, 0)),
    ];
    for (spec, kind, clues, text, total, (factor, add)) in kinds {
        let [mut plain, mut bound] =
            [spec.to_owned(), format!("{spec}+extra=4/4")].map(|it| Puzzle::new(layout(&it)));
        for &(cell, digit) in clues {
            plain.set(Cell::new(cell), Digit::new(digit));
            bound.set(Cell::new(cell), Digit::new(digit));
        }
        for text in [format!("{kind} r5; r6"), format!("modifiedsum {text}")] {
            bound = bound.clone().with_rule(Rule::parse(&text, bound.layout()).unwrap());
        }
        let (mut expected, mut choices) = (Solutions::new(), Vec::new());
        for grid in oracle(&plain, usize::MAX) {
            for columns in (0..4).permutations(4) {
                let cells: Vec<_> = (0..4).map(|row| 4 * row + columns[row]).collect();
                let box_of = |cell: usize| cell / 8 * 2 + cell % 4 / 2;
                if cells.iter().map(|&cell| box_of(cell)).all_unique() {
                    let own: Vec<_> = cells.iter().map(|&cell| grid[cell]).collect();
                    choices.push((grid.clone(), columns, cells, own));
                }
            }
        }
        for (grid, columns, cells, own) in choices {
            let seconds =
                own.iter().map(|own| if kind == "modifiers" { *own..=*own } else { own + 1..=5 });
            for seconds in seconds.multi_cartesian_product() {
                // The digits of the cells for which a number is the same.
                let house = |of: &dyn Fn(usize) -> usize, k: usize| {
                    let here = (0..16).filter(|&cell| of(cell) == k);
                    let second =
                        cells.iter().position(|&cell| of(cell) == k).map(|row| seconds[row]);
                    all_different(&here.map(|cell| grid[cell]).chain(second).collect::<Vec<_>>())
                };
                let fits = if kind == "modifiers" {
                    all_different(&own)
                } else {
                    let houses: [&dyn Fn(usize) -> usize; 3] =
                        [&|cell| cell / 4, &|cell| cell % 4, &|cell| cell / 8 * 2 + cell % 4 / 2];
                    houses.iter().all(|of| (0..4).all(|k| house(of, k)))
                };
                let sum: i64 = (0..16)
                    .map(|cell| {
                        let number = |digit: usize| i64::try_from(digit).unwrap();
                        let row = cells.iter().position(|&it| it == cell);
                        let second = row.map_or(0, |row| factor * number(seconds[row]) + add);
                        counts(total, cell) * (number(grid[cell]) + second)
                    })
                    .sum();
                if fits && sum == total {
                    let columns = columns.iter().map(|column| column + 1);
                    expected.insert(grid.iter().copied().chain(columns).chain(seconds).collect());
                }
            }
        }
        assert!((4..5000).contains(&expected.len()), "{kind}: {}", expected.len());
        for way in ways(&bound) {
            assert_eq!(solutions(&bound, &way), expected, "{kind}: {}", way.name);
        }
    }
}

/// Regions that are to be found: by plain recursion over the labels, then over the digits.
#[test]
fn chaos_constructions_are_all_found() {
    let spec = "grid=4x4+latin+extra=4/4/4/4".parse::<LayoutSpec>().unwrap();
    let layout = spec.build(4).unwrap().shared();
    let mut puzzle = Puzzle::new(Arc::clone(&layout));
    for (cell, digit) in [(0, 0), (1, 1), (6, 0), (15, 2)] {
        puzzle.set(Cell::new(cell), Digit::new(digit));
    }
    let bound = puzzle.clone().with_rule(Rule::parse("chaos r5-8c1-4", &layout).unwrap());
    let mut plain = Puzzle::new("latin".parse::<LayoutSpec>().unwrap().build(4).unwrap().shared());
    (0..16).filter_map(|k| puzzle.given(Cell::new(k)).map(|digit| (k, digit))).for_each(
        |(k, digit)| {
            plain.set(Cell::new(k), digit);
        },
    );
    let grids = oracle(&plain, usize::MAX);
    let mut expected = Solutions::new();
    let mut labels = vec![vec![1]];
    for _ in 1..16 {
        let more = labels.iter().flat_map(|labels: &Vec<usize>| {
            let next = labels.iter().max().unwrap() + 1;
            (1..=next.min(4)).map(|label| [&labels[..], &[label]].concat())
        });
        let fits = |labels: &Vec<usize>| {
            (1..=4).all(|label| labels.iter().filter(|&&it| it == label).count() <= 4)
        };
        labels = more.filter(fits).collect();
    }
    let near = |a: usize, b: usize| (a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4) == 1;
    labels.retain(|labels| {
        (1..=4).all(|label| {
            let cells: Vec<_> = (0..16).filter(|&k| labels[k] == label).collect();
            let links = |&a: &usize| cells.iter().filter(|&&b| near(a, b)).count();
            // Of four cells in a plane, three links connect them, or four in a square; a cell
            // without a link never is.
            cells.iter().map(links).sum::<usize>() >= 6 && cells.iter().all(|a| links(a) > 0)
        })
    });
    assert_eq!(labels.len(), 117, "tilings of a square of side 4 by tetrominoes");
    for grid in &grids {
        for labels in &labels {
            let pairs: BTreeSet<_> = grid.iter().zip(labels).collect();
            if pairs.len() == 16 {
                expected.insert([&grid[..], &labels[..]].concat());
            }
        }
    }
    assert!((20..5000).contains(&expected.len()), "{}", expected.len());
    for way in ways(&bound) {
        assert_eq!(solutions(&bound, &way), expected, "{}", way.name);
    }
}
