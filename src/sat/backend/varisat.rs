//! The embedded default: varisat, a CDCL solver in pure Rust (Jannis Harder, MIT/Apache-2.0).
//!
//! varisat has no interrupt. But it writes a proof while it solves. So the proof goes to a
//! [`Meter`] that keeps nothing and counts the learned clauses in passing (which gives the number
//! of conflicts); once a limit is reached, the writer unwinds the stack out of the solver. It does
//! so in one place alone: within the hashes of a clause that a conflict has just taught. varisat
//! has then analysed the conflict and gone back, and holds nothing half done but that clause, which
//! is lost. So the next call goes on with all that was learned before. (To let the write fail
//! instead would end the solver for good, by its own check; this is done only where panics abort.)
//!
//! The price is formatting the proof and following it: 7 % of the CPU time, measured on the formulas of a
//! 25×25 and a 36×36 grid when literals and hashes were still decoded, and 16 % without that on a puzzle of
//! short clauses.

use std::cell::RefCell;
use std::io::{self, Cursor, Write};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

use varisat::solver::SolverError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use super::{Answer, Capabilities, Proved, SatBackend};
use crate::error::{Error, Result};
use crate::limits::{Limits, Work};
use crate::sat::cnf::{ClauseSink, Cnf, Lit, take_vars};

pub(super) const CAPABILITIES: Capabilities = Capabilities {
    incremental: true,
    interruptible: true,
    resumes: UNWINDS,
    assumptions: true,
    counts_conflicts: true,
    proofs: true,
};

/// Whether a writer can unwind the stack.
const UNWINDS: bool = cfg!(panic = "unwind");

/// What the writer unwinds with.
struct Struck;

pub(super) fn open() -> Box<dyn SatBackend> {
    let meter = Rc::new(RefCell::new(Meter::default()));
    let mut solver = Solver::new();
    solver.write_proof(Tap(Rc::clone(&meter)), ProofFormat::Varisat);
    Box::new(Varisat { solver, meter, vars: 0, lits: Vec::new() })
}

/// Answers a formula, and keeps its proof.
pub(super) fn prove(cnf: &Cnf, limits: &Limits) -> Result<Proved> {
    let proof = Rc::new(RefCell::new(Vec::new()));
    let mut solver = Solver::new();
    solver
        .write_proof(Kept { proof: Rc::clone(&proof), limits: limits.clone() }, ProofFormat::Drat);
    for clause in cnf.clauses() {
        let lits: Vec<_> = clause.iter().map(|&lit| to_varisat(lit)).collect();
        solver.add_clause(&lits);
    }
    let answer = match solver.solve() {
        Ok(true) => {
            let model = solver.model().unwrap_or_default();
            Answer::Sat(model.into_iter().map(from_varisat).collect())
        }
        Ok(false) => Answer::Unsat { core: Vec::new() },
        Err(SolverError::ProofIoError { .. }) if limits.expired() => Answer::Unknown,
        Err(error) => return Err(Error::backend("varisat", error)),
    };
    if answer != Answer::Unknown {
        solver.close_proof().map_err(|error| Error::backend("varisat", error))?;
    }
    drop(solver);
    Ok(Proved { answer, proof: Box::new(Cursor::new(proof.take())) })
}

/// A proof in memory. Writing fails once a limit is reached, which ends the solver.
struct Kept {
    proof: Rc<RefCell<Vec<u8>>>,
    limits: Limits,
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.limits.expired() {
            return Err(io::Error::other("limit reached"));
        }
        self.proof.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Varisat {
    solver: Solver<'static>,
    meter: Rc<RefCell<Meter>>,
    vars: u32,
    lits: Vec<varisat::Lit>,
}

impl ClauseSink for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.lits.clear();
        self.lits.extend(clause.iter().map(|&lit| to_varisat(lit)));
        self.solver.add_clause(&self.lits);
        self.vars = clause.iter().map(|lit| lit.var()).fold(self.vars, u32::max);
        Ok(())
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        take_vars(&mut self.vars, count)
    }
}

impl SatBackend for Varisat {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer> {
        if limits.expired() {
            return Ok(Answer::Unknown);
        }
        self.lits.clear();
        self.lits.extend(assumptions.iter().map(|&lit| to_varisat(lit)));
        self.solver.assume(&self.lits);
        self.meter.borrow_mut().start(limits);
        let solved = panic::catch_unwind(AssertUnwindSafe(|| self.solver.solve()));
        self.meter.borrow_mut().running = false;
        let solved = match solved {
            Ok(solved) => solved,
            Err(cause) if cause.is::<Struck>() => return Ok(Answer::Unknown),
            Err(cause) => panic::resume_unwind(cause),
        };
        match solved {
            Ok(true) => {
                let model = self.solver.model().unwrap_or_default();
                Ok(Answer::Sat(model.into_iter().map(from_varisat).collect()))
            }
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or_default();
                Ok(Answer::Unsat { core: core.iter().copied().map(from_varisat).collect() })
            }
            Err(SolverError::ProofIoError { .. }) if !UNWINDS => Ok(Answer::Unknown),
            Err(error) => Err(Error::backend("varisat", error)),
        }
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.meter.borrow().conflicts)
    }

    fn work(&self) -> Option<u64> {
        Some(self.meter.borrow().bytes.saturating_mul(STEPS_PER_BYTE))
    }
}

/// Steps in the time of a byte of the proof. Literals learned and hashes of the clauses that they follow from
/// make most of it, so it grows with what a conflict takes: on formulas of 16,000 to 93,000 clauses 1.2 to 5
/// bytes in a µs, while a conflict took 50 to 700 µs. As many as the fastest took.
const STEPS_PER_BYTE: u64 = 20;

fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.to_dimacs() as isize)
}

fn from_varisat(lit: varisat::Lit) -> Lit {
    let number = i32::try_from(lit.to_dimacs()).ok().and_then(Lit::from_dimacs);
    number.expect("only our own literals come back")
}

/// varisat owns what it writes to, so the meter is shared.
struct Tap(Rc<RefCell<Meter>>);

impl Write for Tap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut meter = self.0.borrow_mut();
        meter.take(bytes);
        if meter.is_reached() {
            if !UNWINDS {
                return Err(io::Error::from(io::ErrorKind::TimedOut));
            }
            if meter.is_in_hashes() {
                meter.cut(bytes);
                drop(meter);
                panic::resume_unwind(Box::new(Struck));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Follows varisat's native proof format just far enough to count the learned clauses.
///
/// The format is a sequence of numbers of variable length: a step's code, then its fields, some of
/// which are lists with their length in front. Only codes and lengths are decoded.
#[derive(Debug, Default)]
struct Meter {
    limits: Limits,
    /// A call is under way.
    running: bool,
    conflicts: u64,
    /// Bytes of the proof.
    bytes: u64,
    /// Value of [`Meter::conflicts`] when the call began.
    before: u64,
    /// What was read when the last call was cut off. varisat's buffer sends it again.
    sent: Vec<u8>,
    state: State,
}

/// Where in the proof the meter stands.
#[derive(Debug, Default)]
struct State {
    /// The code of the step under way.
    step: u64,
    /// What the next number is.
    next: Next,
    /// Items of the list under way.
    length: u64,
    /// Numbers to pass over first.
    skip: u64,
    /// Lists to come after the numbers skipped.
    lists: u8,
    /// Bytes of the number under way that are still to come, and its value so far.
    pending: u32,
    value: u64,
    shift: u32,
    /// The first byte of the number was zero: its length stands in the second.
    long: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Next {
    #[default]
    Code,
    /// The length of a list, with how many numbers an item has.
    Length(u64),
    Skipped,
}

impl Meter {
    fn start(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.running = true;
        self.before = self.conflicts;
    }

    fn is_reached(&self) -> bool {
        let effort = self.conflicts - self.before;
        self.running
            && (self.limits.expired() || self.limits.effort().is_some_and(|limit| effort >= limit))
    }

    /// Counts what is in the bytes, if they are new.
    fn take(&mut self, bytes: &[u8]) {
        let sent = std::mem::take(&mut self.sent);
        let bytes = bytes.strip_prefix(&*sent).unwrap_or(bytes);
        let learned = self.state.read(bytes);
        self.bytes += bytes.len() as u64;
        self.conflicts += learned;
        self.limits.count(Work::Conflicts, learned);
    }

    /// Whether the number being written is a hash of a clause learned from a conflict. Only these
    /// have several: a clause that lost literals to units has one.
    fn is_in_hashes(&self) -> bool {
        let State { step, next, lists, length, .. } = self.state;
        matches!(step, 7 | 8) && next == Next::Skipped && lists == 0 && length > 1
    }

    /// Notes that the step under way ends here.
    fn cut(&mut self, sent: &[u8]) {
        self.sent = sent.to_vec();
        self.state = State::default();
    }
}

impl State {
    /// Returns how many clauses were learned.
    fn read(&mut self, bytes: &[u8]) -> u64 {
        let mut learned = 0;
        let mut rest = self.pass(bytes);
        while let Some((&byte, tail)) = rest.split_first() {
            if self.pending > 0 {
                // The middle of a number.
                let take = tail.len().min(self.pending as usize - 1) + 1;
                for &byte in &rest[..take] {
                    self.push(byte);
                }
                rest = &rest[take..];
            } else {
                rest = tail;
                if self.long {
                    self.long = false;
                    self.pending = byte.trailing_zeros().min(1) + 7;
                    self.shift = 64;
                } else if byte == 0 {
                    self.long = true;
                    self.value = u64::MAX;
                    continue;
                } else {
                    let length = byte.trailing_zeros();
                    self.pending = length;
                    self.value = u64::from(byte) >> (length + 1);
                    self.shift = 7 - length;
                }
            }
            if self.pending == 0 {
                learned += u64::from(self.number(self.value));
                rest = self.pass(rest);
            }
        }
        learned
    }

    /// Passes over numbers of up to eight bytes whose value does not matter, as long as they are whole; what
    /// comes then. Nearly all of a proof is literals and hashes.
    fn pass<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let mut rest = bytes;
        while self.next == Next::Skipped && self.pending == 0 && !self.long {
            let Some(&first) = rest.first().filter(|first| **first != 0) else { break };
            let Some(after) = rest.get(first.trailing_zeros() as usize + 1..) else { break };
            rest = after;
            self.skip -= 1;
            self.after_skip();
        }
        rest
    }

    fn push(&mut self, byte: u8) {
        if self.shift < 57 {
            self.value |= u64::from(byte) << self.shift;
        }
        self.shift += 8;
        self.pending -= 1;
    }

    /// Returns whether a clause begins that was learned.
    fn number(&mut self, value: u64) -> bool {
        match self.next {
            Next::Code => {
                self.step = value;
                (self.skip, self.lists, self.next) = match value {
                    0 | 2 => (2, 0, Next::Skipped),
                    1 | 3..=6 | 13 => (1, 0, Next::Skipped),
                    7 | 8 | 17 => (0, 2, Next::Length(1)),
                    9 => (0, 1, Next::Length(2)),
                    10..=12 | 14..=16 => (0, 1, Next::Length(1)),
                    _ => (0, 0, Next::Code),
                };
                return matches!(value, 7 | 8);
            }
            Next::Length(width) => {
                self.lists -= 1;
                self.length = value;
                self.skip = value * width;
                self.next = Next::Skipped;
                self.after_skip();
            }
            Next::Skipped => {
                self.skip -= 1;
                self.after_skip();
            }
        }
        false
    }

    fn after_skip(&mut self) {
        if self.skip == 0 {
            self.next = if self.lists > 0 { Next::Length(1) } else { Next::Code };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_followed_alike_in_pieces_of_any_length() {
        // Six pigeons in five holes.
        let proof = Rc::new(RefCell::new(Vec::new()));
        let mut solver = Solver::new();
        let kept = Kept { proof: Rc::clone(&proof), limits: Limits::none() };
        solver.write_proof(kept, ProofFormat::Varisat);
        let lit = |pigeon: isize, hole: isize| varisat::Lit::from_dimacs(1 + 5 * pigeon + hole);
        for pigeon in 0..6 {
            solver.add_clause(&[0, 1, 2, 3, 4].map(|hole| lit(pigeon, hole)));
            for (other, hole) in (0..pigeon).flat_map(|other| (0..5).map(move |hole| (other, hole)))
            {
                solver.add_clause(&[!lit(pigeon, hole), !lit(other, hole)]);
            }
        }
        assert!(!solver.solve().unwrap());
        solver.close_proof().unwrap();
        drop(solver);
        let proof = proof.take();
        let mut byte_by_byte = State::default();
        let mut learned = 0;
        let seen = |state: &State| {
            let State { step, next, length, skip, lists, pending, long, .. } = *state;
            (step, next, length, skip, lists, pending, long)
        };
        for (k, byte) in proof.iter().enumerate() {
            learned += byte_by_byte.read(&[*byte]);
            let mut at_once = State::default();
            assert_eq!(at_once.read(&proof[..=k]), learned, "up to byte {k}");
            assert_eq!(seen(&at_once), seen(&byte_by_byte), "up to byte {k}");
        }
        assert!(learned > 10, "{learned} clauses");
        for length in [2, 3, 7, 100] {
            let mut state = State::default();
            let sum: u64 = proof.chunks(length).map(|part| state.read(part)).sum();
            assert_eq!(sum, learned, "by {length} bytes");
        }
    }
}
