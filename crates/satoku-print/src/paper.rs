//! Sizes of paper.

/// A size of paper, upright.
#[derive(Debug)]
pub struct Paper {
    /// The word for it in options.
    pub name: &'static str,
    /// One line for help texts.
    pub about: &'static str,
    /// How wide it is, in points.
    pub width: f64,
    /// How high it is, in points.
    pub height: f64,
}

/// Millimetres in points.
const fn mm(length: f64) -> f64 {
    length * 72.0 / 25.4
}

/// All sizes; the first is the default. To add one, add a line here.
pub const PAPERS: &[Paper] = &[
    Paper { name: "a4", about: "210 × 297 mm", width: mm(210.0), height: mm(297.0) },
    Paper { name: "a3", about: "297 × 420 mm", width: mm(297.0), height: mm(420.0) },
    Paper { name: "a5", about: "148 × 210 mm", width: mm(148.0), height: mm(210.0) },
    Paper { name: "b5", about: "176 × 250 mm", width: mm(176.0), height: mm(250.0) },
    Paper { name: "letter", about: "8.5 × 11 inches", width: 612.0, height: 792.0 },
    Paper { name: "legal", about: "8.5 × 14 inches", width: 612.0, height: 1008.0 },
    Paper { name: "6x9", about: "6 × 9 inches, as paperbacks have", width: 432.0, height: 648.0 },
];
