//! Arrows, also with a bulb of several cells (pills), read as a number in the order given: programs that sort
//! them name them so. Digits of more than one figure stand in the first of them only.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "arrow",
    aliases: &["pill"],
    about: "the first line, the bulb, is the sum of the second, the shaft",
    shape: Shape::Lines(2, 2),
    wrong: |arrow| (arrow.line(0).len() > 6).then(|| "a bulb of more than 6 cells".into()),
    holds: |arrow, values| {
        let bulb = values.of(arrow.line(0));
        let shown = bulb.iter().fold(0, |number, digit| 10 * number + digit);
        let figures = bulb[1..].iter().all(|digit| (0..10).contains(digit));
        figures && shown == values.of(arrow.line(1)).iter().sum::<i64>()
    },
    lower: |arrow, to| {
        let bulb = arrow.line(0);
        to.only(&bulb[1..], |digit| (0..10).contains(&digit));
        let powers = (0..).map(|power| 10i64.pow(power));
        let mut terms: Vec<_> = bulb.iter().rev().copied().zip(powers).collect();
        terms.extend(arrow.line(1).iter().map(|&cell| (cell, -1)));
        to.weighted(&terms, [0]);
    },
    ..Kind::PLAIN
};
