//! Boxes and regions that a frame draws: what lines separate among the cells of a grid in rows.
//!
//! A frame says the layout of a grid that nothing else says it of. Lines that enclose other numbers
//! of cells than the side are decoration.

use super::rows::RowRule;
use crate::grid::LayoutSpec;

/// What the frame around the rows of a record draws, if that is boxes or regions.
pub(super) fn layout(
    text: &str,
    rows: &[(usize, &str)],
    side: usize,
    rule: &RowRule,
) -> Option<LayoutSpec> {
    let walls = Walls::of(text, rows, side, rule)?;
    let region_of = walls.regions()?;
    let count = usize::from(*region_of.iter().max()?) + 1;
    let mut sizes = vec![0; count];
    for &region in &region_of {
        sizes[usize::from(region)] += 1;
    }
    let same = sizes.iter().all(|&size| size == sizes[0]);
    let width = region_of[..side].iter().take_while(|&&region| region == region_of[0]).count();
    let height = region_of.iter().step_by(side).take_while(|&&it| it == region_of[0]).count();
    let boxes = |rows: usize, columns: usize| {
        let fits = rows > 1 && columns > 1 && rows * columns == side;
        fits.then(|| LayoutSpec::boxes(rows, columns).ok()).flatten()
    };
    let are_boxes = || {
        let corner = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            row / height * height * side + column / width * width
        };
        (0..side * side).all(|cell| region_of[cell] == region_of[corner(cell)])
    };
    let are_lines = [(1, side), (side, 1)].contains(&(height, width));
    if !same || count == 1 || are_lines && sizes[0] == side {
        return None;
    }
    if sizes[0] == side {
        let regions = || LayoutSpec::default().with_regions(region_of.clone().into());
        return boxes(height, width).filter(|_| are_boxes()).or_else(|| Some(regions()));
    }
    // Lines in one direction alone: the other side of the boxes follows.
    match (height == side, width == side) {
        (true, false) if walls.are_strips() => boxes(side / width, width),
        (false, true) if walls.are_strips() => boxes(height, side / height),
        _ => None,
    }
}

/// Where lines are drawn.
struct Walls {
    side: usize,
    /// Whether one is right of each cell, and below it.
    right: Vec<bool>,
    below: Vec<bool>,
}

impl Walls {
    /// What is drawn between the rows and in them; `None` if nothing is.
    fn of(text: &str, rows: &[(usize, &str)], side: usize, rule: &RowRule) -> Option<Self> {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let mut walls =
            Walls { side, right: vec![false; side * side], below: vec![false; side * side] };
        for (r, &(number, row)) in rows.iter().enumerate() {
            let starts: Vec<_> = row.char_indices().map(|(start, _)| start).collect();
            let cells = rule.cells(row).map(|(place, cell)| {
                let start = starts.binary_search(&place).unwrap_or_else(|start| start);
                (start, start + cell.chars().count())
            });
            let cells: Vec<_> = cells.collect();
            let between = rows.get(r + 1).map_or(&[][..], |&(next, _)| &lines[number + 1..next]);
            let is_whole = between.iter().any(|line| is_whole(line));
            for (c, &(_, end)) in cells.iter().enumerate() {
                let cell = r * side + c;
                let gap = cells.get(c + 1).map(|&(next, _)| &lines[number][end..next]);
                let is_under =
                    |line: &Vec<char>| line.get(end.max(1) - 1).is_some_and(|&c| is_flat(c));
                walls.right[cell] = gap.is_some_and(|gap| gap.iter().any(|&c| is_upright(c)));
                walls.below[cell] = is_whole || between.iter().any(is_under);
            }
        }
        let any = walls.right.iter().chain(&walls.below).any(|&wall| wall);
        any.then_some(walls)
    }

    /// The region of every cell, from 0: cells with no line between them are together. `None` if
    /// there are more regions than the side, which no boxes or regions of a layout are.
    fn regions(&self) -> Option<Vec<u16>> {
        let side = self.side;
        let most = u16::try_from(side).ok()?;
        let mut region_of = vec![u16::MAX; side * side];
        let mut next = 0;
        for start in 0..side * side {
            if region_of[start] != u16::MAX {
                continue;
            }
            if next == most {
                return None;
            }
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if std::mem::replace(&mut region_of[cell], next) == next {
                    continue;
                }
                let (row, column) = (cell / side, cell % side);
                let mut go = |inside: bool, other: usize, wall: usize, walls: &[bool]| {
                    if inside && !walls[wall] && region_of[other] == u16::MAX {
                        open.push(other);
                    }
                };
                go(column + 1 < side, cell + 1, cell, &self.right);
                go(column > 0, cell.wrapping_sub(1), cell.wrapping_sub(1), &self.right);
                go(row + 1 < side, cell + side, cell, &self.below);
                go(row > 0, cell.wrapping_sub(side), cell.wrapping_sub(side), &self.below);
            }
            next += 1;
        }
        Some(region_of)
    }

    /// Whether all lines run from edge to edge.
    fn are_strips(&self) -> bool {
        let side = self.side;
        let rows = self.below.chunks(side).all(|row| row.iter().all(|&wall| wall == row[0]));
        let cells = || self.right.iter().enumerate();
        rows && cells().all(|(cell, &wall)| wall == self.right[cell % side])
    }
}

fn is_upright(c: char) -> bool {
    "|!│┃║".contains(c)
}

fn is_flat(c: char) -> bool {
    "-=_─━═".contains(c)
}

/// Whether a line of a frame runs from end to end.
fn is_whole(line: &[char]) -> bool {
    let text: String = line.iter().collect();
    let text = text.trim();
    !text.contains(char::is_whitespace) && text.chars().filter(|&c| is_flat(c)).count() > 1
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::one;
    use super::Walls;
    use crate::grid::Layout;
    use crate::puzzle::Puzzle;

    /// A grid as `pretty` draws it, without the comment that names the layout; and the same in
    /// ASCII.
    fn drawings(puzzle: &Puzzle) -> [String; 2] {
        let text = format!("{puzzle:#}\n");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
        let ascii = |c| match c {
            '│' => '|',
            '─' => '-',
            '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
            other => other,
        };
        [lines.chars().map(ascii).collect(), lines]
    }

    /// Each layout, empty and with some clues.
    fn assert_drawn(layout: Layout) {
        let layout = layout.shared();
        let side = layout.side();
        for step in [3, side * side] {
            let mut puzzle = Puzzle::new(Arc::clone(&layout));
            for cell in puzzle.cells().step_by(step).skip(1) {
                puzzle.set(cell, crate::Digit::new((cell.index() + cell.row(side)) % side));
            }
            for text in drawings(&puzzle) {
                let back = one(&text);
                assert_eq!(back.clues(), puzzle.clues(), "{text}");
                assert_eq!(back.layout().spec(), layout.spec(), "{text}");
            }
        }
    }

    #[test]
    fn boxes_of_every_shape_are_as_they_are_drawn() {
        for side in 4..=36 {
            for rows in (2..=side / 2).filter(|rows| side % rows == 0) {
                assert_drawn(Layout::boxes(rows, side / rows).unwrap());
            }
        }
    }

    #[test]
    fn regions_are_as_they_are_drawn() {
        // Of each two rows, the ends exchanged.
        for side in 4..=16_u16 {
            for shift in 1..side.div_ceil(2) {
                let region = |k: u16| match (k / side, k % side) {
                    (row, column) if row % 2 == 0 && row + 1 < side && column >= side - shift => {
                        row + 1
                    }
                    (row, column) if row % 2 == 1 && column < shift => row - 1,
                    (row, _) => row,
                };
                let map: Vec<u16> = (0..side * side).map(region).collect();
                assert_drawn(Layout::jigsaw(&map).unwrap());
            }
        }
    }

    #[test]
    fn lines_in_one_direction_are_enough() {
        let row = "0 0 0 | 0 0 0 | 0 0 0 | 0 0 12\n";
        assert_eq!(one(&row.repeat(12)).layout().name(), "4x3");
        let row = "0 0 0 0 0 0 0 0 0 0 0 12\n".repeat(4);
        let line = "------------------------\n";
        assert_eq!(one(&[row.as_str(); 3].join(line)).layout().name(), "4x3");
    }

    #[test]
    fn decoration_is_no_layout() {
        let row = "|1| | | |\n";
        assert_eq!(one(&format!("{row}{}", "| | | | |\n".repeat(3))).layout().name(), "2x2");
        let framed = "+-----------+\n| 0 0 0 0 0 6 |\n".to_owned() + &"| 0 0 0 0 0 0 |\n".repeat(5);
        assert_eq!(one(&format!("{framed}+-----------+\n")).layout().name(), "2x3");
    }

    /// Every cell walled off, of so many that a region has no number of its own.
    #[test]
    fn more_regions_than_the_side_are_no_layout() {
        for side in [4, 256, 400] {
            let walls = vec![true; side * side];
            let walls = Walls { side, right: walls.clone(), below: walls };
            assert_eq!(walls.regions(), None, "{side}");
        }
    }

    #[test]
    fn what_is_said_goes_before_what_is_drawn() {
        let four_by_three = Puzzle::new(Layout::boxes(4, 3).unwrap().shared());
        for text in drawings(&four_by_three) {
            let said = |layout: &str| one(&format!("# layout={layout}\n{text}"));
            assert_eq!(said("3x4").layout().name(), "3x4");
            assert_eq!(said("latin").layout().name(), "latin");
            assert_eq!(said("diagonal").layout().name(), "4x3+diagonal");
        }
    }
}
