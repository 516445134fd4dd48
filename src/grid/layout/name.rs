//! The names of layouts: the words of a spec, without a map of regions.

use itertools::Itertools;

use super::Layout;
use crate::grid::{Cell, Frame};

/// The name in the words of a spec.
pub(super) fn of(layout: &Layout) -> String {
    let mut words = Vec::new();
    if layout.base.is_empty() && !layout.extra.is_empty() {
        words.push(format!("grid={}x{}", layout.grid.rows(), layout.grid.columns()));
    }
    words.extend(Some(layout.base.clone()).filter(|base| !base.is_empty()));
    let boxes = layout.box_shape().map(|(rows, columns)| format!("{rows}x{columns}"));
    let is_gattai = layout.grids.len() > 1;
    let usual = match layout.area.boxes {
        Some((rows, columns)) if is_gattai => rows * columns,
        _ => layout.area.rows.max(layout.area.columns),
    };
    if layout.first != 1 || layout.digits != usual || is_gattai && boxes.is_none() {
        words.push(format!("digits={}-{}", layout.first, layout.first + layout.digits - 1));
    }
    let regions = layout.regions.as_ref().map(|_| "regions".to_owned());
    if layout.is_raw {
        words.push("raw".into());
    } else if boxes.is_none() && regions.is_none() {
        words.push("latin".into());
    }
    words.extend(boxes.filter(|shape| !is_gattai || shape != "3x3"));
    words.extend(regions);
    words.extend(layout.extras.iter().map(|&extra| extra.to_owned()));
    if !layout.extra.is_empty() {
        words.push(format!("extra={}", layout.extra.iter().join("/")));
    }
    words.join("+")
}

/// The words for the places of a frame.
pub(super) fn of_frame(frame: &Frame) -> String {
    if !frame.has_holes() {
        return format!("grid={}x{}", frame.rows(), frame.columns());
    }
    let symbol = |cell: Option<Cell>| if cell.is_some() { 'x' } else { '.' };
    let mut rows = frame.by_rows().map(|row| row.map(symbol).collect::<String>());
    format!("cells={}", rows.join("/"))
}
