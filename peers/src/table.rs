//! The table.

use std::time::Duration;

use crate::race::Outcome;

/// The two lines above the rows.
pub(crate) fn head() -> String {
    let names = row(
        "list",
        "contestant",
        ["ns/puzzle", "median", "puzzles/s", "guesses", "ratio"].map(Into::into),
    );
    let line = |width: usize, right: &str| format!("{}{right}", "-".repeat(width));
    let numbers = [10, 10, 11, 8, 6].map(|width| line(width + 1, ":"));
    format!("{names}\n|{}|{}|{}|", line(27, ""), line(18, ""), numbers.join("|"))
}

/// The rows of one list. Ratios are speeds over that of the contestant `base`.
pub(crate) fn rows(list: &str, puzzles: usize, outcomes: &[Outcome], base: Option<&str>) -> String {
    let base = outcomes.iter().find(|outcome| Some(outcome.name.as_str()) == base);
    let rows = outcomes.iter().map(|outcome| {
        let best = nanos(best(&outcome.times), puzzles);
        let ratio = base.map(|base| nanos(self::best(&base.times), puzzles) / best);
        let guesses = outcome.guesses;
        let numbers = [
            format!("{best:.0}"),
            format!("{:.0}", nanos(median(&outcome.times), puzzles)),
            format!("{:.0}", 1e9 / best),
            if guesses == 0 { "-".into() } else { format!("{:.2}", per(guesses.into(), puzzles)) },
            ratio.map_or("-".into(), |ratio| format!("{ratio:.2}")),
        ];
        row(list, &outcome.name, numbers)
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn row(list: &str, contestant: &str, [best, median, speed, guesses, ratio]: [String; 5]) -> String {
    format!(
        "| {list:<25} | {contestant:<16} | {best:>10} | {median:>10} | {speed:>11} | {guesses:>8} \
         | {ratio:>6} |"
    )
}

fn nanos(time: Duration, puzzles: usize) -> f64 {
    per(time.as_nanos(), puzzles)
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn per(number: u128, puzzles: usize) -> f64 {
    number as f64 / puzzles as f64
}

fn best(times: &[Duration]) -> Duration {
    times.iter().copied().min().unwrap_or_default()
}

/// The middle one, or the mean of the two in the middle.
fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let middle = sorted.len() / 2;
    match (sorted.len() % 2, sorted.get(middle)) {
        (_, None) => Duration::ZERO,
        (1, Some(&one)) => one,
        (_, Some(&upper)) => (sorted[middle - 1] + upper) / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(times: &[u64]) -> Vec<Duration> {
        times.iter().copied().map(Duration::from_millis).collect()
    }

    #[test]
    fn best_and_median() {
        assert_eq!(best(&millis(&[3, 1, 2])), Duration::from_millis(1));
        assert_eq!(median(&millis(&[3, 1, 2])), Duration::from_millis(2));
        assert_eq!(median(&millis(&[9, 1, 3, 2])), Duration::from_micros(2500));
        assert_eq!(median(&[]), Duration::ZERO);
    }

    #[test]
    fn ratios_are_speeds_over_the_base() {
        let outcome = |name: &str, times, guesses| Outcome {
            name: name.into(),
            times: millis(times),
            guesses,
        };
        let outcomes = [outcome("base", &[4, 2], 50), outcome("fast", &[1, 3], 0)];
        let rows = rows("l", 1000, &outcomes, Some("base"));
        let cells: Vec<Vec<_>> =
            rows.lines().map(|row| row.split('|').map(str::trim).collect()).collect();
        assert_eq!(cells[0][1..8], ["l", "base", "2000", "3000", "500000", "0.05", "1.00"]);
        assert_eq!(cells[1][1..8], ["l", "fast", "1000", "2000", "1000000", "-", "2.00"]);
    }

    #[test]
    fn columns_stand_below_each_other() {
        let outcome = Outcome { name: "n".into(), times: millis(&[1]), guesses: 1 };
        let table = format!("{}\n{}", head(), rows("l", 1, &[outcome], None));
        let bars = |line: &str| -> Vec<_> { line.match_indices('|').map(|(i, _)| i).collect() };
        let all: Vec<_> = table.lines().map(bars).collect();
        assert!(all.iter().all(|line| line.len() == 8 && *line == all[0]), "{table}");
    }
}
