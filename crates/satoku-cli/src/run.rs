//! Which run it is: shards are put together, and a run gone on with, only where all that decides the
//! answers is the same.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use super::options::InputArgs;

/// Options that do not change what is answered, each with whether a value follows.
const ASIDE: &[(&str, Option<char>, bool)] = &[
    ("--shard", None, true),
    ("--resume", None, false),
    ("--out", Some('o'), true),
    ("--jobs", Some('j'), true),
    ("--quiet", Some('q'), false),
    ("--memory-limit", None, true),
    ("--force", None, false),
    ("--color", None, true),
];

/// Of a word of short options, such as `-qj4`, those that change what is answered, and whether the
/// value of the last follows in a word of its own; `None` if all of it does.
fn letters_aside(word: &str) -> Option<(String, bool)> {
    let letters =
        word.strip_prefix('-').filter(|rest| !rest.is_empty() && !rest.starts_with('-'))?;
    let mut left = String::new();
    for (place, letter) in letters.char_indices() {
        let aside = ASIDE.iter().find(|it| it.1 == Some(letter));
        match aside {
            Some((.., true)) => {
                return Some((left, place + letter.len_utf8() == letters.len()));
            }
            Some((.., false)) => {}
            // It may take what follows as its value.
            None => {
                left += &letters[place..];
                break;
            }
        }
    }
    (left.len() < letters.len()).then_some((left, false))
}

/// The words of a command line that say what is asked.
fn asked(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut asked = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let (name, value) = text.split_once('=').map_or((&*text, false), |(name, _)| (name, true));
        let long = ASIDE.iter().find(|it| it.0 == name);
        let takes_next = if let Some((_, _, takes)) = long {
            *takes && !value
        } else if let Some((left, takes)) = letters_aside(&text) {
            asked.extend((!left.is_empty()).then(|| format!("-{left}").into()));
            takes
        } else {
            asked.push(word);
            continue;
        };
        if takes_next {
            words.next();
        }
    }
    asked
}

/// The hash of a run: of the program, what is asked, the files with the puzzles and their rules, and
/// what other files say that options name.
///
/// # Errors
/// If a file cannot be read, or there is none where that matters.
pub(crate) fn hash(
    input: Option<&InputArgs>,
    said: &[String],
    resumes: bool,
) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    for word in asked(std::env::args_os().skip(1)) {
        add(word.as_encoded_bytes());
    }
    for text in said.iter().cloned().chain(input.into_iter().flat_map(|it| it.reading.rules())) {
        add(text.as_bytes());
    }
    let standard = [PathBuf::from("-")];
    let files = input.map_or(&[][..], |input| match &input.files[..] {
        [] => &standard,
        files => files,
    });
    for path in files {
        if path.as_os_str() == "-" {
            if resumes {
                bail!("--resume: standard input cannot be read again; name a file");
            }
            continue;
        }
        // A puzzle in place of a file is among the words. What is no file, such as a pipe, is read once.
        match fs::metadata(path) {
            Ok(found) if found.is_file() => add(&of_file(path)?),
            Ok(_) if resumes => {
                bail!("--resume: {} cannot be read again; name a file", path.display());
            }
            Ok(_) | Err(_) => {}
        }
    }
    Ok(hex(&hash.finalize()[..16]))
}

fn of_file(path: &Path) -> anyhow::Result<[u8; 32]> {
    let mut file = File::open(path).with_context(|| path.display().to_string())?;
    let mut part = vec![0; 1 << 18];
    let mut hash = Sha256::new();
    loop {
        match file.read(&mut part).with_context(|| path.display().to_string())? {
            0 => return Ok(hash.finalize().into()),
            read => hash.update(&part[..read]),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn what_changes_no_answer_is_left_out() {
        let asked = |line: &str| {
            let words = asked(line.split(' ').map(OsString::from));
            words.join(OsStr::new(" ")).into_string().unwrap()
        };
        let same = "unique --seed 3 a.txt";
        for line in [
            "unique --shard 1/4 --seed 3 a.txt",
            "unique --shard=1/4 -o out --seed 3 a.txt -q",
            "unique -j4 --seed 3 --resume --out=b a.txt --quiet",
            "unique -j 4 --jobs 4 --seed 3 -oout a.txt",
            "unique -qj 4 --seed 3 a.txt",
            "unique -qj4 --seed 3 -qo out a.txt",
            "unique -qqoj --seed 3 a.txt",
        ] {
            assert_eq!(asked(line), same);
        }
        assert_eq!(asked("count --seed 3 a.txt"), "count --seed 3 a.txt");
        assert_eq!(asked("generate -qn 7 -j 2"), "generate -n 7");
        assert_eq!(asked("generate -nq -"), "generate -nq -");
        assert_eq!(asked("solve -- -"), "solve -- -");
    }
}
