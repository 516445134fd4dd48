//! How many solutions a puzzle has, roughly, where they are far too many to be counted.
//!
//! A sample goes down the tree of a search at random: at each branch it takes one of the k ways
//! that propagation leaves open, each as likely, and multiplies its weight by k. A dead end weighs
//! nothing. The mean weight is the number of solutions, on average over all samples.
//!
//! - Donald Knuth: *Estimating the Efficiency of Backtrack Programs*, Mathematics of Computation
//!   29, 1975.
//! - Norman Johnson: *Modified t Tests and Confidence Intervals for Asymmetrical Populations*,
//!   JASA 73, 1978 (the interval, shifted for weights that are skewed).

use crate::error::{Error, Result};
use crate::puzzle::Board;

use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::random::Random;

/// An estimate of a number of solutions. Numbers are decimal logarithms, as they may be larger than
/// a float holds; that of 0 is −∞.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The number of solutions, estimated.
    pub log10: f64,
    /// The confidence interval of 95 %: its lower end. By the normal approximation, which a few
    /// samples of very different weights can mislead.
    pub low: f64,
    /// Its upper end; +∞ if no sample ended in a solution.
    pub high: f64,
    /// Samples drawn: fewer than requested if a limit was reached.
    pub samples: u64,
    /// Samples that ended in a solution.
    pub hits: u64,
    /// Whether the number is exact: propagation alone decided all.
    pub exact: bool,
}

/// Estimates the number of solutions from this many samples. The same seed gives the same estimate
/// on every machine, unless a limit is reached.
///
/// # Errors
/// If a sample ends in a grid that is no solution ([`Error::is_disagreement`]).
pub fn estimate(puzzle: &Puzzle, samples: u64, seed: u64, limits: &Limits) -> Result<Estimate> {
    let mut root = Board::new(puzzle);
    let exact = |log10: f64, hits| Estimate {
        log10,
        low: log10,
        high: log10,
        samples: 0,
        hits,
        exact: true,
    };
    match root.propagate_within(puzzle, limits) {
        Err(_) => return Ok(exact(f64::NEG_INFINITY, 0)),
        Ok(true) if root.is_full() => {
            check(puzzle, &root)?;
            return Ok(exact(0.0, 1));
        }
        Ok(true) => {}
        Ok(false) => return Ok(judge(&[], 0)),
    }
    let mut random = Random::new(seed);
    let mut weights = Vec::new();
    let mut drawn = 0;
    while drawn < samples && !limits.expired() {
        match sample(puzzle, root.clone(), &mut random, limits)? {
            Some(weight) => weights.extend(weight),
            None => break,
        }
        drawn += 1;
    }
    Ok(judge(&weights, drawn))
}

/// One way down: the natural logarithm of its weight, `Some(None)` for a dead end, `None` if a
/// limit was reached on the way.
#[expect(clippy::option_option, reason = "a sample or none, then a weight or none")]
fn sample(
    puzzle: &Puzzle,
    mut board: Board,
    random: &mut Random,
    limits: &Limits,
) -> Result<Option<Option<f64>>> {
    let layout = puzzle.layout();
    let mut weight = 0.0;
    while !board.is_full() {
        if limits.expired() {
            return Ok(None);
        }
        let open = puzzle.cells().filter(|&cell| board.count(cell) > 1);
        let Some(cell) = open.min_by_key(|&cell| board.count(cell)) else { break };
        // Ways that propagation refutes are no ways.
        let mut ways = Vec::new();
        for digit in board.candidates().get(cell).iter() {
            let mut way = board.clone();
            if way.place(layout, cell, digit).and_then(|()| way.propagate(puzzle)).is_ok() {
                ways.push(way);
            }
        }
        if ways.is_empty() {
            return Ok(Some(None));
        }
        #[expect(clippy::cast_precision_loss, reason = "400 at most")]
        let number = ways.len() as f64;
        weight += number.ln();
        board = ways.swap_remove(random.below(ways.len()));
    }
    check(puzzle, &board)?;
    Ok(Some(Some(weight)))
}

fn check(puzzle: &Puzzle, board: &Board) -> Result<()> {
    let digits: Option<Vec<Digit>> =
        (0..puzzle.layout().cells()).map(|cell| board.digit(Cell::new(cell))).collect();
    let checked = digits.map(|digits| puzzle.check(&digits));
    match checked {
        Some(Ok(_)) => Ok(()),
        _ => Err(Error::disagreement("a sample ended in a grid that is no solution")),
    }
}

/// Standard errors on either side of the mean.
const DEVIATIONS: f64 = 1.959_964;

/// Mean and interval of weights, given by their logarithms; samples beyond them weigh nothing.
fn judge(weights: &[f64], samples: u64) -> Estimate {
    let hits = weights.len() as u64;
    if hits == 0 {
        let (log10, low, high) = (f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY);
        return Estimate { log10, low, high, samples, hits, exact: false };
    }
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2⁵³ samples")]
    let (n, misses) = (samples as f64, (samples - hits) as f64);
    // In units of the largest weight, nothing overflows.
    let unit = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scaled = || weights.iter().map(|weight| (weight - unit).exp());
    let mean = scaled().sum::<f64>() / n;
    let moment = |k: i32| {
        (scaled().map(|weight| (weight - mean).powi(k)).sum::<f64>() + misses * (-mean).powi(k)) / n
    };
    let variance = moment(2) * n / (n - 1.0).max(1.0);
    let shift = if variance > 0.0 { moment(3) / (6.0 * variance * n) } else { 0.0 };
    let error = DEVIATIONS * (variance / n).sqrt();
    let in_all = |value: f64| (value.ln() + unit) / std::f64::consts::LN_10;
    let log10 = in_all(mean);
    // One solution was seen at least.
    let low = in_all((mean + shift - error).max(f64::MIN_POSITIVE)).max(0.0).min(log10);
    let high = in_all(mean + shift.max(0.0) + error);
    let high = if samples < 2 { f64::INFINITY } else { high };
    Estimate { log10, low, high, samples, hits, exact: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_leave_no_doubt() {
        let found = judge(&[2f64.ln(); 10], 10);
        assert!((found.log10 - 2f64.log10()).abs() < 1e-9);
        assert!((found.high - found.low).abs() < 1e-9);
    }

    #[test]
    fn dead_ends_count() {
        let found = judge(&[4f64.ln(); 5], 10);
        assert!((found.log10 - 2f64.log10()).abs() < 1e-9);
        assert!(found.low < found.log10 && found.log10 < found.high);
        assert!(judge(&[], 10).high.is_infinite());
    }

    #[test]
    fn weights_beyond_floats_are_no_matter() {
        let found = judge(&[5000.0, 5001.0], 2);
        assert!(found.log10 > 2171.0 && found.high.is_finite());
    }
}
