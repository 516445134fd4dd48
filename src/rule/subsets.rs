//! Numbers that add up to a total.

/// The most sets that are looked for, and the most steps for that.
const MOST_SETS: usize = 1 << 14;
const MOST_STEPS: usize = 1 << 17;
/// The most sets that are few.
const FEW: usize = 128;

/// The sets of some numbers above 0 that add up to a total, unless they are too many.
#[derive(Debug)]
pub(super) struct Subsets {
    numbers: Vec<i64>,
    sets: Option<Vec<Vec<i64>>>,
}

impl Subsets {
    /// Of numbers in ascending order.
    pub(super) fn new(numbers: impl Iterator<Item = i64>, total: usize) -> Self {
        let numbers: Vec<_> = numbers.collect();
        Subsets { sets: sets(&numbers, total), numbers }
    }

    /// Whether some set has a number, as far as is known.
    pub(super) fn may_have(&self, number: i64) -> bool {
        let has = |sets: &Vec<Vec<_>>| sets.iter().any(|set| set.contains(&number));
        self.sets.as_ref().map_or_else(|| self.numbers.contains(&number), has)
    }

    /// Whether it is known that each set has a number.
    pub(super) fn must_have(&self, number: i64) -> bool {
        let has = |sets: &Vec<Vec<_>>| sets.iter().all(|set| set.contains(&number));
        self.sets.as_ref().is_some_and(has)
    }

    /// All of them, if they are few but more than one; else none.
    pub(super) fn few(&self) -> &[Vec<i64>] {
        let few = self.sets.as_deref().filter(|sets| (2..=FEW).contains(&sets.len()));
        few.unwrap_or_default()
    }
}

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

    #[test]
    fn what_sets_have_is_known_where_they_are_not_too_many() {
        let known = |some: &Subsets, number| (some.may_have(number), some.must_have(number));
        let some = Subsets::new(1..=4, 6);
        let of_some = [1, 2, 5].map(|number| known(&some, number));
        assert_eq!(of_some, [(true, false), (true, true), (false, false)]);
        assert_eq!(some.few().len(), 2);
        let (one, many) = (Subsets::new(1..=3, 6), Subsets::new(1..=36, 333));
        assert!(one.must_have(1) && one.few().is_empty());
        assert_eq!([0, 36].map(|number| known(&many, number)), [(false, false), (true, false)]);
        assert!(many.few().is_empty());
    }
}
