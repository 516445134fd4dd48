//! Certificates of puzzles with rules: whatever is done to the rules, they are refused or still
//! true.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use satoku::engine::EngineSpec;
use satoku::grid::CandidateSet;
use satoku::jobs::answer::find;
use satoku::jobs::prove::text_of;
use satoku::rule::{
    Automaton, Block, Choice, Clauses, Connected, Distinct, DistinctPairs, Line, Literal, NValue,
    Pairs, Rule, Sum,
};
use satoku::{Cell, Digit, Layout, Limits, Puzzle, Query};
use satoku_check::{self, Certificate, Form, Statement, Steps, Verdict, formula};

use crate::certificates::{Random, made};

/// All grids of 2×2 boxes.
fn grids() -> Vec<Vec<Digit>> {
    let empty = Puzzle::new(Layout::boxes(2, 2).unwrap().shared());
    let all =
        find(&empty, &EngineSpec::default(), &Limits::none(), Query { limit: None, keep: 1000 })
            .unwrap();
    all.solutions.iter().map(|solution| solution.digits().to_vec()).collect()
}

fn automaton(states: usize, start: usize, accepting: &[bool], next: &[usize]) -> Automaton {
    let step = |state, digit| Some(next[state * 4 + digit]).filter(|&to| to < states);
    Automaton::new(4, start, accepting, step)
}

/// A block of each form in turn that a grid keeps, about random cells.
fn block(form: usize, grid: &[Digit], random: &mut Random) -> Block {
    let mut cells: Vec<_> = (0..2 + random.below(3)).map(|_| Cell::new(random.below(16))).collect();
    cells.sort_unstable();
    cells.dedup();
    let stands = |cell: Cell| grid[cell.index()];
    match form % 9 {
        0 => {
            let literal = |&cell: &Cell| Literal { cell, digit: stands(cell), stands: true };
            let other = Literal { digit: Digit::new(random.below(4)), ..literal(&cells[0]) };
            let clause: Vec<_> = cells.iter().map(literal).collect();
            let clauses: Vec<Box<[_]>> = vec![clause.into(), [literal(&cells[0]), other].into()];
            Block::Clauses(Clauses::new(clauses))
        }
        1 => {
            let bits = random.next();
            let pairs: Vec<_> = cells.windows(2).map(|w| (w[0], w[1])).collect();
            let met = |a, b| {
                let mut met = pairs.iter().map(|&(c, d)| (stands(c).index(), stands(d).index()));
                met.any(|pair| pair == (a, b))
            };
            let relation = |a, b| bits >> (a * 4 + b) & 1 == 0 || met(a, b);
            Block::Pairs(Pairs::from_relation(4, relation, pairs.clone()))
        }
        2 => {
            let first = |k: &usize| cells[..*k].iter().all(|&c| stands(c) != stands(cells[*k]));
            let cells: Vec<_> = (0..cells.len()).filter(first).map(|k| cells[k]).collect();
            Block::Distinct(Distinct::new(cells))
        }
        3 => {
            let table: Arc<[i32]> = (0..4).map(|d| d + i32::from(random.below(2) == 0)).collect();
            let total = cells.iter().map(|&cell| i64::from(table[stands(cell).index()])).sum();
            let weights = vec![table; cells.len()];
            Block::Sum(Sum::new(cells, weights, vec![total]))
        }
        4 => {
            // An option that the grid keeps, and one that another would keep.
            let mut other = grid.to_vec();
            other.rotate_left(1);
            let mut option = |grid: &[Digit]| -> Box<[Block]> {
                (0..=random.below(2)).map(|_| block(random.below(9), grid, random)).collect()
            };
            Block::Choice(Choice::new([option(grid), option(&other)]))
        }
        5 => {
            // All digits that stand in the first cell and what is next to it in the list.
            let edges: Vec<_> = (1..cells.len()).map(|k| (k - 1, k)).collect();
            let digits: CandidateSet = [stands(cells[0])].into_iter().collect();
            let block = Connected::new(cells.clone(), &edges, digits, None);
            if block.holds(grid) {
                return Block::Connected(block);
            }
            let digits = cells.iter().map(|&cell| stands(cell)).collect();
            Block::Connected(Connected::new(cells, &edges, digits, None))
        }
        6 => {
            let mut seen = BTreeSet::new();
            let mut second = |_: &Cell| Cell::new(random.below(16));
            let pairs: Vec<_> = cells.iter().map(|cell| (*cell, second(cell))).collect();
            let is_new = |&(a, b): &(Cell, Cell)| seen.insert((stands(a), stands(b)));
            let pairs: Vec<_> = pairs.into_iter().filter(is_new).collect();
            Block::DistinctPairs(DistinctPairs::new(pairs))
        }
        7 => {
            // What the grid tells, and other numbers beside it.
            let (teller, mut counts) = (Cell::new(random.below(16)), [0, 1, 2, 3]);
            counts.rotate_left(random.below(4));
            let there: CandidateSet = cells.iter().map(|&cell| stands(cell)).collect();
            counts[stands(teller).index()] = i32::try_from(there.len()).unwrap();
            Block::NValue(NValue::new(&cells, teller, counts))
        }
        _ => {
            let next: Vec<_> = (0..12).map(|_| random.below(3)).collect();
            let step = |state: usize, &cell: &Cell| next[state * 4 + stands(cell).index()];
            let end = cells.iter().fold(0, step);
            let accepting = [0, 1, 2].map(|state| state == end);
            Block::Line(Line::new(cells, Arc::new(automaton(3, 0, &accepting, &next))))
        }
    }
}

/// Connected cells with another edge, digit, number or cell.
fn changed_connected(block: &Connected, random: &mut Random) -> Block {
    let (mut edges, mut digits) = (block.edges(), *block.digits());
    let (mut cells, mut size) = (block.cells().to_vec(), block.size());
    match random.below(4) {
        0 if !edges.is_empty() => _ = edges.remove(random.below(edges.len())),
        1 => {
            let digit = Digit::new(random.below(4));
            if digits.contains(digit) {
                digits.remove(digit);
            } else {
                digits.insert(digit);
            }
        }
        2 => size = Some(random.below(4)),
        _ => {
            let (at, cell) = (random.below(cells.len()), Cell::new(random.below(16)));
            if !cells.contains(&cell) {
                cells[at] = cell;
            }
        }
    }
    Block::Connected(Connected::new(cells, &edges, digits, size))
}

/// A count of digits with another cell, teller or number.
fn changed_nvalue(block: &NValue, random: &mut Random) -> Block {
    let (mut cells, mut teller) = (block.cells().to_vec(), block.teller());
    let mut counts = block.counts().to_vec();
    match random.below(3) {
        0 => cells[random.below(block.cells().len())] = Cell::new(random.below(16)),
        1 => teller = Cell::new(random.below(16)),
        _ => counts[random.below(4)] += 1,
    }
    Block::NValue(NValue::new(&cells, teller, counts))
}

/// The same block with a small change: a cell, a target, a weight, a pair, a state, a literal.
fn changed(block: &Block, random: &mut Random) -> Block {
    let elsewhere = |cells: &[Cell], random: &mut Random| -> Vec<Cell> {
        let mut cells = cells.to_vec();
        let at = random.below(cells.len());
        cells[at] = Cell::new(random.below(16));
        cells
    };
    match block {
        Block::Clauses(block) => {
            let mut clauses: Vec<_> = block.clauses().to_vec();
            let at = random.below(clauses.len());
            let literal = random.below(clauses[at].len());
            match random.below(3) {
                0 => _ = clauses.remove(at),
                1 => clauses[at][literal].stands ^= true,
                _ => clauses[at][literal].digit = Digit::new(random.below(4)),
            }
            Block::Clauses(Clauses::new(clauses))
        }
        Block::Pairs(block) => {
            let mut allowed: Vec<CandidateSet> = block.allowed().to_vec();
            let mut pairs = block.pairs().to_vec();
            if pairs.is_empty() || random.below(3) > 0 {
                let (first, second) = (random.below(4), Digit::new(random.below(4)));
                if allowed[first].contains(second) {
                    allowed[first].remove(second);
                } else {
                    allowed[first].insert(second);
                }
            } else {
                let at = random.below(pairs.len());
                pairs[at].1 = Cell::new(random.below(16));
            }
            Block::Pairs(Pairs::new(allowed.into(), pairs))
        }
        Block::Distinct(block) => Block::Distinct(Distinct::new(elsewhere(block.cells(), random))),
        Block::Sum(block) => {
            let (mut cells, mut targets) = (block.cells().to_vec(), block.targets().to_vec());
            let mut weights = block.weights().to_vec();
            match random.below(3) {
                0 => cells = elsewhere(&cells, random),
                1 => targets[0] += if random.below(2) == 0 { 1 } else { -1 },
                _ => {
                    let at = random.below(weights.len());
                    let mut table = weights[at].to_vec();
                    table[random.below(4)] += 1;
                    weights[at] = table.into();
                }
            }
            Block::Sum(Sum::new(cells, weights, targets))
        }
        Block::Line(block) => {
            let old = block.automaton();
            let mut accepting: Vec<_> = (0..3).map(|state| old.accepts(state)).collect();
            let mut next: Vec<_> =
                (0..12).map(|k| old.next(k / 4, Digit::new(k % 4)).unwrap_or(3)).collect();
            let (mut start, mut cells) = (old.start(), block.cells().to_vec());
            match random.below(4) {
                0 => cells = elsewhere(&cells, random),
                1 => accepting[random.below(3)] ^= true,
                2 => next[random.below(12)] = random.below(4),
                _ => start = random.below(3),
            }
            Block::Line(Line::new(cells, Arc::new(automaton(3, start, &accepting, &next))))
        }
        Block::Connected(block) => changed_connected(block, random),
        Block::DistinctPairs(block) => {
            let mut pairs = block.pairs().to_vec();
            let at = random.below(pairs.len());
            match random.below(3) {
                0 => _ = pairs.remove(at),
                1 => pairs[at].0 = Cell::new(random.below(16)),
                _ => pairs[at].1 = Cell::new(random.below(16)),
            }
            Block::DistinctPairs(DistinctPairs::new(pairs))
        }
        Block::NValue(block) => changed_nvalue(block, random),
        Block::Choice(block) => {
            let mut options = block.options().to_vec();
            let at = random.below(options.len());
            match random.below(4) {
                0 => _ = options.remove(at),
                1 => options.push([].into()),
                2 if options[at].len() > 1 => options[at] = options[at][1..].into(),
                _ => {
                    let k = random.below(options[at].len());
                    options[at][k] = changed(&options[at][k], random);
                }
            }
            Block::Choice(Choice::new(options))
        }
        _ => unreachable!("no other block is made here"),
    }
}

/// Puzzles with rules of all forms, none, one or several solutions, and their certificates.
fn with_rules(grids: &[Vec<Digit>], random: &mut Random) -> Vec<(Puzzle, Certificate)> {
    let one = |k: usize| {
        let grid = &grids[random.below(grids.len())];
        let mut puzzle = Puzzle::new(Layout::boxes(2, 2).unwrap().shared());
        for _ in 0..k % 4 {
            let cell = random.below(16);
            puzzle.set(Cell::new(cell), grid[cell]);
        }
        for form in 0..6 + k % 6 {
            let mut block = block(form, grid, random);
            if k % 5 == 4 && form == 3 {
                block = changed(&block, random);
            }
            puzzle = puzzle.with_rule(Rule::from_blocks("some \"rule\"", vec![block]));
        }
        let certificate = made(&puzzle);
        (puzzle, certificate)
    };
    (0..30).map(one).collect()
}

/// Spoils the rules of certificates in so many ways; how many were still accepted, all of them
/// true. Half of the time all other files are written anew, so that they agree; else formula and
/// proof are the old ones, and the manifest has the hashes of what is there.
pub(crate) fn spoil_rules(count: usize) -> usize {
    let mut random = Random(12);
    let grids = grids();
    assert_eq!(grids.len(), 288);
    let puzzles = with_rules(&grids, &mut random);
    let words: BTreeSet<_> = puzzles.iter().map(|(_, c)| c.verdict().word()).collect();
    assert_eq!(words.len(), 3);
    let dir = tempfile::tempdir().unwrap();
    let json = |dir: &Path| -> serde_json::Value {
        serde_json::from_slice(&fs::read(dir.join("manifest.json")).unwrap()).unwrap()
    };
    let mut taken = 0;
    for k in 0..count {
        let (old, certificate) = &puzzles[k % puzzles.len()];
        certificate.save(dir.path(), Form::Text, false).unwrap();
        assert!(k >= puzzles.len() || satoku_check::verify(dir.path()).is_ok());
        let at = random.below(old.rules().len());
        let drop = random.below(5) == 0;
        let mut puzzle = Puzzle::new(Arc::clone(old.layout())).with_clues(old.clues().clone());
        for (k, rule) in old.rules().iter().enumerate().filter(|&(k, _)| k != at || !drop) {
            let blocks = rule.blocks().iter();
            let blocks: Vec<_> = blocks
                .map(|block| if k == at { changed(block, &mut random) } else { block.clone() })
                .collect();
            puzzle = puzzle.with_rule(Rule::from_blocks(rule.name(), blocks));
        }
        let text = text_of(&puzzle).unwrap();
        let statement = Statement::read(text.as_bytes()).unwrap();
        let (verdict, solutions) = (certificate.verdict(), certificate.solutions().to_vec());
        // Hints follow the clauses that have moved, from some clause on.
        let size = |statement: &Statement| formula::size(statement, verdict == Verdict::Unique).1;
        let (before, after) = (size(certificate.statement()), size(&statement));
        let from = before - random.next() % 200.min(before);
        let moved = |id: u64| if id >= from { (id + after).saturating_sub(before) } else { id };
        let mut steps = Steps::after(usize::try_from(after).unwrap());
        for (_, lits, hints) in certificate.steps().iter() {
            steps.push(lits.iter().copied(), hints.iter().map(|&id| moved(id)));
        }
        let manifest = json(dir.path());
        let files = ["formula.cnf", "proof.lrat"].map(|name| fs::read(dir.path().join(name)).ok());
        let anew = Certificate::new(text, "nobody", verdict, solutions, steps).unwrap();
        anew.save(dir.path(), Form::Text, false).unwrap();
        if random.below(2) == 0 && verdict != Verdict::Multiple {
            let hash = json(dir.path())["sha256"]["puzzle.txt"].clone();
            let mut manifest = manifest;
            manifest["sha256"]["puzzle.txt"] = hash;
            fs::write(dir.path().join("manifest.json"), format!("{manifest:#}\n")).unwrap();
            for (name, file) in ["formula.cnf", "proof.lrat"].iter().zip(files) {
                fs::write(dir.path().join(name), file.unwrap()).unwrap();
            }
        }
        let Ok(verified) = satoku_check::verify(dir.path()) else { continue };
        taken += 1;
        // What it says is true, as the blocks tell and no formula.
        let kept = grids.iter().filter(|grid| puzzle.check(grid).is_ok());
        let kept: Vec<Vec<_>> = kept.map(|grid| grid.iter().map(|d| d.index()).collect()).collect();
        let expected = match kept.len() {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        assert_eq!(verified.verdict, expected, "{puzzle:?}");
        assert!(verified.solutions.iter().all(|solution| kept.contains(solution)), "{puzzle:?}");
    }
    taken
}

#[test]
fn nothing_false_about_rules_is_accepted() {
    let taken = spoil_rules(400);
    assert!((1..300).contains(&taken), "{taken} of 400");
}
