//! One certificate of a puzzle from those of its cubes, which were made anywhere.
//!
//! The certificate of a cube is that of a puzzle like any other: the whole with fewer candidates, of
//! which it shows that there is no solution, or one and no other. Let D be the decisions that take
//! these candidates away. Under D the clues of the cube follow from the formula of the whole by unit
//! propagation, and all other clauses are the same; so where a clause C of the cube's proof follows
//! by unit propagation, C ∨ ¬D does from the formula of the whole. Its empty clause becomes ¬D: no
//! other solution is in the cube. From there it goes up the tree of cubes: where ¬(A ∧ d) and ¬(A ∧
//! ¬d) are known, ¬A follows by unit propagation, and in the end the empty clause. Where there is no
//! cube, as looking ahead saw that there is no solution, the embedded solver shows that now.
//!
//! Each step is checked when it is made ([`super::rup`]), and the certificate by whoever gets it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use super::rup::Checker;
use super::{Refuter, prove_by, stated};
use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::input;
use crate::jobs::answer;
use crate::jobs::cubes::{Cube, Decision};
use crate::limits::{Limits, Query};
use crate::puzzle::{Board, Puzzle};
use crate::sat::cnf::proof::{self, ProofStep};
use satoku_check::{Certificate, Formula, Statement, Verdict, Verified};

/// What stands in manifests in place of a solver.
const SOLVERS: &str = "certificates of cubes";

/// The certificate of a puzzle from the folders of certificates of its cubes: of as many of them as
/// it takes, in any order, of one split or several. Each is verified.
///
/// # Errors
/// If a certificate does not hold, or is not of a cube of the puzzle; if its proof is compressed; if
/// the cubes leave something out ([`Error::is_proof`]); as [`prove_by`], for what is shown here.
pub fn prove_by_parts(
    puzzle: &Puzzle,
    folders: &[impl AsRef<Path>],
    limits: &Limits,
) -> Result<Certificate> {
    let (text, statement) = stated::stated(puzzle)?;
    super::refuse_large(&statement)?;
    let mut parts = Vec::new();
    let mut solutions: Vec<Vec<usize>> = Vec::new();
    for folder in folders {
        let folder = folder.as_ref();
        let place = |error: Error| at(folder, error);
        let verified = satoku_check::verify(folder).map_err(Error::from).map_err(place)?;
        let cube = cube_of(puzzle, &statement, &verified).map_err(place)?;
        for solution in &verified.solutions {
            if !solutions.contains(solution) {
                solutions.push(solution.clone());
            }
        }
        parts.push(Part { folder, cube, is_shown: verified.verdict != Verdict::Multiple });
    }
    solutions.truncate(2);
    if solutions.len() > 1 {
        let (verdict, steps) = (Verdict::Multiple, satoku_check::Steps::default());
        return Ok(Certificate::new(text, SOLVERS, verdict, solutions, steps)?);
    }
    let formula = Formula::of(&statement, solutions.first().map(Vec::as_slice))?;
    let digits = statement.digits();
    let mut tree = Tree { puzzle, digits, limits, checker: Checker::new(&formula) };
    let mut cubes = Vec::new();
    for part in parts.iter().filter(|part| part.is_shown) {
        tree.take(part).map_err(|error| at(part.folder, error))?;
        cubes.push(tree.lits(&part.cube));
    }
    tree.close(&mut Vec::new(), &cubes.iter().collect::<Vec<_>>())?;
    let steps = tree.checker.into_refutation(formula.len());
    let steps = steps.ok_or_else(|| Error::proof("the cubes refute nothing"))?;
    let verdict = if solutions.is_empty() { Verdict::None } else { Verdict::Unique };
    Ok(Certificate::new(text, SOLVERS, verdict, solutions, steps)?)
}

/// Branches that a search may take to see that there is no solution where there is no cube.
const FILL: u64 = 1000;

/// A certificate that holds.
struct Part<'a> {
    folder: &'a Path,
    cube: Cube,
    /// Whether it shows that the cube has no other solution.
    is_shown: bool,
}

/// The cube that a certificate is of: what its puzzle has less.
///
/// # Errors
/// If its puzzle is something else than the whole with fewer candidates.
fn cube_of(puzzle: &Puzzle, whole: &Statement, verified: &Verified) -> Result<Cube> {
    let part = &verified.statement;
    let other = || Error::input("a certificate of another puzzle, not of a cube of this one");
    if (part.cells(), part.digits()) != (whole.cells(), whole.digits()) {
        return Err(other());
    }
    let mut cube = Cube::default();
    for cell in 0..whole.cells() {
        let left = |statement: &Statement| -> Vec<usize> {
            (0..whole.digits()).filter(|&digit| statement.allows(cell, digit)).collect()
        };
        let (before, after) = (left(whole), left(part));
        let mut decide = |digit: usize, stands: bool| {
            let candidate = (Cell::new(cell), Digit::new(digit));
            cube.decisions.push(Decision::new(candidate, stands, puzzle.layout()));
        };
        match after[..] {
            _ if before == after => {}
            [digit] => decide(digit, true),
            _ => before.iter().filter(|it| !after.contains(it)).for_each(|&it| decide(it, false)),
        }
    }
    let is_it = stated::stated(&cube.of(puzzle)?)?.1 == *part;
    if is_it { Ok(cube) } else { Err(other()) }
}

/// The cubes of a puzzle, and what is known of them.
struct Tree<'a> {
    puzzle: &'a Puzzle,
    digits: usize,
    limits: &'a Limits,
    checker: Checker,
}

impl Tree<'_> {
    /// A decision as the formula has it.
    fn lit(&self, decision: &Decision) -> Option<i32> {
        let (cell, digit) = decision.candidate(self.puzzle.layout())?;
        let var = i32::try_from(cell.index() * self.digits + digit.index() + 1).ok()?;
        Some(if decision.stands { var } else { -var })
    }

    fn lits(&self, cube: &Cube) -> Vec<i32> {
        cube.decisions.iter().filter_map(|decision| self.lit(decision)).collect()
    }

    /// What a literal over a candidate decides.
    fn decision(&self, lit: i32) -> Decision {
        let candidate = lit.unsigned_abs() as usize - 1;
        let place = (Cell::new(candidate / self.digits), Digit::new(candidate % self.digits));
        Decision::new(place, lit > 0, self.puzzle.layout())
    }

    /// Takes the proof of a cube, under its decisions.
    fn take(&mut self, part: &Part<'_>) -> Result<()> {
        if !part.folder.join("proof.lrat").exists() {
            let message = "its proof is compressed: cubes need proof.lrat, without --compressed";
            return Err(Error::input(message));
        }
        let file = input::open_ordinary(&part.folder.join("proof.lrat"))?;
        let decisions = self.lits(&part.cube);
        self.follow(BufReader::with_capacity(1 << 18, file), &decisions)
    }

    /// Takes a refutation that holds where these literals do.
    fn follow(&mut self, proof: BufReader<File>, under: &[i32]) -> Result<()> {
        let limits = self.limits;
        let checker = &mut self.checker;
        let mut scope = checker.assume(under);
        proof::read(proof, |step| {
            if limits.expired() {
                return Err(limit());
            }
            if let ProofStep::Add(lits) = step {
                let lits: Vec<_> = lits.iter().map(|lit| lit.to_dimacs()).collect();
                scope.learn(&lits).map_err(Error::proof)?;
            }
            Ok(!scope.is_refuted())
        })?;
        if scope.close() { Ok(()) } else { Err(Error::proof("its proof does not refute the cube")) }
    }

    /// All that a cube decides: of a cell whose digit it knows, the other digits too.
    fn decided(&self, lits: &[i32]) -> Vec<i32> {
        let count = i32::try_from(self.digits).unwrap_or(i32::MAX);
        let mut all = lits.to_vec();
        for &lit in lits.iter().filter(|&&lit| lit > 0) {
            let first = (lit - 1) / count * count + 1;
            all.extend((first..first + count).filter(|&other| other != lit).map(|other| -other));
        }
        all
    }

    /// Shows that there is no solution, or no other, where these decisions hold: by the cubes that
    /// may be there.
    fn close(&mut self, path: &mut Vec<i32>, cubes: &[&Vec<i32>]) -> Result<()> {
        if self.limits.expired() {
            return Err(limit());
        }
        if self.checker.is_refuted() {
            return Ok(());
        }
        let Some(value) = self.checker.values_under(path) else {
            return self.learn(path);
        };
        let part = self.cube(path).of(self.puzzle)?;
        let mut board = Board::new(&part);
        if board.propagate(&part).is_err() {
            return self.fill(path);
        }
        // Which cubes may be there is seen on the board: the formula excludes the one solution, and
        // cubes by what was learned of them. How many of them have each candidate, or exclude it.
        let state = |lit: i32| self.decision(lit).state(&board, self.puzzle.layout());
        let mut open = Vec::new();
        let mut seen: BTreeMap<i32, [usize; 2]> = BTreeMap::new();
        for &cube in cubes {
            if cube.iter().any(|&lit| state(lit) == Some(false)) {
                continue;
            }
            if cube.iter().all(|&lit| value(lit) == Some(true)) {
                return self.learn(path);
            }
            for lit in self.decided(cube) {
                if value(lit).is_some() && state(lit).is_some() {
                    continue;
                }
                seen.entry(lit.abs()).or_default()[usize::from(lit < 0)] += 1;
            }
            open.push(cube);
        }
        let Some(lit) = self.branch(path, &seen)? else { return self.fill(path) };
        for lit in [lit, -lit] {
            path.push(lit);
            self.close(path, &open)?;
            path.pop();
        }
        self.learn(path)
    }

    /// What to decide next: what the most cubes decide, as they do the root of their tree. Of
    /// several, first what all have the same, if propagation refutes the contrary: there is no cube
    /// for that.
    fn branch(&self, path: &[i32], seen: &BTreeMap<i32, [usize; 2]>) -> Result<Option<i32>> {
        let most = seen.values().map(|[a, b]| a + b).max();
        let of_most = || seen.iter().filter(|(_, [a, b])| Some(a + b) == most);
        for (&var, &[with, without]) in of_most() {
            let lit = if without == 0 { var } else { -var };
            if with == 0 || without == 0 {
                let contrary: Vec<_> = path.iter().copied().chain([-lit]).collect();
                if self.is_refuted(&contrary)? {
                    return Ok(Some(lit));
                }
            }
        }
        let both = of_most().find(|(_, [with, without])| *with > 0 && *without > 0);
        Ok(both.or_else(|| of_most().next()).map(|(&var, _)| var))
    }

    /// Whether propagation sees that decisions do not hold together.
    fn is_refuted(&self, path: &[i32]) -> Result<bool> {
        let part = self.cube(path).of(self.puzzle)?;
        Ok(Board::new(&part).propagate(&part).is_err())
    }

    fn cube(&self, path: &[i32]) -> Cube {
        Cube { decisions: path.iter().map(|&lit| self.decision(lit)).collect() }
    }

    /// Shows the same where there is no cube, if little search sees that there is no solution.
    fn fill(&mut self, path: &[i32]) -> Result<()> {
        let cube = self.cube(path);
        let part = cube.of(self.puzzle)?;
        let short = self.limits.clone().with_effort(FILL);
        let found = answer::find(&part, &EngineSpec::default(), &short, Query::FIRST)?;
        if found.count > 0 || !found.is_complete() {
            let message = format!("the certificates leave a part of the puzzle out: {cube}");
            return Err(Error::proof(message));
        }
        let made = prove_by(&part, &EngineSpec::default(), &Refuter::Followed, self.limits)?;
        if made.verdict() != Verdict::None {
            return Err(Error::proof(format!("{cube}: refuted, and has a solution")));
        }
        let mut scope = self.checker.assume(path);
        for (_, lits, _) in made.steps().iter() {
            scope.learn(lits).map_err(Error::proof)?;
        }
        if scope.close() { Ok(()) } else { Err(Error::proof(format!("{cube}: not refuted"))) }
    }

    /// Notes that the decisions do not hold together.
    fn learn(&mut self, path: &[i32]) -> Result<()> {
        let clause: Vec<_> = path.iter().map(|lit| -lit).collect();
        self.checker.learn(&clause).map_err(|what| {
            Error::proof(format!("what the cubes leave does not follow: a clause that {what}"))
        })
    }
}

/// An error about a folder.
fn at(folder: &Path, error: Error) -> Error {
    let message = format!("{}: {error}", satoku_check::shown(folder.display().to_string()));
    match () {
        () if error.is_limit() => error,
        () if error.is_input() => Error::input(message),
        () => Error::proof(message),
    }
}

fn limit() -> Error {
    Error::limit("no certificate within the limits")
}
