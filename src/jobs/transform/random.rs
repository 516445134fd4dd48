//! Random symmetries of a layout.

use std::sync::Arc;

use super::operation::{Operation, Turn};
use super::{Transformation, layout, narrow};
use crate::grid::Layout;
use crate::random::Random;

/// A symmetry of a layout, by a seed and a number.
pub(super) fn symmetry(layout: &Layout, seed: u64, number: u64) -> Transformation {
    let mut random = Random::numbered(seed, number);
    let Some(side) = layout.square() else { return Transformation::identity(layout.digits()) };
    let boxes = layout.box_shape();
    let more = layout.houses().len() - 2 * side - boxes.map_or(0, |_| side);
    let mut symmetry = if layout.regions().is_some() {
        turned(layout, &mut random)
    } else if more > 0 {
        walked(layout, &mut random)
    } else {
        let (rows, columns) = boxes.unwrap_or((side, side));
        Transformation {
            transpose: rows == columns && random.below(2) == 1,
            rows: blocks(side, rows, &mut random),
            columns: blocks(side, columns, &mut random),
            ..Transformation::identity(side)
        }
    };
    random.shuffle(&mut symmetry.digits);
    symmetry
}

/// Blocks of a length in random order, and each in random order.
fn blocks(side: usize, length: usize, random: &mut Random) -> Box<[u16]> {
    let mut order: Vec<_> = (0..side / length).collect();
    random.shuffle(&mut order);
    let mut all = Vec::with_capacity(side);
    for block in order {
        let mut lines: Vec<_> = (block * length..(block + 1) * length).map(narrow).collect();
        random.shuffle(&mut lines);
        all.extend(lines);
    }
    all.into()
}

/// One of the turns and reflections that the layout allows.
fn turned(layout: &Layout, random: &mut Random) -> Transformation {
    let side = layout.side();
    let shared = Arc::new(layout.clone());
    let mut turns = vec![Transformation::identity(side)];
    for turn in Turn::ALL {
        let turn = Operation::Turn(turn).transformation(side);
        // Boxes beside the regions must keep their shape.
        let image = layout::image(&turn, &shared);
        if image.is_ok_and(|image| image.name() == layout.name()) {
            turns.push(turn);
        }
    }
    turns.swap_remove(random.below(turns.len()))
}

/// A walk of many steps, each a simple exchange that leaves all houses where houses are: rows,
/// columns or whole blocks of them, alone, together, or in pairs that mirror each other, and turns.
fn walked(layout: &Layout, random: &mut Random) -> Transformation {
    let side = layout.side();
    let shared = Arc::new(layout.clone());
    let (rows, columns) = layout.box_shape().unwrap_or((side, side));
    let mut symmetry = turned(layout, random);
    for _ in 0..32 * side {
        let mut step = Transformation::identity(side);
        let by_blocks = random.below(4) == 0;
        let which = random.below(3);
        let mirrored = random.below(2) == 1;
        let length = if which == 1 { columns } else { rows };
        let a = random.below(side);
        let block = a / length * length;
        let b = if by_blocks {
            random.below(side / length) * length
        } else {
            block + random.below(length)
        };
        let mut exchange = |a: usize, b: usize| {
            if which != 1 {
                step.rows.swap(a, b);
            }
            if which != 0 {
                step.columns.swap(a, b);
            }
        };
        let (a, width) = if by_blocks { (block, length) } else { (a, 1) };
        for k in 0..width {
            exchange(a + k, b + k);
            let (c, d) = (side - 1 - a - k, side - 1 - b - k);
            // An exchange is its own mirror image where it lies across the middle.
            if mirrored && [c, d] != [a + k, b + k] && [d, c] != [a + k, b + k] {
                exchange(c, d);
            }
        }
        let image = layout::image(&step, &shared);
        if image.is_ok_and(|image| image.name() == layout.name()) {
            symmetry = symmetry.then(&step);
        }
    }
    symmetry
}
