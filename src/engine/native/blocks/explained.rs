//! Reasons that conflict analysis asked for, kept for the conflicts that follow: minimisation asks for those of
//! lower levels again and again.

use std::ops::Range;

use foldhash::HashMap;

use super::super::state::Lit;

/// The reasons of what filters made true.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// For variables the stamp of the run, and where the literals of the reason are.
    of: HashMap<usize, (u64, Range<usize>)>,
    lits: Vec<Lit>,
}

/// All reasons are forgotten once they have more literals than this, 4 MB.
const MOST: usize = 1 << 20;

impl Explained {
    /// The reason of a variable that the run of a stamp assigned; `find` adds it if it is not known.
    pub(super) fn reason(
        &mut self,
        var: usize,
        stamp: u64,
        find: impl FnOnce(&mut Vec<Lit>),
    ) -> &[Lit] {
        if self.lits.len() > MOST {
            self.of.clear();
            self.lits.clear();
        }
        let range = match self.of.get(&var) {
            Some((known, range)) if *known == stamp => range.clone(),
            _ => {
                let from = self.lits.len();
                find(&mut self.lits);
                let range = from..self.lits.len();
                self.of.insert(var, (stamp, range.clone()));
                range
            }
        };
        &self.lits[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_found_once_a_run() {
        let mut explained = Explained::default();
        let lits = |count: u32| (0..count).map(Lit::is).collect::<Vec<_>>();
        let add = |count: u32| move |out: &mut Vec<Lit>| out.extend((0..count).map(Lit::is));
        assert_eq!(explained.reason(3, 1, add(2)), lits(2));
        assert_eq!(explained.reason(4, 1, add(5)), lits(5));
        assert_eq!(explained.reason(3, 1, |_| panic!("known")), lits(2));
        assert_eq!(explained.reason(3, 2, add(4)), lits(4), "of another run");
        let many = u32::try_from(MOST).unwrap() + 1;
        assert_eq!(explained.reason(5, 3, add(many)).len(), MOST + 1);
        assert_eq!(explained.reason(4, 1, add(1)), lits(1), "all are forgotten");
        assert_eq!(explained.lits.len(), 1);
    }
}
