//! The beginning of a source, from which its format is known.

use crate::error::Result;
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

    /// The lines that are neither blank nor comments, trimmed.
    pub fn content(&self) -> impl Iterator<Item = &'a str> + '_ {
        let lines = self.lines.iter().map(|line| line.trim());
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

/// Whether a line is a comment as a whole.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['#', '%', ';']) || line.starts_with("//")
}

/// What a comment says of the layout, and the line where.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) line: u64,
    pub(super) spec: Result<LayoutSpec, String>,
}

/// The layout that a comment names: `box=3x4`, `layout=SPEC`, or the words "no boxes".
///
/// # Errors
/// If what stands there is no layout.
pub(super) fn layout_of_comment(comment: &str) -> Option<Result<LayoutSpec>> {
    let mut words = comment.split_whitespace();
    let spec = words.find_map(|word| {
        let shape = |spec: &&str| spec.starts_with(|c: char| "xX×".contains(c) || c.is_numeric());
        let spec = word.strip_prefix("box=").filter(shape);
        let spec = spec.or_else(|| word.strip_prefix("layout="))?;
        Some(spec.trim_end_matches([',', ';', ':', ')', ']', '.']).parse())
    });
    spec.or_else(|| comment.contains("no boxes").then(|| Ok(LayoutSpec::latin())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_layouts() {
        let name = |comment: &str| {
            layout_of_comment(comment).map(|spec| {
                spec.unwrap().build(12).map_or_else(|e| e.to_string(), |l| l.name().to_owned())
            })
        };
        assert_eq!(name("# x n=12 box=4x3 (rows x cols)").unwrap(), "4x3");
        assert_eq!(name("# QCP (latin square completion, no boxes) n=10").unwrap(), "latin");
        assert_eq!(name("% layout=3x4+diagonals").unwrap(), "3x4+diagonal+antidiagonal");
        assert!(layout_of_comment("# box=0x3").unwrap().is_err());
        assert!(layout_of_comment("# layout=some").unwrap().is_err());
        assert_eq!(name("# the box=es of it"), None);
        assert_eq!(name("# with box 3x2: none"), None);
    }

    #[test]
    fn blocks_end_at_blank_lines() {
        let head = Head::new("\n# c\n\n1\n2\n# d\n3\n\n4\n", true, &LayoutSpec::default());
        assert_eq!(head.first_block(), 3);
        assert_eq!(head.content().count(), 4);
        let head = Head::new("1\n2", false, &LayoutSpec::default());
        assert_eq!(head.lines(), ["1"]);
    }
}
