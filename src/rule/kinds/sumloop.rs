//! Sum lines that are closed: the first cut may be anywhere.

use itertools::Itertools;

use super::{Kind, Lowering, Numbers, Shape};

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
        let k = line.k();
        // A choice by the sum before the first cut.
        let most =
            line.values().max().unwrap_or(0) * i64::try_from(line.cells().len()).unwrap_or(0);
        let cuts = if k > most { 0..0 } else { 0..k };
        to.any(cuts.map(|before| {
            move |to: &mut Lowering<'_>| {
                let next = |&(sum, is_cut): &(i64, bool), value: i64| {
                    let (sum, end) = (sum + value, if is_cut { k } else { before });
                    let after = if sum == end { (0, true) } else { (sum, is_cut) };
                    (sum <= end).then_some(after)
                };
                let whole = |&(sum, is_cut): &(i64, bool)| is_cut && (sum + before) % k == 0;
                to.word(line.cells(), (0, before == 0), next, whole);
            }
        }));
    },
    ..Kind::PLAIN
};
