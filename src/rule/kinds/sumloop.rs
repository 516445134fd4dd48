//! Sum lines that are closed: the first cut may be anywhere.

use std::collections::BTreeSet;

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sumloop",
    about: "the closed line can be cut into pieces that sum to NUMBER each",
    numbers: Numbers::One,
    shape: Shape::Word,
    wrong: |line| (line.least() < 1 || line.k() < 1).then(|| "expected numbers from 1".into()),
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let cut = |from: usize| {
            let mut left = line.k();
            let mut turned = numbers[from..].iter().chain(&numbers[..from]);
            turned.all(|value| {
                left = if left == 0 { line.k() } else { left } - value;
                left >= 0
            }) && left == 0
        };
        (0..numbers.len()).any(cut)
    },
    lower: |line, to| {
        // All first cuts that are possible, each as what lies before it and what the piece lacks;
        // and what lies before a cut that is not yet made.
        type State = (i64, BTreeSet<(i64, i64)>);
        let next = |(all, cuts): &State, value: i64| {
            let mut cuts = cuts.clone();
            if *all < line.k() {
                cuts.insert((*all, line.k()));
            }
            let step = |(before, left): (i64, i64)| {
                let left = if left == 0 { line.k() } else { left } - value;
                (left >= 0).then_some((before, left))
            };
            let cuts: BTreeSet<_> = cuts.into_iter().filter_map(step).collect();
            Some(((all + value).min(line.k()), cuts))
                .filter(|(all, cuts)| *all < line.k() || !cuts.is_empty())
        };
        let closes =
            |(_, cuts): &State| cuts.iter().any(|&(before, left)| before == left % line.k());
        to.word(line.cells(), (0, BTreeSet::new()), next, closes);
    },
    ..Kind::PLAIN
};
