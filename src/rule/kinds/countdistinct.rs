//! How many different digits there are. The first cell may be one of the others too.

use itertools::Itertools;

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "countdistinct",
    about: "the first cell tells how many different digits the others hold",
    shape: Shape::Told(2),
    holds: |two, values| {
        let count = values.of(two.line(1)).into_iter().unique().count();
        i64::try_from(count) == Ok(values.at(two.line(0)[0]))
    },
    lower: |two, to| {
        let (teller, others) = (two.line(0), two.line(1));
        let least = two.most_of_a_house(others);
        to.only(teller, |value| usize::try_from(value).is_ok_and(|value| value >= least));
        to.nvalue(others, teller[0]);
    },
    ..Kind::PLAIN
};
