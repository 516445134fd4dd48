//! Cages whose sum has a digital root.

use super::super::arguments::Arguments;
use super::{Kind, Numbers, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "digitalroot",
    about: "no digit twice; the digital root of the sum is NUMBER",
    numbers: Numbers::One,
    shape: Shape::Set,
    wrong: |cage| {
        (!(1..=9).contains(&cage.k())).then(|| "expected a digital root from 1 to 9".into())
    },
    holds: |cage, values| {
        let digits = values.of(cage.cells());
        let distinct = are_distinct(&digits);
        distinct && sums(cage).any(|sum| sum == digits.iter().sum::<i64>())
    },
    lower: |cage, to| {
        to.distinct(cage.cells());
        to.sum(cage.cells(), sums(cage));
    },
    ..Kind::PLAIN
};

/// The sums with that root that cells can have.
fn sums(cage: &Arguments) -> impl Iterator<Item = i64> + use<> {
    let most = cage.greatest() * i64::try_from(cage.cells().len()).expect("few");
    (cage.k()..=most).step_by(9)
}
