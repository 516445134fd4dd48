//! What is rendered, read back by other libraries: XML by roxmltree, PDF by hayro-syntax.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use hayro_syntax::Pdf;
use hayro_syntax::content::ops::TypedInstruction;
use hayro_syntax::object::{Dict, Stream};
use hayro_syntax::page::Page;
use roxmltree::{Document, Node, ParsingOptions};
use satoku::grid::{Digit, LayoutSpec};
use satoku::{Layout, Puzzle};
use satoku_print::{Answer, Book, MEDIA, Options, PAPERS, PER_PAGE, Plate, medium_by_name};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Puzzles of many kinds.
fn puzzles() -> Vec<Puzzle> {
    let texts = [
        LINE,
        "1.....3..4.....2",
        "A.....C..D.....B # symbols=letters",
        "1.....3..4.....2 # layout=2x2+disjoint rule=cage 5 r1c1 r1c2 rule=antiknight",
    ];
    let mut puzzles: Vec<_> = texts.iter().map(|text| satoku::parse(text).unwrap()).collect();
    for spec in ["samurai", "grid=6x8+2x4", "digits=0-8", "10x10"] {
        let spec: LayoutSpec = spec.parse().unwrap();
        let layout = spec.layout().unwrap();
        puzzles.push(filled(layout.unwrap_or_else(|| spec.build(100).unwrap())));
    }
    puzzles
}

fn filled(layout: Layout) -> Puzzle {
    let mut puzzle = Puzzle::new(layout.shared());
    for cell in puzzle.cells().step_by(5) {
        puzzle.set(cell, Digit::new(cell.index() * 7 % puzzle.digits()));
    }
    puzzle
}

fn givens(puzzle: &Puzzle) -> Vec<String> {
    let letters = puzzle.symbols() == satoku::format::Symbols::Letters;
    let text = |digit: Digit| {
        let letter = char::from(b'A' + u8::try_from(digit.index() % 26).unwrap());
        if letters { letter.to_string() } else { puzzle.layout().number_of(digit).to_string() }
    };
    puzzle.cells().filter_map(|cell| puzzle.given(cell)).map(text).collect()
}

fn book(options: Options, puzzles: impl IntoIterator<Item = Puzzle>) -> Book {
    let mut book = Book::new(options);
    for (number, puzzle) in (1..).zip(puzzles) {
        book.push(Plate::new(puzzle, number)).unwrap();
    }
    book
}

fn rendered(name: &str, book: &Book) -> Vec<u8> {
    let render = medium_by_name(name).unwrap().render;
    let (once, again) = (render(book).unwrap(), render(book).unwrap());
    assert_eq!(once.bytes, again.bytes, "{name}");
    once.bytes
}

fn text_of(name: &str, book: &Book) -> String {
    String::from_utf8(rendered(name, book)).unwrap()
}

fn parse(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap()
}

/// The texts of bold groups.
fn bold(node: Node<'_, '_>) -> Vec<String> {
    let groups = node.descendants().filter(|node| node.attribute("font-weight") == Some("bold"));
    let texts = groups.flat_map(|group| group.children().filter(|node| node.has_tag_name("text")));
    texts.map(|text| text.text().unwrap().to_owned()).collect()
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> &'a str {
    node.children().find(|node| node.tag_name().name() == name).unwrap().text().unwrap()
}

/// The texts of a page and the names of their fonts, by what the file says its glyphs stand for.
fn texts_of(page: &Page<'_>) -> Vec<(Vec<u8>, String)> {
    let fonts: Dict<'_> = page.resources().fonts.clone();
    let maps: BTreeMap<Vec<u8>, BTreeMap<u16, char>> = fonts
        .keys()
        .map(|name| {
            let font: Dict<'_> = fonts.get(&*name).unwrap();
            let map = font.get::<Stream<'_>>("ToUnicode").unwrap().decoded().unwrap().into_owned();
            let map = String::from_utf8(map).unwrap();
            let pair = |line: &str| {
                let (glyph, character) = line.strip_prefix('<')?.split_once("> <")?;
                let hex = |text: &str| u16::from_str_radix(text.trim_end_matches('>'), 16).ok();
                Some((hex(glyph)?, char::from_u32(hex(character)?.into())?))
            };
            let lines = map.lines().skip_while(|line| !line.ends_with("endcodespacerange"));
            (name.to_vec(), lines.filter_map(pair).collect())
        })
        .collect();
    let (mut found, mut font) = (Vec::new(), Vec::new());
    let mut operations = page.typed_operations();
    while let Some(operation) = operations.next() {
        match operation {
            TypedInstruction::TextFont(name) => font = name.0.to_vec(),
            TypedInstruction::ShowText(text) => {
                let glyphs = text.0.as_bytes().chunks(2).map(|b| u16::from_be_bytes([b[0], b[1]]));
                let text = glyphs.map(|glyph| maps[&font].get(&glyph).copied().unwrap_or('□'));
                found.push((font.clone(), text.collect()));
            }
            _ => {}
        }
    }
    found
}

fn bold_of(page: &Page<'_>) -> Vec<String> {
    texts_of(page).into_iter().filter(|(font, _)| font == b"B").map(|(_, text)| text).collect()
}

#[test]
fn images_have_the_givens_and_the_puzzle() {
    for puzzle in puzzles() {
        let text = text_of("svg", &book(Options::default(), [puzzle.clone()]));
        let document = parse(&text);
        let root = document.root_element();
        assert_eq!(bold(root), givens(&puzzle), "{puzzle}");
        assert_eq!(child(root, "title"), "Puzzle");
        let read = satoku::parse(child(root, "desc")).unwrap();
        assert_eq!(read, puzzle);
    }
}

#[test]
fn titles_are_escaped() {
    let title = "<&\"> ]]> \u{1}\u{FFFF}é\nΩ";
    let options = Options { title: Some(title.into()), ..Options::default() };
    let mut book = Book::new(options);
    let id = Some("</title><script>".into());
    book.push(Plate { id, ..Plate::new(satoku::parse(LINE).unwrap(), 1) }).unwrap();
    for name in ["svg", "html"] {
        let text = text_of(name, &book);
        assert!(!text.contains("<script"));
        let document = parse(&text);
        let all: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
        assert!(all.iter().any(|text| text.starts_with("<&\"> ]]> ")), "{name}: {all:?}");
        assert!(all.iter().any(|text| text.contains("</title><script>")), "{name}");
    }
    let bytes = rendered("pdf", &book);
    let pdf = Pdf::new(bytes).unwrap();
    let texts = bold_of(&pdf.pages()[0]);
    assert!(texts[0].starts_with("<&\"> ]]> ") && texts[0].ends_with("é Ω"), "{texts:?}");
}

#[test]
fn documents_have_all_puzzles_on_their_pages() {
    for &per_page in PER_PAGE {
        let all = puzzles();
        let options =
            Options { per_page, title: Some("Судоку".into()), ..Options::default() };
        let book = book(options, all.clone());
        let wanted: Vec<Vec<String>> = all
            .chunks(per_page)
            .zip(0_u64..)
            .map(|(puzzles, page)| {
                let first = page * per_page as u64 + 1;
                let numbered = puzzles.iter().zip(first..);
                let texts = numbered.flat_map(|(puzzle, number)| {
                    [vec![format!("No. {number}")], givens(puzzle)].concat()
                });
                std::iter::once("Судоку".to_owned()).chain(texts).collect()
            })
            .collect();
        assert_eq!(book.page_count(), wanted.len());
        let pdf = Pdf::new(rendered("pdf", &book)).unwrap();
        let found: Vec<_> = pdf.pages().iter().map(bold_of).collect();
        assert_eq!(found, wanted, "{per_page} a page");
        let numbers = pdf.pages().iter().map(|page| {
            texts_of(page)
                .into_iter()
                .map(|(_, text)| text)
                .find(|text| text.parse::<u32>().is_ok())
        });
        assert!(numbers.flatten().count() == wanted.len());
        let html = text_of("html", &book);
        let document = parse(&html);
        let pages = document.descendants().filter(|node| node.tag_name().name() == "svg");
        let found: Vec<_> = pages.map(bold).collect();
        assert_eq!(found, wanted, "{per_page} a page");
    }
}

#[test]
fn solutions_come_at_the_end() {
    let puzzle = satoku::parse(LINE).unwrap();
    let solution = puzzle.solve().unwrap().unwrap();
    let mut book = Book::new(Options { per_page: 2, ..Options::default() });
    for number in 1..=13 {
        let answer = match number {
            5 => Answer::Word("none".into()),
            _ => Answer::Solution(solution.clone()),
        };
        let plate = Plate { answer: Some(answer), ..Plate::new(puzzle.clone(), number) };
        book.push(plate).unwrap();
    }
    let pdf = Pdf::new(rendered("pdf", &book)).unwrap();
    assert_eq!((pdf.pages().len(), book.page_count()), (7 + 2, 9));
    let texts = |page: usize| texts_of(&pdf.pages()[page]).into_iter().map(|(_, text)| text);
    assert_eq!(texts(7).next().unwrap(), "Solutions");
    let digits = texts(8).filter(|text| text.len() == 1 && text != "9").collect::<Vec<_>>();
    let wanted: Vec<_> = solution.numbers().map(|number| number.to_string()).collect();
    let mut sorted = [digits, wanted].map(|mut texts| {
        texts.retain(|text| text != "9");
        texts.sort();
        texts
    });
    sorted[0].sort();
    assert_eq!(sorted[0], sorted[1]);
    assert!(texts(7).any(|text| text == "none"));
}

#[test]
fn papers_have_their_sizes() {
    for paper in PAPERS {
        let book = book(Options { paper, per_page: 6, ..Options::default() }, puzzles());
        let pdf = Pdf::new(rendered("pdf", &book)).unwrap();
        let sizes = pdf.pages()[0].media_box();
        assert!((sizes.x1 - paper.width).abs() < 0.01, "{}", paper.name);
        assert!((sizes.y1 - paper.height).abs() < 0.01, "{}", paper.name);
    }
}

#[test]
fn very_large_grids_are_drawn() {
    let puzzle = filled(Layout::boxes(16, 16).unwrap());
    let book = book(Options::default(), [puzzle.clone()]);
    let wanted = givens(&puzzle);
    assert_eq!(bold(parse(&text_of("svg", &book)).root_element()), wanted);
    let pdf = Pdf::new(rendered("pdf", &book)).unwrap();
    assert_eq!(bold_of(&pdf.pages()[0]), wanted);
}

#[test]
fn what_the_font_lacks_is_told() {
    let options = Options { title: Some("数独 1".into()), ..Options::default() };
    let book = book(options, [satoku::parse(LINE).unwrap()]);
    let made = (medium_by_name("pdf").unwrap().render)(&book).unwrap();
    assert_eq!(made.missing.into_iter().collect::<String>(), "数独");
    let pdf = Pdf::new(made.bytes).unwrap();
    assert_eq!(bold_of(&pdf.pages()[0])[0], "□□ 1");
}

#[test]
fn a_book_without_puzzles_is_refused() {
    for medium in MEDIA {
        let error = (medium.render)(&Book::new(Options::default())).unwrap_err();
        assert_eq!(error.message(), "no puzzle to print");
    }
    let two = book(Options::default(), puzzles().into_iter().take(2));
    let error = (medium_by_name("svg").unwrap().render)(&two).unwrap_err();
    assert!(error.message().contains("one puzzle"), "{error}");
    assert!(two.apart().all(|book| book.alone().is_some()));
}

#[test]
fn books_are_bounded() {
    let empty = Puzzle::new(Layout::boxes(20, 20).unwrap().shared());
    let mut book = Book::new(Options::default());
    let pushed = (1..100).find(|&number| book.push(Plate::new(empty.clone(), number)).is_err());
    assert_eq!(pushed, Some(satoku_print::MAX_CELLS as u64 / (400 * 400 * 7) + 1));
    drop(book);
    let small = satoku::parse("1.....3..4.....2").unwrap();
    let mut book = Book::new(Options::default());
    for number in 0..satoku_print::MAX_PUZZLES as u64 {
        book.push(Plate::new(small.clone(), number)).unwrap();
    }
    let error = book.push(Plate::new(small, 1)).unwrap_err();
    assert!(error.is_too_large() && error.to_string().contains("100000 puzzles"), "{error}");
}
