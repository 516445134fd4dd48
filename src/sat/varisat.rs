//! The embedded default: varisat, a CDCL solver in pure Rust (Jannis Harder, MIT/Apache-2.0).
//!
//! varisat has no interrupt. But it writes a proof while it solves, it looks at the result of
//! every write, and it stops cleanly between two conflicts when one fails. So the proof goes to a
//! [`Meter`] that keeps nothing, counts the learned clauses in passing (which gives the number of
//! conflicts), and fails once a limit has struck. The price is formatting the proof: 7 % of the CPU
//! time, measured on the formulas of a 25×25 and a 36×36 grid.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use varisat::solver::SolverError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use super::{Answer, SatBackend};
use crate::cnf::{ClauseSink, Lit, take_vars};
use crate::error::{Error, Result};
use crate::limits::{Limits, Work};

pub(super) fn open() -> Box<dyn SatBackend> {
    let meter = Rc::new(RefCell::new(Meter::default()));
    let mut solver = Solver::new();
    solver.write_proof(Tap(Rc::clone(&meter)), ProofFormat::Varisat);
    Box::new(Varisat { solver, meter, vars: 0, lits: Vec::new() })
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
        self.meter.borrow_mut().start(limits);
        self.lits.clear();
        self.lits.extend(assumptions.iter().map(|&lit| to_varisat(lit)));
        self.solver.assume(&self.lits);
        match self.solver.solve() {
            Ok(true) => {
                let model = self.solver.model().unwrap_or_default();
                Ok(Answer::Sat(model.into_iter().map(from_varisat).collect()))
            }
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or_default();
                Ok(Answer::Unsat { core: core.iter().copied().map(from_varisat).collect() })
            }
            Err(SolverError::ProofIoError { .. }) if self.meter.borrow().struck => {
                Ok(Answer::Unknown)
            }
            Err(error) => Err(Error::backend("varisat", error)),
        }
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.meter.borrow().conflicts)
    }
}

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
        meter.read(bytes);
        meter.check()?;
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
    struck: bool,
    conflicts: u64,
    /// Value of [`Meter::conflicts`] when the call began.
    before: u64,
    /// Conflicts told to the gauge.
    told: u64,
    /// What the next number is.
    next: Next,
    /// Numbers to pass over first.
    skip: u64,
    /// Lists to come after the numbers passed over.
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
        self.struck = false;
        self.before = self.conflicts;
    }

    fn check(&mut self) -> io::Result<()> {
        let effort = self.conflicts - self.before;
        self.limits.count(Work::Conflicts, self.conflicts - self.told);
        self.told = self.conflicts;
        if self.limits.expired() || self.limits.effort().is_some_and(|limit| effort >= limit) {
            self.struck = true;
            return Err(io::Error::from(io::ErrorKind::TimedOut));
        }
        Ok(())
    }

    fn read(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((&byte, tail)) = rest.split_first() {
            if self.pending > 0 {
                // The middle of a number: nearly all bytes of a proof are passed over here.
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
                self.number(self.value);
            }
        }
    }

    fn push(&mut self, byte: u8) {
        if self.shift < 57 {
            self.value |= u64::from(byte) << self.shift;
        }
        self.shift += 8;
        self.pending -= 1;
    }

    fn number(&mut self, value: u64) {
        match self.next {
            Next::Code => {
                (self.skip, self.lists, self.next) = match value {
                    0 | 2 => (2, 0, Next::Skipped),
                    1 | 3..=6 | 13 => (1, 0, Next::Skipped),
                    7 | 8 => {
                        self.conflicts += 1;
                        (0, 2, Next::Length(1))
                    }
                    9 => (0, 1, Next::Length(2)),
                    10..=12 | 14..=16 => (0, 1, Next::Length(1)),
                    17 => (0, 2, Next::Length(1)),
                    _ => (0, 0, Next::Code),
                };
            }
            Next::Length(width) => {
                self.lists -= 1;
                self.skip = value * width;
                self.next = Next::Skipped;
                self.after_skip();
            }
            Next::Skipped => {
                self.skip -= 1;
                self.after_skip();
            }
        }
    }

    fn after_skip(&mut self) {
        if self.skip == 0 {
            self.next = if self.lists > 0 { Next::Length(1) } else { Next::Code };
        }
    }
}
