//! Images and pages: what is printed where, what is refused, and the files that are written.

use std::fs;
use std::path::Path;

use crate::program::{Ran, command, file, satoku, satoku_on};

const FIRST: &str = "puzzles/9x9/first.txt";
const TWO: &str = "puzzles/9x9/two-solutions.txt";
const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn ok(args: &[&str]) -> Ran {
    let ran = satoku(args);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{args:?}");
    ran
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// How many pages a PDF has.
fn pages(bytes: &[u8]) -> usize {
    assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
    let text = String::from_utf8_lossy(bytes);
    text.matches("/Type /Page").count() - text.matches("/Type /Pages").count()
}

/// What the images of a text say in words.
fn descriptions(text: &str) -> Vec<String> {
    let parts = text.split("<desc>").skip(1).map(|part| part.split_once("</desc>").unwrap().0);
    parts
        .map(|text| text.replace("&quot;", "\"").replace("&gt;", ">").replace("&amp;", "&"))
        .collect()
}

/// The texts of one weight in an image.
fn texts(svg: &str, is_bold: bool) -> String {
    let groups = svg.split("<g font-size=").skip(1);
    let groups = groups.filter(|group| group.lines().next().unwrap().contains("bold") == is_bold);
    let texts = groups.flat_map(|group| group.split("</g>").next().unwrap().lines().skip(1));
    texts.map(|line| line.split_once('>').unwrap().1.trim_end_matches("</text>")).collect()
}

#[test]
fn an_image_says_the_puzzle() {
    let puzzle = "2.1.....3..4.... # layout=2x2+disjoint rule=cage 5 r1c1 r1c2";
    for text in [LINE, puzzle] {
        let ran = ok(&["convert", "--output", "svg", text]);
        let said = descriptions(&ran.out);
        assert_eq!(said.len(), 1);
        assert_eq!(ok(&["convert", "--output", "line", &said[0]]).out.trim(), text);
        let givens: String = text.split('#').next().unwrap().replace(['.', ' '], "");
        assert_eq!(texts(&ran.out, true), givens);
    }
}

#[test]
fn answers_are_drawn() {
    let solution = ok(&["solve", LINE]).out;
    let svg = ok(&["solve", "--output", "svg", LINE]).out;
    let added = LINE.chars().zip(solution.chars()).filter(|(given, _)| *given == '.');
    assert_eq!(texts(&svg, false), added.map(|(_, digit)| digit).collect::<String>());
    assert_eq!(texts(&svg, true), LINE.replace('.', ""));
    // No solution: the puzzle, and the word.
    let ran = satoku(&["solve", "--output", "svg", &LINE.replacen("53", "55", 1)]);
    assert_eq!((ran.status, texts(&ran.out, false).as_str()), (1, "none"));
    // The backbone: digits where there is one, nothing elsewhere.
    let svg = ok(&["candidates", "--backbone", "--output", "svg", TWO]).out;
    let line = ok(&["candidates", "--backbone", "--output", "line", TWO]).out;
    let digits = line.chars().filter(char::is_ascii_digit).count();
    assert_eq!(texts(&svg, true).len() + texts(&svg, false).len(), digits);
    // Generated puzzles and images of puzzles.
    for args in [
        &["generate", "--seed", "1"][..],
        &["transform", "--op", "rot90", LINE],
        &["minimize", LINE],
    ] {
        let line = ok(&[args, &["--output", "line"]].concat()).out;
        let svg = ok(&[args, &["--output", "svg"]].concat()).out;
        assert_eq!(descriptions(&svg), [line.trim()], "{args:?}");
    }
    let full = ok(&["generate", "--full", "--seed", "1", "--output", "svg"]).out;
    let line = ok(&["generate", "--full", "--seed", "1", "--output", "line"]).out;
    assert_eq!(texts(&full, false), line.trim());
}

#[test]
fn marks_are_drawn_as_they_are_written() {
    for marks in ["plain", "basic", "true"] {
        let args = ["candidates", "--marks", marks, "--output"];
        let rows = ok(&[&args[..], &["json", TWO]].concat()).out;
        let svg = ok(&[&args[..], &["svg", TWO]].concat()).out;
        let digits = |text: &str| {
            let mut digits: Vec<_> = text.chars().filter(char::is_ascii_digit).collect();
            digits.sort_unstable();
            digits
        };
        let drawn = texts(&svg, true) + &texts(&svg, false);
        assert_eq!(digits(&drawn), digits(&rows), "{marks}");
    }
}

#[test]
fn books_are_written_to_files() {
    let dir = tempfile::tempdir().unwrap();
    let list = file(dir.path(), "list.txt", format!("{LINE}\n").repeat(5));
    let out = dir.path().join("book.pdf");
    let name = out.to_str().unwrap();
    for (more, wanted) in [
        (&["--per-page", "4"][..], 2),
        (&["--per-page", "1"], 5),
        (&["--per-page", "4", "--solutions", "end"], 3),
        (&["--paper", "a5", "--title", "<&\"", "--solutions", "none"], 5),
    ] {
        let args = [&["convert", "--output", "pdf", "-o", name, &list], more].concat();
        assert_eq!(ok(&args).out, "");
        let once = fs::read(&out).unwrap();
        assert_eq!(pages(&once), wanted, "{more:?}");
        ok(&args);
        assert_eq!(fs::read(&out).unwrap(), once, "{more:?}");
        // The same on standard output.
        let args = [&["convert", "--output", "pdf", &list], more].concat();
        assert_eq!(command(&args).output().unwrap().stdout, once);
    }
    assert_eq!(names(dir.path()), ["book.pdf", "list.txt"]);
    let html = ok(&["solve", "--output", "html", "--per-page", "2", &list]).out;
    assert_eq!((html.matches("<svg ").count(), descriptions(&html).len()), (3, 5));
    assert_eq!(html.matches("<svg ").count(), html.matches("</svg>").count());
}

#[test]
fn images_of_several_go_into_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    let list = file(dir.path(), "list.txt", format!("{LINE}\n").repeat(12));
    let ran = satoku(&["convert", "--output", "svg", &list]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("-o FOLDER/"), "{}", ran.err);
    let folder = format!("{}/images/", dir.path().display());
    ok(&["convert", "--output", "svg", "-o", &folder, &list]);
    let found = names(Path::new(&folder));
    assert_eq!((found.len(), &*found[0], &*found[11]), (12, "01.svg", "12.svg"));
    // One is a file.
    let one = dir.path().join("one.svg");
    ok(&["convert", "--output", "svg", "-o", one.to_str().unwrap(), FIRST]);
    let ran = satoku(&["convert", "--output", "pdf", "-o", &folder, &list]);
    assert!(ran.status == 2 && ran.err.contains("is a folder"), "{}", ran.err);
}

#[test]
fn an_input_is_never_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let list = file(dir.path(), "1.svg", format!("{LINE}\n"));
    let folder = dir.path().to_str().unwrap();
    for (form, out) in [("html", list.as_str()), ("svg", &list), ("svg", folder)] {
        let ran = satoku(&["convert", "--output", form, "-o", out, &list]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{form} {out}");
        assert!(ran.err.contains("is an input"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&list).unwrap(), format!("{LINE}\n"));
    }
    // Where it cannot be written, nothing is left of it.
    let out = dir.path().join("none/book.pdf");
    let ran = satoku(&["convert", "--output", "pdf", "-o", out.to_str().unwrap(), &list]);
    assert_eq!(ran.status, 2);
    assert_eq!(names(dir.path()), ["1.svg"]);
}

/// A bad record among puzzles ends with the status and the message that it has in text.
#[test]
fn bad_records_are_told_and_the_rest_is_printed() {
    let text = format!("{LINE}\n53..7\n{LINE}\n");
    for command in ["convert", "solve", "candidates", "minimize"] {
        let wanted = satoku_on(&[command], &text);
        let ran = satoku_on(&[command, "--output", "html"], &text);
        assert_eq!((ran.status, &ran.err), (wanted.status, &wanted.err), "{command}");
        assert_eq!(descriptions(&ran.out).len(), 2, "{command}");
        assert!(ran.out.contains(">No. 1<") && ran.out.contains(">No. 3<"), "{command}");
    }
    let ran = satoku_on(&["convert", "--output", "pdf"], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("no puzzle found"), "{}", ran.err);
}

#[test]
fn puzzles_keep_their_ids() {
    let text = format!("id,puzzle\nHard & <fast>,{LINE}\n");
    let ran = satoku_on(&["convert", "--output", "svg"], &text);
    assert!(ran.out.contains(">No. 1 – Hard &amp; &lt;fast&gt;<"), "{}", ran.out);
}

#[test]
fn solutions_that_are_not_there_are_told() {
    let args = ["convert", "--output", "html", "--solutions", "end"];
    let ran = satoku(&[&args[..], &[TWO]].concat());
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("#1: printed without its solution: several solutions"), "{}", ran.err);
    assert!(ran.out.contains(">several solutions<"), "{}", ran.out);
    // What the source says is printed as it is.
    let solved = ok(&["solve", "--output", "csv", FIRST]).out;
    let ran = satoku_on(&args, &solved);
    assert_eq!((ran.status, descriptions(&ran.out).len()), (0, 2), "{}", ran.err);
}

/// What was drawn by us is read by others.
#[test]
#[ignore = "needs the programs pdftotext and qpdf"]
fn outside_pdftotext_reads_the_givens() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("book.pdf");
    let name = out.to_str().unwrap();
    ok(&["solve", "--output", "pdf", "--title", "Ελληνικά", "-o", name, FIRST]);
    let run = |program: &str, args: &[&str]| {
        let ran = std::process::Command::new(program).args(args).output().unwrap();
        assert!(ran.status.success(), "{program}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    run("qpdf", &["--check", name]);
    let text = run("pdftotext", &["-layout", name, "-"]);
    let solution = ok(&["solve", FIRST]).out;
    assert!(text.trim_start().starts_with("Ελληνικά"), "{text}");
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, solution.trim());
}
