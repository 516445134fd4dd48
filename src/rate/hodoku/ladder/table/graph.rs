//! Nodes, and what follows from each directly.

use super::super::als::{Set, sets};
use crate::grid::Digit;
use crate::rate::ground::{CANDIDATES, Cells, DIGITS, bits, cells};
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Link, Part, places};
use crate::rate::hodoku::units::{BOXES, COLUMNS, ROWS, Unit, shared, units_of};

/// A node that holds or does not: twice its number, one more if it holds.
pub(super) type Literal = usize;

/// Where a digit can be: a cell, or some of which one has it; or an almost locked set, which has it or
/// has not.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) cells: Cells,
    pub(super) digit: usize,
    /// The number of the set, if it is one.
    pub(super) set: Option<usize>,
}

/// What nodes there are beside candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nodes {
    /// None.
    Candidates,
    /// Groups.
    Groups,
    /// Groups and almost locked sets.
    Sets,
}

/// Nodes and their links. The first are the candidates by their numbers, `cell * DIGITS + digit`; groups
/// come after them, then almost locked sets, a node for each digit.
#[derive(Debug, Clone)]
pub(super) struct Graph<'a> {
    pub(super) position: &'a Position,
    pub(super) nodes: Vec<Node>,
    /// What follows, by literal; in order.
    pub(super) links: Vec<Vec<Literal>>,
    /// The almost locked sets of several cells.
    pub(super) sets: Vec<Set>,
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

    /// Whether it is in the cell of another, as two candidates are, or two digits of a group.
    pub(super) fn is_at(&self, other: &Self) -> bool {
        (self.set, other.set) == (None, None) && self.first() == other.first()
    }
}

impl<'a> Graph<'a> {
    pub(super) fn new(position: &'a Position, of: Nodes) -> Self {
        let candidates = (0..CANDIDATES).map(|number| Node {
            cells: 1 << (number / DIGITS),
            digit: number % DIGITS,
            set: None,
        });
        let mut graph = Graph {
            position,
            nodes: candidates.collect(),
            links: vec![Vec::new(); 2 * CANDIDATES],
            sets: Vec::new(),
        };
        for cell in cells(position.state.empty) {
            for digit in bits(position.state.of[cell]) {
                graph.link_candidate(cell, digit);
            }
        }
        if of != Nodes::Candidates {
            graph.add_groups();
        }
        if of == Nodes::Sets {
            graph.add_sets();
        }
        graph
    }

    /// The node of a literal.
    pub(super) fn node(&self, literal: Literal) -> Node {
        self.nodes[literal / 2]
    }

    /// What follows from what, as it is told.
    pub(super) fn implication(&self, path: &[Literal]) -> Part {
        let link = |&literal: &Literal| {
            let node = self.node(literal);
            Link {
                cells: places(node.cells),
                is_set: node.set.is_some(),
                digit: Digit::new(node.digit),
                strong: holds(literal),
            }
        };
        Part::Implication(path.iter().map(link).collect())
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
                        self.nodes.push(Node { cells, digit, set: None });
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
        let Node { cells: set, digit, .. } = self.nodes[group];
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
        let Node { cells: set, digit, .. } = self.nodes[group];
        let units = shared(cells(set));
        let mut beside = [const { Vec::new() }; 3];
        for other in (first..self.nodes.len()).filter(|&other| other != group) {
            let Node { cells: of, digit: of_digit, .. } = self.nodes[other];
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

    /// Almost locked sets of several cells: what sees all places of a digit in one takes it from the
    /// set, which then has all its others.
    fn add_sets(&mut self) {
        self.sets = sets(self.position);
        self.sets.retain(|set| set.cells.count_ones() > 1);
        let first = self.nodes.len();
        for (number, set) in self.sets.iter().enumerate() {
            let node = |digit| Node { cells: set.cells, digit, set: Some(number) };
            self.nodes.extend(bits(set.digits).map(node));
        }
        self.links.resize(2 * self.nodes.len(), Vec::new());
        let by_digit: [Vec<usize>; DIGITS] = std::array::from_fn(|digit| {
            (CANDIDATES..self.nodes.len()).filter(|&it| self.nodes[it].digit == digit).collect()
        });
        for entry in first..self.nodes.len() {
            self.link_set(entry, &by_digit);
        }
    }

    /// What takes a digit from a set, and what this takes in turn; groups and sets by their digits.
    fn link_set(&mut self, entry: usize, by_digit: &[Vec<usize>; DIGITS]) {
        let Node { cells: set, digit, set: Some(number) } = self.nodes[entry] else { return };
        let Set { digits, seen, .. }: Set = self.sets[number];
        for other in bits(digits & !(1 << digit)).filter(|&other| seen[other] != 0) {
            let to = cells(seen[other]).map(|cell| off(candidate(cell, other)));
            self.links[off(entry)].extend(to);
            for &node in &by_digit[other] {
                let Node { cells: of, set: of_set, .. } = self.nodes[node];
                let places = of_set.map_or(of, |of_set| self.sets[of_set].at[other]);
                if places & !seen[other] == 0 && (of_set.is_none() || of & set == 0) {
                    self.links[off(entry)].push(off(node));
                }
            }
        }
        for cell in cells(self.position.state.empty & !set) {
            let of = self.position.state.of[cell];
            let gone = bits(digits & of).filter(|&it| it != digit && seen[it] >> cell & 1 == 1);
            let gone = gone.fold(0, |gone, other| gone | 1 << other);
            let left = of & !gone;
            if left.is_power_of_two() && gone.count_ones() > 1 {
                let other = candidate(cell, left.trailing_zeros() as usize);
                self.links[off(entry)].push(on(other));
            }
        }
        if self.links[off(entry)].is_empty() {
            return;
        }
        for cell in cells(seen[digit]) {
            self.links[on(candidate(cell, digit))].push(off(entry));
        }
        for &node in &by_digit[digit] {
            let Node { cells: of, set: of_set, .. } = self.nodes[node];
            if of_set.is_none() && of & !seen[digit] == 0 {
                self.links[on(node)].push(off(entry));
            }
        }
    }
}
