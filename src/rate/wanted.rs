//! Which ratings are wanted, and as much of a rating as tells whether it is one of them.

use std::ops::RangeInclusive;

use super::general::General;
use super::path::{rate_general, rate_up_to};
use super::rating::{Rating, Verdict, shown, tenths};
use super::scale::Scale;
use super::technique::Technique;
use crate::error::Result;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Which ratings are wanted; all by default. Ratings are compared as they are published, with one
/// decimal.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The values of ER.
    pub er: RangeInclusive<f64>,
    /// The values of EP.
    pub ep: RangeInclusive<f64>,
    /// The values of ED.
    pub ed: RangeInclusive<f64>,
    /// Sets of techniques, of each of which there is a step.
    pub uses: Vec<Vec<&'static Technique>>,
    /// Techniques that there is no step of.
    pub without: Vec<&'static Technique>,
    /// Whether ER must be EP.
    pub pearl: bool,
    /// Whether ER must be EP and ED.
    pub diamond: bool,
    /// On which scale.
    pub scale: Scale,
}

impl Default for Wanted {
    fn default() -> Self {
        let any = 0.0..=f64::INFINITY;
        let (er, ep, ed) = (any.clone(), any.clone(), any);
        let (uses, without) = (Vec::new(), Vec::new());
        Wanted { er, ep, ed, uses, without, pearl: false, diamond: false, scale: Scale::Se121 }
    }
}

/// Whether a range has a rating.
fn has(range: &RangeInclusive<f64>, rating: f64) -> bool {
    tenths(*range.start()) <= tenths(rating) && tenths(rating) <= tenths(*range.end())
}

/// The lowest rating of a step of some techniques.
fn least(techniques: impl Iterator<Item = &'static Technique>) -> f64 {
    techniques.map(|technique| technique.rating).fold(f64::INFINITY, f64::min)
}

impl Wanted {
    /// Why no puzzle has a rating that is wanted, where that is plain.
    pub fn impossible(&self) -> Option<String> {
        let (er, ep, ed) = (&self.er, &self.ep, &self.ed);
        let easiest = least(super::techniques());
        for (name, range) in [("ER", er), ("EP", ep), ("ED", ed)] {
            if range.is_empty() {
                return Some(format!("no {name} is in an empty range"));
            }
            if tenths(*range.end()) < tenths(easiest) {
                return Some(format!("no {name} is below {}", shown(easiest)));
            }
        }
        for (name, low, above, high) in [("ER", er, "EP", ep), ("EP", ep, "ED", ed)] {
            if tenths(*low.end()) < tenths(*high.start()) {
                let (end, start) = (shown(*low.end()), shown(*high.start()));
                return Some(format!(
                    "{above} is never above {name}: {name} to {end}, {above} from {start}"
                ));
            }
        }
        let without = |it: &&'static Technique| self.without.iter().any(|no| no.slug == it.slug);
        for among in &self.uses {
            let usable = || among.iter().copied().filter(|it| !without(it));
            let Some(first) = usable().next() else {
                return Some("a technique is wanted and excluded".to_owned());
            };
            let rating = least(usable());
            if tenths(rating) > tenths(*er.end()) {
                let (name, rating) = (first.name, shown(rating));
                return Some(format!("a step such as {name} is rated {rating} or higher"));
            }
        }
        None
    }

    /// The highest rating that the next step may have, so that the rating can still become one that
    /// is wanted; 0 if it cannot, whatever comes.
    fn most(&self, now: &Rating) -> f64 {
        let begun = now.ed > 0.0;
        let placed = now.ep > 0.0;
        let wrong = begun && !has(&self.ed, now.ed)
            || placed && !has(&self.ep, now.ep)
            || now.counts.iter().any(|(it, _)| self.without.iter().any(|no| no.slug == it.slug));
        if wrong {
            return 0.0;
        }
        let mut most = *self.er.end();
        if !placed {
            most = most.min(*self.ep.end());
        }
        if !begun {
            most = most.min(*self.ed.end());
        }
        if self.diamond && begun {
            most = most.min(now.ed);
        }
        if self.pearl && placed {
            most = most.min(now.ep);
        }
        most
    }

    /// Whether a rating is one that is wanted.
    pub fn fits(&self, rating: &Rating) -> bool {
        let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(tenths);
        let same = |one: f64, other: f64| one.total_cmp(&other).is_eq();
        let used = |among: &[&'static Technique]| {
            rating.counts.iter().any(|(it, _)| among.iter().any(|one| one.slug == it.slug))
        };
        has(&self.er, rating.er)
            && has(&self.ep, rating.ep)
            && has(&self.ed, rating.ed)
            && (!(self.pearl || self.diamond) || same(er, ep))
            && (!self.diamond || same(er, ed))
            && self.uses.iter().all(|among| used(among))
            && !used(&self.without)
    }

    /// The same of a puzzle of any layout and of rules, with the path to its only solution.
    ///
    /// # Errors
    /// If a step contradicts the solution.
    pub fn rate_general(&self, puzzle: &Puzzle, path: General, limits: &Limits) -> Result<Verdict> {
        rate_general(puzzle, path, limits, &mut |rating| self.most(rating))
    }

    /// Rates a puzzle as far as is needed to know whether the rating is wanted: nothing is looked
    /// for that is rated too high. [`Verdict::Stopped`] where it is not wanted; a rating to the end
    /// may still not [fit](Wanted::fits).
    ///
    /// # Errors
    /// As those of [`rate_while`](super::rate_while).
    pub fn rate(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Verdict> {
        let any = *self == Wanted { scale: self.scale, ..Wanted::default() };
        let mut most = |rating: &Rating| if any { f64::INFINITY } else { self.most(rating) };
        rate_up_to(puzzle, self.scale, limits, &mut most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LADDER, by_slug, rate};
    use super::*;
    use crate::format::parse;

    const PUZZLES: &[&str] = &[
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8...3....5.....9.",
        "19..6....2.....8.....1...42..5..7...9..6..3.5.2...4....6..7..9.......18...79.....",
    ];

    /// A search for steps up to a rating ends where the first producer is above it.
    #[test]
    fn producers_stand_in_the_order_of_their_lowest_ratings() {
        let lowest = LADDER.iter().map(|it| least(it.techniques.iter().copied()));
        let lowest: Vec<_> = lowest.collect();
        assert!(lowest.is_sorted(), "{lowest:?}");
    }

    /// To stop early decides nothing.
    #[test]
    fn what_is_wanted_is_told_as_by_the_whole_rating() {
        let none = Limits::none();
        for text in PUZZLES {
            let puzzle = parse(text).unwrap();
            let Verdict::Rated(whole) = rate(&puzzle, &none).unwrap() else { panic!("{text}") };
            let from = |least: f64| least..=f64::INFINITY;
            let many = [1.0, 1.2, 1.5, 2.6, 4.5, 7.1, 7.2, 8.9, 9.0].map(|limit| {
                let any = Wanted::default();
                [
                    Wanted { er: 0.0..=limit, ..any.clone() },
                    Wanted { er: from(limit), ..any.clone() },
                    Wanted { ep: 0.0..=limit, ..any.clone() },
                    Wanted { ep: from(limit), pearl: true, ..any.clone() },
                    Wanted { ed: 0.0..=limit, diamond: true, ..any.clone() },
                    Wanted { ed: from(limit), ..any },
                ]
            });
            for wanted in many.as_flattened() {
                let found = match wanted.rate(&puzzle, &none).unwrap() {
                    Verdict::Rated(rating) => {
                        assert_eq!(rating, whole);
                        wanted.fits(&rating)
                    }
                    Verdict::Stopped(_) => false,
                    other => panic!("{other:?}"),
                };
                assert_eq!(found, wanted.fits(&whole), "{whole}: {wanted:?}");
            }
        }
    }

    #[test]
    fn what_nobody_has_is_told() {
        let any = Wanted::default();
        assert_eq!(any.impossible(), None);
        let told = |wanted: Wanted| wanted.impossible().unwrap();
        assert_eq!(told(Wanted { er: 0.1..=0.9, ..any.clone() }), "no ER is below 1.0");
        assert_eq!(
            told(Wanted { er: 1.0..=2.0, ep: 2.1..=3.0, ..any.clone() }),
            "EP is never above ER: ER to 2.0, EP from 2.1"
        );
        let swordfish = by_slug("swordfish").unwrap();
        let uses = vec![vec![swordfish]];
        let reason = told(Wanted { er: 1.0..=3.7, uses: uses.clone(), ..any.clone() });
        assert_eq!(reason, "a step such as Swordfish is rated 3.8 or higher");
        let without = vec![swordfish];
        assert!(told(Wanted { uses, without, ..any }).contains("excluded"));
    }
}
