//! Regions that are to be found and clues about them, connected cells, what houses lack.

use super::reader::{Reader, number_of, split_first};
use super::text::Item;
use super::types::Takes;
use crate::error::{Error, Result};
use crate::grid::Cell;

pub(super) const SAME_VALUES: Takes =
    Takes::Other(Reader::region_same_values, |_, _| vec![Vec::new()]);
pub(super) const CHAOS: Takes = Takes::Other(Reader::chaos, |_, _| vec![Vec::new()]);
pub(super) const CHAOS_ARROW: Takes = Takes::Other(Reader::chaos_arrow, |names, runs| {
    let arms = runs.lines().iter().skip(1).map(|arm| names.all(arm)).collect::<Vec<_>>();
    vec![[names.all(runs.line(0)), vec![runs.k().to_string()], arms.join(&"-".to_owned())].concat()]
});
pub(super) const CHAOS_COUNT: Takes = Takes::Other(Reader::chaos_count, |names, count| {
    let (first, counted) = (names.all(count.line(0)), names.all(count.line(1)));
    vec![[first, vec![count.k().to_string()], counted].concat()]
});
/// Of all cells of the grid, or of the extra cells of a name; how many, or any number.
pub(super) const CONNECTED: Takes = Takes::Other(Reader::connected, |names, cells| {
    let group = match cells.cells() {
        [] => "",
        some => match names.group(some) {
            Some(group) => group,
            None => return Vec::new(),
        },
    };
    let numbers: Vec<_> = cells.numbers().iter().map(ToString::to_string).collect();
    let of_size = numbers.split_first().map(|(size, rest)| vec![rest.join("_"), size.clone()]);
    let both = [Some(vec![numbers.join("_")]), of_size].into_iter().flatten();
    both.map(|args| [vec![group.to_owned()], args].concat()).collect()
});
pub(super) const DOPPELGANGER: Takes = Takes::Other(Reader::doppelganger, |_, _| vec![Vec::new()]);

impl Reader {
    /// `.RegionSameValues`: the largest of all boxes, regions, rows and columns hold the same digits.
    /// Where boxes or regions are among them, rows and columns follow.
    pub(super) fn region_same_values(&mut self, _: &Item) -> Result<()> {
        self.refuse_in_group()?;
        let frame = self.layout.grid();
        let most = frame.rows().max(frame.columns());
        let houses = || self.layout.houses().iter();
        let is_region = |name: &str| ["boxes", "regions"].contains(&name);
        let regions = houses().filter(|house| is_region(house.kind().name));
        let has_regions = regions.map(|house| house.cells().len()).max() >= Some(most);
        if has_regions || most == self.layout.digits() {
            return self.rule("regionsamevalues", &[], &[]);
        }
        let is_line = |name: &str| ["rows", "columns"].contains(&name);
        let lines = houses().filter(|house| is_line(house.kind().name));
        let lines = lines.map(|house| house.cells().to_vec()).filter(|line| line.len() == most);
        let lines: Vec<_> = lines.collect();
        if lines.len() < 2 { Ok(()) } else { self.rule("sameset", &[], &lines) }
    }

    /// `.ChaosConstruction`: the extra cells `CC1`, `CC2` and so on tell the region of each cell.
    pub(super) fn chaos(&mut self, _: &Item) -> Result<()> {
        self.refuse_in_group()?;
        let labels = self.labels()?;
        self.rule("chaos", &[], &[labels])
    }

    /// `.ChaosArrow~R1C1~offset~CC1~CC2~-~CC1~CC10`: arms from the same cell; all four without any.
    pub(super) fn chaos_arrow(&mut self, item: &Item) -> Result<()> {
        self.refuse_in_group()?;
        let (cell, offset, rest) = self.control(item)?;
        let mut lines = vec![vec![cell]];
        if rest.is_empty() {
            let labels = self.labels()?;
            let frame = self.layout.grid();
            for (down, right) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
                let mut place = frame.place(cell);
                let mut arm = Vec::new();
                while let Some(at) = place.and_then(|(row, column)| frame.cell(row, column)) {
                    arm.push(labels[at.index()]);
                    place = place.and_then(|(row, column)| {
                        row.checked_add_signed(down).zip(column.checked_add_signed(right))
                    });
                }
                lines.push(arm);
            }
        }
        for arm in rest.split(|name| name == "-").filter(|arm| !arm.is_empty()) {
            lines.push(self.labels_of(arm)?);
        }
        self.rule("runlengths", &[offset], &lines)
    }

    /// `.ChaosCount~R2C2~offset~CC11~CC1~CC2`: those of the region of the first; the cells around
    /// one without any.
    pub(super) fn chaos_count(&mut self, item: &Item) -> Result<()> {
        self.refuse_in_group()?;
        let (cell, offset, rest) = self.control(item)?;
        let mut counted = self.labels_of(rest)?;
        if rest.is_empty() {
            let labels = self.labels()?;
            let frame = self.layout.grid();
            let near = |other: &Cell| {
                let places = frame.place(cell).zip(frame.place(*other));
                let is_near = |((a, b), (c, d)): ((usize, usize), (usize, usize))| {
                    a.abs_diff(c) <= 1 && b.abs_diff(d) <= 1
                };
                *other != cell && places.is_some_and(is_near)
            };
            let others = (0..frame.cells()).map(Cell::new).filter(near);
            let around = [cell].into_iter().chain(others);
            counted = around.map(|cell| labels[cell.index()]).collect();
        }
        self.rule("countsame", &[offset], &[vec![cell], counted])
    }

    /// `.ConnectedValues~group~1_2~size`: of the extra cells of a name, or of the grid.
    pub(super) fn connected(&mut self, item: &Item) -> Result<()> {
        self.refuse_in_group()?;
        let (group, rest) = split_first(item)?;
        let lines = match group {
            "" => Vec::new(),
            name => {
                let cells = self.extra_cells(name);
                let message = format!("{name:?}: there are no such extra cells");
                vec![cells.ok_or_else(|| Error::input(message))?]
            }
        };
        let expected = || {
            Error::input("expected numbers such as 1_2, then perhaps how many cells, one at least")
        };
        let (numbers, size) = match rest {
            [numbers] => (numbers, None),
            [numbers, size] if size.is_empty() => (numbers, None),
            [numbers, size] => match number_of(size)? {
                size @ 1.. => (numbers, Some(size)),
                _ => return Err(expected()),
            },
            _ => return Err(expected()),
        };
        let mut numbers = numbers.split('_').map(number_of).collect::<Result<Vec<_>>>()?;
        match size {
            None => self.rule("connected", &numbers, &lines),
            Some(size) => {
                numbers.insert(0, size);
                self.rule("connectedsize", &numbers, &lines)
            }
        }
    }

    /// `.Doppelganger`: what houses lack stands in extra cells, if some constraint names them: the row
    /// `DGR1`, `DGR2` and so on tells it of the columns, the column `DGC1` and so on of the rows.
    pub(super) fn doppelganger(&mut self, _: &Item) -> Result<()> {
        self.refuse_in_group()?;
        self.rule("doppelganger", &[], &[])?;
        // No house lacks the 0.
        let houses = self.layout.houses().iter();
        let houses = houses.filter(|it| ["rows", "columns", "boxes"].contains(&it.kind().name));
        for cells in houses.map(|house| house.cells().to_vec()).collect::<Vec<_>>() {
            self.rule("contains", &[0], &[cells])?;
        }
        for (name, kind) in [("DGR", "columns"), ("DGC", "rows"), ("DGB", "boxes")] {
            let Some(lacking) = self.extra_cells(name) else { continue };
            let houses = self.layout.houses().iter().filter(|house| house.kind().name == kind);
            let whole = houses.zip(lacking).map(|(house, cell)| [house.cells(), &[cell]].concat());
            for cells in whole.collect::<Vec<_>>() {
                self.rule("distinct", &[], &[cells])?;
            }
        }
        Ok(())
    }

    pub(super) fn refuse_in_group(&self) -> Result<()> {
        if self.choices > 0 || self.shift != (0, 0) {
            return Err(Error::input("it is of the whole grid, and may not stand in a group"));
        }
        Ok(())
    }

    /// The cells that tell regions, for each cell of the grid.
    fn labels(&self) -> Result<Vec<Cell>> {
        let found = self.extra_cells("CC");
        found.ok_or_else(|| Error::input("there is no ChaosConstruction"))
    }

    /// The cell that tells a number, 1 if it is one less than counted, and what is counted.
    fn control<'a>(&self, item: &'a Item) -> Result<(Cell, i64, &'a [String])> {
        let (cell, rest) = split_first(item)?;
        let cell = self.cell(cell)?;
        let (offset, rest) = rest.split_first().map_or(("", rest), |(first, rest)| (first, rest));
        let offset = if offset.is_empty() { 0 } else { number_of(offset)? };
        Ok((cell, offset, rest))
    }

    /// The cells that tell regions, which cells of the grid may stand for.
    fn labels_of(&self, names: &[String]) -> Result<Vec<Cell>> {
        let labels = self.labels()?;
        let label = |cell: Cell| labels.get(cell.index()).copied().unwrap_or(cell);
        Ok(self.cells(names)?.into_iter().map(label).collect())
    }
}
