use super::formula::Clauses;
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
        ("5 1 0 1 2 3 0\n6 0 5 3 4 0\n", "hints follow the contradiction"),
        ("5 1 0 1 1 0\n", "clause 1 is not unit"),
        ("5 1 -1 0 1 2 0\n", "a literal and its negation"),
        ("5 1 0 6 0\n", "there is no clause 6"),
        ("5 1 0 5 0\n", "there is no clause 5"),
        ("5 1 0 0\n", "lead to no contradiction"),
        ("4 1 0 1 2 0\n", "number 4 does not rise"),
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", "number 5 does not rise"),
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
