//! What unit propagation alone finds in a formula, and why.
//!
//! Formulas of puzzles are large and nearly all of binary clauses, but their units decide most of
//! them. So all are counted down here, and only what is left goes to a solver.

use satoku_check::Formula;

/// The values that propagation gives, each with the clause that forced it.
pub(super) struct Propagated {
    /// Of each variable (index 0 is none), whether it is true.
    values: Vec<Option<bool>>,
    /// The literals in the order they were found, each with the number of its clause.
    pub(super) trail: Vec<(i32, usize)>,
    /// A clause all of whose literals are false.
    pub(super) conflict: Option<usize>,
}

impl Propagated {
    /// Propagates the units of a formula to the end, or to a conflict.
    pub(super) fn new(formula: &Formula) -> Self {
        let mut this = Propagated {
            values: vec![None; formula.vars() as usize + 1],
            trail: Vec::new(),
            conflict: None,
        };
        let uses = Uses::new(formula);
        // How many literals of each clause are not known to be false.
        let mut left: Vec<u32> = Vec::with_capacity(formula.len());
        for (k, clause) in formula.clauses().enumerate() {
            left.push(u32::try_from(clause.len()).unwrap_or(u32::MAX));
            if clause.len() < 2 && this.conflict.is_none() {
                this.examine(formula, k + 1);
            }
        }
        let mut next = 0;
        while let (None, Some(&(lit, _))) = (this.conflict, this.trail.get(next)) {
            next += 1;
            for &number in uses.of(-lit) {
                let left = &mut left[number as usize - 1];
                *left -= 1;
                if *left < 2 && this.conflict.is_none() {
                    this.examine(formula, number as usize);
                }
            }
        }
        this
    }

    /// Whether a literal is true, if that is known.
    pub(super) fn value(&self, lit: i32) -> Option<bool> {
        self.values[lit.unsigned_abs() as usize].map(|value| value == (lit > 0))
    }

    /// Draws the conclusion from a clause with at most one literal that is not false.
    fn examine(&mut self, formula: &Formula, number: usize) {
        let mut open = None;
        for &lit in formula.get(number).unwrap_or_default() {
            match self.value(lit) {
                Some(true) => return,
                Some(false) => {}
                None => open = Some(lit),
            }
        }
        match open {
            Some(lit) => {
                self.values[lit.unsigned_abs() as usize] = Some(lit > 0);
                self.trail.push((lit, number));
            }
            None => self.conflict = Some(number),
        }
    }

    /// The clauses that lead to the conflict, in the order in which they do.
    pub(super) fn reasons(&self, formula: &Formula) -> Option<Vec<u64>> {
        let conflict = self.conflict?;
        let mut needed = vec![false; self.values.len()];
        let mut reasons = vec![conflict];
        let mark = |number: usize, needed: &mut [bool]| {
            for lit in formula.get(number).unwrap_or_default() {
                needed[lit.unsigned_abs() as usize] = true;
            }
        };
        mark(conflict, &mut needed);
        for &(lit, number) in self.trail.iter().rev() {
            if needed[lit.unsigned_abs() as usize] {
                mark(number, &mut needed);
                reasons.push(number);
            }
        }
        reasons.reverse();
        Some(reasons.into_iter().map(|number| number as u64).collect())
    }
}

/// The clauses that have a literal.
struct Uses {
    starts: Vec<usize>,
    numbers: Vec<u32>,
}

impl Uses {
    fn new(formula: &Formula) -> Self {
        let mut starts = vec![0; 2 * formula.vars() as usize + 3];
        for &lit in formula.clauses().flatten() {
            starts[Self::index(lit) + 1] += 1;
        }
        for k in 1..starts.len() {
            starts[k] += starts[k - 1];
        }
        let mut next = starts.clone();
        let mut numbers = vec![0; starts.last().copied().unwrap_or(0)];
        for (number, clause) in (1..).zip(formula.clauses()) {
            for &lit in clause {
                let next = &mut next[Self::index(lit)];
                numbers[*next] = number;
                *next += 1;
            }
        }
        Uses { starts, numbers }
    }

    fn index(lit: i32) -> usize {
        2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
    }

    fn of(&self, lit: i32) -> &[u32] {
        let index = Self::index(lit);
        &self.numbers[self.starts[index]..self.starts[index + 1]]
    }
}
