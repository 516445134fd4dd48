use super::clauses::Clauses;
use super::*;

/// The text of a small puzzle: one solution.
const SMALL: &str = "{\"layout\":\"2x2\",\"puzzle\":[[1,0,3,0],[3,4,0,0],[2,0,0,3],[0,3,2,0]]}";

fn formula(clauses: &[&[i32]]) -> Formula {
    let mut formula = Formula::new();
    for clause in clauses {
        formula.clause(clause).unwrap();
    }
    formula
}

fn check(formula: &Formula, proof: &str) -> Result<Checked, String> {
    lrat::check(formula, proof.as_bytes(), Form::Text).map_err(|error| {
        assert!(error.is_proof());
        error.to_string()
    })
}

/// All of two variables is excluded.
fn square() -> Formula {
    formula(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]])
}

#[test]
fn a_refutation_is_accepted() {
    assert_eq!(check(&square(), "5 1 0 1 2 0\n6 0 5 3 4 0\n"), Ok(Checked { lemmas: 2, hints: 5 }));
    // Numbers may leave gaps, and clauses may be forgotten.
    assert!(check(&square(), "7 1 0 1 2 0\n7 d 1 2 0\n9 0 7 3 4 0\n").is_ok());
}

#[test]
fn what_does_not_follow_is_refused() {
    for (proof, expected) in [
        ("", "ends before the empty clause"),
        ("5 1 0 1 2 0\n", "ends before the empty clause"),
        ("5 1 0 1 2 0\n6 0 5 3 4 0\n7 2 0 1 0\n", "follows the empty clause"),
        ("5 0 1 2 3 4 0\n", "clause 1 is not unit"),
        ("5 1 0 2 0\n6 0 5 3 4 0\n", "lead to no contradiction"),
        ("5 1 0 1 2 3 0\n6 0 5 3 4 0\n", "hint 3 follows the contradiction"),
        ("5 1 0 1 1 0\n", "clause 1 is not unit"),
        ("5 1 -1 0 1 2 0\n", "a literal and its negation"),
        ("5 1 1 0 1 2 0\n", "a literal twice"),
        ("5 1 0 6 0\n", "there is no clause 6"),
        ("5 1 0 5 0\n", "there is no clause 5"),
        ("5 1 0 0\n", "lead to no contradiction"),
        ("4 1 0 1 2 0\n", "number 4 is not above the last"),
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", "number 5 is not above the last"),
        ("5 d 1 0\n5 1 0 1 2 0\n", "there is no clause 1"),
        ("5 d 1 1 0\n", "no clause 1 to forget"),
        ("5 d 7 0\n", "no clause 7 to forget"),
        ("5 1 0 1 2 0\n6 d 5 0\n6 0 5 3 4 0\n", "there is no clause 5"),
        ("5 3 0 1 2 0\n", "no variable of 3"),
        ("5 1 0 -1 2 0\n", "a number is missing"),
        ("5 1 0 1 2", "a number is missing"),
        ("5 1 0 1 2 0", "a number is missing"),
        ("5 x 0 1 2 0\n", "a number is missing"),
        ("-5 1 0 1 2 0\n", "a number is missing"),
        ("5 -0 0 1 2 0\n", "-0 is no literal"),
        ("99999999999999999999999 1 0 1 2 0\n", "a number is too large"),
        ("5 9999999999 0 1 2 0\n", "a literal is too large"),
        ("\0", "a number is missing"),
    ] {
        let error = check(&square(), proof).expect_err(proof);
        assert!(error.contains(expected), "{proof:?}: {error}");
    }
}

/// A proof that can be read but once, and says how far it was.
struct Endless {
    start: &'static [u8],
    piece: &'static [u8],
    read: usize,
}

impl std::io::Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        for byte in bytes.iter_mut() {
            let piece = |at: usize| self.piece[at % self.piece.len()];
            let (start, at) = (self.start.get(self.read), self.read);
            *byte = start.copied().unwrap_or_else(|| piece(at - self.start.len()));
            self.read += 1;
        }
        Ok(bytes.len())
    }
}

#[test]
fn a_step_without_end_ends() {
    // Neither literals nor hints without end are gathered before they are looked at.
    for (start, piece) in [("5 ", "1 "), ("5 1 0 ", "1 "), ("5 1 0 1 ", "2 "), ("5 ", "1 -2 ")] {
        let (start, piece) = (start.as_bytes(), piece.as_bytes());
        let mut proof = std::io::BufReader::new(Endless { start, piece, read: 0 });
        assert!(lrat::check(&square(), &mut proof, Form::Text).unwrap_err().is_proof());
        assert!(proof.get_ref().read < 1 << 16);
    }
}

#[test]
fn both_forms_say_the_same() {
    let mut steps = Steps::after(4);
    steps.push([-1, 2], [3]);
    let one = steps.push([1], [1, 2]);
    steps.push([], [one, 3, 4]);
    let steps = steps.trimmed(4);
    assert_eq!((steps.len(), steps.hints()), (2, 5));
    let mut text = Vec::new();
    steps.write(Form::Text, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "5 1 0 1 2 0\n6 0 5 3 4 0\n");
    let mut bytes = Vec::new();
    steps.write(Form::Compressed, &mut bytes).unwrap();
    assert_eq!(bytes, b"a\x0a\x02\x00\x02\x04\x00a\x0c\x00\x0a\x06\x08\x00");
    assert!(lrat::check(&square(), bytes.as_slice(), Form::Compressed).is_ok());
    // Each bit matters, and none makes the reader panic.
    for k in 0..8 * bytes.len() {
        let mut wrong = bytes.clone();
        wrong[k / 8] ^= 1 << (k % 8);
        if let Ok(checked) = lrat::check(&square(), wrong.as_slice(), Form::Compressed) {
            // Another clause, or another way to it, from which the rest follows as well.
            assert_eq!(checked.lemmas, 2);
        }
        let _ = lrat::check(&square(), &wrong[..k / 8], Form::Compressed).unwrap_err();
    }
    let mut drat = Vec::new();
    steps.write_drat(&mut drat).unwrap();
    assert_eq!(drat, b"1 0\n0\n");
}

#[test]
fn a_formula_with_the_empty_clause_is_refuted_by_it() {
    let with_empty = formula(&[&[1], &[]]);
    assert!(check(&with_empty, "3 0 2 0\n").is_ok());
    assert!(check(&with_empty, "3 0 1 0\n").is_err());
}

#[test]
fn statements_are_read_strictly() {
    let statement = Statement::read(SMALL.as_bytes()).unwrap();
    assert_eq!((statement.digits(), statement.givens(), statement.houses().len()), (4, 8, 12));
    let with = |from: &str, to: &str| Statement::read(SMALL.replacen(from, to, 1).as_bytes());
    assert!(with("[1,0,", "[ 1 , 0 ,").is_ok());
    assert!(with("[1,0,", "[1,[],").is_ok());
    assert!(with("[1,0,", "[1,[2,4],").is_ok());
    for (from, to) in [
        ("[1,0,", "[1,[4,2],"),
        ("[1,0,", "[1,[2,2],"),
        ("[1,0,", "[1,[0],"),
        ("[1,0,", "[1,5,"),
        ("[1,0,", "[1,-1,"),
        ("[1,0,", "[1,00,"),
        ("[1,0,", "[1,,"),
        ("[1,0,", "[1,0,0,"),
        ("[1,0,", "["),
        ("[1,0,3,0],", ""),
        ("[1,0,3,0],", "[1,0,3,0],[1,0,3,0],"),
        ("2x2", "3x3"),
        ("2x2", "02x2x"),
        ("2x2", ""),
        ("2x2", "2x2+2x2"),
        ("2x2", "2x2+"),
        ("2x2", "2x2+diagonal+diagonal"),
        ("2x2", "latin+2x2"),
        ("2x2", "disjoint"),
        ("2x2", "windoku+2x2"),
        ("2x2", "regions=AABBAABBCCDDCCD"),
        ("2x2", "regions=AABBAABBCCDDCCDE"),
        ("2x2", "regions=AABBAABBCCDDCCCD"),
        ("2x2", "2\\u0078\\u0032"),
        ("layout", "Layout"),
        ("}", ""),
        ("}", "}}"),
        ("}", ",\"more\":1}"),
    ] {
        assert!(with(from, to).unwrap_err().is_proof(), "{from} {to}");
    }
    for end in 0..SMALL.len() {
        assert!(Statement::read(&SMALL.as_bytes()[..end]).unwrap_err().is_proof());
    }
}

/// A statement of two digits with these rules.
fn ruled(rules: &str) -> Result<Statement> {
    let head = "{\"layout\":\"latin\",\"puzzle\":[[0,0],[0,0]],\"rules\":";
    Statement::read(format!("{head}{rules}}}").as_bytes())
}

#[test]
fn rules_are_read_strictly() {
    let good = [
        r#"{"of":"not both","clauses":[[["r1c1",1],["r2c2",-2]],[]]}"#,
        r#"{"distinct":["r1c1","r2c2"]}"#,
        r#"{"pairs":[["r1c1","r2c2"],["r2c2","r1c1"]],"allowed":[[1,2],[]]}"#,
        r#"{"sum":["r1c1","r2c2","r1c1"],"weights":[[-1,2]],"targets":[-3,6]}"#,
        r#"{"sum":["r1c1","r2c2"],"weights":[[1,2],[3,4]],"targets":[]}"#,
        r#"{"line":["r1c1","r2c2"],"start":2,"accepting":[1],"next":[[1,0],[1,2]]}"#,
        r#"{"nvalue":["r1c1","r2c1"],"teller":"r2c1","counts":[2,-1]}"#,
    ];
    let statement = ruled(&format!("[{}]", good.join(", \n"))).unwrap();
    assert_eq!(statement.rules().len(), good.len());
    assert_eq!(statement.rules()[0].of(), "not both");
    assert!(statement.check(&[0, 1, 1, 0]).unwrap_err().to_string().contains("rule 1 "));
    for (form, from, to) in [
        (0, "of", "if"),
        (0, "clauses", "clause"),
        (0, "\"not both\"", "\"not \\u0062oth\""),
        (0, "-2", "-3"),
        (0, "-2", "-0"),
        (0, "-2", "--2"),
        (0, "r2c2", "r1c1\",2],[\"r1c1"),
        (0, "r2c2\",-2", "r1c1\",-1"),
        (0, "r2c2", "r3c1"),
        (0, "r2c2", "r0c1"),
        (0, "r2c2", "r2c02"),
        (1, "r2c2", "r1c1"),
        (1, "r2c2\"", "r2c2\",\"r2c1\""),
        (2, "\"r2c2\"],", "\"r1c1\"],"),
        (2, "\"r2c2\"],", "\"r2c2\",\"r2c1\"],"),
        (2, "[1,2]", "[2,1]"),
        (2, "[1,2]", "[1,3]"),
        (2, ",[]]", "]"),
        (2, ",[]]", ",[],[]]"),
        (3, "[-1,2]", "[-1]"),
        (3, "[-1,2]", "[-1,2,3]"),
        (3, "[-1,2]", "[-1,2],[1,2]"),
        (3, "[-1,2]", "[-1,2147483648]"),
        (3, "[-3,6]", "[6,-3]"),
        (3, "[-3,6]", "[6,6]"),
        (3, "[-3,6]", "[1000000000000000000]"),
        (3, "\"r1c1\",\"r2c2\",\"r1c1\"", ""),
        (4, "[[1,2],[3,4]]", "[]"),
        (5, "\"start\":2", "\"start\":3"),
        (5, "\"start\":2", "\"start\":0"),
        (5, "\"accepting\":[1]", "\"accepting\":[0]"),
        (5, "\"accepting\":[1]", "\"accepting\":[3]"),
        (5, "[1,0]", "[1,3]"),
        (5, "[1,0]", "[1,-1]"),
        (5, "[1,0]", "[1]"),
        (5, "[[1,0],[1,2]]", "[]"),
        (6, "\"r2c1\"]", "\"r1c1\"]"),
        (6, "r2c1\",\"counts", "r3c1\",\"counts"),
        (6, ",\"teller\":\"r2c1\"", ""),
        (6, "[2,-1]", "[2]"),
        (6, "[2,-1]", "[2,-1,1]"),
        (6, "[2,-1]", "[2,1000000000000000000]"),
    ] {
        let wrong = good[form].replacen(from, to, 1);
        assert_ne!(wrong, good[form]);
        let error = ruled(&format!("[{wrong}]")).expect_err(&wrong);
        assert!(error.is_proof() && error.to_string().contains("byte "), "{wrong}: {error}");
    }
}

#[test]
fn rules_without_measure_are_refused() {
    // Each cell doubles the sums that there can be; each layer has all states of a large automaton.
    let cells = |count: usize| vec!["\"r1c1\""; count].join(",");
    let weights: Vec<_> = (0..30).map(|k| format!("[0,{}]", 1u64 << k)).collect();
    let (sum, weights) = (cells(30), weights.join(","));
    let sum = format!(r#"[{{"sum":[{sum}],"weights":[{weights}],"targets":[0]}}]"#);
    let states = 4000;
    let next: Vec<_> = (1..=states).map(|s| format!("[{s},{}]", s % states + 1)).collect();
    let (line, next) = (cells(8000), next.join(","));
    let line = format!(r#"[{{"line":[{line}],"start":1,"accepting":[1],"next":[{next}]}}]"#);
    for rules in [sum, line] {
        assert!(ruled(&rules).unwrap_err().to_string().contains("fewer states"));
    }
    // A target that is out of reach costs nothing.
    let far = r#"[{"sum":["r1c1"],"weights":[[1,2]],"targets":[999999999999999999]}]"#;
    assert_eq!(formula::size(&ruled(far).unwrap(), false), (9, 30));
}

#[test]
fn formulas_of_rules_are_written_as_documented() {
    let sum = r#"{"sum":["r1c1","r2c1"],"weights":[[1,2]],"targets":[3]}"#;
    let rest = r#"{"clauses":[[["r1c1",1],["r2c2",-2]]]},{"distinct":["r1c1","r2c2"]},
        {"pairs":[["r1c2","r2c1"]],"allowed":[[2],[1,2]]}"#;
    let statement = ruled(&format!("[{sum},{rest}]")).unwrap();
    let formula = Formula::of(&statement, None).unwrap();
    let found: Vec<_> = formula.clauses().skip(24).collect();
    // States 9 (nothing yet), 10 and 11 (worth 1, 2), 12 (worth 3).
    let expected: [&[i32]; 31] = [
        &[9],
        &[-9, -1, 10],
        &[-9, -2, 11],
        &[-10, -11],
        &[-10, -1, 9],
        &[-10, -2],
        &[-11, -1],
        &[-11, -2, 9],
        &[-9, 10, 11],
        &[-10, 9],
        &[-11, 9],
        &[-10, 1],
        &[-11, 2],
        &[-1, 9],
        &[-2, 9],
        &[-10, -5],
        &[-10, -6, 12],
        &[-11, -5, 12],
        &[-11, -6],
        &[-12, -5, 11],
        &[-12, -6, 10],
        &[-10, 12],
        &[-11, 12],
        &[-12, 10, 11],
        &[-12, 5, 6],
        &[-5, 11],
        &[-6, 10],
        &[1, -8],
        &[-1, -7],
        &[-2, -8],
        &[-3, -5],
    ];
    assert_eq!(found, expected);
    assert_eq!(formula::size(&statement, false), (12, 55));
}

#[test]
fn numbers_of_different_digits_are_written_as_documented() {
    let rule = r#"[{"nvalue":["r1c1","r1c2"],"teller":"r2c1","counts":[0,2]}]"#;
    let statement = ruled(rule).unwrap();
    let formula = Formula::of(&statement, None).unwrap();
    let found: Vec<_> = formula.clauses().skip(24).collect();
    // Which digits are there: 9, 10. Of the first one or more: 11; of both: 12, and two: 13.
    let expected: [&[i32]; 16] = [
        &[-1, 9],
        &[-3, 9],
        &[-9, 1, 3],
        &[-2, 10],
        &[-4, 10],
        &[-10, 2, 4],
        &[-9, 11],
        &[-11, 9],
        &[-11, 12],
        &[-10, 12],
        &[-12, 11, 10],
        &[-11, -10, 13],
        &[-13, 10],
        &[-13, 11],
        &[-5, -12],
        &[-6, 13],
    ];
    assert_eq!(found, expected);
    assert_eq!(formula::size(&statement, false), (13, 40));
    // Nothing is said of no cells but that the teller says so.
    let none = ruled(r#"[{"nvalue":[],"teller":"r2c1","counts":[3,0]}]"#).unwrap();
    assert_eq!(formula::size(&none, false), (13, 36));
    assert_eq!(Formula::of(&none, None).unwrap().len(), 36);
}

#[test]
fn formulas_are_written_as_documented() {
    let text = "{\"layout\":\"latin\",\"puzzle\":[[1,0],[0,[1]]]}";
    let statement = Statement::read(text.as_bytes()).unwrap();
    let mut file = Vec::new();
    formula::write(&statement, Some(&[0, 1, 1, 0]), &mut file).unwrap();
    let expected = "c variable = 4*(row-1) + 2*(column-1) + digit\np cnf 8 27\n\
        1 0\n7 0\n\
        1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n5 6 0\n-5 -6 0\n7 8 0\n-7 -8 0\n\
        1 3 0\n-1 -3 0\n2 4 0\n-2 -4 0\n5 7 0\n-5 -7 0\n6 8 0\n-6 -8 0\n\
        1 5 0\n-1 -5 0\n2 6 0\n-2 -6 0\n3 7 0\n-3 -7 0\n4 8 0\n-4 -8 0\n\
        -1 -4 -6 -7 0\n";
    assert_eq!(String::from_utf8(file).unwrap(), expected);
    assert_eq!(formula::size(&statement, true), (8, 27));
    assert_eq!(Formula::of(&statement, None).unwrap().len(), 26);
}

#[test]
fn grids_are_checked() {
    let statement = Statement::read(SMALL.as_bytes()).unwrap();
    let grid =
        |text: &str| -> Vec<usize> { text.bytes().map(|byte| usize::from(byte - b'1')).collect() };
    assert!(statement.check(&grid("1234341221434321")).is_ok());
    for wrong in ["123434122143432", "2134341221434321", "1234341221434331", "9234341221434321"] {
        assert!(statement.check(&grid(wrong)).unwrap_err().is_proof(), "{wrong}");
    }
}

/// The only grid of a 2×2 Latin square that begins with 1, and that there is no other.
fn one_grid() -> Certificate {
    let text = "{\"layout\":\"latin\",\"puzzle\":[[1,0],[0,[1]]]}";
    let mut steps = Steps::after(27);
    steps.push([], [1, 2, 12, 5, 20, 7, 27]);
    Certificate::new(text.into(), "nobody", Verdict::Unique, vec![vec![0, 1, 1, 0]], steps).unwrap()
}

/// The files of a certificate after a change of one, the manifest in agreement with it.
fn changed(certificate: &Certificate, name: &str, change: impl Fn(&mut Vec<u8>)) -> String {
    let mut files = certificate.files(Form::Text, false).unwrap();
    let (_, file) = files.iter_mut().find(|(found, _)| *found == name).unwrap();
    let before = sha256(file);
    change(file);
    let after = sha256(file);
    let (_, manifest) = files.last_mut().unwrap();
    *manifest = String::from_utf8(manifest.clone()).unwrap().replace(&before, &after).into_bytes();
    let files = files.iter().map(|(name, bytes)| (*name, bytes.as_slice()));
    verify_files(files).map_or_else(|error| error.to_string(), |_| "holds".into())
}

#[test]
fn formulas_are_those_of_the_puzzle_to_the_end() {
    let certificate = one_grid();
    assert_eq!(changed(&certificate, "formula.cnf", |_| {}), "holds");
    let longer = changed(&certificate, "formula.cnf", |file| file.extend(b"1 0\n"));
    assert!(longer.contains("more clauses"), "{longer}");
    let shorter = changed(&certificate, "formula.cnf", |file| file.truncate(file.len() - 12));
    assert!(shorter.contains("formula.cnf"), "{shorter}");
}

#[test]
fn two_solutions_are_not_the_same() {
    let made = |other: [usize; 4]| {
        let text = "{\"layout\":\"latin\",\"puzzle\":[[0,0],[0,0]]}";
        let solutions = vec![vec![0, 1, 1, 0], other.into()];
        let steps = Steps::after(0);
        Certificate::new(text.into(), "nobody", Verdict::Multiple, solutions, steps).unwrap()
    };
    let two = made([1, 0, 0, 1]);
    assert!(two.check().is_ok());
    assert_eq!(changed(&two, "solution.txt", |_| {}), "holds");
    let one = made([0, 1, 1, 0]);
    assert!(one.check().unwrap_err().to_string().contains("are the same"));
    let found = changed(&one, "solution.txt", |_| {});
    assert!(found.contains("are the same"), "{found}");
}
