//! About how many solutions there are.

use serde::Serialize;

use super::answer::Status;
use crate::jobs::estimate::Estimate;

/// An estimate of the number of solutions.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimated {
    /// `estimated`, `none`, or `unknown` where no sample ended in a solution.
    pub status: Status,
    /// The number to four figures, as text: it may be larger than a float holds.
    pub estimate: String,
    /// Its decimal logarithm; null for 0.
    pub log10: Option<f64>,
    /// The lower end of the confidence interval, as a decimal logarithm; null for 0.
    pub log10_low: Option<f64>,
    /// The upper end; null where there is none.
    pub log10_high: Option<f64>,
    /// The confidence of the interval.
    pub confidence: f64,
    /// Whether the number is exact.
    pub exact: bool,
    /// Samples drawn.
    pub samples: u64,
    /// Samples that ended in a solution.
    pub hits: u64,
    /// The random seed.
    pub seed: u64,
}

impl Estimated {
    /// An estimate made with a seed.
    pub fn new(found: &Estimate, seed: u64) -> Self {
        let none = found.log10 == f64::NEG_INFINITY;
        let status = match (none, found.exact) {
            (true, true) => Status::None,
            (true, false) => Status::Unknown,
            (false, _) => Status::Estimated,
        };
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        Estimated {
            status,
            estimate: number(found.log10),
            log10: finite(found.log10),
            log10_low: finite(found.low),
            log10_high: finite(found.high),
            confidence: 0.95,
            exact: found.exact,
            samples: found.samples,
            hits: found.hits,
            seed,
        }
    }

    pub(super) fn text(&self) -> String {
        let Estimated { estimate, samples, .. } = self;
        match (self.status, self.exact) {
            (_, true) => format!("{estimate}\n"),
            (Status::Unknown, _) => {
                format!("unknown: none of {samples} samples ended in a solution\n")
            }
            _ => {
                let low = number(self.log10_low.unwrap_or(f64::NEG_INFINITY));
                let high = number(self.log10_high.unwrap_or(f64::INFINITY));
                format!("about {estimate} (95 %: {low} to {high}; {samples} samples)\n")
            }
        }
    }
}

/// A number by its decimal logarithm, to four figures: `131.0`, `6.671e21`.
fn number(log10: f64) -> String {
    if log10 == f64::NEG_INFINITY {
        return "0".into();
    }
    if log10.is_infinite() {
        return "?".into();
    }
    if log10 < 6.0 {
        let value = 10f64.powf(log10);
        let rounded = value.round();
        return if (value - rounded).abs() < 1e-6 * value {
            format!("{rounded}")
        } else {
            format!("{value:.1}")
        };
    }
    let mut exponent = log10.floor();
    let mut mantissa = format!("{:.3}", 10f64.powf(log10 - exponent));
    if mantissa == "10.000" {
        exponent += 1.0;
        mantissa = "1.000".into();
    }
    format!("{mantissa}e{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(number(0.0), "1");
        assert_eq!(number(131f64.log10()), "131");
        assert_eq!(number(131.46f64.log10()), "131.5");
        assert_eq!(number(21.824_2), "6.671e21");
        assert_eq!(number(6.999_999_999), "1.000e7");
        assert_eq!(number(f64::NEG_INFINITY), "0");
    }
}
