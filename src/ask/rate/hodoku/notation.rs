//! A step in the notation of HoDoKu.

use std::fmt::Write as _;

use super::super::Notation;
use super::super::notation::compact;
use super::reason::Told;
use crate::grid::{Cell, Digit, Layout};
use crate::rate::hodoku::{Link, Part, Step};

impl Told<'_> {
    /// The step on one line; what Eureka has no form for is as HoDoKu writes it.
    pub(super) fn text_in(self, notation: Notation) -> String {
        let hodoku = || text(self.step, self.layout);
        match notation {
            Notation::Hodoku => hodoku(),
            Notation::Eureka => self.eureka().unwrap_or_else(hodoku),
            Notation::Library => self.library(),
        }
    }
}

/// A step in the notation of HoDoKu: `Naked Pair: 1,2 in r1c12 => r1c3<>1`.
fn text(step: &Step, layout: &Layout) -> String {
    let technique = step.technique();
    let (name, result) = (technique.name, result(step, layout));
    let pattern = pattern(step, layout);
    match (&*pattern, step.placements().next()) {
        ("", Some(_)) if !technique.slug.starts_with("forcing") => format!("{name}: {result}"),
        ("", _) => format!("{name} => {result}"),
        (pattern, _) => format!("{name}: {pattern} => {result}"),
    }
}

/// The pattern alone, without several chains; empty where there is none.
pub(super) fn pattern(step: &Step, layout: &Layout) -> String {
    let slug = step.technique().slug;
    let parts = step.pattern().iter().filter(|part| !matches!(part, Part::Implication(_)));
    parts.map(|part| told(part, slug, layout)).collect()
}

/// The chains of a step that has several, node after node.
pub(super) fn chains(step: &Step, layout: &Layout) -> Vec<String> {
    let chains = step.pattern().iter().filter_map(|part| match part {
        Part::Implication(links) => Some(implication(links, layout)),
        _ => None,
    });
    chains.collect()
}

/// What is placed and removed: `r4c5=4`; `r1c37<>1, r2c5<>2`.
pub(super) fn result(step: &Step, layout: &Layout) -> String {
    let place = |(cell, digit): (Cell, Digit)| {
        format!("{}={}", compact(layout, &[cell]), layout.number_of(digit))
    };
    let mut parts: Vec<_> = step.placements().map(place).collect();
    for digit in (0..layout.digits()).map(Digit::new) {
        let cells: Vec<_> =
            step.eliminations().filter(|(_, of)| *of == digit).map(|(cell, _)| cell).collect();
        if !cells.is_empty() {
            parts.push(format!("{}<>{}", compact(layout, &cells), layout.number_of(digit)));
        }
    }
    parts.join(", ")
}

fn told(part: &Part, slug: &str, layout: &Layout) -> String {
    let digits = |all: &[Digit], by: &str| {
        let all: Vec<_> = all.iter().map(|&digit| layout.number_of(digit).to_string()).collect();
        all.join(by)
    };
    match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Digits(all) => digits(all, ","),
        Part::Slashed(all) => digits(all, "/"),
        Part::Set(all) => digits(all, ""),
        Part::Cells(cells) => compact(layout, cells),
        Part::Houses(units) => houses(units),
        Part::Chain(links) => chain(links, slug, layout),
        Part::Implication(links) => implication(links, layout),
    }
}

/// `r12`, `c4b5`.
fn houses(units: &[usize]) -> String {
    let mut text = String::new();
    let mut last = ' ';
    for unit in units {
        let letter = ['r', 'c', 'b'].get(unit / 9).copied().unwrap_or('?');
        if letter != last {
            text.push(letter);
            last = letter;
        }
        _ = write!(text, "{}", unit % 9 + 1);
    }
    text
}

/// `2- r1c2 =2= r1c5 -2`, almost locked sets as `ALS:r1c2,r3c2`. Links within a cell are not written; loops and chains of one digit have
/// nothing before and after them.
fn chain(links: &[Link], slug: &str, layout: &Layout) -> String {
    let open = matches!(slug, "aic" | "grouped-aic" | "xy-chain");
    let number = |link: &Link| layout.number_of(link.digit);
    let mut text = String::new();
    for (k, link) in links.iter().enumerate() {
        let set = if link.is_set { "ALS:" } else { "" };
        let cells = format!("{set}{}", compact(layout, &link.cells));
        match k.checked_sub(1).map(|before| &links[before]) {
            None if open => _ = write!(text, "{}- {cells}", number(link)),
            None => text.push_str(&cells),
            Some(before) if before.cells == link.cells => {}
            Some(_) => {
                let sign = if link.strong { '=' } else { '-' };
                _ = write!(text, " {sign}{}{sign} {cells}", number(link));
            }
        }
    }
    if let Some(last) = links.last().filter(|_| open) {
        _ = write!(text, " -{}", number(last));
    }
    text
}

/// `r1c2=3 r1c5<>3`.
fn implication(links: &[Link], layout: &Layout) -> String {
    let node = |link: &Link| {
        let sign = if link.strong { "=" } else { "<>" };
        format!("{}{sign}{}", compact(layout, &link.cells), layout.number_of(link.digit))
    };
    links.iter().map(node).collect::<Vec<_>>().join(" ")
}
