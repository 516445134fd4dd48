//! Temperatures as thresholds: which random words accept a change of cost. No function of the
//! platform's mathematics library is called, so that all machines accept the same.

#![allow(clippy::cast_sign_loss, reason = "probabilities, and what was clamped to 0 and above")]

use super::rng::TWO_32;

/// How far changes of cost are told apart, in either direction.
const REACH: i32 = 16;

/// For each change of cost, how many of the 2³² random words accept it at a temperature.
#[derive(Debug, Clone)]
pub(super) struct Thresholds([u64; 2 * REACH as usize]);

impl Thresholds {
    /// The probability is 1 for a change `d` of zero or less, else `exp(-d / temperature)`.
    pub(super) fn new(temperature: f64) -> Self {
        let one = exp_minus(1.0 / temperature);
        let mut probability = 1.0;
        let mut this = Thresholds([1 << 32; 2 * REACH as usize]);
        for threshold in &mut this.0[REACH as usize + 1..] {
            probability *= one;
            *threshold = (probability * TWO_32) as u64;
        }
        this
    }

    /// Whether a 32-bit word accepts a change.
    #[inline]
    pub(super) fn accept(&self, change: i32, word: u64) -> bool {
        let entry = (change + REACH).clamp(0, 2 * REACH - 1) as usize;
        word < self.0[entry]
    }
}

/// `exp(-x)` for `x ≥ 0`, to about six digits, by sums, products and quotients alone: these are the
/// same, bit by bit, on every machine.
fn exp_minus(x: f64) -> f64 {
    if x > 40.0 {
        return 0.0;
    }
    let y = x / 1024.0;
    let mut power = 1.0 - y * (1.0 - y / 2.0 * (1.0 - y / 3.0 * (1.0 - y / 4.0)));
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_one() {
        for k in 0..400 {
            let x = f64::from(k) / 10.0;
            assert!((exp_minus(x) / (-x).exp() - 1.0).abs() < 1e-5, "{x}");
        }
        assert!(exp_minus(1e6) < 1e-300);
    }

    #[test]
    fn worse_is_accepted_less_often() {
        let thresholds = Thresholds::new(0.4);
        let half = 1 << 31;
        assert!(thresholds.accept(0, 0xffff_ffff) && thresholds.accept(-100, 0xffff_ffff));
        assert!(!thresholds.accept(1, half) && Thresholds::new(2.0).accept(1, half));
        assert!((0..40).all(|d| thresholds.0[(d + REACH).clamp(0, 31) as usize]
            >= thresholds.0[(d + 1 + REACH).clamp(0, 31) as usize]));
    }
}
