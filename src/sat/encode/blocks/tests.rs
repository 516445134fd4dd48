use std::sync::Arc;

use super::*;
use crate::grid::{CandidateSet, Layout};
use crate::random::Random;
use crate::rule::{Automaton, Connected, DistinctPairs, NValue, Rule};
use crate::sat::cnf::amo::SCHEMES;
use crate::sat::cnf::{Cnf, dpll};

const DIGITS: usize = 5;

/// A Latin square of side 5 that has only this block for a rule, and random candidates in the
/// first row; and the clauses of the block over the literals of all candidates.
fn formula(block: Block, random: &mut Random) -> (Puzzle, Cnf, VarMap) {
    let puzzle = Puzzle::new(Layout::latin(DIGITS).unwrap().shared());
    let mut puzzle = puzzle.with_rule(Rule::from_blocks("block", [block]));
    let map = VarMap::textbook(puzzle.clues().clone());
    let mut cnf = Cnf::new();
    cnf.new_vars(map.vars()).unwrap();
    encode(&puzzle, &map, &SCHEMES[0], false, &mut cnf).unwrap();
    for cell in (0..DIGITS).map(Cell::new) {
        let digits = (0..DIGITS).filter(|_| random.below(3) > 0).map(Digit::new);
        puzzle.set_candidates(cell, &digits.collect::<CandidateSet>());
        let lits = (0..DIGITS).map(|digit| match map.get(cell, Digit::new(digit)) {
            Atom::Lit(lit) => lit,
            _ => unreachable!("every candidate has a variable"),
        });
        cnf.add_clause(&lits.collect::<Vec<_>>()).unwrap();
    }
    (puzzle, cnf, map)
}

/// The candidates of the cells that occur in some way to satisfy the block.
fn consistent(puzzle: &Puzzle, cells: &[Cell]) -> Vec<CandidateSet> {
    let mut found = vec![CandidateSet::EMPTY; cells.len()];
    let mut digits = vec![Digit::new(0); puzzle.layout().cells()];
    let ways = DIGITS.pow(u32::try_from(cells.len()).unwrap());
    for way in 0..ways {
        let mut rest = way;
        for &cell in cells {
            digits[cell.index()] = Digit::new(rest % DIGITS);
            rest /= DIGITS;
        }
        let allowed = cells.iter().all(|&c| puzzle.clues().contains(c, digits[c.index()]));
        if allowed && puzzle.rules()[0].holds(&digits) {
            for (set, cell) in found.iter_mut().zip(cells) {
                set.insert(digits[cell.index()]);
            }
        }
    }
    found
}

/// Unit propagation leaves just the candidates that are in some way to satisfy the block.
fn is_arc_consistent(block: Block, random: &mut Random) {
    let (puzzle, cnf, map) = formula(block, random);
    let cells: Vec<_> = (0..DIGITS).map(Cell::new).collect();
    let lit = |cell, digit| match map.get(cell, digit) {
        Atom::Lit(lit) => lit,
        _ => unreachable!("every candidate has a variable"),
    };
    let all = || cells.iter().flat_map(|&cell| (0..DIGITS).map(move |d| (cell, Digit::new(d))));
    let removed = all().filter(|&(cell, digit)| !puzzle.clues().contains(cell, digit));
    let assumed: Vec<_> = removed.map(|(cell, digit)| !lit(cell, digit)).collect();
    let expected = consistent(&puzzle, &cells);
    let Some(found) = dpll::propagate(&cnf, &assumed) else {
        assert!(expected[0].is_empty(), "{puzzle:?}");
        return;
    };
    for (cell, digit) in all() {
        let possible = found.get(lit(cell, digit)) != Some(false);
        assert_eq!(possible, expected[cell.index()].contains(digit), "{cell:?} {digit} {puzzle:?}");
    }
}

#[test]
fn unit_propagation_makes_lines_and_sums_arc_consistent() {
    let mut random = Random::new(1);
    let row: Vec<_> = (0..DIGITS).map(Cell::new).collect();
    for _ in 0..100 {
        let states = 2 + random.below(4);
        let steps: Vec<_> = (0..states * DIGITS)
            .map(|_| Some(random.below(states)).filter(|_| random.below(4) > 0))
            .collect();
        let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
        let next = |state, digit| steps[state * DIGITS + digit];
        let automaton = Automaton::new(DIGITS, 0, accepting, next);
        is_arc_consistent(Block::Line(Line::new(&row[..], Arc::new(automaton))), &mut random);
        let tables: Vec<Arc<[i32]>> = (0..DIGITS)
            .map(|_| (0..DIGITS).map(|_| i32::try_from(random.below(9)).unwrap() - 3).collect())
            .collect();
        let targets: Vec<_> = (0..3).map(|_| i64::try_from(random.below(20)).unwrap()).collect();
        is_arc_consistent(Block::Sum(Sum::new(&row[..], tables, targets)), &mut random);
    }
}

#[test]
fn unit_propagation_makes_tables_arc_consistent() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let table: Vec<_> = (0..DIGITS * DIGITS).map(|_| random.below(2) == 0).collect();
        let relation = |a, b| table[a * DIGITS + b];
        let pairs = Pairs::from_relation(DIGITS, relation, [(Cell::new(0), Cell::new(3))]);
        is_arc_consistent(Block::Pairs(pairs), &mut random);
    }
}

/// Where all cells are filled, unit propagation tells whether the block holds.
#[test]
fn filled_cells_decide_what_takes_further_variables() {
    let mut random = Random::new(4);
    let row: Vec<_> = (0..DIGITS).map(Cell::new).collect();
    let (mut kept, mut broken) = (0, 0);
    for round in 0..600 {
        let all = (0..DIGITS).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges: Vec<_> = all.filter(|_| random.below(2) == 0).collect();
        let digits: CandidateSet =
            (0..DIGITS).filter(|_| random.below(2) == 0).map(Digit::new).collect();
        let size = (random.below(2) == 0).then(|| random.below(4));
        let pairs: Vec<_> = edges.iter().map(|&(a, b)| (row[a], row[b])).collect();
        let counts: Vec<_> =
            (0..DIGITS).map(|_| i32::try_from(random.below(6)).unwrap() - 1).collect();
        let block = match round % 3 {
            0 => Block::Connected(Connected::new(&row[..], &edges, digits, size)),
            1 => Block::DistinctPairs(DistinctPairs::new(pairs)),
            _ => Block::NValue(NValue::new(&row[1..], row[random.below(2)], counts)),
        };
        let (puzzle, cnf, map) = formula(block.clone(), &mut random);
        let mut grid = vec![Digit::new(0); DIGITS * DIGITS];
        for _ in 0..20 {
            let of = |cell: &Cell| puzzle.clues().digits(*cell).collect::<Vec<_>>();
            for cell in &row {
                let digits = of(cell);
                if !digits.is_empty() {
                    grid[cell.index()] = digits[random.below(digits.len())];
                }
            }
            if row.iter().any(|cell| of(cell).is_empty()) {
                continue;
            }
            let all = row.iter().flat_map(|&c| (0..DIGITS).map(move |d| (c, Digit::new(d))));
            let assumed = all.map(|(cell, digit)| match map.get(cell, digit) {
                Atom::Lit(lit) if grid[cell.index()] == digit => lit,
                Atom::Lit(lit) => !lit,
                _ => unreachable!("every candidate has a variable"),
            });
            let assumed: Vec<_> = assumed.collect();
            let holds = dpll::propagate(&cnf, &assumed).is_some();
            assert_eq!(holds, block.holds(&grid), "{block:?} {grid:?}");
            *(if holds { &mut kept } else { &mut broken }) += 1;
        }
    }
    assert!(kept > 500 && broken > 500, "{kept} {broken}");
}

/// How many variables and clauses a rule takes on an empty grid of boxes.
fn size(rule: &str, rows: usize, columns: usize) -> (u64, u64) {
    let layout = Layout::boxes(rows, columns).unwrap().shared();
    let puzzle = Puzzle::new(Arc::clone(&layout)).with_rule(Rule::parse(rule, &layout).unwrap());
    let map = VarMap::textbook(puzzle.clues().clone());
    let mut counter = Counter::new();
    encode(&puzzle, &map, &SCHEMES[0], true, &mut counter).unwrap();
    (counter.size().vars, counter.size().clauses)
}

#[test]
fn sizes_stay_what_they_are() {
    let sizes = [
        size("cage 20 r1c1-4", 3, 3),
        size("cage 10 r1c1 r2c2 r4c4", 3, 3),
        size("cage 80 r1c1-8", 4, 4),
        size("sandwich 17 r3", 3, 3),
        size("sandwich 53 r3", 4, 4),
        size("thermometer r1c1-9", 3, 3),
        size("whispers r1c1-9", 3, 3),
        size("antiknight", 3, 3),
    ];
    let expected = [
        (21, 172),
        (13, 109),
        (271, 4257),
        (413, 1272),
        (6626, 19_664),
        (0, 144),
        (0, 144),
        (0, 2016),
    ];
    assert_eq!(sizes, expected);
}

/// Layered diagrams written plainly, a variable for each node and clauses for each edge both ways, take
/// so many clauses (counted by a sketch of their own); ours take no more than a tenth beyond that, but
/// for two.
#[test]
fn formulas_are_no_larger_than_plain_diagrams() {
    let diagonal =
        |count: usize| (1..=count).map(|k| format!("r{k}c{k}")).collect::<Vec<_>>().join(" ");
    let mut worse = Vec::new();
    for (rows, columns, limits) in [
        (2, 3, [393, 933, 191, 360, 773, 463]),
        (3, 3, [885, 5254, 482, 2327, 3303, 5622]),
        (4, 4, [2803, 33_568, 1686, 21_473, 23_498, 112_588]),
    ] {
        let side = rows * columns;
        let all = side * (side + 1) / 2;
        let rules = [
            format!("sum {} {}", 2 * (side + 1), diagonal(4)),
            format!("sum {all} {}", diagonal(side)),
            format!("arrow r4c1; {}", diagonal(3)),
            format!("sandwich {} r1", (all - 1 - side) / 2),
            format!("skyscraper {} r1", side.div_ceil(2)),
            format!("xsum {} r1", all / 2),
        ];
        for (rule, limit) in rules.iter().zip(limits) {
            let (_, clauses) = size(rule, rows, columns);
            if clauses * 10 > limit * 11 {
                worse.push((side, rule.clone(), clauses, limit));
            }
        }
    }
    // Beyond that are a sum of 16 cells in no house, by a quarter, and X-sums of side 16, by a sixth.
    let known: Vec<_> = worse.iter().map(|(side, rule, ..)| (*side, &rule[..4])).collect();
    assert_eq!(known, [(16, "sum "), (16, "xsum")], "{worse:#?}");
}

#[test]
fn connected_cells_that_take_too_many_variables_are_refused() {
    let row: Vec<_> = (0..DIGITS).map(Cell::new).collect();
    let of = |cells: usize, size| {
        let edges: Vec<_> = (1..cells).map(|k| (k - 1, k)).collect();
        let cells: Vec<_> = row.iter().copied().cycle().take(cells).collect();
        Block::Connected(Connected::new(cells, &edges, [Digit::new(0)].into_iter().collect(), size))
    };
    let puzzle = Puzzle::new(Layout::latin(DIGITS).unwrap().shared());
    let map = VarMap::textbook(puzzle.clues().clone());
    let write = |block| {
        let puzzle = puzzle.clone().with_rule(Rule::from_blocks("block", [block]));
        encode(&puzzle, &map, &SCHEMES[0], true, &mut Counter::new())
    };
    let error = write(of(4096, None)).unwrap_err().to_string();
    assert!(error.contains("4096 cells, connected in up to 4095 steps"), "{error}");
    write(of(4096, Some(5))).unwrap();
}
