//! Sum lines that are closed: the first cut may be anywhere.

use itertools::Itertools;

use super::{Kind, Lowering, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sumloop",
    about: "the closed line can be cut into pieces that sum to NUMBER each",
    numbers: Numbers::One,
    shape: Shape::Word,
    wrong: |line| (line.k() < 1).then(|| "expected a number from 1".into()),
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let total: i64 = numbers.iter().sum();
        // Any two cuts are whole pieces apart. Those before and behind a 0 count as one, and those at the two ends.
        let sums = (1..=numbers.len()).map(|end| numbers[..end].iter().sum());
        let sums = sums.map(|sum: i64| if sum == 0 { total } else { sum }).unique();
        let places = sums.map(|sum| sum % line.k()).counts().into_values();
        places.max().and_then(|cuts| i64::try_from(cuts).ok()?.checked_mul(line.k())) == Some(total)
    },
    lower: |line, to| {
        let k = line.k();
        // A choice by the sum before the first cut.
        let most = i64::try_from(line.cells().len()).map_or(0, |cells| cells * line.greatest());
        to.any((0..if k > most { 0 } else { k }).map(|before| {
            move |to: &mut Lowering<'_>| {
                // The sum of the piece, whether there was a cut, and whether there was more than 0.
                let next = |&(sum, is_cut, any): &(i64, bool, bool), value: i64| {
                    let (sum, end) = (sum + value, if is_cut { k } else { before });
                    let (left, is_cut) = if sum == end { (0, true) } else { (sum, is_cut) };
                    (sum <= end).then_some((left, is_cut, any || value > 0))
                };
                let whole = |at: &(i64, bool, bool)| at.1 && at.2 && (at.0 + before) % k == 0;
                to.word(line.cells(), (0, before == 0, line.least() > 0), next, whole);
            }
        }));
    },
    ..Kind::PLAIN
};
