//! SVG: an image of one puzzle; its pages are parts of HTML.

use std::fmt::Write as _;

use satoku::{Error, Result};

use super::{Rendered, refuse_empty};
use crate::book::Book;
use crate::drawing::{Anchor, Figure, Page, Pen, Point, Shape, Type};
use crate::font::Face;

/// Fonts of one set of widths, whichever is there.
const FONTS: &str = "Arial, Helvetica, 'Liberation Sans', Arimo, sans-serif";

/// The image of the only puzzle.
pub(super) fn render(book: &Book) -> Result<Rendered> {
    refuse_empty(book)?;
    let several = || Error::input("an SVG image holds one puzzle: HTML and PDF hold several");
    let page = book.alone().ok_or_else(several)?;
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write(&page, &mut out);
    Ok(Rendered { bytes: out.into_bytes(), missing: std::collections::BTreeSet::new() })
}

/// A page as an SVG element, its line ended. A single figure is the image itself.
pub(super) fn write(page: &Page, out: &mut String) {
    let (width, height) = (number(page.width), number(page.height));
    _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" role=\"img\">"
    );
    let named = |figure: &Figure, out: &mut String| {
        _ = writeln!(out, "<title>{}</title>", escape(&figure.title));
        _ = writeln!(out, "<desc>{}</desc>", escape(&figure.description));
    };
    let single = page.figures.len() == 1;
    page.figures.iter().filter(|_| single).for_each(|figure| named(figure, out));
    _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    write_shapes(&page.shapes, out);
    for figure in &page.figures {
        out.push_str(if single { "<g>\n" } else { "<g role=\"img\">\n" });
        if !single {
            named(figure, out);
        }
        write_shapes(&figure.shapes, out);
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
}

/// Shapes in order; texts of one look are one group.
fn write_shapes(shapes: &[Shape], out: &mut String) {
    let mut open: Option<Type> = None;
    for shape in shapes {
        let wanted = if let Shape::Text(_, _, kind) = shape { Some(*kind) } else { None };
        if open != wanted {
            if open.is_some() {
                out.push_str("</g>\n");
            }
            if let Some(kind) = wanted {
                begin(kind, out);
            }
            open = wanted;
        }
        write_shape(shape, out);
    }
    if open.is_some() {
        out.push_str("</g>\n");
    }
}

fn begin(kind: Type, out: &mut String) {
    let anchor = match kind.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let weight = if kind.face == Face::Bold { " font-weight=\"bold\"" } else { "" };
    let (size, ink) = (number(kind.size), ink(kind.gray));
    _ = writeln!(out, "<g font-size=\"{size}\"{weight} text-anchor=\"{anchor}\" fill=\"{ink}\">");
}

fn write_shape(shape: &Shape, out: &mut String) {
    _ = match shape {
        Shape::Fill(area, gray) => {
            let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
            let ink = ink(*gray);
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{ink}\"/>"
            )
        }
        Shape::Disc(Point { x, y }, radius, gray) => {
            let ([x, y, radius], ink) = ([*x, *y, *radius].map(number), ink(*gray));
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{ink}\"/>")
        }
        Shape::Lines(lines, pen) => {
            let mut path = String::new();
            for line in lines {
                write_line(line, &mut path);
            }
            writeln!(out, "<path d=\"{path}\" fill=\"none\" {}/>", stroke(pen))
        }
        Shape::Text(text, Point { x, y }, _) => {
            let ([x, y], text) = ([*x, *y].map(number), escape(text));
            writeln!(out, "<text x=\"{x}\" y=\"{y}\">{text}</text>")
        }
    };
}

fn write_line(line: &[Point], path: &mut String) {
    let is_closed = line.len() > 2 && line.first() == line.last();
    let points = if is_closed { &line[..line.len() - 1] } else { line };
    for (k, point) in points.iter().enumerate() {
        let ([x, y], letter) = ([point.x, point.y].map(number), if k == 0 { "M" } else { "L" });
        _ = write!(path, "{letter}{x} {y}");
    }
    if is_closed {
        path.push('Z');
    }
}

fn stroke(pen: &Pen) -> String {
    let mut text = format!("stroke=\"{}\" stroke-width=\"{}\"", ink(pen.gray), number(pen.width));
    match (pen.dash, pen.is_round) {
        (Some(dash), _) => _ = write!(text, " stroke-dasharray=\"{}\"", number(dash)),
        (None, true) => text.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\""),
        (None, false) => text.push_str(" stroke-linecap=\"square\""),
    }
    text
}

/// A number with three places at most.
fn number(number: f64) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A gray as a colour.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn ink(gray: f64) -> String {
    let level = (gray * 255.0).round() as u8;
    format!("#{level:02x}{level:02x}{level:02x}")
}

/// A text between tags; characters that XML does not have are replaced.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(character),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            control if control.is_control() => out.push('\u{FFFD}'),
            other => out.push(other),
        }
    }
    out
}
