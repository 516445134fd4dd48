//! Invariants of the search, checked after every propagation on random rules: levels and tables
//! agree with the trail, reason clauses are implied, and false but for the literal they imply,
//! watches hold, learned clauses assert and are implied.

use std::collections::BTreeSet;

use super::super::analysis;
use super::super::blocks::tests::{enumerate, random_puzzle};
use super::super::state::number;
use super::*;
use crate::grid::Cell;
use crate::puzzle::Contradiction;
use crate::random::Random;
use crate::rule::Block;

struct Audit<'p> {
    puzzle: &'p Puzzle,
    /// All grids of the layout.
    grids: BTreeSet<Vec<Digit>>,
    /// Solutions not yet found.
    solutions: BTreeSet<Vec<Digit>>,
}

fn is_true(search: &Search<'_, u32>, lit: Lit, grid: &[Digit]) -> bool {
    let (cell, digit) = search.state.place_of(lit.var());
    (grid[cell].index() == digit) == lit.is_positive()
}

/// Trail, levels and tables agree.
fn check_trail(search: &Search<'_, u32>) {
    let state = &search.state;
    let mut assigned = BTreeSet::new();
    for (at, &lit) in state.trail.iter().enumerate() {
        assert_eq!((state.value(lit), state.value(!lit)), (1, -1));
        assert!(assigned.insert(lit.var()));
        let level = state.level[lit.var()] as usize;
        assert_eq!(level, state.levels.iter().filter(|level| level.start <= at).count());
        if let Some(own) = state.levels.iter().find(|level| level.start == at) {
            assert_eq!((lit, state.reason[lit.var()]), (own.decision, Reason::Decision));
        }
    }
    let mut placed = 0;
    for var in 0..state.vars() {
        let lit = Lit::is(u32::try_from(var).unwrap());
        assert_eq!(state.value(lit) == 0, !assigned.contains(&var));
        let (cell, digit) = state.place_of(var);
        let left = state.value(lit) >= 0;
        assert_eq!(state.cells[cell].has(digit), left);
        let is_fact = !left && state.level[var] == 0;
        assert!(state.depth() == 0 || state.at_level_0[cell].has(digit) != is_fact);
        for &(house, position) in state.geometry.positions(cell) {
            let places = state.places[house as usize * state.geometry.side + digit];
            assert_eq!(places.has(usize::from(position)), left);
        }
        placed += usize::from(state.value(lit) > 0);
    }
    let with_vars: BTreeSet<_> = state.at.iter().map(|&(cell, _)| cell).collect();
    // A conflict may give a cell two digits.
    assert_eq!(state.open, with_vars.len().wrapping_sub(placed));
}

impl Audit<'_> {
    /// Reason clauses are implied, and false but for the literal they imply.
    fn reasons(&self, search: &Search<'_, u32>) {
        let state = &search.state;
        let at_level_0 = |grid: &&Vec<Digit>| {
            let root = grid.iter().enumerate();
            let mut root = root.map(|(cell, digit)| state.all_digits(cell).has(digit.index()));
            let mut facts = state.trail.iter().filter(|lit| state.level[lit.var()] == 0);
            root.all(|has| has) && facts.all(|&lit| is_true(search, lit, grid))
        };
        let grids: Vec<_> = self.grids.iter().filter(at_level_0).collect();
        let blocks = || self.puzzle.rules().iter().flat_map(|rule| rule.blocks());
        let differ: Vec<_> = blocks().filter(|b| matches!(b, Block::Distinct(_))).collect();
        for (at, &lit) in state.trail.iter().enumerate() {
            let reason = state.reason[lit.var()];
            if state.level[lit.var()] == 0 || matches!(reason, Reason::Decision | Reason::Fact) {
                continue;
            }
            let mut clause = Vec::new();
            analysis::reason(state, &search.clauses, &search.blocks, lit, &mut clause);
            assert!(!clause.contains(&lit));
            for &other in &clause {
                assert!(state.value(other) < 0, "{reason:?}");
                let before = state.trail[..at].contains(&!other);
                assert!(before, "{reason:?} names a later literal");
                let of_filter = matches!(reason, Reason::Run(_));
                assert!(!of_filter || state.level[other.var()] > 0, "{reason:?} names a fact");
            }
            clause.push(lit);
            let holds = |grid: &[Digit]| clause.iter().any(|&lit| is_true(search, lit, grid));
            if matches!(reason, Reason::Clause(_)) {
                assert!(self.solutions.iter().all(|grid| holds(grid)));
                continue;
            }
            let implied_by = |block: &Block| {
                let mut kept = grids.iter().filter(|grid| {
                    block.holds(grid) && differ.iter().all(|block| block.holds(grid))
                });
                kept.all(|grid| holds(grid))
            };
            assert!(blocks().any(implied_by), "{reason:?}: no block implies {clause:?}");
        }
    }
}

/// The numbers of conflicts, of reasons checked, and of clauses deleted in the middle of the search.
fn audit(seed: u64) -> [usize; 3] {
    let puzzle = random_puzzle(seed);
    let mut board = Board::new(&puzzle);
    if board.propagate(&puzzle).is_err() || board.is_full() {
        return [0; 3];
    }
    let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
    let mut search = Search::new(&geometry, &puzzle, &board, &Limits::none()).unwrap();
    if search.blocks.is_impossible() {
        return [0; 3];
    }
    // Symmetry breaking removes solutions, which the audit cannot follow.
    if interchangeable::rules_allow(&puzzle) {
        return [0; 3];
    }
    let mut audit = Audit {
        puzzle: &puzzle,
        grids: enumerate(&Puzzle::new(puzzle.layout().clone())),
        solutions: enumerate(&puzzle),
    };
    let mut random = Random::new(seed);
    if seed.is_multiple_of(2) {
        // Decisions are flipped from the first solution on.
        search.nogoods = MOST_NOGOODS;
    }
    let [mut conflicts, mut checked, mut deleted] = [0; 3];
    loop {
        let propagated = search.propagate(&Limits::none());
        check_trail(&search);
        if conflicts < 20 {
            audit.reasons(&search);
            checked += search.state.trail.len();
        }
        if let Err(Contradiction) = propagated {
            conflicts += 1;
            let conflict = &search.queue.conflict;
            assert!(conflict.iter().all(|&lit| search.state.value(lit) < 0));
            let holds = |grid: &Vec<Digit>| conflict.iter().any(|&lit| is_true(&search, lit, grid));
            assert!(audit.solutions.iter().all(holds));
            let deepest = conflict.iter().map(|lit| search.state.level[lit.var()] as usize).max();
            let learns = deepest.unwrap_or(0) > search.floor;
            if search.resolve_conflict().is_break() {
                break;
            }
            if learns {
                let lits = &search.analysis.lits;
                let levels: Vec<_> =
                    lits[1..].iter().map(|lit| search.state.level[lit.var()] as usize).collect();
                assert!(lits[1..].iter().all(|&lit| search.state.value(lit) < 0));
                assert_eq!(search.analysis.backjump, levels.iter().copied().max().unwrap_or(0));
                assert_eq!(levels.first().copied().unwrap_or(0), search.analysis.backjump);
                let distinct: BTreeSet<_> = levels.iter().collect();
                assert_eq!(search.analysis.lbd as usize, distinct.len() + 1);
                let holds = |grid: &Vec<Digit>| lits.iter().any(|&lit| is_true(&search, lit, grid));
                assert!(audit.solutions.iter().all(holds));
            }
            // Below the decisions that stand, with what was learned not yet propagated.
            if random.below(4) == 0 {
                let before = search.clauses.learned();
                search.clauses.reduce(&mut search.state, &mut search.late);
                deleted += before - search.clauses.learned();
            }
            check_trail(&search);
        } else if search.state.open == 0 {
            let found: Vec<_> = search.state.digits().map(Digit::new).collect();
            assert!(audit.solutions.remove(&found), "seed {seed}");
            if search.exclude_solution().is_break() {
                break;
            }
        } else {
            search.clauses.check_watches(&search.state);
            if random.below(8) == 0 {
                search.backjump(search.floor);
                search.clauses.reduce(&mut search.state, &mut search.late);
                check_trail(&search);
            }
            let decision = search.branching.choose(&search.state, search.restarts.mode());
            search.state.decide(decision, false);
        }
    }
    assert!(audit.solutions.is_empty(), "seed {seed}");
    [conflicts, checked, deleted]
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_invariants_hold_on_random_rules() {
    let [mut conflicts, mut checked, mut deleted] = [0; 3];
    for seed in 10_000..10_120 {
        let [more, literals, clauses] = audit(seed);
        conflicts += more;
        checked += literals;
        deleted += clauses;
    }
    assert!(conflicts > 120 && checked > 8_000, "{conflicts} {checked}");
    assert!(deleted > 10, "{deleted}");
}

/// Clauses do not wait for a restart to be deleted once what is left is to refute.
#[test]
fn to_refute_there_are_never_many_clauses() {
    let puzzle = crate::parse(
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    );
    let puzzle = puzzle.unwrap();
    let mut board = Board::new(&puzzle);
    board.propagate(&puzzle).unwrap();
    let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
    for refutes in [false, true] {
        let mut search = Search::new(&geometry, &puzzle, &board, &Limits::none()).unwrap();
        search.clauses.set_limit(5);
        if refutes {
            search.restarts.refute();
        }
        let mut were_many = false;
        for _ in 0..20 {
            assert_eq!(search.advance(1, &Limits::none()), Step::Pause);
            were_many |= search.clauses.are_many();
        }
        assert_eq!(were_many, !refutes);
        assert!(search.clauses.learned() > 5);
    }
}

#[test]
fn backjumping_restores_the_candidates() {
    let puzzle =
        Puzzle::new(crate::grid::Layout::boxes(2, 3).unwrap().with("diagonal").unwrap().shared());
    let mut board = Board::new(&puzzle);
    board.propagate(&puzzle).unwrap();
    let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
    let mut search = Search::new(&geometry, &puzzle, &board, &Limits::none()).unwrap();
    let propagate = |search: &mut Search<'_, u32>| search.propagate(&Limits::none());
    propagate(&mut search).unwrap();
    let before = (search.state.cells.clone(), search.state.places.clone(), search.state.open);
    let trail = search.state.trail.clone();
    for cell in (0..36).filter(|&cell| board.count(Cell::new(cell)) > 1) {
        for digit in 0..6 {
            let decision = Lit::is(search.state.var(cell, digit));
            if search.state.value(decision) == 0 {
                search.state.decide(decision, false);
                let _ = propagate(&mut search);
                search.backjump(0);
                let state = &search.state;
                assert_eq!((state.cells.clone(), state.places.clone(), state.open), before);
                assert_eq!(state.trail, trail);
            }
        }
    }
}

/// Random literals, most of them false as things are, each variable once.
fn random_clause(search: &Search<'_, u32>, random: &mut Random) -> Learned {
    let state = &search.state;
    let mut lits: Vec<Lit> = (0..2 + random.below(6))
        .map(|_| {
            let var = number(random.below(state.vars()));
            let lit = if random.below(2) == 0 { Lit::is(var) } else { Lit::not(var) };
            if random.below(4) > 0 && state.value(lit) > 0 { !lit } else { lit }
        })
        .collect();
    lits.sort_unstable();
    lits.dedup_by_key(|lit| lit.var());
    Learned { lits: lits.into(), lbd: Some(3) }
}

#[test]
fn what_is_heard_in_the_middle_of_a_search_is_watched_and_propagated() {
    let puzzle = Puzzle::new(crate::grid::Layout::boxes(2, 3).unwrap().shared());
    let mut board = Board::new(&puzzle);
    board.propagate(&puzzle).unwrap();
    let geometry = Geometry::<u32>::new(puzzle.layout(), &[]);
    // Clauses that had two literals left or more where they were heard, one, none.
    let mut heard = [0; 3];
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut search = Search::new(&geometry, &puzzle, &board, &Limits::none()).unwrap();
        'search: loop {
            match search.propagate(&Limits::none()) {
                Err(Contradiction) if search.resolve_conflict().is_break() => break,
                Err(Contradiction) => {}
                Ok(_) if search.state.open == 0 => break,
                Ok(_) => {
                    search.clauses.check_watches(&search.state);
                    check_trail(&search);
                    let vars = (0..number(search.state.vars())).map(Lit::is);
                    let open: Vec<_> = vars.filter(|&lit| search.state.value(lit) == 0).collect();
                    search.state.decide(open[random.below(open.len())], false);
                    // What was decided last may wait to be propagated where clauses are heard.
                    if random.below(2) == 0 {
                        continue;
                    }
                }
            }
            for _ in 0..random.below(3) {
                let learned = random_clause(&search, &mut random);
                let is_left = |lit: &&Lit| search.state.value(**lit) >= 0;
                heard[2 - learned.lits.iter().filter(is_left).count().min(2)] += 1;
                if search.hear([&learned].into_iter()).is_break() {
                    break 'search;
                }
            }
        }
    }
    assert!(heard.iter().all(|&clauses| clauses > 100), "{heard:?}");
}
