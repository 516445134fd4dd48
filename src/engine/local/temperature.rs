//! Temperatures as acceptance: how likely a change of cost is accepted. No function of the
//! platform's mathematics library is called, so that all machines accept the same.

#![allow(clippy::cast_sign_loss, reason = "probabilities, and what was clamped to 0 and above")]

/// Changes of cost beyond this, in either direction, count as this.
const REACH: i32 = 16;

/// The probability 1. The probabilities of 255 changes add up to a 32-bit word at most.
pub(super) const ONE: u32 = 1 << 24;

/// For each change of cost, the probability that it is accepted at a temperature.
#[derive(Debug, Clone)]
pub(super) struct Acceptance([u32; 2 * REACH as usize]);

impl Acceptance {
    /// The probability is 1 for a change `d` of zero or less, else `exp(-d / temperature)`.
    pub(super) fn new(temperature: f64) -> Self {
        let one = exp_minus(1.0 / temperature);
        let mut probability = f64::from(ONE);
        let mut this = Acceptance([ONE; 2 * REACH as usize]);
        for entry in &mut this.0[REACH as usize + 1..] {
            probability *= one;
            *entry = probability as u32;
        }
        this
    }

    /// The probability to accept a change, of [`ONE`].
    #[inline]
    pub(super) fn of(&self, change: i32) -> u32 {
        self.0[(change + REACH).clamp(0, 2 * REACH - 1) as usize]
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
        let acceptance = Acceptance::new(0.4);
        assert_eq!((acceptance.of(0), acceptance.of(-100)), (ONE, ONE));
        assert!(acceptance.of(1) < ONE / 2 && Acceptance::new(2.0).of(1) > ONE / 2);
        assert!((0..40).all(|d| acceptance.of(d) >= acceptance.of(d + 1)));
        assert!(u32::try_from(255 * u64::from(ONE)).is_ok());
    }
}
