//! What the length of a chain adds to its rating, and which of two chains is taken.

/// What chains of so many nodes add: a tenth for each of 4, 6, 8, 12, 16, 24, … that their
/// links exceed, added up as the reference does, since sums of tenths are compared as they are.
pub(in crate::rate) fn added(nodes: u32) -> f64 {
    let length = i64::from(nodes) - 2;
    let (mut added, mut most, mut odd) = (0.0, 4, false);
    while length > most {
        added += 0.1;
        most = if odd { most * 4 / 3 } else { most * 3 / 2 };
        odd = !odd;
    }
    added
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
        let better = |nodes: &u32| Grade::new(base, *nodes, kind) < self;
        (2..=1500).step_by(2).take_while(better).last().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_add_tenths() {
        let tenths = |nodes: u32| (added(nodes) * 10.0).round();
        assert_eq!(
            [6, 7, 8, 9, 10, 11, 14, 15, 18, 19].map(tenths),
            [0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 5.0]
        );
        // The reference compares 6.6 with six tenths more as less than 7.2.
        assert!(6.6 + added(27) < 7.2 && tenths(27) == 6.0);
    }
}
