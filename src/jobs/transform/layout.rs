//! What becomes of layouts.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Transformation;
use crate::error::{Error, Result};
use crate::grid::{Cell, HOUSE_KINDS, House, HouseKind, Layout};

/// The image of a layout.
///
/// # Errors
/// If the image of some house is none.
pub(super) fn image(by: &Transformation, layout: &Arc<Layout>) -> Result<Arc<Layout>> {
    let side = needs_square(layout)?;
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

/// The side of the grid; an error if it is not square.
pub(super) fn needs_square(layout: &Layout) -> Result<usize> {
    let name = layout.name();
    layout.square().ok_or_else(|| {
        Error::unsupported(format!("transformations: only of square grids, not of {name}"))
    })
}

/// Whether numbers that stood together in a block of a length still do.
fn keeps_blocks(order: &[u16], length: usize, what: &str, block: &str) -> Result<()> {
    for (k, &from) in order.iter().enumerate() {
        let first = order[k / length * length];
        if usize::from(from) / length != usize::from(first) / length {
            return Err(Error::input(format!(
                "{what} {} and {} are in different {block}s and cannot share one",
                first + 1,
                from + 1
            )));
        }
    }
    Ok(())
}

/// A layout whose houses are the images of the houses, with the same kinds of them or others.
fn rebuilt(by: &Transformation, layout: &Layout) -> Result<Layout> {
    let side = layout.side();
    let to = by.inverse();
    let mut image = Layout::latin(side)?.with_first(layout.first())?;
    if let Some((rows, columns)) = layout.box_shape() {
        let (rows, columns) = if by.transpose { (columns, rows) } else { (rows, columns) };
        image = image.with_boxes(rows, columns)?;
    }
    if let Some(regions) = layout.regions() {
        let cells = (0..side * side).map(Cell::new);
        let regions: Vec<_> = cells.map(|cell| regions[by.source(cell).index()]).collect();
        image = image.with_regions(&regions)?;
    }
    let named = |house: &&House| HouseKind::by_name(house.kind().name).is_some();
    let mut moved = BTreeSet::new();
    let mut kinds: Vec<&'static HouseKind> = Vec::new();
    for house in layout.houses().iter().filter(named) {
        moved.insert(sorted(house.cells().iter().map(|&cell| to.source(cell))));
        if !kinds.contains(&house.kind()) {
            kinds.push(house.kind());
        }
    }
    if moved.is_empty() {
        return Ok(image);
    }
    // The kinds it had come first, in their order; then those that make up the rest.
    let own = kinds.len();
    kinds.extend(HOUSE_KINDS.iter().filter(|kind| !kinds.contains(kind)).collect::<Vec<_>>());
    let mut left = moved.clone();
    for (k, kind) in kinds.into_iter().enumerate() {
        let Ok(more) = image.clone().with_kind(kind) else { continue };
        let houses = more.houses().iter().filter(|house| house.kind() == kind);
        let houses: BTreeSet<_> =
            houses.map(|house| sorted(house.cells().iter().copied())).collect();
        if houses.is_subset(&moved) && (k < own || !houses.is_disjoint(&left)) {
            left.retain(|house| !houses.contains(house));
            image = more;
        }
    }
    if !left.is_empty() {
        let name = layout.name();
        return Err(Error::input(format!("{by} does not preserve the houses of layout {name}")));
    }
    Ok(image)
}

fn sorted(cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<_> = cells.collect();
    cells.sort_unstable();
    cells
}
