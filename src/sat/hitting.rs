//! Smallest hitting sets: sets of numbers that have one in common with each of some others.

use crate::error::Result;
use crate::limits::Limits;
use crate::sat::backend::{Answer, BackendSpec, SatBackend};
use crate::sat::cnf::{Lit, cardinality};

/// Sets to hit, which may grow, and a solver that knows them.
pub(crate) struct HittingSets {
    backend: Box<dyn SatBackend>,
    chosen: Vec<Lit>,
    /// `more[k]`: more than `k` numbers are chosen.
    more: Vec<Lit>,
    at_least: usize,
}

impl HittingSets {
    /// No sets yet, of numbers below `count`; hitting sets of fewer than `bound` numbers are
    /// looked for.
    pub(crate) fn new(count: usize, bound: usize, backend: &BackendSpec) -> Result<Self> {
        let mut backend = backend.open()?;
        let first = backend.new_vars(count)?;
        let chosen: Vec<_> = (first..).take(count).map(Lit::positive).collect();
        let more = cardinality::counter(&chosen, bound, &mut *backend)?;
        Ok(HittingSets { backend, chosen, more, at_least: 1 })
    }

    /// One more set to hit.
    pub(crate) fn add(&mut self, set: impl Iterator<Item = usize>) -> Result<()> {
        let clause: Vec<_> = set.map(|k| self.chosen[k]).collect();
        self.backend.add_clause(&clause)
    }

    /// No hitting set has fewer numbers than this, if there is a set to hit at all.
    pub(crate) fn at_least(&self) -> usize {
        self.at_least
    }

    /// A smallest hitting set; `None` if it would have as many numbers as the bound, or if a
    /// limit is reached.
    pub(crate) fn smallest(&mut self, limits: &Limits) -> Result<Option<Vec<usize>>> {
        while let Some(&more) = self.more.get(self.at_least) {
            match self.backend.solve(&[!more], limits)? {
                Answer::Sat(model) => {
                    let chosen = (0..self.chosen.len()).filter(|&k| model.is_true(self.chosen[k]));
                    return Ok(Some(chosen.collect()));
                }
                Answer::Unsat { .. } => self.at_least += 1,
                Answer::Unknown => break,
            }
        }
        Ok(None)
    }
}

#[cfg(all(test, feature = "varisat"))]
mod tests {
    use super::*;

    #[test]
    fn smallest_hitting_sets_grow_with_the_sets() {
        let mut sets = HittingSets::new(5, 3, &BackendSpec::default()).unwrap();
        let limits = Limits::none();
        sets.add([0, 1].into_iter()).unwrap();
        sets.add([1, 2].into_iter()).unwrap();
        assert_eq!(sets.smallest(&limits).unwrap(), Some(vec![1]));
        sets.add([3, 4].into_iter()).unwrap();
        let found = sets.smallest(&limits).unwrap().unwrap();
        assert!(found.len() == 2 && found[0] == 1 && found[1] >= 3, "{found:?}");
        assert_eq!(sets.at_least(), 2);
        sets.add([0, 2].into_iter()).unwrap();
        assert_eq!((sets.smallest(&limits).unwrap(), sets.at_least()), (None, 3));
    }
}
