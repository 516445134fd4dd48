//! The program `satoku-check`: certificates checked, and nothing else.
//!
//! Exit status 0 if all that there are hold, 1 if one is refused, 2 if one cannot be read or there
//! is none.

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use satoku_check::{Member, Result, Verified, shown};

const USAGE: &str = "\
Check certificates of Sudoku answers, without a solver.

Usage: satoku-check DIR...

A DIR is a folder made by `satoku prove`: a certificate, or a batch of them, whose index.json says
how many. Prints a line for each: `DIR: holds: WORD`, `DIR: refused: REASON`,
`DIR: error: REASON`, or `DIR: no certificate` for a puzzle that a batch has none of.

Exit status: 0 all that there are hold, 1 one is refused, 2 one cannot be read, or there is none.
";

fn main() -> ExitCode {
    let dirs: Vec<_> = std::env::args_os().skip(1).collect();
    let is = |words: &[&str]| dirs.iter().any(|dir| words.iter().any(|word| dir == word));
    let done = if is(&["-h", "--help"]) {
        write!(io::stdout(), "{USAGE}").map(|()| 0)
    } else if is(&["-V", "--version"]) {
        writeln!(io::stdout(), "satoku-check {}", env!("CARGO_PKG_VERSION")).map(|()| 0)
    } else if dirs.is_empty() {
        write!(io::stderr(), "{USAGE}").map(|()| 2)
    } else {
        check(&dirs, &mut io::stdout().lock())
    };
    let flushed = |status| io::stdout().flush().map(|()| status);
    ExitCode::from(done.and_then(flushed).unwrap_or(2))
}

/// Checks all of them and gives the exit status.
fn check(dirs: &[std::ffi::OsString], out: &mut impl Write) -> io::Result<u8> {
    let mut status = 0;
    for dir in dirs.iter().map(Path::new) {
        match satoku_check::certificates(dir) {
            Ok(all) => {
                for Member { dir, has_certificate } in all {
                    if has_certificate {
                        status = status.max(tell(&dir, satoku_check::verify(&dir), out)?);
                    } else {
                        writeln!(out, "{}: no certificate", shown(dir.display().to_string()))?;
                    }
                }
            }
            Err(error) => status = status.max(tell(dir, Err(error), out)?),
        }
    }
    Ok(status)
}

/// Prints what was found of a folder and gives the exit status.
fn tell(dir: &Path, found: Result<Verified>, out: &mut impl Write) -> io::Result<u8> {
    let name = shown(dir.display().to_string());
    match found {
        Ok(verified) => writeln!(out, "{name}: holds: {}", verified.verdict.word()).map(|()| 0),
        Err(error) if error.is_proof() => writeln!(out, "{name}: refused: {error}").map(|()| 1),
        Err(error) => writeln!(out, "{name}: error: {error}").map(|()| 2),
    }
}
