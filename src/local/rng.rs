//! Random words: the same for the same seed on every machine.

/// A counter that is stirred: Steele, Lea, Flood, *Fast splittable pseudorandom number generators*
/// (OOPSLA 2014), known as `SplitMix64`. A word does not wait for the one before it.
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
        share((self.word() >> 32) as u32, bound).0
    }
}

/// Which of `parts` equal parts of its range a random word lies in, and where in that part, again
/// as a random word. Parts differ by one word at most.
#[inline]
pub(super) fn share(word: u32, parts: usize) -> (usize, u32) {
    let product = u64::from(word) * parts as u64;
    ((product >> 32) as usize, product as u32)
}
