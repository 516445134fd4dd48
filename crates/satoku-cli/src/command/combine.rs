//! `satoku cubes --combine`: the answer to a puzzle from those to its parts.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, bail};

use super::cubes::{CUBE, CubesArgs, Formula, PUZZLE, SPLIT, WITHIN};
use crate::folder::Folder;
use crate::monitor::say;
use crate::stream::form;
use satoku::Limits;
use satoku::ask::{Answer, Certified, Combined, Failure, Form, Known, Outcome, Parts, Reply};
use satoku::format::Entry;
use satoku::input::{self, Bounded, MAX_FILE};
use satoku::jobs::cubes::Whole;
use satoku::jobs::prove;
use satoku::sat::cnf::dimacs::{self, SolverOutput};

/// The answer to the whole puzzle from those to its cubes. Solutions are checked, and so is that
/// the cubes leave nothing out. What is believed is how many solutions a cube has, unless it shows
/// more.
pub(super) fn combine(
    args: &CubesArgs,
    entry: &Entry,
    by_lines: bool,
    limits: &Limits,
) -> anyhow::Result<Outcome> {
    if let Some(dir) = &args.certificate {
        return certify(args, entry, dir, limits);
    }
    let Combined { answer, missing, .. } = read(args, entry, limits)?.answer(limits)?;
    if let Some(missing) = missing {
        say(format!("satoku: {missing}"));
    }
    let form = Form { flat_json: entry.flat_json, ..form(None, by_lines) };
    let solution = answer.solution.clone();
    let answer = Answer::Unique(answer);
    let outcome = answer.outcome();
    let text = if args.json {
        Reply::new(Some(1), &args.puzzle.display().to_string(), answer)
            .of(Some(&entry.puzzle))
            .json()
            + "\n"
    } else {
        let mut text = answer.text(Some(&entry.puzzle), form);
        if let Some(solution) = &solution {
            form.write(&entry.puzzle, Some(solution), &mut text);
        }
        text
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(outcome)
}

/// A certificate of the puzzle from those of its cubes: folders of one or of several.
fn certify(
    args: &CubesArgs,
    entry: &Entry,
    dir: &Path,
    limits: &Limits,
) -> anyhow::Result<Outcome> {
    let mut folders = Vec::new();
    for result in &args.results {
        let found = satoku_check::certificates(result);
        let found = found.with_context(|| result.display().to_string())?;
        folders.extend(found.into_iter().filter(|it| it.has_certificate).map(|it| it.dir));
    }
    let mut files = Vec::new();
    for folder in &folders {
        let name = || folder.display().to_string();
        for entry in fs::read_dir(folder).with_context(name)? {
            files.push(entry.with_context(name)?.path());
        }
    }
    let files = files.iter().map(PathBuf::as_path);
    let inputs = args.reading.inputs(slice::from_ref(&args.puzzle)).and(files);
    let folder = Folder::open(dir, &inputs, false)?;
    let place = folder.place(None);
    let made = prove::prove_by_parts(&entry.puzzle, &folders, limits).and_then(|certificate| {
        certificate.save(&place, satoku_check::Form::Text, false)?;
        Ok(Certified::new(&satoku_check::verify(&place)?))
    });
    let answer = match made {
        Ok(certified) => {
            folder.finish(None)?;
            Answer::Certified(certified)
        }
        Err(error) if error.is_limit() => Answer::Failed(Failure::of_proof(&error)),
        Err(error) => return Err(error.into()),
    };
    let outcome = answer.outcome();
    let text = if args.json {
        let dir = Some(dir.display().to_string());
        let source = args.puzzle.display().to_string();
        Reply { dir, ..Reply::new(Some(1), &source, answer) }.json() + "\n"
    } else {
        let text = answer.text(None, Form::default());
        format!("{}: {text}", satoku_check::shown(dir.display().to_string()))
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(outcome)
}

/// Reads all results that the command line names.
fn read<'a>(args: &CubesArgs, entry: &'a Entry, limits: &Limits) -> anyhow::Result<Parts<'a>> {
    if args.results.is_empty() {
        bail!(
            "--combine: give the results: JSON lines of `satoku solve --cube I/N --json`, or the \
             folder of `cubes --dir` with the solver's output for each cube-K.cnf in cube-K.out"
        );
    }
    let mut parts = Parts::new(&entry.puzzle);
    for path in &args.results {
        let name = || path.display().to_string();
        if path.is_dir() {
            let formula = Formula::new(entry, &args.formula, limits)?;
            read_folder(&mut parts, path, &formula).with_context(name)?;
        } else {
            let text = Bounded::new(File::open(path).with_context(name)?, MAX_FILE);
            read_lines(&mut parts, BufReader::new(text), &name())?;
        }
    }
    Ok(parts)
}

/// Reads what `solve`, `count` and `unique` say of cubes with --json.
fn read_lines(parts: &mut Parts<'_>, text: impl BufRead, name: &str) -> anyhow::Result<()> {
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        let line = line.with_context(|| place.clone())?;
        if !line.trim().is_empty() {
            parts.take_line(&line, &place)?;
        }
    }
    Ok(())
}

/// Reads the output of solvers beside the formulas of the cubes.
fn read_folder(parts: &mut Parts<'_>, dir: &Path, formula: &Formula<'_>) -> anyhow::Result<()> {
    let puzzle = &formula.entry.puzzle;
    let mut paths: Vec<PathBuf> =
        fs::read_dir(dir)?.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "cnf"));
    paths.sort();
    for path in paths {
        let (whole, number, mut part) = part_of(&path)?;
        parts.note(&part.place, &whole, number)?;
        let answer = path.with_extension("out");
        if answer.exists() {
            let name = || answer.display().to_string();
            let vars = u32::try_from(formula.size.vars)?;
            let file = input::open_ordinary(&answer).with_context(name)?;
            let file = BufReader::new(Bounded::new(file, dimacs::max_output(vars)));
            match dimacs::read_output(file, vars).with_context(name)? {
                SolverOutput::Sat(model) => {
                    let digits = formula.map.decode(&model).with_context(name)?;
                    part.solutions.push(puzzle.check(&digits).with_context(name)?);
                }
                SolverOutput::Unsat => part.count = Some(0),
                SolverOutput::Unknown => {}
            }
        }
        parts.take(part)?;
    }
    Ok(())
}

/// Which part the formula in a file is of, as its comments say.
fn part_of(path: &Path) -> anyhow::Result<(Whole, u64, Known)> {
    let name = path.display().to_string();
    let file = input::open_ordinary(path).with_context(|| name.clone())?;
    let head = io::read_to_string(file.take(1 << 20)).with_context(|| name.clone())?;
    let comment = |word: &str| {
        let mut comments = head.lines().map_while(|line| line.strip_prefix("c "));
        comments.find_map(|line| line.strip_prefix(word))
    };
    let (Some(puzzle_sha256), Some(split), Some(cube)) =
        (comment(PUZZLE), comment(SPLIT), comment(CUBE))
    else {
        bail!("{name}: no comments tell its puzzle, split and cube: was it made with --dir?");
    };
    let (number, cube) = cube.split_once(':').unwrap_or((cube, ""));
    let number = number.split(' ').next().and_then(|number| number.parse().ok());
    let number = number.with_context(|| format!("{name}: no comment tells its cube's number"))?;
    let within = comment(WITHIN).unwrap_or_default().parse().with_context(|| name.clone())?;
    let whole = Whole { puzzle_sha256: puzzle_sha256.into(), within, split: split.into() };
    let cube = cube.parse().with_context(|| name.clone())?;
    Ok((whole, number, Known { place: name, cube, count: None, solutions: Vec::new() }))
}
