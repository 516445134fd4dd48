//! What follows of several nodes together: the last candidate of a cell, the last place of a digit in a
//! house. Of a contradiction everything follows.

use super::graph::{Graph, Literal, candidate, holds, on};
use super::spread::Table;
use crate::rate::ground::{CANDIDATES, Cells, DIGITS, Digits, HOUSES, bits, cells};
use crate::rate::hodoku::units::{Unit, units_of};

/// A table with all that follows. What follows of several is told by the first of them alone.
pub(super) fn net(graph: &Graph<'_>, start: Literal) -> Table {
    let mut net = Net { graph, table: Table::new(graph, start), off: [0; DIGITS], next: 0 };
    net.close();
    net.table
}

struct Net<'a> {
    graph: &'a Graph<'a>,
    table: Table,
    /// By digit, the cells that it is not in.
    off: [Cells; DIGITS],
    next: usize,
}

impl Net<'_> {
    fn close(&mut self) {
        while self.next < self.table.list.len() {
            let at = self.next;
            self.next += 1;
            let (literal, _) = self.table.list[at];
            for k in 0..self.graph.links[literal].len() {
                self.add(self.graph.links[literal][k], at);
            }
            let node = self.graph.node(literal);
            if holds(literal) || literal / 2 >= CANDIDATES {
                continue;
            }
            self.off[node.digit] |= node.cells;
            self.cell(node.first(), at);
            for unit in units_of(node.first()) {
                self.house(unit, node.digit, at);
            }
        }
    }

    fn add(&mut self, literal: Literal, from: usize) {
        if self.table.find(literal).is_none() {
            self.table.push(literal, from, self.table.depth[from] + 1);
        }
    }

    /// A cell has one candidate left, or none: then all hold.
    fn cell(&mut self, cell: usize, at: usize) {
        let of = self.graph.position.state.of[cell];
        let gone = |digit: &usize| self.off[*digit] >> cell & 1 == 1;
        let gone = bits(of).filter(gone).fold(0, |set: Digits, digit| set | 1 << digit);
        let left = of & !gone;
        let hold = match left.count_ones() {
            0 => of,
            1 => left,
            _ => return,
        };
        for digit in bits(hold) {
            self.add(on(candidate(cell, digit)), at);
        }
    }

    /// A digit has one place left in a house, or none: then all hold.
    fn house(&mut self, unit: Unit, digit: usize, at: usize) {
        let places = unit.places(self.graph.position, digit);
        let left = places & !self.off[digit];
        let hold = match left.count_ones() {
            0 => places,
            1 => left,
            _ => return,
        };
        for cell in cells(hold) {
            self.add(on(candidate(cell, digit)), at);
        }
    }
}

/// Whether a place in a table was reached by more than links: then it is a net.
pub(super) fn is_net(graph: &Graph<'_>, table: &Table, mut at: usize) -> bool {
    while at != 0 {
        let (literal, from) = table.list[at];
        if !graph.links[table.list[from].0].contains(&literal) {
            return true;
        }
        at = from;
    }
    false
}

/// All houses.
pub(super) fn houses() -> impl Iterator<Item = Unit> {
    (0..HOUSES).map(Unit)
}
