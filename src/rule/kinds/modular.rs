//! Modular lines.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "modular",
    aliases: &["modularline"],
    about: "any NUMBER cells in a row on the line differ modulo NUMBER (default: 3)",
    numbers: Numbers::Default(|_| 3),
    shape: Shape::Line,
    differ: |numbers| numbers.first().map_or(0, |&k| usize::try_from(k).unwrap_or_default()),
    wrong: |line| match usize::try_from(line.k()) {
        Ok(2..) => None,
        _ => Some("expected a number of 2 or more".into()),
    },
    holds: |line, values| {
        let rests = values.of(line.cells()).into_iter().map(|value| value.rem_euclid(line.k()));
        let rests: Vec<_> = rests.collect();
        let reach = usize::try_from(line.k()).unwrap_or_default();
        let differ = |by: usize| rests.windows(by + 1).all(|some| some[0] != some[by]);
        (1..reach).all(differ)
    },
    lower: |line, to| {
        let reach = usize::try_from(line.k() - 1).unwrap_or_default();
        to.pairs(line.within(reach), |a, b| (a - b).rem_euclid(line.k()) != 0);
    },
    ..Kind::PLAIN
};
