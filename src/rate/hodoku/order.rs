//! In which order singles come up while the digits of a puzzle are given, row by row: what
//! [`Position::give`] leads to, without going through it.
//!
//! [`Position::give`]: super::position::Position::give

use super::units::Unit;
use crate::rate::ground::{CELLS, Cells, DIGITS, Ground, HOUSES, bits, cells, classic};
use crate::rate::state::State;

/// Cell and digit of a single.
type Single = (usize, usize);

/// The givens by number, which is when they are given.
pub(super) struct Order {
    ground: &'static Ground,
    pub(super) givens: Cells,
    /// By cell, if it is given.
    when: [u32; CELLS],
    /// By digit, the cells that have it, ascending.
    cells_of: [[u8; DIGITS]; DIGITS],
    count: [u8; DIGITS],
}

/// When something happens: of a given first what it takes from cells that it sees, cell by cell, then
/// what its own cell loses, digit by digit; row, column and box.
const fn time(given: u32, own: bool, number: usize) -> u32 {
    given << 12 | (own as u32) << 11 | (number as u32) << 3
}

impl Order {
    pub(super) fn new(values: &[u8; CELLS]) -> Self {
        let mut order = Order {
            ground: classic(),
            givens: 0,
            when: [0; CELLS],
            cells_of: [[0; DIGITS]; DIGITS],
            count: [0; DIGITS],
        };
        let given = values.iter().enumerate().filter(|(_, value)| **value > 0);
        for ((cell, &value), number) in given.zip(0..) {
            let digit = usize::from(value) - 1;
            order.givens |= 1 << cell;
            order.when[cell] = number;
            if let Some(to) = order.cells_of[digit].get_mut(usize::from(order.count[digit])) {
                *to = cell as u8;
                order.count[digit] += 1;
            }
        }
        order
    }

    /// When a cell loses a digit to what it sees, if it does.
    fn loss(&self, cell: usize, digit: usize) -> Option<u32> {
        let givens = &self.cells_of[digit][..self.count[digit].into()];
        let seen = givens.iter().find(|&&given| self.ground.peers[cell] >> given & 1 == 1);
        seen.map(|&given| self.when[usize::from(given)])
    }

    /// When a candidate goes, if it does.
    fn gone(&self, cell: usize, digit: usize) -> Option<u32> {
        let loss = self.loss(cell, digit).map(|given| time(given, false, cell));
        let fill = (self.givens >> cell & 1 == 1).then(|| time(self.when[cell], true, digit));
        match (loss, fill) {
            (Some(loss), Some(fill)) => Some(loss.min(fill)),
            (loss, fill) => loss.or(fill),
        }
    }

    /// Cells with one candidate, as they come up.
    pub(super) fn naked(&self, state: &State) -> Vec<Single> {
        let mut found = Vec::new();
        for cell in cells(state.empty).filter(|&cell| state.of[cell].is_power_of_two()) {
            let digit = state.of[cell].trailing_zeros() as usize;
            let others = (0..DIGITS).filter(|&other| other != digit);
            let last = others.filter_map(|other| self.loss(cell, other)).max();
            found.push((time(last.unwrap_or(0), false, cell), (cell, digit)));
        }
        sorted(found)
    }

    /// Digits with one place in a house, as they come up.
    pub(super) fn hidden(&self, state: &State) -> Vec<Single> {
        let mut found = Vec::new();
        for unit in (0..HOUSES).map(Unit) {
            for digit in bits(state.single[unit.house()]) {
                let places = state.places[unit.house()][digit];
                let of_house = &self.ground.houses[unit.house()].cells;
                let place = places.trailing_zeros() as usize;
                let cell = usize::from(of_house[place]);
                let others = of_house.iter().map(|&cell| usize::from(cell));
                let others = others.filter(|&other| other != cell);
                let last = others.filter_map(|other| self.gone(other, digit)).max();
                found.push((last.unwrap_or(0) | unit.kind() as u32, (cell, digit)));
            }
        }
        sorted(found)
    }
}

fn sorted(mut found: Vec<(u32, Single)>) -> Vec<Single> {
    found.sort_unstable_by_key(|&(time, _)| time);
    found.into_iter().map(|(_, single)| single).collect()
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;
    use super::super::queue::Queue;
    use super::super::units::units_of;
    use super::*;

    /// Givens one by one lead to the same position and to the same singles in the same order.
    #[test]
    fn givens_together_are_givens_one_by_one() {
        let text = include_str!("../../../tests/hodoku/scores.csv");
        let mut singles = 0;
        for line in text.lines().skip(1) {
            let value = |symbol: char| symbol.to_digit(10).map_or(0, |digit| digit as u8);
            let values: Vec<_> = line.chars().take(CELLS).map(value).collect();
            let values: [u8; CELLS] = values.try_into().unwrap();
            let together = Position::of(values);
            let mut each = Position::empty();
            for (cell, &value) in values.iter().enumerate().filter(|(_, value)| **value > 0) {
                each.give(cell, usize::from(value) - 1);
            }
            assert_eq!((together.values, together.givens), (each.values, each.givens), "{line}");
            let [one, other] = [&together.state, &each.state];
            assert_eq!((one.of, one.places, one.single), (other.of, other.places, other.single));
            assert_eq!((one.at.0, one.empty, one.open), (other.at.0, other.empty, other.open));
            assert_eq!((one.last, one.placed), (other.last, other.placed));
            let open = |queue: &Queue| {
                let left = queue.iter().filter(|&(cell, _)| values[cell] == 0);
                left.collect::<Vec<_>>()
            };
            assert_eq!(open(&together.naked), open(&each.naked), "{line}");
            let still = |queue| {
                let is_one = |unit: Unit, digit| unit.count(&each, digit) == 1;
                let mut left = open(queue);
                left.retain(|&(cell, digit)| {
                    units_of(cell).into_iter().any(|unit| is_one(unit, digit))
                });
                left
            };
            assert_eq!(still(&together.hidden), still(&each.hidden), "{line}");
            singles += still(&together.hidden).len();
        }
        assert!(singles > 900, "{singles}");
    }
}
