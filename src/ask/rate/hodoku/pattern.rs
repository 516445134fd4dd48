//! Why patterns are right: wings, those of a single digit, colours, deadly patterns, almost locked
//! sets.

use super::super::reason::and;
use super::reason::{Told, common, name};
use crate::ask::rate::notation::compact;
use crate::grid::{Cell, Digit};

impl Told<'_> {
    /// The reason of a pattern that is neither a set nor a fish nor a chain.
    pub(super) fn of_pattern(self) -> Option<String> {
        let slug = self.step.technique().slug;
        match slug {
            "xy-wing" | "xyz-wing" | "w-wing" => self.of_wing(),
            "skyscraper" | "two-string-kite" | "dual-two-string-kite" => self.of_two_lines(),
            "empty-rectangle" | "dual-empty-rectangle" => self.of_rectangle(),
            _ if slug.contains("colors") => self.of_colors(),
            "bug-plus-1" => {
                let (cell, _) = self.step.eliminations().next()?;
                Some(format!(
                    "Every other open cell has two candidates. With two in {} as well, every digit \
                     would have two places in each house, and there would be several solutions or \
                     none.",
                    self.cell(cell)
                ))
            }
            _ if slug.contains("uniqueness") || slug.ends_with("rectangle") => self.of_deadly(),
            _ if slug.starts_with("avoidable") => self.of_deadly(),
            "sue-de-coq" => self.of_sue_de_coq(),
            _ if slug.starts_with("als") => self.of_sets(),
            "death-blossom" => self.of_blossom(),
            "template-set" => {
                Some("All ways to place the digit in the whole grid have it there.".to_owned())
            }
            "template-delete" => {
                Some("No way to place the digit in the whole grid has it there.".to_owned())
            }
            "brute-force" => Some(
                "No technique of the scale goes on; this is the digit of the solution.".to_owned(),
            ),
            _ => None,
        }
    }

    fn at(self, cells: &[Cell]) -> String {
        compact(self.layout, cells)
    }

    /// The digit that is removed; the first, if there are several.
    fn gone(self) -> Option<Digit> {
        self.step.eliminations().next().map(|(_, digit)| digit)
    }

    fn gone_numbers(self) -> String {
        let mut digits: Vec<_> = self.step.eliminations().map(|(_, digit)| digit).collect();
        digits.sort_unstable();
        digits.dedup();
        self.numbers(&digits)
    }

    fn of_wing(self) -> Option<String> {
        let mut cells = self.cells();
        let (one, other) = (cells.next()?, cells.next()?);
        let digit = self.number(self.gone()?);
        Some(if self.step.technique().slug == "w-wing" {
            let mut digits = self.digits();
            let (pair, link) = (self.numbers(digits.next()?), self.numbers(digits.next()?));
            let [one, other] = [one, other].map(|cells| self.at(cells));
            format!(
                "{one} have {pair} alone, and one of {other} is {link}, so that not both of {one} \
                 are. One of these is {digit}, and what sees both is not."
            )
        } else {
            let also = if self.step.technique().slug == "xyz-wing" { " or itself" } else { "" };
            let [pivot, ends] = [one, other].map(|cells| self.at(cells));
            format!(
                "Whichever digit {pivot} has, one of {ends} is {digit}{also}; what sees all of them \
                 is not."
            )
        })
    }

    /// Two lines in which a digit has two places, one of each seeing the other.
    fn of_two_lines(self) -> Option<String> {
        let digit = self.number(self.gone()?);
        let mut cells = self.cells();
        let mut all = Vec::new();
        while let (Some(ends), Some(near)) = (cells.next(), cells.next()) {
            let [ends, near] = [ends, near].map(|cells| self.at(cells));
            all.push(format!(
                "{digit} has two places in each of two lines. Of {near}, which see each other, one \
                 at most is {digit}; so one of {ends} is, and what sees both is not."
            ));
        }
        Some(all.join(" "))
    }

    fn of_rectangle(self) -> Option<String> {
        let digit = self.number(self.gone()?);
        let house = name(*self.houses().next()?.first()?);
        let pairs: Vec<_> = self.cells().map(|cells| self.at(cells)).collect();
        Some(format!(
            "In {house}, {digit} stands in one row and one column alone. One of the two cells {} has \
             it; with a {digit} where one is removed there would be none left in {house}.",
            pairs.join(", likewise of ")
        ))
    }

    fn of_colors(self) -> Option<String> {
        let digit = self.number(self.gone()?);
        let sets: Vec<_> = self.cells().map(|cells| self.at(cells)).collect();
        let either = sets.chunks(2).map(|two| format!("either all of {}", two.join(" or all of ")));
        let either = and(&either.collect::<Vec<_>>());
        let so = match self.step.technique().slug {
            "simple-colors-trap" => "what sees one of each is not",
            "simple-colors-wrap" => "two of those removed see each other, so the others are",
            "multi-colors-1" => {
                "two colours of the two pairs see each other, so one of their opposites is right, \
                 and what sees both of these is not"
            }
            _ => "the colour removed sees both of the other pair, so it is wrong",
        };
        let two = "By houses with two places for it";
        Some(format!("{two}, {either} are {digit}; {so}."))
    }

    fn of_deadly(self) -> Option<String> {
        let mut digits = self.digits();
        let (pair, cells) = (self.numbers(digits.next()?), self.cells().next()?);
        let at = self.at(cells);
        let gone = self.gone_numbers();
        let so = match self.step.technique().slug {
            "uniqueness-test-1" | "avoidable-rectangle-1" => {
                "the cell where they are removed has another digit".to_owned()
            }
            "uniqueness-test-2" | "uniqueness-test-5" | "avoidable-rectangle-2" => format!(
                "one of those that can have it is {gone}, and what sees all of these is not"
            ),
            "uniqueness-test-3" => "one of the further candidates stands there, and with other \
                                    cells of the house these make a naked set"
                .to_owned(),
            "uniqueness-test-4" => format!(
                "as the other digit has no place but in two of these cells in a house they share, \
                 {gone} is in neither"
            ),
            _ => format!(
                "as what is removed would lead there, by houses in which a digit has its places in \
                 these cells alone, {gone} is not there"
            ),
        };
        let given = match self.step.technique().slug {
            "avoidable-rectangle-1" | "avoidable-rectangle-2" => "None of these cells is given. ",
            _ => "",
        };
        Some(format!(
            "{given}If {at} had {pair} alone, these could be exchanged, and there would be several \
             solutions; so, {so}."
        ))
    }

    fn of_sue_de_coq(self) -> Option<String> {
        let cells: Vec<_> = self.cells().collect();
        let digits: Vec<_> = self.digits().collect();
        let (&[inside, of_line, of_box], &[_, line_digits, box_digits]) = (&*cells, &*digits)
        else {
            return None;
        };
        let count = inside.len() + of_line.len() + of_box.len();
        let line = name(*common(inside.iter().chain(of_line)).first()?);
        let block = common(inside.iter().chain(of_box)).into_iter().find(|house| *house >= 18)?;
        let twice = line_digits.iter().any(|digit| box_digits.contains(digit));
        let twice = if twice { ", one that both have counted twice" } else { "" };
        let [inside, of_line, of_box] = [inside, of_line, of_box].map(|cells| self.at(cells));
        Some(format!(
            "{inside} with {of_line} in {line} and {of_box} in {} have {count} digits for {count} \
             cells{twice}; so each of these digits stands among them, and nowhere else in a house \
             that all its places share.",
            name(block)
        ))
    }

    fn of_sets(self) -> Option<String> {
        let letters = ["A", "B", "C", "D", "E", "F", "G", "H"];
        let cells: Vec<_> = self.cells().map(|cells| self.at(cells)).collect();
        let names = letters.iter().zip(&cells).map(|(letter, at)| format!("{letter} ({at})"));
        let sets = and(&names.collect::<Vec<_>>());
        let joined: Vec<_> = self.digits().skip(cells.len()).collect();
        let (gone, all) = (self.gone_numbers(), "have one digit more than cells each");
        let is_double = self.step.technique().slug == "als-xz" && joined.first()?.len() > 1;
        Some(if is_double {
            let both = self.numbers(joined.first()?);
            format!(
                "{sets} {all}. Each of {both} stands in one of them at most, so each set has one of \
                 these and all its other digits; what sees all places of one of its digits goes."
            )
        } else if cells.len() == 2 {
            let shared = self.numbers(joined.first()?);
            format!(
                "{sets} {all}. {shared} stands in one of them at most, so the other has all its \
                 other digits, and {gone} stands in one of them; what sees all its places in both \
                 goes."
            )
        } else {
            format!(
                "{sets} {all}. Of two that share a digit which one of them has at most, one has all \
                 its other digits. Passed on from set to set, this leaves {gone} in one of the two \
                 at the ends; what sees all its places in both goes."
            )
        })
    }

    fn of_blossom(self) -> Option<String> {
        let mut cells = self.cells();
        let stem = self.at(cells.next()?);
        let petals: Vec<_> = cells.map(|cells| self.at(cells)).collect();
        Some(format!(
            "Whichever digit {stem} has, one of the sets {} loses it, and has all its other digits, \
             {} among them; what sees all places of that in all the sets goes.",
            and(&petals),
            self.gone_numbers()
        ))
    }
}
