//! Why a step is right, in a sentence or two: singles, intersections, sets, fish, and the words that
//! all have in common.

use super::super::Kind;
use super::super::position::Position;
use super::super::reason::and;
use super::notation;
use crate::ask::rate::notation::compact;
use crate::ask::value::Place;
use crate::grid::{Cell, Digit, Layout};
use crate::rate::hodoku::{Part, Step};

/// A step with what its words need of the puzzle: the houses, and the candidates before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told<'a> {
    pub(super) step: &'a Step,
    pub(super) layout: &'a Layout,
    pub(super) before: &'a Position,
}

/// The number of houses of a kind.
const LINES: usize = 9;

impl<'a> Told<'a> {
    /// Why the step is right.
    pub(super) fn reason(self) -> String {
        let slug = self.step.technique().slug;
        let reason = self.of_single().or_else(|| match slug {
            _ if slug.starts_with("locked-candidates") => self.of_intersection(),
            _ if slug.starts_with("naked") || matches!(slug, "locked-pair" | "locked-triple") => {
                self.of_naked()
            }
            "hidden-pair" | "hidden-triple" | "hidden-quadruple" => self.of_hidden(),
            _ if slug.starts_with("kraken") => self.of_kraken(),
            _ => self.of_pattern().or_else(|| self.of_chain()).or_else(|| self.of_fish()),
        });
        let reason = reason.map(|reason| reason + self.of_sets_within());
        reason.unwrap_or_else(|| format!("So {}.", self.result()))
    }

    fn of_single(self) -> Option<String> {
        let (cell, digit) = self.step.placements().next()?;
        let (at, number) = (self.cell(cell), self.number(digit));
        let is_last = |house: &usize| {
            self.cells_of(*house).filter(|&cell| self.before.filled(cell).is_none()).count() == 1
        };
        Some(match self.step.technique().slug {
            "full-house" => {
                let house = houses_of(cell).into_iter().find(is_last).map(name)?;
                format!("{at} is the only empty cell of {house}, and {number} is missing.")
            }
            "naked-single" => format!("{at} has no candidate but {number}."),
            "hidden-single" => {
                format!("In {}, {number} can stand in {at} alone.", self.single_house()?)
            }
            _ => return None,
        })
    }

    /// Of a hidden single: the house.
    fn single_house(self) -> Option<String> {
        let (cell, digit) = self.step.placements().next()?;
        let houses = houses_of(cell);
        let alone = |house: &usize| self.places(*house, digit) == [cell];
        [houses[2], houses[0], houses[1]].into_iter().find(alone).map(name)
    }

    fn of_intersection(self) -> Option<String> {
        let (house, digit) = (*self.houses().next()?.first()?, self.digits().next()?);
        let places = self.places(house, *digit.first()?);
        let gone: Vec<_> = self.step.eliminations().map(|(cell, _)| cell).collect();
        let shared = common(places.iter().chain(&gone));
        let other = name(*shared.iter().find(|other| **other != house)?);
        let (house, digits) = (name(house), self.numbers(digit));
        Some(format!(
            "In {house}, {digits} can stand in cells of {other} alone, so it stands nowhere else in \
             {other}."
        ))
    }

    fn of_naked(self) -> Option<String> {
        let (cells, digits) = (self.cells().next()?, self.digits().next()?);
        let gone: Vec<_> = self.step.eliminations().map(|(cell, _)| cell).collect();
        let houses = common(cells.iter()).into_iter();
        let houses =
            houses.filter(|house| gone.iter().any(|&cell| houses_of(cell).contains(house)));
        let houses: Vec<_> = houses.map(name).collect();
        let (cells, digits) = (compact(self.layout, cells), self.numbers(digits));
        let houses = or(&houses);
        Some(format!(
            "{cells} have no candidates but {digits}, so these stand nowhere else in {houses}."
        ))
    }

    fn of_hidden(self) -> Option<String> {
        let (cells, digits) = (self.cells().next()?, self.digits().next()?);
        let only = |house: &usize| {
            let mut places = digits.iter().flat_map(|&digit| self.places(*house, digit));
            places.all(|cell| cells.contains(&cell))
        };
        let house = common(cells.iter()).into_iter().find(only).map(name)?;
        let (cells, digits) = (compact(self.layout, cells), self.numbers(digits));
        Some(format!(
            "In {house}, {digits} can stand in {cells} alone, so nothing else can stand there."
        ))
    }

    fn of_fish(self) -> Option<String> {
        let digit = self.numbers(self.digits().next()?);
        let mut houses = self.houses();
        let [base, cover] = [houses.next()?, houses.next()?].map(lines);
        if self.step.technique().slug.starts_with("siamese") {
            return Some(format!(
                "These are two fish on {base}: there {digit} can stand in the houses across alone, \
                 but for the fins. What is removed sees all fins of one of them, and stands in a \
                 house across; so it goes, whether a fin is {digit} or none."
            ));
        }
        let fins: Vec<_> = self.cells().flatten().copied().collect();
        let alone = format!("In {base}, {digit} can stand in {cover} alone");
        let place = format!("it takes one place in each of {cover}");
        Some(match &*fins {
            [] => format!(
                "{alone}, and takes one place in each of these; so it stands nowhere else \
                           in {cover}."
            ),
            fins => {
                let (all, fins) = (fins.len(), compact(self.layout, fins));
                let (none, one) = match all {
                    1 => (format!("{fins} is not {digit}"), "it is".to_owned()),
                    _ => (format!("none of these is {digit}"), "one of them is".to_owned()),
                };
                format!(
                    "{alone}, but for {fins}. If {none}, {place} and stands nowhere else there; if \
                     {one}, it stands nowhere in its sight. What is removed goes either way."
                )
            }
        })
    }

    fn of_kraken(self) -> Option<String> {
        let digit = self.numbers(self.digits().next()?);
        let mut houses = self.houses();
        let (base, cover) = (lines(houses.next()?), houses.next()?);
        let fins: Vec<_> = self.cells().flatten().copied().collect();
        let starts = self.implications()?;
        let starts = starts.iter().filter_map(|links| links.first()?.cells.first().copied());
        let inside: Vec<_> = starts.filter(|cell| !fins.contains(cell)).collect();
        let none = match &*fins {
            [_] => "it is not",
            _ => "none of these is",
        };
        let (result, alone) = (self.result(), compact(self.layout, &fins));
        let all = lines(cover);
        let fish = format!(
            "In {base}, {digit} can stand in {all} alone, but for {alone}. If {none}, it takes one \
             place in each of {all}"
        );
        if inside.is_empty() {
            return Some(format!(
                "{fish} and stands nowhere else there; and from each fin a chain leads to the same: \
                 {result}."
            ));
        }
        let across = common(inside.iter()).into_iter().find(|house| cover.contains(house));
        let at = compact(self.layout, &inside);
        let house = across.map(name)?;
        Some(format!(
            "{fish}, in {house} one of {at}. From each of these and each fin a chain leads to the \
             same: {result}."
        ))
    }

    /// Where to look: a house, a digit or a cell.
    pub(super) fn place(self) -> Option<String> {
        let slug = self.step.technique().slug;
        let first = || self.step.placements().chain(self.step.eliminations()).next();
        let cell = || {
            let links = || self.chain().and_then(|links| links.first()?.cells.first());
            let cell = self.cells().flatten().next().or_else(links).copied();
            cell.or_else(|| Some(first()?.0)).map(|cell| self.cell(cell))
        };
        let digit = || Some(format!("digit {}", self.number(*self.digits().next()?.first()?)));
        match Kind::of_scored(self.step.technique()) {
            Kind::Single if slug == "hidden-single" => self.single_house(),
            Kind::Intersection => self.houses().next()?.first().copied().map(name),
            Kind::Subset => common(self.cells().next()?.iter()).first().copied().map(name),
            Kind::Fish | Kind::SingleDigit | Kind::Color => digit(),
            _ => cell(),
        }
    }

    pub(super) fn result(self) -> String {
        notation::result(self.step, self.layout)
    }

    pub(super) fn number(self, digit: Digit) -> String {
        self.layout.number_of(digit).to_string()
    }

    pub(super) fn numbers(self, digits: &[Digit]) -> String {
        and(&digits.iter().map(|&digit| self.number(digit)).collect::<Vec<_>>())
    }

    pub(super) fn cell(self, cell: Cell) -> String {
        Place::of(cell, self.layout).to_string()
    }

    /// The digits of the pattern, part by part.
    pub(super) fn digits(self) -> impl Iterator<Item = &'a [Digit]> {
        self.step.pattern().iter().filter_map(|part| match part {
            Part::Digits(all) | Part::Slashed(all) | Part::Set(all) => Some(&**all),
            _ => None,
        })
    }

    /// The cells of the pattern, part by part.
    pub(super) fn cells(self) -> impl Iterator<Item = &'a [Cell]> {
        self.step.pattern().iter().filter_map(|part| match part {
            Part::Cells(all) => Some(&**all),
            _ => None,
        })
    }

    /// The houses of the pattern, part by part.
    pub(super) fn houses(self) -> impl Iterator<Item = &'a [usize]> {
        self.step.pattern().iter().filter_map(|part| match part {
            Part::Houses(all) => Some(&**all),
            _ => None,
        })
    }

    /// The places of a digit in a house.
    pub(super) fn places(self, house: usize, digit: Digit) -> Vec<Cell> {
        let open = |cell: &Cell| self.before.filled(*cell).is_none();
        let has = |cell: &Cell| open(cell) && self.before.has(*cell, digit);
        self.cells_of(house).filter(has).collect()
    }

    fn cells_of(self, house: usize) -> impl Iterator<Item = Cell> {
        let cells = (0..self.layout.cells()).map(Cell::new);
        cells.filter(move |&cell| houses_of(cell).contains(&house))
    }
}

/// The row, the column and the box of a cell: rows from 0, columns from 9, boxes from 18.
pub(super) fn houses_of(cell: Cell) -> [usize; 3] {
    let (row, column) = (cell.index() / LINES, cell.index() % LINES);
    [row, LINES + column, 2 * LINES + row / 3 * 3 + column / 3]
}

/// The houses that all of some cells are in.
pub(super) fn common<'a>(mut cells: impl Iterator<Item = &'a Cell>) -> Vec<usize> {
    let mut houses = cells.next().map(|&cell| houses_of(cell).to_vec()).unwrap_or_default();
    cells.for_each(|&cell| houses.retain(|house| houses_of(cell).contains(house)));
    houses
}

/// A house in words.
pub(super) fn name(house: usize) -> String {
    let kind = ["row", "column", "box"].get(house / LINES).copied().unwrap_or_default();
    format!("{kind} {}", house % LINES + 1)
}

fn lines(houses: &[usize]) -> String {
    and(&houses.iter().copied().map(name).collect::<Vec<_>>())
}

fn or(words: &[String]) -> String {
    words.join(" or ")
}
