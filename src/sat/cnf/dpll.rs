//! A solver for tests: Davis, Putnam, Logemann and Loveland at their plainest, too slow for
//! anything else and short enough to be seen to be right.

use super::{Cnf, Lit, Model};

/// What is known of each variable.
#[derive(Debug, Clone)]
pub(crate) struct Partial(Vec<Option<bool>>);

impl Partial {
    /// Whether a literal is true, if that is known.
    pub(crate) fn get(&self, lit: Lit) -> Option<bool> {
        self.0[lit.var() as usize - 1].map(|value| value == lit.is_positive())
    }

    fn set(&mut self, lit: Lit) {
        self.0[lit.var() as usize - 1] = Some(lit.is_positive());
    }

    /// Unit propagation; `false` on a conflict.
    fn propagate(&mut self, cnf: &Cnf) -> bool {
        loop {
            let mut changed = false;
            for clause in cnf.clauses() {
                if clause.iter().any(|&lit| self.get(lit) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| self.get(lit).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return false,
                    (Some(&unit), None) => {
                        self.set(unit);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return true;
            }
        }
    }
}

/// What follows from some literals by unit propagation; `None` on a conflict.
pub(crate) fn propagate(cnf: &Cnf, assumptions: &[Lit]) -> Option<Partial> {
    let mut partial = Partial(vec![None; cnf.vars() as usize]);
    for &lit in assumptions {
        if partial.get(lit) == Some(false) {
            return None;
        }
        partial.set(lit);
    }
    partial.propagate(cnf).then_some(partial)
}

/// Whether a formula has a model in which some literals are true.
pub(crate) fn is_satisfiable(cnf: &Cnf, assumptions: &[Lit]) -> bool {
    propagate(cnf, assumptions).is_some_and(|partial| search(cnf, &partial, 0, &mut Vec::new()))
}

/// All models projected to the variables up to `vars`, each once.
pub(crate) fn models(cnf: &Cnf, vars: usize) -> Vec<Model> {
    let mut found = Vec::new();
    if let Some(partial) = propagate(cnf, &[]) {
        search(cnf, &partial, vars, &mut found);
    }
    found
}

/// Branches on the first variable not known; once those up to `vars` are, one model will do.
fn search(cnf: &Cnf, partial: &Partial, vars: usize, found: &mut Vec<Model>) -> bool {
    let Some(open) = partial.0.iter().position(Option::is_none) else {
        let lits = (1..).zip(&partial.0).map(|(var, &value)| {
            if value == Some(true) { Lit::positive(var) } else { !Lit::positive(var) }
        });
        found.push(lits.take(vars).collect());
        return true;
    };
    let var = Lit::positive(u32::try_from(open).unwrap() + 1);
    let mut any = false;
    for lit in [var, !var] {
        let mut next = partial.clone();
        next.set(lit);
        any |= next.propagate(cnf) && search(cnf, &next, vars, found);
        if any && open >= vars {
            break;
        }
    }
    any
}
