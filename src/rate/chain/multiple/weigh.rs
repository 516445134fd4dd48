//! Which assumptions may have a part in anything, by what follows from them in whatever order.

use super::super::Candidate;
use super::super::closure::Closure;
use super::super::links::join;
use super::{Rules, Search};
use crate::rate::ground::{CANDIDATES, Ground, bits, cells};
use crate::rate::state::State;

impl Search {
    /// Whether nothing is to be found in a position without singles; notes which assumptions
    /// may have a part in something.
    ///
    /// The set of what follows is known where there is no conflict; elsewhere the search ends at the
    /// first, and whatever it may have come upon until then counts.
    pub(in super::super) fn is_vain(
        &mut self,
        ground: &Ground,
        state: &State,
        rules: Rules,
    ) -> bool {
        let all = Closure { on: state.at, off: state.at };
        for of in 0..2 {
            self.closures[of].resize(CANDIDATES, all);
            self.wanted[of].clear();
            self.wanted[of].resize(CANDIDATES, false);
        }
        let Search { closing, closures, wanted, .. } = self;
        for cell in cells(state.empty) {
            for digit in bits(state.of[cell]) {
                let at = join(cell, digit);
                let n = usize::from(at);
                for of in if rules.binary { 0..2 } else { 1..2 } {
                    let closure = closing.run(ground, state, at, of == 1, rules.mode);
                    wanted[of][n] = closure.is_err();
                    closures[of][n] = closure.unwrap_or(all);
                }
                let both = closures[0][n].and(&closures[1][n]);
                if rules.binary && rules.several && state.count(cell) >= 3 && !both.is_empty() {
                    wanted[0][n] = true;
                    wanted[1][n] = true;
                }
            }
        }
        if rules.several {
            for cell in cells(state.empty) {
                let among = bits(state.of[cell]).map(|digit| join(cell, digit));
                self.want_if_common(&all, among);
            }
            for (house, places) in ground.houses.iter().zip(&state.places) {
                for (digit, &places) in places.iter().enumerate().filter(|(_, all)| **all != 0) {
                    let among = bits(places).map(|place| join(house.cells[place].into(), digit));
                    self.want_if_common(&all, among);
                }
            }
        }
        !self.wanted.iter().flatten().any(|&wanted| wanted)
    }

    /// Notes candidates that may all lead to the same if they are on.
    fn want_if_common(&mut self, all: &Closure, among: impl Iterator<Item = Candidate> + Clone) {
        let closures = among.clone().map(|at| &self.closures[1][usize::from(at)]);
        if !closures.fold(*all, |common, closure| common.and(closure)).is_empty() {
            among.for_each(|at| self.wanted[1][usize::from(at)] = true);
        }
    }

    /// Whether an assumption may have a part in something; any may where that was not looked at.
    pub(super) fn wants(&self, at: Candidate, on: bool) -> bool {
        !self.weighed || self.wanted[usize::from(on)][usize::from(at)]
    }
}
