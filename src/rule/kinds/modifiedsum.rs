//! Sums where some cells are modifiers (`modifiers`) or have two digits (`schrodinger`). A modifier counts beside its
//! own digit `FACTOR * digit + ADD` more: doublers `1`, vampires (0) `-1`, negators `-2`, hot cells `0 1`, cold ones
//! `0 -1`; of two digits the other one.

use super::super::modified;
use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "modifiedsum",
    aliases: &["doubledsum"],
    about: "the first cells, minus the fourth, add up to the first NUMBER; row by row, the second tell the column of a modifier, the third a digit: that times the second NUMBER (1), plus the third (0), counts beside its own",
    numbers: Numbers::Some,
    shape: Shape::Lines(3, 4),
    wrong: modified::wrong_sum,
    holds: modified::has_total,
    lower: modified::lower_sum,
    ..Kind::PLAIN
};
