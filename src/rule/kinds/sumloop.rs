//! Sum lines that are closed: the first cut may be anywhere.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sumloop",
    about: "the closed line can be cut into pieces that sum to NUMBER each",
    numbers: Numbers::One,
    shape: Shape::Word,
    wrong: |line| (line.least() < 1 || line.k() < 1).then(|| "expected numbers from 1".into()),
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let total: i64 = numbers.iter().sum();
        // Any two cuts are whole pieces apart, and no two sums from the first cell are equal.
        let sums = (1..=numbers.len()).map(|end| numbers[..end].iter().sum::<i64>());
        let places = sums.map(|sum| sum % line.k()).counts().into_values();
        places.max().and_then(|cuts| i64::try_from(cuts).ok()?.checked_mul(line.k())) == Some(total)
    },
    lower: |line, to| {
        // The sum so far, less whole pieces that come after the first, and the first cuts that are possible.
        let k = line.k();
        let next = |(sum, cuts): &(i64, BTreeSet<i64>), value: i64| {
            let mut cuts = cuts.clone();
            cuts.extend(Some(*sum).filter(|&sum| sum < k));
            // From here to the next cut after each.
            cuts.retain(|cut| (cut - sum - 1).rem_euclid(k) + 1 >= value);
            let sum = sum + value;
            let sum = if sum < k { sum } else { k + sum % k };
            (sum < k || !cuts.is_empty()).then_some((sum, cuts))
        };
        let begin = (0, BTreeSet::new());
        to.word(line.cells(), begin, next, |(sum, cuts)| *sum == k && !cuts.is_empty());
    },
    ..Kind::PLAIN
};
