//! Digits and candidates in their cells.

use satoku::grid::Digit;

use super::Place;
use crate::drawing::{Anchor, Pen, Point, Shape, Type, count};
use crate::font::{CAP_HEIGHT, Face};
use crate::plate::{Content, Plate};

/// The height of digits, in parts of the cell.
const HEIGHT: f64 = 0.56;
/// The same where the sums of cages take a part of it.
const HEIGHT_IN_CAGES: f64 = 0.5;
/// The most of a cell that a number takes across.
const WIDTH: f64 = 0.75;
/// The gray of digits that were found.
pub(crate) const FOUND: f64 = 0.38;
/// The gray of candidates.
const MARK: f64 = 0.2;

/// Digits, candidates, and crosses where nothing can stand.
pub(super) fn draw(plate: &Plate, place: &Place, has_cages: bool, shapes: &mut Vec<Shape>) {
    let puzzle = &plate.puzzle;
    let digits = puzzle.digits();
    let texts: Vec<_> = (0..digits).map(|digit| plate.text(Digit::new(digit))).collect();
    let widest = |face: Face| texts.iter().map(|text| face.width(text)).fold(0.0, f64::max);
    let size =
        |face: Face, height: f64, width: f64| (height / CAP_HEIGHT).min(width / widest(face));
    // One size for both faces: the bold one is the wider.
    let height = if has_cages { HEIGHT_IN_CAGES } else { HEIGHT };
    let large = size(Face::Bold, height, WIDTH) * place.cell;
    let across = digits.isqrt() + usize::from(digits.isqrt().pow(2) < digits);
    let down = digits.div_ceil(across);
    // Within the outlines of cages, and below their sums.
    let (inset, above) = if has_cages { (0.14, 0.27) } else { (0.07, 0.07) };
    let wide = (1.0 - 2.0 * inset) / count(across) * place.cell;
    let high = (1.0 - above - inset) / count(down) * place.cell;
    let small = size(Face::Regular, high * 0.68, wide * 0.82);
    let mut crosses = Vec::new();
    for cell in puzzle.cells() {
        let Some((row, column)) = puzzle.layout().frame().place(cell) else { continue };
        let text = |digit: Digit, middle: Point, face, size: f64, gray| {
            let at = Point::new(middle.x, middle.y + size * CAP_HEIGHT / 2.0);
            let kind = Type { face, size, gray, anchor: Anchor::Middle };
            Shape::Text(texts[digit.index()].clone(), at, kind)
        };
        let middle = place.middle(row, column);
        match plate.content(cell) {
            Content::Empty => {}
            Content::Given(digit) => shapes.push(text(digit, middle, Face::Bold, large, 0.0)),
            Content::Found(digit) => shapes.push(text(digit, middle, Face::Regular, large, FOUND)),
            Content::Marks(marks) => {
                let corner = place.corner(row, column);
                for digit in marks {
                    let (k, j) = (digit.index() % across, digit.index() / across);
                    let middle = Point::new(
                        corner.x + inset * place.cell + (count(k) + 0.5) * wide,
                        corner.y + above * place.cell + (count(j) + 0.5) * high,
                    );
                    shapes.push(text(digit, middle, Face::Regular, small, MARK));
                }
            }
            Content::Impossible => {
                let by = place.cell * 0.3;
                let at = |x, y| Point::new(middle.x + x, middle.y + y);
                crosses.push(vec![at(-by, -by), at(by, by)]);
                crosses.push(vec![at(-by, by), at(by, -by)]);
            }
        }
    }
    if !crosses.is_empty() {
        shapes.push(Shape::Lines(crosses, Pen::plain(place.thick() / 2.0, FOUND)));
    }
}
