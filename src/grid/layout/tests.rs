use super::*;

#[test]
fn every_box_shape_partitions_the_grid() {
    for (rows, columns) in (2..=20).cartesian_product(2..=20) {
        let layout = Layout::boxes(rows, columns).unwrap();
        assert_eq!(layout.side(), rows * columns);
        assert_eq!(layout.houses().len(), 3 * layout.side());
        for cell in [0, layout.cells() / 2, layout.cells() - 1].map(Cell::new) {
            let kinds = layout.houses_of(cell).iter().map(|&h| &layout.houses()[h as usize]);
            assert!(kinds.clone().all(|house| house.cells().contains(&cell)));
            let expected = [&HouseKind::ROW, &HouseKind::COLUMN, &HouseKind::BOX];
            assert!(kinds.map(House::kind).eq(expected));
        }
    }
}

#[test]
fn extra_cells_are_in_no_house_and_no_neighbours() {
    let plain = Layout::boxes(3, 3).unwrap();
    let layout = plain.clone().with_extra(&[2, 12]).unwrap();
    assert_eq!((layout.cells(), layout.houses()), (95, plain.houses()));
    assert_eq!((layout.frame().rows(), layout.frame().columns()), (11, 12));
    assert_eq!((layout.grid().rows(), layout.square()), (9, None));
    assert_eq!(layout.name_of(Cell::new(80)), "r9c9");
    assert_eq!(layout.name_of(Cell::new(83)), "r11c1");
    assert!((81..95).all(|cell| layout.houses_of(Cell::new(cell)).is_empty()));
    assert_ne!(layout, plain.clone().with_extra(&[12, 2]).unwrap());
    assert!(layout.with_extra(&[1]).is_err());
}

#[test]
fn rows_of_raw_layouts_are_no_houses() {
    let layout = Layout::raw(Frame::new(3, 3), 3).unwrap();
    assert_eq!((layout.name(), layout.cells(), layout.houses().len()), ("grid=3x3+raw", 9, 0));
    assert!(layout.is_raw() && layout.square().is_none() && layout.plain_side().is_none());
    assert_ne!(layout, Layout::latin(3).unwrap());
    let few = Layout::raw(Frame::new(4, 6), 2).unwrap();
    assert!(few.clone().with("diagonal").is_err() && few.with_boxes(2, 2).is_err());
    let boxes = Layout::raw(Frame::new(4, 4), 4).unwrap().with_boxes(2, 2).unwrap();
    assert_eq!((boxes.name(), boxes.full_houses().len()), ("grid=4x4+raw+2x2", 4));
}

#[test]
fn a_9x9_cell_has_20_peers() {
    let layout = Layout::boxes(3, 3).unwrap();
    assert!((0..81).all(|c| layout.peers(Cell::new(c)).len() == 20));
}

#[test]
fn windows_of_9x9_are_four_and_the_five_they_imply() {
    let layout = Layout::boxes(3, 3).unwrap().with("windoku").unwrap();
    let windows: Vec<_> = layout.houses().iter().filter(|h| h.kind().name == "windoku").collect();
    assert_eq!(windows.len(), 9);
    assert_eq!(windows[0].cells()[0], Cell::at(1, 1, 9));
    assert_eq!(windows[1].cells()[0], Cell::at(1, 5, 9));
    assert_eq!(windows[3].cells()[0], Cell::at(5, 1, 9));
    assert_eq!(windows[8].cells()[0], Cell::at(0, 0, 9));
}

#[test]
fn default_boxes_follow_the_usual_rule() {
    for (side, shape) in [
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (10, (2, 5)),
        (12, (3, 4)),
        (14, (2, 7)),
        (15, (3, 5)),
        (20, (4, 5)),
        (27, (3, 9)),
        (30, (5, 6)),
        (400, (20, 20)),
    ] {
        assert_eq!(default_box(side), Some(shape));
    }
    assert_eq!(default_box(7), None);
    assert_eq!(default_box(2), None);
}

#[test]
fn impossible_layouts_are_refused() {
    for (rows, columns) in [(0, 3), (1, 9), (3, 0), (21, 2), (2, 21)] {
        assert!(Layout::boxes(rows, columns).unwrap_err().is_input());
    }
    assert!(Layout::latin(0).is_err());
    assert!(Layout::latin(401).is_err());
    assert!(Layout::jigsaw(&[0, 0, 1]).is_err());
    assert!(Layout::jigsaw(&[0, 0, 0, 1]).is_err());
    assert!(Layout::jigsaw(&[0, 0, 9, 1]).is_err());
    assert!(Layout::latin(7).unwrap().with("windoku").is_err());
    assert!(Layout::boxes(2, 5).unwrap().with("windoku").is_err());
}

#[test]
fn names_tell_the_houses() {
    let layout = Layout::boxes(2, 3).unwrap().with("diagonals").unwrap();
    assert_eq!(layout.name(), "2x3+diagonal+antidiagonal");
    assert_eq!(layout.houses()[13].to_string(), "box 2");
    assert_eq!(layout.houses()[18].to_string(), "diagonal");
}
