//! Puzzles and answers as images and pages: the forms of `--output` that are no text, the options
//! of pages, and the file that they are written to.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::inputs::Inputs;
use super::long::{Long, LongArgs};
use super::monitor::say;
use super::pipeline::Printed;
use super::signal;
use super::whole::Whole;
use satoku::ask::{Answer, Outcome, Status};
use satoku::engine::EngineSpec;
use satoku::format::{EXPORTS, Export, WRITERS, Writer, export_by_name, writer_by_name};
use satoku::jobs::answer::{self, Uniqueness};
use satoku::{Error, Limits, Puzzle, Solution};
use satoku_print::{
    Answer as End, Book, MEDIA, Medium, Options, PAPERS, PER_PAGE, Paper, Plate, Shown,
    medium_by_name,
};

/// What `--output` names: a form of text, or a medium.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Output {
    Text(&'static Writer),
    Print(&'static Medium),
    Export(&'static Export),
}

impl Output {
    /// The form of text, if it is one.
    pub(crate) fn text(self) -> Option<&'static Writer> {
        match self {
            Output::Text(writer) => Some(writer),
            Output::Print(_) | Output::Export(_) => None,
        }
    }

    /// The form of another program, if it is one.
    pub(crate) fn export(self) -> Option<&'static Export> {
        match self {
            Output::Export(export) => Some(export),
            Output::Text(_) | Output::Print(_) => None,
        }
    }
}

/// All forms of text and all media.
pub(crate) fn output_values() -> impl TypedValueParser<Value = Output> {
    values_with(&[])
}

/// The same and the forms of other programs.
pub(crate) fn convert_values() -> impl TypedValueParser<Value = Output> {
    values_with(EXPORTS)
}

fn values_with(exports: &'static [Export]) -> impl TypedValueParser<Value = Output> {
    let texts = WRITERS.iter().map(|writer| (writer.name, writer.about));
    let media = MEDIA.iter().map(|medium| (medium.name, medium.about));
    let exports = exports.iter().map(|export| (export.name, export.about));
    let values =
        texts.chain(exports).chain(media).map(|(name, about)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).map(|word: String| {
        let text = writer_by_name(&word).map(Output::Text);
        let output = text.or_else(|| medium_by_name(&word).map(Output::Print));
        let output = output.or_else(|| export_by_name(&word).map(Output::Export));
        output.expect("clap allows only these names")
    })
}

/// What is said of pages.
#[derive(Debug, Args)]
#[command(next_help_heading = "Images and pages (--output svg, html, pdf)")]
pub(crate) struct PageArgs {
    /// Write to FILE instead of standard output; with svg and a folder (FILE/), an image of each
    /// puzzle into it
    #[arg(long, short = 'o', value_name = "FILE")]
    out: Option<PathBuf>,
    /// Title, at the top of each page
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Number of puzzles on a page: 1, 2, 4 or 6 [default: 1]
    #[arg(long, value_name = "N", value_parser = per_page)]
    per_page: Option<usize>,
    /// Size of the paper [default: a4]
    #[arg(long, value_name = "SIZE", value_parser = paper_values())]
    paper: Option<&'static Paper>,
}

/// Where solutions go, for commands that print puzzles.
#[derive(Debug, Args)]
#[command(next_help_heading = "Images and pages (--output svg, html, pdf)")]
pub(crate) struct SolutionArgs {
    /// Solutions: on pages at the end, searched for where the source has none; or none [default:
    /// none]
    #[arg(long, value_name = "WHERE", value_parser = ["end", "none"])]
    solutions: Option<String>,
}

/// A number of puzzles that a page can have.
fn per_page(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| PER_PAGE.contains(number));
    number.ok_or_else(|| {
        let all: Vec<_> = PER_PAGE.iter().map(usize::to_string).collect();
        format!("expected one of {}", all.join(", "))
    })
}

fn paper_values() -> impl TypedValueParser<Value = &'static Paper> {
    let values = PAPERS.iter().map(|paper| PossibleValue::new(paper.name).help(paper.about));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).map(|word: String| {
        PAPERS.iter().find(|paper| paper.name == word).expect("clap allows only these names")
    })
}

impl PageArgs {
    /// What takes the puzzles of a run, if they are to be printed; or where text goes.
    ///
    /// # Errors
    /// If an option of pages would change nothing, an input would be written over, or a terminal
    /// cannot show what is written; if what is printed is no stream of lines.
    pub(crate) fn press_or_text(
        &self,
        output: Option<Output>,
        solutions: Option<&SolutionArgs>,
        inputs: Inputs,
        long: &LongArgs,
    ) -> anyhow::Result<(Option<Press>, Long)> {
        let press = self.press(output, solutions, inputs)?;
        if press.is_some() {
            long.to(None).refuse("images and pages are no stream of answers")?;
            return Ok((press, Long::default()));
        }
        Ok((None, long.to(self.out.as_ref())))
    }

    fn press(
        &self,
        output: Option<Output>,
        solutions: Option<&SolutionArgs>,
        inputs: Inputs,
    ) -> anyhow::Result<Option<Press>> {
        let where_to = solutions.and_then(|solutions| solutions.solutions.as_deref());
        let pages = [
            ("--per-page", self.per_page.is_some()),
            ("--paper", self.paper.is_some()),
            ("--solutions", where_to.is_some()),
        ];
        let title = [("--title", self.title.is_some())];
        let Some(Output::Print(medium)) = output else {
            if let Some((option, _)) = title.iter().chain(&pages).find(|(_, given)| *given) {
                bail!("{option} applies to images and pages: give --output svg, html or pdf too");
            }
            return Ok(None);
        };
        if let (false, Some((option, _))) =
            (medium.has_pages, pages.iter().find(|(_, given)| *given))
        {
            bail!("{option} applies to pages: --output {} has none", medium.name);
        }
        if !medium.is_text && self.out.is_none() && io::stdout().is_terminal() {
            bail!("--output {} is no text for a terminal: add -o FILE", medium.name);
        }
        let is_folder = self.out.as_deref().is_some_and(is_folder);
        if let Some(out) = &self.out {
            if is_folder && medium.has_pages {
                bail!("{}: is a folder; give the name of a file", out.display());
            }
            refuse_input(out, &inputs)?;
        }
        let default = Options::default();
        let options = Options {
            title: self.title.clone(),
            per_page: self.per_page.unwrap_or(default.per_page),
            paper: self.paper.unwrap_or(default.paper),
        };
        Ok(Some(Press {
            medium,
            book: Book::new(options),
            out: self.out.clone(),
            is_folder,
            inputs,
            plates: Plates { solutions: where_to == Some("end") },
            failure: None,
        }))
    }
}

/// How plates are made of answers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Plates {
    /// Whether the solution of each is printed at the end.
    solutions: bool,
}

/// Collects what is to be printed, and prints it when all is there.
#[derive(Debug)]
pub(crate) struct Press {
    medium: &'static Medium,
    book: Book,
    out: Option<PathBuf>,
    is_folder: bool,
    inputs: Inputs,
    pub(crate) plates: Plates,
    failure: Option<Error>,
}

impl Press {
    /// Takes what is to be printed of some items. If there is no room for it, the run is cut.
    pub(crate) fn take(&mut self, printed: &mut Printed) {
        for mut plate in printed.plates.drain(..) {
            if plate.number == 0 {
                plate.number = self.book.plates().len() as u64 + 1;
            }
            if self.failure.is_none() {
                self.failure = self.push(plate).err();
            }
        }
        printed.cut |= self.failure.is_some();
    }

    fn push(&mut self, plate: Plate) -> satoku::Result<()> {
        let Medium { name, has_pages, .. } = self.medium;
        if !has_pages && !self.is_folder && !self.book.plates().is_empty() {
            return Err(Error::input(format!(
                "several puzzles: --output {name} holds one; give a folder, `-o FOLDER/`, for an \
                 image of each, or --output html or pdf"
            )));
        }
        self.book.push(plate)
    }

    /// Prints what was taken; nothing if there was nothing, or the run was interrupted.
    ///
    /// # Errors
    /// If there was no room for all, a puzzle does not fit its page, or output cannot be written.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        if let Some(failure) = self.failure {
            return Err(failure.into());
        }
        if self.book.plates().is_empty() || signal::interrupted() {
            return Ok(());
        }
        let render = |book: &Book| -> anyhow::Result<Vec<u8>> {
            let made = (self.medium.render)(book)?;
            if !made.missing.is_empty() {
                let missing: Vec<_> = made.missing.iter().map(char::to_string).collect();
                let missing = missing.join(" ");
                say(format!(
                    "satoku: warning: printed as boxes, as the font lacks them: {missing}"
                ));
            }
            Ok(made.bytes)
        };
        match &self.out {
            None => io::stdout().write_all(&render(&self.book)?)?,
            Some(out) if self.is_folder => {
                fs::create_dir_all(out).with_context(|| out.display().to_string())?;
                let last = self.book.plates().iter().map(|plate| plate.number).max();
                let digits = last.unwrap_or(1).to_string().len();
                for book in self.book.apart() {
                    let number = book.plates()[0].number;
                    let name = format!("{number:0digits$}.{}", self.medium.name);
                    write_file(&out.join(name), &render(&book)?, &self.inputs)?;
                }
            }
            Some(out) => write_file(out, &render(&self.book)?, &self.inputs)?,
        }
        Ok(())
    }
}

impl Plates {
    /// What is printed of an answer to a puzzle; nothing where there is none. A solution that is
    /// wanted and not there is news.
    pub(crate) fn of(
        self,
        answer: &Answer,
        puzzle: Option<&Puzzle>,
        (source, number, id): (&str, u64, Option<String>),
        limits: &Limits,
        printed: &mut Printed,
    ) {
        let Some((plate, known)) = plate(answer, puzzle, number) else { return };
        let is_solved = matches!(plate.shown, Shown::Solution(_));
        let answer = (self.solutions && !is_solved)
            .then(|| end(&plate.puzzle, known, (source, number), limits, printed));
        printed.plates.push(Plate { id, answer, ..plate });
    }
}

/// What is drawn of an answer, and the solution that is known with it.
fn plate(
    answer: &Answer,
    puzzle: Option<&Puzzle>,
    number: u64,
) -> Option<(Plate, Option<Solution>)> {
    let asked = || puzzle.map(|puzzle| Plate::new(puzzle.clone(), number));
    let word = || Some(answer.status().word().to_owned());
    Some(match answer {
        Answer::Read(read) => {
            (Plate::new(read.puzzle.puzzle.clone(), number), read.solution.clone())
        }
        Answer::Solve(solve) => match solve.solution.clone() {
            Some(solution) => (Plate { shown: Shown::Solution(solution), ..asked()? }, None),
            None => (Plate { note: word(), ..asked()? }, None),
        },
        Answer::Candidates(found) => {
            let grid = found.shown.puzzle.clues().clone();
            let plate = match found.status {
                Status::None => Plate { note: word(), ..asked()? },
                _ if found.shows_backbone => Plate { shown: Shown::Digits(grid), ..asked()? },
                _ => Plate { shown: Shown::Marks(grid), ..asked()? },
            };
            let open = format!("unknown: {} candidates", found.undecided);
            let note = if found.undecided > 0 { Some(open) } else { plate.note.clone() };
            (Plate { note, ..plate }, None)
        }
        Answer::Minimize(minimize) => match &minimize.reduced {
            Some(reduced) => {
                let plate = Plate::new(reduced.puzzle.puzzle.clone(), number);
                (plate, Some(reduced.solution.clone()))
            }
            None => (Plate { note: word(), ..asked()? }, None),
        },
        Answer::Image(image) => (Plate::new(image.puzzle.puzzle.clone(), number), None),
        Answer::Made(made) if made.status == Status::Unique => {
            let made = made.made.as_ref()?;
            (Plate::new(made.puzzle.puzzle.clone(), number), Some(made.solution.clone()))
        }
        Answer::Full(full) => {
            let puzzle = Puzzle::new(full.solution.layout().clone());
            let puzzle = puzzle.with_symbols(full.solution.symbols());
            let shown = Shown::Solution(full.solution.clone());
            (Plate { shown, ..Plate::new(puzzle, number) }, None)
        }
        _ => return None,
    })
}

/// What stands at the end of a book for a puzzle.
fn end(
    puzzle: &Puzzle,
    known: Option<Solution>,
    (source, number): (&str, u64),
    limits: &Limits,
    printed: &mut Printed,
) -> End {
    if let Some(solution) = known {
        return End::Solution(solution);
    }
    let (word, outcome) = match answer::unique(puzzle, &EngineSpec::default(), limits) {
        Ok(Uniqueness::Unique(solution)) => return End::Solution(solution),
        Ok(Uniqueness::None) => ("no solution".to_owned(), Outcome::Negative),
        Ok(Uniqueness::Multiple(..)) => ("several solutions".to_owned(), Outcome::Negative),
        Ok(_) => ("unknown".to_owned(), Outcome::Unknown),
        Err(error) => (error.to_string(), Outcome::Error),
    };
    printed.outcome = printed.outcome.max(outcome);
    let number = if number == 0 { String::new() } else { format!("#{number}: ") };
    printed.complain(source, format!("{number}printed without its solution: {word}"));
    End::Word(word)
}

/// Whether a path is meant as a folder.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

fn refuse_input(path: &Path, inputs: &Inputs) -> anyhow::Result<()> {
    if let Some(input) = inputs.find(path) {
        bail!("{}: is an input ({input}); write to another file", path.display());
    }
    Ok(())
}

/// Writes a file whole or not at all.
fn write_file(path: &Path, bytes: &[u8], inputs: &Inputs) -> anyhow::Result<()> {
    let whole = Whole::create(path, inputs)?;
    whole.file().write_all(bytes).with_context(|| path.display().to_string())?;
    whole.finish()
}
