//! Counting circles. The digits that stand in them add up to the number of cells, and each stands in no more
//! of them than there are houses that have some.

use super::{Kind, Lowering, Shape};

/// The most sets of digits that are looked for, and the most steps for that; beyond, any digit may stand in the
/// cells.
const MOST_SETS: usize = 1 << 14;
const MOST_STEPS: usize = 1 << 17;
/// The most sets that are said as a choice.
const MOST_OPTIONS: usize = 128;

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
        let values: Vec<_> = some.values().filter(fits).collect();
        let sets = sets(&values, cells.len());
        let mut possible = values.clone();
        possible
            .retain(|it| sets.as_ref().is_none_or(|sets| sets.iter().any(|set| set.contains(it))));
        for &value in &possible {
            if sets.as_ref().is_none_or(|sets| sets.iter().any(|set| !set.contains(&value))) {
                to.count(cells, |it| it == value, [0, value]);
                continue;
            }
            to.count(cells, |it| it == value, [value]);
            for part in by_house.iter().filter(|it| i64::try_from(it.len()) == Ok(value)).flatten()
            {
                to.clause(&part.iter().map(|&cell| (cell, value, true)).collect::<Vec<_>>());
            }
        }
        if possible.is_empty() {
            return to.never();
        }
        to.only(cells, |value| possible.contains(&value));
        let some_sets = sets.filter(|sets| (2..=MOST_OPTIONS).contains(&sets.len()));
        if let Some(sets) = some_sets {
            let is_possible = |value| possible.contains(&value);
            to.any(sets.iter().map(|set| {
                move |to: &mut Lowering<'_>| {
                    to.only(cells, |value| set.contains(&value) || !is_possible(value));
                    for &value in set {
                        to.clause(
                            &cells.iter().map(|&cell| (cell, value, true)).collect::<Vec<_>>(),
                        );
                    }
                }
            }));
        }
    },
    ..Kind::PLAIN
};

/// The sets of some numbers above 0, in ascending order, that add up to a total; `None` if they are too many.
fn sets(numbers: &[i64], total: usize) -> Option<Vec<Vec<i64>>> {
    let mut open = vec![(Vec::new(), i64::try_from(total).ok()?, numbers)];
    let (mut sets, mut steps) = (Vec::new(), 0);
    while let Some((set, rest, numbers)) = open.pop() {
        steps += 1;
        if sets.len() > MOST_SETS || steps > MOST_STEPS {
            return None;
        }
        if rest == 0 {
            sets.push(set);
            continue;
        }
        // All that come later fill the rest at most.
        let mut later = 0;
        for (k, &number) in numbers.iter().enumerate().rev() {
            later += number;
            if number <= rest && rest <= later {
                let longer = set.iter().copied().chain([number]).collect();
                open.push((longer, rest - number, &numbers[k + 1..]));
            }
        }
    }
    Some(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_few_and_of_many_numbers() {
        let sets = |most: i64, total| sets(&(1..=most).collect::<Vec<_>>(), total);
        assert_eq!(sets(4, 6), Some(vec![vec![1, 2, 3], vec![2, 4]]));
        assert_eq!(sets(4, 11), Some(vec![]));
        assert_eq!(sets(4, 0), Some(vec![vec![]]));
        // As many as of 25, the numbers that are left out.
        assert_eq!(sets(25, 300).map(|sets| sets.len()), Some(142));
        assert_eq!(sets(36, 333), None);
        assert_eq!(sets(400, 5000), None);
    }
}
