//! Nodes, and what follows from each directly.

use crate::rate::ground::{CANDIDATES, Cells, DIGITS, bits, cells};
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::units::{BOXES, COLUMNS, ROWS, Unit, shared, units_of};

/// A node that holds or does not: twice its number, one more if it holds.
pub(super) type Literal = usize;

/// Where a digit can be: a cell, or some of which one has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) cells: Cells,
    pub(super) digit: usize,
}

/// Nodes and their links. The first are the candidates by their numbers, `cell * DIGITS + digit`; groups
/// come after them.
#[derive(Debug, Clone)]
pub(super) struct Graph<'a> {
    pub(super) position: &'a Position,
    pub(super) nodes: Vec<Node>,
    /// What follows, by literal; in order.
    pub(super) links: Vec<Vec<Literal>>,
}

pub(super) const fn on(node: usize) -> Literal {
    2 * node + 1
}

pub(super) const fn off(node: usize) -> Literal {
    2 * node
}

pub(super) const fn holds(literal: Literal) -> bool {
    literal % 2 == 1
}

pub(super) const fn candidate(cell: usize, digit: usize) -> usize {
    cell * DIGITS + digit
}

impl Node {
    /// Its first cell, which stands for it where chains are compared.
    pub(super) fn first(&self) -> usize {
        self.cells.trailing_zeros() as usize
    }
}

impl<'a> Graph<'a> {
    pub(super) fn new(position: &'a Position, grouped: bool) -> Self {
        let candidates = (0..CANDIDATES)
            .map(|number| Node { cells: 1 << (number / DIGITS), digit: number % DIGITS });
        let mut graph = Graph {
            position,
            nodes: candidates.collect(),
            links: vec![Vec::new(); 2 * CANDIDATES],
        };
        for cell in cells(position.state.empty) {
            for digit in bits(position.state.of[cell]) {
                graph.link_candidate(cell, digit);
            }
        }
        if grouped {
            graph.add_groups();
        }
        graph
    }

    /// The node of a literal.
    pub(super) fn node(&self, literal: Literal) -> Node {
        self.nodes[literal / 2]
    }

    fn add(&mut self, from: Literal, to: Literal) {
        if !self.links[from].contains(&to) {
            self.links[from].push(to);
        }
    }

    fn link_candidate(&mut self, cell: usize, digit: usize) {
        let position = self.position;
        let node = candidate(cell, digit);
        let others = position.state.of[cell] & !(1 << digit);
        for other in bits(others) {
            self.add(on(node), off(candidate(cell, other)));
            if others.is_power_of_two() {
                self.add(off(node), on(candidate(cell, other)));
            }
        }
        for unit in units_of(cell) {
            let others = unit.places(position, digit) & !(1 << cell);
            for other in cells(others) {
                self.add(on(node), off(candidate(other, digit)));
                if others.is_power_of_two() {
                    self.add(off(node), on(candidate(other, digit)));
                }
            }
        }
    }

    /// Two or three places of a digit in a line and a box: rows, then columns.
    fn add_groups(&mut self) {
        let first = self.nodes.len();
        for line in ROWS.chain(COLUMNS).map(Unit) {
            for digit in 0..DIGITS {
                for block in BOXES.map(Unit) {
                    let cells = line.places(self.position, digit) & block.set(self.position.ground);
                    if cells.count_ones() >= 2 {
                        self.nodes.push(Node { cells, digit });
                    }
                }
            }
        }
        self.links.resize(2 * self.nodes.len(), Vec::new());
        for group in first..self.nodes.len() {
            self.link_group(group);
            self.link_groups(first, group);
        }
    }

    /// A group and the candidates that see it.
    fn link_group(&mut self, group: usize) {
        let Node { cells: set, digit } = self.nodes[group];
        let position = self.position;
        let seen = position.seen_with(set, digit);
        for cell in cells(seen) {
            self.add(on(group), off(candidate(cell, digit)));
            self.add(on(candidate(cell, digit)), off(group));
        }
        let [row, column, block] = shared(cells(set));
        for unit in [block, row, column].into_iter().flatten() {
            let left = seen & unit.set(position.ground);
            if left.is_power_of_two() {
                let other = candidate(left.trailing_zeros() as usize, digit);
                self.add(off(group), on(other));
                self.add(off(other), on(group));
            }
        }
    }

    /// A group and the others of its digit in its line and its box.
    fn link_groups(&mut self, first: usize, group: usize) {
        let Node { cells: set, digit } = self.nodes[group];
        let units = shared(cells(set));
        let mut beside = [const { Vec::new() }; 3];
        for other in (first..self.nodes.len()).filter(|&other| other != group) {
            let Node { cells: of, digit: of_digit } = self.nodes[other];
            if of_digit != digit || of & set != 0 {
                continue;
            }
            let theirs = shared(cells(of));
            for kind in 0..3 {
                if units[kind].is_some() && units[kind] == theirs[kind] {
                    beside[kind].push(other);
                    self.add(on(group), off(other));
                }
            }
        }
        for (kind, beside) in beside.iter().enumerate() {
            if let ([other], Some(unit)) = (&**beside, units[kind]) {
                let places = unit.places(self.position, digit);
                if places & !set & !self.nodes[*other].cells == 0 {
                    self.add(off(group), on(*other));
                }
            }
        }
    }
}
