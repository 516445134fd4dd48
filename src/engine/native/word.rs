//! Small sets as machine words, wide enough for each digit of the side: of the digits of a cell, or
//! of the places of a digit in a house. Each width compiles all of native search once more; one of 16
//! bits brought no speed, and one of 128 bits, with which grids of 65 to 128 digits took a quarter of the
//! time a decision, made Python's wheel larger by some 145 KB, more than it may have.

use crate::grid::MAX_SIDE;

/// A set of small numbers.
pub(super) trait Word: Copy + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync {
    /// No number.
    const EMPTY: Self;
    /// How many numbers it has room for.
    #[cfg(test)]
    const BITS: usize;
    /// The set of one number.
    fn bit(number: usize) -> Self;
    /// The set of numbers below 16 whose bits these are.
    fn small(bits: u16) -> Self;
    /// The bits of the numbers below 16.
    fn low(self) -> u16;
    /// What is in either.
    fn or(self, other: Self) -> Self;
    /// What is in both.
    fn and(self, other: Self) -> Self;
    /// What is in the first and not in the second.
    fn without(self, other: Self) -> Self;
    /// How many.
    fn count(self) -> u32;
    /// The smallest, unless there is none.
    fn first(self) -> Option<usize>;

    /// The largest, unless there is none.
    fn last(self) -> Option<usize>;

    /// The first number from one on that is not in the set.
    #[inline]
    fn room_from(self, mut number: usize) -> usize {
        while self.has(number) {
            number += 1;
        }
        number
    }

    /// The last number up to one that is not in the set, unless there is none.
    #[inline]
    fn room_up_to(self, number: usize) -> Option<usize> {
        (0..=number).rev().find(|&number| !self.has(number))
    }

    /// Whether a number is in the set.
    #[inline]
    fn has(self, number: usize) -> bool {
        self.meets(Self::bit(number))
    }

    /// Whether some number is in both.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether it is the empty set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether it has two numbers or more.
    #[inline]
    fn is_several(self) -> bool {
        self.count() > 1
    }

    /// The numbers, smallest first.
    #[inline]
    fn numbers(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let number = self.first()?;
            self = self.without(Self::bit(number));
            Some(number)
        })
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            #[cfg(test)]
            const BITS: usize = <$type>::BITS as usize;

            #[inline]
            fn bit(number: usize) -> Self {
                1 << number
            }

            #[inline]
            fn small(bits: u16) -> Self {
                bits.into()
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "the rest is left out")]
            fn low(self) -> u16 {
                self as u16
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn last(self) -> Option<usize> {
                self.checked_ilog2().map(|last| last as usize)
            }

            #[inline]
            fn room_from(self, number: usize) -> usize {
                number + (self >> number).trailing_ones() as usize
            }

            #[inline]
            fn room_up_to(self, number: usize) -> Option<usize> {
                let above = <$type>::BITS as usize - 1 - number;
                (!self << above >> above).checked_ilog2().map(|last| last as usize)
            }

            #[inline]
            fn is_several(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }
        }
    };
}

word!(u32);
word!(u64);

const WORDS: usize = MAX_SIDE.div_ceil(64);

/// Room for the largest side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Wide([u64; WORDS]);

impl Word for Wide {
    const EMPTY: Self = Wide([0; WORDS]);
    #[cfg(test)]
    const BITS: usize = 64 * WORDS;

    fn bit(number: usize) -> Self {
        let mut this = Self::EMPTY;
        this.0[number / 64] = 1 << (number % 64);
        this
    }

    fn small(bits: u16) -> Self {
        let mut this = Self::EMPTY;
        this.0[0] = bits.into();
        this
    }

    fn low(self) -> u16 {
        self.0[0].low()
    }

    fn or(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }

    fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }

    fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> Option<usize> {
        let k = self.0.iter().position(|&word| word != 0)?;
        Some(64 * k + self.0[k].trailing_zeros() as usize)
    }

    fn last(self) -> Option<usize> {
        let k = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * k + self.0[k].ilog2() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds_what_was_put_in<W: Word>() {
        let numbers = [0, 3, 7, W::BITS / 2, W::BITS - 1];
        let mut set = W::EMPTY;
        assert!(set.is_empty() && set.first().is_none() && set.last().is_none());
        for (k, &number) in numbers.iter().enumerate() {
            assert!(!set.has(number));
            set = set.or(W::bit(number));
            assert!(set.has(number) && set.is_several() == (k > 0));
        }
        assert!(set.numbers().eq(numbers));
        assert_eq!((set.count(), set.first(), set.last()), (5, Some(0), Some(W::BITS - 1)));
        assert_eq!(W::small(0b1000_1001), W::bit(0).or(W::bit(3)).or(W::bit(7)));
        let rest = set.without(W::bit(0)).without(W::bit(7));
        assert!(rest.numbers().eq([3, W::BITS / 2, W::BITS - 1]));
        let full = W::small(0b1_1110);
        let rooms = |number| (full.room_from(number), full.room_up_to(number));
        assert_eq!(
            [0, 1, 4, 5].map(rooms),
            [(0, Some(0)), (5, Some(0)), (5, Some(0)), (5, Some(5))]
        );
        let low = full.or(W::bit(0));
        assert_eq!((low.room_from(0), low.room_up_to(4), low.room_up_to(5)), (5, None, Some(5)));
    }

    #[test]
    fn words_of_every_width_are_sets() {
        holds_what_was_put_in::<u32>();
        holds_what_was_put_in::<u64>();
        holds_what_was_put_in::<Wide>();
    }
}
