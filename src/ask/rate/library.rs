//! A step as a line of HoDoKu's library: `:code:candidates:grid:gone:removed:placed:remark:`.

use super::notation::Seen;
use crate::ask::value::Place;
use crate::grid::{Cell, Digit};

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
        let mut digits: Vec<_> = digits.into_iter().map(|digit| layout.number_of(digit)).collect();
        digits.sort_unstable();
        digits.dedup();
        let digits: String = digits.iter().map(ToString::to_string).collect();
        let (mut grid, mut gone) = (String::new(), Vec::new());
        for cell in (0..layout.cells()).map(Cell::new) {
            match self.before.filled(cell) {
                Some((digit, given)) => {
                    grid.push_str(if given { "" } else { "+" });
                    grid += &layout.number_of(digit).to_string();
                }
                None => grid.push('.'),
            }
            gone.extend(self.before.gone(layout, cell).map(|digit| (cell, digit)));
        }
        let gone = self.triples(gone.into_iter());
        let placed = self.triples(step.placement().into_iter());
        // What a placement removes goes without saying.
        let removed =
            if placed.is_empty() { self.triples(step.eliminations()) } else { String::new() };
        let links = step.nodes().len().checked_sub(1).filter(|_| step.ends().len() == 1);
        let links = links.map(|links| links.to_string()).unwrap_or_default();
        format!(":{code}:{digits}:{grid}:{gone}:{removed}:{placed}:{links}:")
    }

    /// Digit, row and column of each.
    fn triples(self, of: impl Iterator<Item = (Cell, Digit)>) -> String {
        let triple = |(cell, digit)| {
            let Place { row, column } = Place::of(cell, self.layout);
            format!("{}{row}{column}", self.layout.number_of(digit))
        };
        of.map(triple).collect::<Vec<_>>().join(" ")
    }
}
