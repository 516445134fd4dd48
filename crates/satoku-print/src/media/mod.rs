//! What books are rendered to: every medium is one file here and one line in [`MEDIA`].

mod html;
mod pdf;
mod svg;

use std::collections::BTreeSet;

use satoku::Result;

use crate::book::Book;

/// A document.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The characters that its font lacks: each is drawn as a box.
    pub missing: BTreeSet<char>,
}

/// A kind of document.
#[derive(Debug)]
pub struct Medium {
    /// The word for it in options, which is also how names of its files end.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// The media type, as the web calls it.
    pub media_type: &'static str,
    /// Whether it is text, which a terminal can show.
    pub is_text: bool,
    /// Whether it has pages, and so room for any number of puzzles, rather than for one.
    pub has_pages: bool,
    /// The document of a book.
    ///
    /// # Errors
    /// If the book has no puzzle, or several and there are no pages; if the words of a puzzle leave
    /// no room for its grid.
    pub render: fn(&Book) -> Result<Rendered>,
}

/// All media. To add one, write a file and add a line here.
pub const MEDIA: &[Medium] = &[
    Medium {
        name: "svg",
        about: "one puzzle as an SVG image",
        media_type: "image/svg+xml",
        is_text: true,
        has_pages: false,
        render: svg::render,
    },
    Medium {
        name: "html",
        about: "pages to read and print, as one HTML file",
        media_type: "text/html",
        is_text: true,
        has_pages: true,
        render: html::render,
    },
    Medium {
        name: "pdf",
        about: "pages to print, as PDF",
        media_type: "application/pdf",
        is_text: false,
        has_pages: true,
        render: pdf::render,
    },
];

/// The medium of a name.
pub fn medium_by_name(name: &str) -> Option<&'static Medium> {
    MEDIA.iter().find(|medium| medium.name == name)
}

/// A book without puzzles has no pages.
fn refuse_empty(book: &Book) -> Result<()> {
    if book.plates().is_empty() {
        return Err(satoku::Error::input("no puzzle to print"));
    }
    Ok(())
}
