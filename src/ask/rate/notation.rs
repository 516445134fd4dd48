//! A step in the notation of HoDoKu: `Naked Pair: 1,2 in r1c12 => r1c3<>1`.

use std::sync::Arc;

use itertools::Itertools;

use super::Notation;
use super::draw::Shown;
use super::position::Position;
use crate::ask::value::Place;
use crate::grid::{Cell, Digit, House, Layout};
use crate::rate::{Node, Rule, Step};

/// The names that HoDoKu has for techniques, where they are others.
const NAMES: &[(&str, &str)] = &[
    ("last-cell", "Full House"),
    ("hidden-single-box", "Hidden Single"),
    ("hidden-single-line", "Hidden Single"),
    ("pointing", "Locked Candidates Type 1 (Pointing)"),
    ("claiming", "Locked Candidates Type 2 (Claiming)"),
    ("naked-triplet", "Naked Triple"),
    ("naked-quad", "Naked Quadruple"),
    ("hidden-triplet", "Hidden Triple"),
    ("hidden-quad", "Hidden Quadruple"),
    ("bug-1", "Bivalue Universal Grave + 1"),
];

/// A step with what its text needs of the puzzle: the houses, and the candidates before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) step: &'a Step,
    pub(super) layout: &'a Layout,
    pub(super) before: &'a Position,
    /// The rules of the puzzle.
    pub(super) rules: &'a [Arc<crate::rule::Rule>],
}

impl<'a> Seen<'a> {
    /// The step on one line; what Eureka has no form for is as HoDoKu writes it.
    pub(super) fn text_in(self, notation: Notation) -> String {
        match notation {
            Notation::Hodoku => self.text(),
            Notation::Eureka => self.eureka().unwrap_or_else(|| self.text()),
            Notation::Library => self.library(),
        }
    }

    /// What is drawn of the step; what follows from it too, if it is told.
    pub(super) fn shown(self, tells: bool) -> Shown {
        let (step, nodes) = (self.step, self.step.nodes());
        let cells: Vec<_> = step.cells().collect();
        let digits = || step.digits();
        let of = |&cell: &Cell| digits().map(move |digit| (cell, digit));
        let pattern = match nodes {
            [] => cells.iter().flat_map(of).collect(),
            nodes => nodes.iter().map(|node| (node.cell, node.digit)).collect(),
        };
        let shown = Shown { cells, pattern, ..Shown::default() };
        if !tells {
            return shown;
        }
        let (removed, placed) = (step.eliminations(), step.placement());
        Shown { removed: removed.collect(), placed: placed.into_iter().collect(), ..shown }
    }

    /// The step on one line, as HoDoKu writes it.
    pub(super) fn text(self) -> String {
        let slug = self.step.technique().slug;
        let name = NAMES.iter().find(|(of, _)| *of == slug);
        let name = name.map_or(self.step.technique().name, |(_, name)| *name);
        let result = self.result();
        if slug.ends_with("single") || slug.contains("single-") || slug == "last-cell" {
            return format!("{name}: {result}");
        }
        match self.pattern() {
            Some(pattern) => format!("{name}: {pattern} => {result}"),
            None => format!("{name}: {result}"),
        }
    }

    /// Cells, digits and houses of the pattern; none for chains, which are told node by node.
    pub(super) fn pattern(self) -> Option<String> {
        let (step, layout) = (self.step, self.layout);
        let cells: Vec<_> = step.cells().collect();
        let at = compact(layout, &cells);
        let slug = step.technique().slug;
        let digits = |by: &str| {
            let all: Vec<_> = step.digits().map(|d| layout.number_of(d).to_string()).collect();
            all.join(by)
        };
        if !step.nodes().is_empty() {
            return None;
        }
        Some(if slug.contains("pointing") || slug.contains("claiming") {
            let (first, _) = self.crossing()?;
            format!("{} in {}", digits(","), short(first))
        } else if self.is_fish() {
            let (base, cover) = self.lines();
            format!("{} {} {}", digits(","), joined(&base, layout), joined(&cover, layout))
        } else if slug.ends_with("wing") {
            let pivot = self.pivot()?;
            let others: Vec<_> = cells.iter().copied().filter(|&cell| cell != pivot).collect();
            let pivot = compact(layout, &[pivot]);
            format!("{} in {pivot},{}", digits("/"), compact(layout, &others))
        } else if slug.starts_with("unique") {
            format!("{} in {at}", digits("/"))
        } else if slug.starts_with("aligned") {
            at
        } else if slug.starts_with("bug") {
            return None;
        } else {
            format!("{} in {at}", digits(","))
        })
    }

    /// What is placed and removed: `r4c5=4`, `r1c3<>1,r1c7<>2`.
    pub(super) fn result(self) -> String {
        let layout = self.layout;
        let mut parts = Vec::new();
        if let Some((cell, digit)) = self.step.placement() {
            parts.push(format!("{}={}", Place::of(cell, layout), layout.number_of(digit)));
        }
        for digit in (0..layout.digits()).map(Digit::new) {
            let cells = self.step.eliminations().filter(|(_, of)| *of == digit);
            let cells: Vec<_> = cells.map(|(cell, _)| cell).collect();
            if !cells.is_empty() {
                let number = layout.number_of(digit);
                let groups = groups(layout, &cells);
                parts.extend(groups.iter().map(|cells| format!("{cells}<>{number}")));
            }
        }
        parts.join(", ")
    }

    fn houses(self) -> impl Iterator<Item = &'a House> {
        let layout = self.layout;
        self.step.houses().map(move |house| &layout.houses()[house])
    }

    /// Of two houses that share a digit, the one that has it nowhere else, and the other.
    pub(super) fn crossing(self) -> Option<(&'a House, &'a House)> {
        let slug = self.step.technique().slug;
        let boxed = slug.contains("pointing");
        if !boxed && !slug.contains("claiming") {
            return None;
        }
        if !self.layout.is_classic() {
            let mut houses = self.houses();
            return Some((houses.next()?, houses.next()?));
        }
        let is_box = |house: &&House| house.kind().name != "rows" && house.kind().name != "columns";
        let (boxes, lines): (Vec<_>, Vec<_>) = self.houses().partition(is_box);
        let (of_box, line) = (*boxes.first()?, *lines.first()?);
        Some(if boxed { (of_box, line) } else { (line, of_box) })
    }

    pub(super) fn is_fish(self) -> bool {
        matches!(self.step.technique().slug, "x-wing" | "swordfish" | "jellyfish")
    }

    /// The lines of a fish: those that have the digit in its cells alone, and those across.
    pub(super) fn lines(self) -> (Vec<&'a House>, Vec<&'a House>) {
        let cells: Vec<_> = self.step.cells().collect();
        let digit = self.step.digits().next();
        let kind = self.houses().map(|house| house.kind().name).next();
        let (one, other): (Vec<_>, Vec<_>) =
            self.houses().partition(|house| Some(house.kind().name) == kind);
        let within = |house: &&House| {
            let mut places = house.cells().iter().copied();
            places.all(|cell| {
                cells.contains(&cell) || digit.is_none_or(|digit| !self.before.has(cell, digit))
            })
        };
        if one.iter().all(within) { (one, other) } else { (other, one) }
    }

    /// The cell of a wing that sees the others, with all its digits in them.
    pub(super) fn pivot(self) -> Option<Cell> {
        let cells: Vec<_> = self.step.cells().collect();
        let sees = |one: Cell, other: Cell| self.layout.peers(one).contains(&other);
        let removed = self.step.eliminations().map(|(_, digit)| digit).next();
        let xyz = self.step.technique().slug == "xyz-wing";
        cells.iter().copied().find(|&cell| {
            let joins = cells.iter().all(|&other| other == cell || sees(cell, other));
            let has = removed.is_some_and(|digit| self.before.has(cell, digit));
            joins && if xyz { self.before.count(cell) == 3 } else { !has }
        })
    }
}

/// A node of a chain: `r1c2=3`, `r1c2<>3`.
pub(super) fn node(node: &Node, layout: &Layout) -> String {
    let sign = if node.on { "=" } else { "<>" };
    format!("{}{sign}{}", Place::of(node.cell, layout), layout.number_of(node.digit))
}

/// Why a node of a chain follows.
pub(super) fn rule(rule: Rule, layout: &Layout) -> String {
    match rule {
        Rule::Assumed => "assumed".into(),
        Rule::Cell => "cell".into(),
        Rule::House(house) => layout.houses()[house].to_string(),
        Rule::Rule(index) => format!("rule {}", index + 1),
        Rule::Technique(name) => name.into(),
    }
}

/// `r1`, `c2`, `b3`.
fn short(house: &House) -> String {
    let letter = house.kind().house.chars().next().unwrap_or('?');
    format!("{letter}{}", house.number())
}

/// `r48`, `c27`; in larger grids `r4,12`.
fn joined(houses: &[&House], layout: &Layout) -> String {
    let letter = houses.first().and_then(|house| house.kind().house.chars().next());
    let numbers = houses.iter().map(|house| house.number()).join(comma(layout));
    letter.into_iter().map(String::from).chain([numbers]).collect()
}

/// What stands between numbers of rows and columns: nothing where these have one digit.
fn comma(layout: &Layout) -> &'static str {
    let frame = layout.frame();
    if frame.rows().max(frame.columns()) > 9 { "," } else { "" }
}

/// Cells joined as far as they share a row or a column: `r1c12`, `r12c5`; in larger grids with commas,
/// `r1,12c5`.
pub(super) fn compact(layout: &Layout, cells: &[Cell]) -> String {
    groups(layout, cells).join(",")
}

fn groups(layout: &Layout, cells: &[Cell]) -> Vec<String> {
    let mut places: Vec<_> = cells.iter().map(|&cell| Place::of(cell, layout)).collect();
    places.sort_by_key(|place| (place.row, place.column));
    let mut rows: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for place in places {
        match rows.last_mut() {
            Some((of, columns)) if of[0] == place.row => columns.push(place.column),
            _ => rows.push((vec![place.row], vec![place.column])),
        }
    }
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (row, columns) in rows {
        match groups.iter_mut().find(|(_, of)| columns.len() == 1 && *of == columns) {
            Some((rows, _)) => rows.extend(row),
            None => groups.push((row, columns)),
        }
    }
    let numbers = |all: &[usize]| all.iter().join(comma(layout));
    groups
        .iter()
        .map(|(rows, columns)| format!("r{}c{}", numbers(rows), numbers(columns)))
        .collect()
}
