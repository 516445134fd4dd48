//! The keys of f-puzzles: what each says, as the one table that is read and written by.

use serde_json::Value;

use super::draft::Draft;
use super::special;
use crate::error::Result;
use crate::grid::Layout;
use crate::rule::Arguments;

/// A key and what it says.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) form: Form,
}

/// What stands behind a key. Kinds of rules are named as in [`KINDS`](crate::rule::KINDS).
#[derive(Debug)]
pub(super) enum Form {
    /// The cells and their houses, which are read before all rules; the solution.
    Early,
    /// Remarks, drawings, settings of programs.
    Silent,
    /// `true`: a rule about the whole grid.
    Flag(&'static str),
    /// A list of objects with `lines`, a rule each.
    Lines {
        kind: &'static str,
        /// The numbers of the rule, where the kind would take others.
        numbers: &'static [i64],
        /// Whether `value` is the number of the rule.
        has_value: bool,
    },
    /// A list of objects with `cells`, a rule each; whether `value` is its number.
    Cells(&'static str, bool),
    /// A list of objects with a `cell`, a rule each.
    Cell(&'static str),
    /// A list of objects with a `cell`, one rule for all.
    All(&'static str),
    /// A list of objects with two `cells`, a rule each, and perhaps its number in `value`.
    Pair(&'static str),
    /// A list of objects with a `cell` beside the grid and a `value`: the row or column from there.
    Row(&'static str),
    /// Something else: the kinds, how they are read, and how a rule is written as an item.
    Special(&'static [&'static str], Read, Write),
}

pub(super) type Read = fn(&mut Draft<'_>, &Value) -> Result<()>;
/// Nothing where f-puzzles cannot say it.
pub(super) type Write = fn(&Arguments, &Layout) -> Option<Value>;

impl Form {
    /// Whether it was read before the rules.
    pub(super) fn is_early(&self) -> bool {
        matches!(self, Form::Early)
    }

    /// Whether it is about rules.
    pub(super) fn is_rule(&self) -> bool {
        !matches!(self, Form::Early | Form::Silent)
    }

    /// The kinds that it is.
    pub(super) fn kinds(&self) -> &[&'static str] {
        match self {
            Form::Early | Form::Silent => &[],
            Form::Flag(kind)
            | Form::Lines { kind, .. }
            | Form::Cells(kind, _)
            | Form::Cell(kind)
            | Form::All(kind)
            | Form::Pair(kind)
            | Form::Row(kind) => std::slice::from_ref(kind),
            Form::Special(kinds, ..) => kinds,
        }
    }
}

const fn key(name: &'static str, form: Form) -> Key {
    Key { name, form }
}

const fn lines(name: &'static str, kind: &'static str) -> Key {
    key(name, Form::Lines { kind, numbers: &[], has_value: false })
}

/// All keys that are known. To add one, add a line.
pub(super) const KEYS: &[Key] = &[
    key("size", Form::Early),
    key("grid", Form::Early),
    key("solution", Form::Early),
    key("diagonal+", Form::Early),
    key("diagonal-", Form::Early),
    key("disjointgroups", Form::Early),
    key("title", Form::Silent),
    key("author", Form::Silent),
    key("ruleset", Form::Silent),
    key("successMessage", Form::Silent),
    key("highlightConflicts", Form::Silent),
    key("disabledlogic", Form::Silent),
    key("truecandidatesoptions", Form::Silent),
    key("fogofwar", Form::Silent),
    key("foglight", Form::Silent),
    key("cosmetic", Form::Silent),
    key("line", Form::Silent),
    key("rectangle", Form::Silent),
    key("circle", Form::Silent),
    key("text", Form::Silent),
    key("antiknight", Form::Flag("antiknight")),
    key("antiking", Form::Flag("antiking")),
    key("nonconsecutive", special::NONCONSECUTIVE),
    key("negative", special::NEGATIVE),
    key("killercage", Form::Cells("cage", true)),
    key("cage", special::CAGE),
    key("extraregion", Form::Cells("distinct", false)),
    key("littlekillersum", special::LITTLE_KILLER),
    key("arrow", special::ARROW),
    key("odd", Form::Cell("odd")),
    key("even", Form::Cell("even")),
    key("minimum", Form::All("minimum")),
    key("maximum", Form::All("maximum")),
    key("rowindexer", Form::Cells("rowindexer", false)),
    key("columnindexer", Form::Cells("columnindexer", false)),
    key("boxindexer", Form::Cells("boxindexer", false)),
    lines("thermometer", "thermometer"),
    lines("slowthermometer", "slowthermometer"),
    lines("palindrome", "palindrome"),
    lines("renban", "renban"),
    key("whispers", Form::Lines { kind: "whispers", numbers: &[], has_value: true }),
    key("regionsumline", special::REGION_SUM_LINE),
    lines("betweenline", "between"),
    lines("lockout", "lockout"),
    lines("entropicline", "entropic"),
    key("modularline", Form::Lines { kind: "modular", numbers: &[3], has_value: false }),
    lines("nabner", "nabner"),
    lines("doublearrow", "doublearrow"),
    lines("zipperline", "zipper"),
    key("difference", Form::Pair("difference")),
    key("ratio", Form::Pair("ratio")),
    key("xv", special::XV),
    key("clone", special::CLONE),
    key("quadruple", special::QUADRUPLE),
    key("sandwichsum", Form::Row("sandwich")),
    key("xsum", Form::Row("xsum")),
    key("skyscraper", Form::Row("skyscraper")),
];
