//! The consequences of an assumption in short.

use super::super::Candidate;
use super::super::nests::Nests;
use super::super::spread::Spread;
use crate::rate::ground::CANDIDATES;

/// The consequences of an assumption in short: how many nodes each follows from, or 0; those that
/// are on or off, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Reach {
    /// By off and on, then candidate.
    pub(super) sizes: [Vec<u16>; 2],
    /// The same for the sets of chains within; empty where there are none.
    nests: [Vec<u32>; 2],
    pub(super) order: [Vec<Candidate>; 2],
    /// How many nodes both sides of the conflict follow from, and the chains within.
    pub(super) clash: Option<(u32, u32)>,
}

impl Reach {
    pub(super) fn read(&mut self, spread: &Spread, nests: Option<&mut Nests>, of: &mut Vec<u32>) {
        for on in [0, 1] {
            self.sizes[on].clear();
            self.sizes[on].resize(CANDIDATES, 0);
            self.nests[on].clear();
            self.order[on].clear();
        }
        of.clear();
        let mut both = 0;
        if let Some(nests) = nests {
            spread.read_nests(nests, of);
            if let Some((on, off)) = spread.clash {
                both = nests.union(of[usize::from(on)], of[usize::from(off)]);
            }
            self.nests.iter_mut().for_each(|nests| nests.resize(CANDIDATES, 0));
        }
        for (n, node) in spread.nodes.iter().enumerate() {
            let n = n as u16;
            // What closes the conflict is in neither list.
            if spread.node(node.at, node.on) == Some(n) {
                let on = usize::from(node.on);
                self.sizes[on][usize::from(node.at)] = spread.size(n);
                self.order[on].push(node.at);
                if let Some(&nests) = of.get(usize::from(n)) {
                    self.nests[on][usize::from(node.at)] = nests;
                }
            }
        }
        self.clash = spread
            .clash
            .map(|(on, off)| (u32::from(spread.size(on)) + u32::from(spread.size(off)), both));
    }

    /// The set of chains within, if there are any.
    pub(super) fn within(&self, on: usize, at: Candidate) -> u32 {
        self.nests[on].get(usize::from(at)).copied().unwrap_or(0)
    }
}
