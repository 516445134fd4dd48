//! Formulas for other solvers, all the way: `satoku encode`, the solver, `satoku decode`; and with
//! `--block` the solver must find the puzzle's uniqueness.

use std::process::Command;

use satoku::Limits;
use satoku::sat::backend::{Answer, BACKENDS};
use satoku::sat::cnf::amo::SCHEMES;
use satoku::sat::cnf::{AtMostOne, Cnf, Lit, dimacs};
use satoku::sat::encode::{ENCODINGS, Encoding};

use crate::data;
use crate::program::satoku;

const PUZZLES: [&str; 4] =
    ["9x9/first.txt", "16x16/minimal.txt", "25x25/dense.txt", "25x25/sparse.txt"];

/// Runs a solver on a file, its answer into another; the status is 10 or 20 by convention.
fn solve(program: &str, formula: &str, answer: &str) -> i32 {
    let mut command = Command::new(program);
    let output = match program {
        "minisat" => command.args(["-verb=0", formula, answer]).output().unwrap(),
        _ => command.args(["-q", formula]).output().unwrap(),
    };
    if program != "minisat" {
        std::fs::write(answer, &output.stdout).unwrap();
    }
    output.status.code().expect("the solver ends by itself")
}

/// A formula by name of puzzle, encoding and scheme, as the library makes it in memory.
fn formula(file: &str, encoding: &Encoding, amo: &AtMostOne) -> Cnf {
    let puzzle = data::read_one(&data::puzzles().join(file), "-").puzzle;
    let mut cnf = Cnf::new();
    (encoding.encode)(&puzzle, amo, &mut cnf).unwrap();
    cnf
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_what_is_written_reads_back_the_same() {
    for file in PUZZLES {
        let puzzle = data::read_one(&data::puzzles().join(file), "-").puzzle;
        for encoding in ENCODINGS {
            for amo in SCHEMES {
                let expected = formula(file, encoding, amo);
                let size = encoding.size(&puzzle, amo).unwrap();
                assert_eq!(size, expected.size(), "{file} {} {}", encoding.name, amo.name);
                let mut writer = dimacs::Writer::new(Vec::new(), size, ["a comment"]).unwrap();
                (encoding.encode)(&puzzle, amo, &mut writer).unwrap();
                let text = writer.finish().unwrap();
                let back = dimacs::read(text.as_slice()).unwrap();
                assert!(back == expected, "{file} {} {}", encoding.name, amo.name);
            }
        }
    }
}

#[test]
fn a_formula_says_how_it_is_decoded() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (cnf, model) = (path("f.cnf"), path("model"));
    for (file, more) in [
        ("puzzles/9x9/first.txt", &["--encoding", "reduced"][..]),
        ("puzzles/9x9/first.txt", &["--amo", "product"]),
        ("puzzles/9x9/jigsaw.txt", &["--amo", "sequential"]),
        ("puzzles/variants/cage.json", &[]),
    ] {
        let solved = satoku(&["solve", "--output", "grid", file]).out;
        satoku(&[&["encode", file, "-o", &cnf][..], more].concat());
        let text = std::fs::read_to_string(&cnf).unwrap();
        let formula = dimacs::read(text.as_bytes()).unwrap();
        let answer = formula_model(&formula);
        std::fs::write(&model, &answer).unwrap();
        let decoded = satoku(&["decode", &cnf, &model, "--output", "grid"]);
        assert_eq!((decoded.status, decoded.out), (0, solved), "{file}: {}", decoded.err);
        // Variables other than those of cells are not to be counted.
        let has_more = formula.vars() > 729;
        assert_eq!(text.contains("\nc p show 1 2 3 "), has_more, "{file} {more:?}");
    }
    // What the formula says is not overruled.
    for more in [&["--encoding", "minimal"][..], &["--index", "1"], &["--layout", "latin"]] {
        let ran = satoku(&[&["decode", &cnf, &model][..], more].concat());
        assert!(ran.status == 2 && ran.err.contains("says by itself"), "{more:?}: {}", ran.err);
    }
    // With a blocking clause no model means no other solution, and that solution is none.
    let file = "puzzles/9x9/first.txt";
    satoku(&["encode", file, "-o", &cnf]);
    let text = std::fs::read_to_string(&cnf).unwrap();
    std::fs::write(&model, formula_model(&dimacs::read(text.as_bytes()).unwrap())).unwrap();
    assert_eq!(satoku(&["encode", "--block", file, "-o", &cnf]).status, 0);
    let ran = satoku(&["decode", &cnf, &model]);
    assert!(ran.status == 2 && ran.err.contains("breaks the blocking clause"), "{}", ran.err);
    std::fs::write(&model, "s UNSATISFIABLE\n").unwrap();
    let ran = satoku(&["decode", &cnf, &model]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "unique\n"));
    std::fs::write(&cnf, "c satoku 0.1.0\nc puzzle 1.....3..4.....2\np cnf 0 0\n").unwrap();
    let ran = satoku(&["decode", &cnf, &model]);
    assert!(ran.status == 2 && ran.err.contains("names no puzzle and encoding"), "{}", ran.err);
}

#[test]
fn the_sizes_of_formulas_are_told() {
    for file in ["puzzles/9x9/first.txt", "puzzles/variants/cage.json"] {
        let table = satoku(&["encode", "--stats", file]).out;
        let mut rows = 0;
        for line in table.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [encoding, amo, vars, clauses, _, bytes] = words[..] else { panic!("{line}") };
            let formula = satoku(&["encode", "--encoding", encoding, "--amo", amo, file]).out;
            assert!(formula.contains(&format!("\np cnf {vars} {clauses}\n")), "{file}: {line}");
            let body = formula.lines().filter(|line| !line.starts_with('c'));
            let size: usize = body.map(|line| line.len() + 1).sum();
            assert!(
                size.abs_diff(bytes.parse().unwrap()) <= size / 2 + 20,
                "{file}: {line}: {size}"
            );
            rows += 1;
        }
        assert_eq!(rows, ENCODINGS.len() * SCHEMES.len(), "{file}: {table}");
    }
}

/// The literals of a model, as some solvers print them: alone.
fn formula_model(formula: &Cnf) -> String {
    let mut solver = (BACKENDS[0].open)();
    solver.new_vars(formula.vars() as usize).unwrap();
    formula.clauses().for_each(|clause| solver.add_clause(clause).unwrap());
    let Answer::Sat(model) = solver.solve(&[], &Limits::none()).unwrap() else {
        panic!("no model")
    };
    let vars = (1..=formula.vars()).map(Lit::positive);
    let lits = vars.map(|lit| if model.is_true(lit) { lit } else { !lit });
    lits.map(|lit| lit.to_string()).collect::<Vec<_>>().join(" ") + " 0\n"
}

/// The way of one formula through a solver and back.
fn round(solver: &str, file: &str, solution: &str, encoding: &Encoding, amo: &AtMostOne) {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (cnf, blocked, answer) = (path("f.cnf"), path("blocked.cnf"), path("answer"));
    let puzzle = format!("puzzles/{file}");
    let what = ["--encoding", encoding.name, "--amo", amo.name];
    let place = format!("{file} {} {} by {solver}", encoding.name, amo.name);

    let encoded = satoku(&[&["encode", &puzzle, "-o", &cnf][..], &what].concat());
    assert_eq!((encoded.status, encoded.out.as_str()), (0, ""), "{place}: {}", encoded.err);
    let text = std::fs::read(&cnf).unwrap();
    assert!(dimacs::read(text.as_slice()).unwrap() == formula(file, encoding, amo), "{place}");
    assert_eq!(solve(solver, &cnf, &answer), 10, "{place}");
    let args = ["decode", &puzzle, &answer, "--output", "line"];
    let decoded = satoku(&[&args[..], &what].concat());
    assert_eq!(decoded.status, 0, "{place}: {}", decoded.err);
    assert_eq!(decoded.out.trim(), solution, "{place}");
    // The formula says by itself what it is.
    let decoded = satoku(&["decode", &cnf, &answer, "--output", "line"]);
    assert_eq!((decoded.status, decoded.out.trim()), (0, solution), "{place}: {}", decoded.err);

    let encoded =
        satoku(&[&["encode", &puzzle, "-o", &blocked, "--block", solution][..], &what].concat());
    assert_eq!(encoded.status, 0, "{place}: {}", encoded.err);
    assert_eq!(solve(solver, &blocked, &answer), 20, "{place}");
    let decoded = satoku(&[&["decode", &puzzle, &answer][..], &what].concat());
    assert_eq!((decoded.status, decoded.out.as_str()), (1, "none\n"), "{place}: {}", decoded.err);
    let decoded = satoku(&["decode", &blocked, &answer]);
    assert_eq!((decoded.status, decoded.out.as_str()), (0, "unique\n"), "{place}: {}", decoded.err);
}

/// Of 25×25 each encoding has one scheme. The minimal encoding says too little for any solver to be done soon with
/// the sparse one.
fn rounds(solver: &str) {
    for file in PUZZLES {
        let solved = satoku(&["solve", "--output", "line", &format!("puzzles/{file}")]);
        for (k, encoding) in ENCODINGS.iter().enumerate() {
            if encoding.name == "minimal" && file == "25x25/sparse.txt" {
                eprintln!("{file}: not in the minimal encoding, which takes too long");
                continue;
            }
            let one = &SCHEMES[k % SCHEMES.len()..][..1];
            for amo in if file.starts_with("25x25") { one } else { SCHEMES } {
                round(solver, file, solved.out.trim(), encoding, amo);
            }
        }
    }
}

#[test]
#[ignore = "needs the program minisat"]
fn outside_minisat_solves_every_formula() {
    rounds("minisat");
}

#[test]
#[ignore = "needs the program cadical"]
fn outside_cadical_solves_every_formula() {
    rounds("cadical");
}

/// The order of arguments of `--block`: alone it takes the puzzle's own solution; it also takes a
/// line or a file, and refuses what is no solution.
#[test]
fn blocking_a_given_solution() {
    let puzzle = "puzzles/9x9/first.txt";
    let solution = satoku(&["solve", puzzle]).out;
    let own = satoku(&["encode", puzzle, "--block"]);
    let given = satoku(&["encode", puzzle, "--block", solution.trim()]);
    assert_eq!((own.status, given.status), (0, 0), "{}{}", own.err, given.err);
    assert_eq!(own.out, given.out);
    let wrong = solution.trim().replace('1', "x").replace('2', "1").replace('x', "2");
    let refused = satoku(&["encode", puzzle, "--block", &wrong]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("not a solution"), "{}", refused.err);
}

/// Whether a process is there that has not ended.
#[cfg(target_os = "linux")]
fn is_alive(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// A program that is killed leaves neither the solver nor its files behind.
#[cfg(target_os = "linux")]
#[test]
fn no_solver_outlives_the_program() {
    let soon = std::time::Duration::from_millis(10);
    for signals in [&["-KILL"][..], &["-INT", "-INT"]] {
        let dir = tempfile::tempdir().unwrap();
        let temporary = dir.path().join("temporary");
        std::fs::create_dir(&temporary).unwrap();
        // It takes no notice of what it can take no notice of.
        let script = "trap '' INT TERM HUP; sleep 600 & echo $$ $! > $1; wait; sleep 600";
        let solver = crate::program::file(dir.path(), "solver.sh", script);
        let ids = dir.path().join("ids");
        let backend = format!("cmd:sh {solver} {} {{in}} {{out}}", ids.display());
        let args = ["solve", "--engine", "sat", "--backend", &backend, "puzzles/9x9/first.txt"];
        let mut run = crate::program::command(&args);
        run.env("TMPDIR", &temporary).stdout(std::process::Stdio::null());
        let mut run = run.spawn().unwrap();
        let ids = loop {
            let text = std::fs::read_to_string(&ids).unwrap_or_default();
            if text.ends_with('\n') {
                break text;
            }
            assert_eq!(run.try_wait().unwrap(), None, "it ended before its solver began");
            std::thread::sleep(soon);
        };
        // A moment for the guard to stand beside it.
        std::thread::sleep(20 * soon);
        assert!(std::fs::read_dir(&temporary).unwrap().count() > 0);
        for signal in signals {
            let id = run.id().to_string();
            assert!(Command::new("kill").args([*signal, &id]).status().unwrap().success());
            std::thread::sleep(soon);
        }
        run.wait().unwrap();
        let end = std::time::Instant::now() + 2000 * soon;
        let is_left = || {
            ids.split_whitespace().any(is_alive)
                || std::fs::read_dir(&temporary).unwrap().next().is_some()
        };
        while is_left() {
            assert!(std::time::Instant::now() < end, "{signals:?}: something is left of {ids}");
            std::thread::sleep(soon);
        }
    }
}

/// The clauses of a formula, without its comments.
fn clauses(formula: &str) -> Vec<&str> {
    formula.lines().filter(|line| !line.starts_with('c')).collect()
}

#[test]
fn the_formula_of_a_certificate_can_be_had_by_itself() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    for puzzle in ["puzzles/9x9/jigsaw.txt", "puzzles/variants/sandwich.json"] {
        assert_eq!(satoku(&["prove", puzzle, "-o", &path("certificate"), "--force"]).status, 0);
        let formula = std::fs::read_to_string(path("certificate/formula.cnf")).unwrap();
        let encoded = satoku(&["encode", "--certificate", "--block", puzzle]);
        assert_eq!(clauses(&encoded.out), clauses(&formula), "{puzzle}");
        // It says by itself what it is, and its models are grids.
        let file = path("puzzle.cnf");
        assert_eq!(satoku(&["encode", "--certificate", puzzle, "-o", &file]).status, 0);
        let cnf =
            dimacs::read(std::io::BufReader::new(std::fs::File::open(&file).unwrap())).unwrap();
        let mut solver = (BACKENDS[0].open)();
        cnf.clauses().for_each(|clause| solver.add_clause(clause).unwrap());
        let Answer::Sat(model) = solver.solve(&[], &Limits::none()).unwrap() else {
            panic!("{puzzle} has a solution")
        };
        let lits = (1..=cnf.vars()).map(Lit::positive);
        let lits = lits.map(|lit| if model.is_true(lit) { lit } else { !lit });
        let words: Vec<_> = lits.map(|lit| lit.to_string()).collect();
        let answer = format!("s SATISFIABLE\nv {} 0\n", words.join(" "));
        std::fs::write(path("answer"), answer).unwrap();
        let decoded = satoku(&["decode", &file, &path("answer")]);
        assert_eq!(decoded.out, satoku(&["solve", "--output", "grid", puzzle]).out, "{puzzle}");
    }
}

#[test]
fn backends_prove_and_certificates_are_of_the_puzzle_meant() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (place, first) = (path("certificate"), "puzzles/9x9/first.txt");
    for backend in BACKENDS {
        let args = ["prove", "--backend", backend.name, first, "-o", &place];
        let ran = satoku(&args);
        assert_eq!(ran.status, 0, "{}: {}", backend.name, ran.err);
        let manifest = std::fs::read_to_string(path("certificate/manifest.json")).unwrap();
        assert!(manifest.contains(&format!("\"{}\"", backend.name)), "{manifest}");
        assert_eq!(satoku(&["verify", &place, "--puzzle", first]).status, 0);
    }
    let other = satoku(&["verify", &place, "--puzzle", "puzzles/9x9/rows.txt"]);
    assert_eq!(other.status, 1, "{}", other.out);
    assert!(other.out.contains("another than the one given"), "{}", other.out);
    let several = satoku(&["verify", &place, "--puzzle", "puzzles/9x9/three-hundred.csv"]);
    assert_eq!(several.status, 2);
    assert!(several.err.contains("300 puzzles for 1 certificate"), "{}", several.err);

    let proof = crate::program::file(dir.path(), "proof.drat", "10 0\n");
    let hard = crate::program::file(
        dir.path(),
        "hard.txt",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n",
    );
    for (args, status, said) in [
        (&["--proof", &proof, &hard][..], 2, "clause 1 of the proof does not follow"),
        (&["--proof", "missing", &hard], 2, "missing"),
        (&["--proof", &proof, "puzzles/9x9/three-hundred.csv"], 2, "of one puzzle"),
        (&["--proof", &proof, "--backend", "varisat", &hard], 2, "--backend"),
        (&["--backend", "cmd:true {in}", &hard], 2, "{proof}"),
        (&["--backend", "cmd:no-such-program {proof}", &hard], 2, "no such program"),
    ] {
        let ran = satoku(&[&["prove", "-o", &path("none")], args].concat());
        assert_eq!(ran.status, status, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
        assert!(!dir.path().join("none/manifest.json").exists(), "{args:?}");
    }
}

#[test]
#[ignore = "needs the program cadical"]
fn outside_cadical_writes_proofs_that_are_taken_over() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (formula, proof, place) = (path("f.cnf"), path("f.proof"), path("certificate"));
    for puzzle in [
        "puzzles/9x9/jigsaw.txt",
        "puzzles/9x9/clash.txt",
        "puzzles/16x16/minimal.txt",
        "puzzles/25x25/sparse.txt",
        "puzzles/variants/cage.json",
        "puzzles/variants/sandwich.json",
    ] {
        for form in ["--binary", "--no-binary"] {
            // By itself, in two steps.
            satoku(&["encode", "--certificate", "--block", puzzle, "-o", &formula]);
            Command::new("cadical").args(["-q", form, &formula, &proof]).output().unwrap();
            let taken = satoku(&["prove", "--proof", &proof, puzzle, "-o", &place]);
            assert_eq!(taken.status, 0, "{puzzle}: {}", taken.err);
            assert_eq!(satoku(&["verify", &place, "--puzzle", puzzle]).status, 0, "{puzzle}");
            // At once.
            let backend = format!("cmd:cadical -q {form} {{in}} {{proof}}");
            let made = satoku(&["prove", "--backend", &backend, puzzle, "-o", &place]);
            assert_eq!(made.status, 0, "{puzzle}: {}", made.err);
            assert_eq!(satoku(&["verify", &place, "--puzzle", puzzle]).status, 0, "{puzzle}");
        }
    }
}

/// Puzzles with one solution that are given to solvers of other languages.
const MODELLED: [&str; 11] = [
    "puzzles/9x9/first.txt",
    "puzzles/9x9/jigsaw.txt",
    "puzzles/9x9/windoku.txt",
    "puzzles/9x9/pencilmarks.txt",
    "puzzles/6x6/boxes-2x3.txt",
    "puzzles/variants/antiknight.json",
    "puzzles/variants/cage.json",
    "puzzles/variants/sandwich.json",
    "puzzles/variants/thermometer.json",
    "puzzles/variants/whispers.json",
    "puzzles/variants/countdistinct.json",
];

/// A puzzle with every third digit of its solution given too, so that other solvers finish quickly.
fn eased(puzzle: &str, solution: &[usize]) -> String {
    let mut json: serde_json::Value =
        serde_json::from_str(&satoku(&["convert", "--output", "json", puzzle]).out).unwrap();
    let side = solution.len().isqrt();
    for (k, &digit) in
        solution.iter().enumerate().filter(|(k, _)| (k / side + k % side).is_multiple_of(3))
    {
        let rows = if json.is_array() { &mut json } else { &mut json["puzzle"] };
        rows[k / side][k % side] = digit.into();
    }
    json.to_string()
}

/// Gives a solver of another language what `encode --format` writes of puzzles: it must find the
/// one solution, which `numbers` reads from its output, and none where that is excluded.
fn agrees(program: &str, args: &[&str], format: &str, numbers: impl Fn(&str, usize) -> Vec<usize>) {
    let dir = tempfile::tempdir().unwrap();
    let ending = if format == "minizinc" { "mzn" } else { format };
    let file = dir.path().join(format!("model.{ending}")).display().to_string();
    for puzzle in MODELLED {
        let line = satoku(&["solve", "--json", puzzle]).out;
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        let line = line["solution"].as_str().unwrap();
        let expected: Vec<_> = line.chars().map(|c| c.to_digit(10).unwrap() as usize).collect();
        let puzzle = crate::program::file(dir.path(), "eased.json", eased(puzzle, &expected));
        let run = |more: &[&str]| {
            let encode = [&["encode", "--format", format, &puzzle, "-o", &file][..], more].concat();
            let encoded = satoku(&encode);
            assert_eq!(encoded.status, 0, "{puzzle}: {}", encoded.err);
            let output = Command::new(program).args(args).arg(&file).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let digits = expected.len().isqrt();
        let found = run(&[]);
        assert_eq!(numbers(&found, digits), expected, "{puzzle}: {found}");
        let none = run(&["--block"]).to_uppercase();
        let is_none = none.contains("UNSAT") && !none.contains("V X");
        assert!(is_none, "{puzzle}: {none}");
    }
}

#[test]
#[ignore = "needs the program minizinc"]
fn outside_minizinc_agrees() {
    agrees("minizinc", &["--solver", "gecode"], "minizinc", |out, _| {
        let rows = out.lines().take_while(|line| !line.starts_with('-'));
        rows.flat_map(str::split_whitespace).map(|word| word.parse().unwrap()).collect()
    });
}

#[test]
#[ignore = "needs the program z3"]
fn outside_z3_agrees() {
    agrees("z3", &["-smt2"], "smtlib", |out, _| {
        let values = out.split(['(', ')']).filter_map(|pair| pair.trim().split_once(' '));
        values.map(|(_, value)| value.parse().unwrap()).collect()
    });
}

#[test]
#[ignore = "needs the program clasp"]
fn outside_clasp_agrees() {
    agrees("clasp", &[], "opb", |out, digits| {
        let values = out.lines().filter_map(|line| line.strip_prefix("v "));
        let values = values.flat_map(str::split_whitespace);
        let vars = values.filter_map(|word| word.strip_prefix('x')?.parse::<usize>().ok());
        let vars = vars.filter(|&var| var <= digits * digits * digits);
        vars.map(|var| (var - 1) % digits + 1).collect()
    });
}
