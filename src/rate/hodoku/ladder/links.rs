//! Simple chains: remote pairs, turbot fish, X-chains, XY-chains. Links are strong and weak in turn,
//! first and last strong, and no cell is met twice but for the first.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::grid::{Cell, Digit};
use crate::rate::ground::{CELLS, Cells, DIGITS, bits, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Link, Mark, Part, Step, digits, mark};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{column, row, units_of};

static REMOTE_PAIR_: Technique =
    Technique::new(("0703", "remote-pair", "Remote Pair"), Level::Hard, 110);
static TURBOT_: Technique =
    Technique::new(("0403", "turbot-fish", "Turbot Fish"), Level::Hard, 120);
static X_CHAIN_: Technique = Technique::new(("0701", "x-chain", "X-Chain"), Level::Unfair, 260);
static XY_CHAIN_: Technique = Technique::new(("0702", "xy-chain", "XY-Chain"), Level::Unfair, 260);

macro_rules! producer {
    ($name:ident, $technique:ident, $kind:ident) => {
        pub(super) const $name: Producer = Producer {
            techniques: &[&$technique],
            also: &[],
            visit: |finder, take| Search::new(finder, Kind::$kind).visit(take),
            order: Some(Step::by_length),
        };
    };
}

producer!(REMOTE_PAIR, REMOTE_PAIR_, RemotePair);
producer!(TURBOT, TURBOT_, Turbot);
producer!(X_CHAIN, X_CHAIN_, X);
producer!(XY_CHAIN, XY_CHAIN_, Xy);

/// How many links a chain may have, and a turbot fish has.
const MOST: usize = 20;
const TURBOT_LINKS: usize = 3;
/// How many links a remote pair of four cells has.
const FOUR_CELLS: usize = 7;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    RemotePair,
    Turbot,
    X,
    Xy,
}

/// A link from a candidate: to which one, and whether it is strong.
#[derive(Debug, Clone, Copy)]
struct Next {
    cell: usize,
    digit: usize,
    strong: bool,
}

/// A search for chains of a kind.
struct Search<'a> {
    position: &'a Position,
    kind: Kind,
    links: Vec<Vec<Next>>,
    chain: Vec<Next>,
    met: Cells,
    /// The length of the shortest chain so far, by what it removes.
    best: HashMap<Vec<Mark>, usize>,
}

impl<'a> Search<'a> {
    fn new(finder: &'a Finder, kind: Kind) -> Self {
        let position = &finder.position;
        let mut links = vec![Vec::new(); CELLS * DIGITS];
        for cell in cells(position.state.empty) {
            for digit in bits(position.state.of[cell]) {
                links[cell * DIGITS + digit] = links_from(position, kind, cell, digit);
            }
        }
        Search { position, kind, links, chain: Vec::new(), met: 0, best: HashMap::new() }
    }

    fn visit(&mut self, take: Take<'_>) -> Flow {
        for cell in cells(self.position.state.empty) {
            for digit in bits(self.position.state.of[cell]) {
                for link in self.links[cell * DIGITS + digit].clone() {
                    let in_cell = matches!(self.kind, Kind::Xy | Kind::RemotePair);
                    if link.strong && (!in_cell || link.cell == cell) {
                        self.chain = vec![Next { cell, digit, strong: false }, link];
                        self.met = 1 << cell;
                        self.extend(take)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds all links that can follow.
    fn extend(&mut self, take: Take<'_>) -> Flow {
        let most = if self.kind == Kind::Turbot { TURBOT_LINKS } else { MOST };
        let (start, last) = (self.chain[0], self.chain[self.chain.len() - 1]);
        let strong = self.chain.len() % 2 == 1;
        let met = self.met;
        for k in 0..self.links[last.cell * DIGITS + last.digit].len() {
            let next = self.links[last.cell * DIGITS + last.digit][k];
            let in_cell = matches!(self.kind, Kind::Xy | Kind::RemotePair);
            if strong && (!next.strong || in_cell && next.cell != last.cell) {
                continue;
            }
            let is_loop = met >> next.cell & 1 == 1;
            if is_loop && next.cell != start.cell {
                continue;
            }
            self.met = met | 1 << last.cell;
            self.chain.push(Next { strong, ..next });
            let links = self.chain.len() - 1;
            if links > 1 && strong && next.digit == start.digit {
                self.check(take)?;
            }
            if links < most && !is_loop {
                self.extend(take)?;
            }
            self.chain.pop();
        }
        self.met = met;
        ControlFlow::Continue(())
    }

    /// A step, if something sees both ends.
    fn check(&mut self, take: Take<'_>) -> Flow {
        let position = self.position;
        let (start, links) = (self.chain[0], self.chain.len() - 1);
        let end = self.chain[links];
        let removed = position.seen_with(1 << start.cell | 1 << end.cell, start.digit);
        let enough = match self.kind {
            Kind::RemotePair => links >= FOUR_CELLS,
            Kind::Turbot => links == TURBOT_LINKS,
            Kind::X | Kind::Xy => true,
        };
        if removed == 0 || !enough {
            return ControlFlow::Continue(());
        }
        let step = match self.kind {
            Kind::RemotePair => self.remote_pair(),
            Kind::Turbot => Step::new(&TURBOT_).without(start.digit, removed),
            Kind::X => Step::new(&X_CHAIN_).without(start.digit, removed),
            Kind::Xy => Step::new(&XY_CHAIN_).without(start.digit, removed),
        };
        if self.kind != Kind::Turbot {
            let shortest = self.best.entry(step.removed.clone()).or_insert(usize::MAX);
            if *shortest <= links {
                return ControlFlow::Continue(());
            }
            *shortest = links;
        }
        take(step.told(self.pattern()).of_length(links + 1))
    }

    /// Each cell and those an odd number of cells further, from the third on, have the two digits
    /// between them.
    fn remote_pair(&self) -> Step {
        let links = self.chain.len() - 1;
        let mut seen: Cells = 0;
        for i in (0..=links).step_by(2) {
            for j in (i + 6..=links).step_by(4) {
                seen |= self.position.seen_by(1 << self.chain[i].cell | 1 << self.chain[j].cell);
            }
        }
        let mut step = Step::new(&REMOTE_PAIR_);
        for digit in [self.chain[0].digit, self.chain[1].digit] {
            step = step.without(digit, seen & self.position.state.at.0[digit]);
        }
        step.tidied()
    }

    fn pattern(&self) -> Vec<Part> {
        let node = |next: &Next| Link {
            cells: vec![Cell::new(next.cell)],
            is_set: false,
            digit: Digit::new(next.digit),
            strong: next.strong,
        };
        let digit = |at: usize| digits(1 << self.chain[at].digit);
        let of = match self.kind {
            Kind::RemotePair => Part::Slashed([digit(0), digit(1)].concat()),
            Kind::Turbot | Kind::X | Kind::Xy => Part::Digits(digit(0)),
        };
        vec![of, Part::Text(" "), Part::Chain(self.chain.iter().map(node).collect())]
    }
}

/// The links from a candidate: to the other digit of a cell with two, then in row, column and box. What
/// shares a line is not looked at again in the box.
fn links_from(position: &Position, kind: Kind, cell: usize, digit: usize) -> Vec<Next> {
    let in_cell = matches!(kind, Kind::Xy | Kind::RemotePair);
    let of = position.state.of[cell];
    let mut links = Vec::new();
    if in_cell {
        if position.state.count(cell) != 2 {
            return links;
        }
        let other = mark(cell, (of & !(1 << digit)).trailing_zeros() as usize);
        links.push(Next { cell, digit: other.1.into(), strong: true });
    }
    for unit in units_of(cell) {
        let strong = !in_cell && unit.count(position, digit) == 2;
        for other in cells(unit.places(position, digit) & !(1 << cell)) {
            let fits = match kind {
                Kind::RemotePair => position.state.of[other] == of,
                Kind::Xy => position.state.count(other) == 2,
                Kind::Turbot | Kind::X => true,
            };
            let in_line = row(other) == row(cell) || column(other) == column(cell);
            if fits && !(unit.kind() == 2 && in_line) {
                links.push(Next { cell: other, digit, strong });
            }
        }
    }
    links
}
