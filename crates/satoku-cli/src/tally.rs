//! How many puzzles got which word: counted, never listed.

use std::collections::BTreeMap;

/// Numbers of puzzles by the word for their answers, in the order of the alphabet.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    /// So many more puzzles of a word.
    pub(super) fn add(&mut self, word: &'static str, puzzles: u64) {
        if puzzles > 0 {
            *self.0.entry(word).or_default() += puzzles;
        }
    }

    /// Adds what another one counted.
    pub(super) fn and(&mut self, other: &Tally) {
        for (word, puzzles) in &other.0 {
            self.add(word, *puzzles);
        }
    }

    /// How many puzzles there are.
    pub(super) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// `3 none, 5 unique`.
    pub(super) fn summary(&self) -> String {
        let parts: Vec<_> = self.0.iter().map(|(word, count)| format!("{count} {word}")).collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_add_up() {
        let mut all = Tally::default();
        let mut some = Tally::default();
        some.add("unique", 2);
        some.add("error", 0);
        all.and(&some);
        some.add("none", 1);
        all.and(&some);
        assert_eq!((all.total(), all.summary().as_str()), (5, "1 none, 4 unique"));
    }
}
