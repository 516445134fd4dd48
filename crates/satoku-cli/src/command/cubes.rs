//! `satoku cubes`: a puzzle split into cubes, and their answers combined.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use clap::Args;

use crate::formula::{comments, read_one, refuse_absurd};
use crate::options::{FormulaArgs, ReadingArgs, depth};
use crate::signal;
use crate::stream::form;
use satoku::ask::{self, Answer, Form, Outcome, Part, Reply, Search, Status, Unique};
use satoku::format::{Entry, line_of};
use satoku::input::{self, Bounded, MAX_FILE};
use satoku::jobs::cubes::{self, Cube, MAX_CUBES, Split};
use satoku::puzzle::{Puzzle, Solution};
use satoku::sat::cnf::dimacs::{self, SolverOutput};
use satoku::sat::cnf::{ClauseSink, Counter, LimitedSink, Lit, Size};
use satoku::sat::encode::{Atom, VarMap};
use satoku::{Error, Limits};

#[derive(Debug, Args)]
#[command(
    after_help = "Without --dir or --json the formula is written with one line of assumptions \
    per cube (iCNF).\n\n\
    Examples:\n  \
    satoku cubes --count 64 hard.grid > hard.icnf\n  \
    satoku unique --cube 3/64 --json hard.grid > 3.json     # one of 64, on any machine\n  \
    satoku cubes --combine hard.grid *.json\n  \
    satoku cubes --count 64 --dir parts hard.grid\n  \
    for f in parts/*.cnf; do kissat $f > ${f%.cnf}.out; done\n  \
    satoku cubes --combine hard.grid parts"
)]
pub(super) struct CubesArgs {
    /// Puzzle file; `-` reads standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: PathBuf,
    /// With --combine: files of JSON lines of `solve`, `count` or `unique --cube I/N --json`, or
    /// the folder of --dir with each solver's output in cube-K.out
    #[arg(value_name = "RESULT", requires = "combine")]
    results: Vec<PathBuf>,
    /// Split until there are N cubes [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_CUBES as u64))]
    count: Option<u64>,
    /// Split every part D times, into at most 2^D cubes
    #[arg(long, value_name = "D", conflicts_with = "count", value_parser = depth)]
    depth: Option<usize>,
    /// Combine the results of all cubes into the answer
    #[arg(long, conflicts_with_all = ["count", "depth", "dir"])]
    combine: bool,
    /// Write a DIMACS file for each cube into folder DIR
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Write to FILE instead of standard output
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["dir", "combine", "json"])]
    output: Option<PathBuf>,
    /// Print a JSON object for each cube, or for the answer
    #[arg(long, conflicts_with = "dir")]
    json: bool,
    /// Write formulas of any size, however large
    #[arg(long, conflicts_with_all = ["json", "combine"])]
    force: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    formula: FormulaArgs,
}

impl CubesArgs {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        cubes(self)
    }
}

fn cubes(args: &CubesArgs) -> anyhow::Result<Outcome> {
    let (entry, by_lines) = read_one(&args.puzzle, &args.reading, args.formula.index)?;
    let limits = Limits::none().with_stop(signal::stop_flag());
    if args.combine {
        return combine(args, &entry, by_lines, &limits);
    }
    let split = match (args.depth, args.count) {
        (Some(depth), _) => Split::Depth(depth),
        (None, count) => Split::Count(count.map_or(Ok(16), usize::try_from)?),
    };
    let cubes = cubes::split(&entry.puzzle, split, &limits)?;
    if args.json {
        let mut out = io::stdout().lock();
        for (k, cube) in cubes.iter().enumerate() {
            writeln!(out, "{}", ask::json(&Part::new(k + 1, cubes.len(), Some(cube))))?;
        }
        return Ok(Outcome::Positive);
    }
    let formula = Formula::new(&entry, &args.formula, &limits)?;
    if !args.force {
        refuse_absurd(formula.size)?;
    }
    if let Some(dir) = &args.dir {
        fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
        for (k, cube) in cubes.iter().enumerate() {
            let path = dir.join(format!("cube-{:05}.cnf", k + 1));
            let file = File::create(&path).with_context(|| path.display().to_string())?;
            formula.write_part(cube, k + 1, cubes.len(), file, &limits)?;
        }
        if cubes.is_empty() {
            eprintln!("satoku: propagation refutes the puzzle: there is no cube");
        }
        return Ok(Outcome::Positive);
    }
    let out: Box<dyn Write> = match &args.output {
        Some(path) => Box::new(File::create(path).with_context(|| path.display().to_string())?),
        None => Box::new(io::stdout()),
    };
    formula.write_icnf(&cubes, out, &limits)?;
    Ok(Outcome::Positive)
}

/// A puzzle's formula, written several times over.
struct Formula<'a> {
    entry: &'a Entry,
    args: &'a FormulaArgs,
    size: Size,
    map: VarMap,
}

impl<'a> Formula<'a> {
    fn new(entry: &'a Entry, args: &'a FormulaArgs, limits: &Limits) -> anyhow::Result<Self> {
        let mut counter = Counter::new();
        let mut sink = LimitedSink::new(&mut counter, limits);
        let map = (args.encoding.encode)(&entry.puzzle, args.amo, &mut sink)?;
        Ok(Formula { entry, args, size: counter.size(), map })
    }

    /// The literals of a cube; `None` if the formula says already that it is impossible.
    fn lits(&self, cube: &Cube) -> Option<Vec<Lit>> {
        let mut lits = Vec::new();
        for decision in &cube.decisions {
            let atom = decision.candidate(self.entry.puzzle.layout());
            let atom = atom.map_or(Atom::False, |(cell, digit)| self.map.get(cell, digit));
            match (atom, decision.stands) {
                (Atom::Lit(lit), stands) => lits.push(if stands { lit } else { !lit }),
                (Atom::True, true) | (Atom::False, false) => {}
                (Atom::True, false) | (Atom::False, true) => return None,
            }
        }
        Some(lits)
    }

    fn comments(&self) -> impl Iterator<Item = String> {
        comments(self.entry, self.args, &self.map, false)
    }

    /// The formula with the decisions as clauses of one literal each.
    fn write_part(
        &self,
        cube: &Cube,
        number: usize,
        of: usize,
        out: impl Write,
        limits: &Limits,
    ) -> anyhow::Result<()> {
        let lits = self.lits(cube);
        let clauses = lits.as_ref().map_or(1, Vec::len) as u64;
        let literals = lits.as_ref().map_or(0, Vec::len) as u64;
        let size = Size {
            clauses: self.size.clauses + clauses,
            lits: self.size.lits + literals,
            ..self.size
        };
        let head = [format!("cube {number} of {of}: {cube}")];
        let mut writer = dimacs::Writer::new(out, size, head.into_iter().chain(self.comments()))?;
        let mut sink = LimitedSink::new(&mut writer, limits);
        (self.args.encoding.encode)(&self.entry.puzzle, self.args.amo, &mut sink)?;
        match lits {
            Some(lits) => lits.iter().try_for_each(|&lit| writer.add_clause(&[lit]))?,
            None => writer.add_clause(&[])?,
        }
        writer.finish()?;
        Ok(())
    }

    /// The formula, and each cube as a line of assumptions.
    fn write_icnf(&self, cubes: &[Cube], out: impl Write, limits: &Limits) -> anyhow::Result<()> {
        let mut writer = dimacs::Writer::incremental(out, self.size, self.comments())?;
        let mut sink = LimitedSink::new(&mut writer, limits);
        (self.args.encoding.encode)(&self.entry.puzzle, self.args.amo, &mut sink)?;
        let mut out = writer.finish()?;
        let mut text = String::new();
        for lits in cubes.iter().filter_map(|cube| self.lits(cube)) {
            text.push_str("a ");
            for lit in lits {
                write!(text, "{lit} ")?;
            }
            text.push_str("0\n");
        }
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }
}

/// What is known of one cube.
struct Known {
    name: String,
    cube: Cube,
    /// How many solutions lie in it, if that is final.
    count: Option<u64>,
    solutions: Vec<Solution>,
}

/// The answer to the whole puzzle from those to its cubes. Nothing is believed but "no more
/// solutions in this cube"; solutions are checked, and so is that the cubes leave nothing out.
fn combine(
    args: &CubesArgs,
    entry: &Entry,
    by_lines: bool,
    limits: &Limits,
) -> anyhow::Result<Outcome> {
    let puzzle = &entry.puzzle;
    if args.results.is_empty() {
        bail!(
            "--combine: give the results: JSON lines of `satoku solve --cube I/N --json`, or the \
               folder of `cubes --dir` with the solver's output for each cube-K.cnf in cube-K.out"
        );
    }
    let mut known = Vec::new();
    for path in &args.results {
        let name = || path.display().to_string();
        if path.is_dir() {
            let formula = Formula::new(entry, &args.formula, limits)?;
            read_folder(path, &formula, &mut known).with_context(name)?;
        } else {
            let text = Bounded::new(File::open(path).with_context(name)?, MAX_FILE);
            read_lines(BufReader::new(text), &name(), puzzle, &mut known)?;
        }
    }
    let (closed, open): (Vec<_>, Vec<_>) = known.iter().partition(|it| it.count.is_some());
    let cubes: Vec<Cube> = closed.iter().map(|it| it.cube.clone()).collect();
    let covered = cubes::cover(puzzle, &cubes, limits)?;
    let mut solutions: Vec<Solution> = Vec::new();
    for solution in known.iter().flat_map(|it| &it.solutions) {
        if !solutions.contains(solution) {
            solutions.push(solution.clone());
        }
    }
    // Counts add up only where no solution can be in two cubes.
    let apart = || (0..cubes.len()).all(|k| cubes[..k].iter().all(|c| c.excludes(&cubes[k])));
    let total = closed.iter().filter_map(|it| it.count).sum::<u64>();
    let complete = covered && (total <= 1 || apart());
    let count = if complete { total } else { solutions.len() as u64 };
    let status = match (count, complete) {
        (0, true) => Status::None,
        (1, true) => Status::Unique,
        (0, false) => Status::Unknown,
        (1, false) => Status::Solved,
        _ => Status::Multiple,
    };
    if !covered && solutions.len() < 2 {
        let names: Vec<_> = open.iter().map(|it| it.name.as_str()).take(20).collect();
        eprintln!(
            "satoku: the {} cubes known to hold no more solutions leave a part of the puzzle out; {}",
            closed.len(),
            if open.is_empty() {
                "results are missing".into()
            } else {
                format!("open: {}", names.join(", "))
            }
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

/// Reads what `solve`, `count` and `unique` say of a cube with --json.
fn read_lines(
    text: impl BufRead,
    name: &str,
    puzzle: &Puzzle,
    known: &mut Vec<Known>,
) -> anyhow::Result<()> {
    for (number, line) in text.lines().enumerate() {
        let place = || format!("{name}:{}", number + 1);
        let line = line.with_context(place)?;
        if line.trim().is_empty() {
            continue;
        }
        let object: Value = serde_json::from_str(&line).with_context(place)?;
        let part = &object["cube"];
        let (Some(k), Some(n)) = (part["number"].as_u64(), part["of"].as_u64()) else {
            bail!("{}: no field `cube`: was it made with --cube I/N --json?", place());
        };
        let Some(decisions) = part["decisions"].as_array() else {
            // There were fewer cubes than asked for: nothing to know.
            continue;
        };
        let decisions = decisions.iter().map(|decision| decision.as_str().unwrap_or("").parse());
        let cube = Cube { decisions: decisions.collect::<Result<_, _>>().with_context(place)? };
        let lines = object["solution"].as_str().into_iter();
        let lines = lines
            .chain(object["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str));
        let solutions: Vec<_> = lines
            .map(|line| checked(puzzle, line))
            .collect::<Result<_, _>>()
            .with_context(place)?;
        let count = match (object["complete"].as_bool(), object["count"].as_u64()) {
            (Some(true), Some(count)) => Some(count),
            _ => None,
        };
        known.push(Known { name: format!("{k}/{n}"), cube, count, solutions });
    }
    Ok(())
}

/// Reads the output of solvers beside the formulas of the cubes.
fn read_folder(dir: &Path, formula: &Formula<'_>, known: &mut Vec<Known>) -> anyhow::Result<()> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(dir)?.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "cnf"));
    paths.sort();
    for path in paths {
        let name = path.display().to_string();
        let head = io::read_to_string(Read::take(
            input::open_ordinary(&path).with_context(|| name.clone())?,
            1 << 20,
        ))?;
        let head = head.lines().find_map(|line| line.strip_prefix("c cube "));
        let Some((_, cube)) = head.and_then(|head| head.split_once(": ").or(Some((head, ""))))
        else {
            bail!("{name}: no comment tells its cube");
        };
        let cube: Cube = cube.parse().with_context(|| name.clone())?;
        let answer = path.with_extension("out");
        let mut this = Known { name, cube, count: None, solutions: Vec::new() };
        if answer.exists() {
            let name = || answer.display().to_string();
            let vars = u32::try_from(formula.size.vars)?;
            let file = input::open_ordinary(&answer).with_context(name)?;
            let file = BufReader::new(Bounded::new(file, dimacs::max_output(vars)));
            match dimacs::read_output(file, vars).with_context(name)? {
                SolverOutput::Sat(model) => {
                    let digits = formula.map.decode(&model).with_context(name)?;
                    this.solutions.push(formula.entry.puzzle.check(&digits).with_context(name)?);
                }
                SolverOutput::Unsat => this.count = Some(0),
                SolverOutput::Unknown => {}
            }
        }
        known.push(this);
    }
    Ok(())
}

fn checked(puzzle: &Puzzle, line: &str) -> anyhow::Result<Solution> {
    let grid = crate::formula::like(puzzle, line)?;
    let digits: Option<Vec<_>> = grid.cells().map(|cell| grid.given(cell)).collect();
    let digits = digits.context("a solution is not filled")?;
    let solution = puzzle.check(&digits).map_err(|v| Error::input(v.to_string()))?;
    debug_assert_eq!(line_of(&solution).trim(), line.trim());
    Ok(solution)
}
