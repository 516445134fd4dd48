//! `satoku count --estimate`: how many solutions there are, roughly.

use serde_json::{Map, json};

use super::Status;
use super::args::{AskArgs, EstimateArgs};
use super::each::{Said, each};
use satoku::jobs::estimate::{Estimate, estimate};

pub(super) fn run(args: &EstimateArgs, ask: &AskArgs) -> anyhow::Result<Status> {
    each(&ask.input, &ask.batch, ask.output, ask.engine.time_limit, |entry, means| {
        let found = estimate(&entry.puzzle, args.samples, ask.engine.seed, &means.limits)?;
        Ok(said(&found, ask.engine.seed))
    })
}

fn said(found: &Estimate, seed: u64) -> Said {
    let none = found.log10 == f64::NEG_INFINITY;
    let (word, status) = match (none, found.exact) {
        (true, true) => ("none", Status::NEGATIVE),
        (true, false) => ("unknown", Status::UNKNOWN),
        (false, _) => ("estimated", Status::OK),
    };
    let mut text = match (none, found.exact) {
        (_, true) => number(found.log10),
        (true, false) => format!("unknown: none of {} samples ended in a solution", found.samples),
        (false, false) => format!(
            "about {} (95 %: {} to {}; {} samples)",
            number(found.log10),
            number(found.low),
            number(found.high),
            found.samples
        ),
    };
    text.push('\n');
    let mut fields = Map::new();
    // JSON has no infinities: they become null.
    fields.insert("estimate".into(), json!(number(found.log10)));
    fields.insert("log10".into(), json!(found.log10));
    fields.insert("log10_low".into(), json!(found.low));
    fields.insert("log10_high".into(), json!(found.high));
    fields.insert("confidence".into(), json!(0.95));
    fields.insert("exact".into(), json!(found.exact));
    fields.insert("samples".into(), json!(found.samples));
    fields.insert("hits".into(), json!(found.hits));
    fields.insert("seed".into(), json!(seed));
    Said { word, status, text, fields }
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
