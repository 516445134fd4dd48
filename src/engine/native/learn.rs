//! What a contradiction teaches: the clause at the first point that all of it passes through, made
//! shorter where reasons are implied, and how far back it takes the search.
//!
//! - João Marques-Silva, Karem Sakallah: *GRASP: a search algorithm for propositional
//!   satisfiability*, IEEE Transactions on Computers 48 (1999).
//! - Niklas Sörensson, Armin Biere: *Minimizing learned clauses*, SAT 2009.

use super::clauses::Clauses;
use super::state::{Lit, Reason, State, number};
use super::word::Word;

/// What is known of a candidate while a clause is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// In the clause, or resolved away.
    Met,
    /// Implied by others in the clause.
    Implied,
    /// Not implied.
    Needed,
}

/// The making of clauses.
#[derive(Debug)]
pub(super) struct Lesson {
    /// The clause; its first literal becomes true after going back, its second is of the level
    /// gone back to.
    pub(super) lits: Vec<Lit>,
    /// How many levels it joins.
    pub(super) class: u32,
    /// The level to go back to.
    pub(super) back: usize,
    /// Candidates that took part.
    pub(super) involved: Vec<u32>,
    /// Reasons that took part: cells, or houses and digits.
    pub(super) cells: Vec<u32>,
    pub(super) places: Vec<u32>,
    marks: Box<[Mark]>,
    marked: Vec<u32>,
    /// Literals of reasons, one reason above the other.
    reasons: Vec<Lit>,
    /// For each level, when it was last counted.
    counted: Vec<u64>,
    time: u64,
}

/// Reasons of reasons are followed so far.
const DEPTH: usize = 40;

impl Lesson {
    pub(super) fn new(vars: usize) -> Self {
        Lesson {
            lits: Vec::new(),
            class: 0,
            back: 0,
            involved: Vec::new(),
            cells: Vec::new(),
            places: Vec::new(),
            marks: vec![Mark::None; vars].into(),
            marked: Vec::new(),
            reasons: Vec::new(),
            counted: Vec::new(),
            time: 0,
        }
    }

    /// Learns from literals that are all false, at least one of them of the last level.
    pub(super) fn learn<W: Word>(
        &mut self,
        state: &State<'_, W>,
        clauses: &mut Clauses,
        conflict: &[Lit],
    ) {
        let now = number(state.depth());
        self.involved.clear();
        self.cells.clear();
        self.places.clear();
        self.lits.clear();
        // The place of the literal that is still to be found.
        self.lits.extend(conflict.first());
        self.reasons.clear();
        self.reasons.extend_from_slice(conflict);
        let (mut open, mut at) = (0, state.trail.len());
        loop {
            for k in 0..self.reasons.len() {
                let lit = self.reasons[k];
                let (var, level) = (lit.var(), state.level[lit.var()]);
                if level > 0 && self.marks[var] == Mark::None {
                    self.mark(var, Mark::Met);
                    self.involved.push(number(var));
                    if level == now {
                        open += 1;
                    } else {
                        self.lits.push(lit);
                    }
                }
            }
            let last = loop {
                at -= 1;
                let lit = state.trail[at];
                if self.marks[lit.var()] == Mark::Met {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                self.lits[0] = !last;
                break;
            }
            self.reasons.clear();
            self.note(state, last);
            if let Reason::Clause(clause) = state.reason[last.var()] {
                clauses.bump(clause);
            }
            explain(state, clauses, last, &mut self.reasons);
        }
        self.shorten(state, clauses);
        for var in self.marked.drain(..) {
            self.marks[var as usize] = Mark::None;
        }
        self.measure(state);
    }

    fn mark(&mut self, var: usize, mark: Mark) {
        if self.marks[var] == Mark::None {
            self.marked.push(number(var));
        }
        self.marks[var] = mark;
    }

    /// Notes which cell or which places made a literal true.
    fn note<W: Word>(&mut self, state: &State<'_, W>, lit: Lit) {
        let (cell, digit) = state.place_of(lit.var());
        match state.reason[lit.var()] {
            Reason::Cell => self.cells.push(number(cell)),
            Reason::House(house) => {
                self.places.push(number(house as usize * state.chart.side + digit));
            }
            Reason::Pair(pair) => {
                let house = state.chart.pair(pair).house as usize;
                self.places.push(number(house * state.chart.side + digit));
            }
            _ => {}
        }
    }

    /// Takes out literals that the others imply.
    fn shorten<W: Word>(&mut self, state: &State<'_, W>, clauses: &Clauses) {
        let mut levels = 0;
        for lit in &self.lits[1..] {
            levels |= 1u64 << (state.level[lit.var()] % 64);
        }
        self.reasons.clear();
        let mut kept = 1;
        for k in 1..self.lits.len() {
            let lit = self.lits[k];
            if !self.is_implied(state, clauses, lit, levels, 0) {
                self.lits[kept] = lit;
                kept += 1;
            }
        }
        self.lits.truncate(kept);
    }

    /// Whether a false literal follows from others of the clause.
    fn is_implied<W: Word>(
        &mut self,
        state: &State<'_, W>,
        clauses: &Clauses,
        lit: Lit,
        levels: u64,
        depth: usize,
    ) -> bool {
        let reason = state.reason[lit.var()];
        if reason == Reason::Decision || depth > DEPTH {
            return false;
        }
        let from = self.reasons.len();
        explain(state, clauses, !lit, &mut self.reasons);
        let mut implied = true;
        for k in from..self.reasons.len() {
            let lit = self.reasons[k];
            let (var, level) = (lit.var(), state.level[lit.var()]);
            if level == 0 || matches!(self.marks[var], Mark::Met | Mark::Implied) {
                continue;
            }
            implied = self.marks[var] != Mark::Needed
                && levels >> (level % 64) & 1 == 1
                && self.is_implied(state, clauses, lit, levels, depth + 1);
            if !implied {
                self.mark(var, Mark::Needed);
                break;
            }
            self.mark(var, Mark::Implied);
        }
        self.reasons.truncate(from);
        implied
    }

    /// Finds the level to go back to, and how many levels the clause joins.
    fn measure<W: Word>(&mut self, state: &State<'_, W>) {
        self.time += 1;
        self.class = 0;
        self.counted.resize(self.counted.len().max(state.depth() + 1), 0);
        for lit in &self.lits {
            let counted = &mut self.counted[state.level[lit.var()] as usize];
            self.class += u32::from(*counted != self.time);
            *counted = self.time;
        }
        let second = (1..self.lits.len()).max_by_key(|&k| state.level[self.lits[k].var()]);
        self.back = second.map_or(0, |k| {
            self.lits.swap(1, k);
            state.level[self.lits[1].var()] as usize
        });
    }
}

/// Adds the literals, all false, that made a literal true.
fn explain<W: Word>(state: &State<'_, W>, clauses: &Clauses, lit: Lit, out: &mut Vec<Lit>) {
    let from = out.len();
    let (cell, digit) = state.place_of(lit.var());
    match state.reason[lit.var()] {
        Reason::Decision | Reason::Fact => {}
        Reason::Cell => state.clause_of_cell(cell, out),
        Reason::House(house) => state.clause_of_places(house as usize, digit, W::EMPTY, out),
        Reason::Other(var) => out.push(Lit::not(var)),
        Reason::Pair(pair) => {
            let pair = state.chart.pair(pair);
            state.clause_of_places(pair.house as usize, digit, pair.here, out);
        }
        Reason::Clause(clause) => out.extend(clauses.lits(clause)),
    }
    // The literal itself is no reason.
    if let Some(k) = out[from..].iter().position(|&other| other == lit) {
        out.swap_remove(from + k);
    }
}
