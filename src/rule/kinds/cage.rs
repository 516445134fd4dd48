//! Killer cages.

use smallvec::SmallVec;

use super::{Kind, Numbers, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "cage",
    aliases: &["killer", "killercage"],
    about: "no digit twice; the digits sum to NUMBER, or one of several, if given",
    numbers: Numbers::Any,
    shape: Shape::Set,
    holds: |cage, values| {
        let digits: SmallVec<[i64; 16]> = values.each(cage.cells()).collect();
        let distinct = are_distinct(&digits);
        distinct && (cage.numbers().is_empty() || cage.numbers().contains(&digits.iter().sum()))
    },
    lower: |cage, to| {
        to.distinct(cage.cells());
        if !cage.numbers().is_empty() {
            to.sum(cage.cells(), cage.numbers().iter().copied());
        }
    },
    ..Kind::PLAIN
};
