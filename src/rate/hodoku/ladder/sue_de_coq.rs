//! Sue de Coq: cells where a line and a box cross with two digits or more too many, which cells of the
//! line and cells of the box take up between them. *Extended*: these have digits of their own.

use std::ops::ControlFlow;

use itertools::Itertools;

use crate::rate::ground::{Cells, Digits, cells, size};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};
use crate::rate::hodoku::units::{BOXES, COLUMNS, ROWS, Unit};

static SUE_DE_COQ_: Technique =
    Technique::new(("1101", "sue-de-coq", "Sue de Coq"), Level::Unfair, 250);

pub(super) const SUE_DE_COQ: Producer =
    Producer { techniques: &[&SUE_DE_COQ_], also: &[], visit: find, order: None };

/// Cells with their digits.
#[derive(Debug, Clone, Copy)]
struct Part1 {
    cells: Cells,
    digits: Digits,
}

/// A crossing of a line and a box: the open cells of each.
struct Crossing<'a> {
    position: &'a Position,
    line: Cells,
    block: Cells,
    /// The cells of the crossing that take part.
    inside: Part1,
}

fn find(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    for line in ROWS.chain(COLUMNS).map(Unit) {
        for block in BOXES.map(Unit) {
            let open = |unit: Unit| unit.set(position.ground) & position.state.empty;
            let (line, block) = (open(line), open(block));
            let inside: Vec<_> = cells(line & block).collect();
            // Pairs before the triple that begins with them.
            for (k, &one) in inside.iter().enumerate() {
                for (l, &other) in inside.iter().enumerate().skip(k + 1) {
                    let pair = vec![one, other];
                    let thirds = inside[l + 1..].iter().map(|&third| vec![one, other, third]);
                    for chosen in std::iter::once(pair).chain(thirds) {
                        let set = chosen.iter().fold(0, |set, &cell| set | 1 << cell);
                        let digits = position.digits_of(set);
                        if size(digits) >= chosen.len() + 2 {
                            let inside = Part1 { cells: set, digits };
                            Crossing { position, line, block, inside }.visit(take)?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Sets of some cells, each before those that add to it.
fn sets(among: Cells) -> impl Iterator<Item = Vec<usize>> {
    let all: Vec<_> = cells(among).collect();
    let mut sets: Vec<_> = all.into_iter().powerset().filter(|set| !set.is_empty()).collect();
    sets.sort_unstable();
    sets.into_iter()
}

impl Crossing<'_> {
    /// How many digits of the crossing a set takes up, and how many it has of its own, if it takes up
    /// any.
    fn taken(&self, part: Part1) -> Option<(usize, usize)> {
        let own = size(part.digits & !self.inside.digits);
        let count = part.cells.count_ones() as usize;
        (part.digits & self.inside.digits != 0 && count > own).then(|| (count - own, own))
    }

    fn part(&self, chosen: &[usize]) -> Part1 {
        let cells = chosen.iter().fold(0, |set, &cell| set | 1 << cell);
        Part1 { cells, digits: self.position.digits_of(cells) }
    }

    fn visit(&self, take: Take<'_>) -> Flow {
        let many = size(self.inside.digits) - self.inside.cells.count_ones() as usize;
        for chosen in sets(self.line & !self.inside.cells) {
            let of_line = self.part(&chosen);
            let Some((taken, _)) = self.taken(of_line).filter(|(taken, _)| *taken < many) else {
                continue;
            };
            // What the line takes up, the box may not have, beside what is the line's own.
            let barred = of_line.digits & self.inside.digits;
            for chosen in sets(self.block & !self.inside.cells & !of_line.cells) {
                let of_box = self.part(&chosen);
                if of_box.digits & barred != 0 {
                    continue;
                }
                if self.taken(of_box).is_some_and(|(more, _)| taken + more == many) {
                    self.found(of_line, of_box, take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn found(&self, of_line: Part1, of_box: Part1, take: Take<'_>) -> Flow {
        let both = of_line.digits & of_box.digits;
        let inside = self.inside;
        let mut step = Step::new(&SUE_DE_COQ_);
        for (house, own, other) in [(self.block, of_box, of_line), (self.line, of_line, of_box)] {
            let gone = (inside.digits | own.digits) & !other.digits | both;
            for cell in cells(house & !own.cells & !inside.cells) {
                step = step.without_digits(cell, self.position.state.of[cell] & gone);
            }
        }
        if step.is_vain() {
            return ControlFlow::Continue(());
        }
        let mut pattern = Vec::new();
        for (sign, part) in [("", inside), (" (", of_line), (", ", of_box)] {
            pattern.extend([
                Part::Text(sign),
                Part::Cells(places(part.cells)),
                Part::Text(" - {"),
                Part::Set(digits(part.digits)),
                Part::Text("}"),
            ]);
        }
        pattern.push(Part::Text(")"));
        take(step.told(pattern))
    }
}
