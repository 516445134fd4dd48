//! Layouts as people write them: `3x4`, `latin`, `boxes+diagonals`, `regions=AAB…`.

use std::str::FromStr;

use super::house::{HOUSE_KINDS, SHORTHANDS};
use super::{Layout, default_box};
use crate::error::{Error, Result};

/// What is known of a layout before its side is: terms joined by `+` or `,`.
///
/// `RxC` (boxes R rows high and C columns wide), `boxes` (the shape follows from the side),
/// `latin` (no boxes), `regions=…` (a symbol a cell, row by row) and the names of
/// [`HOUSE_KINDS`] and [`SHORTHANDS`]. Where
/// nothing is said, boxes follow from the side ([`default_box`]); where regions are given, they
/// stand in place of boxes unless boxes are named too.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LayoutSpec {
    boxes: Option<Boxes>,
    regions: Option<Box<[u16]>>,
    /// Positions in [`HOUSE_KINDS`], in the order of the text.
    extras: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Boxes {
    None,
    OfSide,
    Shape(usize, usize),
}

impl LayoutSpec {
    /// Boxes of one shape, `rows` high and `columns` wide.
    ///
    /// # Errors
    /// If the shape is out of range.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self> {
        Layout::boxes(rows, columns)?;
        Ok(LayoutSpec { boxes: Some(Boxes::Shape(rows, columns)), ..Self::default() })
    }

    /// No boxes at all.
    pub fn latin() -> Self {
        LayoutSpec { boxes: Some(Boxes::None), ..Self::default() }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The side, where the spec alone determines it: from a box shape or a region map.
    pub fn side(&self) -> Option<usize> {
        match (self.boxes, &self.regions) {
            (Some(Boxes::Shape(rows, columns)), _) => Some(rows * columns),
            (_, Some(map)) => Some(map.len().isqrt()),
            _ => None,
        }
    }

    /// What `self` says, completed by `other` where `self` is silent.
    #[must_use]
    pub fn or(&self, other: &LayoutSpec) -> Self {
        LayoutSpec {
            boxes: self.boxes.or(other.boxes),
            regions: self.regions.clone().or_else(|| other.regions.clone()),
            extras: if self.extras.is_empty() { &other.extras } else { &self.extras }.clone(),
        }
    }

    /// The same with irregular regions, the region of every cell from 0.
    #[must_use]
    pub fn with_regions(mut self, region_of: Box<[u16]>) -> Self {
        self.regions = Some(region_of);
        self
    }

    /// The layout for a grid of the given side.
    ///
    /// # Errors
    /// If what is said does not fit the side.
    pub fn build(&self, side: usize) -> Result<Layout> {
        let mut layout = match (self.boxes, &self.regions) {
            (None | Some(Boxes::None), Some(map)) => Layout::jigsaw(map)?,
            (None | Some(Boxes::OfSide), None) => match default_box(side) {
                Some((rows, columns)) => Layout::boxes(rows, columns)?,
                None if self.boxes.is_none() => Layout::latin(side)?,
                None => {
                    return Err(Error::layout(format!("side {side} does not divide into boxes")));
                }
            },
            (Some(Boxes::None), None) => Layout::latin(side)?,
            (Some(Boxes::Shape(rows, columns)), None) => Layout::boxes(rows, columns)?,
            (Some(Boxes::Shape(rows, columns)), Some(map)) => {
                Layout::boxes(rows, columns)?.with_regions(map)?
            }
            (Some(Boxes::OfSide), Some(map)) => {
                let spec = LayoutSpec { boxes: self.boxes, ..Self::default() };
                spec.build(side)?.with_regions(map)?
            }
        };
        if layout.side() != side {
            return Err(Error::layout(format!(
                "layout {} has a side of {}, but the grid has {side}",
                layout.name(),
                layout.side()
            )));
        }
        for &extra in &self.extras {
            layout = layout.with_kind(&HOUSE_KINDS[extra])?;
        }
        Ok(layout)
    }
}

impl FromStr for LayoutSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut spec = LayoutSpec::default();
        for term in text.split(['+', ',']).map(str::trim) {
            if term == "latin" || term == "none" {
                spec.boxes = Some(Boxes::None);
            } else if term == "boxes" {
                spec.boxes = Some(Boxes::OfSide);
            } else if let Some(map) = term.strip_prefix("regions=") {
                spec.regions = Some(region_map(map.chars())?);
            } else if let Some(kinds) = house_kinds(term) {
                for kind in kinds {
                    if !spec.extras.contains(&kind) {
                        spec.extras.push(kind);
                    }
                }
            } else {
                let (rows, columns) = box_shape(term)?;
                spec.boxes = Some(Boxes::Shape(rows, columns));
            }
        }
        Ok(spec)
    }
}

/// The kinds of houses that a word names, as positions in [`HOUSE_KINDS`].
fn house_kinds(word: &str) -> Option<Vec<usize>> {
    let short = SHORTHANDS.iter().find(|(name, ..)| *name == word);
    let names = short.map_or(std::slice::from_ref(&word), |(.., kinds)| kinds);
    names.iter().map(|name| HOUSE_KINDS.iter().position(|kind| kind.name == *name)).collect()
}

/// Reads a box shape, `RxC`.
fn box_shape(term: &str) -> Result<(usize, usize)> {
    let shape = term.split_once(['x', 'X', '×']);
    let shape = shape.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    let (rows, columns) = shape.ok_or_else(|| {
        let short = SHORTHANDS.iter().map(|(name, ..)| *name);
        let extras: Vec<_> = short.chain(HOUSE_KINDS.iter().map(|kind| kind.name)).collect();
        Error::layout(format!(
            "layout `{term}`: expected RxC (rows by columns of a box), boxes, latin, regions=MAP, {}",
            extras.join(", ")
        ))
    })?;
    Layout::boxes(rows, columns).map(|_| (rows, columns))
}

/// Numbers the symbols of a region map in the order they first occur; white space is skipped.
///
/// # Errors
/// If the cells are not a square number, or the symbols not as many as the side, each as often.
pub(crate) fn region_map(symbols: impl IntoIterator<Item = char>) -> Result<Box<[u16]>> {
    let mut seen = Vec::new();
    let mut map = Vec::new();
    for symbol in symbols.into_iter().filter(|c| !c.is_whitespace()) {
        let number = seen.iter().position(|&s| s == symbol).unwrap_or_else(|| {
            seen.push(symbol);
            seen.len() - 1
        });
        map.push(u16::try_from(number).map_err(|_| Error::layout("too many regions"))?);
    }
    Layout::jigsaw(&map)?;
    Ok(map.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(spec: &str, side: usize) -> String {
        let spec: LayoutSpec = spec.parse().unwrap();
        spec.build(side).map_or_else(|e| e.to_string(), |layout| layout.name().to_owned())
    }

    #[test]
    fn words_become_layouts() {
        assert_eq!(LayoutSpec::default().build(12).unwrap().name(), "3x4");
        assert_eq!(LayoutSpec::default().build(7).unwrap().name(), "latin");
        assert_eq!(name("4x3", 12), "4x3");
        assert_eq!(name("latin", 12), "latin");
        assert_eq!(name("boxes+diagonals", 9), "3x3+diagonal+antidiagonal");
        assert_eq!(name("windoku", 9), "3x3+windoku");
        assert_eq!(name("regions=AABBABABCDCDCCDD", 4), "regions");
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        for bad in ["", "0x3", "3x0", "99x1", "3", "x", "regions=AAB", "regions=ABCD"] {
            assert!(bad.parse::<LayoutSpec>().unwrap_err().is_input(), "{bad}");
        }
        assert!(name("3x3", 16).contains("side of 9"));
        assert!(name("boxes", 7).contains("does not divide"));
    }
}
