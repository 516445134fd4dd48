//! PDF: pages with the font embedded, as print shops ask, and with texts that can be searched and
//! copied. No dates and no identifiers, so that the same book gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use satoku::Result;
use ttf_parser::GlyphId;

use super::{Rendered, refuse_empty};
use crate::book::Book;
use crate::drawing::{Anchor, Page, Pen, Point, Shape, Type};
use crate::font::Face;

const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// What was written of a face: its glyphs and the characters that they stand for.
#[derive(Debug, Default)]
struct Used {
    glyphs: BTreeMap<u16, char>,
    missing: BTreeSet<char>,
}

/// The pages of a book.
pub(super) fn render(book: &Book) -> Result<Rendered> {
    refuse_empty(book)?;
    let mut pdf = Pdf::new();
    let mut last = Ref::new(1);
    let catalog = last.bump();
    let (tree, info) = (last.bump(), last.bump());
    let fonts = Face::ALL.map(|face| (face, last.bump()));
    let mut used = Face::ALL.map(|_| Used::default());
    let mut pages = Vec::new();
    for page in book.pages() {
        let page = page?;
        let content = compress(draw(&page, &mut used).as_slice());
        let (id, content_id) = (last.bump(), last.bump());
        let mut writer = pdf.page(id);
        writer.parent(tree).media_box(Rect::new(0.0, 0.0, real(page.width), real(page.height)));
        writer.contents(content_id);
        let mut resources = writer.resources();
        let mut dictionary = resources.fonts();
        for (face, font) in fonts {
            dictionary.pair(name(face), font);
        }
        dictionary.finish();
        resources.finish();
        writer.finish();
        pdf.stream(content_id, &content).filter(Filter::FlateDecode);
        pages.push(id);
    }
    let count = i32::try_from(pages.len()).expect("fewer pages than puzzles");
    pdf.pages(tree).kids(pages).count(count);
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(book.title().is_some());
    root.finish();
    let title = book.title().unwrap_or("Sudoku");
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("satoku"));
    let mut missing = BTreeSet::new();
    for ((face, font), used) in fonts.into_iter().zip(used) {
        embed(&mut pdf, face, font, &used, &mut last);
        missing.extend(used.missing);
    }
    Ok(Rendered { bytes: pdf.finish(), missing })
}

/// What a face is called on pages.
fn name(face: Face) -> Name<'static> {
    match face {
        Face::Regular => Name(b"R"),
        Face::Bold => Name(b"B"),
    }
}

/// A number with three places at most.
#[expect(clippy::cast_possible_truncation, reason = "sizes of pages")]
fn real(number: f64) -> f32 {
    ((number * 1000.0).round() / 1000.0) as f32
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("a vector takes everything")
}

/// The content of a page, y upwards as PDF has it.
fn draw(page: &Page, used: &mut [Used; 2]) -> pdf_writer::Buf {
    let mut content = Content::new();
    let mut look: Option<Type> = None;
    for shape in page.all_shapes() {
        match shape {
            Shape::Text(text, at, kind) => {
                if look != Some(*kind) {
                    end_text(&mut content, &mut look);
                    content.begin_text();
                    content.set_font(name(kind.face), real(kind.size));
                    content.set_fill_gray(real(kind.gray));
                    look = Some(*kind);
                }
                show(text, *at, *kind, page.height, used, &mut content);
            }
            Shape::Fill(area, gray) => {
                end_text(&mut content, &mut look);
                content.set_fill_gray(real(*gray));
                let y = page.height - area.y - area.height;
                content.rect(real(area.x), real(y), real(area.width), real(area.height));
                content.fill_nonzero();
            }
            Shape::Disc(middle, radius, gray) => {
                end_text(&mut content, &mut look);
                content.set_fill_gray(real(*gray));
                disc(Point::new(middle.x, page.height - middle.y), *radius, &mut content);
            }
            Shape::Lines(lines, pen) => {
                end_text(&mut content, &mut look);
                set_pen(pen, &mut content);
                for line in lines {
                    path(line, page.height, &mut content);
                }
                content.stroke();
            }
        }
    }
    end_text(&mut content, &mut look);
    content.finish()
}

fn end_text(content: &mut Content, look: &mut Option<Type>) {
    if look.take().is_some() {
        content.end_text();
    }
}

/// A text within a text object of its look.
fn show(
    text: &str,
    at: Point,
    kind: Type,
    height: f64,
    used: &mut [Used; 2],
    content: &mut Content,
) {
    let used = &mut used[usize::from(kind.face == Face::Bold)];
    let mut bytes = Vec::with_capacity(2 * text.len());
    let mut width = 0.0;
    for character in text.chars() {
        let glyph = kind.face.glyph(character);
        match glyph {
            Some(glyph) => _ = used.glyphs.entry(glyph.0).or_insert(character),
            None => _ = used.missing.insert(character),
        }
        let glyph = glyph.unwrap_or(GlyphId(0));
        bytes.extend(glyph.0.to_be_bytes());
        width += kind.face.advance(glyph) * kind.size;
    }
    let x = match kind.anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2.0,
        Anchor::End => at.x - width,
    };
    content.set_text_matrix([1.0, 0.0, 0.0, 1.0, real(x), real(height - at.y)]);
    content.show(Str(&bytes));
}

fn set_pen(pen: &Pen, content: &mut Content) {
    content.set_stroke_gray(real(pen.gray)).set_line_width(real(pen.width));
    content.set_dash_pattern(pen.dash.map(real), 0.0);
    let (cap, join) = match (pen.dash, pen.is_round) {
        (Some(_), _) => (LineCapStyle::ButtCap, LineJoinStyle::MiterJoin),
        (None, true) => (LineCapStyle::RoundCap, LineJoinStyle::RoundJoin),
        (None, false) => (LineCapStyle::ProjectingSquareCap, LineJoinStyle::MiterJoin),
    };
    content.set_line_cap(cap).set_line_join(join);
}

fn path(line: &[Point], height: f64, content: &mut Content) {
    let is_closed = line.len() > 2 && line.first() == line.last();
    let points = if is_closed { &line[..line.len() - 1] } else { line };
    for (k, point) in points.iter().enumerate() {
        let (x, y) = (real(point.x), real(height - point.y));
        if k == 0 {
            content.move_to(x, y);
        } else {
            content.line_to(x, y);
        }
    }
    if is_closed {
        content.close_path();
    }
}

/// A disc of four curves.
fn disc(Point { x, y }: Point, radius: f64, content: &mut Content) {
    // How far control points lie from the ends of a quarter of a circle.
    const BEND: f64 = 0.552_284_75;
    let at = |right: f64, up: f64| (real(x + right * radius), real(y + up * radius));
    let (start_x, start_y) = at(1.0, 0.0);
    content.move_to(start_x, start_y);
    let mut from = (1.0, 0.0);
    for to in [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)] {
        let (a, b) = at(from.0 + BEND * to.0, from.1 + BEND * to.1);
        let (c, d) = at(to.0 + BEND * from.0, to.1 + BEND * from.1);
        let (e, f) = at(to.0, to.1);
        content.cubic_to(a, b, c, d, e, f);
        from = to;
    }
    content.fill_nonzero();
}

/// A face with the widths and the characters of its glyphs.
fn embed(pdf: &mut Pdf, face: Face, id: Ref, used: &Used, last: &mut Ref) {
    let [cid, descriptor, file, unicode] = [(); 4].map(|()| last.bump());
    let font_name = Name(face.postscript_name().as_bytes());
    pdf.type0_font(id)
        .base_font(font_name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(unicode);
    let mut writer = pdf.cid_font(cid);
    writer.subtype(CidFontType::Type2).base_font(font_name).system_info(SYSTEM);
    writer.font_descriptor(descriptor).cid_to_gid_map_predefined(Name(b"Identity"));
    writer.default_width(real(face.advance(GlyphId(0)) * 1000.0));
    let mut widths = writer.widths();
    for &glyph in used.glyphs.keys() {
        widths.consecutive(glyph, [real(face.advance(GlyphId(glyph)) * 1000.0)]);
    }
    widths.finish();
    writer.finish();
    let font = face.read();
    let scaled = |units: i16| real(f64::from(units) * 1000.0 / f64::from(font.units_per_em()));
    let bounds = font.global_bounding_box();
    pdf.font_descriptor(descriptor)
        .name(font_name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(
            scaled(bounds.x_min),
            scaled(bounds.y_min),
            scaled(bounds.x_max),
            scaled(bounds.y_max),
        ))
        .italic_angle(0.0)
        .ascent(scaled(font.ascender()))
        .descent(scaled(font.descender()))
        .cap_height(real(crate::font::CAP_HEIGHT * 1000.0))
        .stem_v(if face == Face::Bold { 140.0 } else { 88.0 })
        .font_file2(file);
    let bytes = face.file();
    let length = i32::try_from(bytes.len()).expect("a small file");
    let packed = compress(bytes);
    pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
    let mut map = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    used.glyphs.iter().for_each(|(&glyph, &character)| map.pair(glyph, character));
    let map = compress(map.finish().as_slice());
    pdf.stream(unicode, &map).filter(Filter::FlateDecode);
}
