//! The next step, disclosed little by little.

use std::fmt::Write as _;

use serde::Serialize;

use super::super::answer::Status;
use super::super::value::{Clue, Form, Place, list};
use super::draw::Drawing;
use super::marks::{Link, Mark};
use super::notation::Seen;
use super::step::{Candidate, NestedFound, NodeFound, StepFound, certificate_line, node_lines};
use super::steps::Walk;
use super::{HintAsked, Kind, Notation, ScaleAsked, asked, hodoku, rounded};
use crate::engine::EngineSpec;
use crate::error::{Error, Result};
use crate::format;
use crate::grid::House;
use crate::jobs::answer::{self, Uniqueness};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::shown;

/// The next step of a puzzle, told as far as was asked for.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// `told`; `wrong` where entries or marks contradict the givens' solution; `stuck` where no
    /// technique of the scale goes on; `filled`, `none` or `multiple` where there is no next step,
    /// `unknown` where a limit was reached.
    pub status: Status,
    /// The scale: `se121`, that of Sudoku Explainer 1.2.1; `se121-nu`, the same without uniqueness;
    /// `se-general` of other layouts; `hodoku`, `hodoku-nu`.
    pub scale: &'static str,
    /// How much is told, from 1 to 5.
    pub level: u8,
    /// The kind of technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// From level 2: the slug of the technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<&'static str>,
    /// From level 2: the rating of the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// From level 2, on the scale of HoDoKu: what the step adds to the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// From level 2, on the scale of HoDoKu: the level of a puzzle that needs the technique, or a
    /// higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<&'static str>,
    /// From level 3: where to look, a house or a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// From level 4: the cells of the pattern.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Place>,
    /// From level 4: the digits of the pattern.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub digits: Vec<usize>,
    /// From level 4: the nodes of a chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeFound>,
    /// From level 4: the nodes that the branches of a chain end with, by `id`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<usize>,
    /// From level 4: the chains within a chain, by which some of its nodes follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nested: Vec<NestedFound>,
    /// From level 4: the candidates of the pattern with the parts that they play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// From level 4: the links of a chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// From level 4, on the scale of HoDoKu: the chains of a step that has several, node after node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<String>,
    /// With level 5: the step on a line, in the notation that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// With level 5: why it is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// With level 5: the candidates that are removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<Candidate>,
    /// With level 5: the digit that is placed, if one is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<Candidate>,
    /// With level 5: what the step takes for granted, such as `unique`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<&'static str>,
    /// With level 5: how it was made sure of: `checked` against the one solution; `replayed` where
    /// each node of its chain was seen to follow, too; `certified` where there are certificates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'static str>,
    /// With `--prove`: the numbers of the certificates, of the placement, or else of each
    /// elimination.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<u64>,
    /// Where the givens were told: the entries that are not those of the solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<Clue>,
    /// Where the givens were told: the cells whose marks lack the digit of the solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<Clue>,
    /// The name of the technique.
    #[serde(skip)]
    pub name: &'static str,
    /// The pattern as text.
    #[serde(skip)]
    pub pattern: Option<String>,
    /// The grid with the step in it.
    #[serde(skip)]
    pub(super) drawing: Option<Drawing>,
}

impl Hint {
    /// How much can be told.
    pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=5;

    /// The next step of a puzzle from the candidates that it has. With the puzzle as it was given,
    /// entries and marks are held against its solution first.
    ///
    /// # Errors
    /// If the level is not one of [`Hint::LEVELS`], the notation cannot hold the puzzle, the givens have
    /// another layout or other rules or not exactly one solution, or a step contradicts it.
    pub fn find(puzzle: &Puzzle, asked: &HintAsked, limits: &Limits) -> Result<Self> {
        let level = asked.level;
        if !Hint::LEVELS.contains(&level) {
            return Err(Error::input(format!("level {level}: expected 1 to 5")));
        }
        asked.notation.holds(puzzle)?;
        let scale = match asked.scale {
            ScaleAsked::Se121 => asked::scale(puzzle, asked.no_uniqueness).name(),
            ScaleAsked::Hodoku => asked::scale_of_hodoku(asked.no_uniqueness),
        };
        let mut hint = Hint::empty(level, scale);
        let position;
        let mut puzzle = puzzle;
        if let Some(givens) = &asked.givens {
            let givens = format::parse(givens)?;
            hint.compare(puzzle, &givens, limits)?;
            if hint.status == Status::Wrong {
                return Ok(hint);
            }
            let placed = puzzle.cells().filter(|&cell| givens.given(cell).is_none());
            position = puzzle.clone().with_placed(placed.collect());
            puzzle = &position;
        }
        if asked.scale == ScaleAsked::Hodoku {
            hodoku::hint(&mut hint, puzzle, asked, limits)?;
            return Ok(hint);
        }
        let mut walk = match Walk::start(puzzle, asked.no_uniqueness, limits)?.1 {
            Ok(walk) => walk,
            Err(status) => return Ok(Hint { status, ..hint }),
        };
        if walk.is_solved() {
            return Ok(Hint { status: Status::Filled, ..hint });
        }
        let told = walk.next(|seen| hint.tell(seen, asked.notation))?;
        if told.is_none() {
            hint.status = if walk.is_stopped() { Status::Unknown } else { Status::Stuck };
        }
        Ok(hint)
    }

    fn empty(level: u8, scale: &'static str) -> Self {
        Hint {
            status: Status::Told,
            scale,
            level,
            kind: None,
            technique: None,
            rating: None,
            score: None,
            difficulty: None,
            place: None,
            cells: Vec::new(),
            digits: Vec::new(),
            nodes: Vec::new(),
            ends: Vec::new(),
            nested: Vec::new(),
            marks: Vec::new(),
            links: Vec::new(),
            chains: Vec::new(),
            text: None,
            why: None,
            eliminations: Vec::new(),
            placements: Vec::new(),
            assumes: Vec::new(),
            proof: None,
            certificates: Vec::new(),
            wrong: Vec::new(),
            lacking: Vec::new(),
            name: "",
            pattern: None,
            drawing: None,
        }
    }

    /// Holds entries and marks against the solution of the givens.
    fn compare(&mut self, puzzle: &Puzzle, givens: &Puzzle, limits: &Limits) -> Result<()> {
        if puzzle.layout().spec().to_string() != givens.layout().spec().to_string() {
            return Err(Error::input("the givens have another layout"));
        }
        if puzzle.rules() != givens.rules() {
            return Err(Error::input("the givens have other rules"));
        }
        let found = answer::unique(givens, &EngineSpec::default(), limits)?;
        let Uniqueness::Unique(solution) = found else {
            return Err(Error::input("the givens have not exactly one solution"));
        };
        for cell in puzzle.cells() {
            if !puzzle.clues().contains(cell, solution.digit(cell)) {
                let clue = Clue::of(puzzle, cell);
                let list = if clue.digits.len() == 1 { &mut self.wrong } else { &mut self.lacking };
                list.push(clue);
                self.status = Status::Wrong;
            }
        }
        Ok(())
    }

    fn tell(&mut self, seen: Seen<'_>, notation: Notation) {
        let Seen { step, layout, .. } = seen;
        let (technique, level) = (step.technique(), self.level);
        self.kind = Some(Kind::of(technique));
        if level >= 2 {
            (self.technique, self.name) = (Some(technique.slug), technique.name);
            self.rating = Some(rounded(step.rating()));
        }
        if level >= 3 {
            let first = step.houses().next().map(|house| &layout.houses()[house]);
            let house = seen.crossing().map(|(first, _)| first).or(first).map(House::to_string);
            let chain = step.nodes().first().map(|node| node.cell);
            let cell = || Some(Place::of(chain.or(step.cells().next())?, layout).to_string());
            self.place = house.or_else(cell);
        }
        if level >= 4 {
            let found = StepFound::new(seen, notation, 1, step.rating());
            self.pattern = seen.pattern();
            (self.cells, self.digits) = (found.cells, found.digits);
            (self.nodes, self.ends, self.nested) = (found.nodes, found.ends, found.nested);
            (self.marks, self.links) = (found.marks, found.links);
            let shown = seen.shown(level == 5);
            self.drawing = Some(Drawing::new(layout, seen.before, &shown));
            if level == 5 {
                (self.text, self.why) = (Some(found.text), Some(found.why));
                (self.eliminations, self.placements) = (found.eliminations, found.placements);
                (self.assumes, self.proof) = (found.assumes, Some(found.proof));
            }
        }
    }

    /// The hint; below the grid, where grids are drawn.
    pub(in crate::ask) fn text(&self, form: Form) -> String {
        let mut text = String::new();
        if let Some(drawing) = self.drawing.as_ref().filter(|_| form.writer.name == "pretty") {
            drawing.write(form.color, &mut text);
            text.push('\n');
        }
        if self.status == Status::Wrong {
            if !self.wrong.is_empty() {
                _ = writeln!(text, "wrong: {}", list(&self.wrong));
            }
            if !self.lacking.is_empty() {
                _ = writeln!(text, "without the right digit: {}", list(&self.lacking));
            }
            return text;
        }
        let Some(kind) = self.kind else { return format!("{}\n", self.status.word()) };
        _ = writeln!(text, "{}: {}", kind.name(), kind.about());
        if let Some(rating) = self.rating {
            _ = writeln!(text, "{} ({})", self.name, shown(rating));
        }
        if let (Some(score), Some(level)) = (self.score, self.difficulty) {
            _ = writeln!(text, "{} ({score}, {level})", self.name);
        }
        if let Some(place) = &self.place {
            _ = writeln!(text, "at {place}");
        }
        if let Some(pattern) = &self.pattern {
            _ = writeln!(text, "{pattern}");
        }
        node_lines(&self.nodes, &self.nested, &mut text);
        for chain in &self.chains {
            _ = writeln!(text, "          {chain}");
        }
        for line in [&self.text, &self.why].into_iter().flatten() {
            _ = writeln!(text, "{line}");
        }
        certificate_line(&self.certificates, &mut text);
        text
    }
}
