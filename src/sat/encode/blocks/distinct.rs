//! No digit twice among some cells, no two digits twice among pairs; and which cells are known to
//! differ.

use super::{Atom, Writer};
use crate::error::Result;
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Distinct, DistinctPairs};
use crate::sat::cnf::AtMostOne;

/// Which cells have different digits, by the houses and the blocks that say so.
pub(super) struct Differ {
    /// For each cell, the houses and blocks it is in.
    groups_of: Vec<Vec<u32>>,
    /// How many of the groups are houses.
    houses: u32,
    /// How many groups there are.
    groups: u32,
}

impl Differ {
    pub(super) fn new(puzzle: &Puzzle, houses: bool) -> Self {
        let layout = puzzle.layout();
        let of_cell = |cell| if houses { layout.houses_of(cell).to_vec() } else { Vec::new() };
        let groups_of = puzzle.cells().map(of_cell).collect();
        let houses = u32::try_from(layout.houses().len()).expect("a few thousand");
        let mut this = Differ { groups_of, houses, groups: houses };
        for rule in puzzle.rules() {
            this.enter(rule.blocks());
        }
        this
    }

    /// From here on these blocks hold too.
    pub(super) fn enter(&mut self, blocks: &[Block]) {
        for block in blocks {
            if let Block::Distinct(block) = block {
                for cell in block.cells() {
                    self.groups_of[cell.index()].push(self.groups);
                }
                self.groups += 1;
            }
        }
    }

    /// The blocks entered last need not hold any more.
    pub(super) fn leave(&mut self, blocks: &[Block]) {
        for block in blocks.iter().rev() {
            if let Block::Distinct(block) = block {
                for cell in block.cells() {
                    self.groups_of[cell.index()].pop();
                }
                self.groups -= 1;
            }
        }
    }

    /// Whether two cells are in one group, of those below `end`.
    fn meet(&self, a: Cell, b: Cell, end: u32) -> bool {
        let [a, b] = [a, b].map(|cell| &self.groups_of[cell.index()]);
        a.iter().any(|group| *group < end && b.contains(group))
    }

    /// Whether each two of some cells differ.
    pub(super) fn all(&self, cells: &[Cell]) -> bool {
        let others = |k: usize| cells[k + 1..].iter();
        let mut each = cells.iter().enumerate();
        each.all(|(k, &a)| others(k).all(|&b| a != b && self.meet(a, b, u32::MAX)))
    }
}

/// For each digit at most one place. What houses say is not said again, as far as pairs go.
pub(super) fn encode(
    block: &Distinct,
    differ: &Differ,
    amo: &AtMostOne,
    writer: &mut Writer<'_>,
) -> Result<()> {
    let cells = block.cells();
    let later = |k: usize| cells[k + 1..].iter().copied();
    let pairs = cells.iter().enumerate().flat_map(|(k, &a)| later(k).map(move |b| (a, b)));
    let pairs: Vec<_> = pairs.filter(|&(a, b)| !differ.meet(a, b, differ.houses)).collect();
    for digit in (0..writer.map.digits()).map(Digit::new) {
        let atoms = cells.iter().map(|&cell| writer.atom(cell, digit));
        let atoms: Vec<_> = atoms.filter(|&atom| atom != Atom::False).collect();
        let lits =
            atoms.iter().map(|atom| if let Atom::Lit(lit) = atom { Some(*lit) } else { None });
        match lits.collect::<Option<Vec<_>>>() {
            // As many pairs as there can be, in the scheme asked for.
            Some(lits) if pairs.len() == cells.len() * (cells.len() - 1) / 2 => {
                amo.add(&lits, writer.sink)?;
            }
            _ => {
                for &(a, b) in &pairs {
                    writer.clause([!writer.atom(a, digit), !writer.atom(b, digit)])?;
                }
            }
        }
    }
    Ok(())
}

/// For each two digits at most one pair, by a variable for each pair that says that they stand there;
/// exactly one, if there are as many pairs.
pub(super) fn encode_pairs(
    block: &DistinctPairs,
    amo: &AtMostOne,
    writer: &mut Writer<'_>,
) -> Result<()> {
    let digits = writer.map.digits();
    let is_full = block.pairs().len() == digits * digits;
    for tuple in 0..digits * digits {
        let (first, second) = (Digit::new(tuple / digits), Digit::new(tuple % digits));
        let mut lits = Vec::with_capacity(block.pairs().len());
        let mut stands = 0;
        for &(a, b) in block.pairs() {
            let (a, b) = (writer.atom(a, first), writer.atom(b, second));
            let both = match (a, b) {
                (Atom::False, _) | (_, Atom::False) => continue,
                (Atom::True, other) | (other, Atom::True) => other,
                (a, b) if a == b => a,
                (a, b) => {
                    let both = writer.fresh(1)?[0];
                    writer.clause([!both, a])?;
                    writer.clause([!both, b])?;
                    writer.clause([both, !a, !b])?;
                    both
                }
            };
            match both {
                Atom::Lit(lit) => lits.push(lit),
                _ => stands += 1,
            }
        }
        match stands {
            0 => {
                amo.add(&lits, writer.sink)?;
                if is_full {
                    writer.clause(lits.iter().map(|&lit| Atom::Lit(lit)))?;
                }
            }
            1 => {
                for &lit in &lits {
                    writer.clause([!Atom::Lit(lit)])?;
                }
            }
            _ => writer.clause([])?,
        }
    }
    Ok(())
}
