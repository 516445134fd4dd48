//! What the length of a chain adds to its rating, and which of two chains is taken.

/// How many tenths there are to be added.
const TENTHS: usize = 24;

/// By tenths, the most links of a chain that adds no more, and what it adds. Sums are added up as
/// the reference does, since they are compared as they are.
const LENGTHS: ([u32; TENTHS], [f64; TENTHS]) = {
    let (mut most, mut added) = ([4; TENTHS], [0.0; TENTHS]);
    let mut n = 1;
    while n < TENTHS {
        most[n] = if n % 2 == 1 { most[n - 1] * 3 / 2 } else { most[n - 1] * 4 / 3 };
        added[n] = added[n - 1] + 0.1;
        n += 1;
    }
    (most, added)
};

/// What chains of so many nodes add: a tenth for each of 4, 6, 8, 12, 16, 24, … that their
/// links exceed.
pub(in crate::rate) fn added(nodes: u32) -> f64 {
    let links = nodes.saturating_sub(2);
    let tenths = LENGTHS.0.iter().take_while(|&&most| links > most).count();
    LENGTHS.1[tenths.min(TENTHS - 1)]
}

/// How good a chain is: the lowest rating, then the fewest nodes, then the lowest kind is taken;
/// of equals the first.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(in crate::rate) struct Grade {
    pub(in crate::rate) rating: f64,
    pub(in crate::rate) nodes: u32,
    pub(in crate::rate) kind: u8,
}

impl Grade {
    /// Worse than any chain.
    pub(in crate::rate) const WORST: Grade =
        Grade { rating: f64::INFINITY, nodes: u32::MAX, kind: u8::MAX };

    pub(in crate::rate) fn new(base: f64, nodes: u32, kind: u8) -> Self {
        Grade { rating: base + added(nodes), nodes, kind }
    }

    /// The most nodes, an even number, with which a chain of that base and kind would be better.
    pub(in crate::rate) fn most_nodes(self, base: f64, kind: u8) -> u32 {
        if self == Grade::WORST {
            return MOST_NODES;
        }
        // Below the first, better; from the last on, not.
        let (mut better, mut worse) = (0, MOST_NODES / 2);
        while better + 1 < worse {
            let nodes = better.midpoint(worse);
            if Grade::new(base, 2 * nodes, kind) < self { better = nodes } else { worse = nodes }
        }
        2 * better
    }
}

/// So many nodes no chain has.
pub(in crate::rate) const MOST_NODES: u32 = 2048;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_add_tenths() {
        let tenths = |nodes: u32| format!("{:.1}", added(nodes));
        let lengths = [6, 7, 8, 9, 10, 11, 14, 15, 18, 19].map(tenths);
        assert_eq!(lengths.join(" "), "0.0 0.1 0.1 0.2 0.2 0.3 0.3 0.4 0.4 0.5");
        // The reference compares 6.6 with six tenths more as less than 7.2.
        assert!(tenths(27) == "0.6" && 6.6 + added(27) < 7.2);
    }

    #[test]
    fn bounds_on_nodes_are_sharp() {
        for nodes in (6..60).step_by(2) {
            let than = Grade::new(7.0, nodes, 4);
            for (base, kind) in [(6.5, 2), (6.6, 2), (6.5, 3), (7.0, 4), (7.0, 5)] {
                let most = than.most_nodes(base, kind);
                assert!(Grade::new(base, most + 2, kind) >= than);
                assert!(most == 0 || Grade::new(base, most, kind) < than);
            }
        }
    }
}
