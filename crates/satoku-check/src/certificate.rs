//! Certificates: an answer with everything that is needed to check it, in memory and as a folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::clauses::Clauses;
use super::folder::{MANIFEST, files_of};
use super::formula::{self, Formula};
use super::lrat::{self, Checked, Form};
use super::manifest::{self, Manifest, Verdict};
use super::statement::Statement;
use super::steps::Steps;
use crate::error::{Error, Result};

/// The longest texts that are read whole: more than the largest grid needs.
pub(super) const MAX_MANIFEST: u64 = 4 << 20;
const MAX_PUZZLE: u64 = 1 << 28;
const MAX_SOLUTION: u64 = 8 << 20;

/// The proof for checkers that read no hints. It is no part of the certificate.
pub(super) const DRAT: &str = "proof.drat";

/// An answer and what shows it, in memory.
#[derive(Debug, Clone)]
pub struct Certificate {
    puzzle: String,
    statement: Statement,
    solver: String,
    verdict: Verdict,
    solutions: Vec<Vec<usize>>,
    steps: Steps,
}

/// What was found to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// What holds.
    pub verdict: Verdict,
    /// Of which puzzle.
    pub statement: Statement,
    /// The solutions shown, digits from 0, row by row.
    pub solutions: Vec<Vec<usize>>,
    /// What the refutation consists of, where there is one.
    pub checked: Checked,
}

impl Certificate {
    /// Puts a certificate together: the text of a puzzle, its solutions (digits from 0, row by
    /// row), and the refutation found by `solver`. Whether it holds is [`Certificate::check`]'s
    /// to say.
    ///
    /// # Errors
    /// If the text is not as [`Statement`] reads it.
    pub fn new(
        puzzle: String,
        solver: &str,
        verdict: Verdict,
        solutions: Vec<Vec<usize>>,
        steps: Steps,
    ) -> Result<Self> {
        let statement = Statement::read(puzzle.as_bytes())?;
        Ok(Certificate { puzzle, statement, solver: solver.into(), verdict, solutions, steps })
    }

    /// What it shows.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The puzzle it is about.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The solutions that it shows, digits from 0, row by row.
    pub fn solutions(&self) -> &[Vec<usize>] {
        &self.solutions
    }

    /// The refutation.
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Checks that it holds.
    ///
    /// # Errors
    /// If it does not ([`Error::is_proof`]).
    pub fn check(&self) -> Result<Verified> {
        check_solutions(&self.statement, self.verdict, &self.solutions)?;
        let mut checked = Checked::default();
        if self.verdict.is_refuted() {
            let formula = Formula::of(&self.statement, self.blocked())?;
            let mut proof = Vec::new();
            self.steps.write(Form::Compressed, &mut proof)?;
            checked = lrat::check(&formula, proof.as_slice(), Form::Compressed)?;
        }
        let (statement, solutions) = (self.statement.clone(), self.solutions.clone());
        Ok(Verified { verdict: self.verdict, statement, solutions, checked })
    }

    /// Writes the certificate into a folder, which is created if need be. The files of a
    /// certificate that is there are removed, those that its manifest names; other files are left
    /// alone. The manifest comes last. With `drat`, the derived clauses stand in `proof.drat` as
    /// well, for other checkers: [`verify`] does not look at it.
    ///
    /// # Errors
    /// If writing fails, or a file of the same name is there that belongs to no certificate.
    pub fn save(&self, dir: &Path, form: Form, drat: bool) -> Result<()> {
        fs::create_dir_all(dir).map_err(|error| named(dir, &error))?;
        for name in files_of(dir) {
            match fs::remove_file(dir.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(named(&dir.join(name), &error));
                }
                _ => {}
            }
        }
        self.write(form, drat, |name| {
            let path = dir.join(name);
            File::create_new(&path).map_err(|error| named(&path, &error))
        })?;
        Ok(())
    }

    /// The files of the certificate in memory, with their names: what [`Self::save`] writes, byte
    /// for byte.
    ///
    /// # Errors
    /// If the formula cannot be made.
    pub fn files(&self, form: Form, drat: bool) -> Result<Vec<(&'static str, Vec<u8>)>> {
        self.write(form, drat, |_| Ok(Vec::new()))
    }

    /// Writes each file into what is opened for its name; the manifest comes last.
    fn write<W: Write>(
        &self,
        form: Form,
        drat: bool,
        mut open: impl FnMut(&'static str) -> Result<W>,
    ) -> Result<Vec<(&'static str, W)>> {
        let manifest = Manifest {
            made_by: [concat!("satoku ", env!("CARGO_PKG_VERSION")).into(), self.solver.clone()],
            verdict: self.verdict,
            form,
        };
        let (mut files, mut hashes) = (Vec::new(), BTreeMap::new());
        for name in manifest.files() {
            let mut out = Hashed::new(open(name)?);
            match name {
                manifest::PUZZLE => out.write_all(self.puzzle.as_bytes())?,
                manifest::SOLUTION => out.write_all(self.solution_text().as_bytes())?,
                manifest::FORMULA => formula::write(&self.statement, self.blocked(), &mut out)?,
                _ => self.steps.write(form, &mut out)?,
            }
            let (hash, written) = out.into_parts();
            hashes.insert(name, hash);
            files.push((name, written));
        }
        if drat && self.verdict.is_refuted() {
            let mut out = open(DRAT)?;
            self.steps.write_drat(io::BufWriter::new(&mut out))?;
            files.push((DRAT, out));
        }
        let lemmas = self.steps.len() as u64;
        let checked = Checked { lemmas, hints: self.steps.hints() as u64 };
        let mut out = open(MANIFEST)?;
        out.write_all(manifest.write(&self.statement, checked, &hashes).as_bytes())?;
        files.push((MANIFEST, out));
        Ok(files)
    }

    /// The solution that the formula excludes.
    fn blocked(&self) -> Option<&[usize]> {
        self.solutions.first().map(Vec::as_slice)
    }

    /// The solutions as rows of numbers, an empty line between two grids.
    fn solution_text(&self) -> String {
        let places = self.statement.places();
        let mut text = String::new();
        for (k, digits) in self.solutions.iter().enumerate() {
            text.push_str(if k > 0 { "\n" } else { "" });
            let mut digits = digits.iter();
            for row in places.chunk_by(|a, b| a.0 == b.0) {
                for (k, &digit) in digits.by_ref().take(row.len()).enumerate() {
                    let space = if k > 0 { " " } else { "" };
                    _ = write!(text, "{space}{}", self.statement.number(digit));
                }
                text.push('\n');
            }
        }
        text
    }
}

/// Checks the certificate in a folder: that the formula is the puzzle's, that the solutions are
/// solutions, that the proof refutes the formula, and that the manifest says just that. No solver
/// is used, and nothing is searched for.
///
/// # Errors
/// If it does not hold ([`Error::is_proof`]); if a file is missing or cannot be read, or the
/// manifest is none, any other error.
pub fn verify(dir: &Path) -> Result<Verified> {
    verify_with(|name| dir.join(name), Path::exists, open)
}

/// The same for the files of a certificate in memory, by name: [`Certificate::files`] gives them.
///
/// # Errors
/// As [`verify`].
pub fn verify_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Verified> {
    let files: BTreeMap<&Path, &[u8]> =
        files.into_iter().map(|(name, bytes)| (Path::new(name), bytes)).collect();
    let open = |path: &Path| {
        let missing = || named(path, &io::ErrorKind::NotFound.into());
        files.get(path).copied().ok_or_else(missing)
    };
    verify_with(|name| PathBuf::from(name), |path| files.contains_key(path), open)
}

fn verify_with<R: Read>(
    place: impl Fn(&str) -> PathBuf,
    exists: impl Fn(&Path) -> bool,
    open: impl Fn(&Path) -> Result<R>,
) -> Result<Verified> {
    let text = read_file(&place(MANIFEST), open(&place(MANIFEST))?, MAX_MANIFEST)?;
    let manifest = Manifest::read(&text)?;
    let files = manifest.files();
    // All of them are opened first: what cannot be read is reported before what does not hold.
    let mut opened = BTreeMap::new();
    for name in manifest::FILES {
        if files.contains(&name) {
            opened.insert(name, open(&place(name))?);
        } else if exists(&place(name)) {
            return Err(Error::proof(format!("{name} does not belong to the certificate")));
        }
    }
    let mut hashes = BTreeMap::new();
    let mut whole = |name, limit| -> Result<Vec<u8>> {
        let text = opened.remove(name).map(|file| read_file(&place(name), file, limit));
        let text = text.transpose()?.unwrap_or_default();
        hashes.insert(name, sha256(&text));
        Ok(text)
    };
    let statement = Statement::read(&whole(manifest::PUZZLE, MAX_PUZZLE)?)?;
    let solutions = read_solutions(&statement, &whole(manifest::SOLUTION, MAX_SOLUTION)?)?;
    check_solutions(&statement, manifest.verdict, &solutions)?;

    let mut checked = Checked::default();
    let mut formula = Formula::new();
    for (name, file) in opened {
        let mut input = BufReader::with_capacity(1 << 16, Hashed::new(file));
        let done = match name {
            manifest::FORMULA => same_formula(&statement, &solutions, &mut input, &mut formula),
            _ => lrat::check(&formula, &mut input, manifest.form).map(|found| checked = found),
        };
        done.map_err(|error| if error.is_io() { in_file(&place(name), &error) } else { error })?;
        hashes.insert(name, input.into_inner().into_parts().0);
    }
    if manifest.write(&statement, checked, &hashes).as_bytes() != text {
        let wrong = "manifest.json does not say what the other files do";
        return Err(Error::proof(wrong));
    }
    Ok(Verified { verdict: manifest.verdict, statement, solutions, checked })
}

/// Checks that there are as many solutions as a verdict needs, all different, and that each is one.
fn check_solutions(
    statement: &Statement,
    verdict: Verdict,
    solutions: &[Vec<usize>],
) -> Result<()> {
    if solutions.len() != verdict.solutions() {
        let (word, found) = (verdict.word(), solutions.len());
        return Err(Error::proof(format!("{found} solutions do not show the puzzle {word}")));
    }
    solutions.iter().try_for_each(|digits| statement.check(digits))?;
    if matches!(solutions, [a, b] if a == b) {
        return Err(Error::proof("the two solutions are the same"));
    }
    Ok(())
}

/// Reads the numbers of `solution.txt`.
fn read_solutions(statement: &Statement, text: &[u8]) -> Result<Vec<Vec<usize>>> {
    let cells = statement.cells();
    let words = text.split(|byte| matches!(byte, b' ' | b'\n')).filter(|word| !word.is_empty());
    let digits = words.map(|word| {
        let number = std::str::from_utf8(word).ok().filter(|w| !w.starts_with('+'));
        let number = number.and_then(|word| word.parse::<usize>().ok());
        number.and_then(|n| n.checked_sub(statement.number(0))).ok_or_else(|| {
            let first = statement.number(0);
            let message = format!("expected numbers from {first}, white space between them");
            Error::proof(format!("solution.txt: {message}"))
        })
    });
    let digits = digits.collect::<Result<Vec<_>>>()?;
    if digits.len() % cells != 0 {
        return Err(Error::proof("solution.txt: not as many numbers as the puzzle has cells"));
    }
    Ok(digits.chunks(cells).map(<[usize]>::to_vec).collect())
}

/// Checks that a file is the formula of a statement, byte for byte, and takes the formula. It is
/// made only as far as the file goes, so a short file cannot ask for a large formula.
fn same_formula(
    statement: &Statement,
    solutions: &[Vec<usize>],
    file: &mut impl BufRead,
    formula: &mut Formula,
) -> Result<()> {
    let blocked = solutions.first().map(Vec::as_slice);
    let mut same = Same { file, text: Vec::new(), line: 0, formula };
    same.text.extend(formula::head(statement, blocked.is_some()).into_bytes());
    same.compare()?;
    formula::encode(statement, blocked, &mut same)?;
    let rest = same.file.fill_buf()?;
    if !rest.is_empty() {
        return Err(Error::proof("formula.cnf has more clauses than the puzzle's formula"));
    }
    Ok(())
}

/// Compares a formula with a file while it is made.
struct Same<'a, R> {
    file: &'a mut R,
    /// The line at hand.
    text: Vec<u8>,
    line: u64,
    formula: &'a mut Formula,
}

impl<R: BufRead> Same<'_, R> {
    /// Compares the text at hand with what comes next.
    fn compare(&mut self) -> Result<()> {
        self.line += 1;
        let mut text = self.text.as_slice();
        while !text.is_empty() {
            let found = self.file.fill_buf()?;
            let length = found.len().min(text.len());
            if length == 0 || found[..length] != text[..length] {
                let clause = self.line - 1;
                let message =
                    format!("formula.cnf is not the puzzle's formula, from clause {clause}");
                return Err(Error::proof(message));
            }
            self.file.consume(length);
            text = &text[length..];
        }
        Ok(())
    }
}

impl<R: BufRead> Clauses for Same<'_, R> {
    fn clause(&mut self, lits: &[i32]) -> Result<()> {
        self.text.clear();
        formula::push_clause(lits, &mut self.text);
        self.compare()?;
        self.formula.clause(lits)
    }
}

/// Hashes what passes.
struct Hashed<T> {
    inner: T,
    hash: Sha256,
}

impl<T> Hashed<T> {
    fn new(inner: T) -> Self {
        Hashed { inner, hash: Sha256::new() }
    }

    fn into_parts(self) -> (String, T) {
        (hex(self.hash.finalize().as_slice()), self.inner)
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hash.update(&bytes[..read]);
        Ok(read)
    }
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes).as_slice())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

/// Opens a file, which must be an ordinary one.
fn open(path: &Path) -> Result<File> {
    let ordinary = fs::metadata(path).map_err(|error| named(path, &error))?.is_file();
    if !ordinary {
        return Err(Error::input(format!("{}: not an ordinary file", path.display())));
    }
    File::open(path).map_err(|error| named(path, &error))
}

pub(super) fn read_whole(dir: &Path, name: &str, limit: u64) -> Result<Vec<u8>> {
    let path = dir.join(name);
    read_file(&path, open(&path)?, limit)
}

/// Reads a file that is no longer than a limit.
fn read_file(path: &Path, file: impl Read, limit: u64) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    file.take(limit + 1).read_to_end(&mut text).map_err(|error| named(path, &error))?;
    if text.len() as u64 > limit {
        return Err(Error::input(format!("{}: longer than any grid needs", path.display())));
    }
    Ok(text)
}

pub(super) fn named(path: &Path, error: &io::Error) -> Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

fn in_file(path: &Path, error: &Error) -> Error {
    io::Error::other(format!("{}: {error}", path.display())).into()
}
