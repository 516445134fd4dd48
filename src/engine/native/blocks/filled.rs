//! Distinct cells that have no more digits left than there are cells: each of these digits stands in one
//! of them, as in a full house.

use super::{Domain, Word};
use crate::grid::{Cell, Digit, House};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Literal};

/// For each digit that does not stand there yet, that it stands in one of the cells.
pub(in super::super) fn clauses<W: Word>(
    puzzle: &Puzzle,
    domain: Domain<'_, W>,
) -> Vec<Vec<Literal>> {
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let distinct = blocks.filter_map(|block| match block {
        Block::Distinct(block) => Some(block.cells()),
        _ => None,
    });
    let layout = puzzle.layout();
    let houses = &layout.houses()[layout.full_houses().len()..];
    let groups = houses.iter().map(House::cells).chain(distinct);
    let mut clauses = Vec::new();
    for cells in groups.filter(|cells| (3..layout.digits()).contains(&cells.len())) {
        let set = |cell: &Cell| domain.cells[cell.index()];
        let digits = cells.iter().map(set).fold(W::EMPTY, W::or);
        let known = cells.iter().map(set).filter(|set| !set.is_several());
        let open = digits.without(known.fold(W::EMPTY, W::or));
        if usize::try_from(digits.count()) != Ok(cells.len()) || open.is_empty() {
            continue;
        }
        clauses.extend(open.numbers().map(|digit| {
            let places = cells.iter().filter(|cell| set(cell).meets(W::bit(digit)));
            let literal = |&cell| Literal { cell, digit: Digit::new(digit), stands: true };
            places.map(literal).collect()
        }));
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::native::geometry::Geometry;
    use crate::grid::Layout;
    use crate::rule::Rule;

    #[test]
    fn cells_with_as_many_digits_have_each() {
        let layout = Layout::boxes(2, 3).unwrap().shared();
        let rules = ["distinct r1c1 r2c4 r4c1", "distinct r1c1 r2c4 r5c5"];
        let rules = rules.map(|text| Rule::parse(text, &layout).unwrap());
        let puzzle = rules.into_iter().fold(Puzzle::new(layout.clone()), Puzzle::with_rule);
        let geometry = Geometry::<u32>::new(&layout, &[]);
        let mut cells = vec![0b11_1111; layout.cells()];
        // Of three digits one is known.
        (cells[0], cells[9], cells[18]) = (0b01_0010, 0b01_0011, 0b1);
        let clauses = clauses(&puzzle, Domain { geometry: &geometry, cells: &cells });
        let text = |literal: &Literal| {
            format!("{} {}", layout.name_of(literal.cell), literal.digit.index())
        };
        let texts: Vec<_> =
            clauses.iter().map(|it| it.iter().map(text).collect::<Vec<_>>()).collect();
        assert_eq!(texts, [["r1c1 1", "r2c4 1"], ["r1c1 4", "r2c4 4"]]);
    }
}
