//! Lunchboxes: sandwiches in any cells that differ; the bread are the lowest and the highest that stand there.

use itertools::Itertools;

use super::{Kind, Numbers, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "lunchbox",
    about: "no digit twice; the digits between the lowest and the highest on the line sum to NUMBER",
    numbers: Numbers::One,
    shape: Shape::Path,
    holds: |line, values| {
        let digits = values.of(line.cells());
        let bread = digits.iter().position_minmax().into_option();
        let between = bread.map(|(a, b)| &digits[a.max(b).min(a.min(b) + 1)..a.max(b)]);
        are_distinct(&digits) && between.is_some_and(|it| it.iter().sum::<i64>() == line.k())
    },
    lower: |line, to| {
        to.distinct(line.cells());
        let (k, least, greatest) = (line.k(), line.least(), line.greatest());
        // So many digits are missing: no more of them are below the bread, or above.
        let missing = (greatest - least + 1).saturating_sub_unsigned(line.cells().len() as u64);
        // Low and high bread so far; the sum behind each, k + 1 if it cannot be between; whether k is between.
        let next = |&(bread, behind, fits): &([i64; 2], [i64; 2], bool), digit: i64| {
            let is_low = digit < bread[0] && digit <= least + missing;
            let is = [is_low, digit > bread[1] && digit >= greatest - missing];
            let between = if is == [true; 2] { 0 } else { behind[usize::from(is_low)] };
            let fits = if is == [false; 2] { fits } else { between == k };
            let bread = [0, 1].map(|n| if is[n] { digit } else { bread[n] });
            let may_end = [bread[1] < greatest, bread[0] > least];
            let sum = |n: usize| if is[n] { 0 } else { (behind[n] + digit).min(k + 1) };
            let behind = [0, 1].map(|n| if may_end[n] { sum(n) } else { k + 1 });
            let may = fits || may_end == [true; 2] || behind[0].min(behind[1]) <= k;
            may.then_some((bread, behind, fits))
        };
        let begin = ([greatest + 1, least - 1], [k + 1; 2], false);
        to.word(line.cells(), begin, next, |&(.., fits)| fits);
    },
    ..Kind::PLAIN
};
