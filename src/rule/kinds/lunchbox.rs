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
        // The bread so far, or what is beyond all digits; whether k is between; the sums behind each, up to
        // k + 1, as long as they may be between.
        let next = |&[low, high, fits, low_on, high_on]: &[i64; 5], digit: i64| {
            let on = |is_bread: bool, sum: i64| {
                if is_bread { (sum + digit).min(k.saturating_add(1)) } else { 0 }
            };
            let (low_next, high_next) = (on(low <= greatest, low_on), on(high >= least, high_on));
            let is_low = digit < low && digit <= least + missing;
            let is_high = digit > high && digit >= greatest - missing;
            let fitting = |sum: i64| i64::from(sum == k);
            let [low, high, fits, low_on, high_on] = match (is_low, is_high) {
                (true, true) => [digit, digit, fitting(0), 0, 0],
                (true, false) => [digit, high, fitting(high_on), 0, high_next],
                (false, true) => [low, digit, fitting(low_on), low_next, 0],
                (false, false) => [low, high, fits, low_next, high_next],
            };
            let (lower, higher) = (low > least, high < greatest);
            let holds = fits == 1 && low <= high;
            let may = holds || lower && (higher || high_on <= k) || higher && low_on <= k;
            let [low_on, high_on] =
                [if higher { low_on } else { 0 }, if lower { high_on } else { 0 }];
            may.then_some([low, high, fits, low_on, high_on])
        };
        let begin = [greatest + 1, least - 1, 0, 0, 0];
        to.word(line.cells(), begin, next, |&[low, high, fits, ..]| fits == 1 && low <= high);
    },
    ..Kind::PLAIN
};
