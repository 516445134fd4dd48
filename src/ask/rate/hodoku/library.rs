//! A step of this scale as a line of HoDoKu's library, with the variant of its technique.

use super::super::Kind;
use super::super::library::Record;
use super::reason::Told;
use crate::rate::hodoku::Link;

impl Told<'_> {
    /// The line: of the puzzle with its givens, what was placed and removed since, and the step.
    pub(super) fn library(self) -> String {
        let technique = self.step.technique();
        let code = match (technique.code, self.variant()) {
            ("", _) => technique.slug.to_owned(),
            (code, None) => code.to_owned(),
            (code, Some(variant)) => format!("{code}-{variant}"),
        };
        let placed: Vec<_> = self.step.placements().collect();
        let removed: Vec<_> = self.step.eliminations().collect();
        let of_result = || placed.iter().chain(&removed).map(|(_, digit)| *digit).collect();
        let digits: Vec<_> = match Kind::of_scored(technique) {
            Kind::Single | Kind::Chain | Kind::AlmostLocked => of_result(),
            _ => self.digits().flatten().copied().collect(),
        };
        let digits = if digits.is_empty() { of_result() } else { digits };
        let chain = self.chain().filter(|_| self.implications().is_none());
        let links = chain.map(|links| links.len() - 1);
        Record { code: &code, digits, placed, removed, links }.line(self.before, self.layout)
    }

    /// The variant of the technique, where the library has several that are looked for in other ways or
    /// tell other results.
    fn variant(self) -> Option<u8> {
        let step = self.step;
        let set = self.chain().is_some_and(|links| links.iter().any(|link| link.is_set));
        let mut removed = step.eliminations();
        let first = removed.next();
        let one_digit = removed.all(|(_, digit)| first.is_some_and(|(_, of)| of == digit));
        let second = |is: bool| 1 + u8::from(is);
        let places =
            |links: &[Link]| links.first().zip(links.last()).map(|(a, b)| (a.clone(), b.clone()));
        match step.technique().code {
            "0110" | "0111" => Some(1),
            "0402" => {
                let (house, digit) = (self.houses().next()?.first()?, self.digits().next()?);
                (self.places(*house, *digit.first()?).len() == 2).then_some(1)
            }
            "0600" | "0601" | "0602" | "0603" | "0604" | "0605" | "0606" => {
                let (digits, cells) = (self.digits().next()?, self.cells().next()?);
                let has_all = cells
                    .iter()
                    .all(|&cell| digits.iter().all(|&digit| self.before.has(cell, digit)));
                Some(second(!has_all))
            }
            "0709" => Some(second(set)),
            code @ ("0707" | "0710") => {
                let (first, last) = places(self.chain()?)?;
                let sets_value = !first.strong && last.strong && first.digit == last.digit;
                let with_sets = if code == "0710" && set { 2 } else { 0 };
                Some(second(!sets_value) + with_sets)
            }
            code @ ("0708" | "0711") => {
                let with_sets = if code == "0711" && set { 2 } else { 0 };
                Some(second(!one_digit) + with_sets)
            }
            "0901" => {
                let sets = self.cells().count();
                Some(second(self.digits().nth(sets).is_some_and(|joined| joined.len() > 1)))
            }
            "0902" | "0903" | "0904" => {
                let mut all: Vec<_> = self.cells().flatten().collect();
                let count = all.len();
                all.sort_unstable();
                all.dedup();
                Some(second(all.len() < count))
            }
            _ => None,
        }
    }
}
