//! What is said below the grid: digits that are not 1 to the side, houses and rules that are not
//! drawn, and what is meant by those that are.

use std::collections::BTreeMap;

use satoku::grid::{Digit, HouseKind, Layout};
use satoku::rule::Rule;

use super::frame::{is_diagonal, is_shaded, region_kind};
use super::rules::Drawn;
use crate::plate::{Plate, one_line};

/// The sentences of a plate.
pub(super) fn of(plate: &Plate, drawn: &Drawn) -> Vec<String> {
    let layout = plate.puzzle.layout();
    let mut said = Vec::new();
    said.extend(digits(plate));
    said.extend(grids(layout));
    said.extend(houses(layout));
    said.extend(extra(layout));
    said.extend(legends(drawn));
    said.extend(rules(plate, drawn));
    said
}

/// Which digits there are, where the grid does not tell.
fn digits(plate: &Plate) -> Option<String> {
    let layout = plate.puzzle.layout();
    let text = |digit| plate.text(Digit::new(digit));
    let is_plain = layout.plain_side().is_some() && text(0) == "1";
    let last = text(layout.digits() - 1);
    (!is_plain).then(|| format!("Digits {} to {last}.", text(0)))
}

/// How rows and columns run where there are holes; that they are no houses.
fn grids(layout: &Layout) -> Option<String> {
    if layout.is_raw() {
        return Some("Digits may repeat in rows and columns.".to_owned());
    }
    let rows = layout.houses().iter().filter(|house| *house.kind() == HouseKind::ROW);
    let first: Vec<_> = rows.filter(|house| house.number() == 1).collect();
    match &first[..] {
        [house, _, ..] => {
            let (grids, side) = (first.len(), house.cells().len());
            Some(format!("{grids} overlapping grids of {side} rows and {side} columns."))
        }
        _ => layout
            .grid()
            .has_holes()
            .then(|| "No digit twice in a row or a column, holes or not.".to_owned()),
    }
}

/// Houses beside rows, columns and what thick lines show.
fn houses(layout: &Layout) -> Option<String> {
    let mut others: Vec<&'static HouseKind> = Vec::new();
    for kind in layout.houses().iter().map(satoku::grid::House::kind) {
        let is_line = *kind == HouseKind::ROW || *kind == HouseKind::COLUMN;
        if !is_line && Some(kind) != region_kind(layout) && !others.contains(&kind) {
            others.push(kind);
        }
    }
    let about = |kind: &&HouseKind| match (**kind == HouseKind::BOX, layout.box_shape()) {
        (true, Some((rows, columns))) => format!("each box of {rows} rows and {columns} columns"),
        _ if is_diagonal(kind) => format!("{}, drawn", kind.about),
        _ if is_shaded(kind) => format!("{}, shaded", kind.about),
        _ => kind.about.to_owned(),
    };
    let abouts: Vec<_> = others.iter().map(about).collect();
    (!abouts.is_empty()).then(|| format!("No digit twice in: {}.", abouts.join("; ")))
}

/// What no house is about.
fn extra(layout: &Layout) -> Option<String> {
    let extra: usize = layout.extra().iter().sum();
    match extra {
        0 => None,
        1 => Some("The cell below the grid is in no row, column or box.".to_owned()),
        _ => Some("The cells below the grid are in no row, column or box.".to_owned()),
    }
}

/// What the rules that are drawn mean.
fn legends(drawn: &Drawn) -> Vec<String> {
    let mut said = Vec::new();
    if drawn.has_cages() {
        let sums =
            if drawn.has_sums() { "; the digits sum to the number in the corner" } else { "" };
        said.push(format!("Cages: no digit twice{sums}."));
    }
    if drawn.has_thermometers() {
        said.push("Thermometers: digits increase from the bulb.".to_owned());
    }
    if let Some(apart) = drawn.apart {
        said.push(format!("Lines: neighbours differ by at least {apart}."));
    }
    if drawn.has_left() || drawn.has_top() {
        said.push(
            "Numbers outside: the sum of the digits between the lowest and the highest digit of \
             the row or column."
                .to_owned(),
        );
    }
    said
}

/// The kinds of the parts of a rule, and what they mean.
fn collect_kinds(rule: &Rule, kinds: &mut BTreeMap<&str, &str>) {
    kinds.extend(rule.kind().map(|kind| (kind.name, kind.about)));
    for part in rule.parts().map_or(&[][..], |(_, parts)| parts) {
        collect_kinds(part, kinds);
    }
}

/// The rules that are not drawn: of each kind what it means, then each of them.
fn rules(plate: &Plate, drawn: &Drawn) -> Vec<String> {
    let layout = plate.puzzle.layout();
    let mut said: Vec<(&str, String)> = Vec::new();
    for (at, rule) in plate.puzzle.rules().iter().enumerate() {
        if drawn.has(at) {
            continue;
        }
        let text = one_line(&rule.text(layout));
        if let Some((junction, _)) = rule.parts() {
            let mut kinds = BTreeMap::new();
            collect_kinds(rule, &mut kinds);
            let abouts = kinds.iter().map(|(name, about)| format!("; {name}: {about}"));
            let abouts: String = abouts.collect();
            said.push(("", format!("{}: {}: {text}{abouts}", junction.word(), junction.about())));
            continue;
        }
        let Some(kind) = rule.kind() else {
            said.push(("", format!("Rule: {text}")));
            continue;
        };
        let known = said.iter_mut().find(|(name, _)| *name == kind.name);
        match (known, text == kind.name) {
            (None, true) => said.push((kind.name, format!("{}: {}", kind.name, kind.about))),
            (None, false) => {
                said.push((kind.name, format!("{}: {}: {text}", kind.name, kind.about)));
            }
            (Some(_), true) => {}
            (Some((_, sentence)), false) => sentence.extend(["; ", &text]),
        }
    }
    let sentence = |(_, text): (&str, String)| {
        let mut letters = text.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        let end = if text.ends_with(['.', '}']) { "" } else { "." };
        format!("{first}{}{end}", letters.as_str())
    };
    said.into_iter().map(sentence).collect()
}
