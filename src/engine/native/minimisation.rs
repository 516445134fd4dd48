//! Learned clauses made shorter: literals that the others imply are removed, and the literals of one
//! level give way to the one that implies them all.
//!
//! - Niklas Sörensson, Armin Biere: *Minimizing learned clauses*, SAT 2009.
//! - Mathias Fleury, Armin Biere: *Efficient all-UIP learned clause minimization*, SAT 2021.

use super::analysis::{Analysis, Mark, reason};
use super::blocks::Blocks;
use super::clauses::Clauses;
use super::state::{Lit, Reason, State, number};
use super::word::Word;

/// Minimisation follows reasons this deep.
const DEPTH: usize = 40;

/// What reasons are read from.
pub(super) struct Reasons<'a, 's, W> {
    pub(super) state: &'a State<'s, W>,
    pub(super) clauses: &'a Clauses,
    pub(super) blocks: &'a Blocks<W>,
}

impl Analysis {
    /// Shortens the clause but for its first literal. From the highest level down, the literals of
    /// each are shrunk to one, if no filters have to give reasons, or those are removed that the others
    /// imply.
    pub(super) fn minimise<W: Word>(&mut self, of: &Reasons<'_, '_, W>) {
        let level = |lit: Lit| of.state.level[lit.var()] as usize;
        let levels = self.lits[1..].iter().fold(0, |set, &lit| set | bit(level(lit)));
        self.reasons.clear();
        let mut lits = std::mem::take(&mut self.lits);
        lits[1..].sort_unstable_by_key(|&lit| (std::cmp::Reverse(level(lit)), lit));
        // Reasons of sums and automata cost more than shrinking by them saves.
        let shrinks = !of.blocks.have_filters();
        let (mut kept, mut from) = (1, 1);
        while from < lits.len() {
            let own = level(lits[from]);
            let count = lits[from..].iter().take_while(|&&lit| level(lit) == own).count();
            let all = from..from + count;
            from = all.end;
            if shrinks && let Some(lit) = self.shrink(of, own, count, levels) {
                self.mark(lit.var(), Mark::Seen);
                lits[kept] = lit;
                kept += 1;
                continue;
            }
            // What a literal follows from has another of its level, but for facts learned above level 0.
            let is_alone = count == 1 && of.state.reason[lits[all.start].var()] != Reason::Fact;
            for k in all {
                if is_alone || !self.is_redundant(of, lits[k], levels, 0) {
                    lits[kept] = lits[k];
                    kept += 1;
                }
            }
        }
        lits.truncate(kept);
        self.lits = lits;
    }

    /// The literal that implies, with the rest of the clause, all `open` literals that it has on a
    /// level, if these are several: what resolving them by reasons from the end of the trail leaves,
    /// if that brings in no other literal of a lower level.
    fn shrink<W: Word>(
        &mut self,
        of: &Reasons<'_, '_, W>,
        level: usize,
        mut open: usize,
        levels: u64,
    ) -> Option<Lit> {
        if open < 2 {
            return None;
        }
        let state = of.state;
        let start = state.levels[level - 1].start;
        let end = state.levels.get(level).map_or(state.trail.len(), |next| next.start);
        let mut found = None;
        for &lit in state.trail[start..end].iter().rev() {
            if !matches!(self.marks[lit.var()], Mark::Seen | Mark::Shrunk) {
                continue;
            }
            if open == 1 {
                found = Some(!lit);
                break;
            }
            open -= 1;
            let Some(more) = self.resolve(of, lit, level, levels) else { break };
            open += more;
        }
        for (var, mark) in self.shrunk.drain(..) {
            self.marks[var as usize] = mark;
        }
        found
    }

    /// Resolves a literal of a level by its reason: how many literals of the level that brings in;
    /// `None` if it brings in others that the clause does not imply.
    fn resolve<W: Word>(
        &mut self,
        of: &Reasons<'_, '_, W>,
        lit: Lit,
        level: usize,
        levels: u64,
    ) -> Option<usize> {
        let (from, mut more) = (self.reasons.len(), 0);
        reason(of.state, of.clauses, of.blocks, lit, &mut self.reasons);
        let mut implied = true;
        for k in from..self.reasons.len() {
            let lit = self.reasons[k];
            let (var, own) = (lit.var(), of.state.level[lit.var()] as usize);
            let mark = self.marks[var];
            if own == level {
                if !matches!(mark, Mark::Seen | Mark::Shrunk) {
                    self.shrunk.push((number(var), mark));
                    self.mark(var, Mark::Shrunk);
                    more += 1;
                }
            } else if own > 0 && !matches!(mark, Mark::Seen | Mark::Redundant) {
                implied = mark != Mark::Needed
                    && levels & bit(own) != 0
                    && self.is_redundant(of, lit, levels, 1);
                self.mark(var, if implied { Mark::Redundant } else { Mark::Needed });
                if !implied {
                    break;
                }
            }
        }
        self.reasons.truncate(from);
        implied.then_some(more)
    }

    /// Whether the negation of a literal follows from those of the clause.
    fn is_redundant<W: Word>(
        &mut self,
        of: &Reasons<'_, '_, W>,
        lit: Lit,
        levels: u64,
        depth: usize,
    ) -> bool {
        if of.state.reason[lit.var()] == Reason::Decision || depth > DEPTH {
            return false;
        }
        let from = self.reasons.len();
        reason(of.state, of.clauses, of.blocks, !lit, &mut self.reasons);
        let mut implied = true;
        for k in from..self.reasons.len() {
            let lit = self.reasons[k];
            let (var, level) = (lit.var(), of.state.level[lit.var()] as usize);
            if level == 0 || matches!(self.marks[var], Mark::Seen | Mark::Redundant) {
                continue;
            }
            implied = self.marks[var] != Mark::Needed
                && levels & bit(level) != 0
                && self.is_redundant(of, lit, levels, depth + 1);
            if !implied {
                self.mark(var, Mark::Needed);
                break;
            }
            self.mark(var, Mark::Redundant);
        }
        self.reasons.truncate(from);
        implied
    }
}

/// A level in a set of levels, which keeps them apart as far as 64 bits do.
fn bit(level: usize) -> u64 {
    1 << (level % 64)
}
