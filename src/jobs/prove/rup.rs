//! Proofs of other programs, made into ours: each clause they learned is checked by unit
//! propagation (RUP), which tells the clauses it follows from.
//!
//! What unit propagation cannot show, such as steps that only preserve satisfiability (RAT) and new
//! variables, is refused, as certificates have no such steps.
//!
//! - Allen Van Gelder: *Verifying RUP Proofs of Propositional Unsatisfiability*, ISAIM 2008.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::BufRead;

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::sat::cnf::Lit;
use crate::sat::cnf::proof::{self, ProofStep};
use satoku_check::{Formula, Steps};

/// The refutation of a formula that a proof gives, with a step for each of its clauses that is
/// needed; `None` if a limit was reached.
///
/// # Errors
/// At the first clause that does not follow by unit propagation, or if the proof ends before the
/// empty clause ([`Error::is_proof`]); if it cannot be read.
pub(super) fn import(
    formula: &Formula,
    from: impl BufRead,
    limits: &Limits,
) -> Result<Option<Steps>> {
    let mut checker = Checker::new(formula);
    let (mut number, mut limited) = (0_u64, false);
    let lits_of = |lits: &[Lit]| lits.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>();
    if !checker.refuted {
        proof::read(from, |step| {
            number += 1;
            if limits.expired() {
                limited = true;
                return Ok(false);
            }
            match step {
                ProofStep::Add(lits) => checker
                    .learn(&lits_of(lits))
                    .map_err(|what| Error::proof(format!("clause {number} of the proof {what}")))?,
                ProofStep::Delete(lits) => checker.delete(&lits_of(lits)),
            }
            Ok(!checker.refuted)
        })?;
    }
    if limited {
        return Ok(None);
    }
    if !checker.refuted {
        let message =
            "the proof ends before the empty clause: it is of another formula, or cut off";
        return Err(Error::proof(message));
    }
    Ok(Some(checker.steps.trimmed(formula.len())))
}

/// A clause at hand.
struct Clause {
    start: usize,
    len: usize,
    /// Its number in the proof that is made.
    number: u64,
    alive: bool,
}

/// A clause that watches a literal, and another literal of it: if that is true, so is the clause.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    other: i32,
}

const NO_CLAUSE: u32 = u32::MAX;

/// Unit propagation over a formula and what was learned.
struct Checker {
    vars: usize,
    lits: Vec<i32>,
    clauses: Vec<Clause>,
    /// By literal: the clauses to be looked at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// By literal, whether it is true.
    is_true: Vec<bool>,
    trail: Vec<i32>,
    next: usize,
    /// By variable: the clause that forced it, and the number of the unit clause that says it.
    reason: Vec<u32>,
    unit_of: Vec<u64>,
    seen: Vec<bool>,
    by_hash: HashMap<u64, Vec<u32>, BuildHasherDefault<DefaultHasher>>,
    steps: Steps,
    refuted: bool,
}

impl Checker {
    fn new(formula: &Formula) -> Self {
        let vars = formula.vars() as usize;
        let mut this = Checker {
            vars,
            lits: Vec::new(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * vars + 2],
            is_true: vec![false; 2 * vars + 2],
            trail: Vec::new(),
            next: 0,
            reason: vec![NO_CLAUSE; vars + 1],
            unit_of: vec![0; vars + 1],
            seen: vec![false; vars + 1],
            by_hash: HashMap::default(),
            steps: Steps::after(formula.len()),
            refuted: false,
        };
        for (number, clause) in (1..).zip(formula.clauses()) {
            let mut lits = clause.to_vec();
            lits.sort_unstable();
            lits.dedup();
            this.attach(lits, hash(clause), number);
            if this.refuted {
                break;
            }
        }
        this.settle();
        this
    }

    /// Learns a clause of the proof.
    ///
    /// # Errors
    /// Why it cannot be learned.
    fn learn(&mut self, given: &[i32]) -> Result<(), String> {
        if let Some(lit) = given.iter().find(|lit| lit.unsigned_abs() as usize > self.vars) {
            return Err(format!(
                "has the variable {}, which the formula of the certificate has not: expected a proof of \
                 `satoku encode --certificate`, without variables that the solver introduces",
                lit.unsigned_abs()
            ));
        }
        let mut lits: Vec<_> = given.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.iter().any(|&lit| self.value(lit) == Some(true) || lits.contains(&-lit)) {
            // Nothing follows from it that is not known.
            return Ok(());
        }
        let before = self.trail.len();
        // What is known to be false is left out.
        let open: Vec<_> = lits.into_iter().filter(|&lit| self.value(lit).is_none()).collect();
        for &lit in &open {
            self.assign(-lit, NO_CLAUSE);
        }
        let Some(conflict) = self.propagate() else {
            return Err(
                "does not follow by unit propagation: expected a proof of `satoku encode --certificate`, \
                 without steps that only preserve satisfiability (RAT)"
                    .into(),
            );
        };
        let hints = self.hints(conflict, before);
        self.undo(before);
        let number = self.steps.push(open.iter().copied(), hints);
        if open.is_empty() {
            self.refuted = true;
            return Ok(());
        }
        self.attach(open, hash(given), number);
        self.settle();
        Ok(())
    }

    /// Forgets a clause, if it is known. What it has made certain stays.
    fn delete(&mut self, given: &[i32]) {
        if let Some(found) = self.by_hash.get_mut(&hash(given))
            && let Some(clause) = found.pop()
        {
            self.clauses[clause as usize].alive = false;
        }
    }

    fn value(&self, lit: i32) -> Option<bool> {
        if self.is_true[index(lit)] {
            Some(true)
        } else {
            self.is_true[index(-lit)].then_some(false)
        }
    }

    fn assign(&mut self, lit: i32, reason: u32) {
        self.is_true[index(lit)] = true;
        self.reason[lit.unsigned_abs() as usize] = reason;
        self.trail.push(lit);
    }

    fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.is_true[index(lit)] = false;
            self.reason[lit.unsigned_abs() as usize] = NO_CLAUSE;
        }
        self.next = length;
    }

    /// Adds a clause of different literals, none false for good but where the formula has it.
    fn attach(&mut self, mut lits: Vec<i32>, hash: u64, number: u64) {
        // Those that may become true are watched.
        lits.sort_by_key(|&lit| self.value(lit) == Some(false));
        let clause = u32::try_from(self.clauses.len()).expect("fewer clauses than 2^32");
        let start = self.lits.len();
        self.lits.extend(&lits);
        self.clauses.push(Clause { start, len: lits.len(), number, alive: true });
        let open = lits.iter().filter(|&&lit| self.value(lit) != Some(false)).count();
        if lits.len() > 1 {
            self.by_hash.entry(hash).or_default().push(clause);
            for (watched, other) in [(lits[0], lits[1]), (lits[1], lits[0])] {
                self.watches[index(watched)].push(Watch { clause, other });
            }
        }
        match (open, lits.first()) {
            (0, _) => self.refute(clause),
            (1, Some(&lit)) if self.value(lit).is_none() => {
                self.assign(lit, clause);
                self.say(lit);
            }
            _ => {}
        }
    }

    /// Propagates what is certain. Each literal found gets a unit clause of its own.
    fn settle(&mut self) {
        if self.refuted {
            return;
        }
        let said = self.next;
        let conflict = self.propagate();
        for k in said..self.trail.len() {
            self.say(self.trail[k]);
        }
        if let Some(clause) = conflict {
            self.refute(clause);
        }
    }

    /// Writes down that a literal is certain, by its reason.
    fn say(&mut self, lit: i32) {
        let var = lit.unsigned_abs() as usize;
        if self.unit_of[var] > 0 {
            return;
        }
        let clause = &self.clauses[self.reason[var] as usize];
        self.unit_of[var] = if clause.len == 1 {
            clause.number
        } else {
            let lits = &self.lits[clause.start..clause.start + clause.len];
            let others = lits.iter().filter(|&&other| other != lit);
            let hints = others.map(|other| self.unit_of[other.unsigned_abs() as usize]);
            self.steps.push([lit], hints.chain([clause.number]))
        };
    }

    /// Derives the empty clause from one whose literals are all false for good.
    fn refute(&mut self, clause: u32) {
        let clause = &self.clauses[clause as usize];
        let lits = &self.lits[clause.start..clause.start + clause.len];
        let hints = lits.iter().map(|lit| self.unit_of[lit.unsigned_abs() as usize]);
        self.steps.push([], hints.chain([clause.number]));
        self.refuted = true;
    }

    /// Propagates to the end, or to a clause all of whose literals are false.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let mut watches = std::mem::take(&mut self.watches[index(-lit)]);
            let (mut kept, mut conflict) = (0, None);
            for k in 0..watches.len() {
                let watch = watches[k];
                if conflict.is_some() || self.is_true[index(watch.other)] {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let Clause { start, len, alive, .. } = self.clauses[watch.clause as usize];
                if !alive {
                    continue;
                }
                let lits = &mut self.lits[start..start + len];
                if lits[0] == -lit {
                    lits.swap(0, 1);
                }
                let other = lits[0];
                let watch = Watch { other, ..watch };
                if !self.is_true[index(other)] {
                    let free = lits.iter().skip(2).position(|&lit| !self.is_true[index(-lit)]);
                    if let Some(place) = free {
                        lits.swap(1, place + 2);
                        self.watches[index(lits[1])].push(watch);
                        continue;
                    }
                    if self.is_true[index(-other)] {
                        conflict = Some(watch.clause);
                    } else {
                        self.assign(other, watch.clause);
                    }
                }
                watches[kept] = watch;
                kept += 1;
            }
            watches.truncate(kept);
            self.watches[index(-lit)] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// The clauses that lead from what was assumed to a conflict, in the order in which they do:
    /// first what is certain.
    fn hints(&mut self, conflict: u32, assumed: usize) -> Vec<u64> {
        let (mut vars, mut chain) = (Vec::new(), Vec::new());
        self.look(conflict, &mut vars, &mut chain);
        for k in (assumed..self.trail.len()).rev() {
            let var = self.trail[k].unsigned_abs() as usize;
            if self.seen[var] && self.reason[var] != NO_CLAUSE {
                self.look(self.reason[var], &mut vars, &mut chain);
            }
        }
        for &var in &vars {
            self.seen[var] = false;
        }
        let certain = vars.iter().map(|&var| self.unit_of[var]).filter(|&number| number > 0);
        certain.chain(chain.into_iter().rev()).collect()
    }

    /// Takes a clause into a chain of reasons, and notes its variables.
    fn look(&mut self, clause: u32, vars: &mut Vec<usize>, chain: &mut Vec<u64>) {
        let Clause { start, len, number, .. } = self.clauses[clause as usize];
        chain.push(number);
        for lit in &self.lits[start..start + len] {
            let var = lit.unsigned_abs() as usize;
            if !self.seen[var] {
                self.seen[var] = true;
                vars.push(var);
            }
        }
    }
}

fn index(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

/// The same for the same literals in any order.
fn hash(lits: &[i32]) -> u64 {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    BuildHasherDefault::<DefaultHasher>::default().hash_one(lits)
}
