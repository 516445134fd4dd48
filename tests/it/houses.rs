//! A kind of house is one entry in a table: whatever is in the table goes through specs, images
//! under symmetries and certificates.

use std::collections::BTreeSet;

use satoku::engine::EngineSpec;
use satoku::grid::{HOUSE_KINDS, House, HouseKind, Layout, LayoutSpec, SHORTHANDS};
use satoku::jobs::prove::prove;
use satoku::jobs::transform::Operations;
use satoku::{Cell, Limits, Puzzle};

/// The smallest boxes that can have houses of a name.
fn smallest(name: &str) -> Layout {
    let shapes = [(2, 2), (2, 3), (3, 3), (4, 4)];
    let layout = |(rows, columns)| Layout::boxes(rows, columns).unwrap().with(name).ok();
    shapes.into_iter().find_map(layout).unwrap()
}

/// A layout for each kind and shorthand, beside boxes, and all kinds together.
fn layouts() -> Vec<Layout> {
    let names = HOUSE_KINDS.iter().map(|kind| kind.name).chain(SHORTHANDS.iter().map(|s| s.0));
    let mut layouts: Vec<_> = names
        .map(|name| {
            let layout = smallest(name);
            let (rows, columns) = layout.box_shape().unwrap();
            let spec: LayoutSpec = format!("{rows}x{columns}+{name}").parse().unwrap();
            assert_eq!(spec.build(layout.side()).unwrap(), layout);
            layout
        })
        .collect();
    let all =
        |layout: Layout, kind: &'static HouseKind| layout.clone().with_kind(kind).unwrap_or(layout);
    layouts.push(HOUSE_KINDS.iter().fold(Layout::boxes(2, 2).unwrap(), all));
    layouts
}

fn sets(houses: &[House], cell: impl Fn(Cell) -> Cell) -> BTreeSet<BTreeSet<Cell>> {
    houses.iter().map(|house| house.cells().iter().map(|&c| cell(c)).collect()).collect()
}

#[test]
fn names_are_specs() {
    for layout in layouts() {
        let spec: LayoutSpec = layout.name().parse().unwrap();
        assert_eq!(spec.build(layout.side()).unwrap(), layout);
        let kinds: BTreeSet<_> = layout.houses().iter().map(|house| house.kind().name).collect();
        assert!(layout.name().split('+').skip(1).all(|name| kinds.contains(name)));
    }
}

#[test]
fn names_of_houses_differ() {
    for layout in layouts() {
        let names: BTreeSet<_> = layout.houses().iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), layout.houses().len(), "{}", layout.name());
    }
}

#[test]
fn images_have_the_images_of_all_houses() {
    for layout in layouts() {
        let puzzle = Puzzle::new(layout.shared());
        let mut kept = 0;
        for text in
            ["rot90", "rot180", "rot270", "mirror-h", "mirror-v", "diagonal", "anti-diagonal"]
        {
            let by = text.parse::<Operations>().unwrap().on(puzzle.layout()).unwrap();
            let Ok(image) = by.apply(&puzzle) else { continue };
            kept += 1;
            let back = by.inverse();
            let moved = sets(puzzle.layout().houses(), |cell| back.source(cell));
            assert_eq!(sets(image.layout().houses(), |cell| cell), moved, "{text}");
        }
        assert!(kept > 0, "{}: no symmetry at all", puzzle.layout().name());
    }
}

#[cfg(feature = "varisat")]
#[test]
fn certificates_state_every_kind() {
    for layout in layouts() {
        let name = layout.name().to_owned();
        let mut puzzle = Puzzle::new(layout.shared());
        puzzle.set(Cell::new(1), satoku::Digit::new(2));
        let certificate = prove(&puzzle, &EngineSpec::default(), &Limits::none()).unwrap();
        let stated: BTreeSet<BTreeSet<_>> = certificate
            .statement()
            .houses()
            .iter()
            .map(|house| house.iter().map(|&cell| Cell::new(cell)).collect())
            .collect();
        assert_eq!(stated, sets(puzzle.layout().houses(), |cell| cell), "{name}");
    }
}
