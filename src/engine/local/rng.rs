//! Random 64-bit words, the same for the same seed on every machine.

/// `SplitMix64`, a mixed counter, of Steele, Lea and Flood, *Fast splittable pseudorandom number
/// generators* (OOPSLA 2014). No word waits for the one before it.
#[derive(Debug, Clone)]
pub(super) struct Rng(u64);

impl Rng {
    /// The words of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        share(self.word() >> 32, bound).0
    }
}

/// Cuts the range of 32-bit words into equal parts: which of them a word lies in, and where in it,
/// as a 32-bit word again. Parts differ by one word at most.
#[inline]
pub(super) fn share(word: u64, parts: usize) -> (usize, u64) {
    let product = word * parts as u64;
    ((product >> 32) as usize, product & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_paper() {
        let mut rng = Rng::new(1_234_567);
        let words = [0; 3].map(|_| rng.word());
        assert_eq!(
            words,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn parts_are_equal_and_all_there_is() {
        let mut rng = Rng::new(7);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!(share(0xffff_ffff, 9).0, 8);
        assert_eq!(share(0, 9), (0, 0));
    }
}
