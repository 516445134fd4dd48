//! Counting circles. The digits that stand in them add up to the number of cells, and each stands in no more
//! of them than there are houses that have some.

use super::super::subsets::Subsets;
use super::{Kind, Lowering, Shape};

pub(super) const KIND: Kind = Kind {
    name: "circles",
    aliases: &["countingcircles"],
    about: "a digit that stands in the cells stands in as many of them as it says",
    shape: Shape::Cells,
    holds: |some, values| {
        let digits = values.of(some.cells());
        let count = |of: i64| digits.iter().filter(|digit| **digit == of).count();
        digits.iter().all(|&digit| i64::try_from(count(digit)) == Ok(digit))
    },
    lower: |some, to| {
        let (cells, by_house) = (some.cells(), some.by_house(some.cells()));
        let most = by_house.iter().map(Vec::len).min().unwrap_or(cells.len());
        let fits = |value: &i64| usize::try_from(*value).is_ok_and(|it| (1..=most).contains(&it));
        let sets = &Subsets::new(some.values().filter(fits), cells.len());
        for value in some.values().filter(|&value| sets.may_have(value)) {
            let must = sets.must_have(value);
            to.count(cells, |it| it == value, [0, value].into_iter().skip(must.into()));
            let houses = by_house.iter().filter(|it| must && i64::try_from(it.len()) == Ok(value));
            houses.flatten().for_each(|part| to.stands(part, value));
        }
        to.only(cells, |value| sets.may_have(value));
        if let options @ [_, ..] = sets.few() {
            to.any(options.iter().map(|set| {
                move |to: &mut Lowering<'_>| {
                    to.only(cells, |value| set.contains(&value) || !sets.may_have(value));
                    set.iter().copied().for_each(|value| to.stands(cells, value));
                }
            }));
        }
    },
    ..Kind::PLAIN
};
