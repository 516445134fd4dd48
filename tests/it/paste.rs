//! Texts as people paste them, a file for each form in `tests/paste`: all hold the same puzzle.

use satoku::format::{self, ReadOptions};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Letters in place of digits: the puzzle is another, with the same solution up to names.
const LETTERS: &[&str] = &["wordoku.txt", "wordoku-line.txt"];

fn texts() -> Vec<(String, String)> {
    let dir = crate::data::root().join("tests/paste");
    let mut texts: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    texts.sort();
    texts
}

#[test]
fn pasted_texts_are_read() {
    let expected = format::parse(LINE).unwrap();
    let texts = texts();
    assert!(texts.len() > 20);
    for (name, text) in texts {
        let puzzle = format::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        if LETTERS.contains(&&*name) {
            assert!(puzzle.is_unique().unwrap() && puzzle.givens() == 30, "{name}");
        } else {
            assert_eq!(puzzle, expected, "{name}: {puzzle}");
        }
    }
}

/// The rows of the puzzle, cells joined, `blank` for an empty one.
fn rows(blank: &str, join: &str) -> Vec<String> {
    let cells: Vec<char> = LINE.chars().collect();
    let cell = |c: &char| if *c == '.' { blank.to_owned() } else { c.to_string() };
    cells.chunks(9).map(|row| row.iter().map(cell).collect::<Vec<_>>().join(join)).collect()
}

#[test]
fn tables_have_headers_and_labels_and_leave_out_ends() {
    let numbers: Vec<String> = (1..=9).map(|n| n.to_string()).collect();
    let table = |header: &str, rows: &[String], rule: &str| {
        format!("| {header} |\n{rule}\n| {} |\n", rows.join(" |\n| "))
    };
    let rule = format!("|{}", "---|".repeat(9));
    let bars = rows(" ", " | ");
    let labelled: Vec<String> =
        numbers.iter().zip(rows("", "\t")).map(|(n, row)| format!("{n}\t{row}")).collect();
    let trimmed = rows("", "\t").join("\n").replace("\t\t\n", "\n").replace("\t\n", "\n");
    let quoted = format!("> {}\n", rows(" ", "").join("\n> "));
    let expected = format::parse(LINE).unwrap();
    for text in [
        table(&["  "; 9].join(" | "), &bars, &rule),
        table(&numbers.join(" | "), &bars, &rule),
        format!("\t{}\n{}\n", numbers.join("\t"), labelled.join("\n")),
        trimmed + "\n",
        rows("", ";").join(";\n") + ";\n",
        quoted,
        format!("# layout=3x3\n+{LINE}\n"),
    ] {
        let puzzle = format::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(puzzle, expected, "{text}");
    }
}

#[test]
fn layouts_stay_where_letters_are_corrected() {
    let mistaken = LINE.replace('.', "O");
    let options = ReadOptions { ocr: true, ..ReadOptions::default() };
    for text in [
        format!("# layout=3x3+windoku\n{mistaken}\n"),
        format!("{mistaken} # layout=3x3+windoku\n"),
        format!("{{\"puzzle\":\"{mistaken}\",\"layout\":\"3x3+windoku\"}}"),
    ] {
        let puzzle = format::parse_with(&text, &options).unwrap();
        assert_eq!(puzzle.layout().name(), "3x3+windoku", "{text}");
        assert_eq!(puzzle.givens(), 30, "{text}");
    }
}

#[test]
fn letters_of_character_recognition_are_read_where_asked_for() {
    let mistaken = LINE.replace('.', "O").replace('1', "l").replace('5', "S");
    let error = format::parse(&mistaken).unwrap_err().to_string();
    assert!(error.starts_with("line 1"), "{error}");
    let options = ReadOptions { ocr: true, ..ReadOptions::default() };
    let puzzle = format::parse_with(&mistaken, &options).unwrap();
    assert_eq!(puzzle, format::parse(LINE).unwrap());
}

#[test]
fn what_is_no_puzzle_stays_none() {
    for text in [
        "hello world\n",
        "- one\n- two\n- three\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "a,b,c,d\n1,2,3,4\n",
        "<html><body>53..7</body></html>\n",
        &format!("{LINE}\nno puzzle\n{LINE}\n"),
        &format!("no puzzle\n{LINE}\n"),
        &format!("# layout=nonsense\n{LINE}\n"),
        "1.....3..4.....2\nAABBAABBCCBDCCDD\n",
        "AABB\nAABB\nCCDD\nCCDD\n",
        "1... ..3. .4.. ...2\nAABB AABB CCDD CCDD\n",
        &format!("windoku {LINE}\n"),
        &format!("```layout=3x3+windoku\n{}\n```\n", rows(".", "").join("\n")),
        &format!("<opensudoku><game data='{LINE}'/><game data=\"{LINE}\"/></opensudoku>\n"),
        &format!("{}\n", rows("x", "").join("\n").replace(|c: char| c.is_ascii_digit(), "A")),
        &LINE[1..],
        &format!("{LINE}1"),
        &LINE.replacen("..", ".@", 1),
    ] {
        assert!(format::parse(text).is_err(), "{text}");
    }
}

/// What `SumoCue` says beside digits: regions, diagonals, cages.
#[test]
fn sumocue_has_regions_diagonals_and_cages() {
    let jigsaw =
        "ABBBBBCCCAAAAABCDDAAAEBBCDDEEEEEBCCDEFFFFCCDDEGFFFHHDIEGGGFHIDIGGHHFHIIIGGGHHHIII";
    let cells = jigsaw.chars().map(|c| format!("=0J{}", c as u32 - 'A' as u32));
    let text = format!("SumoCueV1D\n{}\n", cells.collect::<String>());
    let puzzle = format::parse(&text).unwrap();
    let expected = format!("{} # layout=regions={jigsaw}+diagonals", ".".repeat(81));
    assert_eq!(puzzle, format::parse(&expected).unwrap());

    // Two cages of two cells in the first row, every other cell a cage of its own sum.
    let mut cells: Vec<String> = (0..81).map(|_| "=5".to_owned()).collect();
    (cells[0], cells[1]) = ("=15".into(), "+0".into());
    (cells[2], cells[11]) = ("=3".into(), "+2".into());
    let puzzle = format::parse(&format!("SumoCueV1{}", cells.concat())).unwrap();
    assert_eq!((puzzle.rules().len(), puzzle.givens()), (79, 0));
    let text = puzzle.to_string();
    assert!(text.contains("cage 15 r1c1 r1c2") && text.contains("cage 3 r1c3 r2c3"), "{text}");
    for wrong in ["=9J9", "=x", "=12J1"] {
        let text = format!("SumoCueV1{wrong}{}", "=0J0".repeat(80));
        assert!(format::parse(&text).is_err(), "{wrong}");
    }
}
