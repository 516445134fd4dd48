//! What a file says beside its puzzles: solutions, names, symbols.

use crate::program::{Ran, file, satoku, satoku_on};

const PUZZLE: &str =
    "...15..7.1.6...82.3..86..4.9..4..567..47.83..732..6..4.4..81..9.17...2.8.5..37...";
const SOLVED: &str =
    "428159673196374825375862941981423567564718392732596184243681759617945238859237416";

/// The solution with two digits exchanged.
fn wrong() -> String {
    SOLVED
        .chars()
        .map(|c| {
            if c == '1' {
                '2'
            } else if c == '2' {
                '1'
            } else {
                c
            }
        })
        .collect()
}

/// Texts with the puzzle and a solution.
fn texts(solution: &str) -> [String; 4] {
    [
        format!("{PUZZLE},{solution}\n"),
        format!("{PUZZLE} {solution} easy\n"),
        format!("id,puzzle,solution\n7,{PUZZLE},{solution}\n"),
        format!("{{\"id\":\"7\",\"puzzle\":\"{PUZZLE}\",\"solution\":\"{solution}\"}}\n"),
    ]
}

/// Of extra cells the solution may say nothing.
#[test]
fn extra_cells_may_be_left_out() {
    let puzzle =
        ".Shape~4x4.Var~A~~1.Cage~4~R1C1~VA1.~R1C1_1~R1C2_2~R1C3_3~R2C1_3~R2C3_1~R3C1_2~R3C2_1";
    for (solution, command, status, out, wrong) in [
        ("1234341221434321", "unique", 0, "unique", false),
        ("1234341243212143", "unique", 1, "unique", false),
        ("1234341221434321", "check", 1, "the extra cells are not given", false),
        ("1111111111111111", "check", 1, "invalid: row 1 has 1 twice", false),
        ("12343412214343213", "check", 0, "valid", false),
        ("12343412214343212", "check", 1, "invalid: cage 4 r1c1 r5c1 does not hold", false),
    ] {
        let text = format!("{{\"input\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n");
        let ran = satoku_on(&[command], &text);
        assert!(ran.out.contains(out), "{command} {solution}: {} {}", ran.out, ran.err);
        assert_eq!((ran.status, ran.err.contains("not the only one")), (status, wrong));
    }
}

/// What only extra cells tell apart.
#[test]
fn another_grid_may_need_other_extra_cells() {
    let puzzle = ".Shape~4x4.Var~A.~VA_3.Cage~4~R1C1~VA1.~R1C2_2~R1C4_4~R2C2_4~R2C4_2~R3C1_2~R3C2_1\
                  ~R3C3_4~R3C4_3~R4C1_4~R4C2_3~R4C3_2~R4C4_1";
    for (solution, wrong) in [("1234341221434321", false), ("3214143221434321", true)] {
        let text = format!("{{\"input\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n");
        let ran = satoku_on(&["unique"], &text);
        assert!(ran.out.contains("unique"), "{} {}", ran.out, ran.err);
        assert_eq!(ran.err.contains("not the only one"), wrong, "{}", ran.err);
    }
}

/// What stands in the grid alone may be wrong.
#[test]
fn grids_without_extra_cells_are_compared() {
    let puzzle = ".Shape~4x4.Var~A~~1.Cage~4~R1C1~VA1.Thermo~R1C1~R1C2.~R1C1_1~R1C2_2~R1C3_3";
    for (solution, wrong) in [
        ("1234341221434321", None),
        ("1111111111111111", Some("row 1 has 1 twice")),
        ("1243341221344321", Some("r1c3 may not be 4")),
        ("2143432112343412", Some("r1c1 may not be 2")),
    ] {
        let text = format!("{{\"input\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n");
        for command in ["solve", "count", "explain", "convert", "candidates"] {
            let ran = satoku_on(&[command], &text);
            assert_eq!(
                ran.err.contains("solution given"),
                wrong.is_some(),
                "{command} {}",
                ran.err
            );
            assert!(wrong.is_none_or(|wrong| ran.err.contains(wrong)), "{command} {}", ran.err);
        }
    }
}

#[test]
fn solutions_given_are_compared() {
    let commands: &[&[&str]] = &[
        &["solve"],
        &["solve", "--all"],
        &["solve", "--json"],
        &["count"],
        &["unique"],
        &["convert"],
        &["explain"],
    ];
    for command in commands {
        for text in texts(SOLVED) {
            let ran = satoku_on(command, &text);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command:?} {text}");
        }
        for text in texts(&wrong()) {
            let ran = satoku_on(command, &text);
            let message =
                "satoku: standard input: #1: the solution given is wrong: r1c4 may not be 2";
            assert_eq!(ran.status, 1, "{command:?} {text}: {}", ran.err);
            assert!(ran.err.contains(message), "{command:?}: {}", ran.err);
        }
    }
    for text in texts(SOLVED) {
        assert_eq!(satoku_on(&["check"], &text).out, "valid\n", "{text}");
    }
    for text in texts(&wrong()) {
        let ran = satoku_on(&["check"], &text);
        assert_eq!((ran.status, ran.out.as_str()), (1, "invalid: r1c4 may not be 2\n"), "{text}");
    }
}

/// Among many plain lines one that is wrong is found.
#[test]
fn solutions_given_are_compared_by_the_thousand() {
    let good = format!("{PUZZLE},{SOLVED}\n");
    let text = good.repeat(300) + &format!("{PUZZLE},{}\n", wrong()) + &good.repeat(300);
    let ran = satoku_on(&["solve"], &text);
    assert_eq!(ran.out, format!("{SOLVED}\n").repeat(601));
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("#301: the solution given is wrong"), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1);
}

#[test]
fn csv_has_solutions() {
    let row = format!("puzzle,solution\n{PUZZLE},{SOLVED}\n");
    let with_id = format!("puzzle,solution,id\n{PUZZLE},{SOLVED},7\n");
    for text in texts(SOLVED) {
        let row = if text.starts_with("id,") { &with_id } else { &row };
        assert_eq!(satoku_on(&["convert", "--output", "csv"], &text).out, *row, "{text}");
    }
    let made = satoku(&["generate", "--seed", "1", "-n", "3", "--output", "csv"]);
    assert_eq!(satoku_on(&["check"], &made.out).out, "valid\n".repeat(3), "{}", made.out);
    let solutions = satoku_on(&["solve"], &made.out).out;
    for (line, solution) in made.out.lines().skip(1).zip(solutions.lines()) {
        assert_eq!(line.split_once(',').unwrap().1, solution);
    }
}

#[test]
fn json_has_puzzle_and_id() {
    for (k, text) in texts(SOLVED).iter().enumerate() {
        for command in ["solve", "unique", "count", "convert", "explain", "candidates"] {
            let ran = satoku_on(&[command, "--json"], text);
            let object: serde_json::Value = serde_json::from_str(ran.out.trim()).unwrap();
            assert_eq!(object["puzzle"], PUZZLE, "{command}: {}", ran.out);
            let id = if k < 2 { serde_json::Value::Null } else { "7".into() };
            assert_eq!(object["id"], id, "{command}: {}", ran.out);
        }
    }
    // What was printed is read again, the puzzle as a puzzle.
    let json = satoku_on(&["solve", "--json"], format!("{PUZZLE}\n")).out;
    assert_eq!(satoku_on(&["check"], &json).out, "valid\n");
    assert_eq!(satoku_on(&["convert", "--output", "line"], &json).out, format!("{PUZZLE}\n"));
}

/// The 16×16 of the repository in its three ways to be written.
fn sixteen() -> [(&'static str, String, String); 3] {
    let ran = satoku(&["convert", "--output", "line", "puzzles/16x16/minimal.txt"]);
    let line = ran.out.lines().next().unwrap().to_owned();
    let solved = satoku_on(&["solve"], format!("{line}\n")).out.trim().to_owned();
    let shift = |text: &str, first: u32| -> String {
        let symbol = |c: char| match c.to_digit(36) {
            Some(n) => char::from_digit(n - 1 + first, 36).unwrap().to_ascii_uppercase(),
            None => c,
        };
        text.chars().map(symbol).collect()
    };
    [("one", 1), ("zero", 0), ("letters", 10)]
        .map(|(name, first)| (name, shift(&line, first), shift(&solved, first)))
}

#[test]
fn symbols_come_back_as_they_went_in() {
    for (name, line, solved) in sixteen() {
        let solve = |args: &[&str], text: &str| -> Ran {
            let ran = satoku_on(&[&["solve"], args].concat(), text);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{name}: {}", ran.out);
            ran
        };
        let text = format!("{line}\n");
        assert_eq!(solve(&[], &text.repeat(3)).out, format!("{solved}\n").repeat(3), "{name}");
        assert_eq!(solve(&["--all"], &text).out, format!("1 {solved}\n"));
        assert_eq!(
            solve(&["--output", "csv"], &text).out,
            format!("puzzle,solution\n{line},{solved}\n")
        );
        let json: serde_json::Value = serde_json::from_str(&solve(&["--json"], &text).out).unwrap();
        assert_eq!((&json["puzzle"], &json["solution"]), (&line.into(), &solved.clone().into()));
        assert_eq!(json["symbols"].as_str(), Some(name).filter(|name| *name != "one"));
        for form in ["grid", "pretty", "json", "csv"] {
            let grid = solve(&["--output", form], &text).out;
            if form != "csv" {
                assert_eq!(satoku_on(&["check"], &grid).out, "valid\n", "{name} {form}: {grid}");
            }
        }
        for command in [&["minimize"][..], &["transform", "--op", "rot90"], &["convert"]] {
            let out = satoku_on(command, &text).out;
            let back = satoku_on(&["convert", "--json"], &out).out;
            let json: serde_json::Value = serde_json::from_str(back.trim()).unwrap();
            assert_eq!(json["symbols"].as_str(), Some(name).filter(|name| *name != "one"), "{out}");
            assert_eq!(satoku_on(&["unique"], &out).out, "unique\n", "{command:?} {name}: {out}");
        }
    }
}

#[test]
fn symbols_that_tell_nothing_are_assumed_aloud() {
    let [_, (_, zero, _), _] = sixteen();
    let open: String = zero.chars().map(|c| if "0".contains(c) { '.' } else { c }).collect();
    let ran = satoku_on(&["convert"], format!("{open}\n{open}\n"));
    assert_eq!(ran.out, format!("{open} # symbols=one\n").repeat(2));
    let message =
        "satoku: standard input: the symbols could be 1-9, A-G or 0-9, A-F: read as 1-9, A-G";
    assert!(ran.err.starts_with(message) && ran.err.lines().count() == 1, "{}", ran.err);
    for symbols in ["one", "zero"] {
        let ran = satoku_on(&["convert", "--symbols", symbols], format!("{open}\n"));
        assert_eq!(ran.err, "", "{symbols}");
        assert_eq!(ran.out, format!("{open} # symbols={symbols}\n"));
    }
}

/// What another program wrote is not half read.
#[test]
fn other_programs_puzzles_are_no_plain_sudoku() {
    let cages = r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#;
    let load =
        "N4IgzglgXgpiBcBOANCALhNAbO8QBUALGAWwEMUBXCSqgewDtDKJkBrGAJwGMYB3MgAdsYRqHoATCjwQBtUJQbM4";
    for text in [
        format!("{{\"puzzle\":\"{PUZZLE}\",{cages}}}\n"),
        format!("{{\"fpuzzles\":\"{load}\",\"solution\":\"{SOLVED}\"}}\n"),
        format!("{load} {SOLVED}\n"),
        format!("{load},{SOLVED}\n"),
        format!("fpuzzles{load}\t{SOLVED}\n{load}\t{SOLVED}\n"),
        format!("https://f-puzzles.com/?load={load} {SOLVED}\n"),
        format!("puzzle,solution\n{load},{SOLVED}\n"),
        format!("fpuzzles,solution\n{load},{SOLVED}\n"),
        format!("scl{load}\n{SOLVED}\n"),
    ] {
        let ran = satoku_on(&["solve"], &text);
        assert_eq!(ran.status, 2, "{text}: {}", ran.out);
        assert!(!ran.out.starts_with(SOLVED), "{text}: {}", ran.out);
    }
}

/// A table stays one: what its rows say beside the puzzle comes along.
#[test]
fn columns_of_tables_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let rows = "id,puzzle,\"level, told\",solution\n\
                a,1.....3..4.....2,\"hard, they say\",1324423124133142\n\
                b,oops,easy,\n\
                c,1234............,,\n";
    let first = file(dir.path(), "first.csv", rows);
    let solved = satoku(&["solve", "--output", "csv", &first]);
    let lines: Vec<_> = solved.out.lines().collect();
    assert_eq!(lines[0], "puzzle,solution,id,\"level, told\"");
    assert_eq!(lines[1], "1.....3..4.....2,1324423124133142,a,\"hard, they say\"");
    assert!(lines[2].starts_with("error: "), "{}", solved.out);
    assert!(
        lines[3].starts_with("1234............,1234") && lines[3].ends_with(",c,"),
        "{lines:?}"
    );
    // What is printed is read, with all of it.
    let read = satoku_on(&["convert", "--output", "csv"], format!("{}\n{}\n", lines[0], lines[1]));
    assert_eq!(read.out, format!("{}\n{}\n", lines[0], lines[1]));
    // The first file names the columns; of others those of the same names are taken.
    let second = file(dir.path(), "second.csv", "puzzle;stars;id\n1.....3..4.....2;5;d\n");
    let both = satoku(&["convert", "--output", "csv", &first, &second]);
    assert!(both.out.ends_with("\n1.....3..4.....2,,d,\n"), "{}", both.out);
    assert!(
        both.err.contains("second.csv: columns that the first file has not are left out: stars")
    );
    // A file without columns has none.
    let plain = satoku(&["convert", "--output", "csv", "puzzles/9x9/first.txt"]);
    assert!(plain.out.starts_with("puzzle,solution\n"), "{}", plain.out);
    let nothing = satoku(&["convert", "--output", "csv", "missing"]);
    assert_eq!((nothing.status, nothing.out.as_str()), (2, "puzzle,solution\n"));
}
