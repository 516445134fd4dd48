//! The beginning of a source, from which its format is known.

use super::preamble::{is_comment, without_remark};
use crate::grid::LayoutSpec;

/// Most lines and bytes that are looked at.
pub(super) const HEAD_LINES: usize = 1024;
pub(super) const HEAD_BYTES: usize = 1 << 20;

/// The first lines of a source: at most 1024, at most 1 MiB.
#[derive(Debug)]
pub struct Head<'a> {
    lines: Vec<&'a str>,
    whole: bool,
    layout: LayoutSpec,
    named: bool,
}

impl<'a> Head<'a> {
    /// Cuts a text into lines. A last line without an end is left out, unless the text is the
    /// whole source or has no other.
    pub(super) fn new(text: &'a str, whole: bool, layout: &LayoutSpec) -> Self {
        let mut lines: Vec<_> = text.lines().take(HEAD_LINES).collect();
        if !whole && !text.ends_with('\n') && lines.len() > 1 && lines.len() < HEAD_LINES {
            lines.pop();
        }
        let whole = whole && text.lines().nth(HEAD_LINES).is_none();
        Head { lines, whole, layout: layout.clone(), named: false }
    }

    /// The same where the format need not be found out.
    pub(super) fn with_format(self, named: bool) -> Self {
        Head { named, ..self }
    }

    /// Whether the format was asked for by its name.
    pub fn has_format(&self) -> bool {
        self.named
    }

    /// All lines.
    pub fn lines(&self) -> &[&'a str] {
        &self.lines
    }

    /// Whether these lines are all that the source has.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// The lines that are neither blank nor comments, trimmed, without remarks that name a layout.
    pub fn content(&self) -> impl Iterator<Item = &'a str> + '_ {
        let lines = self.lines.iter().map(|line| without_remark(line.trim()));
        lines.filter(|line| !line.is_empty() && !is_comment(line))
    }

    /// How many content lines come before the first blank line after one.
    pub fn first_block(&self) -> usize {
        let lines = self.lines.iter().map(|line| line.trim()).filter(|line| !is_comment(line));
        lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).count()
    }

    /// The layout asked for by the options.
    pub fn layout(&self) -> &LayoutSpec {
        &self.layout
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_at_blank_lines() {
        let head = Head::new("\n# c\n\n1\n2\n# d\n3\n\n4\n", true, &LayoutSpec::default());
        assert_eq!(head.first_block(), 3);
        assert_eq!(head.content().count(), 4);
        let head = Head::new("1\n2", false, &LayoutSpec::default());
        assert_eq!(head.lines(), ["1"]);
    }
}
