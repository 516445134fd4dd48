//! Types that are written in a way of their own.

use std::collections::BTreeMap;

use super::text::Item;
use super::types::{Reader, number_of, split_first};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell};
use crate::rule::Block;
use crate::rule::block::{Clauses, Literal};

impl Reader {
    /// The pairs of neighbours among cells, each in the order in which they are named.
    pub(super) fn dots(&mut self, item: &Item, kind: &str, numbers: &[i64]) -> Result<()> {
        let cells = self.cells(&item.args)?;
        let (frame, grid) = (self.layout.frame(), self.layout.grid().cells());
        let place = |&cell: &Cell| Some((frame.place(cell)?, cell.index() < grid));
        let places: Vec<_> = cells.iter().filter_map(place).collect();
        let mut pairs = Vec::new();
        if cells.len() > self.layout.cells() {
            return Err(Error::input("more cells than there are"));
        }
        for (k, ((a, b), here)) in places.iter().enumerate() {
            for (m, ((c, d), there)) in places.iter().enumerate().skip(k + 1) {
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

    pub(super) fn sum_line(&mut self, item: &Item) -> Result<()> {
        let (sum, mut cells) = split_first(item)?;
        let is_loop = cells.last().is_some_and(|last| last == "LOOP");
        if is_loop {
            cells = &cells[..cells.len() - 1];
        }
        let cells = self.cells(cells)?;
        let kind = if is_loop { "sumloop" } else { "sumline" };
        self.rule(kind, &[number_of(sum)?], &[cells])
    }

    pub(super) fn all_different(&mut self, item: &Item) -> Result<()> {
        let (cells, _) = counted(&self.cells(&item.args)?);
        if cells.len() < 2 { Ok(()) } else { self.rule("distinct", &[], &[cells]) }
    }

    /// A cell that is named twice counts twice in the sum.
    pub(super) fn cage(&mut self, item: &Item) -> Result<()> {
        let (sum, cells) = split_first(item)?;
        let sum = if sum.is_empty() { 0 } else { number_of(sum)? };
        let (cells, counts) = counted(&self.cells(cells)?);
        if counts.iter().all(|&count| count == 1) {
            let sum = if sum == 0 { Vec::new() } else { vec![sum] };
            return self.rule("cage", &sum, &[cells]);
        }
        self.rule("distinct", &[], std::slice::from_ref(&cells))?;
        if sum == 0 { Ok(()) } else { self.weighted(sum, &counts, cells) }
    }

    pub(super) fn weighted(&mut self, sum: i64, weights: &[i64], cells: Vec<Cell>) -> Result<()> {
        let numbers: Vec<_> = [&[sum], weights].concat();
        self.rule("weightedsum", &numbers, &[cells])
    }

    /// A sum, `s` or `s_=_c1_c2…` with a weight for each cell.
    pub(super) fn sum(&mut self, item: &Item) -> Result<()> {
        let (sum, names) = split_first(item)?;
        let mut parts = sum.split('_');
        let total = number_of(parts.next().unwrap_or_default())?;
        let named = self.cells(names)?;
        let weights = match parts.next() {
            Some("=") => parts.map(number_of).collect::<Result<Vec<_>>>()?,
            _ => vec![1; named.len()],
        };
        if weights.len() != named.len() || weights.iter().any(|weight| weight.abs() > 100) {
            let message = format!("expected a weight up to 100 for each of {} cells", named.len());
            return Err(Error::input(message));
        }
        let (cells, _) = counted(&named);
        let weight = |cell: &Cell| {
            let those = named.iter().zip(&weights).filter(|(named, _)| *named == cell);
            those.map(|(_, weight)| weight).sum::<i64>()
        };
        self.spend(cells.len() * named.len())?;
        let weights: Vec<_> = cells.iter().map(weight).collect();
        if weights.iter().all(|&weight| weight == 1) {
            return self.rule("sum", &[total], &[cells]);
        }
        self.weighted(total, &weights, cells)
    }

    pub(super) fn arrow(&mut self, item: &Item) -> Result<()> {
        let mut cells = self.cells(&item.args)?;
        if cells.len() < 2 {
            return Err(Error::input("expected two cells or more"));
        }
        let shaft = cells.split_off(1);
        self.rule("arrow", &[], &[cells, shaft])
    }

    /// The pill is read from left to right and top to bottom, whatever the order of its cells.
    pub(super) fn pill_arrow(&mut self, item: &Item) -> Result<()> {
        let (size, cells) = split_first(item)?;
        let size = usize::try_from(number_of(size)?).ok().filter(|size| [2, 3].contains(size));
        let size = size.ok_or_else(|| Error::input("expected a pill of 2 or 3 cells"))?;
        let mut pill = self.cells(cells)?;
        if pill.len() <= size {
            return Err(Error::input("expected more cells than those of the pill"));
        }
        let shaft = pill.split_off(size);
        pill.sort_unstable();
        let frame = self.layout.grid();
        let places: Vec<_> = pill.iter().filter_map(|&cell| frame.place(cell)).collect();
        let is_step = |pair: &[(usize, usize)]| {
            let (down, right) = (pair[1].0 - pair[0].0, pair[1].1.wrapping_sub(pair[0].1));
            down < 2 && right < 2 && down + right > 0
        };
        if !places.windows(2).all(is_step) {
            return Err(Error::input("the cells of the pill do not follow one another"));
        }
        self.rule("arrow", &[], &[pill, shaft])
    }

    pub(super) fn equal_sums(&mut self, item: &Item) -> Result<()> {
        let parts = item.args.split(|arg| arg == "-").filter(|part| !part.is_empty());
        let parts = parts.map(|part| self.cells(part)).collect::<Result<Vec<_>>>()?;
        if parts.len() < 2 { Ok(()) } else { self.rule("equalsums", &[], &parts) }
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

    /// Pairs of a count and a digit.
    pub(super) fn look_and_say(&mut self, item: &Item) -> Result<()> {
        let (clue, cells) = split_first(item)?;
        let numbers = clue.chars().map(|symbol| symbol.to_digit(10).map(i64::from));
        let numbers = numbers.collect::<Option<Vec<_>>>();
        let numbers = numbers.filter(|all| !all.is_empty() && all.len().is_multiple_of(2));
        let numbers = numbers.ok_or_else(|| Error::input("expected counts and digits, as 1223"))?;
        let cells = self.cells(cells)?;
        self.rule("lookandsay", &numbers, &[cells])
    }

    /// Digits around a corner, whose cell at the top left is named.
    pub(super) fn quad(&mut self, item: &Item) -> Result<()> {
        let (first, digits) = split_first(item)?;
        let cell = self.cell(first)?;
        let frame = self.layout.grid();
        let (row, column) = frame.place(cell).unwrap_or_default();
        let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let cells = places.map(|(down, right)| frame.cell(row + down, column + right));
        let cells = cells.into_iter().collect::<Option<Vec<_>>>();
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
            "C" => "columnindexer",
            _ => return Err(Error::input("expected R or C before the cells")),
        };
        let (cells, _) = counted(&self.cells(cells)?);
        self.rule(kind, &[], &[cells])
    }

    /// The side on which the first cell lies says which way the diagonal leads.
    pub(super) fn little_killer(&mut self, item: &Item) -> Result<()> {
        let (sum, cells) = split_first(item)?;
        let name = cells.first().map_or("", String::as_str);
        let frame = self.layout.grid();
        let (row, column) = frame.place(self.cell(name)?).unwrap_or_default();
        let (bottom, right) = (frame.rows() - 1, frame.columns() - 1);
        let (down, across) = if column == 0 && row < bottom {
            (1, 1)
        } else if row == 0 {
            (1, -1)
        } else if column == right && row < bottom {
            (-1, -1)
        } else if row == bottom && column > 0 && column < right {
            (-1, 1)
        } else {
            return Err(Error::input("no diagonal begins in this cell"));
        };
        let mut cells = Vec::new();
        let mut place = Some((row, column));
        while let Some((row, column)) = place {
            let Some(cell) = frame.cell(row, column) else { break };
            cells.push(cell);
            place = row.checked_add_signed(down).zip(column.checked_add_signed(across));
        }
        if self.shift != (0, 0) {
            return Err(Error::input("a clue outside the grid cannot be shifted"));
        }
        let number = number_of(sum)?;
        if self.note(format!("LittleKiller {name}"), sum.to_owned())? {
            return Ok(());
        }
        self.rule("littlekiller", &[number], &[cells])
    }

    /// Between the least and the greatest digit; of those that stand there, if some must be missing.
    pub(super) fn sandwich(&mut self, item: &Item) -> Result<()> {
        let (sum, line) = split_first(item)?;
        let name = line.first().map_or("", String::as_str);
        let line = self.line(name)?;
        let kind = if line.len() == self.layout.digits() { "sandwich" } else { "lunchbox" };
        let number = number_of(sum)?;
        if self.note(format!("Sandwich {name}"), sum.to_owned())? {
            return Ok(());
        }
        self.rule(kind, &[number], &[line])
    }
}

/// The cells of a list, each once in the order of their first occurrence, and how often each
/// occurs.
fn counted(cells: &[Cell]) -> (Vec<Cell>, Vec<i64>) {
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
