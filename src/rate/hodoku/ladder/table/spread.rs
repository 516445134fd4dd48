//! What follows from a literal in several links, the nearest first.

use super::graph::{Graph, Literal, candidate, off, on};
use crate::rate::ground::{CANDIDATES, Cells, DIGITS};

/// How much a table holds.
const MOST: usize = 1000;

/// What follows from a literal, with what it follows from.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// The literals, and the place in the list of what each follows from; the first is assumed.
    pub(super) list: Vec<(Literal, usize)>,
    /// How many links lead to each.
    pub(super) depth: Vec<usize>,
    /// The place of each literal in the list, if it is there; one more than it.
    place: Vec<u32>,
}

impl Table {
    pub(super) fn new(graph: &Graph<'_>, start: Literal) -> Self {
        let mut table = Table::new_at(graph, start);
        let mut at = 0;
        while at < table.list.len() && table.list.len() < MOST {
            let (from, _) = table.list[at];
            for &to in &graph.links[from] {
                if table.place[to] == 0 && table.list.len() < MOST {
                    table.push(to, at, table.depth[at] + 1);
                }
            }
            at += 1;
        }
        table
    }

    /// The table with its start alone.
    pub(super) fn new_at(graph: &Graph<'_>, start: Literal) -> Self {
        let mut table = Table {
            list: Vec::with_capacity(256),
            depth: Vec::with_capacity(256),
            place: vec![0; graph.links.len()],
        };
        table.push(start, 0, 0);
        table
    }

    pub(super) fn push(&mut self, literal: Literal, from: usize, depth: usize) {
        self.list.push((literal, from));
        self.depth.push(depth);
        self.place[literal] = self.list.len() as u32;
    }

    /// Where a literal stands in the list.
    pub(super) fn find(&self, literal: Literal) -> Option<usize> {
        (self.place[literal] as usize).checked_sub(1)
    }

    /// The path to a place in the list, from the start on.
    pub(super) fn path(&self, mut at: usize) -> Vec<Literal> {
        let mut path = vec![self.list[at].0];
        while at != 0 {
            at = self.list[at].1;
            path.push(self.list[at].0);
        }
        path.reverse();
        path
    }

    /// The candidates that hold, or that do not, by digit.
    pub(super) fn sets(&self) -> [[Cells; DIGITS]; 2] {
        let mut sets = [[0; DIGITS]; 2];
        for number in 0..CANDIDATES {
            let (cell, digit) = (number / DIGITS, number % DIGITS);
            for (set, literal) in
                [off(candidate(cell, digit)), on(candidate(cell, digit))].into_iter().enumerate()
            {
                if self.place[literal] != 0 {
                    sets[set][digit] |= 1 << cell;
                }
            }
        }
        sets
    }
}
