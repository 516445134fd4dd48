//! HTML: one file, a page of paper each an SVG element.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use satoku::Result;

use super::svg::{self, escape};
use super::{Rendered, refuse_empty};
use crate::book::Book;

/// On screens sheets of paper; on paper nothing but them.
const LOOK: &str = "\
html { background: #e4e4e4; }
body { margin: 0; padding: 1rem; }
svg { display: block; margin: 0 auto 1rem; max-width: 100%; height: auto; background: #fff; \
box-shadow: 0 1px 6px #0005; }
@media print {
html { background: none; }
body { padding: 0; }
svg { margin: 0 auto; width: auto; height: 99.8vh; box-shadow: none; break-after: page; break-inside: avoid; }
svg:last-child { break-after: auto; }
}
";

/// All pages.
pub(super) fn render(book: &Book) -> Result<Rendered> {
    refuse_empty(book)?;
    let title = escape(book.title().unwrap_or("Sudoku"));
    let paper = book.paper();
    let mut out = String::new();
    _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n@page {{ size: {:.2}pt {:.2}pt; margin: 0; }}\n\
         {LOOK}</style>\n</head>\n<body>",
        paper.width, paper.height
    );
    for page in book.pages() {
        svg::write(&page?, &mut out);
    }
    out.push_str("</body>\n</html>\n");
    Ok(Rendered { bytes: out.into_bytes(), missing: BTreeSet::new() })
}
