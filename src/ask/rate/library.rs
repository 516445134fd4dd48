//! A step as a line of HoDoKu's library: `:code:candidates:grid:gone:removed:placed:remark:`.

use super::notation::Seen;
use super::position::Position;
use crate::ask::value::Place;
use crate::grid::{Cell, Digit, Layout};

/// The codes that HoDoKu has for techniques; others go by their slugs.
const CODES: &[(&str, &str)] = &[
    ("last-cell", "0000"),
    ("hidden-single-box", "0002"),
    ("hidden-single-line", "0002"),
    ("naked-single", "0003"),
    ("pointing", "0100"),
    ("claiming", "0101"),
    ("naked-pair", "0200"),
    ("naked-triplet", "0201"),
    ("naked-quad", "0202"),
    ("hidden-pair", "0210"),
    ("hidden-triplet", "0211"),
    ("hidden-quad", "0212"),
    ("x-wing", "0300"),
    ("swordfish", "0301"),
    ("jellyfish", "0302"),
    ("unique-rectangle-1", "0600"),
    ("unique-rectangle-2", "0601"),
    ("unique-rectangle-3", "0602"),
    ("unique-rectangle-4", "0603"),
    ("bug-1", "0610"),
    ("xy-wing", "0800"),
    ("xyz-wing", "0801"),
];

impl Seen<'_> {
    /// The line: of the puzzle with its givens, what was placed and removed since, and the step.
    pub(super) fn library(self) -> String {
        let (step, layout) = (self.step, self.layout);
        let slug = step.technique().slug;
        let code = CODES.iter().find(|(of, _)| *of == slug).map_or(slug, |(_, code)| *code);
        let digits: Vec<_> = if step.nodes().is_empty() {
            step.digits().collect()
        } else {
            step.eliminations()
                .map(|(_, digit)| digit)
                .chain(step.placement().map(|it| it.1))
                .collect()
        };
        let links = step.nodes().len().checked_sub(1).filter(|_| step.ends().len() == 1);
        let (placed, removed) = (step.placement().into_iter().collect(), step.eliminations());
        let record = Record { code, digits, placed, removed: removed.collect(), links };
        record.line(self.before, layout)
    }
}

/// What a line has beside the position.
pub(super) struct Record<'a> {
    pub(super) code: &'a str,
    /// The digits that the technique is about.
    pub(super) digits: Vec<Digit>,
    pub(super) placed: Vec<(Cell, Digit)>,
    pub(super) removed: Vec<(Cell, Digit)>,
    /// How many links a chain has.
    pub(super) links: Option<usize>,
}

impl Record<'_> {
    /// The line.
    pub(super) fn line(self, before: &Position, layout: &Layout) -> String {
        let Record { code, mut digits, placed, removed, links } = self;
        digits.sort_unstable();
        digits.dedup();
        let digits: String = digits.iter().map(|&it| layout.number_of(it).to_string()).collect();
        let (mut grid, mut gone) = (String::new(), Vec::new());
        for cell in (0..layout.cells()).map(Cell::new) {
            match before.filled(cell) {
                Some((digit, given)) => {
                    grid.push_str(if given { "" } else { "+" });
                    grid += &layout.number_of(digit).to_string();
                }
                None => grid.push('.'),
            }
            gone.extend(before.gone(layout, cell).map(|digit| (cell, digit)));
        }
        let triples = |of: &[(Cell, Digit)]| {
            let triple = |&(cell, digit): &(Cell, Digit)| {
                let Place { row, column } = Place::of(cell, layout);
                format!("{}{row}{column}", layout.number_of(digit))
            };
            of.iter().map(triple).collect::<Vec<_>>().join(" ")
        };
        // What a placement removes goes without saying.
        let removed = if placed.is_empty() { triples(&removed) } else { String::new() };
        let (gone, placed) = (triples(&gone), triples(&placed));
        let links = links.map(|links| links.to_string()).unwrap_or_default();
        format!(":{code}:{digits}:{grid}:{gone}:{removed}:{placed}:{links}:")
    }
}
