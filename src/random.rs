//! Numbers that look random and are the same on every machine: for orders to be tried and samples
//! to be drawn, never for secrets.

/// `SplitMix64`, a mixed counter: no number waits for the one before it.
///
/// - Guy Steele, Doug Lea, Christine Flood: *Fast Splittable Pseudorandom Number Generators*,
///   OOPSLA 2014.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The sequence of one of many things that are made with the same seed: which it is does not
    /// depend on how many others there are.
    pub(crate) fn numbered(seed: u64, number: u64) -> Self {
        let base = Random::new(seed).next();
        Random::new(Random::new(base.wrapping_add(number)).next())
    }

    /// The next 64 bits.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which must not be 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let product = u128::from(self.next()) * n as u128;
        usize::try_from(product >> 64).expect("below a usize")
    }

    /// Puts a slice into a random order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            items.swap(k, self.below(k + 1));
        }
    }
}

/// Cuts the range of 32-bit words into equal parts: which of them a word lies in, and where in it,
/// as a 32-bit word again. Parts differ by one word at most.
#[inline]
pub(crate) fn share(word: u64, parts: usize) -> (usize, u64) {
    let product = word * parts as u64;
    let part = (product >> 32) as usize;
    (part, product & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_sequence() {
        // The first numbers of seed 1234567 as the literature's reference prints them.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn shares_are_equal() {
        let mut random = Random::new(7);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[share(random.next() >> 32, 7).0] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!(share(0xffff_ffff, 9).0, 8);
        assert_eq!(share(0, 9), (0, 0));
    }

    #[test]
    fn a_shuffle_keeps_everything() {
        let mut items: Vec<_> = (0..50).collect();
        Random::new(7).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
