//! Conflict analysis: the learned clause of the first unique implication point (1-UIP), its LBD and
//! its backjump level.
//!
//! - João Marques-Silva, Karem Sakallah: *GRASP: a search algorithm for propositional
//!   satisfiability*, IEEE Transactions on Computers 48 (1999).
//! - Jia Hui Liang, Vijay Ganesh, Pascal Poupart, Krzysztof Czarnecki: *Learning rate based branching
//!   heuristic for SAT solvers*, SAT 2016 (literals of reasons count as involved).

use super::blocks::Blocks;
use super::clauses::Clauses;
use super::minimisation::Reasons;
use super::state::{Lit, Reason, State, number};
use super::word::Word;

/// What is known of a variable during analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// In the clause, or resolved away.
    Seen,
    /// Shrinking: resolved away, or to be, on one level.
    Shrunk,
    /// Minimisation: implied by literals of the clause.
    Redundant,
    /// Minimisation: not implied.
    Needed,
}

/// The analysis of the last conflict.
#[derive(Debug)]
pub(super) struct Analysis {
    /// The learned clause: first the asserting literal, then one of the backjump level.
    pub(super) lits: Vec<Lit>,
    /// Its number of decision levels.
    pub(super) lbd: u32,
    /// The highest level but the conflict's.
    pub(super) backjump: usize,
    /// Variables that took part.
    pub(super) involved: Vec<u32>,
    /// What took part as a reason: cells, and places (`house * side + digit`).
    pub(super) cells: Vec<u32>,
    pub(super) places: Vec<u32>,
    pub(super) marks: Box<[Mark]>,
    marked: Vec<u32>,
    /// A stack of reason clauses.
    pub(super) reasons: Vec<Lit>,
    /// What shrinking has marked, with the marks from before.
    pub(super) shrunk: Vec<(u32, Mark)>,
    /// For each level, when it was last counted.
    counted: Vec<u64>,
    time: u64,
}

impl Analysis {
    pub(super) fn new(vars: usize) -> Self {
        Analysis {
            lits: Vec::new(),
            lbd: 0,
            backjump: 0,
            involved: Vec::new(),
            cells: Vec::new(),
            places: Vec::new(),
            marks: vec![Mark::None; vars].into(),
            marked: Vec::new(),
            reasons: Vec::new(),
            shrunk: Vec::new(),
            counted: Vec::new(),
            time: 0,
        }
    }

    /// Analyses a conflict: literals that are all false, at least one of them of the last level.
    pub(super) fn run<W: Word>(
        &mut self,
        state: &State<'_, W>,
        clauses: &mut Clauses,
        blocks: &Blocks<W>,
        conflict: &[Lit],
    ) {
        let now = number(state.depth());
        self.involved.clear();
        self.cells.clear();
        self.places.clear();
        self.lits.clear();
        // In place of the asserting literal.
        self.lits.extend(conflict.first());
        self.reasons.clear();
        self.reasons.extend_from_slice(conflict);
        let (mut open, mut at) = (0, state.trail.len());
        loop {
            for k in 0..self.reasons.len() {
                let lit = self.reasons[k];
                let (var, level) = (lit.var(), state.level[lit.var()]);
                if level > 0 && self.marks[var] == Mark::None {
                    self.mark(var, Mark::Seen);
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
                if self.marks[lit.var()] == Mark::Seen {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                self.lits[0] = !last;
                break;
            }
            self.reasons.clear();
            self.count_reason(state, last);
            if let Reason::Clause(clause) = state.reason[last.var()] {
                clauses.used(clause, |words| {
                    self.levels(state, words.iter().map(|&word| Lit::of(word)))
                });
            }
            reason(state, clauses, blocks, last, &mut self.reasons);
        }
        self.minimise(&Reasons { state, clauses, blocks });
        if !blocks.have_filters() {
            self.involve_reasons(state, clauses, blocks);
        }
        for var in self.marked.drain(..) {
            self.marks[var as usize] = Mark::None;
        }
        self.measure(state);
    }

    /// Counts the reasons of the learned clause's literals as involved too.
    fn involve_reasons<W: Word>(
        &mut self,
        state: &State<'_, W>,
        clauses: &Clauses,
        blocks: &Blocks<W>,
    ) {
        self.reasons.clear();
        for &lit in &self.lits {
            reason(state, clauses, blocks, !lit, &mut self.reasons);
        }
        for k in 0..self.reasons.len() {
            let var = self.reasons[k].var();
            if state.level[var] > 0 && self.marks[var] != Mark::Seen {
                self.mark(var, Mark::Seen);
                self.involved.push(number(var));
            }
        }
    }

    pub(super) fn mark(&mut self, var: usize, mark: Mark) {
        if self.marks[var] == Mark::None {
            self.marked.push(number(var));
        }
        self.marks[var] = mark;
    }

    /// Notes the cell or the places whose constraint is the reason of a literal.
    fn count_reason<W: Word>(&mut self, state: &State<'_, W>, lit: Lit) {
        let (cell, digit) = state.place_of(lit.var());
        match state.reason[lit.var()] {
            Reason::Cell => self.cells.push(number(cell)),
            Reason::House(house) => {
                self.places.push(number(house as usize * state.geometry.side + digit));
            }
            Reason::Locked(pair) => {
                let house = state.geometry.pair(pair).house as usize;
                self.places.push(number(house * state.geometry.side + digit));
            }
            _ => {}
        }
    }

    /// How many decision levels literals are of.
    fn levels<W: Word>(&mut self, state: &State<'_, W>, lits: impl Iterator<Item = Lit>) -> u32 {
        self.time += 1;
        self.counted.resize(self.counted.len().max(state.depth() + 1), 0);
        let mut levels = 0;
        for lit in lits {
            let counted = &mut self.counted[state.level[lit.var()] as usize];
            levels += u32::from(*counted != self.time);
            *counted = self.time;
        }
        levels
    }

    /// Finds LBD and backjump level.
    fn measure<W: Word>(&mut self, state: &State<'_, W>) {
        let lits = std::mem::take(&mut self.lits);
        self.lbd = self.levels(state, lits.iter().copied());
        self.lits = lits;
        let second = (1..self.lits.len()).max_by_key(|&k| state.level[self.lits[k].var()]);
        self.backjump = second.map_or(0, |k| {
            self.lits.swap(1, k);
            state.level[self.lits[1].var()] as usize
        });
    }
}

/// Adds the other literals of the reason clause of a literal, all of them false.
pub(super) fn reason<W: Word>(
    state: &State<'_, W>,
    clauses: &Clauses,
    blocks: &Blocks<W>,
    lit: Lit,
    out: &mut Vec<Lit>,
) {
    let from = out.len();
    let (cell, digit) = state.place_of(lit.var());
    match state.reason[lit.var()] {
        Reason::Decision | Reason::Fact => {}
        Reason::Cell => state.clause_of_cell(cell, out),
        Reason::House(house) => state.clause_of_places(house as usize, digit, W::EMPTY, out),
        Reason::Binary(other) => out.push(other),
        Reason::Locked(pair) => {
            let pair = state.geometry.pair(pair);
            state.clause_of_places(pair.house as usize, digit, pair.here, out);
        }
        Reason::Clause(clause) => out.extend(clauses.lits(clause)),
        Reason::Support(arc) => blocks.explain_support(state, arc, digit, out),
        Reason::Run(run) => blocks.explain_run(state, run, lit, out),
    }
    // The clause is without the literal itself.
    if let Some(k) = out[from..].iter().position(|&other| other == lit) {
        out.swap_remove(from + k);
    }
}
