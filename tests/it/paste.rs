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
        &LINE[1..],
        &format!("{LINE}1"),
        &LINE.replacen("..", ".@", 1),
    ] {
        assert!(format::parse(text).is_err(), "{text}");
    }
}
