use super::*;
use crate::limits::{Limits, Query};
use crate::puzzle::Puzzle;

fn text(puzzle: &Puzzle, language: &str, excluded: Option<&[Digit]>) -> String {
    let mut out = Vec::new();
    (language_by_name(language).unwrap().write)(puzzle, excluded, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn puzzles() -> Vec<Puzzle> {
    let texts = [
        "1.....3..4.....2",
        "................ # layout=2x2+diagonals",
        "................ # layout=latin",
        "{\"puzzle\":[[null,null,null,null],[null,0,null,null],[null,null,null,null],[null,null,3,null]],\"layout\":\"digits=0-3+2x2\"}",
        "................ # rule=cage 6 r1c1 r1c2 r2c2 rule=thermometer r3c3 r3c4 r4c3",
        "................ # rule=antiknight rule=sandwich 3 r1",
        "................ # rule=or (cage 3 r1c1-2) (and (thermometer r1c1-3) (sandwich 3 r2))",
        "................ # rule=countdistinct r2c2; r1c1 r2c3 r3c2 r4c4 r3c4",
        "{\"puzzle\":[[[1,2],0,0,0],[0,[1,2,3],0,0],[0,0,0,0],[0,0,0,4]]}",
    ];
    texts.iter().map(|text| crate::parse(text).unwrap()).collect()
}

/// A pseudo-Boolean constraint as it was written.
struct Constraint {
    terms: Vec<(i64, usize)>,
    relation: String,
    bound: i64,
}

fn constraints(opb: &str) -> Vec<Constraint> {
    let lines = opb.lines().filter(|line| !line.starts_with('*'));
    let read = |line: &str| {
        let words: Vec<_> = line.strip_suffix(" ;").unwrap().split(' ').collect();
        let (terms, end) = words.split_at(words.len() - 2);
        let term = |pair: &[&str]| {
            let var = pair[1].strip_prefix('x').unwrap().parse().unwrap();
            (pair[0].parse().unwrap(), var)
        };
        Constraint {
            terms: terms.chunks(2).map(term).collect(),
            relation: end[0].into(),
            bound: end[1].parse().unwrap(),
        }
    };
    lines.map(read).collect()
}

/// What is about candidates alone holds of all solutions; each wrong grid breaks some constraint,
/// where there are no further variables.
#[test]
fn pseudo_boolean_constraints_hold_of_solutions_alone() {
    for puzzle in puzzles() {
        let opb = text(&puzzle, "opb", None);
        let all = constraints(&opb);
        let candidates = puzzle.layout().cells() * puzzle.digits();
        let vars = all.iter().flat_map(|it| &it.terms).map(|&(_, var)| var).max().unwrap();
        let header = format!("* #variable= {vars} #constraint= {}\n", all.len());
        assert!(opb.starts_with(&header), "{header}{opb}");
        let holds = |digits: &[Digit], excluded: &[Constraint]| {
            let is_true = |var: usize| {
                let (cell, digit) = ((var - 1) / puzzle.digits(), (var - 1) % puzzle.digits());
                i64::from(digits[cell].index() == digit)
            };
            let plain = all.iter().chain(excluded);
            let mut plain = plain.filter(|it| it.terms.iter().all(|&(_, var)| var <= candidates));
            plain.all(|it| {
                let sum: i64 = it.terms.iter().map(|&(weight, var)| weight * is_true(var)).sum();
                match &*it.relation {
                    "=" => sum == it.bound,
                    ">=" => sum >= it.bound,
                    other => panic!("{other}"),
                }
            })
        };
        let engine = crate::engine::EngineSpec::default();
        let found = crate::jobs::answer::find(&puzzle, &engine, &Limits::none(), Query::up_to(50));
        let found = found.unwrap().solutions;
        assert!(!found.is_empty(), "{puzzle}");
        for solution in &found {
            let digits = solution.digits();
            assert!(holds(digits, &[]), "{puzzle}: {solution}");
            let blocked = constraints(&text(&puzzle, "opb", Some(digits)));
            assert_eq!(blocked.len(), all.len() + 1);
            assert!(!holds(digits, &blocked[all.len()..]), "{puzzle}: {solution}");
            // Two digits changed for each other in one row are no solution.
            let mut wrong = digits.to_vec();
            wrong.swap(0, 1);
            if vars == candidates {
                let is_solution = puzzle.check(&wrong).is_ok();
                assert_eq!(holds(&wrong, &[]), is_solution, "{puzzle}: {solution}");
            }
        }
    }
}

/// Each cell, house and target is there, and nothing is left open.
#[test]
fn models_are_complete() {
    for puzzle in puzzles() {
        let layout = puzzle.layout();
        let blocks: usize = puzzle.rules().iter().map(|rule| rule.blocks().len()).sum();
        let mzn = text(&puzzle, "minizinc", None);
        assert!(mzn.matches("all_different").count() >= layout.houses().len(), "{mzn}");
        assert!(mzn.lines().count() > layout.houses().len() + blocks, "{mzn}");
        let smt = text(&puzzle, "smtlib", None);
        assert_eq!(smt.matches("(declare-fun r").count(), layout.cells(), "{smt}");
        assert!(smt.matches("(distinct ").count() >= layout.houses().len(), "{smt}");
        let depth = smt.lines().filter(|line| !line.starts_with(';')).flat_map(str::chars);
        let depth = depth.fold(0_i64, |depth, c| match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        });
        assert_eq!(depth, 0, "{smt}");
        for language in LANGUAGES {
            let text = text(&puzzle, language.name, None);
            assert!(text.ends_with('\n') && text.is_ascii(), "{}", language.name);
        }
    }
}

/// What solvers print is read: rows, values of variables, values of cells.
#[test]
fn answers_of_solvers_are_read() {
    let spec: crate::grid::LayoutSpec = "2x2+extra=1".parse().unwrap();
    let puzzle = Puzzle::new(spec.build(4).unwrap().shared());
    let digits: Vec<_> =
        "14233214214334124".bytes().map(|c| Digit::new(usize::from(c - b'1'))).collect();
    let rows = "1 4 2 3\n3 2 1 4\n2 1 4 3\n3 4 1 2\n4 # # #\n----------\n==========\n% time: 1\n";
    let vars = digits
        .iter()
        .enumerate()
        .map(|(cell, digit)| format!(" -x99 x{}", 4 * cell + digit.index() + 1));
    let opb = format!("c x\ns SATISFIABLE\nv{} x400\n", vars.collect::<String>());
    let values = puzzle.cells().zip(&digits).map(|(cell, &digit)| {
        format!("({} {})\n ", puzzle.layout().name_of(cell), puzzle.layout().number_of(digit))
    });
    let smt = format!("sat\n({})\n", values.collect::<String>());
    for (name, text, none, unknown) in [
        ("minizinc", rows, "=====UNSATISFIABLE=====\n", "=====UNKNOWN=====\n"),
        ("opb", &opb, "c x\ns UNSATISFIABLE\n", "s UNKNOWN\n"),
        ("smtlib", &smt, "unsat\n(error \"no model\")\n", "timeout\n"),
    ] {
        let found = language_of(text).map(|language| language.name);
        assert_eq!(found, Some(name), "{text}");
        let language = language_by_name(name).unwrap();
        let read = |answer: &str| (language.read)(&puzzle, answer);
        assert_eq!(read(text).unwrap(), Reply::Filled(digits.clone()), "{text}");
        assert_eq!(read(none).unwrap(), Reply::None);
        assert_eq!(read(unknown).unwrap(), Reply::Unknown);
        for wrong in [
            "",
            "1 2 3\n",
            "sat\n((r1c1 5))\n",
            "s SATISFIABLE\nv x1 x0\n",
            "1 2\n----------\n",
            "s SATISFIABLE\nv x1\n",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let model = self::text(&puzzle, name, Some(&digits));
        let (of, excluded) = model.lines().take(2).find_map(told).unwrap();
        assert_eq!((of.parse::<Puzzle>().unwrap(), excluded), (puzzle.clone(), true));
    }
    assert!(language_of("s SATISFIABLE\nv 1 -2 0\n").is_none());
}
