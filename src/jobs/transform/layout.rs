//! What becomes of layouts.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Transformation;
use crate::error::{Error, Result};
use crate::grid::{Cell, HouseKind, Layout};

/// The image of a layout.
///
/// # Errors
/// If the image of some house is none.
pub(super) fn image(by: &Transformation, layout: &Arc<Layout>) -> Result<Arc<Layout>> {
    let side = layout.side();
    if by.side() != side {
        let expected = by.side();
        return Err(Error::input(format!(
            "a transformation of side {expected} on a grid of side {side}"
        )));
    }
    if let Some((rows, columns)) = layout.box_shape() {
        let (down, across) = if by.transpose { (columns, rows) } else { (rows, columns) };
        keeps_blocks(&by.rows, down, "rows", "band")?;
        keeps_blocks(&by.columns, across, "columns", "stack")?;
    }
    // Rows and columns stay what they are, and so do boxes of a shape that stays the same.
    let (rows, columns) = layout.box_shape().unwrap_or_default();
    let boxes = if rows > 0 { side } else { 0 };
    let is_plain = layout.houses().len() == 2 * side + boxes;
    if is_plain && (rows == columns || !by.transpose) {
        return Ok(Arc::clone(layout));
    }
    rebuilt(by, layout).map(Arc::new)
}

/// Whether numbers that stood together in a block of a length still do.
fn keeps_blocks(order: &[u16], length: usize, what: &str, block: &str) -> Result<()> {
    for (k, &from) in order.iter().enumerate() {
        let first = order[k / length * length];
        if usize::from(from) / length != usize::from(first) / length {
            return Err(Error::input(format!(
                "{what} {} and {} are not of one {block}: they cannot come to stand in one",
                first + 1,
                from + 1
            )));
        }
    }
    Ok(())
}

/// A layout of the same kinds of houses, if those are the images of the houses.
fn rebuilt(by: &Transformation, layout: &Layout) -> Result<Layout> {
    let side = layout.side();
    let to = by.inverse();
    let images = |kinds: &[HouseKind]| -> BTreeSet<Vec<Cell>> {
        let houses = layout.houses().iter().filter(|house| kinds.contains(&house.kind()));
        let moved = |cells: &[Cell]| {
            let mut cells: Vec<_> = cells.iter().map(|&cell| to.source(cell)).collect();
            cells.sort_unstable();
            cells
        };
        houses.map(|house| moved(house.cells())).collect()
    };
    let mut image = Layout::latin(side)?;
    if let Some((rows, columns)) = layout.box_shape() {
        let (rows, columns) = if by.transpose { (columns, rows) } else { (rows, columns) };
        image = Layout::boxes(rows, columns)?;
    }
    if let Some(regions) = layout.regions() {
        let cells = (0..side * side).map(Cell::new);
        let regions: Vec<_> = cells.map(|cell| regions[by.source(cell).index()]).collect();
        image = match layout.box_shape() {
            Some(_) => image.with_regions(&regions)?,
            None => Layout::jigsaw(&regions)?,
        };
    }
    let diagonals = [HouseKind::Diagonal, HouseKind::Antidiagonal];
    let moved = images(&diagonals);
    let on = |cell: fn(usize, usize) -> Cell| (0..side).map(|k| cell(k, side)).collect::<Vec<_>>();
    if moved.contains(&on(|k, side| Cell::at(k, k, side))) {
        image = image.with_diagonal();
    }
    if moved.contains(&on(|k, side| Cell::at(k, side - 1 - k, side))) {
        image = image.with_antidiagonal();
    }
    let has = |kind| layout.houses().iter().any(|house| house.kind() == kind);
    if has(HouseKind::Window) {
        image = image.with_windows()?;
    }
    if has(HouseKind::Disjoint) {
        image = image.with_disjoint_groups()?;
    }
    let others = [&diagonals[..], &[HouseKind::Window, HouseKind::Disjoint]].concat();
    let moved = images(&others);
    let sorted = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    let stay = image.houses().iter().filter(|house| others.contains(&house.kind()));
    if !stay.map(|house| sorted(house.cells())).collect::<BTreeSet<_>>().eq(&moved) {
        let name = layout.name();
        return Err(Error::input(format!("{by} does not keep the houses of the layout {name}")));
    }
    Ok(image)
}
