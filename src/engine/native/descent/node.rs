//! The digits left to each cell, propagated: singles at once, then houses, then the filters of blocks.

use super::super::blocks::Filter;
use super::super::word::Word;
use super::tables::{SLOW, Tables};
use crate::limits::Limits;

pub(super) struct Node<W> {
    pub(super) sets: Vec<W>,
    /// Cells that lost digits, and which.
    lost: Vec<(u32, W)>,
    /// For each house the digits that lost places since it was looked at.
    changed: Vec<W>,
    /// Bits of the houses and filters that wait.
    waiting: Vec<u64>,
    /// The steps that filters took.
    pub(super) work: u64,
    /// The sets of a filter.
    buffer: Vec<W>,
}

/// What has failed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Failure {
    /// A cell has no digit left.
    Cell(u32),
    /// A house, or a filter behind all houses.
    Waiting(u32),
}

type Step = Result<(), Failure>;

impl<W: Word> Node<W> {
    /// The sets of a puzzle's clues; all is to be propagated.
    pub(super) fn new(tables: &mut Tables<'_, W>, sets: Vec<W>) -> Self {
        let lost = (0u32..).zip(&sets).map(|(cell, &set)| (cell, tables.digits.without(set)));
        let lost = lost.filter(|(_, lost)| !lost.is_empty()).collect();
        let changed = vec![tables.digits; tables.geometry.full];
        let (waiting, buffer) = (Vec::new(), Vec::new());
        let mut this = Node { sets, lost, changed, waiting, work: 0, buffer };
        for (cell, set) in std::mem::take(&mut tables.facts) {
            tables.impossible |= this.keep(cell, set).is_err();
        }
        tables.impossible |= this.sets.iter().any(|set| set.is_empty());
        this.wake_all(tables, 0);
        this
    }

    /// Wakes filters from one on.
    pub(super) fn wake_from(&mut self, tables: &Tables<'_, W>, first: usize) {
        self.wake_all(tables, tables.geometry.full + first);
    }

    fn wake_all(&mut self, tables: &Tables<'_, W>, first: usize) {
        self.waiting.resize(tables.words, 0);
        for id in first..tables.geometry.full + tables.filtered.len() {
            self.waiting[id / 64] |= 1 << (id % 64);
        }
    }

    /// Begins again with other sets, in which a cell has just lost digits.
    pub(super) fn restart(&mut self, sets: &[W], cell: u32, lost: W) {
        self.begin_again(sets);
        self.lost.push((cell, lost));
    }

    /// Begins again with sets that nothing follows from but by new filters.
    pub(super) fn begin_again(&mut self, sets: &[W]) {
        self.sets.copy_from_slice(sets);
        self.lost.clear();
        self.changed.fill(W::EMPTY);
        self.waiting.fill(0);
    }

    /// Leaves an open cell one of its digits.
    pub(super) fn place(&mut self, cell: usize, digit: W) {
        let lost = self.sets[cell].without(digit);
        self.sets[cell] = digit;
        self.lost.push((u32::try_from(cell).expect("few cells"), lost));
    }

    /// Leaves a cell no digits but these.
    #[inline]
    pub(super) fn keep(&mut self, cell: usize, set: W) -> Step {
        let old = self.sets[cell];
        let new = old.and(set);
        if new != old {
            self.sets[cell] = new;
            #[expect(clippy::cast_possible_truncation, reason = "there are few cells")]
            let number = cell as u32;
            if new.is_empty() {
                return Err(Failure::Cell(number));
            }
            self.lost.push((number, old.without(new)));
        }
        Ok(())
    }

    /// Propagates to the fixpoint; whether it came that far before a limit was reached.
    pub(super) fn propagate(
        &mut self,
        tables: &Tables<'_, W>,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        loop {
            while let Some((cell, lost)) = self.lost.pop() {
                self.follow(tables, cell as usize, lost)?;
            }
            let Some(word) = self.waiting.iter().position(|&word| word != 0) else {
                return Ok(true);
            };
            let id = 64 * word + self.waiting[word].trailing_zeros() as usize;
            self.waiting[word] &= self.waiting[word] - 1;
            let full = tables.geometry.full;
            let step = if id < full {
                let changed = std::mem::replace(&mut self.changed[id], W::EMPTY);
                let step = self.house(tables, tables.geometry.cells_of(id));
                step.and_then(|few| self.lock(tables, id, few.and(changed)))
            } else {
                let id = id - full;
                let step = self.filter(tables, id);
                self.work = self.work.saturating_add(tables.filtered[id].spent());
                if tables.costs[id] > SLOW && limits.expired() {
                    return Ok(false);
                }
                step
            };
            #[expect(clippy::cast_possible_truncation, reason = "houses and filters are few")]
            step.map_err(|()| Failure::Waiting(id as u32))?;
        }
    }

    /// Draws the consequences of a cell that lost digits, and wakes what it is part of.
    fn follow(&mut self, tables: &Tables<'_, W>, cell: usize, lost: W) -> Step {
        let set = self.sets[cell];
        if !set.is_several() {
            for &peer in tables.lists.neighbours(cell) {
                self.keep(peer as usize, tables.digits.without(set))?;
            }
            for &peer in tables.peers.of(cell) {
                self.keep(peer as usize, tables.digits.without(set))?;
            }
        }
        for (to, partners) in tables.arcs.images(cell, set) {
            self.keep(to, partners)?;
        }
        if !tables.implied.is_empty() {
            let at = |digit: usize| 2 * (cell * tables.geometry.side + digit);
            for digit in lost.numbers() {
                for &(other, kept) in &tables.implied[at(digit)] {
                    self.keep(other as usize, kept)?;
                }
            }
            if let (false, Some(digit)) = (set.is_several(), set.first()) {
                for &(other, kept) in &tables.implied[at(digit) + 1] {
                    self.keep(other as usize, kept)?;
                }
            }
        }
        if !tables.watching.is_empty() {
            let at = |digit: usize| 2 * (cell * tables.geometry.side + digit);
            let stands = if set.is_several() { None } else { set.first() };
            let watching = lost.numbers().map(at).chain(stands.map(|digit| at(digit) + 1));
            for &id in watching.flat_map(|at| &tables.watching[at]) {
                self.waiting[id as usize / 64] |= 1 << (id % 64);
            }
        }
        for &(house, _) in tables.geometry.positions_in_full(cell) {
            let changed = &mut self.changed[house as usize];
            *changed = changed.or(lost);
        }
        let woken = tables.woken_by(cell);
        for (k, waiting) in self.waiting.iter_mut().enumerate() {
            *waiting |= woken[k];
        }
        Ok(())
    }

    /// Hidden singles of a house; the digits that stand nowhere there yet and have so few places that
    /// they may all lie in another house.
    fn house(&mut self, tables: &Tables<'_, W>, cells: &[u32]) -> Result<W, ()> {
        let (mut once, mut twice, mut known) = (W::EMPTY, W::EMPTY, W::EMPTY);
        let (mut thrice, mut often) = (W::EMPTY, W::EMPTY);
        for &cell in cells {
            let set = self.sets[cell as usize];
            often = often.or(thrice.and(set));
            thrice = thrice.or(twice.and(set));
            twice = twice.or(once.and(set));
            once = once.or(set);
            if !set.is_several() {
                known = known.or(set);
            }
        }
        if once != tables.digits {
            return Err(());
        }
        let hidden = once.without(twice).without(known);
        if !hidden.is_empty() {
            for &cell in cells {
                let own = self.sets[cell as usize].and(hidden);
                if own.is_several() {
                    return Err(());
                }
                if !own.is_empty() {
                    self.keep(cell as usize, own).map_err(|_| ())?;
                }
            }
        }
        let few = twice.without(known);
        Ok(if tables.shares_three { few.without(often) } else { few })
    }

    /// Locked candidates: those of some digits that have places of a house only where another house
    /// has cells too. Digits that lost no place were looked at before.
    fn lock(&mut self, tables: &Tables<'_, W>, house: usize, few: W) -> Result<(), ()> {
        if few.is_empty() {
            return Ok(());
        }
        for pair in tables.geometry.pairs_of(house) {
            let (here, there) = tables.lists.apart(pair);
            let mut locked = few;
            for &cell in here {
                locked = locked.without(self.sets[cell as usize]);
                if locked.is_empty() {
                    break;
                }
            }
            if locked.is_empty() {
                continue;
            }
            let rest = tables.digits.without(locked);
            for &cell in there {
                self.keep(cell as usize, rest).map_err(|_| ())?;
            }
        }
        Ok(())
    }

    fn filter(&mut self, tables: &Tables<'_, W>, id: usize) -> Result<(), ()> {
        let filtered = &tables.filtered[id];
        if let Filter::Clause(parts) = &filtered.filter {
            let is_open = self.clause(&filtered.cells, parts)?;
            if !is_open || !tables.knows_differing() || filtered.filter.digit().is_none() {
                return Ok(());
            }
        }
        let mut sets = std::mem::take(&mut self.buffer);
        sets.clear();
        for &cell in &filtered.cells {
            sets.push(self.sets[cell as usize]);
        }
        let certain = match &filtered.filter {
            Filter::Cage(cage) if tables.knows_differing() => {
                let others: &[u32] = tables.beside.get(id).map_or(&[], |others| others);
                let digits = if others.is_empty() { W::EMPTY } else { tables.digits };
                let mut beside = W::EMPTY;
                for &cell in others {
                    beside = beside.or(self.sets[cell as usize]);
                }
                cage.narrow_beside(&mut sets, Some((digits, beside)))
            }
            filter => {
                let digit = filter.digit().filter(|_| tables.knows_differing());
                filter.narrow(&mut sets).then(|| digit.unwrap_or(W::EMPTY))
            }
        };
        let mut holds = certain.is_some();
        for (k, &cell) in filtered.cells.iter().enumerate() {
            holds = holds && self.keep(cell as usize, sets[k]).is_ok();
        }
        let certain = certain.unwrap_or(W::EMPTY);
        holds = holds && self.point(tables, (&filtered.cells, &sets), certain);
        self.buffer = sets;
        if holds { Ok(()) } else { Err(()) }
    }

    /// Whether two cells or more can still satisfy a clause. If only one can, it is made to; an error if none can.
    fn clause(&mut self, cells: &[u32], parts: &[W]) -> Result<bool, ()> {
        let mut open = None;
        for (&cell, &part) in cells.iter().zip(parts) {
            if self.sets[cell as usize].meets(part) && open.replace((cell, part)).is_some() {
                return Ok(true);
            }
        }
        let (cell, part) = open.ok_or(())?;
        self.keep(cell as usize, part).map_err(|_| ())?;
        Ok(false)
    }

    /// Digits that stand in some cells for certain stand in none that differs from all their places.
    fn point(&mut self, tables: &Tables<'_, W>, (cells, sets): (&[u32], &[W]), certain: W) -> bool {
        let mut placed = W::EMPTY;
        for &set in sets {
            if !set.is_several() {
                placed = placed.or(set);
            }
        }
        for digit in certain.without(placed).numbers().map(W::bit) {
            for word in 0..tables.words_of_cells {
                let mut common = u64::MAX;
                for (k, &cell) in cells.iter().enumerate() {
                    if sets[k].meets(digit) {
                        common &= tables.differing(cell as usize)[word];
                    }
                }
                while common != 0 {
                    let cell = 64 * word + common.trailing_zeros() as usize;
                    common &= common - 1;
                    if self.keep(cell, tables.digits.without(digit)).is_err() {
                        return false;
                    }
                }
            }
        }
        true
    }
}
