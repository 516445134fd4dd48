//! Puzzles whose rating is as wanted: those of a wish are drawn in the order of their numbers and
//! rated, as far as is needed to know whether they fit.
//!
//! What is found are the first that fit, so that neither threads nor the size of batches change it.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::PoisonError;

use super::scales::{Fit, FoundRating, WantedRating};
use super::{Generated, Made, Wish, generate};
use crate::error::{Error, Result};
use crate::jobs::batch;
use crate::limits::Limits;

/// What is wanted of puzzles, and of their ratings.
#[derive(Debug, Clone)]
pub struct RatedWish {
    /// The puzzles that are drawn. As long as one of them takes one try, its tries are how many may
    /// be drawn for each puzzle that is wanted; `None` for 100,000.
    pub wish: Wish,
    /// The ratings.
    pub wanted: WantedRating,
    /// How many puzzles.
    pub count: u64,
}

/// A puzzle that was drawn.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Drawn {
    /// How many tries it took.
    pub tries: u64,
    /// The puzzle and its rating, if both are as wanted.
    pub found: Option<(Box<Generated>, FoundRating)>,
    /// Whether a limit was reached first.
    pub is_limit: bool,
}

/// How far the search for puzzles has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hunt {
    /// Puzzles that were found.
    pub found: u64,
    /// Puzzles that were drawn.
    pub drawn: u64,
    /// Tries that they took.
    pub tries: u64,
    /// Whether a limit was reached.
    pub is_limit: bool,
}

/// A puzzle whose rating is as wanted.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RatedPuzzle {
    /// The puzzle.
    pub made: Box<Generated>,
    /// Its rating.
    pub rating: FoundRating,
    /// How many puzzles had been drawn, this one too.
    pub drawn: u64,
}

/// Tries for each puzzle unless otherwise said.
const TRIES: u64 = 100_000;

/// How many puzzles are drawn together at first, where they are made in no time: one of the first
/// often fits.
const FIRST: u64 = 16;

impl RatedWish {
    /// Why no puzzle can be as is wanted, where that is plain.
    ///
    /// # Errors
    /// If the layout is not plain 9×9; as those of [`Wish::impossible`].
    pub fn impossible(&self) -> Result<Option<String>> {
        if !self.wish.layout.is_classic() {
            return Err(Error::unsupported("rating: only for 9×9 with rows, columns and boxes"));
        }
        Ok(self.wish.impossible()?.or_else(|| self.wanted.impossible()))
    }

    /// How many tries there are in all.
    pub fn tries(&self) -> u64 {
        self.wish.tries.unwrap_or(TRIES).saturating_mul(self.count)
    }

    /// The numbers of puzzles to be drawn together that follow on these; begin with 0..0.
    pub fn next(&self, last: &Range<u64>) -> Range<u64> {
        let most = if self.wish.wants_few() { 1 } else { self.wish.batch() };
        let length = (2 * (last.end - last.start)).clamp(FIRST.min(most), most);
        last.end..last.end.saturating_add(length)
    }

    /// Draws the puzzles of these numbers and rates them, in order, until `most` of them fit.
    ///
    /// # Errors
    /// As those of [`generate`] and of [`rate`](crate::rate::rate).
    pub fn draw(
        &self,
        seed: u64,
        numbers: Range<u64>,
        most: u64,
        limits: &Limits,
    ) -> Result<Vec<Drawn>> {
        let (mut all, mut found) = (Vec::new(), 0);
        for made in generate(&self.wish, seed, numbers, &limits.clone().fixed(), &|_| {})? {
            if found >= most {
                break;
            }
            let mut drawn = match &made {
                Made::Puzzle(made) => Drawn { tries: made.tries, found: None, is_limit: false },
                Made::Short(it) => Drawn { tries: it.tries, found: None, is_limit: it.is_limit },
            };
            if let Made::Puzzle(made) = made {
                match self.wanted.of(&made.puzzle, limits)? {
                    Fit::Fits(rating) => {
                        drawn.found = Some((made, rating));
                        found += 1;
                    }
                    Fit::Unknown => drawn.is_limit = true,
                    Fit::Not => {}
                }
            }
            all.push(drawn);
        }
        Ok(all)
    }
}

impl Hunt {
    /// Whether all puzzles were found, or tries or limits are at an end.
    pub fn is_over(&self, wish: &RatedWish) -> bool {
        self.is_limit || self.found >= wish.count || self.tries >= wish.tries()
    }

    /// Takes the next puzzle that was drawn; returns it if it is found by this.
    pub fn take(&mut self, wish: &RatedWish, drawn: Drawn) -> Option<RatedPuzzle> {
        if self.is_over(wish) {
            return None;
        }
        if drawn.is_limit {
            self.is_limit = true;
            return None;
        }
        self.drawn += 1;
        self.tries = self.tries.saturating_add(drawn.tries.max(1));
        let (made, rating) = drawn.found?;
        self.found += 1;
        Some(RatedPuzzle { made, rating, drawn: self.drawn })
    }

    /// Why there are fewer puzzles than wanted; nothing if there are not.
    pub fn reason(&self, wish: &RatedWish) -> Option<String> {
        let Hunt { found, drawn, is_limit, .. } = *self;
        (found < wish.count).then(|| {
            let why = if is_limit { "stopped" } else { "given up" };
            let puzzles = if drawn == 1 { "puzzle" } else { "puzzles" };
            let fit = match found {
                0 => "none is rated as wanted".to_owned(),
                1 => "1 is rated as wanted".to_owned(),
                _ => format!("{found} are rated as wanted"),
            };
            format!("{why} after {drawn} {puzzles} drawn: {fit}")
        })
    }
}

/// Makes puzzles whose rating is as wanted, drawn and rated in `jobs` threads; hands them over in
/// order until `take` breaks. The limits are those of all together.
///
/// # Errors
/// If what is wanted is impossible ([`RatedWish::impossible`]); if an engine fails.
///
/// ```
/// use std::{num::NonZeroUsize, ops::ControlFlow};
/// use satoku::jobs::generate::{RatedWish, Wish, generate_rated};
/// use satoku::rate::Wanted;
/// use satoku::{Layout, Limits};
///
/// let wish = Wish::new(Layout::boxes(3, 3)?.shared());
/// let wanted = Wanted { er: 1.2..=2.0, ..Wanted::default() };
/// let wish = RatedWish { wish, wanted: wanted.into(), count: 2 };
/// let mut ratings = Vec::new();
/// let hunt = generate_rated(&wish, 1, NonZeroUsize::MIN, &Limits::none(), &mut |found| {
///     ratings.push(found.rating.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(hunt.found, 2);
/// assert!(ratings.iter().all(|it| it.as_str() < "2.1"), "{ratings:?}");
/// # Ok::<(), satoku::Error>(())
/// ```
pub fn generate_rated(
    wish: &RatedWish,
    seed: u64,
    jobs: NonZeroUsize,
    limits: &Limits,
    take: &mut dyn FnMut(RatedPuzzle) -> ControlFlow<()>,
) -> Result<Hunt> {
    if let Some(why) = wish.impossible()? {
        return Err(Error::unsupported(why));
    }
    let limits = limits.clone().renewed().fixed();
    let hunt = Mutex::new(Hunt::default());
    let now = || *hunt.lock().unwrap_or_else(PoisonError::into_inner);
    let mut numbers = 0..0;
    let mut failure = None;
    batch::ordered(
        jobs,
        || {
            numbers = wish.next(&numbers);
            (!now().is_over(wish)).then(|| numbers.clone())
        },
        |numbers| wish.draw(seed, numbers, wish.count - now().found, &limits),
        |drawn| {
            let drawn = match drawn {
                Ok(drawn) => drawn,
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            };
            for drawn in drawn {
                let found = hunt.lock().unwrap_or_else(PoisonError::into_inner).take(wish, drawn);
                if let Some(found) = found {
                    take(found)?;
                }
            }
            if now().is_over(wish) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    failure.map_or_else(|| Ok(now()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;
    use crate::format::parse;
    use crate::rate::hodoku::{self, Level, by_slug};
    use crate::rate::{Verdict, Wanted, rate};

    fn order(er: (f64, f64), count: u64, tries: Option<u64>) -> RatedWish {
        let wish = Wish { tries, ..Wish::new(Layout::boxes(3, 3).unwrap().shared()) };
        let wanted = Wanted { er: er.0..=er.1, ..Wanted::default() };
        RatedWish { wish, wanted: wanted.into(), count }
    }

    fn found(order: &RatedWish, jobs: usize) -> (Vec<(String, String, u64)>, Hunt) {
        let mut all = Vec::new();
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let hunt = generate_rated(order, 7, jobs, &Limits::none(), &mut |it| {
            all.push((it.made.puzzle.to_string(), it.rating.to_string(), it.drawn));
            ControlFlow::Continue(())
        });
        (all, hunt.unwrap())
    }

    /// They are the first that fit of those that are drawn without a rating.
    #[test]
    fn the_first_that_fit_are_found_by_any_number_of_threads() {
        let order = order((2.6, 7.0), 6, Some(40));
        let (all, hunt) = found(&order, 1);
        assert_eq!((all.clone(), hunt), found(&order, 2));
        let plain = generate(&order.wish, 7, 0..hunt.drawn, &Limits::none(), &|_| {}).unwrap();
        let mut expected = Vec::new();
        for (number, made) in (1..).zip(plain) {
            let Made::Puzzle(made) = made else { panic!("{made:?}") };
            let text = made.puzzle.to_string();
            let verdict = rate(&parse(&text).unwrap(), &Limits::none()).unwrap();
            let Verdict::Rated(rating) = verdict else { panic!("{verdict:?}") };
            if (2.6..7.05).contains(&rating.er) {
                expected.push((text, rating.to_string(), number));
            }
        }
        assert_eq!(all, expected);
        assert_eq!(hunt.found, 6);
        assert_eq!(hunt.reason(&order), None);
    }

    /// The same on the scale of HoDoKu.
    #[test]
    fn the_first_of_a_level_are_found_by_any_number_of_threads() {
        let wanted = hodoku::Wanted {
            level: Level::Hard..=Level::Hard,
            score: 0..=1500,
            without: vec![by_slug("skyscraper").unwrap()],
            ..hodoku::Wanted::default()
        };
        let order = RatedWish { wanted: wanted.clone().into(), ..order((0.0, 0.0), 3, Some(80)) };
        let (all, hunt) = found(&order, 1);
        assert_eq!((all.clone(), hunt), found(&order, 2));
        let plain = generate(&order.wish, 7, 0..hunt.drawn, &Limits::none(), &|_| {}).unwrap();
        let mut expected = Vec::new();
        for (number, made) in (1..).zip(plain) {
            let Made::Puzzle(made) = made else { panic!("{made:?}") };
            let verdict = hodoku::rate(&made.puzzle, &Limits::none()).unwrap();
            let hodoku::Verdict::Rated(score) = verdict else { panic!("{verdict:?}") };
            let without = score.counts.iter().all(|(it, _)| it.slug != "skyscraper");
            if score.level == Level::Hard && score.score <= 1500 && without {
                expected.push((made.puzzle.to_string(), score.to_string(), number));
            }
        }
        assert_eq!((all, hunt.found), (expected, 3));
    }

    #[test]
    fn tries_end_the_search_at_the_same_place() {
        let order = order((11.8, 11.9), 3, Some(20));
        for jobs in [1, 2] {
            let (all, hunt) = found(&order, jobs);
            assert_eq!((all.len(), hunt.drawn, hunt.is_limit), (0, 60, false));
            let reason = hunt.reason(&order).unwrap();
            assert_eq!(reason, "given up after 60 puzzles drawn: none is rated as wanted");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let none = Limits::none();
        let refused = |order: &RatedWish| {
            let take = &mut |_| ControlFlow::Continue(());
            generate_rated(order, 1, NonZeroUsize::MIN, &none, take).unwrap_err().to_string()
        };
        assert!(refused(&order((0.1, 0.9), 1, None)).contains("no ER is below 1.0"));
        let six = Wish::new(Layout::boxes(2, 3).unwrap().shared());
        assert!(refused(&RatedWish { wish: six, ..order((1.0, 2.0), 1, None) }).contains("9×9"));
        let over = Limits::none().with_time(std::time::Duration::ZERO);
        let order = order((1.0, 2.0), 1, None);
        let take = &mut |_| ControlFlow::Continue(());
        let hunt = generate_rated(&order, 1, NonZeroUsize::MIN, &over, take).unwrap();
        assert!(hunt.is_limit && hunt.found == 0, "{hunt:?}");
    }
}
