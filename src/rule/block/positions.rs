//! Sets of positions.

/// A set of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Positions {
    /// Of up to [`FEW`] positions, a bit each.
    Few(u128),
    /// Of more, a bit each.
    Many(Box<[u64]>),
}

/// Of so many positions no memory is asked for.
pub(super) const FEW: usize = 128;

impl Positions {
    /// Up to so many are [`Positions::Few`].
    pub(crate) const FEW: usize = FEW;

    /// None of so many positions.
    #[inline]
    pub(crate) fn none(positions: usize) -> Self {
        if positions <= FEW { Positions::Few(0) } else { Positions::many(positions) }
    }

    #[cold]
    fn many(positions: usize) -> Self {
        Positions::Many(vec![0; positions.div_ceil(64)].into())
    }

    #[inline]
    pub(crate) fn insert(&mut self, position: usize) {
        match self {
            Positions::Few(bits) => *bits |= 1 << position,
            Positions::Many(words) => words[position / 64] |= 1 << (position % 64),
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, position: usize) {
        match self {
            Positions::Few(bits) => *bits &= !(1 << position),
            Positions::Many(words) => words[position / 64] &= !(1 << (position % 64)),
        }
    }

    #[inline]
    pub(crate) fn has(&self, position: usize) -> bool {
        match self {
            Positions::Few(bits) => bits >> position & 1 == 1,
            Positions::Many(words) => words[position / 64] >> (position % 64) & 1 == 1,
        }
    }

    /// Whether some are in both.
    #[inline]
    pub(crate) fn meets(&self, other: &Positions) -> bool {
        match (self, other) {
            (Positions::Few(a), Positions::Few(b)) => a & b != 0,
            (Positions::Many(a), Positions::Many(b)) => a.iter().zip(b).any(|(a, b)| a & b != 0),
            _ => unreachable!("sets of the same positions"),
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Positions::Few(bits) => *bits == 0,
            Positions::Many(words) => words.iter().all(|&word| word == 0),
        }
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        match self {
            Positions::Few(bits) => bits.count_ones() as usize,
            Positions::Many(words) => words.iter().map(|word| word.count_ones() as usize).sum(),
        }
    }

    /// The first, unless there is none.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        match self {
            Positions::Few(bits) => (*bits != 0).then(|| bits.trailing_zeros() as usize),
            Positions::Many(words) => {
                let word = words.iter().position(|&word| word != 0)?;
                Some(64 * word + words[word].trailing_zeros() as usize)
            }
        }
    }

    /// All, in rising order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let mut rest = self.clone();
        std::iter::from_fn(move || {
            let first = rest.first()?;
            rest.remove(first);
            Some(first)
        })
    }

    /// Those in both.
    #[inline]
    pub(crate) fn and(&self, other: &Positions) -> Positions {
        match (self, other) {
            (Positions::Few(a), Positions::Few(b)) => Positions::Few(a & b),
            _ => self.zip(other, |a, b| a & b),
        }
    }

    /// Those in either.
    #[inline]
    pub(crate) fn or(&self, other: &Positions) -> Positions {
        match (self, other) {
            (Positions::Few(a), Positions::Few(b)) => Positions::Few(a | b),
            _ => self.zip(other, |a, b| a | b),
        }
    }

    /// Those that are not in the other.
    #[inline]
    pub(crate) fn without(&self, other: &Positions) -> Positions {
        match (self, other) {
            (Positions::Few(a), Positions::Few(b)) => Positions::Few(a & !b),
            _ => self.zip(other, |a, b| a & !b),
        }
    }

    /// Of two that are of many positions.
    #[cold]
    fn zip(&self, other: &Positions, with: impl Fn(u64, u64) -> u64) -> Positions {
        match (self, other) {
            (Positions::Many(a), Positions::Many(b)) => {
                Positions::Many(a.iter().zip(b).map(|(&a, &b)| with(a, b)).collect())
            }
            _ => unreachable!("sets of the same positions"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_that_were_put_in() {
        let all = [0, 63, 64, 127, 128, 199];
        for (positions, some) in [(200, &all[..]), (128, &all[..4])] {
            let mut marks = Positions::none(positions);
            for &k in some {
                marks.insert(k);
            }
            assert!(marks.iter().eq(some.iter().copied()) && marks.has(63) && !marks.has(62));
            assert_eq!((marks.count(), marks.first()), (some.len(), Some(0)));
            let mut one = Positions::none(positions);
            one.insert(62);
            assert!(!marks.meets(&one));
            one.insert(127);
            assert!(marks.meets(&one));
            for &k in some {
                marks.remove(k);
            }
            assert!(marks.is_empty() && marks.first().is_none());
        }
    }
}
