//! Certificates made: a puzzle is answered by any engine, and what the answer leaves to be shown is
//! refuted with a proof. Nothing here has to be trusted: [`proof`](satoku_check) checks what comes
//! out.

#[cfg(feature = "varisat")]
mod propagate;
#[cfg(feature = "varisat")]
mod refute;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::grid::Digit;
use crate::jobs::answer;
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use satoku_check::{Certificate, Statement, Steps, Verdict, formula};

/// The most clauses of a formula that is proved: what fits into a few gigabytes.
const MAX_CLAUSES: u64 = 100_000_000;

/// Branches that the engine may take before the solver takes over: it answers most 9×9 puzzles in
/// fewer. What is known then, one solution or two, need not be found again.
const PATIENCE: u64 = 200;

/// An answer, shown.
#[cfg_attr(not(feature = "varisat"), expect(dead_code, reason = "only a solver gives one"))]
enum Answer {
    /// There is no solution, for these reasons.
    None(Steps),
    /// There is this one, and no other for these reasons.
    Unique(Vec<usize>, Steps),
    /// There are these two.
    Multiple(Vec<usize>, Vec<usize>),
    /// A limit struck.
    Unknown,
}

/// Answers a puzzle, and shows that the answer is right: a unique solution and the proof that there
/// is no other, or the proof that there is none, or two solutions.
///
/// The engine is asked first, for a short while; what it leaves open is the embedded solver's.
///
/// # Errors
/// If a limit strikes ([`Error::is_limit`]); if the puzzle has rules beyond houses, or this
/// build has no embedded solver ([`Error::is_unsupported`]); if the formula would have more than a
/// hundred million clauses ([`Error::is_too_large`], from side 82); if the engine fails.
pub fn prove(puzzle: &Puzzle, engine: &EngineSpec, limits: &Limits) -> Result<Certificate> {
    if let Some(rule) = puzzle.rules().first() {
        return Err(Error::unsupported(format!("{rule}: only houses can be proved as yet")));
    }
    let text = text_of(puzzle);
    let statement = Statement::read(text.as_bytes())?;
    agree(puzzle, &statement)?;
    let clauses = formula::size(&statement, true).1;
    if clauses > MAX_CLAUSES {
        let message = format!("the formula to be proved has {clauses} clauses");
        return Err(Error::too_large(format!("{message}; the most is {MAX_CLAUSES}")));
    }
    let short = limits.clone().with_effort(PATIENCE);
    let known = answer::find(puzzle, engine, &short, Some(2), 2)?.solutions;
    let known: Vec<_> = known.iter().map(digits_of).collect();
    let answer = match <[_; 2]>::try_from(known) {
        Ok([a, b]) => Answer::Multiple(a, b),
        Err(mut one) => refute(&statement, one.pop(), limits)?,
    };
    let (verdict, solutions, steps) = match answer {
        Answer::Unknown => return Err(Error::limit("no proof within the limits")),
        Answer::None(steps) => (Verdict::None, Vec::new(), steps),
        Answer::Unique(only, steps) => (Verdict::Unique, vec![only], steps),
        Answer::Multiple(a, b) => (Verdict::Multiple, vec![a, b], Steps::default()),
    };
    Ok(Certificate::new(text, SOLVER, verdict, solutions, steps)?)
}

/// The solver that finds proofs, as manifests name it.
const SOLVER: &str = "varisat 0.2";

#[cfg(feature = "varisat")]
use refute::refute;

#[cfg(not(feature = "varisat"))]
fn refute(_: &Statement, _: Option<Vec<usize>>, _: &Limits) -> Result<Answer> {
    Err(Error::unsupported("proofs: this build has no embedded solver"))
}

/// The text of a puzzle, as statements read it, and as [`format`](crate::format) does too.
fn text_of(puzzle: &Puzzle) -> String {
    let layout = puzzle.layout();
    let terms = layout.name().split('+').map(|term| match (term, layout.regions()) {
        ("regions", Some(regions)) => {
            let map: String = regions.iter().copied().map(symbol).collect();
            format!("regions={map}")
        }
        _ => term.to_owned(),
    });
    let terms: Vec<_> = terms.collect();
    let mut text = format!("{{\n\"layout\": \"{}\",\n\"puzzle\": [\n", terms.join("+"));
    let side = puzzle.side();
    for cell in puzzle.cells() {
        text.push(if cell.column(side) == 0 { '[' } else { ',' });
        let clues = puzzle.clues();
        if clues.len(cell) == side && side > 1 {
            text.push('0');
        } else if let Some(digit) = puzzle.given(cell) {
            _ = write!(text, "{digit}");
        } else {
            let numbers: Vec<_> = clues.digits(cell).map(|digit| digit.to_string()).collect();
            _ = write!(text, "[{}]", numbers.join(","));
        }
        if cell.column(side) + 1 == side {
            text.push_str(if cell.index() + 1 < side * side { "],\n" } else { "]\n" });
        }
    }
    text.push_str("]\n}\n");
    text
}

/// The symbol of a region: a letter, or beyond 52 one of the further characters.
fn symbol(region: u16) -> char {
    let code = match u32::from(region) {
        region @ 0..26 => u32::from('A') + region,
        region @ 26..52 => u32::from('a') + region - 26,
        region => 0x100 + region - 52,
    };
    char::from_u32(code).expect("at most 400 regions")
}

/// Makes sure that the statement is about this puzzle: the same houses and clues.
fn agree(puzzle: &Puzzle, statement: &Statement) -> Result<()> {
    let sorted = |house: &mut Vec<usize>| house.sort_unstable();
    let houses = puzzle.layout().houses().iter();
    let mut ours: Vec<Vec<usize>> =
        houses.map(|house| house.cells().iter().map(|cell| cell.index()).collect()).collect();
    let mut stated = statement.houses().to_vec();
    ours.iter_mut().chain(&mut stated).for_each(sorted);
    ours.sort_unstable();
    stated.sort_unstable();
    let side = puzzle.side();
    let same_clues = puzzle.cells().all(|cell| {
        let allowed = (0..side).filter(|&digit| statement.allows(cell.index(), digit));
        puzzle.clues().digits(cell).map(Digit::index).eq(allowed)
    });
    if side == statement.side() && ours == stated && same_clues {
        return Ok(());
    }
    Err(Error::disagreement(format!("layout {} is stated wrongly", puzzle.layout().name())))
}

fn digits_of(solution: &Solution) -> Vec<usize> {
    solution.digits().iter().map(|digit| digit.index()).collect()
}
