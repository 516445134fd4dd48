//! Each puzzle of the inputs asked the same, and each answer printed as text or JSON.

use std::io::Write;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::bail;

use super::bulk::{self, Ask, Bulk, Saying};
use super::long::Long;
use super::options::{BatchArgs, InputArgs, SearchArgs};
use super::part::Parting;
use super::pipeline::{Pipeline, Printed};
use super::print::{Plates, Press};
use super::shard::Shard;
use super::signal;
use super::source::{Chunk, Sources};
use super::template::Templates;
use super::terminal;
use satoku::ask::{
    Answer, At, Check, Failure, Form, Outcome, Part, Progress, Reply, Settings, Status, Want,
};
use satoku::engine::EngineSpec;
use satoku::format::{self, Entry, Export, Given, WRITERS, Writer};
use satoku::jobs::answer::{self, Findings};
use satoku::jobs::batch;
use satoku::puzzle::Puzzle;
use satoku::{Error, Result};
use satoku_check::shown;

/// The puzzles of a run and how their answers are printed.
#[derive(Debug)]
pub(crate) struct Stream<'a> {
    pub(crate) input: &'a InputArgs,
    pub(crate) batch: &'a BatchArgs,
    /// The form of text asked for.
    pub(crate) output: Option<&'static Writer>,
    /// The form of another program in place of it.
    pub(crate) export: Option<&'static Export>,
    /// How pages are made of answers, where these are printed on pages in place of text.
    pub(crate) plates: Option<Plates>,
    /// Whether it is said what each source is read as.
    pub(crate) why: bool,
    /// What rows of tables have beside puzzles and solutions, as the header says.
    pub(crate) columns: OnceLock<Vec<String>>,
    /// The JSON of plain puzzles that are answered in bulk.
    pub(crate) templates: OnceLock<Templates>,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) memory_limit: Option<u64>,
    /// The part of each puzzle that is searched, if not all of it.
    pub(crate) part: Option<Parting>,
    /// Whether statistics are printed.
    pub(crate) stats: bool,
    /// Which of them are answered, and where the answers go.
    pub(crate) long: Long,
    /// What is asked of each.
    pub(crate) want: Want,
    pub(crate) engine: EngineSpec,
    /// Two engines to be compared.
    pub(crate) pair: Option<[EngineSpec; 2]>,
}

impl<'a> Stream<'a> {
    /// A question about puzzles, without limits.
    pub(crate) fn new(want: Want, input: &'a InputArgs, batch: &'a BatchArgs) -> Self {
        Stream {
            input,
            batch,
            output: None,
            export: None,
            plates: None,
            why: false,
            columns: OnceLock::new(),
            templates: OnceLock::new(),
            time_limit: None,
            memory_limit: None,
            part: None,
            stats: false,
            long: Long::default(),
            want,
            engine: EngineSpec::default(),
            pair: None,
        }
    }

    /// A question for engines.
    ///
    /// # Errors
    /// If options contradict each other.
    pub(crate) fn search(want: Want, args: &'a SearchArgs) -> Result<Self> {
        let SearchArgs { input, batch, engine } = args;
        let (spec, pair) = engine.engines(batch.jobs())?;
        Ok(Stream {
            time_limit: engine.time_limit,
            memory_limit: engine.memory_limit,
            part: engine.parting(),
            stats: engine.stats,
            engine: spec,
            pair,
            ..Self::new(want, input, batch)
        })
    }

    /// The puzzles of the inputs, in order.
    ///
    /// # Errors
    /// If options contradict each other.
    pub(crate) fn sources(&self, in_bulk: bool) -> Result<Sources> {
        let answers = self.part.as_ref().map_or(1, |part| part.share.answers());
        let sources = Sources::new(&self.input.files, self.input.reading.options()?);
        Ok(sources.in_bulk(in_bulk).each(answers))
    }

    /// Answers every puzzle, in order.
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        self.answer_all(|printed| printed)
    }

    /// Answers every puzzle, in order: as text, or on pages.
    pub(crate) fn run_on(self, press: Option<Press>) -> anyhow::Result<Outcome> {
        let Some(mut press) = press else { return self.run() };
        let outcome = Stream { plates: Some(press.plates), ..self }.answer_all(|mut printed| {
            press.take(&mut printed);
            printed
        })?;
        press.finish()?;
        Ok(outcome)
    }

    fn answer_all(&self, settle: impl FnMut(Printed) -> Printed) -> anyhow::Result<Outcome> {
        let ask = self.bulk();
        if ask.is_some() {
            batch::keep_freed_memory();
        }
        let target = self.long.open(Some(self.input), self.input.inputs(), self.batch.json)?;
        let shard = self.long.shard.unwrap_or(Shard::ALL);
        let mut sources = self.sources(ask.is_some())?.of_shard(shard, target.done);
        let pipeline = Pipeline::reading(self.input, self.batch, self.memory_limit);
        let pipeline = pipeline.to(target.writer()?);
        // The threads of a portfolio are those of one puzzle.
        let one_by_one = self.engine.name() == "portfolio";
        let is_text = !self.batch.json && self.plates.is_none();
        let headed = self.output.filter(|writer| is_text && !writer.header.is_empty());
        if let Some(writer) = headed.filter(|_| self.long.counts_lines()) {
            bail!("--output {}: cannot be merged or resumed, as it has a header", writer.name);
        }
        // What one thread does needs no other: starting them takes longer than an easy puzzle.
        let mut first = sources.next_chunk();
        let one_by_one = one_by_one || sources.is_over();
        let pipeline = if one_by_one { pipeline.one_by_one() } else { pipeline };
        if let Some(writer) = headed {
            // The header has the columns of the first source.
            let parser = first.as_ref().and_then(|chunk| chunk.parser.as_ref());
            let columns = parser.map(|parser| parser.columns().to_vec()).unwrap_or_default();
            let mut header = writer.header.trim_end().to_owned();
            format::write_columns(columns.iter().map(String::as_str), &mut header);
            writeln!(pipeline.out(), "{header}")?;
            _ = self.columns.set(columns);
        }
        let outcome = pipeline.run(
            || first.take().or_else(|| sources.next_chunk()),
            |pipeline, chunk| self.work(ask, pipeline, &chunk),
            settle,
        )?;
        target.finish(shard.share(sources.read()))?;
        Ok(outcome)
    }

    /// Whether somebody reads the answers as they come.
    fn is_watched(&self) -> bool {
        terminal::is_read() && self.long.out.is_none()
    }

    /// The form of an answer.
    fn form(&self, by_lines: bool) -> Form {
        if self.long.out.is_none() && !self.long.counts_lines() {
            return form(self.output, by_lines);
        }
        for_file(self.output, by_lines)
    }

    /// Adds to a record what else its row says, column by column of the header.
    fn complete(&self, chunk: &Chunk, mut fields: Vec<String>, text: &mut String) {
        let Some(columns) = self.columns.get() else { return };
        if columns.is_empty() || !text.ends_with('\n') {
            return;
        }
        let names = chunk.parser.as_ref().map_or(&[][..], |parser| parser.columns());
        let mut field = |column: &String| {
            let place = names.iter().position(|name| name == column);
            let field = place.and_then(|place| fields.get_mut(place));
            field.map(std::mem::take).unwrap_or_default()
        };
        let fields: Vec<_> = columns.iter().map(&mut field).collect();
        text.pop();
        format::write_columns(fields.iter().map(String::as_str), text);
        text.push('\n');
    }

    /// What plain lines are asked, where they can be answered in bulk: nothing is wanted of them
    /// but words, numbers, lines or JSON, from whatever engine is best, in whatever time it takes.
    fn bulk(&self) -> Option<Ask> {
        let printed = self.plates.is_none();
        let lines = printed && self.output.is_none_or(|writer| writer.name == "line");
        let plain = lines
            && self.export.is_none()
            && !self.stats
            && self.part.is_none()
            && self.time_limit.is_none();
        let best = bulk::ENGINES.contains(&self.engine.name()) && self.pair.is_none();
        Ask::of(&self.want).filter(|_| plain && best)
    }

    /// The JSON of the answers to what is asked in bulk.
    ///
    /// # Errors
    /// None but those of a defect in templates.
    fn templates(&self, ask: Ask) -> Result<&Templates> {
        if let Some(made) = self.templates.get() {
            return Ok(made);
        }
        let made = Templates::new(ask)?;
        Ok(self.templates.get_or_init(|| made))
    }

    fn work(
        &self,
        ask: Option<Ask>,
        pipeline: &Pipeline,
        chunk: &Chunk,
    ) -> anyhow::Result<Printed> {
        let mut printed = Printed::default();
        let is_text = !self.batch.json && self.plates.is_none();
        let are_several = self.input.files.len() > 1 && is_text;
        if are_several && chunk.begins && self.is_watched() {
            printed.text.extend(format!("# {}\n", shown(&*chunk.source)).into_bytes());
        }
        if let Some(entry) = chunk.alone().filter(|_| self.is_watched()) {
            self.print(pipeline, chunk, chunk.first, entry, None, &mut printed);
            return Ok(printed);
        }
        let ask = ask.filter(|_| !chunk.plain.is_empty());
        let json = self.batch.json;
        let limits = pipeline.limits(None);
        let bulk = ask.map(|ask| Bulk::solve(ask, ask.query(json), &chunk.plain, &limits));
        let mut bulk = bulk.transpose()?;
        let templates = ask.filter(|_| json).map(|ask| self.templates(ask)).transpose()?;
        // With so many records of the chunk printed before.
        let mut print_plain = |end, records: usize, printed: &mut Printed| {
            let Some(bulk) = &mut bulk else { return };
            let saying = match templates {
                None => Saying::Text,
                Some(templates) => Saying::Json {
                    templates,
                    first: chunk.first + records as u64,
                    numbers: chunk.numbers.as_deref(),
                },
            };
            bulk.print(end, &chunk.source, saying, printed);
        };
        let entries: Vec<_> = chunk.entries().collect();
        if let Some(format) = chunk.format.filter(|_| self.why && chunk.begins) {
            let (name, about) = (format.name(), format.about());
            printed.complain(&chunk.source, format_args!("read as `{name}`: {about}"));
        }
        if let Some(note) = chunk.note() {
            printed.complain(&chunk.source, note);
        }
        self.tell_lost(chunk, &mut printed);
        let together = self.together(pipeline, &entries)?;
        let entries = entries.into_iter().zip(together).enumerate();
        for (numbered, (before, (entry, found))) in chunk.records.iter().zip(entries) {
            print_plain(numbered.after, before, &mut printed);
            let is_found = matches!(&found, Some(Ok(found)) if found.end != satoku::End::Limit);
            if printed.cut || !is_found && signal::interrupted() {
                printed.cut = true;
                break;
            }
            self.print(pipeline, chunk, numbered.index, entry, found, &mut printed);
        }
        if !printed.cut {
            print_plain(chunk.plain.len(), chunk.records.len(), &mut printed);
        }
        if printed.has_blocks {
            bail!(
                "{}: an answer of several lines cannot be merged or resumed: give --json, or \
                 --output line where there is that",
                chunk.source
            );
        }
        if let Some(error) = chunk.failure.as_ref().filter(|_| self.long.counts_lines()) {
            bail!("{}: {error}", chunk.source);
        }
        if let Some(error) = &chunk.failure {
            if are_several && chunk.parser.is_none() {
                // Its place among the answers, so that those of other files keep theirs.
                let failed = Answer::Failed(Failure::from(error));
                printed.text.extend(failed.text(None, form(self.output, true)).into_bytes());
            }
            failed_source(&chunk.source, error, self.batch.json, &mut printed);
        }
        Ok(printed)
    }

    /// What is known of puzzles that are searched together, if all that is wanted of them allows
    /// that.
    fn together(
        &self,
        pipeline: &Pipeline,
        entries: &[Result<Entry>],
    ) -> Result<Vec<Option<Result<Findings>>>> {
        let mut found: Vec<_> = entries.iter().map(|_| None).collect();
        let apart = self.pair.is_some() || self.part.is_some() || self.time_limit.is_some();
        let query = self.want.query().filter(|_| !apart && !signal::interrupted());
        let Some(query) = query else { return Ok(found) };
        let puzzles: Vec<_> = entries.iter().flatten().map(|entry| &entry.puzzle).collect();
        let limits = pipeline.limits(None);
        let together = answer::find_together(&puzzles, &self.engine, &limits, query)?;
        let places = found.iter_mut().zip(entries).filter(|(_, entry)| entry.is_ok());
        places.zip(together).for_each(|((place, _), answer)| *place = answer);
        Ok(found)
    }

    /// Says which columns of a source the header has not, which is that of the first.
    fn tell_lost(&self, chunk: &Chunk, printed: &mut Printed) {
        let (Some(columns), Some(parser)) = (self.columns.get(), &chunk.parser) else { return };
        if !chunk.begins {
            return;
        }
        let lost: Vec<_> =
            parser.columns().iter().filter(|name| !columns.contains(name)).cloned().collect();
        if !lost.is_empty() {
            let lost = lost.join(", ");
            let message = format!("columns that the first file has not are left out: {lost}");
            printed.complain(&chunk.source, message);
        }
    }

    /// Answers one puzzle and prints the answer.
    fn print(
        &self,
        pipeline: &Pipeline,
        chunk: &Chunk,
        index: u64,
        entry: Result<Entry>,
        found: Option<Result<Findings>>,
        printed: &mut Printed,
    ) {
        let in_frames = chunk.is_alone && self.is_watched();
        let mut form = self.form(chunk.by_lines && !in_frames);
        let (mut puzzle, mut cube) = (None, None);
        let (mut id, mut given, mut columns) = (None, None, Vec::new());
        let mut ignored = Vec::new();
        let answer = entry.and_then(|entry| {
            form.flat_json = entry.flat_json;
            id = entry.id;
            columns = entry.columns;
            ignored = entry.ignored;
            given = entry.solution;
            let puzzle = &*puzzle.insert(entry.puzzle);
            if let Some(found) = found {
                let answer = self.want.judge(found?);
                return Ok(answer.expect("only searches are found together"));
            }
            self.answer(puzzle, index, form, pipeline, &mut cube)
        });
        let mut answer = answer.unwrap_or_else(|error| Answer::Failed(Failure::from(&error)));
        pipeline.note_memory(&mut answer);
        if let (Some(puzzle), Some(digits)) = (&puzzle, given) {
            compare(puzzle, &digits, &mut answer, index, &chunk.source, printed);
        }
        let exported = self.export.and_then(|export| exported(export, &mut answer));
        tell_ignored(&ignored, &self.want, self.batch.json, (&chunk.source, index), printed);
        printed.answer(&answer, &chunk.source);
        self.tell(&answer, &chunk.source, index, printed);
        if self.passes_over(&answer) {
            return;
        }
        if self.batch.json {
            let at = At { index: Some(index), source: Some((&*chunk.source).into()), id, cube };
            let answer = if self.stats { answer } else { answer.without_statistics() };
            let reply = Reply { at: Some(at), ignored, ..Reply::alone(answer) };
            printed.json(&reply.of(puzzle.as_ref()));
            return;
        }
        if let Some(plates) = self.plates {
            let limits = pipeline.limits(self.time_limit);
            let at = (&*chunk.source, index, id);
            plates.of(&answer, puzzle.as_ref(), at, &limits, printed);
            return;
        }
        let mut text = exported.unwrap_or_else(|| answer.text(puzzle.as_ref(), form));
        if puzzle.is_some() {
            self.complete(chunk, columns, &mut text);
        }
        printed.has_blocks |= self.long.counts_lines() && text.matches('\n').count() != 1;
        if index > 1 && text.trim_end().contains('\n') {
            printed.text.push(b'\n');
        }
        printed.text.extend(text.into_bytes());
        let tip = puzzle.filter(|_| in_frames).and_then(|puzzle| terminal::tip(&puzzle, &answer));
        printed.diagnostics.extend(tip.map(|tip| format!("satoku: {tip}")));
    }

    /// Whether an answer is not printed: where only some ratings are wanted, all others.
    fn passes_over(&self, answer: &Answer) -> bool {
        let chooses = match &self.want {
            Want::Rate(filter) => !filter.is_empty(),
            Want::Score(filter) => !filter.is_empty(),
            _ => false,
        };
        let is_rating = matches!(answer, Answer::Rate(_) | Answer::Score(_));
        chooses && is_rating && answer.status() != Status::Rated
    }

    /// Says on standard error what a search took, or why it gave up.
    pub(crate) fn tell(&self, answer: &Answer, source: &str, index: u64, printed: &mut Printed) {
        let Some(search) = answer.search() else { return };
        if self.stats {
            let statistics = search.statistics();
            printed.statistics.extend(statistics.map(|it| format!("{source} #{index}: {it}")));
        } else if let Some(note) = &search.note {
            printed.diagnostics.push(format!("satoku: {source} #{index}: {note}"));
        }
    }

    /// Asks about a puzzle, or the part of it that is searched.
    fn answer(
        &self,
        puzzle: &Puzzle,
        index: u64,
        form: Form,
        pipeline: &Pipeline,
        cube: &mut Option<Part>,
    ) -> Result<Answer> {
        let limits = &pipeline.limits(self.time_limit);
        let part = self.part.as_ref().map(|part| part.of(puzzle, index, limits)).transpose()?;
        let part = part.map(|(part, puzzle)| {
            *cube = Some(part);
            puzzle
        });
        let progress = |now: Progress| pipeline.monitor.progress(index, now);
        let (engine, pair) = (&self.engine, self.pair.as_ref());
        let settings = Settings { engine, pair, limits, form, progress: &progress };
        self.want.answer(part.as_ref().unwrap_or(puzzle), &settings)
    }
}

/// Holds the solution that a file gives against its puzzle: `check` answers whether it is one,
/// `convert` keeps it, and for all others a wrong one is news.
pub(crate) fn compare(
    puzzle: &Puzzle,
    given: &Given,
    answer: &mut Answer,
    index: u64,
    source: &str,
    printed: &mut Printed,
) {
    let is_check = matches!(answer, Answer::Check(_));
    let checked = match given {
        Ok(digits) if puzzle.lacks_extra(digits) => {
            let only = match &mut *answer {
                Answer::Check(check) if check.status == Status::Incomplete => {
                    *check = Check::given(puzzle, given);
                    None
                }
                Answer::Unique(unique) => unique.solution.as_ref(),
                _ => None,
            };
            match puzzle.check_grid(digits) {
                Err(violation) if !is_check => Err(violation.to_string()),
                _ if only.is_none_or(|solution| solution.digits().starts_with(digits)) => return,
                _ => Err("it is not the only one".to_owned()),
            }
        }
        Ok(digits) => puzzle.check(digits).map_err(|violation| violation.to_string()),
        Err(flaw) => Err(flaw.clone()),
    };
    match (&mut *answer, checked) {
        (Answer::Check(check), _) if check.status == Status::Incomplete => {
            *check = Check::given(puzzle, given);
        }
        (Answer::Read(read), Ok(solution)) => read.solution = Some(solution),
        (_, Ok(_)) => {}
        (_, Err(violation)) => {
            printed.outcome = printed.outcome.max(Outcome::Negative);
            printed.complain(source, format!("#{index}: the solution given is wrong: {violation}"));
        }
    }
}

/// The text of a puzzle that was read in the form of another program; if that cannot hold it, the
/// answer says so.
fn exported(export: &Export, answer: &mut Answer) -> Option<String> {
    let Answer::Read(read) = &*answer else { return None };
    match (export.write)(&read.puzzle.puzzle, read.solution.as_ref()) {
        Ok(text) => Some(text + "\n"),
        Err(error) => {
            *answer = Answer::Failed(Failure::from(&error));
            None
        }
    }
}

/// Says what was passed over of a puzzle, where the answer does not: it is about what was read, and
/// may be another with all of it.
pub(crate) fn tell_ignored(
    ignored: &[String],
    want: &Want,
    json: bool,
    (source, index): (&str, u64),
    printed: &mut Printed,
) {
    if ignored.is_empty() {
        return;
    }
    if !matches!(want, Want::Read) {
        printed.outcome = printed.outcome.max(Outcome::Unknown);
    }
    if !json {
        printed.complain(source, format!("#{index}: {}", passed_over(ignored)));
    }
}

/// What was passed over, as people read it.
pub(crate) fn passed_over(ignored: &[String]) -> String {
    format!("not read, and may be rules: {}", ignored.join(", "))
}

/// Notes that a source ended early, or could not be read at all.
pub(crate) fn failed_source(source: &str, error: &Error, json: bool, printed: &mut Printed) {
    printed.outcome = Outcome::Error;
    printed.complain(source, error);
    if json {
        printed.json(&Reply::new(None, source, Answer::Failed(Failure::from(error))));
    }
}

/// The form that was asked for; else lines for lines and bare rows, as nobody reads them here.
pub(crate) fn for_file(output: Option<&'static Writer>, by_lines: bool) -> Form {
    let writer = output.or_else(|| format::writer_by_name("grid").filter(|_| !by_lines));
    Form { writer: writer.unwrap_or(&WRITERS[0]), ..Form::default() }
}

/// The form that was asked for; else lines for lines, frames on a terminal, and bare rows.
pub(crate) fn form(output: Option<&'static Writer>, by_lines: bool) -> Form {
    let name = match by_lines {
        true => "line",
        false if terminal::is_read() => "pretty",
        false => "grid",
    };
    let writer = output.or_else(|| format::writer_by_name(name)).unwrap_or(&WRITERS[0]);
    Form { writer, color: terminal::has_colors(), flat_json: false }
}
