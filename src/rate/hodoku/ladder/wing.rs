//! XY-wings and XYZ-wings: a cell with two or three digits, and two cells that it sees, which have one
//! of these each and a digit in common.

use std::ops::ControlFlow;

use crate::rate::ground::{Cells, size};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, places};
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

static XY_WING_: Technique = Technique::new(("0800", "xy-wing", "XY-Wing"), Level::Hard, 160);
static XYZ_WING_: Technique = Technique::new(("0801", "xyz-wing", "XYZ-Wing"), Level::Hard, 180);

pub(super) const XY: Producer =
    Producer { techniques: &[&XY_WING_], also: &[], visit: xy, order: None };
pub(super) const XYZ: Producer =
    Producer { techniques: &[&XYZ_WING_], also: &[], visit: xyz, order: None };

fn xy(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let two = position.with_count(2);
    for (i, &one) in two.iter().enumerate() {
        for (j, &second) in two.iter().enumerate().skip(i + 1) {
            if size(position.state.of[one] | position.state.of[second]) != 3 {
                continue;
            }
            for &third in &two[j + 1..] {
                if !is_triple(position, [one, second, third]) {
                    continue;
                }
                for [pivot, other, another] in
                    [[one, second, third], [second, one, third], [third, second, one]]
                {
                    wing(position, pivot, [other, another], false, take)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn xyz(finder: &Finder, take: Take<'_>) -> Flow {
    let position = &finder.position;
    let two = position.with_count(2);
    for pivot in position.with_count(3) {
        for (j, &second) in two.iter().enumerate() {
            for &third in &two[j + 1..] {
                if is_triple(position, [pivot, second, third]) {
                    wing(position, pivot, [second, third], true, take)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether cells have three digits between them, and no two have the same.
fn is_triple(position: &Position, cells: [usize; 3]) -> bool {
    let [one, other, third] = cells.map(|cell| position.state.of[cell]);
    size(one | other | third) == 3 && one != other && other != third && third != one
}

fn wing(position: &Position, pivot: usize, ends: [usize; 2], xyz: bool, take: Take<'_>) -> Flow {
    let of = ends.map(|end| position.state.of[end]);
    let common = of[0] & of[1];
    if ends.into_iter().any(|end| !position.sees(pivot, end)) || size(common) != 1 {
        return ControlFlow::Continue(());
    }
    let digit = common.trailing_zeros() as usize;
    let mut from: Cells = ends.into_iter().fold(0, |set, end| set | 1 << end);
    if xyz {
        from |= 1 << pivot;
    }
    let removed = position.seen_with(from, digit);
    if removed == 0 {
        return ControlFlow::Continue(());
    }
    let mut of_wing = digits(position.state.of[pivot]);
    if !xyz {
        of_wing.extend(digits(common));
    }
    let pattern = vec![
        Part::Slashed(of_wing),
        Part::Text(" in "),
        Part::Cells(places(1 << pivot)),
        Part::Text(","),
        Part::Cells(places(1 << ends[0] | 1 << ends[1])),
    ];
    let technique = if xyz { &XYZ_WING_ } else { &XY_WING_ };
    take(Step::new(technique).without(digit, removed).told(pattern))
}
