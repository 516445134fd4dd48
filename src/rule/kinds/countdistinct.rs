//! How many different digits there are. The first cell may be one of the others too.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "countdistinct",
    about: "the first cell tells how many different digits the others hold",
    shape: Shape::Lines(2, 2),
    wrong: |two| (two.line(0).len() != 1).then(|| "expected one cell that tells the number".into()),
    holds: |two, values| {
        let digits: BTreeSet<_> = values.of(two.line(1)).into_iter().collect();
        i64::try_from(digits.len()) == Ok(values.at(two.line(0)[0]))
    },
    lower: |two, to| {
        // Which there were; the cell that tells their number comes last, as there would be more states
        // if it were known from the first.
        let cells = [two.line(1), two.line(0)].concat();
        let last = two.line(1).len();
        let next = |(place, seen): &(usize, Seen), value: i64| {
            if *place == last {
                let number: u32 = seen.iter().map(|bits| bits.count_ones()).sum();
                return (i64::from(number) == value).then(|| (place + 1, Seen::new()));
            }
            let digit = usize::try_from(value - two.least()).expect("no digit below the least");
            let mut seen = seen.clone();
            seen[digit / 64] |= 1 << (digit % 64);
            Some((place + 1, seen))
        };
        let none = SmallVec::from_elem(0, two.values().count().div_ceil(64));
        to.word(&cells, (0, none), next, |_| true);
    },
    ..Kind::PLAIN
};

/// Digits as bits, from the least.
type Seen = SmallVec<[u64; 2]>;
