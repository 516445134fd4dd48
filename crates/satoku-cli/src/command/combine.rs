//! `satoku cubes --combine`: the answer to a puzzle from those to its parts.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use super::cubes::{CUBE, CubesArgs, Formula, PUZZLE, SPLIT};
use crate::monitor::say;
use crate::stream::form;
use satoku::Limits;
use satoku::ask::{Answer, Form, Outcome, Reply, Search, Status, Unique};
use satoku::format::Entry;
use satoku::input::{self, Bounded, MAX_FILE};
use satoku::jobs::cubes::{self, Cube, Whole};
use satoku::puzzle::{Puzzle, Solution};
use satoku::sat::cnf::dimacs::{self, SolverOutput};

/// What is known of one cube.
struct Known {
    /// Where that stands.
    place: String,
    cube: Cube,
    /// How many solutions lie in it, if that is final.
    count: Option<u64>,
    solutions: Vec<Solution>,
}

/// All that is known, of parts of one puzzle that was split in one way.
struct Parts<'a> {
    puzzle: &'a Puzzle,
    puzzle_sha256: String,
    known: Vec<Known>,
    /// How the puzzle was split, and which part says so.
    split: Option<(String, String)>,
    /// Where each number stands.
    places: BTreeMap<u64, String>,
}

/// The answer to the whole puzzle from those to its cubes. Solutions are checked, and so is that
/// the cubes leave nothing out. What is believed is how many solutions a cube has, unless it shows
/// more.
pub(super) fn combine(
    args: &CubesArgs,
    entry: &Entry,
    by_lines: bool,
    limits: &Limits,
) -> anyhow::Result<Outcome> {
    let parts = Parts::read(args, entry, limits)?;
    let (closed, open): (Vec<_>, Vec<_>) = parts.known.iter().partition(|it| it.count.is_some());
    let cubes: Vec<Cube> = closed.iter().map(|it| it.cube.clone()).collect();
    let covered = cubes::cover(&entry.puzzle, &cubes, limits)?;
    let mut solutions = parts.solutions()?;
    // Counts add up only where no solution can be in two cubes.
    let apart = || (0..cubes.len()).all(|k| cubes[..k].iter().all(|c| c.excludes(&cubes[k])));
    let sum = |sum: u64, part: &&Known| sum.checked_add(part.count.unwrap_or(0));
    let Some(total) = closed.iter().try_fold(0, sum) else {
        bail!("--combine: the counts of the parts add up to more than {}", u64::MAX)
    };
    // Who says that there is one has to show it.
    let shown = total != 1 || !solutions.is_empty();
    let complete = covered && shown && (total <= 1 || apart());
    let count = if complete { total } else { solutions.len() as u64 };
    let status = match (count, complete) {
        (0, true) => Status::None,
        (1, true) => Status::Unique,
        (0, false) => Status::Unknown,
        (1, false) => Status::Solved,
        _ => Status::Multiple,
    };
    if !covered && solutions.len() < 2 {
        let names: Vec<_> = open.iter().map(|it| it.place.as_str()).take(20).collect();
        say(format!(
            "satoku: the {} cubes known to hold no more solutions leave a part of the puzzle out; {}",
            closed.len(),
            if open.is_empty() {
                "results are missing".into()
            } else {
                format!("open: {}", names.join(", "))
            }
        ));
    } else if !shown {
        say(
            "satoku: the parts count one solution, but none shows it: answer the part that has it \
             with `satoku unique --cube I/N --json`",
        );
    }
    solutions.truncate(2);
    let search = Search { count, complete, engine: None, time_us: None, stats: None, note: None };
    let mut answer = Unique { status, solution: None, solutions: None, search: Some(search) };
    match solutions.len() {
        0 => {}
        1 if status != Status::Multiple => answer.solution = solutions.pop(),
        _ => answer.solutions = Some(solutions),
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

impl<'a> Parts<'a> {
    /// Reads all results that the command line names.
    fn read(args: &CubesArgs, entry: &'a Entry, limits: &Limits) -> anyhow::Result<Self> {
        if args.results.is_empty() {
            bail!(
                "--combine: give the results: JSON lines of `satoku solve --cube I/N --json`, or the \
                   folder of `cubes --dir` with the solver's output for each cube-K.cnf in cube-K.out"
            );
        }
        let puzzle = &entry.puzzle;
        let puzzle_sha256 = Whole::new(puzzle, cubes::Split::Count(1)).puzzle_sha256;
        let places = BTreeMap::new();
        let mut this = Parts { puzzle, puzzle_sha256, known: Vec::new(), split: None, places };
        for path in &args.results {
            let name = || path.display().to_string();
            if path.is_dir() {
                let formula = Formula::new(entry, &args.formula, limits)?;
                this.read_folder(path, &formula).with_context(name)?;
            } else {
                let text = Bounded::new(File::open(path).with_context(name)?, MAX_FILE);
                this.read_lines(BufReader::new(text), &name())?;
            }
        }
        Ok(this)
    }

    /// Notes a part, if it is one of this puzzle, split as the others were, and not there yet.
    fn note(&mut self, place: &str, whole: &Whole, number: u64) -> anyhow::Result<()> {
        if whole.puzzle_sha256 != self.puzzle_sha256 {
            bail!("{place}: a part of another puzzle");
        }
        let own = || (whole.split.clone(), place.to_owned());
        let (split, first) = self.split.get_or_insert_with(own);
        if *split != whole.split {
            bail!("{place}: of the split by {}, but {first} is of that by {split}", whole.split);
        }
        if let Some(before) = self.places.insert(number, place.to_owned()) {
            bail!("{place}: cube {number} a second time, after {before}; give one result a cube");
        }
        Ok(())
    }

    /// Takes what is known of the cube of a part that was noted.
    fn take(&mut self, part: Known) -> anyhow::Result<()> {
        let Known { place, cube, count, solutions } = &part;
        if solutions.iter().any(|solution| !cube.has(solution)) {
            bail!("{place}: its solution does not lie in its cube");
        }
        if count.is_some_and(|count| count < solutions.len() as u64) {
            bail!("{place}: shows more solutions than it counts");
        }
        self.known.push(part);
        Ok(())
    }

    /// All solutions that are shown, each once.
    ///
    /// # Errors
    /// If a cube that is said to have no more has one of them.
    fn solutions(&self) -> anyhow::Result<Vec<Solution>> {
        let mut solutions: Vec<Solution> = Vec::new();
        for solution in self.known.iter().flat_map(|it| &it.solutions) {
            if !solutions.contains(solution) {
                solutions.push(solution.clone());
            }
        }
        for part in &self.known {
            let inside = solutions.iter().filter(|solution| part.cube.has(solution)).count();
            if part.count.is_some_and(|count| count < inside as u64) {
                bail!("{}: another part shows a solution that this one does not count", part.place);
            }
        }
        Ok(solutions)
    }

    /// Reads what `solve`, `count` and `unique` say of a cube with --json.
    fn read_lines(&mut self, text: impl BufRead, name: &str) -> anyhow::Result<()> {
        for (number, line) in text.lines().enumerate() {
            let place = || format!("{name}:{}", number + 1);
            let line = line.with_context(place)?;
            if line.trim().is_empty() {
                continue;
            }
            let object: Value = serde_json::from_str(&line).with_context(place)?;
            let part = &object["cube"];
            let word = |name: &str| part[name].as_str().map(str::to_owned);
            let (Some(number), Some(puzzle_sha256), Some(split)) =
                (part["number"].as_u64(), word("puzzle_sha256"), word("split"))
            else {
                bail!(
                    "{}: no field `cube` that names puzzle, split and number: was it made with \
                     --cube I/N --json?",
                    place()
                );
            };
            let whole = Whole { puzzle_sha256, split };
            self.note(&place(), &whole, number)?;
            let Some(decisions) = part["decisions"].as_array() else {
                // There were fewer cubes than asked for: nothing to know.
                continue;
            };
            let decisions =
                decisions.iter().map(|decision| decision.as_str().unwrap_or("").parse());
            let cube = Cube { decisions: decisions.collect::<Result<_, _>>().with_context(place)? };
            let lines = object["solution"].as_str().into_iter();
            let several = object["solutions"].as_array().into_iter().flatten();
            let lines = lines.chain(several.filter_map(Value::as_str));
            let checked = lines.map(|line| checked(self.puzzle, line));
            let solutions = checked.collect::<Result<Vec<_>, _>>().with_context(place)?;
            let count = match (object["complete"].as_bool(), object["count"].as_u64()) {
                (Some(true), Some(count)) => Some(count),
                _ => None,
            };
            let says = match object["status"].as_str() {
                Some("none") => count == Some(0),
                Some("unique") => count == Some(1),
                _ => true,
            };
            if !says {
                bail!("{}: its status contradicts its count", place());
            }
            self.take(Known { place: place(), cube, count, solutions })?;
        }
        Ok(())
    }

    /// Reads the output of solvers beside the formulas of the cubes.
    fn read_folder(&mut self, dir: &Path, formula: &Formula<'_>) -> anyhow::Result<()> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(dir)?.filter_map(|it| Some(it.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "cnf"));
        paths.sort();
        for path in paths {
            let (whole, number, mut part) = part_of(&path)?;
            self.note(&part.place, &whole, number)?;
            let answer = path.with_extension("out");
            if answer.exists() {
                let name = || answer.display().to_string();
                let vars = u32::try_from(formula.size.vars)?;
                let file = input::open_ordinary(&answer).with_context(name)?;
                let file = BufReader::new(Bounded::new(file, dimacs::max_output(vars)));
                match dimacs::read_output(file, vars).with_context(name)? {
                    SolverOutput::Sat(model) => {
                        let digits = formula.map.decode(&model).with_context(name)?;
                        part.solutions.push(self.puzzle.check(&digits).with_context(name)?);
                    }
                    SolverOutput::Unsat => part.count = Some(0),
                    SolverOutput::Unknown => {}
                }
            }
            self.take(part)?;
        }
        Ok(())
    }
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
    let whole = Whole { puzzle_sha256: puzzle_sha256.into(), split: split.into() };
    let cube = cube.parse().with_context(|| name.clone())?;
    Ok((whole, number, Known { place: name, cube, count: None, solutions: Vec::new() }))
}

/// A solution as a line, checked.
fn checked(puzzle: &Puzzle, line: &str) -> anyhow::Result<Solution> {
    let grid = crate::formula::like(puzzle, line)?;
    let digits = grid.filled().context("a solution is not filled")?;
    Ok(puzzle.check(&digits)?)
}
