//! Entropic lines. Of a number of digits that three does not divide, the middle third differs in size. A line
//! may visit a cell again, but not within three cells; one that ends with its first two cells is a loop.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "entropic",
    aliases: &["entropicline"],
    about: "any three cells in a row on the line are low, middle and high, in any order",
    shape: Shape::Line,
    differ: |_| 3,
    holds: |line, values| {
        let thirds = values.of(line.cells()).into_iter().map(|value| line.third_of(value));
        let thirds: Vec<_> = thirds.collect();
        let differ = |by: usize| thirds.windows(by + 1).all(|some| some[0] != some[by]);
        differ(1) && differ(2)
    },
    lower: |line, to| to.pairs(line.within(2), |a, b| line.third_of(a) != line.third_of(b)),
    ..Kind::PLAIN
};
