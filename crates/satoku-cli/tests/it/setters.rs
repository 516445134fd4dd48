//! Puzzles in the forms of setters' programs: read, written, and what is passed over of them.

use crate::program::{Ran, file, satoku};

const CAGES: &str = "puzzles/variants/cage.json";

fn run(args: &[&[&str]]) -> Ran {
    satoku(&args.concat())
}

#[test]
fn links_are_written_and_are_arguments() {
    let plain = satoku(&["solve", "--output", "line", CAGES]).out;
    for form in ["fpuzzles", "fpuzzles-url"] {
        let written = satoku(&["convert", "--output", form, CAGES]);
        assert_eq!(written.status, 0, "{}", written.err);
        let link = written.out.trim();
        assert_eq!(satoku(&["solve", "--output", "line", link]).out, plain, "{link}");
        let dir = tempfile::tempdir().unwrap();
        let record = file(dir.path(), "a.jsonl", format!("{{\"fpuzzles\":\"{link}\"}}\n"));
        assert_eq!(satoku(&["unique", &record]).out, "unique\n");
    }
    for form in ["iss", "iss-url"] {
        let written = satoku(&["convert", "--output", form, CAGES]);
        assert_eq!(written.status, 0, "{}", written.err);
        let dir = tempfile::tempdir().unwrap();
        let string = file(dir.path(), "a.txt", written.out);
        assert_eq!(satoku(&["solve", "--output", "line", &string]).out, plain);
    }
    let id = satoku(&["unique", "https://f-puzzles.com/?id=abc"]);
    assert!(id.status == 2 && id.err.contains("?id="), "{}", id.err);
}

/// Several puzzles in one file come back one by one.
#[test]
fn several_puzzles_are_written_and_read_in_every_form() {
    let puzzles = [CAGES, "puzzles/variants/thermometer.json", "puzzles/variants/sandwich.json"];
    let plain = satoku(&[&["solve", "--output", "line"][..], &puzzles].concat()).out;
    assert_eq!(plain.lines().count(), 3);
    let forms =
        ["line", "grid", "pretty", "json", "csv", "fpuzzles", "fpuzzles-url", "iss", "iss-url"];
    for form in forms {
        let written = satoku(&[&["convert", "--output", form][..], &puzzles].concat());
        assert_eq!(written.status, 0, "{form}: {}", written.err);
        let dir = tempfile::tempdir().unwrap();
        let again = file(dir.path(), "a.txt", written.out);
        assert_eq!(satoku(&["solve", "--output", "line", &again]).out, plain, "{form}");
    }
}

#[test]
fn rules_that_a_form_has_not_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let puzzle =
        file(dir.path(), "sum.txt", "1.....3..4.....2 # rule=sum 5 r1c1 r2c3\n1.....3..4.....2\n");
    let ran = satoku(&["convert", "--output", "fpuzzles", &puzzle]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("sum 5 r1c1 r2c3: f-puzzles holds no rule"), "{}", ran.err);
    assert!(ran.out.starts_with("error: ") && ran.out.contains("\nN4Ig"), "{}", ran.out);
}

#[test]
fn what_is_passed_over_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let row = "[{},{},{},{}]";
    let grid = format!("[[{{\"value\":1,\"given\":true}},{{}},{{}},{{}}],{row},{row},{row}]");
    let unknown = file(dir.path(), "a.json", format!("{{\"grid\":{grid},\"chess\":true}}"));
    let ran = satoku(&["count", &unknown]);
    assert!(ran.status == 2 && ran.err.contains("key \"chess\" is not known"), "{}", ran.err);
    let drawing = file(dir.path(), "b.json", format!("{{\"cells\":{grid},\"lines\":[{{}}]}}"));
    for (args, part) in [(&["--ignore", "chess", &*unknown][..], "chess"), (&[&*drawing], "1 line")]
    {
        for command in ["count", "solve", "unique", "explain", "candidates"] {
            let told = format!("#1: not read, and may be rules: {part}\n");
            let text = run(&[&[command], args]);
            assert!(text.status == 3 && text.err.contains(&told), "{command}: {}", text.err);
            let json = run(&[&[command, "--json"], args]);
            let told = format!("\"ignored\":[\"{part}\"]");
            assert!(json.status == 3 && json.out.contains(&told), "{command}: {}", json.out);
        }
        let converted = run(&[&["convert", "--output", "line"], args]);
        assert_eq!(converted.status, 0, "{}", converted.err);
        assert!(converted.out.starts_with("1...............") && !converted.err.is_empty());
        let encoded = run(&[&["encode"], args]);
        assert!(encoded.err.contains("not read, and may be rules"), "{}", encoded.err);
    }
}
