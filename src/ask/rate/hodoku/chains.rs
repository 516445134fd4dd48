//! Why chains are right.

use super::super::reason::and;
use super::reason::Told;
use crate::ask::rate::notation::compact;
use crate::rate::hodoku::{Link, Part};

impl<'a> Told<'a> {
    /// The reason of a chain, a loop, or several chains.
    pub(super) fn of_chain(self) -> Option<String> {
        if let Some(chains) = self.implications() {
            return Some(self.of_several(&chains));
        }
        let links = self.chain()?;
        let (first, last) = (links.first()?, links.last()?);
        let result = self.result();
        let slug = self.step.technique().slug;
        let places: Vec<_> = [first, last].iter().flat_map(|it| it.cells.clone()).collect();
        let ends = compact(self.layout, &places);
        let number = self.number(first.digit);
        Some(match slug {
            "remote-pair" => {
                let pair = self.numbers(self.digits().next()?);
                format!(
                    "The cells of this chain have {pair} alone, by turns; of two at an odd distance \
                     one has each, and what sees both has neither: {result}."
                )
            }
            "turbot-fish" | "x-chain" | "xy-chain" => {
                let [start, end] = [(first, false), (last, true)].map(|(it, on)| self.node(it, on));
                format!(
                    "If {start}, link by link {end}; so one of {ends} is {number}, and what sees \
                     both is not."
                )
            }
            "aic" | "grouped-aic" => {
                let [start, end] = [(first, false), (last, true)].map(|(it, on)| self.node(it, on));
                let both = [first, last].map(|it| self.node(it, true)).join(" or ");
                format!("If {start}, link by link {end}; so {both}, and {result}.")
            }
            _ if slug.ends_with("discontinuous-nice-loop") => self.of_loop(first, last),
            _ => format!(
                "The chain comes back to where it began, so that its nodes hold by turns, these or \
                 those: of two joined by a weak link one holds either way, and {result}."
            ),
        })
    }

    /// What is told of chains with almost locked sets.
    pub(super) fn of_sets_within(self) -> &'static str {
        let is_set = self.chain().is_some_and(|links| links.iter().any(|link| link.is_set));
        if is_set { " An almost locked set that loses a digit has all its others." } else { "" }
    }

    /// A loop with a start that does not agree with its end.
    fn of_loop(self, first: &Link, last: &Link) -> String {
        let [start, end] = [(first, first.strong), (last, last.strong)];
        let [start, end] = [start, end].map(|(it, on)| self.node(it, on));
        let result = self.result();
        if first.strong || first.digit == last.digit {
            format!("If {start}, link by link {end}, which cannot be; so {result}.")
        } else {
            let other = self.node(first, true);
            format!("If {start}, link by link {end}; if {other}, that as well. So {result}.")
        }
    }

    fn of_several(self, chains: &[&[Link]]) -> String {
        let mut starts: Vec<_> = chains
            .iter()
            .filter_map(|links| links.first())
            .map(|first| self.node(first, first.strong))
            .collect();
        starts.dedup();
        let result = self.result();
        match &*starts {
            [start] => {
                format!(
                    "Assuming {start} leads to what cannot be, as the chains show; so {result}."
                )
            }
            starts => format!(
                "One of {} holds, and each leads to the same, as the chains show: {result}.",
                and(starts)
            ),
        }
    }

    /// The chain of the pattern.
    pub(super) fn chain(self) -> Option<&'a [Link]> {
        self.step.pattern().iter().find_map(|part| match part {
            Part::Chain(links) | Part::Implication(links) => Some(&**links),
            _ => None,
        })
    }

    pub(super) fn implications(self) -> Option<Vec<&'a [Link]>> {
        let chains = self.step.pattern().iter().filter_map(|part| match part {
            Part::Implication(links) => Some(&**links),
            _ => None,
        });
        Some(chains.collect::<Vec<_>>()).filter(|chains| !chains.is_empty())
    }

    /// `r1c2=3`, or `r1c2<>3`.
    fn node(self, link: &Link, on: bool) -> String {
        let sign = if on { "=" } else { "<>" };
        format!("{}{sign}{}", compact(self.layout, &link.cells), self.number(link.digit))
    }
}
