//! Types of sums: how each is read, and how it is written.

use super::clues::counted;
use super::names::Names;
use super::reader::{Reader, number_of, split_first};
use super::text::Item;
use super::types::Takes;
use crate::error::{Error, Result};
use crate::grid::Cell;

/// Of a sum from 1 on: to the program no cells at all sum to 0.
pub(super) const RELLIK: Takes = Takes::Other(
    |reader, item| reader.number_cells(item, "rellik", 1),
    |names, cage| {
        let args = || [vec![cage.k().to_string()], names.all(cage.cells())].concat();
        (cage.k() > 0).then(args).into_iter().collect()
    },
);
/// Of three cells or more: the program has no other.
pub(super) const LUNCHBOX: Takes = Takes::Other(
    |reader, item| reader.number_cells(item, "lunchbox", 1),
    |names, line| {
        let args = || [vec![line.k().to_string()], names.all(line.cells())].concat();
        (line.cells().len() > 2).then(args).into_iter().collect()
    },
);
/// Of two cells or more, which the program needs.
pub(super) const SUM_LINE: Takes = Takes::Other(Reader::sum_line, |names, line| {
    if line.cells().len() < 2 {
        return Vec::new();
    }
    let open = [vec![line.k().to_string()], names.all(line.cells())].concat();
    let closed = [open.clone(), vec!["LOOP".to_owned()]].concat();
    vec![open, closed]
});
pub(super) const CAGE: Takes = Takes::Other(Reader::cage, |names, cage| {
    let is_one = cage.numbers().len() < 2;
    let args = || [vec![cage.k().to_string()], names.all(cage.cells())].concat();
    is_one.then(args).into_iter().collect()
});
/// The total, or the total and the weights.
pub(super) const SUM: Takes = Takes::Other(Reader::sum, |names, sum| {
    let numbers: Vec<_> = sum.numbers().iter().map(ToString::to_string).collect();
    let total = match &numbers[..] {
        [] => return Vec::new(),
        [total] => total.clone(),
        [total, weights @ ..] => format!("{total}_=_{}", weights.join("_")),
    };
    vec![[vec![total], names.all(sum.cells())].concat()]
});
pub(super) const ARROW: Takes = Takes::Other(Reader::arrow, |names, arrow| {
    let args = || [names.all(arrow.line(0)), names.all(arrow.line(1))].concat();
    (arrow.line(0).len() == 1).then(args).into_iter().collect()
});
pub(super) const PILL_ARROW: Takes = Takes::Other(Reader::pill_arrow, |names, arrow| {
    let size = arrow.line(0).len().to_string();
    vec![[vec![size], names.all(arrow.line(0)), names.all(arrow.line(1))].concat()]
});
pub(super) const EQUAL_SUMS: Takes = Takes::Other(Reader::equal_sums, |names, sums| {
    let parts: Vec<_> = sums.lines().iter().map(|part| names.all(part)).collect();
    vec![parts.join(&"-".to_owned())]
});
/// Named by the cell at the end where the diagonal begins, which may be either.
pub(super) const LITTLE_KILLER: Takes = Takes::Other(Reader::little_killer, |names, diagonal| {
    let ends = diagonal.cells().first().into_iter().chain(diagonal.cells().last());
    ends.map(|&cell| vec![diagonal.k().to_string(), names.one(cell)]).collect()
});
pub(super) const SANDWICH: Takes = Takes::Other(Reader::sandwich, |_, row| {
    let forward = Names::line(row).filter(|(_, forward)| *forward);
    forward.map(|(name, _)| vec![row.k().to_string(), name]).into_iter().collect()
});

impl Reader {
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
        let places: Vec<_> = pill.iter().filter_map(|&cell| self.place(cell)).collect();
        let is_step = |pair: &[(Option<usize>, usize, usize)]| {
            let [(here, a, b), (there, c, d)] = [pair[0], pair[1]];
            // Of one group, in order.
            here == there && c - a < 2 && d.wrapping_sub(b) < 2 && (a, b) != (c, d)
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

    /// The side on which the first cell lies says which way the diagonal leads.
    pub(super) fn little_killer(&mut self, item: &Item) -> Result<()> {
        let (sum, cells) = split_first(item)?;
        let name = cells.first().map_or("", String::as_str);
        let frame = self.layout.grid();
        let none = || Error::input("no diagonal begins in this cell");
        let (row, column) = frame.place(self.cell(name)?).ok_or_else(none)?;
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
            return Err(none());
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
