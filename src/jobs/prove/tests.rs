#![cfg(feature = "varisat")]

use std::collections::BTreeSet;
use std::sync::Arc;

use itertools::Itertools;

use super::stated::{agree, by_layout, listed, stated};
use super::*;
use crate::grid::{Cell, Digit, Layout, LayoutSpec};
use crate::random::Random;
use crate::rule::{
    Automaton, Block, Choice, Clauses, Connected, Distinct, DistinctPairs, Line, Literal, NValue,
    Pairs, Rule, Sum,
};
use crate::sat::cnf::{AtMostOne, Cnf};
use crate::sat::encode::Encoding;
use satoku_check::{Formula, Statement};

fn layouts() -> Vec<Layout> {
    let specs = [
        ("2x2", 4),
        ("2x3+diagonals", 6),
        ("3x2+windoku", 6),
        ("3x3+windoku", 9),
        ("3x4+windoku", 12),
        ("4x4+disjoint+antidiagonal", 16),
        ("3x3+disjoint+windoku+diagonal", 9),
        ("latin", 7),
        ("latin+diagonals", 5),
        ("regions=AAABACBBCCBDCDDD", 4),
        ("regions=AAABACBBCCBDCDDD+diagonals", 4),
        ("2x2+regions=ABCDBCDACDABDABC", 4),
    ];
    let build = |(spec, side): (&str, usize)| {
        spec.parse::<LayoutSpec>().and_then(|spec| spec.build(side)).unwrap()
    };
    let mut layouts: Vec<_> = specs.into_iter().map(build).collect();
    let regions: Vec<_> = (0..81).map(|cell| u16::try_from(8 - cell / 9).unwrap()).collect();
    layouts.push(Layout::jigsaw(&regions).unwrap().with("diagonal").unwrap());
    let regions: Vec<_> = (0..60 * 60).map(|cell| u16::try_from(cell % 60).unwrap()).collect();
    layouts.push(Layout::jigsaw(&regions).unwrap());
    layouts
}

fn statement(puzzle: &Puzzle) -> Statement {
    for text in [by_layout(puzzle, ""), listed(puzzle, "")] {
        agree(puzzle, &Statement::read(text.as_bytes()).unwrap()).unwrap();
    }
    stated(puzzle).unwrap().1
}

/// A puzzle of a layout with clues of every kind.
fn clued(layout: Layout) -> Puzzle {
    let side = layout.side();
    let mut puzzle = Puzzle::new(layout.shared());
    puzzle.set(Cell::new(1), Digit::new(side - 1));
    let few = [0, 2].into_iter().map(Digit::new).collect();
    puzzle.set_candidates(Cell::new(side), &few);
    puzzle
}

#[test]
fn statements_are_about_the_puzzle_and_readable() {
    for layout in layouts() {
        let name = layout.name().to_owned();
        let mut puzzle = clued(layout);
        statement(&puzzle);
        let text = text_of(&puzzle).unwrap();
        let read = crate::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read.clues(), puzzle.clues(), "{name}");
        let houses = |puzzle: &Puzzle| -> BTreeSet<Vec<Cell>> {
            let houses = puzzle.layout().houses().iter();
            houses.map(|house| house.cells().iter().copied().sorted().collect()).collect()
        };
        assert_eq!(houses(&read), houses(&puzzle), "{name}");
        puzzle.set_candidates(Cell::new(2), &crate::grid::CandidateSet::EMPTY);
        statement(&puzzle);
    }
}

/// The formula written by other code, as sets of literals.
fn by_encode(puzzle: &Puzzle) -> BTreeSet<Vec<i32>> {
    let mut cnf = Cnf::new();
    let encoding = Encoding::by_name("extended").unwrap();
    (encoding.encode)(puzzle, AtMostOne::by_name("pairwise").unwrap(), &mut cnf).unwrap();
    cnf.clauses().map(|c| c.iter().map(|lit| lit.to_dimacs()).sorted().collect()).collect()
}

#[test]
fn two_encoders_write_the_same_formula() {
    for layout in layouts().into_iter().filter(|layout| layout.side() < 20) {
        let puzzle = clued(layout);
        let statement = statement(&puzzle);
        let formula = Formula::of(&statement, None).unwrap();
        let found: BTreeSet<_> =
            formula.clauses().map(|clause| clause.iter().copied().sorted().collect()).collect();
        assert_eq!(found, by_encode(&puzzle), "{}", statement.layout());
        let (vars, clauses) = formula::size(&statement, false);
        assert_eq!((u64::from(formula.vars()), formula.len() as u64), (vars, clauses));
    }
}

/// All grids that keep the rules, found by filling cell after cell.
fn brute_force(statement: &Statement) -> Vec<Vec<usize>> {
    fn fill(statement: &Statement, grid: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let (side, cell) = (statement.digits(), grid.len());
        if cell == side * side {
            found.push(grid.clone());
            return;
        }
        for digit in (0..side).filter(|&digit| statement.allows(cell, digit)) {
            let clash = statement.houses().iter().any(|house| {
                let before = || house.iter().filter(|&&other| other < cell);
                house.contains(&cell) && before().any(|&other| grid[other] == digit)
            });
            if !clash {
                grid.push(digit);
                fill(statement, grid, found);
                grid.pop();
            }
        }
    }
    let mut found = Vec::new();
    fill(statement, &mut Vec::new(), &mut found);
    found
}

/// All models of a formula, by trying both values of each variable, as far as the first variables.
fn models(formula: &Formula, vars: u32) -> Vec<Vec<bool>> {
    let mut cnf = Cnf::new();
    for clause in formula.clauses() {
        let lits = clause.iter().map(|&lit| crate::sat::cnf::Lit::from_dimacs(lit).unwrap());
        crate::sat::cnf::ClauseSink::add_clause(&mut cnf, &lits.collect::<Vec<_>>()).unwrap();
    }
    let models = crate::sat::cnf::dpll::models(&cnf, vars as usize);
    let value =
        |model: &crate::sat::cnf::Model, var| model.is_true(crate::sat::cnf::Lit::positive(var));
    models.iter().map(|model| (1..=vars).map(|var| value(model, var)).collect()).collect()
}

/// The grid of a model.
fn grid_of(model: &[bool], side: usize) -> Vec<usize> {
    let cells = model.chunks(side).take(side * side);
    cells.map(|cell| cell.iter().position(|&holds| holds).unwrap()).collect()
}

/// That the models of a puzzle's formula are its solutions, one for one: each model gives a
/// solution, and no two the same one.
fn encoder_is_right(puzzle: &Puzzle) -> usize {
    let statement = statement(puzzle);
    let expected: BTreeSet<_> = brute_force(&statement).into_iter().collect();
    let formula = Formula::of(&statement, None).unwrap();
    let models = models(&formula, formula.vars());
    let grids: BTreeSet<_> = models.iter().map(|model| grid_of(model, puzzle.side())).collect();
    assert_eq!(models.len(), expected.len());
    assert_eq!(grids, expected);
    expected.len()
}

#[test]
fn the_encoder_is_right_on_small_grids() {
    let empty = |spec: &str, side| {
        let spec: LayoutSpec = spec.parse().unwrap();
        Puzzle::new(spec.build(side).unwrap().shared())
    };
    assert_eq!(encoder_is_right(&empty("latin", 1)), 1);
    assert_eq!(encoder_is_right(&empty("latin", 3)), 12);
    assert_eq!(encoder_is_right(&empty("latin", 4)), 576);
    assert_eq!(encoder_is_right(&empty("2x2", 4)), 288);
    assert_eq!(encoder_is_right(&empty("2x2+diagonals", 4)), 48);
    assert!(encoder_is_right(&empty("2x2+disjoint", 4)) > 0);
    assert!(encoder_is_right(&empty("2x2+windoku", 4)) > 0);
    assert!(encoder_is_right(&empty("regions=AAABACBBCCBDCDDD", 4)) > 0);
    // 2×3 with its first row given, which is all of them up to the names of digits, and one more.
    let mut six = empty("2x3", 6);
    (0..6).for_each(|cell| six.set(Cell::new(cell), Digit::new(cell)));
    six.set(Cell::new(6), Digit::new(3));
    assert_eq!(encoder_is_right(&six), 28_200_960 / 720 / 3);
    six.set(Cell::new(35), Digit::new(0));
    assert!(encoder_is_right(&six) > 0);
}

#[test]
fn every_grid_of_four_is_proved_by_its_clues() {
    // Each of the 288 grids; of each, the clues of one minimal puzzle, with one clue less, and with
    // one that is wrong.
    let empty = Puzzle::new(Layout::boxes(2, 2).unwrap().shared());
    let engine = EngineSpec::default();
    for grid in brute_force(&statement(&empty)) {
        let with = |cells: &[usize]| {
            let mut puzzle = empty.clone();
            for &c in cells {
                puzzle.set(Cell::new(c), Digit::new(grid[c]));
            }
            puzzle
        };
        let mut clues: Vec<usize> = (0..16).collect();
        for cell in 0..16 {
            let fewer: Vec<_> = clues.iter().copied().filter(|&c| c != cell).collect();
            if brute_force(&statement(&with(&fewer))).len() == 1 {
                clues = fewer;
            }
        }
        let verdict = |puzzle: &Puzzle| {
            let certificate = prove(puzzle, &engine, &Limits::none()).unwrap();
            certificate.check().unwrap().verdict
        };
        assert_eq!(verdict(&with(&clues)), Verdict::Unique);
        assert_eq!(verdict(&with(&clues[1..])), Verdict::Multiple);
        let mut wrong = with(&clues);
        let cell = (0..16).find(|cell| !clues.contains(cell)).unwrap();
        wrong.set(Cell::new(cell), Digit::new((grid[cell] + 1) % 4));
        assert_eq!(verdict(&wrong), Verdict::None);
    }
}

#[test]
fn a_limit_is_no_answer() {
    let puzzle = clued(Layout::boxes(3, 3).unwrap());
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    assert!(prove(&puzzle, &EngineSpec::default(), &limits).unwrap_err().is_limit());
    let large = Puzzle::new(Layout::boxes(10, 10).unwrap().shared());
    let error = prove(&large, &EngineSpec::default(), &Limits::none()).unwrap_err();
    assert!(error.is_too_large());
}

/// A block of any form about any cells of a grid, some named more than once.
fn any_block(side: usize, random: &mut Random) -> Block {
    let count = random.below(5);
    let mut cells: Vec<_> = (0..count).map(|_| Cell::new(random.below(side * side))).collect();
    if random.below(4) > 0 {
        cells.sort_unstable();
        cells.dedup();
        random.shuffle(&mut cells);
    }
    match random.below(9) {
        0 => {
            let mut clause = |_| -> Box<[Literal]> {
                let literals = 0..random.below(4);
                let mut literal = |_| Literal {
                    cell: Cell::new(random.below(side * side)),
                    digit: Digit::new(random.below(side)),
                    stands: random.below(2) == 0,
                };
                literals.map(&mut literal).collect()
            };
            let clauses: Vec<_> = (0..count).map(&mut clause).collect();
            Block::Clauses(Clauses::new(clauses))
        }
        1 => {
            let bits = random.next();
            let relation = |a, b| bits >> (a * side + b) & 1 == 0;
            let pairs: Vec<_> = cells.iter().copied().tuple_windows().collect();
            Block::Pairs(Pairs::from_relation(side, relation, pairs))
        }
        2 => Block::Distinct(Distinct::new(cells)),
        3 => {
            let mut table = || -> Arc<[i32]> {
                (0..side).map(|_| i32::try_from(random.below(7)).unwrap() - 2).collect()
            };
            let shared = table();
            let mut weights: Vec<_> = cells.iter().map(|_| table()).collect();
            if random.below(2) == 0 {
                weights.fill(shared);
            }
            let targets: Vec<_> = (0..random.below(6))
                .map(|_| i64::try_from(random.below(20)).unwrap() - 4)
                .collect();
            Block::Sum(Sum::new(cells, weights, targets))
        }
        4 => {
            let mut option = |_| -> Box<[Block]> {
                (0..random.below(4)).map(|_| any_block(side, random)).collect()
            };
            let options: Vec<_> = (0..count).map(&mut option).collect();
            Block::Choice(Choice::new(options))
        }
        5 => {
            cells.sort_unstable();
            cells.dedup();
            random.shuffle(&mut cells);
            let all = (0..cells.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let edges: Vec<_> = all.filter(|_| random.below(3) > 0).collect();
            let digits = (0..side).filter(|_| random.below(2) == 0).map(Digit::new).collect();
            let size = (random.below(2) == 0).then(|| random.below(5));
            Block::Connected(Connected::new(cells, &edges, digits, size))
        }
        6 => {
            let second = |_: &Cell| Cell::new(random.below(side * side));
            let seconds: Vec<_> = cells.iter().map(second).collect();
            let pairs: Vec<_> = cells.into_iter().zip(seconds).collect();
            Block::DistinctPairs(DistinctPairs::new(pairs))
        }
        7 => {
            let counts: Vec<_> =
                (0..side).map(|_| i32::try_from(random.below(side + 3)).unwrap() - 1).collect();
            let teller = Cell::new(random.below(side * side));
            Block::NValue(NValue::new(&cells, teller, counts))
        }
        _ => {
            let states = 1 + random.below(4);
            let accepting: Vec<_> = (0..states).map(|_| random.below(2) == 0).collect();
            let next: Vec<_> = (0..states * side).map(|_| random.below(states + 1)).collect();
            let step = |state, digit| Some(next[state * side + digit]).filter(|&to| to < states);
            let start = random.below(states);
            Block::Line(Line::new(cells, Arc::new(Automaton::new(side, start, accepting, step))))
        }
    }
}

#[test]
fn rules_are_stated_as_they_are_meant() {
    let mut random = Random::new(1);
    let (mut kept, mut broken) = (0, 0);
    for k in 0..400 {
        let layout = if k % 2 == 0 { Layout::boxes(2, 2) } else { Layout::latin(3) }.unwrap();
        let side = layout.side();
        let mut puzzle = Puzzle::new(layout.shared());
        // A few clues of some grid, so that there are not too many to be gone through.
        let all = brute_force(&statement(&puzzle));
        let grid = &all[random.below(all.len())];
        for cell in (0..side).map(|_| random.below(side * side)) {
            puzzle.set(Cell::new(cell), Digit::new(grid[cell]));
        }
        let all = brute_force(&statement(&puzzle));
        let blocks: Vec<_> = (0..=k % 3).map(|_| any_block(side, &mut random)).collect();
        puzzle = puzzle.with_rule(Rule::from_blocks("a rule", blocks.clone()));
        let statement = statement(&puzzle);
        let digits = |grid: &[usize]| grid.iter().map(|&d| Digit::new(d)).collect::<Vec<_>>();
        let holds = |grid: &&Vec<usize>| blocks.iter().all(|block| block.holds(&digits(grid)));
        let expected: BTreeSet<_> = all.iter().filter(holds).cloned().collect();
        // What is checked directly, and what the formula says; no model twice for a grid, but that
        // what is within choices may be either way.
        let checked = all.iter().filter(|grid| statement.check(grid).is_ok());
        assert_eq!(checked.cloned().collect::<BTreeSet<_>>(), expected, "{blocks:?}");
        let formula = Formula::of(&statement, None).unwrap();
        let size = formula::size(&statement, false);
        assert_eq!(formula.len() as u64, size.1, "{blocks:?}");
        assert!(u64::from(formula.vars()) <= size.0, "{blocks:?}");
        let has_choice = blocks.iter().any(|block| matches!(block, Block::Choice(_)));
        let candidates = u32::try_from(side.pow(3)).unwrap();
        let models = models(&formula, if has_choice { candidates } else { formula.vars() });
        let grids: BTreeSet<_> = models.iter().map(|model| grid_of(model, side)).collect();
        assert_eq!((models.len(), &grids), (expected.len(), &expected), "{blocks:?}");
        kept += expected.len();
        broken += all.len() - expected.len();
        // The whole way, from the puzzle to an answer that is checked.
        let verdict = prove(&puzzle, &EngineSpec::default(), &Limits::none());
        let verdict =
            verdict.unwrap_or_else(|error| panic!("{error}: {blocks:?}, {:?}", puzzle.to_string()));
        let verdict = verdict.check().unwrap().verdict;
        let count = [Verdict::None, Verdict::Unique, Verdict::Multiple][expected.len().min(2)];
        assert_eq!(verdict, count, "{blocks:?}");
    }
    assert!(kept > 200 && broken > 200, "{kept} {broken}");
}

/// Puzzles of one solution, of none and of several, with rules too.
fn to_refute() -> Vec<Puzzle> {
    let texts = [
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8",
        "11......................................................3........................",
        "12.......................................................................21......",
        "................................................................................. # rule=antiknight",
        "1...2......3.... # layout=latin",
        "1..............2 # rule=cage 9 r1c1 r1c2 r2c2 rule=thermometer r2c1 r3c1 r4c1",
    ];
    texts.iter().map(|text| crate::parse(text).unwrap()).collect()
}

#[test]
fn every_backend_proves_the_same() {
    for puzzle in to_refute() {
        let expected = prove(&puzzle, &EngineSpec::default(), &Limits::none()).unwrap();
        for backend in crate::sat::backend::BACKENDS {
            let refuter = Refuter::Backend(BackendSpec::Embedded(backend));
            let made = prove_by(&puzzle, &EngineSpec::default(), &refuter, &Limits::none());
            let made = made.unwrap();
            let verified = made.check().unwrap();
            assert_eq!(verified.verdict, expected.verdict(), "{} {puzzle}", backend.name);
            if verified.verdict == Verdict::Unique {
                assert_eq!(made.solutions(), expected.solutions(), "{} {puzzle}", backend.name);
            }
        }
    }
}

/// The steps that varisat writes of a formula.
fn drat(formula: &Formula) -> String {
    let cnf = outside::cnf_of(formula).unwrap();
    let mut text = String::new();
    let mut proved = BackendSpec::default().prove(&cnf, &Limits::none()).unwrap();
    std::io::Read::read_to_string(&mut proved.proof, &mut text).unwrap();
    text
}

#[test]
fn proofs_are_taken_over_and_wrong_ones_are_not() {
    let [puzzle, other] = [0, 1].map(|k| to_refute().swap_remove(k));
    let formula = |puzzle: &Puzzle, blocked: bool| {
        let solution = puzzle.solve().unwrap().unwrap();
        let solution = blocked.then(|| digits_of(&solution));
        Formula::of(&statement(puzzle), solution.as_deref()).unwrap()
    };
    let import = |formula: &Formula, proof: &str| {
        let steps = rup::import(formula, proof.as_bytes(), &Limits::none())?;
        let mut text = Vec::new();
        steps.unwrap().write(satoku_check::Form::Text, &mut text)?;
        Ok::<_, Error>(satoku_check::lrat::check(formula, &text[..], satoku_check::Form::Text)?)
    };
    let refuted = formula(&puzzle, true);
    let proof = drat(&refuted);
    assert!(proof.lines().count() > 100);
    let checked = import(&refuted, &proof).unwrap();
    // What is not needed is left out, and so are deletions; each unit found is a step.
    assert!(checked.lemmas > 100, "{checked:?}");
    // Without deletions, and with those of clauses that nobody knows.
    let without: String =
        proof.lines().filter(|it| !it.starts_with('d')).flat_map(|it| [it, "\n"]).collect();
    assert!(import(&refuted, &without).unwrap().lemmas > 100);
    import(&refuted, &format!("d 1 2 3 4 0\nd 9999 0\n{proof}")).unwrap();
    // Nothing has to be said of a formula that propagation refutes.
    let clash = to_refute().swap_remove(3);
    assert!(import(&Formula::of(&statement(&clash), None).unwrap(), "").unwrap().lemmas > 0);

    let is_refused =
        |formula: &Formula, proof: &str| import(formula, proof).unwrap_err().is_proof();
    // Of another formula; of one that has a model; cut off; with a clause that does not follow; with a
    // variable of its own.
    assert!(is_refused(&formula(&other, true), &proof));
    assert!(is_refused(&formula(&puzzle, false), &proof));
    let half: String = proof.lines().take(60).flat_map(|it| [it, "\n"]).collect();
    assert!(is_refused(&refuted, &half));
    assert!(is_refused(&refuted, "-400 -401 -500 0\n"));
    assert!(is_refused(&refuted, &format!("800 -1 0\n{proof}")));
    let short = Limits::none().with_time(std::time::Duration::ZERO);
    assert!(rup::import(&refuted, proof.as_bytes(), &short).unwrap().is_none());
}

/// Each step that is left out or has a literal less is noticed, unless what is left is a proof too:
/// nothing is taken over that the checker of certificates refuses.
#[test]
fn damaged_proofs_are_refused_or_hold() {
    let puzzle = to_refute().swap_remove(0);
    let solution = digits_of(&puzzle.solve().unwrap().unwrap());
    let open = Formula::of(&statement(&puzzle), None).unwrap();
    let refuted = Formula::of(&statement(&puzzle), Some(&solution)).unwrap();
    let proof = drat(&refuted);
    let lines: Vec<_> = proof.lines().collect();
    let mut random = Random::new(1);
    let (mut held, mut refused) = (0, 0);
    for _ in 0..150 {
        let mut lines = lines.clone();
        for _ in 0..=random.below(60) {
            let place = random.below(lines.len());
            match random.below(3) {
                0 => drop(lines.remove(place)),
                1 => lines[place] = lines[place].split_once(' ').map_or("0", |(_, rest)| rest),
                _ => lines.swap(place, 0),
            }
        }
        let damaged = lines.join("\n");
        match rup::import(&refuted, damaged.as_bytes(), &Limits::none()) {
            Ok(steps) => {
                held += 1;
                let mut text = Vec::new();
                let form = satoku_check::Form::Text;
                steps.unwrap().write(form, &mut text).unwrap();
                satoku_check::lrat::check(&refuted, &text[..], form).unwrap();
            }
            Err(error) => {
                refused += 1;
                assert!(error.is_proof() || error.is_input(), "{error}");
            }
        }
        // What has a model is never refuted.
        assert!(rup::import(&open, damaged.as_bytes(), &Limits::none()).is_err());
    }
    assert!(held > 20 && refused > 20, "{held} {refused}");
}
