//! Which scores and levels are wanted, and as much of a path as tells whether a puzzle has one of
//! them.

use std::ops::RangeInclusive;

use super::ladder::LADDER;
use super::path::{Score, Verdict, rate_up_to};
use super::technique::{Level, Technique};
use crate::error::Result;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Which scores and levels are wanted; all by default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The scores.
    pub score: RangeInclusive<u32>,
    /// The levels.
    pub level: RangeInclusive<Level>,
    /// Sets of techniques, of each of which there is a step.
    pub uses: Vec<Vec<&'static Technique>>,
    /// Techniques that there is no step of.
    pub without: Vec<&'static Technique>,
    /// Whether techniques are left out that rest on there being one solution.
    pub no_uniqueness: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        let (score, level) = (0..=u32::MAX, Level::Easy..=Level::Extreme);
        Wanted { score, level, uses: Vec::new(), without: Vec::new(), no_uniqueness: false }
    }
}

/// What a step of a technique counts as: the first of those that are looked for together.
fn counted(technique: &Technique) -> &'static Technique {
    let has = |of: &&&Technique| of.slug == technique.slug;
    let mut producers = LADDER.iter().filter(|it| it.techniques.iter().any(|of| has(&of)));
    producers.next().map_or(LADDER[0].techniques[0], |producer| producer.techniques[0])
}

fn has(techniques: &[&'static Technique], technique: &Technique) -> bool {
    techniques.iter().any(|it| it.slug == technique.slug)
}

impl Wanted {
    /// Why no puzzle has a score that is wanted, where that is plain.
    pub fn impossible(&self) -> Option<String> {
        let (score, level) = (&self.score, &self.level);
        if score.is_empty() || level.is_empty() {
            return Some("no score and no level is in an empty range".to_owned());
        }
        let (least, most) = (*score.start(), *level.end());
        if least > most.most() {
            return Some(format!("no {most} puzzle scores more than {}", most.most()));
        }
        for among in &self.uses {
            let usable = || among.iter().filter(|it| !has(&self.without, it));
            if usable().next().is_none() {
                return Some("a technique is wanted and excluded".to_owned());
            }
            let mut rated = usable().filter(|it| it.rated).peekable();
            let Some(first) = rated.peek() else {
                let name = among.first().map_or("it", |it| it.name);
                return Some(format!("{name} is not looked for when a puzzle is rated"));
            };
            let name = first.name;
            let counted: Vec<_> = rated.map(|it| counted(it)).collect();
            let easiest = counted.iter().map(|it| it.level).min()?;
            if easiest > most {
                return Some(format!("a puzzle with a step such as {name} is {easiest} or harder"));
            }
            if self.no_uniqueness && counted.iter().all(|it| it.unique) {
                return Some(format!("{name} rests on there being one solution"));
            }
            let cheapest = counted.iter().map(|it| it.score).min()?;
            if cheapest > *score.end() {
                return Some(format!("a step such as {name} adds {cheapest} to the score"));
            }
        }
        None
    }

    /// The highest level that the next step may have, so that the score can still become one that is
    /// wanted; none if it cannot, whatever comes.
    fn most(&self, now: &Score) -> Option<Level> {
        let over = now.score > *self.score.end() || now.level.of(now.score) > *self.level.end();
        let wrong = over || now.counts.iter().any(|(it, _)| has(&self.without, it));
        (!wrong).then_some(*self.level.end())
    }

    /// Whether a score is one that is wanted.
    pub fn fits(&self, score: &Score) -> bool {
        let used = |among: &[&'static Technique]| score.counts.iter().any(|(it, _)| has(among, it));
        self.score.contains(&score.score)
            && self.level.contains(&score.level)
            && self.uses.iter().all(|among| used(among))
            && !used(&self.without)
    }

    /// Rates a puzzle as far as is needed to know whether its score is wanted: nothing is looked for
    /// beyond the last technique of the highest level. [`Verdict::Stopped`] where it is not wanted; a
    /// score to the end may still not [fit](Wanted::fits).
    ///
    /// # Errors
    /// As those of [`rate_while`](super::rate_while).
    pub fn rate(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Verdict> {
        rate_up_to(puzzle, !self.no_uniqueness, limits, &mut |score| self.most(score))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{by_slug, rate};
    use super::*;
    use crate::format::parse;

    const PUZZLES: &[&str] = &[
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "19..6....2.....8.....1...42..5..7...9..6..3.5.2...4....6..7..9.......18...79.....",
        "..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8...3....5.....9.",
    ];

    /// To stop early decides nothing.
    #[test]
    #[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
    fn long_what_is_wanted_is_told_as_by_the_whole_path() {
        let none = Limits::none();
        for text in PUZZLES {
            let puzzle = parse(text).unwrap();
            let Verdict::Rated(whole) = rate(&puzzle, &none).unwrap() else { panic!("{text}") };
            let any = Wanted::default();
            let mut all = Vec::new();
            for level in Level::ALL {
                all.push(Wanted { level: Level::Easy..=level, ..any.clone() });
                all.push(Wanted { level: level..=Level::Extreme, ..any.clone() });
            }
            for score in [0, 200, 1000, 1300, whole.score, 100_000] {
                all.push(Wanted { score: 0..=score, ..any.clone() });
                all.push(Wanted { score: score..=u32::MAX, ..any.clone() });
            }
            for slug in ["hidden-single", "naked-pair", "x-chain", "forcing-chain-contradiction"] {
                let of = by_slug(slug).unwrap();
                all.push(Wanted { uses: vec![vec![of]], ..any.clone() });
                all.push(Wanted { without: vec![of], ..any.clone() });
            }
            for wanted in all {
                let found = match wanted.rate(&puzzle, &none).unwrap() {
                    Verdict::Rated(score) => {
                        assert_eq!(score, whole);
                        wanted.fits(&score)
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
        let level = Level::Easy..=Level::Easy;
        assert_eq!(
            told(Wanted { score: 801..=900, level, ..any.clone() }),
            "no Easy puzzle scores more than 800"
        );
        let of = |slug| vec![vec![by_slug(slug).unwrap()]];
        let level = Level::Easy..=Level::Hard;
        let reason = told(Wanted { uses: of("x-chain"), level, ..any.clone() });
        assert_eq!(reason, "a puzzle with a step such as X-Chain is Unfair or harder");
        let reason = told(Wanted { uses: of("x-wing"), score: 0..=100, ..any.clone() });
        assert_eq!(reason, "a step such as X-Wing adds 140 to the score");
        let (uses, no_uniqueness) = (of("bug-plus-1"), true);
        let reason = told(Wanted { uses, no_uniqueness, ..any.clone() });
        assert!(reason.contains("rests on"), "{reason}");
        let reason = told(Wanted { uses: of("death-blossom"), ..any.clone() });
        assert!(reason.contains("not looked for"), "{reason}");
        let (uses, without) = (of("x-wing"), vec![by_slug("x-wing").unwrap()]);
        assert!(told(Wanted { uses, without, ..any }).contains("excluded"));
    }
}
