//! Cells that count cells of one region: all of some, or those that one sees from the first.

use super::MOST_POSITIONS;
use super::parts::{Parts, cells, small};
use crate::grid::Cell;
use crate::rule::{Counts, Rule};

/// The most lines whose runs are added up.
const MOST_LINES: usize = 8;

/// A cell that counts cells of one region.
#[derive(Debug)]
pub(super) struct Counting {
    which: Counts,
    /// Where it is.
    pub(super) at: usize,
    /// The count that the first digit stands for.
    zero: usize,
    /// The cell whose region it is.
    pub(super) first: usize,
    /// The others, line by line.
    pub(super) lines: Box<[Box<[u8]>]>,
}

impl Counting {
    /// Of a rule whose lines have labels alone; `all` has the cells of the filter.
    pub(super) fn new(rule: &Rule, places: &[Cell], all: &mut Vec<Cell>) -> Option<Self> {
        let (which, arguments) = (rule.kind()?.counts?, rule.arguments()?);
        let [teller, lines @ ..] = arguments.lines() else { return None };
        let position = |cell: &Cell| places.iter().position(|place| place == cell);
        let line = |line: &[Cell]| line.iter().map(|cell| position(cell).map(small)).collect();
        let lines: Vec<Box<[u8]>> = lines.iter().map(|cells| line(cells)).collect::<Option<_>>()?;
        let first = *lines.first()?.first()?;
        let is_known = match which {
            Counts::All => {
                let all = lines[0].iter().fold(0u128, |all, &cell| all | 1 << cell);
                lines.len() == 1 && all.count_ones() as usize == lines[0].len()
            }
            Counts::Runs => {
                lines.len() <= MOST_LINES && lines.iter().all(|line| line.first() == Some(&first))
            }
        };
        let zero = arguments.layout().first() + usize::try_from(arguments.k()).ok()?;
        let &[teller] = &**teller else { return None };
        let known = all.iter().position(|&cell| cell == teller);
        if !is_known || known.is_none() && all.len() >= MOST_POSITIONS {
            return None;
        }
        let at = known.unwrap_or_else(|| {
            all.push(teller);
            all.len() - 1
        });
        let lines = lines.iter().map(|line| line[1..].into()).collect();
        Some(Counting { which, at, zero, first: first.into(), lines })
    }

    /// The cells that are counted, the first but once.
    pub(super) fn counted(&self) -> usize {
        1 + self.lines.iter().map(|line| line.len()).sum::<usize>()
    }

    /// The digits that stand for counts from one to another.
    fn between(&self, least: usize, most: usize) -> u16 {
        let bits = |counts: usize| match counts.saturating_sub(self.zero) {
            below @ ..16 => (1u16 << below) - 1,
            _ => u16::MAX,
        };
        bits(most + 1) & !bits(least)
    }

    /// Joins and separates cells by what the cell that counts may say, and the other way round.
    pub(super) fn narrow(
        &self,
        around: &[u128],
        parts: &mut Parts,
        sets: &mut [u16],
    ) -> Option<()> {
        match self.which {
            Counts::Runs => self.narrow_runs(around, parts, sets),
            Counts::All => self.narrow_all(around, parts, sets),
        }
    }

    /// Whether the part of the first cell must gain one of some cells at least.
    fn grows_into(&self, some: u128, around: &[u128], parts: &Parts) -> bool {
        let own = parts.cells(parts.of(self.first));
        let beside = cells(own).fold(0, |all, cell| all | around[cell]) & !own & !some;
        !parts.is_whole(parts.of(self.first))
            && !cells(beside).any(|cell| parts.fit(parts.of(self.first), parts.of(cell)))
    }

    /// The counts that are left to a cell whose digits are among some.
    fn keep(&self, parts: &mut Parts, sets: &mut [u16], digits: u16) -> Option<(usize, usize)> {
        let (before, left) = (sets[self.at], sets[self.at] & digits);
        if left != before {
            sets[self.at] = left;
            parts.changed = true;
        }
        if left == 0 {
            return None;
        }
        let (low, high) = (left.trailing_zeros() as usize, left.ilog2() as usize);
        Some((low + self.zero, high + self.zero))
    }

    /// All cells of a line are counted.
    fn narrow_all(&self, around: &[u128], parts: &mut Parts, sets: &mut [u16]) -> Option<()> {
        let own = parts.of(self.first);
        let (mut same, mut open) = (1, 0u128);
        for &cell in &self.lines[0] {
            let part = parts.of(cell.into());
            if part == own {
                same += 1;
            } else if parts.fit(own, part) {
                open |= 1 << cell;
            }
        }
        let most = same + open.count_ones() as usize;
        let at_least = same + usize::from(self.grows_into(open, around, parts));
        let (least, most_left) = self.keep(parts, sets, self.between(at_least, most))?;
        if open != 0 && least == most {
            for cell in cells(open) {
                parts.join(parts.of(self.first), parts.of(cell))?;
            }
        } else if most_left == same {
            parts.separate(own, open)?;
        }
        Some(())
    }

    /// What is counted of each line ends before the first cell of another region.
    fn narrow_runs(&self, around: &[u128], parts: &mut Parts, sets: &mut [u16]) -> Option<()> {
        let mut all = [(0, 0); MOST_LINES];
        let all = &mut all[..self.lines.len()];
        for (line, bounds) in self.lines.iter().zip(&mut *all) {
            *bounds = self.run(line, parts);
        }
        let least = 1 + all.iter().map(|(least, _)| least).sum::<usize>();
        let most = 1 + all.iter().map(|(_, most)| most).sum::<usize>();
        let mut digits = self.between(least, most);
        let next = self.lines.iter().zip(&*all).filter_map(|(line, &(least, _))| line.get(least));
        if self.grows_into(next.fold(0, |all, &cell| all | 1 << cell), around, parts) {
            digits &= !self.between(least, least);
        }
        if let [line] = &*self.lines {
            // No run ends before a cell of the same part.
            let own = parts.of(self.first);
            for count in least..=most {
                if line.get(count - 1).is_some_and(|&next| parts.of(next.into()) == own) {
                    digits &= !self.between(count, count);
                }
            }
        }
        let (low, high) = self.keep(parts, sets, digits)?;
        for (line, &mut (short, long)) in self.lines.iter().zip(all) {
            let at_least = (low + long).saturating_sub(most);
            for &cell in line.iter().take(at_least) {
                parts.join(parts.of(self.first), parts.of(cell.into()))?;
            }
            let at_most = short + high - least;
            if at_most == at_least.max(short)
                && let Some(&next) = line.get(at_most)
            {
                let own = parts.of(self.first);
                parts.separate(own, 1 << next)?;
            }
        }
        Some(())
    }

    /// How many cells of a line are in the run at least, and at most.
    fn run(&self, line: &[u8], parts: &Parts) -> (usize, usize) {
        let own = parts.of(self.first);
        let least = line.iter().take_while(|&&cell| parts.of(cell.into()) == own).count();
        let fits = |&&cell: &&u8| {
            let part = parts.of(cell.into());
            part == own || parts.fit(own, part)
        };
        (least, line.iter().take_while(fits).count())
    }
}
