//! The clauses of a layered diagram: a literal for each node and for each edge, that is, for all
//! digits that lead from one node to another. A literal stands for several of them where they
//! cannot but agree. Unit propagation removes each digit that is on no path.
//!
//! - Claude-Guy Quimper, Toby Walsh: *Decomposing Global Grammar Constraints*, CP 2007.
//! - Ignasi Abío, Graeme Gange, Valentin Mayer-Eichberger, Peter J. Stuckey: *On CNF Encodings of
//!   Decision Diagrams*, CPAIOR 2016.

use std::collections::BTreeMap;

use super::diagram::{Diagram, Node};
use super::{Atom, Writer};
use crate::error::Result;
use crate::grid::{Cell, Digit};

/// That the digits of the cells are a path; without a diagram there is none.
pub(super) fn encode(
    diagram: Option<&Diagram>,
    cells: &[Cell],
    writer: &mut Writer<'_>,
) -> Result<()> {
    let Some(diagram) = diagram else { return writer.clause([]) };
    let mut before = vec![Atom::True];
    for (k, (nodes, &cell)) in diagram.layers.iter().zip(cells).enumerate() {
        let width = diagram.layers.get(k + 1).map_or(1, Vec::len);
        let after = if width == 1 { vec![Atom::True] } else { writer.fresh(width)? };
        layer(nodes, &before, &after, cell, writer)?;
        before = after;
    }
    Ok(())
}

/// One step: what the nodes before a cell, its digits and the nodes after it have to do with each
/// other.
fn layer(
    nodes: &[Node],
    before: &[Atom],
    after: &[Atom],
    cell: Cell,
    writer: &mut Writer<'_>,
) -> Result<()> {
    let domain = writer.domain(cell);
    let mut into = vec![0; after.len()];
    nodes.iter().flatten().for_each(|&(to, _)| into[to] += 1);
    let mut arriving = vec![Vec::new(); after.len()];
    let mut by_digit = BTreeMap::<Digit, Vec<Atom>>::new();
    let mut edges = 0;
    for (node, &from) in nodes.iter().zip(before) {
        let mut leaving = Vec::with_capacity(node.len());
        for (to, digits) in node {
            let edge = match (node.len(), into[*to]) {
                (1, _) => from,
                (_, 1) => after[*to],
                _ => writer.fresh(1)?[0],
            };
            writer.clause([!edge, from])?;
            writer.clause([!edge, after[*to]])?;
            if digits.len() < domain.len() {
                let digits: Vec<_> = digits.iter().map(|&digit| writer.atom(cell, digit)).collect();
                writer.clause([!edge].into_iter().chain(digits))?;
            }
            for &digit in digits {
                by_digit.entry(digit).or_default().push(edge);
            }
            leaving.push(edge);
            arriving[*to].push(edge);
            edges += 1;
        }
        writer.clause([!from].into_iter().chain(leaving))?;
    }
    for (&to, edges) in after.iter().zip(arriving) {
        writer.clause([!to].into_iter().chain(edges))?;
    }
    for digit in domain {
        let by = by_digit.remove(&digit).unwrap_or_default();
        if by.len() < edges {
            writer.clause([!writer.atom(cell, digit)].into_iter().chain(by))?;
        }
    }
    Ok(())
}
