//! What is known of regions part by part: cells that are in one region, whichever it is.

use crate::rule::Positions;

/// The most cells.
pub(super) const MOST_CELLS: usize = Positions::FEW;
/// The most digits, and labels.
pub(super) const MOST_DIGITS: usize = 16;

/// Parts of regions. Each cell is in one part, which goes by the number of its first cell.
pub(super) struct Parts {
    /// Cells of a region.
    size: u32,
    /// The number of cells.
    count: usize,
    of: [u8; MOST_CELLS],
    cells: [u128; MOST_CELLS],
    labels: [u16; MOST_CELLS],
    /// The digits that stand in it.
    digits: [u16; MOST_CELLS],
    /// Cells that are not in its region.
    apart: [u128; MOST_CELLS],
    /// Whether parts were joined, or lost a label or a cell a digit, since this was last cleared.
    pub(super) changed: bool,
}

/// The number of a cell.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "cells are few")]
pub(super) fn small(cell: usize) -> u8 {
    cell as u8
}

/// The cells of a set, in order.
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

impl Parts {
    /// Single cells, whose regions have so many cells.
    pub(super) fn new(size: u32, digits: &[u16], labels: &[u16]) -> Self {
        let mut this = Parts {
            size,
            count: digits.len(),
            of: [0; MOST_CELLS],
            cells: [0; MOST_CELLS],
            labels: [0; MOST_CELLS],
            digits: [0; MOST_CELLS],
            apart: [0; MOST_CELLS],
            changed: false,
        };
        for (k, (&set, &labels)) in digits.iter().zip(labels).enumerate() {
            this.of[k] = small(k);
            this.cells[k] = 1 << k;
            this.labels[k] = labels;
            this.digits[k] = if set.is_power_of_two() { set } else { 0 };
        }
        this
    }

    /// The part of a cell.
    #[inline]
    pub(super) fn of(&self, cell: usize) -> usize {
        self.of[cell].into()
    }

    /// All parts.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> {
        (0..self.count).filter(|&k| self.of(k) == k)
    }

    pub(super) fn cells(&self, part: usize) -> u128 {
        self.cells[part]
    }

    /// Whether it is a whole region.
    pub(super) fn is_whole(&self, part: usize) -> bool {
        self.cells[part].count_ones() == self.size
    }

    pub(super) fn labels(&self, part: usize) -> u16 {
        self.labels[part]
    }

    pub(super) fn digits(&self, part: usize) -> u16 {
        self.digits[part]
    }

    pub(super) fn apart(&self, part: usize) -> u128 {
        self.apart[part]
    }

    /// The only label of a part, if it has but one.
    pub(super) fn label(&self, part: usize) -> Option<usize> {
        let labels = self.labels[part];
        labels.is_power_of_two().then(|| labels.trailing_zeros() as usize)
    }

    /// Whether two parts may be in one region.
    #[inline(never)]
    pub(super) fn fit(&self, a: usize, b: usize) -> bool {
        self.labels[a] & self.labels[b] != 0
            && self.digits[a] & self.digits[b] == 0
            && self.apart[a] & self.cells[b] == 0
            && self.apart[b] & self.cells[a] == 0
            && self.cells[a].count_ones() + self.cells[b].count_ones() <= self.size
    }

    /// Two parts are one; `None` if they cannot be.
    #[inline(never)]
    pub(super) fn join(&mut self, a: usize, b: usize) -> Option<()> {
        if a == b {
            return Some(());
        }
        if !self.fit(a, b) {
            return None;
        }
        let (a, b) = (a.min(b), a.max(b));
        for k in cells(self.cells[b]) {
            self.of[k] = small(a);
        }
        self.cells[a] |= self.cells[b];
        self.labels[a] &= self.labels[b];
        self.digits[a] |= self.digits[b];
        self.apart[a] |= self.apart[b];
        self.changed = true;
        Some(())
    }

    /// Cells are not in the region of a part; `None` if they are.
    pub(super) fn separate(&mut self, part: usize, others: u128) -> Option<()> {
        self.apart[part] |= others;
        (others & self.cells[part] == 0).then_some(())
    }

    /// Forbids labels to a part; `None` if it has no other.
    pub(super) fn refuse(&mut self, part: usize, labels: u16) -> Option<()> {
        let left = self.labels[part] & !labels;
        self.changed |= left != self.labels[part];
        self.labels[part] = left;
        (left != 0).then_some(())
    }

    /// A cell has this digit; `None` if its part has it elsewhere.
    pub(super) fn place(&mut self, cell: usize, digit: u16) -> Option<()> {
        let part = self.of(cell);
        if self.digits[part] & digit != 0 {
            return None;
        }
        self.digits[part] |= digit;
        self.changed = true;
        Some(())
    }
}
