//! Arms over regions that are to be found: how far one sees within the own region.

use super::{Counts, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "runlengths",
    aliases: &["chaosarrow"],
    about: "the first cell tells how many cells the first runs of equal digits on the arms have in all; their first is the same and counts once, or not if NUMBER is 1",
    numbers: Numbers::Flag,
    shape: Shape::Told(9),
    wrong: |arms| {
        let is_one = arms.lines()[1..].iter().all(|arm| arm.first() == arms.line(1).first());
        (!is_one).then(|| "expected arms that begin with the same cell".into())
    },
    holds: |arms, values| {
        let own = values.at(arms.line(1)[0]);
        let run = |arm: &[_]| values.of(&arm[1..]).iter().take_while(|&&it| it == own).count();
        let all = 1 + arms.lines()[1..].iter().map(|arm| run(arm)).sum::<usize>();
        i64::try_from(all) == Ok(values.at(arms.line(0)[0]) + arms.k())
    },
    lower: |arms, to| {
        // The cell that tells, the first of the arms, then what each goes on with. State: where, how
        // many are to come, the digit of the run, whether it is broken.
        let (mut cells, mut starts) = (vec![arms.line(0)[0], arms.line(1)[0]], Vec::new());
        for arm in &arms.lines()[1..] {
            starts.push(cells.len());
            cells.extend(&arm[1..]);
        }
        let next = |&(place, left, own, broken): &(usize, i64, i64, bool), digit: i64| {
            let own = if place > 1 { own } else { digit };
            let is_run = digit == own && (!broken || starts.contains(&place));
            let left = if place > 0 { left - i64::from(is_run) } else { digit + arms.k() };
            let may = usize::try_from(left).is_ok_and(|left| place + left < cells.len());
            may.then_some((place + 1, left, own, !is_run))
        };
        to.word(&cells, (0, 0, 0, false), next, |&(_, left, ..)| left == 0);
    },
    counts: Some(Counts::Runs),
    ..Kind::PLAIN
};
