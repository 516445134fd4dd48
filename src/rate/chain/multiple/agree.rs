//! What assumptions agree on: both of a candidate, all of a house, all of a cell.

use super::super::Candidate;
use super::super::length::Grade;
use super::super::links::{join, split};
use super::{Ask, Found, Kind, Search, removed};
use crate::rate::ground::{DIGITS, KINDS, bits};
use crate::rate::state::State;

impl Search {
    /// Follows a candidate that is on, if that was not done before.
    pub(super) fn need(&mut self, ask: &mut Ask<'_>, at: Candidate) {
        let n = usize::from(at);
        if !std::mem::replace(&mut self.known[n], true) {
            ask.spread(&mut self.spread, at, true);
            self.on[n].read(&self.spread, ask.nests(), &mut self.of);
        }
    }

    fn offer(&mut self, state: &State, grade: Grade, kind: Kind, target: Candidate, on: bool) {
        if let Some(all) = &mut self.all {
            let removed = removed(state, target, on);
            // What is on may remove one candidate, as what is off does.
            let mut each = removed.iter().map(|(cell, digit)| join(cell, digit));
            let (key, single) = match (each.next(), each.next()) {
                (None, _) => return,
                (Some(one), None) => (one, true),
                _ => (target, false),
            };
            let place = &mut self.places[usize::from(!single)][usize::from(key)];
            let found = Found { grade, kind, target, on, removed };
            if *place == 0 {
                all.push(found);
                *place = all.len() as u16;
            } else {
                let known = &mut all[usize::from(*place) - 1];
                if grade < known.grade {
                    *known = found;
                }
            }
        } else if self.best.as_ref().is_none_or(|best| grade < best.grade) {
            let removed = removed(state, target, on);
            if !removed.is_empty() {
                self.best = Some(Found { grade, kind, target, on, removed });
            }
        }
    }

    /// Conflicts from a candidate on, and off; what follows from both.
    pub(super) fn binary(&mut self, ask: &mut Ask<'_>, at: Candidate) {
        let wanted = self.wants(at, true);
        if let Some((nodes, within)) = self.on[usize::from(at)].clash.filter(|_| wanted) {
            let kind = Kind::Contradiction { at, on: true };
            let grade = ask.grade(nodes, within, 7);
            self.offer(ask.state, grade, kind, at, false);
        }
        if !self.wants(at, false) || !ask.leads(at) {
            return;
        }
        ask.spread(&mut self.spread, at, false);
        let mut off = std::mem::take(&mut self.off);
        off.read(&self.spread, ask.nests(), &mut self.of);
        if let Some((nodes, within)) = off.clash {
            let kind = Kind::Contradiction { at, on: false };
            let grade = ask.grade(nodes, within, 7);
            self.offer(ask.state, grade, kind, at, true);
        }
        if wanted && ask.rules.several && ask.state.count(split(at).0) >= 3 {
            for on in [1, 0] {
                for n in 0..self.on[usize::from(at)].order[on].len() {
                    let reach = &self.on[usize::from(at)];
                    let target = reach.order[on][n];
                    let other = off.sizes[on][usize::from(target)];
                    if other > 0 {
                        let nodes = reach.sizes[on][usize::from(target)] + other;
                        let within = reach.within(on, target);
                        let within = ask.union(within, off.within(on, target));
                        let grade = ask.grade(nodes.into(), within, 1);
                        self.offer(ask.state, grade, Kind::Double(at), target, on == 1);
                    }
                }
            }
        }
        self.off = off;
    }

    /// Houses of which a candidate is the first place.
    pub(super) fn houses(&mut self, ask: &mut Ask<'_>, at: Candidate) {
        let (cell, digit) = split(at);
        let ground = ask.ground;
        for kind in 0..KINDS {
            let house = usize::from(ground.houses_of[cell][kind]);
            let places = ask.state.places[house][digit];
            let first = places.trailing_zeros() as usize;
            if places.count_ones() < 2 || first != usize::from(ground.place_in[cell][kind]) {
                continue;
            }
            let mut among = [0; DIGITS];
            let count = places.count_ones() as usize;
            for (to, place) in among.iter_mut().zip(bits(places)) {
                *to = join(ground.houses[house].cells[place].into(), digit);
            }
            if !among[..count].iter().all(|&at| self.wants(at, true)) {
                continue;
            }
            among[..count].iter().for_each(|&at| self.need(ask, at));
            self.common(ask, &among[..count], Kind::House { house, digit }, 6);
        }
    }

    /// What follows from all of some candidates.
    pub(super) fn common(&mut self, ask: &mut Ask<'_>, among: &[Candidate], kind: Kind, key: u8) {
        for on in [1, 0] {
            'targets: for n in 0..self.on[usize::from(among[0])].order[on].len() {
                let target = self.on[usize::from(among[0])].order[on][n];
                let (mut nodes, mut within) = (0, 0);
                for &from in among {
                    let reach = &self.on[usize::from(from)];
                    let size = reach.sizes[on][usize::from(target)];
                    if size == 0 {
                        continue 'targets;
                    }
                    nodes += u32::from(size);
                    within = ask.union(within, reach.within(on, target));
                }
                let grade = ask.grade(nodes, within, key);
                self.offer(ask.state, grade, kind, target, on == 1);
            }
        }
    }
}
