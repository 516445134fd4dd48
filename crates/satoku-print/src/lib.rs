//! Sudoku puzzles on paper and screens: a drawing of a puzzle or a solution, pages of them, and the
//! media that render these.
//!
//! - `plate`: what is to be drawn of a puzzle;
//! - `figure`: its drawing;
//! - `book`, `paper`: pages;
//! - `drawing`: shapes in points, which know no medium; `font`: how wide texts are;
//! - `media`: SVG, HTML, PDF, a file each.
//!
//! The same book gives the same bytes.
//!
//! ```
//! use satoku_print::{Book, MEDIA, Options, Plate};
//! let puzzle = satoku::parse("1.....3..4.....2")?;
//! let mut book = Book::new(Options { title: Some("Warm-up".into()), ..Options::default() });
//! book.push(Plate::new(puzzle, 1))?;
//! for medium in MEDIA {
//!     assert!(!(medium.render)(&book)?.bytes.is_empty());
//! }
//! # Ok::<(), satoku::Error>(())
//! ```

mod book;
pub mod drawing;
mod figure;
mod font;
mod media;
mod paper;
mod plate;

pub use book::{Book, MAX_CELLS, MAX_PUZZLES, Options, PER_PAGE};
pub use font::{CAP_HEIGHT, Face};
pub use media::{MEDIA, Medium, Rendered, medium_by_name};
pub use paper::{PAPERS, Paper};
pub use plate::{Answer, Plate, Shown};
