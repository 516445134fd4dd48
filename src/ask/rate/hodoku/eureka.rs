//! Chains of this scale in Eureka; an almost locked set as `(1=3)r4c12`, since without the one it has
//! the other.

use super::super::eureka::{Term, linked, result};
use super::reason::Told;
use crate::grid::Digit;
use crate::rate::hodoku::Link;

impl Told<'_> {
    /// The step in Eureka, if it is a single chain.
    pub(super) fn eureka(self) -> Option<String> {
        if self.implications().is_some() {
            return None;
        }
        let links = self.chain()?;
        let (first, last) = (links.first()?, links.last()?);
        let (all, end) = (self.terms(links), links.len() - 1);
        let slug = self.step.technique().slug;
        let is_loop = first.cells == last.cells;
        let whole = |terms: &[Term]| linked(terms, self.layout);
        // The first and the last node are no sets, so that terms and links end alike.
        let inner = all.len() - 1;
        let chain = match (is_loop, first.strong, last.strong) {
            _ if end < 2 => return None,
            (true, ..) if !slug.contains("discontinuous") => {
                let turned = [&all[1..], &all[..1]].concat();
                let terms = if first.strong && !last.strong { &turned } else { &all };
                whole(terms) + " - loop"
            }
            // What is on at first sees both ends of the rest.
            (true, true, false) if first.digit == last.digit => whole(&all[1..inner]),
            (true, true, _) => whole(&all[1..]),
            (true, false, false) => whole(&all[..inner]),
            _ => whole(&all),
        };
        let removed: Vec<_> = self.step.eliminations().collect();
        let result = result(self.step.placements(), &removed, self.layout);
        Some(format!("{chain} => {result}"))
    }

    /// The nodes; of a set two, the digit that it loses and that which it has then.
    fn terms(self, links: &[Link]) -> Vec<Term> {
        let mut terms = Vec::new();
        for (k, link) in links.iter().enumerate() {
            let (cells, digits) = (link.cells.clone(), vec![link.digit]);
            terms.push(Term { cells, digits, on: link.strong });
            let Some(next) = links.get(k + 1).filter(|_| link.is_set) else { continue };
            let cells = link.cells.clone();
            if !next.strong {
                terms.push(Term { cells, digits: vec![next.digit], on: true });
                continue;
            }
            // A cell that loses all but one candidate to the set.
            let there = |digit: &Digit| {
                *digit != next.digit && next.cells.iter().all(|&cell| self.before.has(cell, *digit))
            };
            let digits: Vec<_> = (0..self.layout.digits()).map(Digit::new).filter(there).collect();
            terms.push(Term { cells, digits: digits.clone(), on: true });
            terms.push(Term { cells: next.cells.clone(), digits, on: false });
        }
        terms
    }
}
