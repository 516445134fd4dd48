//! The font: Satoku Sans, which has the widths of Liberation Sans, Arial and Helvetica, so that a
//! drawing fits in these too where a medium leaves the font to the reader.

use std::sync::LazyLock;

use ttf_parser::GlyphId;

/// A face of the font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// The face of digits added, of candidates and of text.
    Regular,
    /// The face of givens and of headings.
    Bold,
}

impl Face {
    /// Both faces.
    pub const ALL: [Face; 2] = [Face::Regular, Face::Bold];

    /// The font file, in TrueType.
    pub const fn file(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../fonts/SatokuSans-Regular.ttf"),
            Face::Bold => include_bytes!("../fonts/SatokuSans-Bold.ttf"),
        }
    }

    /// What the font file is called within a PDF.
    pub(crate) const fn postscript_name(self) -> &'static str {
        match self {
            Face::Regular => "SatokuSans-Regular",
            Face::Bold => "SatokuSans-Bold",
        }
    }

    /// The font as it is read.
    pub(crate) fn read(self) -> &'static ttf_parser::Face<'static> {
        static FACES: LazyLock<[ttf_parser::Face<'static>; 2]> = LazyLock::new(|| {
            Face::ALL.map(|face| {
                ttf_parser::Face::parse(face.file(), 0).expect("the file is part of the program")
            })
        });
        &FACES[usize::from(self == Face::Bold)]
    }

    /// The glyph of a character, if the font has one.
    pub(crate) fn glyph(self, character: char) -> Option<GlyphId> {
        self.read().glyph_index(character).filter(|glyph| glyph.0 != 0)
    }

    /// How far a glyph moves on, in parts of the font size.
    pub(crate) fn advance(self, glyph: GlyphId) -> f64 {
        let units = f64::from(self.read().units_per_em());
        f64::from(self.read().glyph_hor_advance(glyph).unwrap_or(0)) / units
    }

    /// How wide a text is, in parts of the font size.
    pub fn width(self, text: &str) -> f64 {
        let glyph = |character| self.glyph(character).unwrap_or(GlyphId(0));
        text.chars().map(|character| self.advance(glyph(character))).sum()
    }
}

/// How high digits and capital letters are, in parts of the font size: the same in both faces.
pub const CAP_HEIGHT: f64 = 1409.0 / 2048.0;

/// Cuts a text into lines no wider than `width` points at a font size; a word that is wider is cut.
pub(crate) fn wrap(text: &str, face: Face, size: f64, width: f64) -> Vec<String> {
    let most = width / size;
    let space = face.width(" ");
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0.0;
    for word in text.split_whitespace() {
        let wide = face.width(word);
        match lines.last_mut() {
            Some(line) if used + space + wide <= most => {
                line.push(' ');
                line.push_str(word);
                used += space + wide;
            }
            _ if wide <= most => {
                lines.push(word.to_owned());
                used = wide;
            }
            _ => {
                lines.push(String::new());
                used = 0.0;
                for character in word.chars() {
                    let wide = face.width(character.encode_utf8(&mut [0; 4]));
                    if used > 0.0 && used + wide > most {
                        lines.push(String::new());
                        used = 0.0;
                    }
                    if let Some(line) = lines.last_mut() {
                        line.push(character);
                    }
                    used += wide;
                }
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_many_languages_have_glyphs() {
        for face in Face::ALL {
            for text in ["Судоку для всіх", "Αριθμοί", "Łamigłówki, çok güzel", "№ 1 – “≤”"]
            {
                assert!(text.chars().all(|c| face.glyph(c).is_some()), "{text}");
            }
            assert!(face.glyph('数').is_none());
            let digits = ('0'..='9').map(|c| face.width(&c.to_string()));
            assert!(digits.into_iter().all(|width| (width - face.width("0")).abs() < 1e-9));
            let high = face.read().glyph_bounding_box(face.glyph('H').unwrap()).unwrap().y_max;
            let units = f64::from(face.read().units_per_em());
            assert!((f64::from(high) / units - CAP_HEIGHT).abs() < 1e-9);
        }
    }

    #[test]
    fn lines_fit() {
        let text = "one two three fourfivesixseveneightnineten eleven";
        let lines = wrap(text, Face::Regular, 10.0, 60.0);
        assert!(lines.len() > 4);
        assert!(lines.iter().all(|line| Face::Regular.width(line) * 10.0 <= 60.0));
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        assert!(wrap("  ", Face::Regular, 10.0, 60.0).is_empty());
    }
}
