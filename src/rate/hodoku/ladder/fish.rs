//! Fish: houses, the *base*, whose places of a digit are in as many other houses, the *cover*. What
//! the cover has besides goes. Places outside the cover are *fins*: only what sees all of them goes.
//! Places in two bases are fins too (*endo*), and what two covers have may go from the base itself.
//!
//! *Basic* fish have rows as the base and columns as the cover, or the other way round; *Franken* fish
//! boxes too; in *mutant* fish any houses may be either. *Sashimi* are finned fish with a base that has
//! one place or none without its fins.

use std::ops::ControlFlow;

use crate::rate::ground::HOUSES;
use crate::rate::ground::{Cells, DIGITS, cells};
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::position::Position;
use crate::rate::hodoku::step::{Part, Step, digits, houses, places};
use crate::rate::hodoku::technique::{Flow, Take, Technique};
use crate::rate::hodoku::units::{BOXES, COLUMNS, ROWS, Unit};

/// How many fins there may be, and how many of them in two bases.
const FINS: u32 = 5;
const ENDO_FINS: u32 = 2;

/// Which houses take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    Basic,
    Franken,
    Mutant,
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    pub(super) shape: Shape,
    pub(super) size: usize,
    pub(super) finned: bool,
    /// Of fish by size, from two, those with no fins, with fins, and sashimi, by shape.
    pub(super) technique: fn(Shape, usize, Fins) -> &'static Technique,
}

/// Whether a fish has fins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fins {
    None,
    Some,
    Sashimi,
}

/// A house and its places of the digit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) unit: Unit,
    pub(super) places: Cells,
}

/// A search for a digit in one direction; where it stands, base and cover.
pub(super) struct Search<'a> {
    pub(super) position: &'a Position,
    wanted: Wanted,
    /// How many fins there may be, and how many of them in two bases.
    most: [u32; 2],
    pub(super) digit: usize,
    bases: Vec<Line>,
    covers: Vec<Line>,
    base: Vec<Line>,
    pub(super) cover: Vec<Line>,
}

/// What the base houses have together: their places, those in two of them; of covers alike.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) places: Cells,
    pub(super) twice: Cells,
}

/// What is done with a base and a cover, and what each has together.
type See<'a> = &'a mut dyn FnMut(&Search<'_>, Sum, Sum) -> Flow;

impl Sum {
    fn plus(self, line: Line) -> Self {
        Sum { places: self.places | line.places, twice: self.twice | self.places & line.places }
    }
}

/// Goes through all fish of a size, by digits, the base among rows first; of mutant fish there is one
/// direction.
pub(super) fn visit(finder: &Finder, wanted: Wanted, take: Take<'_>) -> Flow {
    let endo = if wanted.shape == Shape::Basic { 0 } else { ENDO_FINS };
    let most = if wanted.finned { [FINS, endo] } else { [0; 2] };
    each(finder, wanted, most, &mut |search, base, cover| search.fish(base, cover, take))
}

/// Goes through bases and covers with so many fins at most, and so many of them in two bases.
pub(super) fn each(finder: &Finder, wanted: Wanted, most: [u32; 2], see: See<'_>) -> Flow {
    for digit in 0..DIGITS {
        for rows in [true, false] {
            if wanted.shape == Shape::Mutant && !rows {
                continue;
            }
            let mut search = Search::new(&finder.position, wanted, digit, rows);
            search.most = most;
            search.bases(0, Sum::default(), see)?;
        }
    }
    ControlFlow::Continue(())
}

impl<'a> Search<'a> {
    fn new(position: &'a Position, wanted: Wanted, digit: usize, rows: bool) -> Self {
        let lines = (0..HOUSES)
            .map(|unit| Line { unit: Unit(unit), places: Unit(unit).places(position, digit) });
        let lines: Vec<_> = lines.filter(|line| line.places != 0).collect();
        let both = |line: &Line| match wanted.shape {
            Shape::Basic => false,
            Shape::Franken => BOXES.contains(&line.unit.0),
            Shape::Mutant => true,
        };
        let along = if rows { ROWS } else { COLUMNS };
        let across = if rows { COLUMNS } else { ROWS };
        let few = |line: &Line| wanted.finned || line.places.count_ones() as usize <= wanted.size;
        let is_base = |line: &Line| both(line) || along.contains(&line.unit.0);
        let is_cover = |line: &Line| both(line) || across.contains(&line.unit.0);
        Search {
            position,
            wanted,
            most: [0; 2],
            digit,
            bases: lines.iter().copied().filter(|line| is_base(line) && few(line)).collect(),
            covers: lines.iter().copied().filter(is_cover).collect(),
            base: Vec::new(),
            cover: Vec::new(),
        }
    }

    /// Adds base houses from the `next` on.
    fn bases(&mut self, next: usize, sum: Sum, see: See<'_>) -> Flow {
        if self.base.len() == self.wanted.size {
            let open = self.covers.iter().copied();
            let open = open.filter(|line| {
                line.places & sum.places != 0 && self.base.iter().all(|it| it.unit != line.unit)
            });
            let open: Vec<_> = open.collect();
            return self.covers(&open, sum, Sum::default(), see);
        }
        for k in next..self.bases.len() {
            let line = self.bases[k];
            let endo = sum.places & line.places;
            if endo != 0 && sum.twice.count_ones() + endo.count_ones() > self.most[1] {
                continue;
            }
            self.base.push(line);
            let flow = self.bases(k + 1, sum.plus(line), see);
            self.base.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Adds cover houses among those that are left.
    fn covers(&mut self, open: &[Line], base: Sum, sum: Sum, see: See<'_>) -> Flow {
        let missing = self.wanted.size - self.cover.len();
        if missing == 0 {
            return see(self, base, sum);
        }
        // What the covers to come cannot take in would be fins.
        let left = base.places & !sum.places;
        let best = open.iter().map(|line| (line.places & left).count_ones()).max().unwrap_or(0);
        if left.count_ones() > self.most[0] + missing as u32 * best {
            return ControlFlow::Continue(());
        }
        for k in 0..open.len() {
            if open.len() - k < missing {
                break;
            }
            self.cover.push(open[k]);
            let flow = self.covers(&open[k + 1..], base, sum.plus(open[k]), see);
            self.cover.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// A fish, if something goes.
    fn fish(&self, base: Sum, cover: Sum, take: Take<'_>) -> Flow {
        let outer = base.places & !cover.places;
        let fins = outer | base.twice;
        let beside = cover.places & !base.places;
        let (removed, twice) = if self.wanted.finned {
            if fins == 0 || fins.count_ones() > FINS {
                return ControlFlow::Continue(());
            }
            let seen = self.position.seen_by(fins);
            (beside & seen, cover.twice & seen)
        } else {
            if fins != 0 {
                return ControlFlow::Continue(());
            }
            (beside, cover.twice)
        };
        if removed | twice == 0 {
            return ControlFlow::Continue(());
        }
        take(self.step(fins, base.twice, removed, twice))
    }

    fn step(&self, fins: Cells, endo: Cells, removed: Cells, twice: Cells) -> Step {
        let (technique, pattern) = self.told(fins, endo);
        Step::new(technique)
            .without(self.digit, removed)
            .without(self.digit, twice & !removed)
            .told(pattern)
    }

    /// Its technique and its pattern, with fins.
    pub(super) fn told(&self, fins: Cells, endo: Cells) -> (&'static Technique, Vec<Part>) {
        let shape = self.shape();
        let few = |line: &Line| (line.places & !fins).count_ones() <= 1;
        let kind = if fins == 0 {
            Fins::None
        } else if shape == Shape::Basic && self.base.iter().any(few) {
            Fins::Sashimi
        } else {
            Fins::Some
        };
        let technique = (self.wanted.technique)(shape, self.wanted.size, kind);
        let units = |lines: &[Line]| {
            let mut units: Vec<_> = lines.iter().map(|line| line.unit).collect();
            units.sort();
            houses(units.into_iter())
        };
        let mut pattern = vec![
            Part::Digits(digits(1 << self.digit)),
            Part::Text(" "),
            units(&self.base),
            Part::Text(" "),
            units(&self.cover),
        ];
        for (sign, fins) in [(" f", fins & !endo), (" ef", endo)] {
            for fin in cells(fins) {
                pattern.extend([Part::Text(sign), Part::Cells(places(1 << fin))]);
            }
        }
        (technique, pattern)
    }

    /// The shape by the houses that it has.
    fn shape(&self) -> Shape {
        let kinds = |lines: &[Line]| lines.iter().fold(0, |set, line| set | 1 << line.unit.kind());
        let (base, cover): (u8, u8) = (kinds(&self.base), kinds(&self.cover));
        match (base, cover) {
            (0b001, 0b010) | (0b010, 0b001) => Shape::Basic,
            (0b001 | 0b101, 0b010 | 0b110) | (0b010 | 0b110, 0b001 | 0b101) => Shape::Franken,
            _ => Shape::Mutant,
        }
    }
}
