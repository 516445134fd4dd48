//! Groups with the same digits.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sameset",
    aliases: &["samevalues", "samedigits"],
    about: "all groups hold the same digits, each as often",
    shape: Shape::Lines(2, usize::MAX),
    wrong: |groups| {
        let length = groups.line(0).len();
        let differ = groups.lines().iter().any(|group| group.len() != length);
        differ.then(|| "groups of different sizes".into())
    },
    holds: |groups, values| {
        let sorted = groups.lines().iter().map(|group| {
            let mut digits = values.of(group);
            digits.sort_unstable();
            digits
        });
        let sorted: Vec<_> = sorted.collect();
        sorted.windows(2).all(|two| two[0] == two[1])
    },
    lower: |groups, to| {
        for two in groups.lines().windows(2) {
            let (cells, first) = ([&*two[0], &*two[1]].concat(), two[0].len());
            for digit in groups.values() {
                let sign = |k| if k < first { 1 } else { -1 };
                to.balance(&cells, |k, value| if value == digit { sign(k) } else { 0 });
            }
        }
    },
    ..Kind::PLAIN
};
