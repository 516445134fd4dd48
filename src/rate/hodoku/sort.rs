//! The least of a list by an order that is none in the strict sense: which is taken depends on how it
//! is looked for.

use std::cmp::Ordering;

/// Below this a list is sorted by insertion.
const SHORT: usize = 7;

/// The first of a list after it was merged from halves, those of fewer than seven by insertion, which
/// is how HoDoKu's platform sorted when the scale was made. The order need not be transitive, for
/// which the standard library's sort may panic.
pub(super) fn least<T: Clone>(list: &[T], order: impl Fn(&T, &T) -> Ordering + Copy) -> Option<T> {
    let mut list = list.to_vec();
    merge_sort(&mut list, order);
    list.into_iter().next()
}

fn merge_sort<T: Clone>(list: &mut [T], order: impl Fn(&T, &T) -> Ordering + Copy) {
    if list.len() < SHORT {
        for end in 1..list.len() {
            let mut at = end;
            while at > 0 && order(&list[at - 1], &list[at]).is_gt() {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
        return;
    }
    let middle = list.len() / 2;
    let (low, high) = list.split_at_mut(middle);
    merge_sort(low, order);
    merge_sort(high, order);
    if order(&list[middle - 1], &list[middle]).is_le() {
        return;
    }
    let (low, high) = (list[..middle].to_vec(), list[middle..].to_vec());
    let (mut low, mut high) = (low.into_iter().peekable(), high.into_iter().peekable());
    for to in list {
        let first = match (low.peek(), high.peek()) {
            (Some(one), Some(other)) => order(one, other).is_le(),
            (one, _) => one.is_some(),
        };
        let next = if first { low.next() } else { high.next() };
        if let Some(next) = next {
            *to = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_equals_stay_in_order() {
        for length in 0..40_usize {
            let list: Vec<_> = (0..length).map(|k| (k * 7919 % 11, k)).collect();
            let mut sorted = list.clone();
            sorted.sort_by_key(|it| it.0);
            let mut merged = list.clone();
            merge_sort(&mut merged, |one, other| one.0.cmp(&other.0));
            assert_eq!(merged, sorted);
            assert_eq!(least(&list, |one, other| one.0.cmp(&other.0)), sorted.first().copied());
        }
    }
}
