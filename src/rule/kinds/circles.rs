//! Counting circles. The digits that stand in them add up to the number of cells, and each stands in no more
//! of them than there are houses that have some.

use super::{Kind, Shape};

/// With more steps than this it is not found out which digits can stand in the cells.
const MOST_STEPS: usize = 1 << 22;

pub(super) const KIND: Kind = Kind {
    name: "circles",
    aliases: &["countingcircles"],
    about: "a digit that stands in the cells stands in as many of them as it says",
    shape: Shape::Cells,
    holds: |some, values| {
        let digits = values.of(some.cells());
        let count = |of: i64| digits.iter().filter(|digit| **digit == of).count();
        digits.iter().all(|&digit| i64::try_from(count(digit)) == Ok(digit))
    },
    lower: |some, to| {
        let (cells, by_house) = (some.cells(), some.by_house(some.cells()));
        let most = by_house.iter().map(Vec::len).min().unwrap_or(cells.len());
        let fits = |value: &(i64, usize)| (1..=most).contains(&value.1);
        let values = some.values().filter_map(|value| Some((value, usize::try_from(value).ok()?)));
        let digits: Vec<_> = values.filter(fits).collect();
        let few = digits.len() * digits.len() * cells.len() <= MOST_STEPS;
        let mut possible = Vec::new();
        for &(value, count) in &digits {
            let others = digits.iter().map(|it| it.1).filter(|&it| it != count);
            let totals = few.then(|| totals(others, cells.len()));
            let fills = |rest: usize| totals.as_ref().is_none_or(|totals| totals[rest]);
            if !fills(cells.len() - count) {
                continue;
            }
            possible.push(value);
            if fills(cells.len()) {
                to.count(cells, |it| it == value, [0, value]);
                continue;
            }
            to.count(cells, |it| it == value, [value]);
            for part in by_house.iter().filter(|parts| parts.len() == count).flatten() {
                to.clause(&part.iter().map(|&cell| (cell, value, true)).collect::<Vec<_>>());
            }
        }
        if possible.is_empty() {
            return to.never();
        }
        to.only(cells, |value| possible.contains(&value));
    },
    ..Kind::PLAIN
};

/// Which totals, up to one, some numbers can add up to, each taken once or not.
fn totals(numbers: impl Iterator<Item = usize>, most: usize) -> Vec<bool> {
    let mut totals = vec![false; most + 1];
    totals[0] = true;
    for number in numbers {
        for total in (number..=most).rev() {
            totals[total] |= totals[total - number];
        }
    }
    totals
}
