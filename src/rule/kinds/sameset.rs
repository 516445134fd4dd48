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
    holds: |groups, values| values.are_same(groups.lines()),
    lower: |groups, to| to.same(groups.lines()),
    ..Kind::PLAIN
};
