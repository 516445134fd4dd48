//! Arms over regions that are to be found: how far one sees within the own region.

use super::super::arguments::{Arguments, Values};
use super::{Counts, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "runlengths",
    aliases: &["chaosarrow"],
    about: "the first cell tells how many cells the first runs of equal digits on the arms have in all; their first is the same and counts once, or not if NUMBER is 1",
    numbers: Numbers::Default(|_| 0),
    shape: Shape::Lines(2, 9),
    wrong: |arms| {
        let starts = |arm: &[_]| arm.first() == arms.line(1).first();
        match () {
            () if !(0..=1).contains(&arms.k()) => Some("expected 0 or 1".into()),
            () if arms.line(0).len() != 1 => Some("expected one cell that tells the number".into()),
            () if !arms.lines()[1..].iter().all(|arm| starts(arm)) => {
                Some("expected arms that begin with the same cell".into())
            }
            () => None,
        }
    },
    holds: |arms, values| values.at(arms.line(0)[0]) + arms.k() == length(arms, values),
    lower: |arms, to| {
        // The cell that tells, the first of the arms, then what each goes on with. State: where, how
        // many are to come, the digit of the run, whether it is broken.
        let mut cells = vec![arms.line(0)[0], arms.line(1)[0]];
        let mut starts = vec![false; 2];
        for arm in &arms.lines()[1..] {
            cells.extend(&arm[1..]);
            starts.extend((1..arm.len()).map(|k| k == 1));
        }
        let next = |&(place, left, own, broken): &(usize, i64, i64, bool), digit: i64| {
            let is_run = place == 1 || digit == own && (starts[place] || !broken);
            let left = match place {
                0 => digit + arms.k(),
                _ => left - i64::from(is_run),
            };
            let own = if place == 1 { digit } else { own };
            let most = i64::try_from(cells.len() - 1 - place).unwrap_or(i64::MAX);
            (0..=most).contains(&left).then_some((place + 1, left, own, place > 1 && !is_run))
        };
        to.word(&cells, (0, 0, 0, false), next, |&(_, left, ..)| left == 0);
    },
    counts: Some(Counts::Runs),
    ..Kind::PLAIN
};

/// How many cells the runs have.
fn length(arms: &Arguments, values: Values<'_>) -> i64 {
    let own = values.at(arms.line(1)[0]);
    let run = |arm: &[_]| arm[1..].iter().take_while(|&&cell| values.at(cell) == own).count();
    let all = 1 + arms.lines()[1..].iter().map(|arm| run(arm)).sum::<usize>();
    i64::try_from(all).unwrap_or(i64::MAX)
}
