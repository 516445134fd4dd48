//! Rellik cages, or anti-killers.

use std::collections::BTreeSet;

use super::{Kind, Numbers, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "rellik",
    aliases: &["antikiller"],
    about: "no digit twice; no cells of it, one or more, add up to NUMBER",
    numbers: Numbers::One,
    shape: Shape::Set,
    holds: |cage, values| {
        let digits = values.of(cage.cells());
        let distinct = are_distinct(&digits);
        let sums = digits.iter().fold(BTreeSet::new(), |sums, &digit| with(&sums, digit));
        distinct && !sums.contains(&cage.k())
    },
    lower: |cage, to| {
        to.distinct(cage.cells());
        let next = |sums: &BTreeSet<i64>, digit| {
            let mut sums = with(sums, digit);
            sums.retain(|&sum| sum <= cage.k());
            (!sums.contains(&cage.k())).then_some(sums)
        };
        to.word(cage.cells(), BTreeSet::new(), next, |_| true);
    },
    ..Kind::PLAIN
};

/// The sums of any of some numbers, with one more of these.
fn with(sums: &BTreeSet<i64>, digit: i64) -> BTreeSet<i64> {
    let more = sums.iter().map(|sum| sum + digit);
    sums.iter().copied().chain(more).chain([digit]).collect()
}
