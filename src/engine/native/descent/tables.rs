//! What never changes during a search: houses, blocks, and which cells wake them.

use std::sync::Arc;

use foldhash::HashSet;

use super::super::blocks::{self, Arcs, Domain, Filter, Filtered, Peers};
use super::super::geometry::{Geometry, Lists};
use super::super::word::Word;
use super::node::Failure;
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::rule::{Block, Implied, Literal};

/// Filters of more steps are followed by a look at the limits.
pub(super) const SLOW: u64 = 1000;

/// Where there are labels, the failure of a filter of more cells than so many times the side adds no weight: mostly
/// it is that of regions, which has all cells.
const MANY_ROWS: usize = 3;

/// See the [module](self).
pub(super) struct Tables<'a, W> {
    pub(super) geometry: &'a Geometry<W>,
    pub(super) lists: &'a Lists,
    /// All digits.
    pub(super) digits: W,
    pub(super) peers: Peers,
    pub(super) arcs: Arcs<W>,
    /// What clauses of two literals leave a cell once a digit is lost, and once it stands:
    /// `[2 * (cell * digits + digit)]` and the one after; empty if there are none at all.
    pub(super) implied: Vec<Vec<(u32, W)>>,
    /// In the same order, the filters of clauses that lose a literal once a digit is lost, and once it stands; empty if
    /// there are none. They are woken by these, other filters by their cells.
    pub(super) watching: Vec<Vec<u32>>,
    /// What clauses of one literal, and pairs by their tables, leave.
    pub(super) facts: Vec<(usize, W)>,
    pub(super) filtered: Vec<Filtered<W>>,
    /// The [edges](blocks::edges) of the puzzle's own filters.
    pub(super) edges: u64,
    /// Two houses share three cells at most.
    pub(super) shares_three: bool,
    /// About how many steps each filter takes.
    pub(super) costs: Vec<u64>,
    /// For each filter of a cage within a house the other cells of the house, once they are asked for.
    pub(super) beside: Vec<Box<[u32]>>,
    /// For each cell a bit for each that must differ from it, so many words a cell, once they are
    /// asked for.
    differ: Vec<u64>,
    pub(super) words_of_cells: usize,
    /// A bit for each house and filter that a cell wakes, so many words a cell: the full houses,
    /// then the filters.
    wakes: Vec<u64>,
    pub(super) words: usize,
    /// For each cell its label, for each label its cell, for other cells themselves; empty where there are no labels.
    pub(super) partner: Vec<u32>,
    /// A block cannot hold.
    pub(super) impossible: bool,
}

impl<'a, W: Word> Tables<'a, W> {
    pub(super) fn new(
        geometry: &'a Geometry<W>,
        puzzle: &Puzzle,
        sets: &[W],
        limits: &Limits,
    ) -> Option<Self> {
        let mut this = Tables {
            geometry,
            lists: geometry.lists(),
            digits: (0..geometry.side).map(W::bit).fold(W::EMPTY, W::or),
            peers: Peers::default(),
            arcs: Arcs::default(),
            implied: Vec::new(),
            watching: Vec::new(),
            facts: Vec::new(),
            filtered: Vec::new(),
            edges: 0,
            shares_three: geometry.shares_at_most(3),
            costs: Vec::new(),
            beside: Vec::new(),
            differ: Vec::new(),
            words_of_cells: geometry.cells().div_ceil(64),
            wakes: Vec::new(),
            words: 0,
            partner: Vec::new(),
            impossible: false,
        };
        let domain = Domain { geometry, cells: sets };
        for block in puzzle.rules().iter().flat_map(|rule| rule.blocks()) {
            if limits.expired() {
                return None;
            }
            match block {
                Block::Clauses(block) => {
                    block.clauses().iter().for_each(|clause| this.clause(clause, domain));
                }
                Block::Pairs(block) => {
                    let facts = blocks::facts(block, this.arcs.add(block, domain, true), geometry);
                    this.facts.extend(facts.filter(|&(_, set)| set != this.digits));
                }
                Block::Distinct(block) => {
                    this.impossible |= !this.peers.add(block, domain);
                }
                _ => {}
            }
        }
        for clause in blocks::filled(puzzle, domain) {
            this.clause(&clause, domain);
        }
        this.filtered.extend(blocks::filters(puzzle, domain, &this.peers, false, limits)?);
        this.edges = blocks::edges(&this.filtered);
        this.pair_up();
        this.filtered.sort_by_key(|filtered| filtered.filter.queue());
        this.arrange(0);
        Some(this)
    }

    /// Notes which cells have labels.
    fn pair_up(&mut self) {
        let regions = self.filtered.iter().find_map(|filtered| match &filtered.filter {
            Filter::Regions(regions) => Some((regions.cells(), &filtered.cells)),
            _ => None,
        });
        let Some((count, cells)) = regions else { return };
        self.partner = (0..self.geometry.cells()).map(number).collect();
        for (&cell, &label) in cells[..count].iter().zip(&cells[count..]) {
            self.partner[cell as usize] = label;
            self.partner[label as usize] = cell;
        }
    }

    /// Adds a clause.
    fn clause(&mut self, clause: &[Literal], domain: Domain<'_, W>) {
        // What each cell may have for the clause to hold.
        let mut parts: Vec<(usize, W)> = Vec::with_capacity(clause.len());
        for &Literal { cell, digit, stands } in clause {
            let (cell, digit) = (cell.index(), W::bit(digit.index()));
            let set = if stands { digit } else { self.digits.without(digit) };
            match parts.iter_mut().find(|(other, _)| *other == cell) {
                Some((_, all)) => *all = all.or(set),
                None => parts.push((cell, set)),
            }
        }
        let holds = |&(cell, set): &(usize, W)| domain.cells[cell].without(set).is_empty();
        if parts.iter().any(holds) {
            return;
        }
        parts.retain(|&(cell, set)| domain.cells[cell].meets(set));
        match parts[..] {
            [] => self.impossible = true,
            [fact] => self.facts.push(fact),
            [a, b] if [a, b].iter().all(|&(_, set)| self.is_literal(set)) => {
                self.implied.resize(2 * self.geometry.side * domain.cells.len(), Vec::new());
                self.imply_by(a, b);
                self.imply_by(b, a);
                // It points at cells that see both.
                if a.1 == b.1 && !a.1.is_several() {
                    self.filtered.push(Filtered::clause(&parts, domain));
                }
            }
            _ => self.filtered.push(Filtered::clause(&parts, domain)),
        }
    }

    /// Whether a set is one digit, or all but one.
    fn is_literal(&self, set: W) -> bool {
        !set.is_several() || !self.digits.without(set).is_several()
    }

    /// Where the first part does not hold, the second does.
    fn imply_by(&mut self, (cell, set): (usize, W), (other, kept): (usize, W)) {
        let others = self.digits.without(set);
        let stands = !others.is_several();
        let digit = if stands { others.first() } else { set.first() };
        let Some(digit) = digit else { return };
        let at = 2 * (cell * self.geometry.side + digit) + usize::from(stands);
        self.implied[at].push((number(other), kept));
    }

    /// Adds filters that are found for the sets of the cells; `None` if a limit is reached.
    fn add(
        &mut self,
        sets: &[W],
        find: impl FnOnce(Domain<'_, W>, &Peers) -> Option<Vec<Filtered<W>>>,
    ) -> Option<()> {
        let first = self.filtered.len();
        let domain = Domain { geometry: self.geometry, cells: sets };
        self.filtered.extend(find(domain, &self.peers)?);
        self.arrange(first);
        Some(())
    }

    /// Adds what follows from sums; `None` if a limit is reached.
    pub(super) fn imply(
        &mut self,
        kind: Implied,
        puzzle: &Puzzle,
        sets: &[W],
        limits: &Limits,
    ) -> Option<()> {
        self.add(sets, |domain, peers| blocks::implied(kind, puzzle, domain, peers, limits))
    }

    /// Adds filters of lines that know that their cells differ, which take the place of those that do not; `None` if a
    /// limit is reached.
    pub(super) fn distinguish(
        &mut self,
        puzzle: &Puzzle,
        sets: &[W],
        limits: &Limits,
    ) -> Option<()> {
        let first = self.filtered.len();
        self.add(sets, |domain, peers| blocks::distinct_lines(puzzle, domain, peers, limits))?;
        let line = |filtered: &Filtered<W>| match &filtered.filter {
            Filter::Line(_, automaton) => Some((filtered.cells.clone(), Arc::clone(automaton))),
            _ => None,
        };
        let new: HashSet<_> = self.filtered[first..].iter().filter_map(line).collect();
        for (k, filtered) in self.filtered[..first].iter().enumerate() {
            if line(filtered).is_some_and(|line| new.contains(&line)) {
                let id = self.geometry.full + k;
                for &cell in filtered.woken_by() {
                    self.wakes[self.words * cell as usize + id / 64] &= !(1 << (id % 64));
                }
            }
        }
        Some(())
    }

    /// Finds for each cage within a full house the other cells of the house, which wake it too, and
    /// which cells differ.
    pub(super) fn look_beside(&mut self) {
        let points =
            |filter: &Filter<W>| matches!(filter, Filter::Cage(_)) || filter.digit().is_some();
        if !self.filtered.iter().any(|filtered| points(&filtered.filter)) {
            return;
        }
        let cells = self.geometry.cells();
        let words = self.words_of_cells;
        self.differ = self.lists.sees().to_vec();
        for cell in 0..cells {
            for &peer in self.peers.of(cell) {
                self.differ[words * cell + peer as usize / 64] |= 1 << (peer % 64);
            }
        }
        let houses = self.geometry.full;
        let others = |filtered: &Filtered<W>| -> Box<[u32]> {
            let (Filter::Cage(_), Some(&first)) = (&filtered.filter, filtered.cells.first()) else {
                return Box::default();
            };
            let houses = self.geometry.positions_in_full(first as usize).iter();
            let mut houses = houses.map(|&(house, _)| self.geometry.cells_of(house as usize));
            let has_all = |house: &&[u32]| filtered.cells.iter().all(|cell| house.contains(cell));
            let Some(house) = houses.find(has_all) else { return Box::default() };
            house.iter().copied().filter(|cell| !filtered.cells.contains(cell)).collect()
        };
        self.beside = self.filtered.iter().map(others).collect();
        for (k, cells) in self.beside.iter().enumerate() {
            let id = houses + k;
            for &cell in cells {
                self.wakes[self.words * cell as usize + id / 64] |= 1 << (id % 64);
            }
        }
    }

    /// Whether it is known which cells differ.
    pub(super) fn knows_differing(&self) -> bool {
        !self.differ.is_empty()
    }

    /// Which cells must differ from a cell, a bit for each; of cells that are all asked for.
    #[inline]
    pub(super) fn differing(&self, cell: usize) -> &[u64] {
        &self.differ[self.words_of_cells * cell..][..self.words_of_cells]
    }

    /// Whether there are cages within houses, and cells were open after all else.
    pub(super) fn has_cages(&self) -> bool {
        self.beside.iter().any(|others| !others.is_empty())
    }

    /// Whether cells have labels that tell which regions they are in.
    pub(super) fn knows_labels(&self) -> bool {
        !self.partner.is_empty()
    }

    /// Whether cells are to be connected.
    pub(super) fn has_connected(&self) -> bool {
        let is_one =
            |filter: &Filter<W>| matches!(filter, Filter::Connected(_) | Filter::Regions(_));
        self.filtered.iter().any(|filtered| is_one(&filtered.filter))
    }

    /// How much is about each cell: houses, and filters, more of those with few cells.
    pub(super) fn priorities(&self) -> Vec<u32> {
        let side = number(self.geometry.side);
        let houses = |cell| number(self.geometry.positions_in_full(cell).len());
        let mut all: Vec<u32> =
            (0..self.geometry.cells()).map(|cell| 1 + side * houses(cell)).collect();
        let mut add = |cells: &[u32]| {
            let few = (2 * side).saturating_sub(number(cells.len())).max(side);
            for &cell in cells {
                all[cell as usize] += few;
            }
        };
        for Filtered { cells, filter, .. } in &self.filtered {
            match filter {
                Filter::Regions(regions) => {
                    for cells in regions.rules(cells) {
                        add(&cells);
                    }
                }
                _ => add(cells),
            }
        }
        all
    }

    /// Notes which cells wake the filters from one on.
    fn arrange(&mut self, first: usize) {
        let cells = self.geometry.cells();
        let houses = self.geometry.full;
        let words = (houses + self.filtered.len()).div_ceil(64);
        if words != self.words {
            let mut wakes = vec![0; words * cells];
            if self.words > 0 {
                for (new, old) in wakes.chunks_mut(words).zip(self.wakes.chunks(self.words)) {
                    new[..old.len()].copy_from_slice(old);
                }
            }
            (self.wakes, self.words) = (wakes, words);
        }
        let mut note =
            |cell: usize, id: usize| self.wakes[words * cell + id / 64] |= 1 << (id % 64);
        let literals = 2 * self.geometry.side * cells;
        if first == 0 {
            for cell in 0..cells {
                for &(house, _) in self.geometry.positions_in_full(cell) {
                    note(cell, house as usize);
                }
            }
        }
        for (k, filtered) in self.filtered.iter().enumerate().skip(first) {
            self.costs.push(filtered.cost());
            let Filter::Clause(parts) = &filtered.filter else {
                filtered.woken_by().iter().for_each(|&cell| note(cell as usize, houses + k));
                continue;
            };
            self.watching.resize(literals, Vec::new());
            for (&cell, &set) in filtered.cells.iter().zip(parts) {
                let at = |digit: usize| 2 * (cell as usize * self.geometry.side + digit);
                let others = self.digits.without(set);
                if let (Some(digit), false) = (others.first(), others.is_several()) {
                    self.watching[at(digit) + 1].push(number(houses + k));
                } else {
                    set.numbers().for_each(|it| self.watching[at(it)].push(number(houses + k)));
                }
            }
        }
    }

    /// The houses and filters that a cell wakes, as bits.
    #[inline]
    pub(super) fn woken_by(&self, cell: usize) -> &[u64] {
        &self.wakes[self.words * cell..][..self.words]
    }

    /// Hands out the cells of what has failed.
    pub(super) fn cells_of(&self, failure: Failure, mut take: impl FnMut(usize)) {
        match failure {
            Failure::Cell(cell) => take(cell as usize),
            Failure::Waiting(id) => {
                let id = id as usize;
                let cells = match id.checked_sub(self.geometry.full) {
                    None => self.geometry.cells_of(id),
                    Some(k) => self.filtered[k].woken_by(),
                };
                if self.knows_labels() && cells.len() > MANY_ROWS * self.geometry.side {
                    return;
                }
                for &cell in cells {
                    take(cell as usize);
                }
            }
        }
    }
}

/// Cells and filters are few.
fn number(n: usize) -> u32 {
    u32::try_from(n).expect("few cells")
}
