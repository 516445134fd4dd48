//! Shards of a run, merged; runs that were killed, resumed.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::program::{command, file, satoku, satoku_on};

/// Puzzles of all sorts: plain lines, others, one that cannot be read, remarks.
pub(crate) fn puzzles(many: usize) -> String {
    let some = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8\n",
        "# a remark\n",
        "11...............................................................................\n",
        "1..............4 # layout=2x2+diagonals\n",
        "...15..7.1.6...82.3..86..4.9..4..567..47.83..732..6..4.4..81..9.17...2.8.5..37... # easy\n",
        "nonsense\n",
    ];
    let (mut text, mut state) = (String::new(), 7_usize);
    for _ in 0..many {
        state = (state * 5 + 3) % 8191;
        text += some[state % some.len()];
    }
    text
}

/// The same without what differs from run to run.
fn without_times(text: &str) -> String {
    let cut = |line: &str| match line.split_once("\"time_us\":") {
        Some((before, after)) => {
            format!("{before}{}\n", after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => format!("{line}\n"),
    };
    text.lines().map(cut).collect()
}

/// Merges the shards of a run; the answers and what was said.
fn merged(dir: &Path, args: &[&str], of: usize) -> String {
    let mut parts = Vec::new();
    for number in (1..=of).rev() {
        let shard = format!("{number}/{of}");
        let part = dir.join(format!("part-{number}")).to_str().unwrap().to_owned();
        let ran = satoku(&[args, &["--quiet", "--shard", &shard, "-o", &part]].concat());
        assert!(ran.out.is_empty(), "{}", ran.out);
        parts.push(part);
    }
    let parts: Vec<_> = parts.iter().map(String::as_str).collect();
    let ran = satoku(&[&["merge"][..], &parts].concat());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{args:?}");
    ran.out
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_shards_merged_are_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(3000));
    let more = file(dir.path(), "b.txt", puzzles(50));
    let first =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let plain = file(dir.path(), "c.txt", first.repeat(45));
    for args in [
        &["solve", &lines, &more][..],
        &["unique", &lines],
        &["unique", "--json", &lines, &more],
        &["count", "--limit", "5", "--json", &lines],
        &["check", &more],
        &["convert", "--output", "line", &more],
        &["minimize", "--output", "line", &more],
        &["explain", "--json", &more],
        &["candidates", "--json", &more],
        &["rate", &more],
        &["rate", "--json", &more],
        &["steps", "--json", "--until", "1.5", &more],
        &["hint", "--json", "--level", "2", &more],
        &["transform", "--random", "--seed", "4", "--output", "line", &more],
        &["transform", "--canonical", "--json", &plain],
        &["transform", "--canonical", &plain],
        &["generate", "--seed", "3", "--count", "700"],
        &["generate", "--seed", "3", "--count", "25", "--json"],
        &["generate", "--seed", "4", "--count", "25", "--clues", "30-40", "--symmetry", "rot180"],
        &["generate", "--seed", "5", "--count", "30", "--box", "2x3", "--method", "build"],
        &["generate", "--seed", "5", "--count", "30", "--full", "--size", "16"],
    ] {
        let whole = without_times(&satoku(args).out);
        assert!(whole.lines().count() > 20, "{args:?}");
        for of in [1, 2, 7] {
            assert_eq!(without_times(&merged(dir.path(), args, of)), whole, "{args:?}, {of}");
        }
    }
}

#[test]
fn shards_without_puzzles_are_shards() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(3));
    let whole = satoku(&["unique", &lines]).out;
    assert_eq!(merged(dir.path(), &["unique", &lines], 7), whole);
}

/// More parts than files may be open.
#[cfg(unix)]
#[test]
fn many_parts_are_merged() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(90));
    let part = |number: usize| {
        let out = dir.path().join(number.to_string()).to_str().unwrap().to_owned();
        satoku(&["unique", "-q", "--shard", &format!("{number}/40"), "-o", &out, &lines]);
        out
    };
    let parts: Vec<_> = (1..=40).map(part).collect();
    let limited = std::process::Command::new("sh")
        .args(["-c", "ulimit -n 24 && exec \"$0\" merge \"$@\"", env!("CARGO_BIN_EXE_satoku")])
        .args(&parts)
        .output()
        .unwrap();
    assert!(limited.status.success(), "{}", String::from_utf8_lossy(&limited.stderr));
    assert_eq!(String::from_utf8_lossy(&limited.stdout), satoku(&["unique", &lines]).out);
}

#[test]
fn standard_streams_do() {
    let dir = tempfile::tempdir().unwrap();
    let text = puzzles(100);
    let part = |number: usize| {
        let ran = satoku_on(&["unique", "--shard", &format!("{number}/3")], &text);
        file(dir.path(), &format!("{number}"), ran.out)
    };
    let parts = [part(1), part(2), part(3)];
    let out = dir.path().join("whole");
    let ran = satoku(&["merge", "-o", out.to_str().unwrap(), &parts[2], &parts[0], &parts[1]]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let whole = satoku_on(&["unique"], &text).out;
    assert_eq!(std::fs::read_to_string(out).unwrap(), whole);
}

#[test]
fn gaps_and_doubles_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(40));
    let part = |name: &str, args: &[&str]| {
        let out = dir.path().join(name).to_str().unwrap().to_owned();
        satoku(&[args, &["-o", &out, "-q", &lines]].concat());
        out
    };
    let one = part("1", &["unique", "--shard", "1/3"]);
    let two = part("2", &["unique", "--shard", "2/3"]);
    let three = part("3", &["unique", "--shard", "3/3"]);
    let refused = |parts: &[&str], why: &str| {
        let ran = satoku(&[&["merge"], parts].concat());
        assert_eq!(ran.status, 2, "{parts:?}");
        assert!(ran.err.contains(why), "{}", ran.err);
    };
    refused(&[&one, &three], "shard 2/3 is missing");
    refused(&[&one, &two, &three, &two], "a second time");
    let other = part("other", &["count", "--shard", "2/3"]);
    refused(&[&one, &other, &three], "of another run");
    let json = part("json", &["unique", "--json", "--shard", "2/3"]);
    refused(&[&one, &json, &three], "of another run");
    refused(&[&one, &lines, &three], "holds no answers of a shard");
    let text = std::fs::read_to_string(&two).unwrap();
    let spoilt = |name: &str, text: String| file(dir.path(), name, text);
    let (start, end) = text.trim_end().rsplit_once('\n').unwrap();
    refused(&[&one, &spoilt("cut", format!("{start}\n")), &three], "is cut short");
    let (fewer, _) = start.rsplit_once('\n').unwrap();
    refused(&[&one, &spoilt("fewer", format!("{fewer}\n{end}\n")), &three], "no answer to puzzle");
    let more = format!("{start}\nunique\n{end}\n");
    refused(&[&one, &spoilt("more", more), &three], "more answers than it says");
    let told = end.replace(|c: char| c.is_ascii_digit(), "9");
    refused(&[&one, &spoilt("told", format!("{start}\n{told}\n")), &three], "does not fit");
}

#[test]
fn what_has_no_lines_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(9));
    let out = dir.path().join("out").to_str().unwrap().to_owned();
    for (args, why) in [
        (&["explain", "--shard", "1/1"][..], "an answer of several lines"),
        (&["solve", "--output", "grid", "--resume", "-o", &out], "an answer of several lines"),
        (&["solve", "--output", "csv", "--shard", "1/2"], "has a header"),
        (&["solve", "--all", "--shard", "1/2"], "--all"),
        (&["steps", "--shard", "1/2"], "an answer of several lines"),
        (&["rate", "--min", "9", "--shard", "1/2"], "rate all puzzles"),
        (&["rate", "--output", "csv", "--shard", "1/2"], "has a header"),
        (&["transform", "--random", "--count", "2", "--shard", "1/2"], "one image"),
        (&["transform", "--unique", "--shard", "1/2"], "one image"),
        (&["transform", "--random", "--output", "csv", "--shard", "1/2"], "a header"),
        (&["transform", "--random", "--output", "grid", "--shard", "1/2"], "several lines"),
        (&["convert", "--output", "pdf", "--shard", "1/2", "-o", &out], "images and pages"),
        (&["unique", "--resume"], "required"),
        (&["unique", "--resume", "-o", &out, "-"], "standard input"),
        (&["unique", "--shard", "3/2"], "shard 3 of 2"),
        (&["encode", "--shard", "1/2"], "a formula is of one puzzle"),
        (&["cubes", "--shard"], "a formula is of one puzzle"),
        (&["unique", "-o", &lines], "is an input"),
    ] {
        let ran = satoku(&[args, &[&lines]].concat());
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(why), "{args:?}: {}", ran.err);
        assert!(!Path::new(&out).exists());
    }
    let seeded =
        |more: &[&'static str]| [&["generate", "--seed", "1", "--shard", "1/1"], more].concat();
    for (args, why) in [
        (vec!["generate", "--shard", "1/2"], "give --seed"),
        (seeded(&["--rating", "1.2..9.0"]), "not with --rating"),
        (seeded(&["--prove", "x"]), "not with --prove"),
        (seeded(&["--output", "csv"]), "a header"),
        (seeded(&["--output", "grid"]), "of several lines"),
        (seeded(&["--clues", "17", "--tries", "1", "--count", "2"]), "not found"),
        (seeded(&["--output", "svg"]), "images and pages"),
    ] {
        let ran = satoku(&args);
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(why), "{args:?}: {}", ran.err);
    }
}

/// Whatever file decides the answers is of the run, not its name alone.
#[test]
fn other_contents_are_another_run() {
    let dir = tempfile::tempdir().unwrap();
    let first = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let lines = file(dir.path(), "a.txt", format!("{first}\n").repeat(7));
    let fewer = format!("5.{}", &first[2..]);
    let marks = |more: usize| -> String {
        (0..81).map(|cell| if cell % 2 == 0 || cell == more { 'x' } else { '.' }).collect()
    };
    for (named, args, before, after) in [
        (
            "rules",
            &["count", "--limit", "2", "--rules", "FILE", &lines][..],
            "even r1c1\n",
            "odd r1c1\n",
        ),
        ("check", &["hint", "--json", "--check", "FILE", &lines], first, &fewer),
        (
            "pattern",
            &["generate", "--seed", "1", "--pattern", "FILE", "--count", "3"],
            &marks(1),
            &marks(3),
        ),
    ] {
        let path = dir.path().join(named).to_str().unwrap().to_owned();
        let args: Vec<_> =
            args.iter().map(|&arg| if arg == "FILE" { &*path } else { arg }).collect();
        let out = dir.path().join(format!("{named}.out")).to_str().unwrap().to_owned();
        let part = |number: usize| {
            let part = dir.path().join(format!("{named}-{number}")).to_str().unwrap().to_owned();
            let ran = satoku(
                &[&args[..], &["-q", "--shard", &format!("{number}/2"), "-o", &part]].concat(),
            );
            assert!(ran.status < 2, "{named}: {}", ran.err);
            part
        };
        std::fs::write(&path, before).unwrap();
        let (one, two) = (part(1), part(2));
        assert_eq!(satoku(&["merge", &one, &two]).status, 0, "{named}");
        let resumed = |killed: bool| {
            let ran = satoku(&[&args[..], &["-q", "--resume", "-o", &out]].concat());
            if killed {
                assert_eq!(ran.status, 2, "{named}");
                assert!(ran.err.contains("left by another run"), "{named}: {}", ran.err);
            }
        };
        resumed(false);
        // As if it had been killed: its answers are under the name that has its hash.
        let hash = std::fs::read_to_string(&one).unwrap();
        let hash =
            hash.split("run").nth(1).unwrap().trim_start_matches([' ', '"', ':'])[..16].to_owned();
        std::fs::rename(&out, format!("{out}.{hash}.part")).unwrap();
        std::fs::write(&path, after).unwrap();
        resumed(true);
        let two = part(2);
        let ran = satoku(&["merge", &one, &two]);
        assert_eq!(ran.status, 2, "{named}");
        assert!(ran.err.contains("of another run"), "{named}: {}", ran.err);
        // Nor is it written over.
        let ran = satoku(&[&args[..], &["-q", "-o", &path]].concat());
        assert!(ran.status == 2 && ran.err.contains("is an input"), "{named}: {}", ran.err);
    }
}

#[test]
fn a_file_is_there_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(200));
    let out = dir.path().join("out");
    let ran = satoku(&["unique", "-q", &lines, "-o", out.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), satoku(&["unique", &lines]).out);
    assert!(ran.out.is_empty());
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
}

#[test]
fn what_a_killed_run_left_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(20));
    let out = dir.path().join("out").to_str().unwrap().to_owned();
    let left = file(dir.path(), "out.7.partial", "unique\n");
    for other in ["out.x.partial", "outer.7.partial", "out.7.part", "out..partial"] {
        file(dir.path(), other, "");
    }
    let ran = satoku(&["unique", "-q", "-o", &out, &lines]);
    assert!(ran.err.contains(&format!("{left}: left by a run")), "{}", ran.err);
    assert_eq!(ran.err.matches("left by a run").count(), 1, "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), satoku(&["unique", &lines]).out);
}

#[test]
fn threads_and_silence_in_one_word_are_the_same_run() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(20));
    let part = |number: usize, how: &[&str]| {
        let out = dir.path().join(format!("{number}")).to_str().unwrap().to_owned();
        let shard = format!("{number}/3");
        satoku(&[&["unique", &lines, "--shard", &shard, "-o", &out], how].concat());
        out
    };
    let parts = [part(1, &["-qj", "2"]), part(2, &["-j1", "-q"]), part(3, &[])];
    let ran = satoku(&["merge", &parts[0], &parts[1], &parts[2]]);
    assert_eq!((ran.status, ran.out), (0, satoku(&["unique", &lines]).out), "{}", ran.err);
}

#[test]
fn a_part_of_another_run_is_not_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(20));
    let out = dir.path().join("out").to_str().unwrap().to_owned();
    file(dir.path(), "out.0123456789abcdef.part", "unique\n");
    let ran = satoku(&["unique", "--resume", "-o", &out, &lines]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("left by another run"), "{}", ran.err);
}

/// Kills a run again and again until one comes to its end; how often it was killed.
pub(crate) fn killed_until_done(args: &[&str], seed: &mut u64) -> usize {
    for kills in 0..1000 {
        let mut child = command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Later and later, as a busy machine may take long to begin.
        std::thread::sleep(Duration::from_millis(5 + (*seed >> 33) % (60 + kills as u64)));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(matches!(status.code(), Some(0..=2)), "{status}");
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    panic!("never came to its end");
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_runs_that_were_killed_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let lines = file(dir.path(), "a.txt", puzzles(1500));
    // An engine that takes its time, so that there is something to kill.
    let asked = ["unique", "--quiet", "--engine", "sat", "--jobs", "2", &lines];
    let whole = satoku(&asked).out;
    let mut seed = 1;
    let mut kills = 0;
    for run in 0..3 {
        let out = dir.path().join(format!("out-{run}")).to_str().unwrap().to_owned();
        kills += killed_until_done(&[&asked[..], &["--resume", "-o", &out]].concat(), &mut seed);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
    }
    let making =
        ["generate", "--quiet", "--seed", "2", "--box", "2x3", "--count", "3000", "--jobs", "2"];
    let made = dir.path().join("made").to_str().unwrap().to_owned();
    kills += killed_until_done(&[&making[..], &["--resume", "-o", &made]].concat(), &mut seed);
    assert_eq!(std::fs::read_to_string(&made).unwrap(), satoku(&making).out);
    let mut parts = vec!["merge".to_owned()];
    for number in 1..=3 {
        let out = dir.path().join(format!("part-{number}")).to_str().unwrap().to_owned();
        let shard = format!("{number}/3");
        let args = [&asked[..], &["--resume", "-o", &out, "--shard", &shard]].concat();
        kills += killed_until_done(&args, &mut seed);
        parts.push(out);
    }
    let parts: Vec<_> = parts.iter().map(String::as_str).collect();
    assert_eq!(satoku(&parts).out, whole);
    assert!(kills > 0, "nothing was killed: the runs are too short");
}

#[cfg(unix)]
#[test]
fn pipes_are_read_once_and_what_is_no_file_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let pipe = path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Puzzles from a pipe, which has no second reading: all are answered.
    let lines = file(dir.path(), "a.txt", puzzles(50));
    let (from, text) = (pipe.clone(), puzzles(50));
    let writer = std::thread::spawn(move || std::fs::write(from, text).unwrap());
    let parts = [path("1"), path("2")];
    satoku(&["count", "--quiet", "--shard", "1/1", "-o", &parts[0], &pipe]);
    writer.join().unwrap();
    let merged = satoku(&["merge", &parts[0]]).out;
    assert_eq!(merged, satoku(&["count", "--quiet", &lines]).out);
    let ran = satoku(&["count", "--resume", "-o", &parts[1], &pipe]);
    assert!(ran.status == 2 && ran.err.contains("cannot be read again"), "{}", ran.err);
    // Answers into a pipe, and into a file through a link: both stay what they are.
    for args in [&["merge", &parts[0]][..], &["count", "--quiet", &lines]] {
        let into = pipe.clone();
        let reader = std::thread::spawn(move || std::fs::read_to_string(into).unwrap());
        satoku(&[args, &["-o", &pipe]].concat());
        assert_eq!(reader.join().unwrap(), merged, "{args:?}");
        let (link, target) = (path("link"), file(dir.path(), "target", "before"));
        std::os::unix::fs::symlink(&target, &link).unwrap();
        satoku(&[args, &["-o", &link]].concat());
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink(), "{args:?}");
        assert_eq!(std::fs::read_to_string(&target).unwrap(), merged, "{args:?}");
        std::fs::remove_file(link).unwrap();
    }
}
