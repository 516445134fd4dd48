//! Lunchboxes: sandwiches in any cells that differ; the bread are the lowest and the highest that stand there.

use std::cmp::Ordering;

use super::{Kind, Numbers, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "lunchbox",
    about: "no digit twice; the digits between the lowest and the highest on the line sum to NUMBER",
    numbers: Numbers::One,
    shape: Shape::Path,
    holds: |line, values| {
        let digits = values.of(line.cells());
        let distinct = are_distinct(&digits);
        let place = |of: Option<&i64>| digits.iter().position(|digit| Some(digit) == of);
        let ends = [place(digits.iter().min()), place(digits.iter().max())];
        let (Some(a), Some(b)) = (ends.iter().flatten().min(), ends.iter().flatten().max()) else {
            return false;
        };
        distinct && digits[*b.min(&(a + 1))..*b].iter().sum::<i64>() == line.k()
    },
    lower: |line, to| {
        to.distinct(line.cells());
        to.word(
            line.cells(),
            None,
            |bread, digit| Some(Some(eat(*bread, digit))),
            |bread| bread.is_some_and(|bread| bread.between() == line.k()),
        );
    },
    ..Kind::PLAIN
};

/// The lowest and the highest digit so far, and what came since each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Bread {
    low: i64,
    high: i64,
    since_low: i64,
    since_high: i64,
}

impl Bread {
    /// What lies between: all since the first, less what came since the last and the last itself.
    fn between(self) -> i64 {
        match self.since_low.cmp(&self.since_high) {
            Ordering::Greater => self.since_low - self.since_high - self.high,
            Ordering::Less => self.since_high - self.since_low - self.low,
            Ordering::Equal => 0,
        }
    }
}

fn eat(bread: Option<Bread>, digit: i64) -> Bread {
    let Some(Bread { low, high, since_low, since_high }) = bread else {
        return Bread { low: digit, high: digit, since_low: 0, since_high: 0 };
    };
    Bread {
        low: low.min(digit),
        high: high.max(digit),
        since_low: if digit < low { 0 } else { since_low + digit },
        since_high: if digit > high { 0 } else { since_high + digit },
    }
}
