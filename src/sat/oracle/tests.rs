use super::*;
use crate::grid::Layout;
use crate::sat::backend::{Backend, BackendSpec, Capabilities, SatBackend};
use crate::sat::cnf::{Cnf, dpll};

fn boxes(symbols: &str) -> Puzzle {
    Puzzle::from_symbols(Layout::boxes(2, 2).unwrap().shared(), symbols).unwrap()
}

/// A backend that a limit on effort spends at once: whoever asks it again is wrong.
#[derive(Default)]
struct Fragile {
    cnf: Cnf,
    spent: bool,
}

static FRAGILE: Backend = Backend {
    name: "fragile",
    about: "",
    capabilities: Capabilities {
        incremental: true,
        interruptible: true,
        resumes: false,
        assumptions: true,
        counts_conflicts: true,
        proofs: false,
    },
    open: || Box::new(Fragile::default()),
    prove: |_, _| unreachable!("no proof is asked for"),
};

impl ClauseSink for Fragile {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        assert!(!self.spent);
        self.cnf.add_clause(clause)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        assert!(!self.spent);
        self.cnf.new_vars(count)
    }
}

impl SatBackend for Fragile {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer> {
        assert!(!self.spent);
        if limits.effort().is_some() {
            self.spent = true;
            return Ok(Answer::Unknown);
        }
        let mut cnf = self.cnf.clone();
        assumptions.iter().try_for_each(|&lit| cnf.add_clause(&[lit]))?;
        Ok(match dpll::models(&cnf, cnf.vars() as usize).into_iter().next() {
            Some(model) => Answer::Sat(model),
            None => Answer::Unsat { core: assumptions.to_vec() },
        })
    }

    fn conflicts(&self) -> Option<u64> {
        Some(u64::from(self.spent))
    }
}

fn fragile() -> Options {
    Options { backend: BackendSpec::Embedded(&FRAGILE), amo: None, most_clauses: None }
}

#[test]
fn a_backend_that_a_limit_spends_is_opened_again_with_all_clauses() {
    let (puzzle, none) = (boxes(".23434122143432."), Limits::none());
    let mut oracle = Oracle::reduced(&puzzle, &fragile(), &none).unwrap();
    assert!(matches!(oracle.find(&none).unwrap(), Reply::Grid(_)));

    let mut oracle = Oracle::extended(&boxes("................"), &fragile(), &none).unwrap();
    let cell = |k: usize| Cell::new(k);
    for (k, symbol) in "123434122143432".bytes().enumerate() {
        let digit = Digit::new(usize::from(symbol - b'1'));
        let clue = oracle.clue(cell(k), &CandidateSet::single(digit)).unwrap().unwrap();
        oracle.add_clause(&[clue]).unwrap();
    }
    let effort = none.clone().with_effort(1);
    assert_eq!(oracle.find(&effort).unwrap(), Reply::Unknown);
    // Given while there is no solver.
    let extra = oracle.new_literal().unwrap();
    oracle.add_clause(&[extra]).unwrap();
    let Reply::Grid(digits) = oracle.find(&none).unwrap() else { panic!("it has a solution") };
    assert!(oracle.is_true(extra));
    assert!(oracle.exclude(&digits).unwrap());
    assert_eq!(oracle.find(&effort).unwrap(), Reply::Unknown);
    assert_eq!(oracle.find(&none).unwrap(), Reply::Core(vec![]));
    assert_eq!(oracle.conflicts(), Some(2));
}

#[cfg(feature = "varisat")]
mod with_a_solver {
    use super::*;

    fn oracle(symbols: &str) -> Oracle {
        Oracle::reduced(&boxes(symbols), &Options::default(), &Limits::none()).unwrap()
    }

    #[test]
    fn cores_are_clues() {
        let (limits, options) = (Limits::none(), Options::default());
        let mut oracle = Oracle::extended(&boxes("................"), &options, &limits).unwrap();
        let set = |digits: &[usize]| {
            let mut set = CandidateSet::EMPTY;
            for &digit in digits {
                set.insert(Digit::new(digit - 1));
            }
            set
        };
        let clues =
            [(0, set(&[1])), (1, set(&[1, 2])), (9, set(&[3])), (3, set(&[2])), (8, set(&[4]))];
        let mut assumed = Vec::new();
        for (cell, digits) in &clues {
            let clue = oracle.clue(Cell::new(*cell), digits).unwrap();
            assumed.push((*cell, clue.unwrap()));
        }
        let Reply::Core(core) = oracle.ask(assumed.iter().copied(), &limits).unwrap() else {
            panic!("1, 12 and 2 stand in one row");
        };
        assert_eq!(core, [0, 1, 3]);
        // The core's clues are still only assumed.
        let Reply::Grid(digits) = oracle.ask(assumed[1..].iter().copied(), &limits).unwrap() else {
            panic!("there is a grid without the first");
        };
        assert_eq!(digits[3], Digit::new(1));
        assert!(clues[1..].iter().all(|(cell, set)| set.contains(digits[*cell])));
        // Twice the same: named once, by the first.
        let twice = [("first", assumed[0].1), ("second", assumed[0].1), ("not", !assumed[0].1)];
        assert_eq!(oracle.ask(twice, &limits).unwrap(), Reply::Core(vec!["first", "not"]));
    }

    #[test]
    fn clues_that_propagation_decided_need_no_literal() {
        let mut oracle = oracle("1...............");
        let [one, two] = [0, 1].map(|digit| CandidateSet::single(Digit::new(digit)));
        assert_eq!(oracle.clue(Cell::new(0), &one).unwrap(), None);
        assert_eq!(oracle.clue(Cell::new(0), &CandidateSet::full(4)).unwrap(), None);
        let wrong = oracle.clue(Cell::new(0), &two).unwrap().unwrap();
        let reply = oracle.ask([("wrong", wrong)], &Limits::none()).unwrap();
        assert_eq!(reply, Reply::Core(vec!["wrong"]));
        assert!(matches!(oracle.find(&Limits::none()).unwrap(), Reply::Grid(_)));
    }

    #[test]
    fn grids_are_excluded_for_good_or_for_a_question() {
        let limits = Limits::none();
        let mut oracle = oracle("12..34..........");
        let Reply::Grid(first) = oracle.find(&limits).unwrap() else { panic!("it has several") };
        let other = oracle.excluding(&first).unwrap();
        let mut seen = vec![first];
        let Reply::Grid(second) = oracle.ask([((), other)], &limits).unwrap() else {
            panic!("it has several");
        };
        assert_ne!(second, seen[0]);
        seen.clear();
        while let Reply::Grid(digits) = oracle.find(&limits).unwrap() {
            assert!(!seen.contains(&digits));
            if !oracle.exclude(&digits).unwrap() {
                break;
            }
            seen.push(digits);
        }
        assert_eq!(seen.len(), 12);
        assert_eq!(oracle.find(&limits).unwrap(), Reply::Core(vec![]));
    }

    #[test]
    fn houses_and_rules_have_selectors() {
        use crate::rule::{Block, Distinct, Rule};

        let pair = [Cell::new(0), Cell::new(5)];
        let differ = Rule::from_blocks("differ", [Block::Distinct(Distinct::new(pair))]);
        let limits = Limits::none();
        // 1 at r1c1 and r1c2: the first row has it twice, and the first box.
        let puzzle = boxes("11..............");
        let (mut oracle, selectors) =
            Oracle::selected(&puzzle, &Options::default(), &limits).unwrap();
        assert_eq!(selectors.len(), 12);
        let ask = |oracle: &mut Oracle, which: &[usize]| {
            oracle.ask(which.iter().map(|&id| (id, selectors[id])), &limits).unwrap()
        };
        for id in 0..12 {
            let reply = ask(&mut oracle, &[id]);
            let name = puzzle.layout().houses()[id].to_string();
            assert_eq!(
                reply == Reply::Core(vec![id]),
                name == "row 1" || name == "box 1",
                "{name}"
            );
        }
        let puzzle = boxes("1....1..........").with_rule(differ);
        let (mut oracle, selectors) =
            Oracle::selected(&puzzle, &Options::default(), &limits).unwrap();
        assert_eq!(selectors.len(), 13);
        let rows_and_columns = (0..8).map(|id| (id, selectors[id]));
        assert!(matches!(oracle.ask(rows_and_columns, &limits).unwrap(), Reply::Grid(_)));
        let rule = oracle.ask([(12, selectors[12])], &limits).unwrap();
        assert_eq!(rule, Reply::Core(vec![12]));
    }

    #[test]
    fn no_scheme_but_by_size() {
        let empty = |rows| Puzzle::new(Layout::boxes(rows, rows).unwrap().shared());
        let scheme = |puzzle: &Puzzle, options: &Options| {
            let write = |amo: &AtMostOne, sink: &mut dyn ClauseSink| {
                (named("extended")?.encode)(puzzle, amo, sink)
            };
            amo::choose(options, puzzle.side(), &Limits::none(), write).map(|scheme| scheme.name)
        };
        let options = Options::default();
        assert_eq!(scheme(&empty(3), &options).unwrap(), "pairwise");
        assert_eq!(scheme(&empty(8), &options).unwrap(), "pairwise");
        assert_eq!(scheme(&empty(9), &options).unwrap(), "product");
        let amo = AtMostOne::by_name("pairwise");
        let error = scheme(&empty(15), &Options { amo, ..options }).unwrap_err();
        assert!(error.is_limit(), "{error}");
    }

    #[test]
    fn a_grid_that_breaks_the_puzzle_is_a_disagreement() {
        let mut oracle = oracle("................");
        // As if the formula lacked a clause: the cell with one digit less than the model's.
        let Reply::Grid(digits) = oracle.find(&Limits::none()).unwrap() else {
            panic!("it is empty")
        };
        oracle.puzzle.set(Cell::new(0), Digit::new((digits[0].index() + 1) % 4));
        let lits = oracle.literals((0..).map(Cell::new).zip(digits)).collect::<Vec<_>>();
        let error = oracle.ask(lits, &Limits::none()).unwrap_err();
        assert!(error.is_disagreement(), "{error}");
    }
}
