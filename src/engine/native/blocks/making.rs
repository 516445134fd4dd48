//! Which filters a puzzle gets.

use itertools::Itertools;

use super::choice::Maker;
use super::count::Partitions;
use super::line::{self, Lines};
use super::sum::{self, Scales};
use super::{
    Domain, Filter, Filtered, Peers, Word, clique, connected, crossing, distinct_pairs, nvalue,
    regions, same,
};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rule::{Block, Implied};

/// The edges of the diagrams among some filters, and the steps of sets of digits in place of such.
pub(in super::super) fn edges<W: Word>(filtered: &[Filtered<W>]) -> u64 {
    let diagram = |filtered: &Filtered<W>| match &filtered.filter {
        Filter::Diagram(diagram) | Filter::Line(diagram, _) => diagram.size() as u64,
        Filter::Used(used) => used.size() as u64,
        Filter::Regions(regions) => regions.edges(),
        _ => 0,
    };
    filtered.iter().map(diagram).sum()
}

/// The filters of a puzzle's blocks, for a search that asks for reasons or not; `None` if a limit is
/// reached.
pub(in super::super) fn filters<W: Word>(
    puzzle: &Puzzle,
    domain: Domain<'_, W>,
    peers: &Peers,
    explained: bool,
    limits: &Limits,
) -> Option<Vec<Filtered<W>>> {
    let least = if explained { clique::LEAST_EXPLAINED } else { clique::LEAST };
    let differ = |a, b| peers.differ(domain.geometry, a, b);
    let mut lines = Lines::new(line::MOST_EDGES);
    let mut scales = Scales::default();
    let partitions = Partitions::new(domain.geometry);
    let mut filtered = Vec::new();
    // It subsumes rules and blocks, which get no filter of their own.
    let regions = if explained { None } else { regions::filter(puzzle, domain) };
    for (k, rule) in puzzle.rules().iter().enumerate() {
        if regions.as_ref().is_some_and(|(_, rules)| rules.contains(&k)) {
            continue;
        }
        let mut rest = rule.blocks();
        while let Some((block, after)) = rest.split_first() {
            if limits.expired() {
                return None;
            }
            if let Some((same, sums)) = same::filter(rest, domain, differ) {
                filtered.push(same);
                rest = &rest[sums..];
                continue;
            }
            rest = after;
            if let Some((Filtered { filter: Filter::Regions(regions), .. }, _)) = &regions
                && regions.covers(block)
            {
                continue;
            }
            match block {
                Block::Sum(block) => {
                    filtered.extend(sum::filters(block, false, domain, &mut scales, differ));
                    filtered.extend(partitions.filter(block, domain));
                }
                Block::Line(block) => filtered.push(lines.filter(block, domain, &differ, limits)),
                Block::Choice(block) => {
                    let (scales, lines) = (&mut scales, &mut lines);
                    let mut maker = Maker { domain, scales, lines, limits };
                    filtered.push(maker.filter(block, &differ));
                }
                Block::Connected(block) => filtered.push(connected::filter(block, domain)),
                Block::DistinctPairs(block) => filtered.push(distinct_pairs::filter(block, domain)),
                Block::NValue(block) => filtered.push(nvalue::filter(block, domain)),
                Block::Pairs(block) => {
                    filtered.extend(clique::filter(block, domain, least, differ));
                }
                Block::Clauses(_) | Block::Distinct(_) => {}
            }
        }
    }
    filtered.extend(crossing::filters(puzzle, domain));
    filtered.extend(regions.map(|(filter, _)| filter));
    Some(filtered)
}

/// Filters of lines whose cells all differ that take this into account, where they are not too large or
/// too many; `None` if a limit is reached.
pub(in super::super) fn distinct_lines<W: Word>(
    puzzle: &Puzzle,
    domain: Domain<'_, W>,
    peers: &Peers,
    limits: &Limits,
) -> Option<Vec<Filtered<W>>> {
    let mut lines = Lines::new(line::MOST_DISTINCT_EDGES);
    let mut filtered = Vec::new();
    for block in puzzle.rules().iter().flat_map(|rule| rule.blocks()) {
        let Block::Line(block) = block else { continue };
        if limits.expired() {
            return None;
        }
        let mut pairs = block.cells().iter().array_combinations();
        // Short ones know it already.
        if block.cells().len() > 2
            && !line::is_short(block)
            && pairs.all(|[a, b]| peers.differ(domain.geometry, a.index(), b.index()))
        {
            filtered.extend(lines.distinct(block, domain, limits));
        }
    }
    Some(filtered)
}

/// Whether sums may [follow](implied) from those of a puzzle.
pub(in super::super) fn may_imply(puzzle: &Puzzle) -> bool {
    puzzle.rules().iter().any(|rule| rule.blocks().iter().any(Implied::may_follow_from))
}

/// The filters of sums that follow from the puzzle's sums and houses; `None` if a limit is reached.
pub(in super::super) fn implied<W: Word>(
    kind: Implied,
    puzzle: &Puzzle,
    domain: Domain<'_, W>,
    peers: &Peers,
    limits: &Limits,
) -> Option<Vec<Filtered<W>>> {
    let blocks = puzzle.rules().iter().flat_map(|rule| rule.blocks());
    let mut filtered = Vec::new();
    let unions = &domain.geometry.unions;
    let mut scales = Scales::default();
    let filled = |cell: Cell| {
        let set = domain.cells[cell.index()];
        if set.is_several() { None } else { set.first() }
    };
    for sum in kind.sums(puzzle.layout(), unions, blocks, filled) {
        if limits.expired() {
            return None;
        }
        let differ = |a, b| peers.differ(domain.geometry, a, b);
        filtered.extend(sum::filters(&sum, true, domain, &mut scales, differ));
    }
    Some(filtered)
}
