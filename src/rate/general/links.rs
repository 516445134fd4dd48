//! What a candidate that is on turns off, and one that is off turns on.

use super::view::{Ground, Set, View, bits};
use crate::grid::{Cell, Digit};
use crate::rate::step::{Node, Rule};

/// A candidate on or off, as a number: twice the candidate's, plus one if it is on.
pub(super) type Literal = u32;

/// Which links are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Via {
    /// Those of one digit in houses.
    Digit,
    /// All of them.
    Both,
}

pub(super) fn literal(ground: &Ground, cell: usize, digit: usize, on: bool) -> Literal {
    ((cell * ground.digits + digit) * 2 + usize::from(on)) as Literal
}

/// Cell, digit, and whether it is on.
pub(super) fn split(ground: &Ground, literal: Literal) -> (usize, usize, bool) {
    let (id, on) = (literal as usize / 2, literal % 2 == 1);
    (id / ground.digits, id % ground.digits, on)
}

/// A node as a step tells it.
pub(super) fn node(ground: &Ground, at: Literal, rule: Rule, parents: Vec<usize>) -> Node {
    let (cell, digit, on) = split(ground, at);
    let (cell, digit) = (Cell::new(cell), Digit::new(digit));
    Node { cell, digit, on, parents, rule, nested: None }
}

/// A house of two cells.
fn shared(ground: &Ground, one: usize, other: usize) -> Rule {
    let layout = ground.puzzle.layout();
    let of = |cell: usize| layout.houses_of(Cell::new(cell));
    let house = of(one).iter().find(|house| of(other).contains(house));
    house.map_or(Rule::Assumed, |&house| Rule::House(house as usize))
}

/// What follows by one link from a literal, in candidates `of` cells, with why.
pub(super) fn follow(view: &View<'_>, from: Literal, via: Via, mut to: impl FnMut(Literal, Rule)) {
    let ground = view.ground;
    let (cell, digit, on) = split(ground, from);
    if on {
        if via == Via::Both {
            for other in bits(view.of[cell] & !(1 << digit)) {
                to(literal(ground, cell, other, false), Rule::Cell);
            }
        }
        for &peer in ground.peers[cell].iter().filter(|&&peer| view.has(peer, digit)) {
            to(literal(ground, peer, digit, false), shared(ground, cell, peer));
        }
        if via == Via::Both {
            for &(other, rule) in &ground.excluded[from as usize / 2] {
                let (at, of, _) = split(ground, other * 2);
                if view.has(at, of) {
                    to(other * 2, Rule::Rule(rule as usize));
                }
            }
        }
        return;
    }
    if via == Via::Both && view.count(cell) == 2 {
        let other = (view.of[cell] & !(1 << digit)).trailing_zeros() as usize;
        to(literal(ground, cell, other, true), Rule::Cell);
    }
    for &house in &ground.houses_of[cell] {
        let places: Set = view.places(house, digit);
        if places.count_ones() == 2 {
            let other =
                bits(places).map(|place| ground.houses[house][place]).find(|&it| it != cell);
            if let Some(other) = other {
                to(literal(ground, other, digit, true), Rule::House(house));
            }
        }
    }
}

/// The literals that follow from an assumption by links, each after what it follows from.
#[derive(Debug, Clone, Default)]
pub(super) struct Reach {
    /// With the place of the one before, and why.
    pub(super) nodes: Vec<(Literal, u32, Rule)>,
    /// By literal, its place plus one.
    pub(super) place: Vec<u32>,
    /// By place, how many nodes lead there.
    pub(super) length: Vec<u32>,
}

impl Reach {
    /// Follows an assumption to all that is at most so many nodes away, or to its negation.
    pub(super) fn run(
        &mut self,
        view: &View<'_>,
        from: Literal,
        via: Via,
        most: u32,
        seek: bool,
    ) -> bool {
        for (at, ..) in self.nodes.drain(..) {
            self.place[at as usize] = 0;
        }
        self.length.clear();
        self.place.resize(view.of.len() * view.ground.digits * 2, 0);
        self.nodes.push((from, 0, Rule::Assumed));
        self.length.push(1);
        self.place[from as usize] = 1;
        let mut next = 0;
        while next < self.nodes.len() {
            let (at, ..) = self.nodes[next];
            let length = self.length[next] + 1;
            if length > most {
                break;
            }
            let (nodes, place, lengths) = (&mut self.nodes, &mut self.place, &mut self.length);
            follow(view, at, via, |to, rule| {
                if place[to as usize] == 0 {
                    nodes.push((to, next as u32, rule));
                    lengths.push(length);
                    place[to as usize] = nodes.len() as u32;
                }
            });
            if seek && self.place[from as usize ^ 1] != 0 {
                return true;
            }
            next += 1;
        }
        self.place[from as usize ^ 1] != 0
    }

    /// The nodes that lead to one, numbered from `begin`.
    pub(super) fn told(&self, ground: &Ground, to: Literal, begin: usize) -> Vec<Node> {
        let mut at = self.place[to as usize] as usize;
        let mut chain = Vec::new();
        while at > 0 {
            let (literal, before, rule) = self.nodes[at - 1];
            chain.push((literal, rule));
            at = if at == 1 { 0 } else { before as usize + 1 };
        }
        chain.reverse();
        let numbered = chain.into_iter().enumerate();
        let parents = |n: usize| if n == 0 { Vec::new() } else { vec![begin + n - 1] };
        numbered.map(|(n, (at, rule))| node(ground, at, rule, parents(n))).collect()
    }
}
