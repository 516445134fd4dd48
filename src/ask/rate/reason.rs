//! Why a step is right, in a sentence or two.

use super::notation::{Seen, compact};
use crate::ask::value::Place;
use crate::grid::{Cell, Digit};
use crate::rate::Rule;

/// Words joined by commas, the last by `and`.
pub(super) fn and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

impl Seen<'_> {
    /// Why the step is right.
    pub(super) fn reason(self) -> String {
        let reason = self.reason_of_rule().or_else(|| self.reason_of_pattern());
        reason.unwrap_or_else(|| self.reason_of_chain())
    }

    /// What rules exclude, by themselves or with singles.
    fn reason_of_rule(self) -> Option<String> {
        let step = self.step;
        let cells: Vec<_> = step.cells().collect();
        let at = compact(self.layout, &cells);
        match step.technique().slug {
            "rule" => {
                let rule = self.rules.get(step.rule()?)?;
                Some(format!("The rule {rule} allows none of these, given the other candidates."))
            }
            "trial" => {
                let digits: Vec<_> = step.digits().map(|digit| self.number(digit)).collect();
                let digits = and(&digits);
                Some(format!(
                    "If {digits} stood in {at}, singles, intersections and the rules would leave some \
                     cell or digit nothing."
                ))
            }
            _ => None,
        }
    }

    fn number(self, digit: Digit) -> String {
        self.layout.number_of(digit).to_string()
    }

    fn place(self, cell: Cell) -> String {
        Place::of(cell, self.layout).to_string()
    }

    fn reason_of_pattern(self) -> Option<String> {
        let (step, layout) = (self.step, self.layout);
        let slug = step.technique().slug;
        let cells: Vec<_> = step.cells().collect();
        let at = compact(layout, &cells);
        let digits: Vec<_> = step.digits().map(|digit| self.number(digit)).collect();
        let digits = and(&digits);
        let house = step.houses().next().map(|house| layout.houses()[house].to_string());
        let placed = step.placement().map(|(cell, digit)| (self.place(cell), self.number(digit)));
        Some(match slug {
            "last-cell" => {
                let (cell, digit) = placed?;
                format!("{cell} is the only empty cell of {}, and {digit} is missing.", house?)
            }
            "hidden-single-box" | "hidden-single-line" => {
                let (cell, digit) = placed?;
                format!("In {}, {digit} can stand in {cell} alone.", house?)
            }
            "naked-single" => {
                let (cell, digit) = placed?;
                format!("{cell} has no candidate but {digit}.")
            }
            "pointing" | "claiming" | "direct-pointing" | "direct-claiming" => {
                let (first, second) = self.crossing()?;
                let text = format!(
                    "In {first}, {digits} can stand in cells of {second} alone, so it stands \
                     nowhere else in {second}."
                );
                let then = placed.map(|(cell, digit)| format!(" This leaves {cell} for {digit}."));
                text + &then.unwrap_or_default()
            }
            _ if slug.starts_with("naked") => format!(
                "{at} have no candidates but {digits}, so these stand nowhere else in {}.",
                house?
            ),
            _ if slug.contains("hidden") => {
                let house = house?;
                let text = format!(
                    "In {house}, {digits} can stand in {at} alone, so nothing else can stand there."
                );
                let then = placed
                    .map(|(cell, digit)| format!(" This leaves {cell} for {digit} in {house}."));
                text + &then.unwrap_or_default()
            }
            _ if self.is_fish() => {
                let (base, cover) = self.lines();
                let [base, cover] = [base, cover]
                    .map(|all| and(&all.iter().map(ToString::to_string).collect::<Vec<_>>()));
                format!(
                    "In {base}, {digits} can stand in {cover} alone, and takes one place in each \
                     of these; so it stands nowhere else in {cover}."
                )
            }
            _ if slug.ends_with("wing") => {
                let pivot = self.pivot()?;
                let others = cells.iter().copied().filter(|&cell| cell != pivot);
                let others: Vec<_> = others.map(|cell| self.place(cell)).collect();
                let digit = step.eliminations().map(|(_, digit)| self.number(digit)).next()?;
                let also = if slug == "xyz-wing" { " or itself" } else { "" };
                format!(
                    "Whichever digit {} has, one of {} is {digit}{also}; what sees all of them is \
                     not.",
                    self.place(pivot),
                    and(&others)
                )
            }
            _ if slug.starts_with("unique") => {
                let so = match (slug.chars().last(), &house) {
                    (Some('2'), _) => "one of the further candidates holds, and what sees them \
                                       all does not"
                        .into(),
                    (Some('3'), Some(house)) => {
                        format!("one of the further candidates holds, and makes a set in {house}")
                    }
                    (Some('4'), Some(house)) => format!(
                        "as one of the two digits must be in these cells of {house}, the other is \
                         in none of them"
                    ),
                    _ => "the cell with further candidates has one of these".into(),
                };
                format!(
                    "If {at} had {digits} alone, these could be exchanged, and there would be \
                     several solutions; so {so}."
                )
            }
            _ if slug.starts_with("bug") => format!(
                "Without the further candidates in {at}, every digit would have two places in each \
                 house, and there would be several solutions or none."
            ),
            _ if slug.starts_with("aligned") => format!(
                "Each combination of digits in {at} that has one of those removed would leave some \
                 cell without a candidate, or a digit twice in a house."
            ),
            _ => return None,
        })
    }

    /// What the branches of a chain come to.
    fn reason_of_chain(self) -> String {
        let (step, layout) = (self.step, self.layout);
        let nodes = step.nodes();
        let ends: Vec<_> = step.ends().iter().map(|&end| &nodes[end]).collect();
        let numbers: Vec<_> = step.ends().iter().map(|end| format!("({})", end + 1)).collect();
        let numbers = and(&numbers);
        let starts = nodes.iter().filter(|node| node.rule == Rule::Assumed);
        let mut starts: Vec<_> = starts.map(|node| super::notation::node(node, layout)).collect();
        starts.dedup();
        let house = step.houses().next().map(|house| layout.houses()[house].to_string());
        let Some(first) = ends.first() else { return self.result() };
        let same = ends
            .iter()
            .all(|end| end.cell == first.cell && end.digit == first.digit && end.on == first.on);
        let opens = nodes.first().is_some_and(|start| {
            start.cell == first.cell && start.digit == first.digit && start.on != first.on
        });
        let result = self.result();
        match (&*ends, same) {
            ([_], _) if opens => {
                format!("Assuming {} leads to its contrary; so {result}.", starts.join(", "))
            }
            ([_], _) => format!(
                "Either all nodes of this loop hold or none does; of two neighbours one digit is \
                 right either way, so {result}."
            ),
            (_, true) => {
                let cell = || nodes.first().map(|node| self.place(node.cell));
                let of = house.or_else(cell).unwrap_or_default();
                let cases = starts.join(", ");
                format!("Each case of {of} ({cases}) leads to the same, {numbers}: {result}.")
            }
            _ => format!(
                "Assuming {} leads to {numbers}, which contradict each other; so {result}.",
                starts.first().cloned().unwrap_or_default()
            ),
        }
    }
}
