//! Types that are written in a way of their own: how each is read, and how it is written. Those of
//! sums are in `sums`.

use std::collections::BTreeMap;

use super::names::Names;
use super::reader::{Reader, number_of, split_first};
use super::text::Item;
use super::types::Takes;
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell};
use crate::rule::Block;
use crate::rule::block::{Clauses, Literal};

pub(super) const TIES: Takes = Takes::Other(Reader::ties, |_, _| vec![vec!["none".to_owned()]]);
pub(super) const FULL_RANK: Takes =
    Takes::Other(Reader::full_rank, |_, rank| Names::ends(rank).into_iter().collect());
pub(super) const STRICT: Takes = Takes::Other(Reader::strict, |_, _| vec![Vec::new()]);
/// Rules do without: what cells may hold is written with the clues.
pub(super) const GIVENS: Takes = Takes::Other(Reader::givens, |_, _| Vec::new());
pub(super) const WHISPER: Takes = Takes::Other(Reader::whisper, |names, line| {
    vec![[vec![line.k().to_string()], names.all(line.cells())].concat()]
});
/// Of an even number of cells: the program has no other.
pub(super) const EQUALITY_CAGE: Takes = Takes::Other(
    |reader, item| {
        let cells = reader.cells(&item.args)?;
        if cells.is_empty() { Ok(()) } else { reader.rule("equalitycage", &[], &[cells]) }
    },
    |names, cage| {
        let is_even = cage.cells().len().is_multiple_of(2);
        is_even.then(|| names.all(cage.cells())).into_iter().collect()
    },
);
/// By 1 at least: the program takes less for something else.
pub(super) const LOCKOUT: Takes = Takes::Other(
    |reader, item| reader.number_cells(item, "lockout", 2),
    |names, line| {
        let args = || [vec![line.k().to_string()], names.all(line.cells())].concat();
        (line.k() > 0).then(args).into_iter().collect()
    },
);
pub(super) const ALL_DIFFERENT: Takes =
    Takes::Other(Reader::all_different, |names, set| vec![names.all(set.cells())]);
pub(super) const SAME_VALUES: Takes = Takes::Other(Reader::same_values, |names, sets| {
    let cells = sets.lines().iter().flat_map(|set| names.all(set));
    vec![[sets.lines().len().to_string()].into_iter().chain(cells).collect()]
});
pub(super) const COUNT_DISTINCT: Takes = Takes::Other(Reader::count_distinct, |names, counts| {
    vec![[names.all(counts.line(0)), names.all(counts.line(1))].concat()]
});
pub(super) const LOOK_AND_SAY: Takes = Takes::Other(Reader::look_and_say, |names, says| {
    let clue = says.numbers().iter().map(ToString::to_string).collect();
    vec![[vec![clue], names.all(says.cells())].concat()]
});
pub(super) const QUAD: Takes = Takes::Other(Reader::quad, |names, quad| {
    let first = quad.cells().iter().min().map(|&cell| names.one(cell)).into_iter();
    let numbers = quad.numbers().iter().map(ToString::to_string);
    let is_square = quad.cells().len() == 4;
    is_square.then(|| first.chain(numbers).collect()).into_iter().collect()
});
pub(super) const INDEXING: Takes = Takes::Other(Reader::indexing, |names, cells| {
    let both = ["C", "R"].into_iter();
    both.map(|sort| [vec![sort.to_owned()], names.all(cells.cells())].concat()).collect()
});

impl Reader {
    /// The pairs of neighbours among cells, each in the order in which they are named.
    pub(super) fn dots(&mut self, item: &Item, kind: &str, numbers: &[i64]) -> Result<()> {
        let cells = self.cells(&item.args)?;
        let places: Vec<_> = cells.iter().filter_map(|&cell| self.place(cell)).collect();
        let mut pairs = Vec::new();
        if cells.len() > self.layout.cells() {
            return Err(Error::input("more cells than there are"));
        }
        for (k, (here, a, b)) in places.iter().enumerate() {
            for (m, (there, c, d)) in places.iter().enumerate().skip(k + 1) {
                if here == there && a.abs_diff(*c) + b.abs_diff(*d) == 1 {
                    pairs.push(vec![cells[k], cells[m]]);
                }
            }
        }
        if pairs.is_empty() {
            return Err(Error::input("no two of these cells are neighbours"));
        }
        let group = match &*item.kind {
            "GreaterThan" => None,
            "X" | "V" => Some(1),
            _ => Some(0),
        };
        for pair in pairs {
            if let Some(group) = group {
                self.chosen[group] |= self.choices > 0;
                self.dots[group].push(pair.clone());
            }
            self.rule(kind, numbers, &[pair])?;
        }
        Ok(())
    }

    /// Who may share a rank: those without a clue, nobody, or all. Clues are read by it.
    pub(super) fn ties(&mut self, item: &Item) -> Result<()> {
        match item.args.first().map(String::as_str) {
            Some("only-unclued" | "any") => Ok(()),
            Some("none") => {
                self.refuse_in_group()?;
                self.rule("fullrankdistinct", &[], &[])
            }
            _ => Err(Error::input("expected none, only-unclued or any")),
        }
    }

    /// A rank.
    pub(super) fn full_rank(&mut self, item: &Item) -> Result<()> {
        self.ends(item, if self.ties { "fullranktied" } else { "fullrank" }, false)
    }

    /// All pairs without a dot are neither consecutive nor one twice the other; those without X or
    /// V sum neither to 5 nor to 10.
    pub(super) fn strict(&mut self, item: &Item) -> Result<()> {
        let group = usize::from(item.kind == "StrictXV");
        if self.chosen[group] || self.choices > 0 {
            return Err(Error::input("some of the pairs are within a group"));
        }
        let mut pairs = self.dots[group].clone();
        // Of extra cells nothing is said but where there is a dot.
        let grid = self.layout.grid().cells();
        pairs.retain(|pair| pair.iter().all(|cell| cell.index() < grid));
        for pair in &mut pairs {
            pair.sort_unstable();
        }
        pairs.sort_unstable();
        pairs.dedup();
        if group == 0 {
            self.rule("nonconsecutive", &[1], &pairs)?;
            return self.rule("nonratio", &[2], &pairs);
        }
        self.rule("nonsum", &[5, 10], &pairs)
    }

    pub(super) fn givens(&mut self, item: &Item) -> Result<()> {
        for given in &item.args {
            let mut parts = given.split('_');
            let cell = self.cell(parts.next().unwrap_or_default())?;
            let digit = |number: &str| {
                let found = number_of(number).ok().and_then(|number| usize::try_from(number).ok());
                found.and_then(|number| self.layout.digit_of(number)).ok_or_else(|| {
                    let number = satoku_check::shown(number);
                    Error::input(format!("{number:?}: expected a digit of the grid"))
                })
            };
            let set = parts.map(digit).collect::<Result<CandidateSet>>()?;
            if set.is_empty() {
                return Err(Error::input("expected a cell and digits, such as R1C1_3"));
            }
            if self.choices > 0 {
                let literal = |digit| Literal { cell, digit, stands: true };
                let clause: Box<[_]> = set.iter().map(literal).collect();
                self.free(given, vec![Block::Clauses(Clauses::new([clause]))])?;
                continue;
            }
            let clues = self.puzzle.clues();
            let both = set.iter().filter(|&digit| clues.contains(cell, digit)).collect();
            self.puzzle.set_candidates(cell, &both);
        }
        Ok(())
    }

    pub(super) fn whisper(&mut self, item: &Item) -> Result<()> {
        let number = item.args.first().and_then(|arg| number_of(arg).ok());
        let cells =
            self.cells(item.args.get(usize::from(number.is_some())..).unwrap_or_default())?;
        if cells.len() < 2 {
            return Ok(());
        }
        self.rule("whispers", &[number.unwrap_or(5)], &[cells])
    }

    pub(super) fn all_different(&mut self, item: &Item) -> Result<()> {
        let (cells, _) = counted(&self.cells(&item.args)?);
        if cells.len() < 2 { Ok(()) } else { self.rule("distinct", &[], &[cells]) }
    }

    pub(super) fn same_values(&mut self, item: &Item) -> Result<()> {
        let (sets, cells) = split_first(item)?;
        let cells = self.cells(cells)?;
        let sets = usize::try_from(number_of(sets)?).ok();
        let sets = sets.filter(|&sets| sets > 0 && !cells.is_empty());
        let sets = sets.filter(|&sets| cells.len().is_multiple_of(sets)).ok_or_else(|| {
            Error::input(format!("{} cells do not make so many sets", cells.len()))
        })?;
        if sets == 1 {
            return Ok(());
        }
        let sets = cells.chunks(cells.len() / sets).map(<[Cell]>::to_vec);
        self.rule("sameset", &[], &sets.collect::<Vec<_>>())
    }

    pub(super) fn count_distinct(&mut self, item: &Item) -> Result<()> {
        let mut cells = self.cells(&item.args)?;
        if cells.len() < 2 {
            return Err(Error::input("expected two cells or more"));
        }
        let others = cells.split_off(1);
        self.rule("countdistinct", &[], &[cells, counted(&others).0])
    }

    /// Pairs of a count and a digit. A digit that the grid lacks is an error, but in a choice it stands in no cell.
    pub(super) fn look_and_say(&mut self, item: &Item) -> Result<()> {
        let (clue, cells) = split_first(item)?;
        let numbers = clue.chars().map(|symbol| symbol.to_digit(10).map(i64::from));
        let numbers = numbers.collect::<Option<Vec<_>>>();
        let numbers = numbers.filter(|all| !all.is_empty() && all.len().is_multiple_of(2));
        let mut numbers =
            numbers.ok_or_else(|| Error::input("expected counts and digits, as 1223"))?;
        let cells = self.cells(cells)?;
        if self.choices > 0 {
            let digit = |number| self.layout.digit_of(usize::try_from(number).ok()?);
            let (known, others): (Vec<_>, Vec<_>) =
                numbers.chunks(2).partition(|two| digit(two[1]).is_some());
            self.never |= others.iter().any(|two| two[0] != 0);
            numbers = known.concat();
        }
        if numbers.is_empty() { Ok(()) } else { self.rule("lookandsay", &numbers, &[cells]) }
    }

    /// Digits around a corner, whose cell at the top left is named.
    pub(super) fn quad(&mut self, item: &Item) -> Result<()> {
        let (first, digits) = split_first(item)?;
        let cell = self.cell(first)?;
        let places = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().map(|(down, right)| {
            let (extra, row, column) = self.place(cell)?;
            self.at((extra, row + down, column + right))
        });
        let cells = places.collect::<Option<Vec<_>>>();
        let cells = cells.ok_or_else(|| Error::input("there are no four cells around it"))?;
        let numbers = digits.iter().map(|digit| number_of(digit)).collect::<Result<Vec<_>>>()?;
        let place = format!("the digits of Quad {}", self.layout.name_of(cell));
        if numbers.is_empty() || self.note(place, digits.join(" "))? {
            return Ok(());
        }
        self.rule("contains", &numbers, &[cells])
    }

    pub(super) fn indexing(&mut self, item: &Item) -> Result<()> {
        let (sort, cells) = split_first(item)?;
        let kind = match sort {
            "R" => "rowindexer",
            // Older strings have the whole word.
            "C" | "column" => "columnindexer",
            _ => return Err(Error::input("expected R or C before the cells")),
        };
        let (cells, _) = counted(&self.cells(cells)?);
        self.rule(kind, &[], &[cells])
    }
}

/// The cells of a list, each once in the order of their first occurrence, and how often each
/// occurs.
pub(super) fn counted(cells: &[Cell]) -> (Vec<Cell>, Vec<i64>) {
    let mut places = BTreeMap::new();
    let (mut found, mut counts) = (Vec::new(), Vec::new());
    for &cell in cells {
        let place = *places.entry(cell).or_insert_with(|| {
            found.push(cell);
            counts.push(0);
            counts.len() - 1
        });
        counts[place] += 1;
    }
    (found, counts)
}
