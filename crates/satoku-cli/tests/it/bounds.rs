//! What has no end: files, pipes and numbers too large for any use are refused with a word about
//! them.

use crate::program::{file, satoku, satoku_soon};

const PUZZLE: &str = "puzzles/9x9/first.txt";
const EMPTY: &str = "puzzles/9x9/empty.txt";

/// A pipe that nobody writes to.
#[cfg(unix)]
fn pipe(path: &std::path::Path) -> String {
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
    path.to_str().unwrap().to_owned()
}

#[cfg(unix)]
#[test]
fn endless_files_are_refused() {
    for args in [
        &["encode", PUZZLE, "--block=/dev/zero"][..],
        &["cubes", "--combine", PUZZLE, "/dev/zero"],
        &["generate", "--seed", "1", "--pattern", "/dev/zero"],
        &["solve", PUZZLE, "--rules", "/dev/zero"],
        &["decode", PUZZLE, "/dev/zero"],
    ] {
        let ran = satoku_soon(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("/dev/zero"), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(" MiB, the most that is read"), "{args:?}: {}", ran.err);
    }
    for args in [
        &["solve", "/dev/zero"][..],
        &["encode", "/dev/zero"],
        &["generate", "--seed", "1", "--pattern", "/dev/null"],
    ] {
        let ran = satoku_soon(args);
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.err);
    }
}

/// What is piped in is read all the same.
#[cfg(unix)]
#[test]
fn pipes_that_were_named_are_read() {
    let with = |script: &str| {
        let mut command = std::process::Command::new("bash");
        command.args(["-c", script, env!("CARGO_BIN_EXE_satoku")]).current_dir(crate::data::root());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let solution = satoku(&["solve", PUZZLE]).out;
    for script in [
        "cat puzzles/9x9/first.txt | $0 solve /dev/stdin",
        "cat puzzles/9x9/first.txt | $0 solve",
        "$0 solve <(cat puzzles/9x9/first.txt)",
        "$0 solve --rules <(echo '# none') puzzles/9x9/first.txt",
    ] {
        assert_eq!(with(script), (Some(0), solution.clone()), "{script}");
    }
    let blocked =
        "$0 encode --block=<($0 solve puzzles/9x9/first.txt) puzzles/9x9/first.txt | tail -1";
    assert_eq!(with(blocked).0, Some(0));
    let pattern = "$0 generate --seed 1 --pattern <(cat puzzles/9x9/first.txt) --output line";
    assert_eq!(with(pattern).0, Some(0));
}

#[cfg(unix)]
#[test]
fn pipes_found_in_a_folder_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    assert_eq!(satoku(&["cubes", "--count", "2", "--dir", path, EMPTY]).status, 0);
    let name = pipe(&dir.path().join("cube-00001.out"));
    let ran = satoku_soon(&["cubes", "--combine", EMPTY, path]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains(&name) && ran.err.contains("not an ordinary file"), "{}", ran.err);
    std::fs::remove_file(&name).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &name).unwrap();
    assert_eq!(satoku_soon(&["cubes", "--combine", EMPTY, path]).status, 2);
    std::fs::remove_file(&name).unwrap();
    std::fs::remove_file(dir.path().join("cube-00002.cnf")).unwrap();
    pipe(&dir.path().join("cube-00002.cnf"));
    assert_eq!(satoku_soon(&["cubes", "--combine", EMPTY, path]).status, 2);
}

/// A solver that makes a pipe, a device or an endless file of what it should write its answer to.
#[cfg(unix)]
#[test]
fn a_solver_cannot_hold_its_answer_back() {
    let dir = tempfile::tempdir().unwrap();
    for script in [
        "rm $2; mkfifo $2; exit 10",
        "ln -sf /dev/zero $2; exit 10",
        "rm $2; mkdir $2; exit 10",
        "truncate -s 1T $2; exit 10",
    ] {
        let solver = file(dir.path(), "solver.sh", script);
        let backend = format!("cmd:sh {solver} {{in}} {{out}}");
        let args = ["solve", "--engine", "sat", "--time-limit", "5", "--backend", &backend, PUZZLE];
        let ran = satoku_soon(&args);
        assert!(matches!(ran.status, 2 | 3), "{script}: {} {}", ran.status, ran.err);
    }
    // Something that goes on holds the output open.
    let script =
        "setsid sh -c 'touch $0; sleep 20' $2 & until [ -e $2 ]; do sleep 0.01; done; exit 10";
    let solver = file(dir.path(), "solver.sh", script);
    let mark = dir.path().join("mark");
    let backend = format!("cmd:sh {solver} {{in}} {}", mark.display());
    let args = ["solve", "--engine", "sat", "--time-limit", "1", "--backend", &backend, PUZZLE];
    let ran = satoku_soon(&args);
    assert_eq!(ran.status, 3, "{}{}", ran.out, ran.err);
}

/// Numbers that no machine can do: refused, with what is expected.
#[test]
fn numbers_beyond_all_use_are_refused() {
    for (args, most) in [
        (&["solve", PUZZLE, "--jobs"][..], 1024),
        (&["solve", "--engine", "portfolio", PUZZLE, "--jobs"], 1024),
        (&["generate", "--seed", "1", "--jobs"], 1024),
        (&["verify", ".", "--jobs"], 1024),
        (&["cubes", EMPTY, "--json", "--count"], 1 << 20),
        (&["transform", "--random", PUZZLE, "--count"], 1_000_000),
        (&["count", "--estimate", PUZZLE, "--samples"], 10_000_000),
        (&["cubes", PUZZLE, "--depth"], 20),
        (&["generate", "--seed", "1", "--size"], 400),
    ] {
        for number in
            ["0", "1000000000", "4294967296", "18446744073709551615", "18446744073709551616"]
        {
            // Of these, none is a number.
            if number == "0" && args.contains(&"--depth") {
                continue;
            }
            let ran = satoku_soon(&[args, &[number]].concat());
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?} {number}: {}", ran.err);
            let told = ran.err.contains(&most.to_string()) || number.len() > 19;
            assert!(told, "{args:?} {number}: {}", ran.err);
        }
    }
    let many = satoku_soon(&["solve", "--jobs", "1024", PUZZLE]);
    assert_eq!((many.status, many.out), (0, satoku(&["solve", PUZZLE]).out));
    for share in ["1/4294967296", "1/18446744073709551615"] {
        let ran = satoku_soon(&["solve", "--cube", share, EMPTY]);
        assert_eq!(ran.status, 2, "{share}: {}", ran.err);
    }
}

/// Every other number may be as large as it likes: the answer is the same, or the number is
/// refused.
#[test]
fn no_number_makes_the_program_fail() {
    for number in ["0", "1", "9223372036854775808", "18446744073709551615", "99999999999999999999"]
    {
        let cell = format!("cage 3 r{number}c1");
        let square = format!("{number}x{number}");
        let offset = format!("gattai=0,0;{number},0");
        for args in [
            &["solve", "--time-limit", number, PUZZLE][..],
            &["solve", "--memory-limit", number, PUZZLE],
            &["solve", "--engine", "local", "--seed", number, PUZZLE],
            &["solve", "--all", "--limit", number, PUZZLE],
            &["count", "--limit", number, PUZZLE],
            &["cubes", "--json", "--index", number, PUZZLE],
            &["solve", "--box", &square, PUZZLE],
            &["solve", "--layout", &offset, PUZZLE],
            &["solve", "--constraint", &cell, PUZZLE],
            &["generate", "--seed", "1", "--box", &square],
            &["generate", "--seed", "1", "--clues", number, "--tries", "2"],
            &["generate", "--seed", number],
            &["minimize", "--effort", number, PUZZLE],
        ] {
            let ran = satoku_soon(args);
            assert!(ran.status <= 3, "{args:?}: {} {}", ran.status, ran.err);
        }
    }
}
