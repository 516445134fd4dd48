//! The ladder: producers in the order of the scale, a file each for techniques of a kind.
//!
//! Orders, names and ratings are those of Sudoku Explainer 1.2.1 (N. Juillerat, 2006), by which
//! nearly all published ratings were made. Each producer gives the first step in the reference's
//! own order of search, since that decides which of several steps is taken.

mod aligned;
mod bug;
pub(super) mod fish;
pub(super) mod hidden;
pub(super) mod locked;
mod loops;
mod multiple;
pub(super) mod naked;
mod simple;
pub(super) mod single;
mod wing;

use super::general;
use super::technique::{Producer, Technique};

/// All producers, in the order in which they are tried.
pub const LADDER: &[Producer] = &[
    single::HIDDEN,
    locked::DIRECT,
    hidden::DIRECT_PAIR,
    single::NAKED,
    hidden::DIRECT_TRIPLET,
    locked::LOCKED,
    naked::PAIR,
    fish::X_WING,
    hidden::PAIR,
    naked::TRIPLET,
    fish::SWORDFISH,
    hidden::TRIPLET,
    wing::XY,
    wing::XYZ,
    loops::LOOPS,
    naked::QUAD,
    fish::JELLYFISH,
    hidden::QUAD,
    bug::BUG,
    aligned::PAIR,
    simple::SIMPLE,
    aligned::TRIPLET,
    multiple::NISHIO,
    multiple::MULTIPLE,
    multiple::DYNAMIC,
    multiple::DYNAMIC_PLUS,
    multiple::NESTED_2,
    multiple::NESTED_3,
    multiple::NESTED_4,
    multiple::NESTED_5,
];

/// All techniques, in the order of [`LADDER`]; then those of other layouts alone.
pub fn techniques() -> impl Iterator<Item = &'static Technique> {
    let ladder = LADDER.iter().flat_map(|producer| producer.techniques.iter().copied());
    ladder.chain(general::EXTRA)
}

/// The technique of a slug.
pub fn by_slug(slug: &str) -> Option<&'static Technique> {
    techniques().find(|technique| technique.slug == slug)
}
