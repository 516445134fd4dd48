//! The XZ rule: of two sets with a restricted common one has all its other digits, so a second common
//! digit is in one of them. With two restricted commons both are locked. The XY-wing: two sets with a
//! restricted common each, of different digits, with a third.

use std::ops::ControlFlow;

use super::sets::{Common, Set, commons, extent, gone, sets, told, without_common};
use crate::rate::ground::bits;
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::{Part, Step, digits};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

static XZ_: Technique =
    Technique::new(("0901", "als-xz", "Almost Locked Set XZ-Rule"), Level::Unfair, 300);
static XY_WING_: Technique =
    Technique::new(("0902", "als-xy-wing", "Almost Locked Set XY-Wing"), Level::Unfair, 320);

pub(in super::super) const XZ: Producer =
    Producer { techniques: &[&XZ_], also: &[], visit: xz, order: None };
pub(in super::super) const XY_WING: Producer =
    Producer { techniques: &[&XY_WING_], also: &[], visit: xy_wing, order: None };

fn xz(finder: &Finder, take: Take<'_>) -> Flow {
    let sets = sets(&finder.position);
    for common in commons(&sets, finder.options.overlap) {
        let (one, other) = (&sets[common.one], &sets[common.other]);
        let mut step = without_common(Step::new(&XZ_), one, other, 1 << common.digit);
        if let Some(second) = common.second {
            step = without_common(step, one, other, 1 << second);
            for (one, other) in [(one, other), (other, one)] {
                for digit in bits(one.digits & !common.digits()) {
                    step = step.without(digit, one.seen[digit] & !other.cells);
                }
            }
        }
        if !step.is_vain() {
            let mut pattern = told(&[one, other]);
            pattern.extend([Part::Text(", X="), Part::Digits(digits(common.digits()))]);
            if common.second.is_none() {
                pattern.extend([Part::Text(", Z="), Part::Digits(digits(gone(&step)))]);
            }
            take(step.tidied().told(pattern).of_sets(extent(&[one, other])))?;
        }
    }
    ControlFlow::Continue(())
}

/// The set that two pairs share, and the others.
fn joined(first: &Common, second: &Common) -> Option<[usize; 3]> {
    let ends = |common: &Common| [(common.one, common.other), (common.other, common.one)];
    let pairs = ends(first).into_iter().flat_map(|one| ends(second).map(|other| (one, other)));
    let mut shared = pairs.filter(|((middle, one), (of, other))| middle == of && one != other);
    shared.next().map(|((middle, one), (_, other))| [one, other, middle])
}

fn xy_wing(finder: &Finder, take: Take<'_>) -> Flow {
    let sets: Vec<Set> = sets(&finder.position);
    let commons = commons(&sets, finder.options.overlap);
    // Only pairs that share a set are of use.
    let mut of_set = vec![Vec::new(); sets.len()];
    for (k, common) in commons.iter().enumerate() {
        of_set[common.one].push(k);
        of_set[common.other].push(k);
    }
    for (k, first) in commons.iter().enumerate() {
        let mut seconds: Vec<_> = [first.one, first.other]
            .into_iter()
            .flat_map(|set| of_set[set].iter().copied())
            .filter(|&other| other > k)
            .collect();
        seconds.sort_unstable();
        seconds.dedup();
        for second in seconds.into_iter().map(|other| &commons[other]) {
            let one_digit = first.second.is_none() && second.second.is_none();
            if one_digit && first.digit == second.digit {
                continue;
            }
            let Some([a, b, c]) = joined(first, second).map(|it| it.map(|set| &sets[set])) else {
                continue;
            };
            let overlap = a.cells & b.cells;
            if !finder.options.overlap && overlap != 0 || overlap == a.cells || overlap == b.cells {
                continue;
            }
            let barred = first.digits() | second.digits();
            let step = without_common(Step::new(&XY_WING_), a, b, barred);
            if !step.is_vain() {
                let mut pattern = told(&[a, b, c]);
                pattern.extend([Part::Text(", X="), Part::Digits(digits(first.digits()))]);
                pattern.extend([Part::Text(", Y="), Part::Digits(digits(second.digits()))]);
                pattern.extend([Part::Text(", Z="), Part::Digits(digits(gone(&step)))]);
                take(step.tidied().told(pattern).of_sets(extent(&[a, b, c])))?;
            }
        }
    }
    ControlFlow::Continue(())
}
