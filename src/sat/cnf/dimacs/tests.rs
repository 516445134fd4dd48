use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use proptest::prelude::*;

use super::*;
use crate::error::{Error, Location};
use crate::sat::cnf::{ClauseSink, Cnf, Lit, MAX_VAR, Model, Size};

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&n| Lit::from_dimacs(n).unwrap()).collect()
}

fn cnf(vars: u32, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(vars);
    for clause in clauses {
        cnf.add_clause(&lits(clause)).unwrap();
    }
    cnf
}

fn text_of(cnf: &Cnf, comments: &[&str]) -> String {
    let mut out = Vec::new();
    write(cnf, &comments.iter().map(ToString::to_string).collect_vec(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn read_err(text: &str) -> (String, u64, Option<u64>) {
    let error = read(text.as_bytes()).unwrap_err();
    assert!(error.is_input());
    let Location { line, column } = error.location().unwrap();
    (error.message().to_owned(), line, column)
}

#[test]
fn text_is_a_clause_a_line() {
    let text = text_of(&cnf(3, &[&[1, -2], &[], &[i32::MAX, -i32::MAX]]), &["a\nb\r\n", "ü"]);
    assert_eq!(
        text,
        "c a\nc b\nc\nc\nc ü\np cnf 2147483647 3\n1 -2 0\n0\n2147483647 -2147483647 0\n"
    );
    assert_eq!(text_of(&Cnf::new(), &[]), "p cnf 0 0\n");
}

#[test]
fn a_wrong_header_is_a_defect() {
    let size = Size { vars: 2, clauses: 1, lits: 2 };
    let mut writer = Writer::new(Vec::new(), size, [""; 0]).unwrap();
    assert_eq!(writer.new_vars(2).unwrap(), 1);
    assert!(writer.finish().unwrap_err().is_disagreement());
    let mut writer = Writer::new(Vec::new(), size, [""; 0]).unwrap();
    writer.add_clause(&lits(&[1, 3])).unwrap();
    assert!(writer.finish().unwrap_err().is_disagreement());
    let size = Size { vars: u64::from(MAX_VAR) + 1, ..size };
    assert!(Writer::new(Vec::new(), size, [""; 0]).unwrap_err().is_too_large());
}

#[test]
fn a_full_disk_is_an_error() {
    let mut small = [0u8; 20];
    let formula = cnf(9, &[&[1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    assert!(write(&formula, &[], &mut small[..]).unwrap_err().is_io());
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        vars in 0u32..50,
        clauses in prop::collection::vec(
            prop::collection::vec(
                prop_oneof![-60..=60, any::<i32>()].prop_filter_map("0", Lit::from_dimacs),
                0..9,
            ),
            0..40,
        ),
        comment in ".*",
        capacity in 1usize..30,
    ) {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(vars);
        for clause in &clauses {
            cnf.add_clause(clause).unwrap();
        }
        let text = text_of(&cnf, &[&comment]);
        prop_assert_eq!(&read(text.as_bytes()).unwrap(), &cnf);
        // The same with words cut by the buffer's end, and with other line ends.
        let cut = BufReader::with_capacity(capacity, Cursor::new(text.replace('\n', "\r\n")));
        prop_assert_eq!(&read(cut).unwrap(), &cnf);
    }

    #[test]
    fn no_text_breaks_the_readers(text in "[pcnfsvSATUN0-9% \t\r\n-]{0,60}") {
        let _ = read(text.as_bytes());
        let _ = read(format!("p cnf 3 3\n{text}").as_bytes());
        let _ = read_output(text.as_bytes(), 9);
        let _ = read_output(format!("s SATISFIABLE\n{text}").as_bytes(), 9);
    }
}

#[test]
fn clauses_may_be_laid_out_anyhow() {
    let expected = cnf(4, &[&[1, -2], &[3], &[], &[-4, 1]]);
    for text in [
        "p cnf 4 4\n1 -2 0\n3 0\n0\n-4 1 0\n",
        "c x\n\ncomment\n p  cnf\t4 4 \r\n1\n\n-2 0 3 0 0\nc between\n\t-4\nc within\n1\r\n0",
        "p cnf 4 4\n1 -2 0 3 0 0 -4 1 0\n%\n0\n\n",
        "p cnf 4 4\n01 -2 -0 3 0 0 -4 1 0\n%",
    ] {
        assert_eq!(read(text.as_bytes()).unwrap(), expected, "{text:?}");
    }
}

#[test]
fn errors_name_place_and_expectation() {
    for (text, line, column, message) in [
        ("", 1, None, "no header: expected `p cnf VARIABLES CLAUSES`"),
        ("c only\n", 1, None, "no header: expected `p cnf VARIABLES CLAUSES`"),
        ("\n1 0", 2, Some(1), "found \"1\", expected the header `p cnf VARIABLES CLAUSES`"),
        ("p sat 1 1", 1, Some(3), "found \"sat\", expected `cnf`"),
        (
            "p cnf",
            1,
            Some(6),
            "found end of line, expected the number of variables, 0 to 2147483647",
        ),
        (
            "p cnf -1 1",
            1,
            Some(7),
            "found \"-1\", expected the number of variables, 0 to 2147483647",
        ),
        (
            "p cnf 1 99999999999999999999",
            1,
            Some(9),
            "found \"99999999999999999999\", expected the number of clauses, 0 to 9223372036854775807",
        ),
        ("p cnf 1 1 1", 1, Some(11), "found \"1\", expected the end of the header"),
        ("p cnf 2 1\n1 -3 0", 2, Some(3), "found \"-3\", expected a variable up to 2"),
        ("p cnf 2 1\n1 1e3 0", 2, Some(3), "found \"1e3\", expected a literal or 0"),
        ("p cnf 2 1\n1 ü - 0", 2, Some(3), "found \"ü\", expected a literal or 0"),
        ("p cnf 2 1\n1 2c 0", 2, Some(3), "found \"2c\", expected a literal or 0"),
        ("p cnf 2 1\n+1 0", 2, Some(1), "found \"+1\", expected a literal or 0"),
        ("p cnf 2 1\n1 -2", 2, None, "the last clause has no 0 at its end"),
        ("p cnf 2 1\n1 -2\n%\n0\n", 3, None, "the last clause has no 0 at its end"),
        ("p cnf 2 2\n1 -2 0\n", 2, None, "1 clauses: the header says 2"),
        ("p cnf 2 1\n1 0 2 0", 2, Some(7), "one clause more than the 1 that the header says"),
        ("p cnf 1 1\np cnf 1 1\n", 2, Some(1), "found \"p\", expected a literal or 0"),
    ] {
        assert_eq!(read_err(text), (message.to_owned(), line, column), "{text:?}");
    }
    let (message, ..) = read_err(&format!("p cnf 2 1\n{}", "9".repeat(1000)));
    assert_eq!(message, format!("found \"{}\"…, expected a variable up to 2", "9".repeat(40)));
    assert!(read(&b"p cnf 1 1\n\xff\xfe 0"[..]).unwrap_err().is_input());
}

#[test]
fn a_hostile_header_costs_nothing() {
    let (message, ..) = read_err("p cnf 2000000000 2000000000\n1 0\n");
    assert_eq!(message, "1 clauses: the header says 2000000000");
    let formula = read(&b"p cnf 2000000000 0\n"[..]).unwrap();
    assert_eq!(formula.vars(), 2_000_000_000);
}

fn answer(text: &str) -> Result<SolverOutput, Error> {
    // A small buffer, so that words and lines are cut.
    read_output(BufReader::with_capacity(3, text.as_bytes()), 5)
}

#[test]
fn every_style_of_output_is_read() {
    let model: Model = lits(&[1, -2, 3]).into_iter().collect();
    let same =
        |found: &Model| (1..=5).map(Lit::positive).all(|l| found.is_true(l) == model.is_true(l));
    for text in [
        "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\nc bye\n",
        "v 1\nv\nv -2 3\nv 0\ns SATISFIABLE",
        "s SATISFIABLE\r\nv 1 -2 3 -4 -5 0\r\n",
        "SAT\n1 -2 3 0\n",
        "SAT\n1 -2\n3 0",
        "SATISFIABLE\nv 1 -2 3 0\n5 seconds\n",
        "s OPTIMUM FOUND\no 0\nv 10100\n",
        "c x\no 0\ns OPTIMUM FOUND\nv 101\n",
        "s SATISFIABLE\nv 10100",
        "100 variables\n===[ banner ]===\nSAT solver 1.0\nverbose\nSATISFIABLE\n1 3 1 0\n",
    ] {
        let found = answer(text).unwrap();
        assert!(matches!(&found, SolverOutput::Sat(found) if same(found)), "{text:?}: {found:?}");
    }
    for text in ["s UNSATISFIABLE\n", "c x\nUNSAT", "UNSATISFIABLE\r\n", "| x |\ns UNSATISFIABLE"] {
        assert_eq!(answer(text).unwrap(), SolverOutput::Unsat, "{text:?}");
    }
    for text in ["s UNKNOWN\n", "INDET\n", "c x\nINDETERMINATE", "s UNKNOWN\nv 1 2\n"] {
        assert_eq!(answer(text).unwrap(), SolverOutput::Unknown, "{text:?}");
    }
    let empty = SolverOutput::Sat(Model::default());
    assert_eq!(answer("s SATISFIABLE\nv 0\n").unwrap(), empty);
    assert_eq!(read_output(&b"s SATISFIABLE\n"[..], 0).unwrap(), empty);
}

#[test]
fn a_model_alone_is_an_answer_where_it_is_checked() {
    let read = |text: &str| read_model(text.as_bytes(), 3);
    let expected = answer("s SATISFIABLE\nv 1 -2 3 0\n").unwrap();
    for text in ["1 -2 3 0", "c x\nv 1 -2\nv 3 0\n", "1\n-2\n3\n0\n", "s SATISFIABLE\nv 1 -2 3 0"] {
        assert_eq!(read(text).unwrap(), expected, "{text:?}");
    }
    assert_eq!(read("s UNSATISFIABLE\n").unwrap(), SolverOutput::Unsat);
    for text in ["", "c x\n", "1 -2 3\n", "1 4 0\n", "1 -1 0\n", "s UNSATISFIABLE\n1 0\n"] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

#[test]
fn nonsense_of_solvers_is_named() {
    for (text, message) in [
        ("", "no verdict: expected `s SATISFIABLE` or the like"),
        ("v 1 2 0\n", "no verdict: expected `s SATISFIABLE` or the like"),
        ("c s SATISFIABLE\nSAT solver\n", "no verdict: expected `s SATISFIABLE` or the like"),
        (
            "s SATISFIABLE\n",
            "the verdict is SATISFIABLE, but there is no model: the solver must print one",
        ),
        ("s SATISFIABLE\nv 1 2\n", "the model has no 0 at its end: the output is cut short"),
        ("s MAYBE\n", "found \"MAYBE\", expected SATISFIABLE, UNSATISFIABLE or UNKNOWN"),
        ("s\n", "found end of line, expected SATISFIABLE, UNSATISFIABLE or UNKNOWN"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "a second verdict, unlike the first"),
        ("s UNSATISFIABLE\nv 1 0\n", "the verdict is UNSATISFIABLE, but there is a model"),
        ("s SATISFIABLE\nv 1 -2 -1 0\n", "the model has 1 and -1"),
        ("s SATISFIABLE\nv 1 x 0\n", "found \"x\", expected a literal or 0"),
        ("SAT\n1 2x 0\n", "found \"2x\", expected a literal or 0"),
        ("s OPTIMUM FOUND\nv 101000\n", "found \"101000\", expected a variable up to 5"),
        ("s OPTIMUM FOUND\nv 10100\nv 10100\n", "found \"10100\", expected no second model"),
        ("s SATISFIABLE\nv 6 0\n", "found \"6\", expected a variable up to 5"),
        ("s SATISFIABLE\nv 2147483648 0\n", "found \"2147483648\", expected a variable up to 5"),
        (
            "s SATISFIABLE\nv 1 0\nv 2 0\n",
            "found \"2\", expected nothing after the 0 that ends the model",
        ),
    ] {
        let error = answer(text).unwrap_err();
        assert_eq!((error.message(), error.is_input()), (message, true), "{text:?}");
    }
}

#[test]
fn a_line_may_be_longer_than_memory_likes() {
    struct Garbage;
    impl Read for Garbage {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(b'#');
            Ok(buffer.len())
        }
    }
    let text = Garbage.take(1 << 28).chain(&b"\ns UNSATISFIABLE\n"[..]);
    assert_eq!(read_output(BufReader::new(text), 5).unwrap(), SolverOutput::Unsat);
}

fn cnf_files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { cnf_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|e| e == "cnf")).sorted().collect()
}

#[test]
#[ignore = "needs SATOKU_SHARED, a folder of real puzzles"]
fn real_formulas_of_others_are_read() {
    let given = std::env::var_os("SATOKU_SHARED").expect("SATOKU_SHARED names a folder of puzzles");
    let files = cnf_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(given).join("cnf"));
    assert!(!files.is_empty(), "no formulas");
    for file in &files {
        let text = std::fs::read(file).unwrap();
        let cnf = read(&text[..]).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(read(text_of(&cnf, &[]).as_bytes()).unwrap(), cnf, "{}", file.display());
    }
}
