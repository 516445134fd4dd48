//! The solver run.
//!
//! The formula goes to its standard input, or to a file where the command says `{in}`; the answer
//! is read from its standard output, or from a file where the command says `{out}` (MiniSat). Each
//! call starts a fresh process with the whole formula; at a limit the process is killed, with all
//! that it started, and so it is when this process is killed, on Unix. What leaves the process
//! group, as by `setsid`, is not followed.

use std::io::{self, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::External;
use crate::error::{Error, Result};
use crate::input::{self, Bounded};
use crate::limits::Limits;
use crate::sat::backend::{Answer, Proved, SatBackend};
use crate::sat::cnf::dimacs::{self, SolverOutput};
use crate::sat::cnf::{ClauseSink, Cnf, Lit};

/// A formula that is handed to a new process at each call.
#[derive(Debug)]
pub(super) struct Process {
    command: External,
    cnf: Cnf,
}

impl Process {
    pub(super) fn new(command: &External) -> Self {
        Process { command: command.clone(), cnf: Cnf::new() }
    }
}

impl ClauseSink for Process {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.cnf.add_clause(clause)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        self.cnf.new_vars(count)
    }
}

impl SatBackend for Process {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer> {
        if limits.expired() {
            return Ok(Answer::Unknown);
        }
        let mut assumed;
        let cnf = if assumptions.is_empty() {
            &self.cnf
        } else {
            assumed = self.cnf.clone();
            for &lit in assumptions {
                assumed.add_clause(&[lit])?;
            }
            &assumed
        };
        match answer(&self.command, cnf, None, limits)? {
            Answer::Unsat { .. } => Ok(Answer::Unsat { core: assumptions.to_vec() }),
            other => Ok(other),
        }
    }
}

/// Answers a formula with a command that has a place for a proof.
pub(super) fn prove(command: &External, cnf: &Cnf, limits: &Limits) -> Result<Proved> {
    if !command.uses("{proof}") {
        return Err(Error::unsupported(format!(
            "backend `cmd:{command}`: expected `{{proof}}` in place of the file for its proof, DRAT or \
             LRAT: `cmd:cadical -q --no-binary {{in}} {{proof}}`"
        )));
    }
    let file = NamedTempFile::new()?;
    let answer = answer(command, cnf, Some(&file), limits)?;
    // What was opened is read, whatever has become of the path.
    let proof = Box::new(BufReader::with_capacity(1 << 20, input::open_ordinary(file.path())?));
    Ok(Proved { answer, proof })
}

/// Runs a command on a formula.
fn answer(
    command: &External,
    cnf: &Cnf,
    proof: Option<&NamedTempFile>,
    limits: &Limits,
) -> Result<Answer> {
    let fail = |what: String| Error::backend(&command.words[0], what);
    let Some(run) = run(command, cnf, proof, limits)? else { return Ok(Answer::Unknown) };
    let answer = match run.output {
        Ok(output) => output,
        Err(_) if limits.expired() => return Ok(Answer::Unknown),
        Err(error) => return Err(fail(format!("{error}; {}", run.epitaph))),
    };
    let wanted = match answer {
        SolverOutput::Sat(_) => [10, 0],
        SolverOutput::Unsat => [20, 0],
        SolverOutput::Unknown => {
            return if limits.expired() {
                Ok(Answer::Unknown)
            } else {
                Err(fail(format!("gave up; {}", run.epitaph)))
            };
        }
    };
    match run.status.code() {
        Some(code) if wanted.contains(&code) => {}
        _ => return Err(fail(format!("answered, but exited abnormally; {}", run.epitaph))),
    }
    match answer {
        SolverOutput::Sat(model) if !cnf.is_satisfied_by(&model) => {
            Err(fail("its model does not satisfy the formula".into()))
        }
        SolverOutput::Sat(model) => Ok(Answer::Sat(model)),
        _ => Ok(Answer::Unsat { core: Vec::new() }),
    }
}

/// A process that ended by itself.
struct Run {
    status: ExitStatus,
    output: Result<SolverOutput>,
    /// How it ended and what it complained of, for messages.
    epitaph: String,
}

/// Starts the solver and waits for its end; `None` if a limit was reached first.
fn run(
    command: &External,
    cnf: &Cnf,
    proof: Option<&NamedTempFile>,
    limits: &Limits,
) -> Result<Option<Run>> {
    let name = &command.words[0];
    let failed = |error: io::Error| Error::backend(name, format!("cannot be run: {error}"));
    let mut formula = tempfile::Builder::new().suffix(".cnf").tempfile()?;
    dimacs::write(cnf, &[], &mut formula)?;
    let result = command.uses("{out}").then(NamedTempFile::new).transpose()?;
    let (input_path, output_path) = (path(Some(&formula)), path(result.as_ref()));
    // A proof that nobody wants goes nowhere.
    let (kept, nowhere) = (path(proof), if cfg!(windows) { "NUL" } else { "/dev/null" });
    let proof_path = if proof.is_some() { &*kept } else { nowhere };
    let files = [("{in}", &*input_path), ("{out}", &output_path), ("{proof}", proof_path)];
    let fill = |word: &String| {
        files.iter().fold(word.clone(), |word, (place, path)| word.replace(place, path))
    };
    let words: Vec<_> = command.words.iter().map(fill).collect();
    let mut process = Command::new(&words[0]);
    process.args(&words[1..]).stdout(Stdio::piped()).stderr(Stdio::piped());
    // The file serves as standard input too: no pipe that a solver might leave unread.
    let uses_stdin = !command.uses("{in}");
    process.stdin(if uses_stdin { formula.reopen()?.into() } else { Stdio::null() });
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    let mut child = process.spawn().map_err(failed)?;
    #[cfg(unix)]
    let _guard = Guard::of(&child, &[&input_path, &output_path, &kept]);

    let max_var = cnf.vars();
    let printed = child.stdout.take().map(|pipe| {
        aside(move || {
            let mut pipe = BufReader::new(pipe);
            let output = dimacs::read_output(&mut pipe, max_var);
            // Drained whatever it says, so that the solver is not held up.
            let _ = io::copy(&mut pipe, &mut io::sink());
            output
        })
    });
    let complaint = child.stderr.take().map(|pipe| aside(move || last_of(pipe)));
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break Some(status),
            None if limits.expired() => break None,
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    // Whatever the solver left running goes with it.
    kill_group(&mut child);
    let Some(status) = status else { return Ok(None) };
    let output = match &result {
        Some(file) => read(file.path(), max_var),
        None => printed
            .and_then(|printed| await_end(&printed, limits))
            .unwrap_or_else(|| Err(Error::input("its output stayed open after it exited"))),
    };
    let mut epitaph = status.to_string();
    let complaint = complaint.and_then(|complaint| await_end(&complaint, limits));
    if let Some(complaint) = complaint.filter(|text| !text.is_empty()) {
        epitaph.push_str(", with the message: ");
        epitaph.push_str(&complaint);
    }
    Ok(Some(Run { status, output, epitaph }))
}

/// A process that waits for the end of this one: where this one is killed and cannot end its
/// solver, the guard does, and removes its files. None where there is no shell.
#[cfg(unix)]
struct Guard(Option<Child>);

#[cfg(unix)]
impl Guard {
    /// Watches over a solver, the first of its process group.
    fn of(solver: &Child, files: &[&str]) -> Self {
        // Its input is a pipe on which nothing ever comes: it ends when this process does.
        let script = "read -r _; kill -9 \"-$1\"; shift; rm -f -- \"$@\"";
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "satoku-guard", &solver.id().to_string()]);
        shell.args(files.iter().filter(|file| !file.is_empty()));
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends this process's group does not end the guard.
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        Guard(shell.spawn().ok())
    }
}

#[cfg(unix)]
impl Drop for Guard {
    fn drop(&mut self) {
        // Before its input ends.
        if let Some(shell) = &mut self.0 {
            _ = shell.kill();
            _ = shell.wait();
        }
    }
}

/// Reads the file that a solver wrote its answer to, whatever it has made of it.
fn read(path: &Path, max_var: u32) -> Result<SolverOutput> {
    let file = input::open_ordinary(path)?;
    let limit = dimacs::max_output(max_var);
    dimacs::read_output(BufReader::new(Bounded::new(file, limit)), max_var)
}

/// Waits for what a thread aside has to say, but not long, nor past the limits.
fn await_end<T>(said: &Receiver<T>, limits: &Limits) -> Option<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        match said.recv_timeout(Duration::from_millis(2)) {
            Ok(said) => return Some(said),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if limits.expired() || Instant::now() > end => {
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// How long to wait for what a solver printed once it has ended: something it started may still
/// hold its output open.
const PATIENCE: Duration = Duration::from_secs(5);

fn path(file: Option<&NamedTempFile>) -> String {
    file.map(|file| file.path().to_string_lossy().into_owned()).unwrap_or_default()
}

/// Does something in a thread of its own, which is left behind if it never ends.
fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = mpsc::sync_channel(1);
    thread::spawn(move || sender.send(work()));
    receiver
}

/// The end of what a solver complained of, one line, at most a thousand bytes or so.
fn last_of(mut pipe: impl Read) -> String {
    let mut tail = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(n) = pipe.read(&mut buffer) {
        if n == 0 {
            break;
        }
        tail.extend_from_slice(&buffer[..n]);
        let excess = tail.len().saturating_sub(1000);
        tail.drain(..excess);
    }
    String::from_utf8_lossy(&tail).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(child.id())
        && let Some(group) = rustix::process::Pid::from_raw(id)
    {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
