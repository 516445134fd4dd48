//! The scales of ratings.

/// A scale: which techniques are looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scale {
    /// That of Sudoku Explainer 1.2.1.
    #[default]
    Se121,
    /// The same without techniques that rest on there being one solution.
    Se121Nu,
    /// That of all other layouts and of rules, with the ratings of Sudoku Explainer as labels.
    SeGeneral,
    /// The same without techniques that rest on there being one solution.
    SeGeneralNu,
}

impl Scale {
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Se121 => "se121",
            Scale::Se121Nu => "se121-nu",
            Scale::SeGeneral => "se-general",
            Scale::SeGeneralNu => "se-general-nu",
        }
    }
}
