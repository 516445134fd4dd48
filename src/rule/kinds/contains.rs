//! Cells that hold certain digits: quadruples, and outside clues over the first cells of a row.

use super::{Arguments, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "contains",
    aliases: &["quadruple", "quad", "outside", "containatleast"],
    about: "each of the numbers stands there, as often as it is given or more often",
    numbers: Numbers::Some,
    shape: Shape::Cells,
    wrong: Arguments::no_digit,
    holds: |some, values| {
        let digits = values.of(some.cells());
        let count = |all: &[i64], of: &i64| all.iter().filter(|digit| *digit == of).count();
        let wanted = some.numbers();
        wanted.iter().all(|of| count(wanted, of) <= count(&digits, of))
    },
    lower: |some, to| {
        let all = i64::try_from(some.cells().len()).unwrap_or(i64::MAX);
        let wanted = some.numbers();
        if wanted.len() >= some.cells().len() {
            to.only(some.cells(), |value| wanted.contains(&value));
        }
        for (k, of) in wanted.iter().enumerate().filter(|(k, of)| !wanted[..*k].contains(of)) {
            let count = wanted[k..].iter().filter(|other| *other == of).count();
            let least = i64::try_from(count).unwrap_or(i64::MAX);
            match least {
                1 => to.stands(some.cells(), *of),
                _ => to.count(some.cells(), |value| value == *of, least..=all),
            }
        }
    },
    ..Kind::PLAIN
};
