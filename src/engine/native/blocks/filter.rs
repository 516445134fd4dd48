//! The filters, one form beside the other: what each leaves, why, and what it costs.

use std::sync::Arc;

use super::super::word::Word;
use super::alternatives::Alternatives;
use super::bounds::Bounds;
use super::cage::Cage;
use super::choice::Choice;
use super::clique::Clique;
use super::connected::Connected;
use super::count::Count;
use super::crossing::Crossing;
use super::diagram::Diagram;
use super::distinct_pairs::DistinctPairs;
use super::lexicographic::Lexicographic;
use super::line::Late;
use super::nvalue::NValue;
use super::partial::Partial;
use super::regions::Regions;
use super::same::Same;
use super::used::Used;
use crate::rule::Automaton;

/// What narrows the sets of cells, named by their positions in the block.
#[derive(Debug)]
pub(in super::super) enum Filter<W> {
    Cage(Cage<W>),
    Bounds(Bounds<W>),
    Count(Box<Count>),
    Partial(Partial),
    Same(Same<W>),
    Diagram(Diagram<W>),
    /// That of a line, and its automaton.
    Line(Diagram<W>, Arc<Automaton>),
    Lexicographic(Lexicographic<W>),
    Used(Used),
    Late(Late),
    Choice(Box<Choice<W>>),
    Alternatives(Alternatives<W>),
    Clique(Clique<W>),
    Connected(Box<Connected<W>>),
    Crossing(Crossing<W>),
    DistinctPairs(DistinctPairs),
    NValue(NValue),
    Regions(Box<Regions>),
    /// Some cell has one of the digits listed for it.
    Clause(Box<[W]>),
}

impl<W: Word> Filter<W> {
    /// Takes out of the sets what is in no filling, as far as it sees; whether there may be one.
    pub(in super::super) fn narrow(&self, sets: &mut [W]) -> bool {
        match self {
            Filter::Cage(cage) => cage.narrow(sets),
            Filter::Bounds(bounds) => bounds.narrow(sets),
            Filter::Count(count) => count.narrow(sets),
            Filter::Partial(partial) => partial.narrow(sets),
            Filter::Same(same) => same.narrow(sets),
            Filter::Diagram(diagram) | Filter::Line(diagram, _) => diagram.narrow(sets),
            Filter::Lexicographic(lines) => lines.narrow(sets),
            Filter::Used(used) => used.narrow(sets),
            Filter::Late(late) => late.narrow(sets),
            Filter::Choice(choice) => choice.narrow(sets),
            Filter::Alternatives(alternatives) => alternatives.narrow(sets),
            Filter::Clique(clique) => clique.narrow(sets),
            Filter::Connected(connected) => connected.narrow(sets),
            Filter::Crossing(crossing) => crossing.narrow(sets),
            Filter::DistinctPairs(pairs) => pairs.narrow(sets),
            Filter::NValue(nvalue) => nvalue.narrow(sets),
            Filter::Regions(regions) => regions.narrow(sets),
            Filter::Clause(parts) => {
                let mut open = (0..sets.len()).filter(|&k| sets[k].meets(parts[k]));
                let Some(first) = open.next() else { return false };
                if open.next().is_none() {
                    sets[first] = sets[first].and(parts[first]);
                }
                true
            }
        }
    }

    /// The digit, if this is a clause that one digit stands in one of some cells.
    pub(in super::super) fn digit(&self) -> Option<W> {
        let Filter::Clause(parts) = self else { return None };
        let first = *parts.first()?;
        (!first.is_several() && parts.iter().all(|&part| part == first)).then_some(first)
    }

    /// For sets without a filling, larger ones without a filling, within `all`.
    pub(super) fn relax(&self, sets: &[W], all: &[W]) -> Vec<W> {
        match self {
            Filter::Cage(cage) => cage.relax(sets, all),
            Filter::Bounds(bounds) => bounds.relax(sets, all),
            Filter::Count(count) => count.relax(sets, all),
            Filter::Partial(partial) => partial.relax(sets, all),
            Filter::Same(same) => same.relax(sets, all),
            Filter::Diagram(diagram) | Filter::Line(diagram, _) => diagram.relax(sets, all),
            Filter::Lexicographic(lines) => lines.relax(sets, all),
            Filter::Used(used) => used.relax(sets, all),
            Filter::Late(_) | Filter::Regions(_) => sets.to_vec(),
            Filter::Choice(choice) => choice.relax(sets, all),
            Filter::Alternatives(alternatives) => alternatives.relax(sets, all),
            Filter::Clique(clique) => clique.relax(sets, all),
            Filter::Connected(connected) => connected.relax(sets, all),
            Filter::Crossing(crossing) => crossing.relax(sets, all),
            Filter::DistinctPairs(pairs) => pairs.relax(sets, all),
            Filter::NValue(nvalue) => nvalue.relax(sets, all),
            Filter::Clause(parts) => {
                all.iter().zip(parts).map(|(all, &part)| all.without(part)).collect()
            }
        }
    }

    /// Which queue it waits in.
    pub(in super::super) fn queue(&self) -> usize {
        let is_quick = match self {
            Filter::Diagram(_)
            | Filter::Line(..)
            | Filter::Late(_)
            | Filter::Choice(_)
            | Filter::Alternatives(_)
            | Filter::DistinctPairs(_)
            | Filter::NValue(_)
            | Filter::Count(_)
            | Filter::Regions(_)
            | Filter::Connected(_) => false,
            Filter::Used(used) => used.is_quick(),
            _ => true,
        };
        usize::from(!is_quick)
    }

    /// The steps that the last call took, beside one for each cell: of a diagram the edges it looked at.
    pub(super) fn spent(&self) -> u64 {
        match self {
            Filter::Diagram(diagram) | Filter::Line(diagram, _) => diagram.spent(),
            Filter::Used(used) => used.spent(),
            Filter::Choice(choice) => choice.spent(),
            Filter::Regions(regions) => regions.spent(),
            filter => filter.size() as u64,
        }
    }

    /// About how many steps it takes beside one for each cell.
    pub(in super::super) fn size(&self) -> usize {
        match self {
            Filter::Cage(cage) => cage.size(),
            Filter::Count(count) => count.size(),
            Filter::Diagram(diagram) | Filter::Line(diagram, _) => diagram.size(),
            Filter::Used(used) => used.size(),
            Filter::Partial(partial) => partial.size(),
            Filter::Same(same) => same.size(),
            Filter::Choice(choice) => choice.size(),
            Filter::Alternatives(alternatives) => alternatives.size(),
            Filter::Clique(clique) => clique.size(),
            Filter::Connected(connected) => connected.size(),
            Filter::DistinctPairs(pairs) => pairs.size(),
            Filter::NValue(nvalue) => nvalue.size(),
            Filter::Regions(regions) => regions.size(),
            Filter::Crossing(crossing) => crossing.size(),
            Filter::Bounds(_) | Filter::Late(_) | Filter::Lexicographic(_) | Filter::Clause(_) => 0,
        }
    }
}
