//! Connected cells that are counted too: connected sets of a known size, which say far more.
//!
//! Unknown regions are often written so: each number is connected, and stands a number of times.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Connected, Rule};

/// Some cells, in order, and some digits, in order.
type Counted = (Vec<Cell>, Vec<Digit>);

/// The same puzzle with the sizes of connected cells that follow from counts of their digits, together or one by one, in
/// the same cells; `None` if none follows. Rules that get one are free rules then: a kind that search takes hints from
/// has its sizes itself.
pub(super) fn with_sizes(puzzle: &Puzzle) -> Option<Puzzle> {
    let blocks = || puzzle.rules().iter().flat_map(|rule| rule.blocks());
    if !blocks().any(|block| of_any_size(block).is_some()) {
        return None;
    }
    let known: BTreeMap<Counted, usize> = blocks().filter_map(count).collect();
    let sized = |block: &Block| {
        let block = of_any_size(block)?;
        let (cells, digits) = (sorted(block.cells()), block.digits().iter().collect_vec());
        let count = |digits: &[Digit]| known.get(&(cells.clone(), digits.to_vec())).copied();
        let one_by_one = || digits.chunks(1).map(count).sum::<Option<usize>>();
        let size = count(&digits).or_else(one_by_one)?;
        Some(Block::Connected(block.with_size(Some(size))))
    };
    let is_sized = |rule: &Rule| rule.blocks().iter().any(|block| sized(block).is_some());
    if !puzzle.rules().iter().any(|rule| is_sized(rule)) {
        return None;
    }
    let mut found = puzzle.clone();
    for rule in puzzle.rules() {
        found = found.without_rule(0);
        found = if is_sized(rule) {
            let block = |block: &Block| sized(block).unwrap_or_else(|| block.clone());
            let blocks: Vec<_> = rule.blocks().iter().map(block).collect();
            found.with_rule(Rule::from_blocks(rule.name(), blocks))
        } else {
            found.with_rule(rule.clone())
        };
    }
    Some(found)
}

/// Connected cells of any number.
fn of_any_size(block: &Block) -> Option<&Connected> {
    match block {
        Block::Connected(block) if block.size().is_none() => Some(block),
        _ => None,
    }
}

/// What a sum says that counts some digits in its cells: how many have one of them.
fn count(block: &Block) -> Option<(Counted, usize)> {
    let Block::Sum(block) = block else { return None };
    let (&[target], [first, others @ ..]) = (block.targets(), block.weights()) else { return None };
    let is_count = first.iter().all(|worth| (0..=1).contains(worth));
    let size = usize::try_from(target).ok().filter(|&size| size <= block.cells().len())?;
    if !is_count || others.iter().any(|table| table != first) {
        return None;
    }
    let digits = first.iter().positions(|&worth| worth == 1).map(Digit::new).collect();
    Some(((sorted(block.cells()), digits), size))
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    cells.iter().copied().sorted_unstable().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::super::Native;
    use super::*;
    use crate::grid::Layout;
    use crate::limits::{End, Limits};
    use crate::rule::Sum;

    fn puzzle(rules: &[&str]) -> Puzzle {
        let layout = Layout::latin(4).unwrap().shared();
        let rules = rules.iter().map(|text| Rule::parse(text, &layout).unwrap());
        rules.fold(Puzzle::new(layout.clone()), Puzzle::with_rule)
    }

    fn sizes(puzzle: &Puzzle) -> Vec<Option<usize>> {
        let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
        let size = |block: &Block| match block {
            Block::Connected(block) => Some(block.size()),
            _ => None,
        };
        blocks.filter_map(size).collect()
    }

    #[test]
    fn counted_cells_have_a_size_and_the_same_solutions() {
        let [two, one] = ["connected 1 2 r1-2c1-4", "connected 3 4 r3-4c1-4"];
        // Two rows of a Latin square have each digit twice, said or not.
        let counted = puzzle(&[two, one, "containsexactly 1 1 2 2 r1-2c1-4"]);
        let sized = with_sizes(&counted).unwrap();
        assert_eq!(sizes(&sized), [Some(4), None]);
        let names = |puzzle: &Puzzle| -> Vec<String> {
            puzzle.rules().iter().map(|rule| rule.name().to_owned()).collect()
        };
        assert_eq!(names(&sized), names(&counted));
        for rules in [
            &[two][..],
            &[two, "containsexactly 1 1 r1-2c1-4"],
            &[two, "containsexactly 1 1 2 2 r2-3c1-4"],
            &[two, "contains 1 1 2 2 r1-2c1-4"],
            &["connectedsize 4 1 2 r1-2c1-4", "containsexactly 1 1 2 2 r1-2c1-4"],
        ] {
            assert!(with_sizes(&puzzle(rules)).is_none(), "{rules:?}");
        }
        let solutions = |puzzle: &Puzzle| {
            let mut found = BTreeSet::new();
            let mut visit = |digits: &[Digit]| {
                assert!(found.insert(digits.to_vec()));
                ControlFlow::Continue(())
            };
            let end = Native::with_patience(20, super::super::turns::Pace::USUAL).search(
                puzzle,
                &Limits::none(),
                &mut visit,
            );
            assert_eq!(end.1, End::Exhausted);
            found
        };
        let plain = solutions(&puzzle(&[two, one]));
        assert!(!plain.is_empty() && plain.len() < 500, "{}", plain.len());
        assert_eq!(solutions(&counted), plain);
    }

    #[test]
    fn counts_of_digits_together_or_of_none_are_sizes_too() {
        let cells: Vec<Cell> = (0..8).map(Cell::new).collect();
        let sized = |of: &[i32; 4], target: i64| {
            let weights: Vec<Arc<[i32]>> = vec![of[..].into(); 8];
            let sum = Block::Sum(Sum::new(&*cells, weights, [target]));
            let puzzle = puzzle(&["connected 1 2 r1-2c1-4"]);
            with_sizes(&puzzle.with_rule(Rule::from_blocks("count", [sum]))).map(|it| sizes(&it))
        };
        assert_eq!(sized(&[1, 1, 0, 0], 4), Some(vec![Some(4)]));
        assert_eq!(sized(&[1, 1, 0, 0], 0), Some(vec![Some(0)]));
        for (of, target) in [([1, 1, 1, 0], 4), ([1, 2, 0, 0], 4), ([1, 1, 0, 0], 9)] {
            assert_eq!(sized(&of, target), None, "{of:?} {target}");
        }
        let twice = ["connected 1 r1", "containsexactly 1 r1", "connected 2 r2"];
        assert_eq!(with_sizes(&puzzle(&twice)).map(|it| sizes(&it)), Some(vec![Some(1), None]));
    }
}
