//! Why a puzzle has no solution, several, or one.

use std::fmt::Write as _;

use serde::Serialize;

use super::answer::Status;
use super::value::{Clue, Place, list, number, shown};
use crate::grid::{Cell, Digit};
use crate::jobs::explain::{Ambiguity, Clash, Explanation, Redundancy};
use crate::puzzle::{Puzzle, Solution};

/// Why a puzzle has the number of solutions that it has.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explained {
    /// `none`, `multiple`, `unique` or `unknown`.
    pub status: Status,
    /// Whether no limit left anything open.
    pub complete: bool,
    /// The reason.
    #[serde(flatten)]
    pub reason: Option<Reason>,
}

/// Why there is no solution, why there are several, or which clues are redundant.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Reason {
    /// No solution.
    None {
        /// What clashes.
        clash: ClashFound,
    },
    /// Several solutions.
    Multiple(AmbiguityFound),
    /// One solution.
    Unique(RedundancyFound),
}

/// Clues, houses and rules that clash.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClashFound {
    /// The clues.
    pub clues: Vec<ClashingClue>,
    /// The houses.
    pub houses: Vec<String>,
    /// The rules; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Whether each clue is needed for the clash.
    pub minimal: bool,
    /// Whether each house and rule is needed for it.
    pub houses_minimal: bool,
    /// Whether no clash of the puzzle has fewer clues.
    pub smallest: bool,
    /// Every clash of the puzzle has this many clues or more.
    pub at_least: usize,
}

/// A clue of a clash.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClashingClue {
    /// The cell.
    pub cell: Place,
    /// Its digit, or its candidates.
    pub candidates: Vec<usize>,
    /// A grid that keeps all other clues of the clash.
    pub without: Option<Solution>,
}

/// What two solutions exchange, and which clues would leave one.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AmbiguityFound {
    /// Two solutions.
    pub solutions: Vec<Solution>,
    /// The cells in which they differ.
    pub difference: Vec<Place>,
    /// A deadly pattern.
    pub pattern: Pattern,
    /// Clues that make the puzzle unique.
    pub added: AddedFound,
}

/// Cells whose digits can be exchanged.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pattern {
    /// The cells.
    pub cells: Vec<Place>,
    /// A solution that differs from the first of `solutions` in these cells alone.
    pub other: Solution,
    /// Whether no part of the cells can be exchanged by itself.
    pub minimal: bool,
}

/// Clues that make a puzzle unique.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AddedFound {
    /// The clues; null where a limit was reached first.
    pub clues: Option<Vec<AddedClue>>,
    /// Whether no fewer clues do.
    pub fewest: bool,
    /// This many or more are needed.
    pub at_least: usize,
}

/// A clue to be added.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AddedClue {
    /// The cell.
    pub cell: Place,
    /// The digit.
    pub digit: usize,
}

/// The clues and rules of a unique puzzle that could be left out.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RedundancyFound {
    /// The one solution.
    pub solution: Solution,
    /// The clues that could be left out, each by itself.
    pub redundant: Vec<Place>,
    /// The clues that cannot.
    pub needed: Vec<Place>,
    /// The clues that a limit left undecided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Place>,
    /// The same of its rules, where it has any.
    #[serde(flatten)]
    pub rules: Option<RulesFound>,
}

/// The rules of a unique puzzle, by whether it would be unique without them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesFound {
    /// The rules that could be left out, each by itself.
    pub redundant_rules: Vec<String>,
    /// The rules that cannot.
    pub needed_rules: Vec<String>,
    /// The rules that a limit left undecided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open_rules: Vec<String>,
}

impl Explained {
    /// What was found out about a puzzle.
    pub fn new(puzzle: &Puzzle, found: Explanation) -> Self {
        let complete = found.is_complete();
        let (status, reason) = match found {
            Explanation::None(clash) => {
                (Status::None, Some(Reason::None { clash: ClashFound::new(puzzle, clash) }))
            }
            Explanation::Multiple(found) => {
                (Status::Multiple, Some(Reason::Multiple(AmbiguityFound::new(puzzle, *found))))
            }
            Explanation::Unique(found) => {
                (Status::Unique, Some(Reason::Unique(RedundancyFound::new(puzzle, found))))
            }
            Explanation::Unknown => (Status::Unknown, None),
        };
        Explained { status, complete, reason }
    }

    pub(super) fn text(&self, puzzle: &Puzzle) -> String {
        let mut out = String::new();
        match &self.reason {
            Some(Reason::None { clash }) => clash.text(puzzle, &mut out),
            Some(Reason::Multiple(found)) => found.text(puzzle, &mut out),
            Some(Reason::Unique(found)) => found.text(puzzle, &mut out),
            None => say(&mut out, format_args!("{}", self.status.word())),
        }
        out
    }
}

fn say(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).and_then(|()| out.write_char('\n')).expect("text can be appended");
}

impl ClashFound {
    fn new(puzzle: &Puzzle, clash: Clash) -> Self {
        let (minimal, smallest) = (clash.is_minimal(), clash.is_smallest());
        let houses = puzzle.layout().houses();
        let clues = clash.clues.into_iter().zip(clash.without).map(|(cell, without)| {
            let Clue { cell, digits } = Clue::of(puzzle, cell);
            ClashingClue { cell, candidates: digits, without }
        });
        ClashFound {
            clues: clues.collect(),
            houses: clash.houses.iter().map(|&house| houses[house].to_string()).collect(),
            rules: clash.rules.iter().map(|&rule| puzzle.rules()[rule].to_string()).collect(),
            minimal,
            houses_minimal: clash.houses_minimal,
            smallest,
            at_least: clash.at_least,
        }
    }

    fn text(&self, puzzle: &Puzzle, out: &mut String) {
        let (clues, houses) =
            (number(self.clues.len(), "clue"), number(self.houses.len(), "house"));
        match self.rules.len() {
            0 => say(out, format_args!("none: {clues} and {houses} clash")),
            rules => {
                let rules = number(rules, "rule");
                say(out, format_args!("none: {clues}, {houses} and {rules} clash"));
            }
        }
        if !self.clues.is_empty() {
            let how = match (self.minimal, self.smallest) {
                (false, _) => "possibly not minimal: a limit was reached".to_owned(),
                (true, true) => "minimal, and no clash has fewer".to_owned(),
                (true, false) => {
                    format!("minimal; the smallest clash has {} or more", self.at_least)
                }
            };
            let clue =
                |clue: &ClashingClue| Clue { cell: clue.cell, digits: clue.candidates.clone() };
            say(out, format_args!("clues: {} ({how})", list(self.clues.iter().map(clue))));
        }
        let how =
            if self.houses_minimal { "" } else { " (possibly not minimal: a limit was reached)" };
        for (what, names) in [("houses", &self.houses), ("rules", &self.rules)] {
            if !names.is_empty() {
                say(out, format_args!("{what}: {}{how}", names.join(", ")));
            }
        }
        out.push('\n');
        let clues: Vec<_> = self.clues.iter().map(|clue| clue.cell).collect();
        grid(puzzle, |cell| format!("{}{}", shown(puzzle, cell), star(&clues, puzzle, cell)), out);
    }
}

impl AmbiguityFound {
    fn new(puzzle: &Puzzle, found: Ambiguity) -> Self {
        let fewest = found.added.is_fewest();
        let clues = found.added.clues.map(|clues| {
            let clue = |(cell, digit): (Cell, Digit)| AddedClue {
                cell: Place::of(cell, puzzle.layout()),
                digit: puzzle.layout().number_of(digit),
            };
            clues.into_iter().map(clue).collect()
        });
        AmbiguityFound {
            solutions: found.solutions.into(),
            difference: Place::all(&found.difference, puzzle),
            pattern: Pattern {
                cells: Place::all(&found.pattern, puzzle),
                other: found.other,
                minimal: found.is_minimal,
            },
            added: AddedFound { clues, fewest, at_least: found.added.at_least },
        }
    }

    fn text(&self, puzzle: &Puzzle, out: &mut String) {
        let Pattern { cells, other, minimal } = &self.pattern;
        let differ = number(self.difference.len(), "cell");
        say(out, format_args!("multiple: two solutions differ in {differ}"));
        let how = if *minimal { "" } else { " (possibly not minimal: a limit was reached)" };
        let either =
            |cell: Cell| [&self.solutions[0], other].map(|grid| number_at(grid, cell)).join("/");
        let all = list(cells.iter().map(|&p| format!("{p} {}", either(p.cell(puzzle.layout())))));
        say(out, format_args!("deadly pattern of {}: {all}{how}", number(cells.len(), "cell")));
        self.added.text(out);
        out.push('\n');
        let added = self.added.clues.as_deref().unwrap_or_default();
        let mark = |cell| {
            let place = Place::of(cell, puzzle.layout());
            let add = added.iter().find(|added| added.cell == place);
            match (cells.contains(&place), add) {
                (true, None) => format!("{}*", either(cell)),
                (true, Some(add)) => format!("{}+{}*", either(cell), add.digit),
                (false, Some(add)) => format!("+{}", add.digit),
                (false, None) => shown(puzzle, cell),
            }
        };
        grid(puzzle, mark, out);
    }
}

impl AddedFound {
    fn text(&self, out: &mut String) {
        let at_least = self.at_least;
        let Some(clues) = &self.clues else {
            let what =
                format_args!("unique with {at_least} more clues or more: a limit was reached");
            return say(out, what);
        };
        let how = if self.fewest {
            "the fewest".to_owned()
        } else {
            format!("the fewest are {at_least} or more")
        };
        let all = list(clues.iter().map(|clue| format!("{}={}", clue.cell, clue.digit)));
        let clues = number(clues.len(), "more clue");
        say(out, format_args!("unique with {clues}: {all} ({how})"));
    }
}

impl RedundancyFound {
    fn new(puzzle: &Puzzle, found: Redundancy) -> Self {
        let texts = |rules: &[usize]| -> Vec<String> {
            rules.iter().map(|&rule| puzzle.rules()[rule].to_string()).collect()
        };
        let rules = (!puzzle.rules().is_empty()).then(|| RulesFound {
            redundant_rules: texts(&found.rules.redundant),
            needed_rules: texts(&found.rules.needed),
            open_rules: texts(&found.rules.open),
        });
        RedundancyFound {
            rules,
            solution: found.solution,
            redundant: Place::all(&found.redundant, puzzle),
            needed: Place::all(&found.needed, puzzle),
            open: Place::all(&found.open, puzzle),
        }
    }

    fn text(&self, puzzle: &Puzzle, out: &mut String) {
        let (redundant, needed) = (self.redundant.len(), self.needed.len());
        if redundant == 0 && needed == 0 && self.open.is_empty() {
            say(out, format_args!("unique, without clues"));
        } else if redundant == 0 && self.open.is_empty() {
            say(out, format_args!("unique: all {} are needed", number(needed, "clue")));
        } else {
            let of = number(redundant + needed + self.open.len(), "clue");
            say(out, format_args!("unique: {redundant} of {of} could be left out, each by itself"));
        }
        let clues = |places: &[Place]| {
            list(places.iter().map(|place| Clue::of(puzzle, place.cell(puzzle.layout()))))
        };
        if redundant > 0 {
            say(out, format_args!("redundant: {}", clues(&self.redundant)));
        }
        if !self.open.is_empty() {
            say(out, format_args!("undecided, as a limit was reached: {}", clues(&self.open)));
        }
        if let Some(rules) = &self.rules {
            rules.text(out);
        }
        out.push('\n');
        let all = &self.redundant;
        grid(puzzle, |cell| format!("{}{}", shown(puzzle, cell), star(all, puzzle, cell)), out);
    }
}

impl RulesFound {
    fn text(&self, out: &mut String) {
        let RulesFound { redundant_rules: redundant, needed_rules: needed, open_rules: open } =
            self;
        let of = number(redundant.len() + needed.len() + open.len(), "rule");
        if redundant.is_empty() && open.is_empty() {
            return say(out, format_args!("rules: all {of} are needed"));
        }
        let count = redundant.len();
        say(out, format_args!("rules: {count} of {of} could be left out, each by itself"));
        for rule in redundant {
            say(out, format_args!("redundant rule: {rule}"));
        }
        for rule in open {
            say(out, format_args!("undecided rule, as a limit was reached: {rule}"));
        }
    }
}

/// The number shown for the digit of a cell.
fn number_at(grid: &Solution, cell: Cell) -> String {
    grid.layout().number_of(grid.digit(cell)).to_string()
}

fn star(marked: &[Place], puzzle: &Puzzle, cell: Cell) -> &'static str {
    if marked.contains(&Place::of(cell, puzzle.layout())) { "*" } else { "" }
}

/// Rows of cells, each column as wide as it must be.
fn grid(puzzle: &Puzzle, text: impl Fn(Cell) -> String, out: &mut String) {
    let frame = puzzle.layout().frame();
    let text = |cell: Option<Cell>| cell.map_or(String::new(), &text);
    let texts: Vec<Vec<_>> = frame.by_rows().map(|row| row.map(text).collect()).collect();
    let width = |c: usize| texts.iter().map(|row| row[c].len()).max().unwrap_or(1);
    let widths: Vec<_> = (0..frame.columns()).map(width).collect();
    for row in texts {
        let mut line = String::new();
        for (text, width) in row.iter().zip(&widths) {
            _ = write!(line, "{text:<width$} ");
        }
        say(out, format_args!("{}", line.trim_end()));
    }
}
