//! Regions that other programs give cell by cell: boxes of a layout, irregular regions, or, where
//! they are neither, sets of cells beside it.

use std::collections::BTreeMap;

use crate::grid::{LayoutSpec, default_box};

/// The region of each cell, from 0 in the order they first occur; none for cells in no region.
pub(super) type Regions = Vec<Option<u16>>;

/// Regions as they are named, numbered. Of more than can be numbered, the cells are in none.
pub(super) fn numbered<Name: Copy + Ord>(names: &[Option<Name>]) -> Regions {
    let mut numbers: BTreeMap<Name, usize> = BTreeMap::new();
    let mut number = |name: Name| {
        let next = numbers.len();
        u16::try_from(*numbers.entry(name).or_insert(next)).ok()
    };
    names.iter().map(|name| name.and_then(&mut number)).collect()
}

/// The box of a cell, where boxes have so many rows and columns.
pub(super) fn in_boxes(cell: usize, side: usize, (rows, columns): (usize, usize)) -> usize {
    cell / side / rows * (side / columns) + cell % side / columns
}

/// The layout that has these regions as houses; where none does, one without, and themselves: some
/// cells are in none, or they have not as many cells as there are digits.
pub(super) fn houses(regions: Regions, side: usize) -> (LayoutSpec, Option<Regions>) {
    let beside = |regions: Regions| {
        let any = regions.iter().any(Option::is_some);
        (LayoutSpec::latin(), any.then_some(regions))
    };
    let whole: Option<Box<[u16]>> = regions.iter().copied().collect();
    let Some(whole) = whole else { return beside(regions) };
    let are_boxes = |shape: &(usize, usize)| {
        whole
            .iter()
            .enumerate()
            .all(|(k, &region)| usize::from(region) == in_boxes(k, side, *shape))
    };
    let shapes = (1..=side).filter(|rows| side.is_multiple_of(*rows));
    let shape = shapes.map(|rows| (rows, side / rows)).find(are_boxes);
    let usual = default_box(side);
    match shape {
        Some((1, _) | (_, 1)) if usual.is_some() => return (LayoutSpec::latin(), None),
        Some((1, _) | (_, 1)) => return (LayoutSpec::default(), None),
        Some(_) if shape == usual => return (LayoutSpec::default(), None),
        Some((rows, columns)) => {
            if let Ok(spec) = LayoutSpec::boxes(rows, columns) {
                return (spec, None);
            }
        }
        None => {}
    }
    let mut sizes = vec![0; whole.iter().max().map_or(0, |&last| usize::from(last) + 1)];
    whole.iter().for_each(|&region| sizes[usize::from(region)] += 1);
    if sizes.iter().all(|&size| size == side) {
        return (LayoutSpec::default().with_regions(whole), None);
    }
    beside(regions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(side: usize, label: impl Fn(usize, usize) -> Option<usize>) -> (String, bool) {
        let labels: Vec<_> = (0..side * side).map(|k| label(k / side, k % side)).collect();
        let (spec, beside) = houses(numbered(&labels), side);
        (spec.to_string(), beside.is_some())
    }

    #[test]
    fn regions_are_layouts() {
        let boxes = |r: usize, c: usize| Some(r / 2 * 7 + c / 3);
        assert_eq!(spec(6, boxes), (String::new(), false));
        let high = |r: usize, c: usize| Some(99 - r / 3 * 9 - c / 2);
        assert_eq!(spec(6, high), ("3x2".into(), false));
        assert_eq!(spec(6, |r, _| Some(r)), ("latin".into(), false));
        assert_eq!(spec(7, |_, c| Some(c)), (String::new(), false));
        assert_eq!(spec(4, |_, _| None), ("latin".into(), false));
        assert_eq!(spec(4, |r, _| (r > 0).then_some(1)), ("latin".into(), true));
        let snake = |r: usize, c: usize| Some(if r < 2 { c / 2 } else { r });
        let (spec, beside) = spec(4, snake);
        assert_eq!((&*spec, beside), ("regions=AABBAABBCCCCDDDD", false));
    }
}
