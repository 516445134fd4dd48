//! The real program, run as people run it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What a run brought.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_satoku"));
    command.args(args).current_dir(crate::data::root());
    command
}

fn ran(output: &Output) -> Ran {
    Ran {
        status: output.status.code().expect("no signal ended it"),
        out: String::from_utf8(output.stdout.clone()).unwrap(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs it in the directory of the crate, without input.
pub(crate) fn satoku(args: &[&str]) -> Ran {
    ran(&command(args).stdin(Stdio::null()).output().unwrap())
}

/// Runs it with text on standard input.
pub(crate) fn satoku_on(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // A program that answered early need not read on.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    ran(&output)
}

/// Writes a file and gives its path as text.
pub(crate) fn file(dir: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = dir.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// How long a run may take that should fail at once, on however busy a machine.
const SOON: Duration = Duration::from_secs(60);

/// Runs it without input; one that goes on for ever is ended, and fails the test. What it prints
/// must be short.
pub(crate) fn satoku_soon(args: &[&str]) -> Ran {
    let mut command = command(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let end = Instant::now() + SOON;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("{args:?} goes on for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    ran(&child.wait_with_output().unwrap())
}
