//! The score and the level of a puzzle on the scale of HoDoKu, and the steps that make it up.

use std::fmt::Write as _;

use serde::Serialize;

use super::super::answer::Status;
use super::notation::compact;
use super::rated::TechniqueCount;
use super::step::Candidate;
use crate::error::Result;
use crate::grid::{Cell, Digit, Layout};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rate::hodoku::{Link, Part, Path, Start, Step, Technique, Verdict, start};

/// The scale.
const SCALE: &str = "hodoku";

/// How hard a puzzle is on the scale of HoDoKu: its score and its level.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scored {
    /// `rated`; `filled`, `none` or `multiple` where there is nothing to rate, `unknown` where a limit
    /// was reached.
    pub status: Status,
    /// The scale: `hodoku`, compatible with that of HoDoKu 2.2.
    pub scale: &'static str,
    /// The sum of the scores of the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// `Easy`, `Medium`, `Hard`, `Unfair` or `Extreme`: that of the hardest step, or a higher one if the
    /// score is above what that level has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// The techniques of the steps, in the order in which they are tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueCount>,
    /// The steps, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepScored>>,
}

/// A step and what it adds to the score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepScored {
    /// The number of the step on the way to the solution, from 1.
    pub step: usize,
    /// The slug of the technique, such as `naked-pair`.
    pub technique: &'static str,
    /// What the step adds to the score.
    pub score: u32,
    /// The step in the notation of HoDoKu.
    pub text: String,
    /// The chains of a step that has several, node after node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<String>,
    /// The candidates that are removed, beside those that a placement removes.
    pub eliminations: Vec<Candidate>,
    /// The digits that are placed.
    pub placements: Vec<Candidate>,
    /// What the step takes for granted: `unique`, that there is one solution, which was proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<&'static str>,
    /// How it was made sure of: `checked` against the one solution.
    pub proof: &'static str,
}

/// A technique of the scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueScored {
    /// Its name in documents, such as `hidden-pair`.
    pub technique: &'static str,
    /// Its name in texts.
    pub name: &'static str,
    /// What a step adds to the score.
    pub score: u32,
    /// The level of a puzzle that needs it, or a higher one.
    pub level: &'static str,
    /// Whether it is looked for when a puzzle is rated.
    pub rated: bool,
    /// Whether it takes for granted that there is one solution.
    pub unique: bool,
}

impl TechniqueScored {
    /// A technique as a document.
    pub fn new(technique: &Technique) -> Self {
        let Technique { slug, name, score, level, rated, unique, .. } = *technique;
        TechniqueScored { technique: slug, name, score, level: level.name(), rated, unique }
    }
}

impl Scored {
    /// Rates a puzzle, and tells the steps if they are wanted.
    ///
    /// # Errors
    /// If the layout or the rules are not those of plain 9×9, or a step contradicts the solution.
    pub fn find(puzzle: &Puzzle, steps: bool, limits: &Limits) -> Result<Self> {
        let mut scored = Scored {
            status: Status::Unknown,
            scale: SCALE,
            score: None,
            level: None,
            techniques: Vec::new(),
            steps: steps.then(Vec::new),
        };
        match start(puzzle, limits)? {
            Start::At(path) => scored.walk(*path, puzzle.layout(), limits)?,
            Start::Not(Verdict::None) => scored.status = Status::None,
            Start::Not(Verdict::Several) => scored.status = Status::Multiple,
            Start::Not(_) => {}
        }
        Ok(scored)
    }

    fn walk(&mut self, mut path: Path, layout: &Layout, limits: &Limits) -> Result<()> {
        if path.is_solved() {
            self.status = Status::Filled;
            return Ok(());
        }
        let mut number = 0;
        while !path.is_solved() {
            if limits.expired() {
                return Ok(());
            }
            let Some((step, score)) = path.step()? else { return Ok(()) };
            number += 1;
            if let Some(steps) = &mut self.steps {
                steps.push(StepScored::new(&step, number, score, layout));
            }
        }
        let score = path.into_score();
        let counts = score.counts.iter();
        self.status = Status::Rated;
        self.score = Some(score.score);
        self.level = Some(score.level.name());
        self.techniques =
            counts.map(|&(it, count)| TechniqueCount { technique: it.slug, count }).collect();
        Ok(())
    }

    pub(in crate::ask) fn text(&self) -> String {
        let mut text = String::new();
        for step in self.steps.iter().flatten() {
            _ = writeln!(text, "{:>3} {:>5}  {}", step.step, step.score, step.text);
            for chain in &step.chains {
                _ = writeln!(text, "           {chain}");
            }
        }
        match (self.score, self.level, &self.steps) {
            (Some(score), Some(level), None) => _ = writeln!(text, "{score} {level}"),
            (Some(_), ..) => {}
            _ => text.extend([self.status.word(), "\n"]),
        }
        text
    }
}

impl StepScored {
    fn new(step: &Step, number: usize, score: u32, layout: &Layout) -> Self {
        let technique = step.technique();
        let candidate = |it| Candidate::new(it, layout);
        let chains = step.pattern().iter().filter_map(|part| match part {
            Part::Implication(links) => Some(implication(links, layout)),
            _ => None,
        });
        StepScored {
            step: number,
            technique: technique.slug,
            score,
            text: text(step, layout),
            chains: chains.collect(),
            eliminations: step.eliminations().map(candidate).collect(),
            placements: step.placements().map(candidate).collect(),
            assumes: if technique.unique { vec!["unique"] } else { Vec::new() },
            proof: "checked",
        }
    }
}

/// A step in the notation of HoDoKu: `Naked Pair: 1,2 in r1c12 => r1c3<>1`.
fn text(step: &Step, layout: &Layout) -> String {
    let technique = step.technique();
    let (name, result) = (technique.name, result(step, layout));
    let pattern: String = match step.pattern() {
        [Part::Implication(_), ..] => String::new(),
        parts => parts.iter().map(|part| told(part, technique.slug, layout)).collect(),
    };
    match (&*pattern, step.placements().next()) {
        ("", Some(_)) if !technique.slug.starts_with("forcing") => format!("{name}: {result}"),
        ("", _) => format!("{name} => {result}"),
        (pattern, _) => format!("{name}: {pattern} => {result}"),
    }
}

/// What is placed and removed: `r4c5=4`; `r1c37<>1, r2c5<>2`.
fn result(step: &Step, layout: &Layout) -> String {
    let place = |(cell, digit): (Cell, Digit)| {
        format!("{}={}", compact(layout, &[cell]), layout.number_of(digit))
    };
    let mut parts: Vec<_> = step.placements().map(place).collect();
    for digit in (0..layout.digits()).map(Digit::new) {
        let cells: Vec<_> =
            step.eliminations().filter(|(_, of)| *of == digit).map(|(cell, _)| cell).collect();
        if !cells.is_empty() {
            parts.push(format!("{}<>{}", compact(layout, &cells), layout.number_of(digit)));
        }
    }
    parts.join(", ")
}

fn told(part: &Part, slug: &str, layout: &Layout) -> String {
    let digits = |all: &[Digit], by: &str| {
        let all: Vec<_> = all.iter().map(|&digit| layout.number_of(digit).to_string()).collect();
        all.join(by)
    };
    match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Digits(all) => digits(all, ","),
        Part::Slashed(all) => digits(all, "/"),
        Part::Set(all) => digits(all, ""),
        Part::Cells(cells) => compact(layout, cells),
        Part::Houses(units) => houses(units),
        Part::Chain(links) => chain(links, slug, layout),
        Part::Implication(links) => implication(links, layout),
    }
}

/// `r12`, `c4b5`.
fn houses(units: &[usize]) -> String {
    let mut text = String::new();
    let mut last = ' ';
    for unit in units {
        let letter = ['r', 'c', 'b'].get(unit / 9).copied().unwrap_or('?');
        if letter != last {
            text.push(letter);
            last = letter;
        }
        _ = write!(text, "{}", unit % 9 + 1);
    }
    text
}

/// `2- r1c2 =2= r1c5 -2`. Links within a cell are not written; loops and chains of one digit have
/// nothing before and after them.
fn chain(links: &[Link], slug: &str, layout: &Layout) -> String {
    let open = matches!(slug, "aic" | "grouped-aic" | "xy-chain");
    let number = |link: &Link| layout.number_of(link.digit);
    let mut text = String::new();
    for (k, link) in links.iter().enumerate() {
        let cells = compact(layout, &link.cells);
        match k.checked_sub(1).map(|before| &links[before]) {
            None if open => _ = write!(text, "{}- {cells}", number(link)),
            None => text.push_str(&cells),
            Some(before) if before.cells == link.cells => {}
            Some(_) => {
                let sign = if link.strong { '=' } else { '-' };
                _ = write!(text, " {sign}{}{sign} {cells}", number(link));
            }
        }
    }
    if let Some(last) = links.last().filter(|_| open) {
        _ = write!(text, " -{}", number(last));
    }
    text
}

/// `r1c2=3 r1c5<>3`.
fn implication(links: &[Link], layout: &Layout) -> String {
    let node = |link: &Link| {
        let sign = if link.strong { "=" } else { "<>" };
        format!("{}{sign}{}", compact(layout, &link.cells), layout.number_of(link.digit))
    };
    links.iter().map(node).collect::<Vec<_>>().join(" ")
}
