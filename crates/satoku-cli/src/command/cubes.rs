//! `satoku cubes`: a puzzle split into cubes, and their answers combined.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, bail};
use clap::Args;

use super::combine;
use crate::formula::{comments, read_one, refuse_absurd};
use crate::long::OneArgs;
use crate::monitor::say;
use crate::options::{FormulaArgs, ReadingArgs, depth, within};
use crate::signal;
use crate::whole;
use satoku::Limits;
use satoku::ask::{self, Outcome, Part};
use satoku::format::Entry;
use satoku::jobs::cubes::{Cube, MAX_CUBES, Split};
use satoku::sat::cnf::dimacs;
use satoku::sat::cnf::{ClauseSink, Counter, LimitedSink, Lit, Size};
use satoku::sat::encode::{Atom, VarMap};

#[derive(Debug, Args)]
#[command(
    after_help = "Without --dir or --json the formula is written with one line of assumptions \
    per cube (iCNF).\n\n\
    Examples:\n  \
    satoku cubes --count 64 hard.grid > hard.icnf\n  \
    satoku unique --cube 3/64 --json hard.grid > 3.json     # one of 64, on any machine\n  \
    satoku cubes --combine hard.grid *.json\n  \
    satoku cubes --count 8 --of 'r1c2=3 r4c5!=6' hard.grid  # one that takes long, split again\n  \
    satoku unique --cube 1/8 --of 'r1c2=3 r4c5!=6' --json hard.grid\n  \
    satoku cubes --count 64 --dir parts hard.grid\n  \
    for f in parts/*.cnf; do kissat $f > ${f%.cnf}.out; done\n  \
    satoku cubes --combine hard.grid parts"
)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(super) struct CubesArgs {
    /// Puzzle file; `-` reads standard input
    #[arg(value_name = "PUZZLE")]
    pub(super) puzzle: PathBuf,
    /// With --combine: files of JSON lines of `solve`, `count` or `unique --cube I/N --json`, or
    /// the folder of --dir with each solver's output in cube-K.out
    #[arg(value_name = "RESULT", requires = "combine")]
    pub(super) results: Vec<PathBuf>,
    /// Split until there are N cubes [default: 16]
    #[arg(long, value_name = "N", value_parser = within(1, MAX_CUBES as u64))]
    count: Option<u64>,
    /// Split every part D times, into at most 2^D cubes
    #[arg(long, value_name = "D", conflicts_with = "count", value_parser = depth)]
    depth: Option<usize>,
    /// Split this cube of the puzzle: decisions as --json has them, with spaces between them
    #[arg(long, value_name = "CUBE", conflicts_with = "combine", value_parser = str::parse::<Cube>)]
    of: Option<Cube>,
    /// Cubes in which most is open first, in place of the order of the tree; their numbers stay
    #[arg(long, conflicts_with = "combine")]
    hardest_first: bool,
    /// Combine the results of all cubes into the answer
    #[arg(long, conflicts_with_all = ["count", "depth", "dir"])]
    combine: bool,
    /// With --combine: write a certificate of the puzzle into folder DIR, from the certificates of
    /// all cubes, which are the results (`satoku prove --cube I/N`)
    #[arg(long, value_name = "DIR", requires = "combine")]
    pub(super) certificate: Option<PathBuf>,
    /// Write a DIMACS file for each cube into folder DIR
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Write to FILE instead of standard output, in place once all is written
    #[arg(long, short = 'o', value_name = "FILE", conflicts_with_all = ["dir", "combine", "json"])]
    out: Option<PathBuf>,
    /// Print a JSON object for each cube, or for the answer
    #[arg(long, conflicts_with = "dir")]
    pub(super) json: bool,
    /// Write formulas of any size, however large
    #[arg(long, conflicts_with_all = ["json", "combine"])]
    force: bool,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) formula: FormulaArgs,
    #[command(flatten)]
    one: OneArgs,
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
        return combine::combine(args, &entry, by_lines, &limits);
    }
    let split = match (args.depth, args.count) {
        (Some(depth), _) => Split::Depth(depth),
        (None, count) => Split::Count(count.map_or(Ok(16), usize::try_from)?),
    };
    let within = args.of.clone().unwrap_or_default();
    let mut parts = Part::all(&entry.puzzle, &within, split, &limits)?;
    if args.hardest_first {
        Part::hardest_first(&mut parts);
    }
    if args.json {
        let mut out = io::stdout().lock();
        for part in &parts {
            writeln!(out, "{}", ask::json(part))?;
        }
        return Ok(Outcome::Positive);
    }
    let cubes: satoku::Result<Vec<Cube>> = parts.iter().map(cube_of).collect();
    let cubes = cubes?;
    let formula = Formula::new(&entry, &args.formula, &limits)?;
    if !args.force {
        refuse_absurd(formula.size)?;
    }
    if let Some(dir) = &args.dir {
        fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
        refuse_parts(dir)?;
        for (part, cube) in parts.iter().zip(&cubes) {
            let path = dir.join(format!("cube-{:05}.cnf", part.number));
            let file = File::create_new(&path).with_context(|| path.display().to_string())?;
            formula.write_part(cube, part, file, &limits)?;
        }
        if cubes.is_empty() {
            say("satoku: propagation refutes the puzzle: there is no cube");
        }
        return Ok(Outcome::Positive);
    }
    let inputs = args.reading.inputs(slice::from_ref(&args.puzzle));
    whole::write(args.out.as_deref(), &inputs, |out| formula.write_icnf(&cubes, out, &limits))?;
    Ok(Outcome::Positive)
}

/// The cube that a part is.
fn cube_of(part: &Part) -> satoku::Result<Cube> {
    part.decisions.as_deref().unwrap_or_default().join(" ").parse()
}

/// What comments of the formula of a part begin with.
pub(super) const PUZZLE: &str = "puzzle-sha256 ";
pub(super) const WITHIN: &str = "within ";
pub(super) const SPLIT: &str = "split ";
pub(super) const CUBE: &str = "cube ";

/// Refuses a folder that has parts already: answers to them would be taken for those of new ones.
fn refuse_parts(dir: &Path) -> anyhow::Result<()> {
    for entry in dir.read_dir().with_context(|| dir.display().to_string())? {
        let name = entry?.file_name();
        if name.to_string_lossy().starts_with("cube-") {
            bail!(
                "{}: holds parts already ({}); choose another folder",
                dir.display(),
                name.display()
            );
        }
    }
    Ok(())
}

/// A puzzle's formula, written several times over.
pub(super) struct Formula<'a> {
    pub(super) entry: &'a Entry,
    args: &'a FormulaArgs,
    pub(super) size: Size,
    pub(super) map: VarMap,
}

impl<'a> Formula<'a> {
    pub(super) fn new(
        entry: &'a Entry,
        args: &'a FormulaArgs,
        limits: &Limits,
    ) -> anyhow::Result<Self> {
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
        let how = [self.args.encoding.name, self.args.amo.name];
        comments(self.entry, how, &self.map, false)
    }

    /// The formula with the decisions as clauses of one literal each.
    fn write_part(
        &self,
        cube: &Cube,
        part: &Part,
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
        let Part { puzzle_sha256, within, split, number, of, .. } = part;
        let within = (!within.is_empty()).then(|| format!("{WITHIN}{}", within.join(" ")));
        let head = [
            format!("{PUZZLE}{puzzle_sha256}"),
            format!("{SPLIT}{split}"),
            format!("{CUBE}{number} of {of}: {cube}"),
        ];
        let mut writer =
            dimacs::Writer::new(out, size, head.into_iter().chain(within).chain(self.comments()))?;
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
