//! Sets of digits: one by value for the interfaces, many packed for a whole grid.

use super::{Cell, Digit, MAX_SIDE};

const WORDS: usize = MAX_SIDE.div_ceil(64);

/// A set of digits, of which there are up to [`MAX_SIDE`], by value (56 bytes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CandidateSet {
    words: [u64; WORDS],
}

impl CandidateSet {
    /// No digit at all.
    pub const EMPTY: Self = CandidateSet { words: [0; WORDS] };

    /// That many digits, from the first.
    pub fn full(digits: usize) -> Self {
        let mut this = Self::EMPTY;
        for (k, word) in this.words.iter_mut().enumerate() {
            *word = low_bits(digits.saturating_sub(64 * k));
        }
        this
    }

    /// The set of one digit.
    pub fn single(digit: Digit) -> Self {
        let mut this = Self::EMPTY;
        this.insert(digit);
        this
    }

    /// Those of so many digits that satisfy a condition on their indices.
    pub(crate) fn filtered(digits: usize, is_in: impl Fn(usize) -> bool) -> Self {
        let mut this = Self::EMPTY;
        for (k, word) in this.words.iter_mut().enumerate() {
            for bit in 0..digits.saturating_sub(64 * k).min(64) {
                *word |= u64::from(is_in(64 * k + bit)) << bit;
            }
        }
        this
    }

    /// How many digits.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Whether the digit is in the set.
    pub fn contains(&self, digit: Digit) -> bool {
        self.words[digit.index() / 64] >> (digit.index() % 64) & 1 == 1
    }

    /// Puts a digit in.
    pub fn insert(&mut self, digit: Digit) {
        self.words[digit.index() / 64] |= 1 << (digit.index() % 64);
    }

    /// Takes a digit out.
    pub fn remove(&mut self, digit: Digit) {
        self.words[digit.index() / 64] &= !(1 << (digit.index() % 64));
    }

    /// The digit, if there is exactly one.
    pub fn only(&self) -> Option<Digit> {
        let mut found = None;
        for (k, &word) in self.words.iter().enumerate() {
            if word == 0 {
                continue;
            }
            if found.is_some() || !word.is_power_of_two() {
                return None;
            }
            found = Some(Digit::new(64 * k + word.trailing_zeros() as usize));
        }
        found
    }

    /// The digits, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = Digit> + use<> {
        let words = self.words;
        (0..WORDS).flat_map(move |k| bits(words[k]).map(move |b| Digit::new(64 * k + b)))
    }
}

impl FromIterator<Digit> for CandidateSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        let mut this = Self::EMPTY;
        for digit in digits {
            this.insert(digit);
        }
        this
    }
}

/// A candidate set for every cell, packed: `⌈digits/64⌉` words of 64 bits a cell (9 MB at side
/// 400).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateGrid {
    digits: usize,
    stride: usize,
    words: Box<[u64]>,
}

impl CandidateGrid {
    /// All digits possible everywhere.
    pub fn full(cells: usize, digits: usize) -> Self {
        let stride = digits.div_ceil(64);
        let full = CandidateSet::full(digits);
        let mut words = vec![0; cells * stride].into_boxed_slice();
        for cell in words.chunks_exact_mut(stride) {
            cell.copy_from_slice(&full.words[..stride]);
        }
        CandidateGrid { digits, stride, words }
    }

    /// The number of digits that there are.
    #[inline]
    pub fn digit_count(&self) -> usize {
        self.digits
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.words.len() / self.stride
    }

    /// The candidates of a cell.
    pub fn get(&self, cell: Cell) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        set.words[..self.stride].copy_from_slice(self.words_of(cell));
        set
    }

    /// Replaces the candidates of a cell.
    pub fn set(&mut self, cell: Cell, set: &CandidateSet) {
        let start = cell.index() * self.stride;
        self.words[start..start + self.stride].copy_from_slice(&set.words[..self.stride]);
    }

    /// Leaves a cell one candidate.
    #[inline]
    pub(crate) fn set_only(&mut self, cell: Cell, digit: Digit) {
        let start = cell.index() * self.stride;
        self.words[start..start + self.stride].fill(0);
        self.insert(cell, digit);
    }

    /// Whether a digit is possible in a cell.
    #[inline]
    pub fn contains(&self, cell: Cell, digit: Digit) -> bool {
        self.words[cell.index() * self.stride + digit.index() / 64] >> (digit.index() % 64) & 1 == 1
    }

    /// Takes a digit out of a cell.
    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell, digit: Digit) {
        self.words[cell.index() * self.stride + digit.index() / 64] &= !(1 << (digit.index() % 64));
    }

    /// Puts a digit back into a cell.
    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell, digit: Digit) {
        self.words[cell.index() * self.stride + digit.index() / 64] |= 1 << (digit.index() % 64);
    }

    /// The number of candidates of a cell.
    #[inline]
    pub fn len(&self, cell: Cell) -> usize {
        self.words_of(cell).iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The candidate of a cell, if there is exactly one.
    #[inline]
    pub(crate) fn only(&self, cell: Cell) -> Option<Digit> {
        if let [word] = self.words_of(cell) {
            // Most grids: without counting bits.
            return word.is_power_of_two().then(|| Digit::new(word.trailing_zeros() as usize));
        }
        (self.len(cell) == 1).then(|| self.next_at(cell, 0)).flatten()
    }

    /// Whether some cell has neither one candidate nor all.
    pub(crate) fn has_pencilmarks(&self) -> bool {
        if let [full] = CandidateSet::full(self.digits).words[..self.stride] {
            return self.words.iter().any(|&word| word != full && !word.is_power_of_two());
        }
        let mut counts = (0..self.cells()).map(|cell| self.len(Cell::new(cell)));
        counts.any(|count| count != 1 && count != self.digits)
    }

    /// The candidates of a cell, smallest first.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        self.words_of(cell)
            .iter()
            .enumerate()
            .flat_map(|(k, &word)| bits(word).map(move |b| Digit::new(64 * k + b)))
    }

    /// How many of a cell's candidates are smaller than the digit.
    pub fn rank(&self, cell: Cell, digit: Digit) -> usize {
        let words = self.words_of(cell);
        let (k, bit) = (digit.index() / 64, digit.index() % 64);
        let below: usize = words[..k].iter().map(|w| w.count_ones() as usize).sum();
        below + (words[k] & low_bits(bit)).count_ones() as usize
    }

    /// The smallest candidate of a cell that is at or above `from`.
    #[inline]
    pub(crate) fn next_at(&self, cell: Cell, from: usize) -> Option<Digit> {
        let words = self.words_of(cell);
        let mut k = from / 64;
        let mut word = *words.get(k)? & !low_bits(from % 64);
        while word == 0 {
            k += 1;
            word = *words.get(k)?;
        }
        Some(Digit::new(64 * k + word.trailing_zeros() as usize))
    }

    /// The candidates of a cell among the first 64 digits, as bits.
    #[inline]
    pub(crate) fn first_word(&self, cell: Cell) -> u64 {
        self.words[cell.index() * self.stride]
    }

    #[inline]
    fn words_of(&self, cell: Cell) -> &[u64] {
        &self.words[cell.index() * self.stride..][..self.stride]
    }
}

/// The lowest `n` bits set, all of them from 64 on.
#[inline]
fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// The positions of the set bits, lowest first.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_sets_have_exactly_the_digits_of_the_side() {
        for side in [1, 4, 9, 63, 64, 65, 127, 128, 256, 400] {
            let set = CandidateSet::full(side);
            assert_eq!(set.len(), side);
            assert!(set.iter().map(Digit::index).eq(0..side));
        }
    }

    #[test]
    fn a_grid_answers_like_the_sets_it_was_given() {
        let mut grid = CandidateGrid::full(130 * 130, 130);
        let odd: CandidateSet = (0..130).filter(|d| d % 2 == 1).map(Digit::new).collect();
        let cell = Cell::at(7, 100, 130);
        grid.set(cell, &odd);
        assert_eq!(grid.get(cell), odd);
        assert_eq!(grid.len(cell), 65);
        assert!(grid.digits(cell).eq(odd.iter()));
        assert_eq!(grid.rank(cell, Digit::new(129)), 64);
        assert_eq!(grid.rank(cell, Digit::new(64)), 32);
        assert_eq!(grid.next_at(cell, 64), Some(Digit::new(65)));
        assert_eq!(grid.next_at(cell, 128), Some(Digit::new(129)));
        assert_eq!(grid.next_at(cell, 130), None);
        assert_eq!(grid.len(Cell::new(0)), 130);
    }

    #[test]
    fn only_is_the_single_digit() {
        let mut set = CandidateSet::single(Digit::new(70));
        assert_eq!(set.only(), Some(Digit::new(70)));
        set.insert(Digit::new(3));
        assert_eq!(set.only(), None);
        assert_eq!(CandidateSet::EMPTY.only(), None);
    }

    #[test]
    fn only_in_grids_of_any_width() {
        for digits in [9, 63, 64, 65, 128, 400] {
            let cell = Cell::new(1);
            let mut grid = CandidateGrid::full(3, digits);
            assert_eq!(grid.only(cell), None, "{digits}");
            assert!(!grid.has_pencilmarks(), "{digits}");
            for digit in [0, 1, digits / 2, digits - 1].map(Digit::new) {
                grid.set(cell, &CandidateSet::single(digit));
                assert_eq!(grid.only(cell), Some(digit), "{digits}");
                assert!(!grid.has_pencilmarks(), "{digits}");
            }
            let mut two = CandidateSet::single(Digit::new(0));
            two.insert(Digit::new(digits - 1));
            for marks in [two, CandidateSet::EMPTY] {
                grid.set(cell, &marks);
                assert_eq!(grid.only(cell), None, "{digits}");
                assert!(grid.has_pencilmarks(), "{digits}");
            }
        }
    }
}
