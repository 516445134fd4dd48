//! Killer cages.

use std::collections::BTreeSet;

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "cage",
    aliases: &["killer"],
    about: "no digit twice; the digits sum to NUMBER, if given",
    numbers: Numbers::Optional,
    shape: Shape::Set,
    holds: |cage, values| {
        let digits = values.of(cage.cells());
        let distinct = digits.iter().collect::<BTreeSet<_>>().len() == digits.len();
        distinct && cage.number().is_none_or(|sum| digits.iter().sum::<i64>() == sum)
    },
    lower: |cage| {
        let sum = cage.number().map(|sum| cage.sum(cage.cells(), [sum]));
        [cage.distinct(cage.cells())].into_iter().chain(sum).collect()
    },
};
