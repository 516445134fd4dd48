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
pub(super) struct Checker {
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
    pub(super) fn new(formula: &Formula) -> Self {
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
    pub(super) fn learn(&mut self, given: &[i32]) -> Result<(), String> {
        self.know(given)?;
        if self.refuted {
            return Ok(());
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

    /// Whether the variables of a clause are those of the formula.
    fn know(&self, given: &[i32]) -> Result<(), String> {
        match given.iter().find(|lit| lit.unsigned_abs() as usize > self.vars) {
            Some(lit) => Err(format!(
                "has the variable {}, which the formula of the certificate has not: expected a proof of \
                 `satoku encode --certificate`, without variables that the solver introduces",
                lit.unsigned_abs()
            )),
            None => Ok(()),
        }
    }

    /// Whether the empty clause is known.
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// The steps that the empty clause needs, if it is known, for a formula of so many clauses.
    pub(super) fn into_refutation(self, clauses: usize) -> Option<Steps> {
        self.refuted.then(|| self.steps.trimmed(clauses))
    }

    /// Assumes that literals hold, until the scope is closed.
    pub(super) fn assume(&mut self, lits: &[i32]) -> Scope<'_> {
        let before = self.trail.len();
        let (mut under, mut is_known) = (Vec::new(), false);
        for &lit in lits {
            match self.value(lit) {
                Some(true) => {}
                Some(false) => is_known = true,
                None => {
                    self.assign(lit, NO_CLAUSE);
                    under.push(lit);
                }
            }
        }
        let conflict = if is_known || self.refuted { None } else { self.propagate() };
        let is_known = is_known || self.refuted;
        let is_open = !under.is_empty();
        Scope { checker: self, under, before, is_open, conflict, is_known }
    }

    /// What unit propagation tells of each literal where some hold; `None` if they cannot.
    pub(super) fn values_under(
        &mut self,
        lits: &[i32],
    ) -> Option<impl Fn(i32) -> Option<bool> + use<>> {
        let scope = self.assume(lits);
        let (before, is_refuted) = (scope.before, scope.is_refuted());
        let values = (!is_refuted).then(|| self.is_true.clone());
        self.undo(before);
        let of = |values: &[bool], lit: i32| {
            if values[index(lit)] { Some(true) } else { values[index(-lit)].then_some(false) }
        };
        values.map(|values| move |lit| of(&values, lit))
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
    fn attach(&mut self, lits: Vec<i32>, hash: u64, number: u64) {
        let (clause, open, first) = self.store(lits, hash, number);
        match (open, first) {
            (0, _) => self.refute(clause),
            (1, Some(lit)) if self.value(lit).is_none() => {
                self.assign(lit, clause);
                self.say(lit);
            }
            _ => {}
        }
    }

    /// Adds a clause, whatever follows from it; its place, how many of its literals are not false,
    /// and the first of these.
    fn store(&mut self, mut lits: Vec<i32>, hash: u64, number: u64) -> (u32, usize, Option<i32>) {
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
        (clause, open, lits.first().copied())
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

/// What follows where some literals hold. Clauses learned here are known for good, as clauses that
/// name the negated literals too.
pub(super) struct Scope<'a> {
    checker: &'a mut Checker,
    /// What was assumed, of what is not certain.
    under: Vec<i32>,
    /// How much was certain before.
    before: usize,
    /// Whether anything is assumed still.
    is_open: bool,
    conflict: Option<u32>,
    /// Whether it is known already that the literals do not hold together.
    is_known: bool,
}

impl Scope<'_> {
    /// Whether the literals do not hold together.
    pub(super) fn is_refuted(&self) -> bool {
        self.is_known || self.conflict.is_some() || self.checker.refuted
    }

    /// Learns a clause that follows by unit propagation where the literals hold.
    ///
    /// # Errors
    /// Why it cannot be learned.
    pub(super) fn learn(&mut self, given: &[i32]) -> Result<(), String> {
        let this = &mut *self.checker;
        this.know(given)?;
        if self.is_known || self.conflict.is_some() {
            return Ok(());
        }
        if self.under.is_empty() {
            return this.learn(given);
        }
        let mut lits = given.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.iter().any(|&lit| this.value(lit) == Some(true) || lits.contains(&-lit)) {
            return Ok(());
        }
        lits.retain(|&lit| this.value(lit).is_none());
        let length = this.trail.len();
        for &lit in &lits {
            this.assign(-lit, NO_CLAUSE);
        }
        let Some(conflict) = this.propagate() else {
            return Err("does not follow by unit propagation where its cube holds".into());
        };
        let hints = this.hints(conflict, self.before);
        this.undo(length);
        let is_last = lits.is_empty();
        lits.extend(self.under.iter().map(|&lit| -lit));
        let number = this.steps.push(lits.iter().copied(), hints);
        if is_last {
            this.undo(self.before);
            this.attach(lits, 0, number);
            this.settle();
            (self.is_known, self.is_open) = (true, false);
            return Ok(());
        }
        if let (clause, 1, Some(lit)) = this.store(lits, 0, number)
            && this.value(lit).is_none()
        {
            this.assign(lit, clause);
            self.conflict = this.propagate();
        }
        Ok(())
    }

    /// Ends the assumption; whether the literals are known not to hold together.
    pub(super) fn close(mut self) -> bool {
        if let Some(conflict) = self.conflict.take().filter(|_| self.is_open) {
            let hints = self.checker.hints(conflict, self.before);
            self.checker.undo(self.before);
            let lits: Vec<_> = self.under.iter().map(|&lit| -lit).collect();
            let number = self.checker.steps.push(lits.iter().copied(), hints);
            self.checker.attach(lits, 0, number);
            self.checker.settle();
            return true;
        }
        let is_refuted = self.is_refuted();
        if self.is_open {
            self.checker.undo(self.before);
        }
        is_refuted
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
