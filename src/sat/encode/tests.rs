use std::collections::BTreeSet;
use std::sync::Arc;

use itertools::Itertools;

use super::*;
use crate::grid::{CandidateSet, Cell, Digit, Layout, LayoutSpec};
use crate::rule::Rule;
use crate::sat::cnf::amo::SCHEMES;
use crate::sat::cnf::{Cnf, dpll};

fn boxes(symbols: &str) -> Puzzle {
    Puzzle::from_symbols(Layout::boxes(2, 2).unwrap().shared(), symbols).unwrap()
}

fn empty(layout: Layout) -> Puzzle {
    Puzzle::new(layout.shared())
}

/// Every solution, found by filling the grid cell by cell with what its clue and its row allow,
/// and checking what is full.
fn brute_force(puzzle: &Puzzle) -> BTreeSet<Vec<Digit>> {
    fn fill(puzzle: &Puzzle, digits: &mut Vec<Digit>, found: &mut BTreeSet<Vec<Digit>>) {
        let (side, at) = (puzzle.side(), digits.len());
        if at == side * side {
            if puzzle.check(digits).is_ok() {
                found.insert(digits.clone());
            }
            return;
        }
        for digit in puzzle.clues().get(Cell::new(at)).iter() {
            if !digits[at / side * side..].contains(&digit) {
                digits.push(digit);
                fill(puzzle, digits, found);
                digits.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    fill(puzzle, &mut Vec::new(), &mut found);
    found
}

/// Every encoding with every scheme.
fn all() -> impl Iterator<Item = (&'static Encoding, &'static AtMostOne)> {
    ENCODINGS.iter().cartesian_product(SCHEMES)
}

fn formula(encoding: &Encoding, amo: &AtMostOne, puzzle: &Puzzle) -> (Cnf, VarMap) {
    let mut cnf = Cnf::new();
    let map = (encoding.encode)(puzzle, amo, &mut cnf).unwrap();
    (cnf, map)
}

/// Checks that the models of every encoding are the solutions, and returns how many there are.
fn agree(puzzle: &Puzzle) -> usize {
    let expected = brute_force(puzzle);
    for (encoding, amo) in all() {
        let name = format!("{} {}", encoding.name, amo.name);
        let (cnf, map) = formula(encoding, amo, puzzle);
        assert_eq!(encoding.size(puzzle, amo).unwrap(), cnf.size(), "{name}");
        let models = dpll::models(&cnf, map.vars());
        let found: Vec<_> = models.iter().map(|model| map.decode(model).unwrap()).collect();
        assert_eq!(found.len(), expected.len(), "{name}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{name}");
    }
    expected.len()
}

#[test]
fn names_are_distinct_and_found() {
    for encoding in ENCODINGS {
        assert_eq!(Encoding::by_name(encoding.name).unwrap().about, encoding.about);
    }
    assert!(Encoding::by_name("").is_none());
}

#[test]
fn models_are_the_solutions_of_ordinary_puzzles() {
    assert_eq!(agree(&boxes("................")), 288);
    assert_eq!(agree(&boxes("1...............")), 72);
    assert_eq!(agree(&boxes("1..............4")), 18);
    assert_eq!(agree(&boxes("1.3.34..2..3.32.")), 1);
    assert_eq!(agree(&boxes("1234341221434321")), 1);
}

#[test]
fn models_are_the_solutions_of_other_layouts() {
    assert_eq!(agree(&empty(Layout::latin(1).unwrap())), 1);
    assert_eq!(agree(&empty(Layout::latin(2).unwrap())), 2);
    assert_eq!(agree(&empty(Layout::latin(3).unwrap())), 12);
    assert_eq!(agree(&empty(Layout::latin(4).unwrap())), 576);
    let diagonals = Layout::boxes(2, 2).unwrap().with("diagonals").unwrap();
    assert_eq!(agree(&empty(diagonals)), 48);
    let jigsaw = Layout::jigsaw(&[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]).unwrap();
    assert!(agree(&empty(jigsaw)) > 0);
}

#[test]
fn clues_that_clash_leave_no_model() {
    for symbols in [
        "11..............",
        "1...1...........",
        "1....1..........",
        "123....4........",
        "1111111111111111",
        "1234341221434312",
    ] {
        assert_eq!(agree(&boxes(symbols)), 0, "{symbols}");
    }
}

#[test]
fn pencilmarks_are_clues() {
    let set =
        |numbers: &[usize]| numbers.iter().map(|n| Digit::new(n - 1)).collect::<CandidateSet>();
    let mut puzzle = boxes("................");
    puzzle.set_candidates(Cell::new(0), &set(&[1, 2]));
    puzzle.set_candidates(Cell::new(5), &set(&[1, 3, 4]));
    puzzle.set_candidates(Cell::new(10), &set(&[2, 4]));
    assert!(agree(&puzzle) > 0);
    puzzle.set(Cell::new(15), Digit::new(2));
    assert!(agree(&puzzle) > 0);
    puzzle.set_candidates(Cell::new(7), &set(&[]));
    assert_eq!(agree(&puzzle), 0);
}

#[test]
fn sizes_are_those_of_the_literature() {
    let puzzle = empty(Layout::boxes(3, 3).unwrap());
    let pairwise = AtMostOne::by_name("pairwise").unwrap();
    let size = |name| Encoding::by_name(name).unwrap().size(&puzzle, pairwise).unwrap();
    assert_eq!(size("minimal"), Size { vars: 729, clauses: 81 + 8748, lits: 729 + 2 * 8748 });
    let extended = Size { vars: 729, clauses: 324 + 11_664, lits: 4 * 729 + 2 * 11_664 };
    assert_eq!(size("extended"), extended);
    assert_eq!(size("reduced"), extended);
}

#[test]
fn a_formula_far_too_large_is_measured_in_a_moment() {
    let puzzle = empty(Layout::boxes(20, 20).unwrap());
    let pairwise = AtMostOne::by_name("pairwise").unwrap();
    let size = Encoding::by_name("extended").unwrap().size(&puzzle, pairwise).unwrap();
    let groups = 4 * 160_000;
    assert_eq!((size.vars, size.clauses), (64_000_000, groups + groups * 79_800));
}

#[test]
fn a_blocking_clause_excludes_its_grid_alone() {
    let unique = boxes("1.3.34..2..3.32.");
    let grid = brute_force(&unique).pop_first().unwrap();
    let two = boxes("12..34..........");
    let grids = brute_force(&two);
    for (encoding, amo) in all() {
        let (mut cnf, map) = formula(encoding, amo, &unique);
        assert!(dpll::is_satisfiable(&cnf, &[]));
        cnf.add_clause(&map.blocking_clause(&grid)).unwrap();
        assert!(!dpll::is_satisfiable(&cnf, &[]), "{} {}", encoding.name, amo.name);

        let (mut cnf, map) = formula(encoding, amo, &two);
        let mut found = BTreeSet::new();
        while let Some(model) = dpll::models(&cnf, map.vars()).first() {
            assert!(cnf.is_satisfied_by(model) || cnf.vars() as usize > map.vars());
            let grid = map.decode(model).unwrap();
            cnf.add_clause(&map.blocking_clause(&grid)).unwrap();
            assert!(found.insert(grid), "{} {}", encoding.name, amo.name);
        }
        assert_eq!(found, grids, "{} {}", encoding.name, amo.name);
    }
}

#[test]
fn what_propagation_solves_needs_no_formula() {
    let puzzle = boxes("1.3.34..2..3.32.");
    let (cnf, map) = formula(Encoding::by_name("reduced").unwrap(), &SCHEMES[0], &puzzle);
    assert_eq!(cnf, Cnf::new());
    assert_eq!(map.vars(), 0);
    let grid = map.decode(&crate::sat::cnf::Model::default()).unwrap();
    assert!(puzzle.check(&grid).is_ok());
    assert!(map.blocking_clause(&grid).is_empty());
}

#[test]
fn what_propagation_refutes_is_the_empty_clause() {
    let puzzle = boxes("11..............");
    let (cnf, map) = formula(Encoding::by_name("reduced").unwrap(), &SCHEMES[0], &puzzle);
    assert!(cnf.clauses().eq([[]]));
    assert_eq!((cnf.vars(), map.vars()), (0, 0));
}

/// The puzzle with a rule.
fn with(symbols: &str, rules: &[&str]) -> Puzzle {
    let plain = boxes(symbols);
    let layout = Arc::clone(plain.layout());
    let rules = rules.iter().map(|text| Rule::parse(text, &layout).unwrap());
    rules.fold(plain, Puzzle::with_rule)
}

#[test]
fn models_are_the_solutions_of_puzzles_with_rules() {
    for (symbols, rules) in [
        ("1...............", &["thermometer r1c1 r2c2 r3c3"][..]),
        ("1...............", &["thermometer r2c2 r1c3 r4c4"]),
        ("1234............", &["thermometer r2c2 r3c2"]),
        ("1...............", &["cage 5 r1c1 r1c2"]),
        ("1...............", &["cage 6 r1c4 r2c3 r3c3"]),
        ("1...............", &["cage r1c1 r2c3 r4c2"]),
        ("1...............", &["cage 8 r1c1-2 r2c1"]),
        ("1...............", &["whispers r1c1 r2c3 r3c1"]),
        ("1...............", &["sandwich 5 r2"]),
        ("1...............", &["sandwich 0 c3", "sandwich 2 r4-1c1"]),
        ("1...............", &[r#"{"blocks":[{"clauses":[["r1c2=2","r4c4!=2"],["r2c2!=3"]]}]}"#]),
        ("1...............", &[r#"{"blocks":[{"sum":"r1c1 r2c3 r3c2","targets":[4,7]}]}"#]),
        ("1...............", &[r#"{"blocks":[{"sum":"r1c1 r1c1 r2c2","targets":[4,7]}]}"#]),
        (
            "1...............",
            &[r#"{"blocks":[{"line":"r1c1 r2c2 r3c3 r4c4","start":0,"accepting":[0],
                "next":[[0,1,0,1],[1,0,null,0]]}]}"#],
        ),
    ] {
        let count = agree(&with(symbols, rules));
        let plain = brute_force(&boxes(symbols)).len();
        assert!(0 < count && count < plain, "{symbols} {rules:?}: {count}");
    }
    assert_eq!(agree(&with("................", &["antiknight"])), 24);
    assert_eq!(agree(&with("12..............", &["thermometer r1c2 r1c1"])), 0);
    assert_eq!(agree(&with("1...............", &["sandwich 6 r1"])), 0);
    assert_eq!(agree(&with("1...............", &["cage 11 r1c1-4"])), 0);
}

/// How many models there are, all variables counted; and how many solutions.
fn counted(encoding: &Encoding, amo: &AtMostOne, puzzle: &Puzzle) -> (usize, usize) {
    let (cnf, map) = formula(encoding, amo, puzzle);
    (dpll::models(&cnf, cnf.vars() as usize).len(), dpll::models(&cnf, map.vars()).len())
}

#[test]
fn models_are_as_many_as_solutions_where_houses_are_full() {
    let diagonals = Layout::boxes(2, 2).unwrap().with("diagonals").unwrap();
    for puzzle in [
        boxes("1..............."),
        empty(Layout::latin(3).unwrap()),
        empty(diagonals),
        with("1...............", &["cage 6 r1c4 r2c3 r3c3"]),
        with("1...............", &["sandwich 5 r2"]),
        with("1...............", &["whispers r1c1 r2c3 r3c1"]),
        with("1...............", &[r#"{"blocks":[{"sum":"r1c1 r1c1 r2c2","targets":[4,7]}]}"#]),
    ] {
        for (encoding, amo) in all() {
            let (models, solutions) = counted(encoding, amo, &puzzle);
            assert!(solutions > 0);
            assert_eq!(models, solutions, "{} {} {puzzle}", encoding.name, amo.name);
        }
    }
}

/// Of a digit that stands nowhere in a house or among distinct cells, new variables say nothing.
#[test]
fn models_may_be_more_than_solutions_where_digits_are_missing() {
    let narrow: LayoutSpec = "grid=2x3".parse().unwrap();
    let narrow = empty(narrow.layout().unwrap().unwrap());
    let distinct = with("1...............", &["cage r1c4 r2c1 r3c3"]);
    for puzzle in [narrow, distinct] {
        for (encoding, amo) in all() {
            let (models, solutions) = counted(encoding, amo, &puzzle);
            assert!(solutions > 0);
            let has_new = matches!(amo.name, "sequential" | "bimander" | "bitwise");
            assert_eq!(models > solutions, has_new, "{} {} {puzzle}", encoding.name, amo.name);
        }
    }
}

/// What unit propagation knows of a candidate.
fn known(encoding: &str, amo: &AtMostOne, puzzle: &Puzzle, cell: usize, n: usize) -> Option<bool> {
    let (cnf, map) = formula(Encoding::by_name(encoding).unwrap(), amo, puzzle);
    match map.get(Cell::new(cell), Digit::new(n - 1)) {
        Atom::True => Some(true),
        Atom::False => Some(false),
        Atom::Lit(lit) => dpll::propagate(&cnf, &[]).unwrap().get(lit),
    }
}

#[test]
fn propagation_finds_singles_as_far_as_encodings_promise() {
    let given = boxes("1...............");
    let naked = boxes("123.............");
    let mut hidden = boxes("................");
    let not_one = (2..=4).map(|n| Digit::new(n - 1)).collect::<CandidateSet>();
    for cell in 0..3 {
        hidden.set_candidates(Cell::new(cell), &not_one);
    }
    for amo in SCHEMES {
        for (encoding, is_extended) in [("minimal", false), ("extended", true), ("reduced", true)] {
            let if_extended = |value: bool| is_extended.then_some(value);
            assert_eq!(known(encoding, amo, &given, 1, 1), Some(false), "{encoding} {}", amo.name);
            assert_eq!(known(encoding, amo, &naked, 3, 4), Some(true), "{encoding} {}", amo.name);
            let of_given = known(encoding, amo, &given, 0, 2);
            assert_eq!(of_given, if_extended(false), "{encoding} {}", amo.name);
            let of_hidden = known(encoding, amo, &hidden, 3, 1);
            assert_eq!(of_hidden, if_extended(true), "{encoding} {}", amo.name);
        }
    }
}
