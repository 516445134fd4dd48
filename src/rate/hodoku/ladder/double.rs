//! Two steps that share what they are made of, told as one.

use std::ops::ControlFlow;

use crate::rate::hodoku::step::{Part, Step};
use crate::rate::hodoku::technique::{Flow, Take, Technique};

/// Goes through pairs of steps with the same key and other results; the first says which technique a
/// pair is, if it is one.
pub(super) fn doubles<K: PartialEq>(
    all: &[(K, Step)],
    technique: impl Fn(&Step) -> Option<&'static Technique>,
    take: Take<'_>,
) -> Flow {
    for (k, (key, one)) in all.iter().enumerate() {
        let Some(technique) = technique(one) else { continue };
        for (_, other) in all[k + 1..].iter().filter(|(of, _)| of == key) {
            if one.removed[0] == other.removed[0] {
                continue;
            }
            let pattern = [one.pattern(), &[Part::Text("/")], other.pattern()].concat();
            let mut step = Step::new(technique).told(pattern);
            step.removed.extend(one.removed.iter().chain(&other.removed));
            take(step.tidied())?;
        }
    }
    ControlFlow::Continue(())
}

/// The steps of a search with their keys.
pub(super) fn all<K>(
    visit: impl FnOnce(&mut dyn FnMut(K, Step) -> Flow) -> Flow,
) -> Vec<(K, Step)> {
    let mut all = Vec::new();
    _ = visit(&mut |key, step| {
        all.push((key, step));
        ControlFlow::Continue(())
    });
    all
}
