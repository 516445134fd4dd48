//! Layouts as people write them: `3x4`, `latin`, `boxes+diagonals`, `regions=AAB…`.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use super::{Layout, default_box};
use crate::error::{Error, Result};

/// A family of extra houses that a layout can be given by name.
#[derive(Debug, Clone, Copy)]
pub struct ExtraHouses {
    /// The word in a [`LayoutSpec`].
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// Adds the houses.
    pub add: fn(Layout) -> Result<Layout>,
}

/// All families of extra houses. To add one, write a `with_…` constructor on [`Layout`] and add a
/// line here.
pub const EXTRAS: &[ExtraHouses] = &[
    ExtraHouses {
        name: "diagonals",
        about: "both diagonals (Sudoku X)",
        add: |layout| Ok(layout.with_diagonal().with_antidiagonal()),
    },
    ExtraHouses {
        name: "diagonal",
        about: "the diagonal from the top left",
        add: |layout| Ok(layout.with_diagonal()),
    },
    ExtraHouses {
        name: "antidiagonal",
        about: "the diagonal from the bottom left",
        add: |layout| Ok(layout.with_antidiagonal()),
    },
    ExtraHouses {
        name: "windoku",
        about: "box-sized windows set in by one cell (NRC)",
        add: Layout::with_windows,
    },
    ExtraHouses {
        name: "disjoint",
        about: "the same position in every box",
        add: Layout::with_disjoint_groups,
    },
];

/// What is known of a layout before its side is: terms joined by `+` or `,`.
///
/// `RxC` (boxes R rows high and C columns wide), `boxes` (the shape follows from the side),
/// `latin` (no boxes), `regions=…` (a symbol a cell, row by row) and the names of [`EXTRAS`]. Where
/// nothing is said, boxes follow from the side ([`default_box`]); where regions are given, they
/// stand in place of boxes unless boxes are named too.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LayoutSpec {
    boxes: Option<Boxes>,
    regions: Option<Box<[u16]>>,
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
            layout = (EXTRAS[extra].add)(layout)?;
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
            } else if let Some(k) = EXTRAS.iter().position(|extra| extra.name == term) {
                if !spec.extras.contains(&k) {
                    spec.extras.push(k);
                }
            } else {
                let (rows, columns) = box_shape(term)?;
                spec.boxes = Some(Boxes::Shape(rows, columns));
            }
        }
        Ok(spec)
    }
}

/// The text that [`LayoutSpec::from_str`] reads; nothing where nothing is said.
impl fmt::Display for LayoutSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = self.boxes.map(|boxes| match boxes {
            Boxes::None => "latin".to_owned(),
            Boxes::OfSide => "boxes".to_owned(),
            Boxes::Shape(rows, columns) => format!("{rows}x{columns}"),
        });
        let regions = self.regions.as_ref().map(|map| {
            let symbols: String = map.iter().copied().map(region_symbol).collect();
            format!("regions={symbols}")
        });
        let extras = self.extras.iter().map(|&extra| EXTRAS[extra].name.to_owned());
        let terms: Vec<_> = boxes.into_iter().chain(regions).chain(extras).collect();
        f.write_str(&terms.join("+"))
    }
}

impl Layout {
    /// The spec that builds an equal layout: `3x3`, `latin`, `regions=…`, `3x3+diagonal`.
    ///
    /// ```
    /// use satoku::grid::LayoutSpec;
    /// let layout = "boxes+diagonals".parse::<LayoutSpec>()?.build(9)?;
    /// assert_eq!(layout.spec().to_string(), "3x3+diagonal+antidiagonal");
    /// assert_eq!(layout.spec().build(9)?, layout);
    /// # Ok::<(), satoku::Error>(())
    /// ```
    pub fn spec(&self) -> LayoutSpec {
        let boxes = match (self.box_shape(), self.regions()) {
            (Some((rows, columns)), _) => Some(Boxes::Shape(rows, columns)),
            (None, None) => Some(Boxes::None),
            (None, Some(_)) => None,
        };
        let words = self.name().split('+').filter(|word| {
            !["latin", "regions"].contains(word) && !word.starts_with(|c: char| c.is_ascii_digit())
        });
        let extra = |word: &str| {
            let known = EXTRAS.iter().position(|extra| extra.name == word);
            known.unwrap_or_else(|| unreachable!("{word}: extra houses are named by EXTRAS"))
        };
        LayoutSpec {
            boxes,
            regions: self.regions().map(Into::into),
            extras: words.map(extra).unique().collect(),
        }
    }

    /// Whether it is what a side has unless something else is said ([`default_box`]), so that text
    /// need not say it.
    pub fn is_usual(&self) -> bool {
        let boxes = default_box(self.side());
        let houses = if boxes.is_some() { 3 } else { 2 } * self.side();
        self.box_shape() == boxes && self.houses().len() == houses
    }
}

/// The symbol of a region in a map: a letter, beyond 52 regions one of the characters after U+00FF.
pub(crate) fn region_symbol(region: u16) -> char {
    let code = match u32::from(region) {
        region @ 0..26 => u32::from('A') + region,
        region @ 26..52 => u32::from('a') + region - 26,
        region => 0x100 + region - 52,
    };
    char::from_u32(code).expect("at most 400 regions")
}

/// Reads a box shape, `RxC`.
fn box_shape(term: &str) -> Result<(usize, usize)> {
    let shape = term.split_once(['x', 'X', '×']);
    let shape = shape.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    let (rows, columns) = shape.ok_or_else(|| {
        let extras: Vec<_> = EXTRAS.iter().map(|extra| extra.name).collect();
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
    fn layouts_come_back_from_their_specs() {
        for spec in specs() {
            let parsed: LayoutSpec = spec.parse().unwrap();
            assert_eq!(parsed.to_string().parse::<LayoutSpec>().unwrap(), parsed, "{spec}");
            for side in [4, 6, 7, 9, 12] {
                let Ok(layout) = parsed.build(side) else { continue };
                let text = layout.spec().to_string();
                let back = text.parse::<LayoutSpec>().unwrap().build(side).unwrap();
                assert_eq!(back, layout, "{spec}: {text}");
                let silent = LayoutSpec::default().build(side).unwrap();
                assert_eq!(layout.is_usual(), layout == silent, "{text}");
            }
        }
    }

    /// Specs of all kinds: boxes of each sort, regions, each set of extra houses.
    fn specs() -> Vec<String> {
        let bases =
            ["boxes", "latin", "3x3", "2x2", "4x3", "3x4", "2x6", "regions=AABBABABCDCDCCDD"];
        let mut specs: Vec<_> = bases.map(String::from).to_vec();
        specs.push("2x2+regions=AABBABABCDCDCCDD".into());
        for extra in EXTRAS {
            let more: Vec<_> = specs.iter().map(|spec| format!("{spec}+{}", extra.name)).collect();
            specs.extend(more);
        }
        specs
    }

    #[test]
    fn any_number_of_regions_has_symbols() {
        for side in [52, 53, 100, 400] {
            let rows = (0..side).flat_map(|row| std::iter::repeat_n(row, usize::from(side)));
            let map: Vec<u16> = rows.collect();
            let layout = Layout::jigsaw(&map).unwrap();
            let text = layout.spec().to_string();
            assert_eq!(text.parse::<LayoutSpec>().unwrap().regions.as_deref(), Some(&map[..]));
        }
    }

    #[test]
    fn equal_layouts_have_the_same_houses() {
        let map = [0, 0, 1, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 2, 3, 3];
        let other: Vec<_> = map.iter().map(|region| 3 - region).collect();
        let with = |map: &[u16]| Layout::jigsaw(map).unwrap();
        assert_eq!(with(&map), with(&other));
        assert_eq!(with(&other).spec().build(4).unwrap(), with(&map));
        assert_eq!(with(&map).with_diagonal().with_diagonal(), with(&map).with_diagonal());
        let both = with(&map).with_diagonal().with_antidiagonal();
        assert_eq!(with(&map).with_antidiagonal().with_diagonal(), both);
        assert_ne!(with(&map), with(&map).with_diagonal());
        assert_ne!(Layout::boxes(2, 2).unwrap(), Layout::latin(4).unwrap());
        let squares = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
        assert_ne!(
            Layout::boxes(2, 2).unwrap(),
            with(&squares),
            "boxes and regions have two names"
        );
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
