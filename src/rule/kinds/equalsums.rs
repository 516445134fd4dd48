//! Groups with one sum.

use super::super::lowering::Lowering;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "equalsums",
    aliases: &["equalsum"],
    about: "all groups have one sum",
    shape: Shape::Lines(2, usize::MAX),
    holds: |groups, values| {
        let sums = groups.lines().iter().map(|group| values.of(group).iter().sum::<i64>());
        let sums: Vec<_> = sums.collect();
        sums.windows(2).all(|two| two[0] == two[1])
    },
    lower: |groups, to| {
        let groups: Vec<_> = groups.lines().iter().map(|group| group.to_vec()).collect();
        equal(&groups, to);
    },
    ..Kind::PLAIN
};

/// That groups have one sum.
pub(super) fn equal(groups: &[Vec<Cell>], to: &mut Lowering<'_>) {
    for two in groups.windows(2) {
        let first = two[0].len();
        to.balance(&two.concat(), |k, value| if k < first { value } else { -value });
    }
}
