//! Cells that hold just as many of certain digits.

use super::{Arguments, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "containsexactly",
    aliases: &["containexact"],
    about: "each of the numbers stands there just as often as it is given",
    numbers: Numbers::Some,
    shape: Shape::Cells,
    wrong: Arguments::no_digit,
    holds: |some, values| {
        let digits = values.of(some.cells());
        let count = |all: &[i64], of: &i64| all.iter().filter(|digit| *digit == of).count();
        let wanted = some.numbers();
        wanted.iter().all(|of| count(wanted, of) == count(&digits, of))
    },
    lower: |some, to| {
        let wanted = some.numbers();
        if wanted.len() >= some.cells().len() {
            to.only(some.cells(), |value| wanted.contains(&value));
        }
        for (k, of) in wanted.iter().enumerate().filter(|(k, of)| !wanted[..*k].contains(of)) {
            let count = wanted[k..].iter().filter(|other| *other == of).count();
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            to.count(some.cells(), |value| value == *of, [count]);
        }
    },
    ..Kind::PLAIN
};
