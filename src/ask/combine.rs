//! The answer to a puzzle from those to its parts.

use std::collections::BTreeMap;

use serde_json::Value;

use super::answer::Status;
use super::{Search, Unique};
use crate::error::{Error, Result};
use crate::format;
use crate::jobs::cubes::{self, Cube, Split, Whole};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};

/// What is known of one cube.
#[derive(Debug, Clone)]
pub struct Known {
    /// Where that stands, for messages.
    pub place: String,
    /// The cube.
    pub cube: Cube,
    /// How many solutions lie in it, if that is final.
    pub count: Option<u64>,
    /// The solutions in it that are shown.
    pub solutions: Vec<Solution>,
}

/// What is known of parts of one puzzle that was split in one way. Solutions are checked, and so
/// is that the cubes leave nothing out. What is believed is how many solutions a cube has, unless
/// it shows more.
#[derive(Debug)]
pub struct Parts<'a> {
    puzzle: &'a Puzzle,
    puzzle_sha256: String,
    known: Vec<Known>,
    /// How the puzzle was split, and cubes of it, and which part says so.
    splits: BTreeMap<String, (String, String)>,
    /// Where each number of each cube that was split stands.
    places: BTreeMap<(String, u64), String>,
}

/// The answer to a whole puzzle.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Combined {
    /// The answer; `unknown` or `solved` where parts are missing.
    pub answer: Unique,
    /// What is missing, in words.
    pub missing: Option<String>,
}

/// An error about what stands in a place.
fn at(place: &str, error: impl std::fmt::Display) -> Error {
    Error::input(format!("{place}: {error}"))
}

impl<'a> Parts<'a> {
    /// No part of a puzzle yet.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let whole = Whole::new(puzzle, &Cube::default(), Split::Count(1));
        let (splits, places) = (BTreeMap::new(), BTreeMap::new());
        Parts { puzzle, puzzle_sha256: whole.puzzle_sha256, known: Vec::new(), splits, places }
    }

    /// Notes a part, from 1, before what is known of it is [taken](Self::take).
    ///
    /// # Errors
    /// If it is of another puzzle, was split otherwise than the others of the same cube, or is there
    /// already.
    pub fn note(&mut self, place: &str, whole: &Whole, number: u64) -> Result<()> {
        if whole.puzzle_sha256 != self.puzzle_sha256 {
            return Err(at(place, "a part of another puzzle"));
        }
        let own = || (whole.split.clone(), place.to_owned());
        let within = whole.within.to_string();
        let (split, first) = self.splits.entry(within.clone()).or_insert_with(own);
        if *split != whole.split {
            let other = &whole.split;
            let message = format!("of the split by {other}, but {first} is of that by {split}");
            return Err(at(place, message));
        }
        if let Some(before) = self.places.insert((within, number), place.to_owned()) {
            let message =
                format!("cube {number} a second time, after {before}; give one result a cube");
            return Err(at(place, message));
        }
        Ok(())
    }

    /// Takes what is known of the cube of a part that was noted.
    ///
    /// # Errors
    /// If a solution does not lie in it, or there are more of them than are counted.
    pub fn take(&mut self, part: Known) -> Result<()> {
        let Known { place, cube, count, solutions } = &part;
        if solutions.iter().any(|solution| !cube.has(solution)) {
            return Err(at(place, "its solution does not lie in its cube"));
        }
        if count.is_some_and(|count| count < solutions.len() as u64) {
            return Err(at(place, "shows more solutions than it counts"));
        }
        self.known.push(part);
        Ok(())
    }

    /// Takes what an answer to a part says as JSON: that of a search, with the part in its field
    /// `cube`.
    ///
    /// # Errors
    /// If the line is none, or as [`note`](Self::note) and [`take`](Self::take).
    pub fn take_line(&mut self, line: &str, place: &str) -> Result<()> {
        let object: Value = serde_json::from_str(line).map_err(|error| at(place, error))?;
        let part = &object["cube"];
        let word = |name: &str| part[name].as_str().map(str::to_owned);
        let (Some(number), Some(puzzle_sha256), Some(split)) =
            (part["number"].as_u64(), word("puzzle_sha256"), word("split"))
        else {
            let message = "no field `cube` that names puzzle, split and number: was it made with \
                           --cube I/N --json?";
            return Err(at(place, message));
        };
        let cube = |name: &str| -> Result<Option<Cube>> {
            let Some(decisions) = part[name].as_array() else { return Ok(None) };
            let decisions = decisions.iter().map(|it| it.as_str().unwrap_or("").parse());
            let decisions: Result<_> = decisions.collect();
            Ok(Some(Cube { decisions: decisions.map_err(|error| at(place, error))? }))
        };
        let within = cube("within")?.unwrap_or_default();
        self.note(place, &Whole { puzzle_sha256, within, split }, number)?;
        // There may be fewer cubes than asked for: then there is nothing to know.
        let Some(cube) = cube("decisions")? else { return Ok(()) };
        let lines = object["solution"].as_str().into_iter();
        let several = object["solutions"].as_array().into_iter().flatten();
        let lines = lines.chain(several.filter_map(Value::as_str));
        let checked: Result<Vec<_>> = lines.map(|line| self.checked(line)).collect();
        let solutions = checked.map_err(|error| at(place, error))?;
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
            return Err(at(place, "its status contradicts its count"));
        }
        self.take(Known { place: place.into(), cube, count, solutions })
    }

    /// A solution as a line, checked.
    fn checked(&self, line: &str) -> Result<Solution> {
        let grid = format::parse_like(self.puzzle, line)?;
        let filled = grid.filled();
        let digits =
            filled.map_err(|gap| Error::input(format!("a solution is not filled: {gap}")))?;
        self.puzzle.check(&digits).map_err(|violation| Error::input(violation.to_string()))
    }

    /// All solutions that are shown, each once.
    ///
    /// # Errors
    /// If a cube that is said to have no more has one of them.
    fn solutions(&self) -> Result<Vec<Solution>> {
        let mut solutions: Vec<Solution> = Vec::new();
        for solution in self.known.iter().flat_map(|it| &it.solutions) {
            if !solutions.contains(solution) {
                solutions.push(solution.clone());
            }
        }
        for part in &self.known {
            let inside = solutions.iter().filter(|solution| part.cube.has(solution)).count();
            if part.count.is_some_and(|count| count < inside as u64) {
                let message = "another part shows a solution that this one does not count";
                return Err(at(&part.place, message));
            }
        }
        Ok(solutions)
    }

    /// The answer to the whole.
    ///
    /// # Errors
    /// If parts contradict each other, or a limit is reached ([`Error::is_limit`]).
    pub fn answer(&self, limits: &Limits) -> Result<Combined> {
        let (closed, open): (Vec<_>, Vec<_>) = self.known.iter().partition(|it| it.count.is_some());
        let cubes: Vec<Cube> = closed.iter().map(|it| it.cube.clone()).collect();
        let covered = cubes::cover(self.puzzle, &cubes, limits)?;
        let mut solutions = self.solutions()?;
        // Counts add up only where no solution can be in two cubes.
        let apart = || (0..cubes.len()).all(|k| cubes[..k].iter().all(|c| c.excludes(&cubes[k])));
        let sum = |sum: u64, part: &&Known| sum.checked_add(part.count.unwrap_or(0));
        let Some(total) = closed.iter().try_fold(0, sum) else {
            let message = format!("the counts of the parts add up to more than {}", u64::MAX);
            return Err(Error::input(message));
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
        let missing = if !covered && solutions.len() < 2 {
            let names: Vec<_> = open.iter().map(|it| it.place.as_str()).take(20).collect();
            Some(format!(
                "the {} cubes known to hold no more solutions leave a part of the puzzle out; {}",
                closed.len(),
                if open.is_empty() {
                    "results are missing".into()
                } else {
                    format!("open: {}", names.join(", "))
                }
            ))
        } else {
            (!shown).then(|| {
                "the parts count one solution, but none shows it: answer the part that has it \
                 with `satoku unique --cube I/N --json`"
                    .into()
            })
        };
        solutions.truncate(2);
        let (engine, time_us, stats, note) = (None, None, None, None);
        let search = Search { count, complete, engine, time_us, stats, note };
        let mut answer = Unique { status, solution: None, solutions: None, search: Some(search) };
        match solutions.len() {
            0 => {}
            1 if status != Status::Multiple => answer.solution = solutions.pop(),
            _ => answer.solutions = Some(solutions),
        }
        Ok(Combined { answer, missing })
    }
}
