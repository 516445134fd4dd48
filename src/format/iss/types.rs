//! The types of constraints: which kinds of rules they are, how they are read and how written, as
//! the one table of both.

use super::clues;
use super::names::Names;
use super::reader::Reader;
use super::regions;
use super::shape;
use super::sums;
use super::text::{Item, is_group};
use crate::error::Result;
use crate::grid::Layout;
use crate::rule::{Arguments, Rule};

/// A type of constraints.
pub(super) struct Type {
    pub(super) name: &'static str,
    /// The kinds of rules that it is: the first of them, unless what it takes says another one.
    pub(super) kinds: &'static [&'static str],
    pub(super) takes: Takes,
    pub(super) on: On,
}

/// What a type is written with, and what is made of it.
pub(super) enum Takes {
    /// Nothing.
    Grid,
    /// Cells, at least so many: fewer say nothing.
    Cells(usize),
    /// A number and cells.
    NumberCells(usize),
    /// Numbers with `_` between, and cells.
    NumbersCells,
    /// Cells, each two neighbours of which are a pair; the number that is fixed, if any.
    Dots(&'static [i64]),
    /// A row or column and the clues at its two ends, and whether 0 is one.
    Ends(bool),
    /// Something else: how it is read, and how written.
    Other(Read, Write),
}

pub(super) type Read = fn(&mut Reader, &Item) -> Result<()>;
/// What may stand behind the type: the first that is read as the rule. Nothing where the type
/// cannot say it.
pub(super) type Write = fn(&Names, &Arguments) -> Vec<Vec<String>>;

/// The grids that a type is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    Any,
    /// Those whose rows and columns are houses.
    Sudoku,
    /// Those of them with as many rows as columns.
    Square,
    /// Those with digits from 1.
    FromOne,
    /// Those with nine digits.
    Nine,
    /// Those with digits from 1 to 9.
    OneToNine,
}

impl On {
    /// Whether rows and columns must be houses.
    pub(super) fn needs_lines(self) -> bool {
        [On::Sudoku, On::Square].contains(&self)
    }

    /// Whether a grid is one of them.
    fn fits(self, layout: &Layout) -> bool {
        let is_square = layout.grid().rows() == layout.grid().columns();
        match self {
            On::Any => true,
            On::Sudoku => !layout.is_raw(),
            On::Square => !layout.is_raw() && is_square,
            On::FromOne => layout.first() == 1,
            On::Nine => layout.digits() == 9,
            On::OneToNine => layout.digits() == 9 && layout.first() == 1,
        }
    }
}

const fn new(name: &'static str, kinds: &'static [&'static str], takes: Takes) -> Type {
    Type { name, kinds, takes, on: On::Any }
}

const fn on(on: On, name: &'static str, kinds: &'static [&'static str], takes: Takes) -> Type {
    Type { name, kinds, takes, on }
}

/// All that are about rules. Of several that can say a rule, the first is written.
pub(super) const TYPES: &[Type] = &[
    on(On::Sudoku, "AntiKnight", &["antiknight"], Takes::Grid),
    on(On::Sudoku, "AntiKing", &["antiking"], Takes::Grid),
    on(On::FromOne, "AntiTaxicab", &["antitaxicab"], Takes::Grid),
    new("AntiConsecutive", &["nonconsecutive"], Takes::Grid),
    on(On::OneToNine, "GlobalEntropy", &["globalentropy"], Takes::Grid),
    on(On::Nine, "GlobalMod", &["globalmodular"], Takes::Grid),
    on(On::OneToNine, "DutchFlatmates", &["flatmates"], Takes::Grid),
    on(On::Sudoku, "RegionSameValues", &["regionsamevalues", "sameset"], regions::SAME_VALUES),
    on(On::Square, "Doppelganger", &["doppelganger"], regions::DOPPELGANGER),
    on(On::Sudoku, "ChaosConstruction", &["chaos"], regions::CHAOS),
    new("ChaosArrow", &["runlengths"], regions::CHAOS_ARROW),
    new("ChaosCount", &["countsame"], regions::CHAOS_COUNT),
    new("ConnectedValues", &["connected", "connectedsize"], regions::CONNECTED),
    new("Thermo", &["thermometer"], Takes::Cells(2)),
    new("Palindrome", &["palindrome"], Takes::Cells(2)),
    new("Zipper", &["zipper"], Takes::Cells(3)),
    new("Renban", &["renban"], Takes::Cells(2)),
    on(On::OneToNine, "Entropic", &["entropic"], Takes::Cells(2)),
    new("Between", &["between"], Takes::Cells(3)),
    new("DoubleArrow", &["doublearrow"], Takes::Cells(3)),
    new("RegionSumLine", &["regionsumline"], Takes::Cells(2)),
    new("ValueIndexing", &["valueindexing"], Takes::Cells(3)),
    new("EqualityCage", &["equalitycage"], clues::EQUALITY_CAGE),
    new("CountingCircles", &["circles"], Takes::Cells(1)),
    new("Modular", &["modular"], Takes::NumberCells(2)),
    new("Lockout", &["lockout"], clues::LOCKOUT),
    new("Lunchbox", &["lunchbox"], sums::LUNCHBOX),
    new("RellikCage", &["rellik"], sums::RELLIK),
    new("Quad", &["contains"], clues::QUAD),
    new("ContainAtLeast", &["contains"], Takes::NumbersCells),
    new("ContainExact", &["containsexactly"], Takes::NumbersCells),
    new("WhiteDot", &["difference"], Takes::Dots(&[1])),
    new("BlackDot", &["ratio"], Takes::Dots(&[2])),
    new("GreaterThan", &["greater"], Takes::Dots(&[])),
    new("X", &["pairsum"], Takes::Dots(&[10])),
    new("V", &["pairsum"], Takes::Dots(&[5])),
    on(On::Sudoku, "XSum", &["xsum"], Takes::Ends(false)),
    on(On::Sudoku, "Skyscraper", &["skyscraper"], Takes::Ends(false)),
    on(On::Sudoku, "HiddenSkyscraper", &["hiddenskyscraper"], Takes::Ends(true)),
    on(On::Sudoku, "NumberedRoom", &["numberedroom"], Takes::Ends(true)),
    on(On::Square, "FullRank", &["fullrank", "fullranktied"], clues::FULL_RANK),
    new("", &[], clues::GIVENS),
    new("Whisper", &["whispers", "dutchwhispers"], clues::WHISPER),
    new("SumLine", &["sumline", "sumloop"], sums::SUM_LINE),
    new("AllDifferent", &["distinct"], clues::ALL_DIFFERENT),
    new("Cage", &["cage"], sums::CAGE),
    new("Sum", &["sum", "weightedsum"], sums::SUM),
    new("Arrow", &["arrow"], sums::ARROW),
    new("PillArrow", &["arrow"], sums::PILL_ARROW),
    new("EqualSum", &["equalsums"], sums::EQUAL_SUMS),
    new("SameValues", &["sameset"], clues::SAME_VALUES),
    new("CountDistinct", &["countdistinct"], clues::COUNT_DISTINCT),
    new("LookAndSay", &["lookandsay"], clues::LOOK_AND_SAY),
    on(On::Sudoku, "Indexing", &["columnindexer", "rowindexer"], clues::INDEXING),
    on(On::Sudoku, "LittleKiller", &["littlekiller"], sums::LITTLE_KILLER),
    on(On::Sudoku, "Sandwich", &["sandwich", "lunchbox"], sums::SANDWICH),
    on(On::Square, "FullRankTies", &["fullrankdistinct"], clues::TIES),
    new("StrictKropki", &["nonconsecutive", "nonratio"], clues::STRICT),
    new("StrictXV", &["nonsum"], clues::STRICT),
    new("Pair", &[], Takes::Other(Reader::pairs, |_, _| Vec::new())),
    new("PairX", &[], Takes::Other(Reader::pairs, |_, _| Vec::new())),
    new("Binary", &[], Takes::Other(Reader::pairs, |_, _| Vec::new())),
    new("BinaryX", &[], Takes::Other(Reader::pairs, |_, _| Vec::new())),
    new("Regex", &[], Takes::Other(Reader::pattern, |_, _| Vec::new())),
    new("NFA", &[], Takes::Other(Reader::machine, |_, _| Vec::new())),
    // An advice to the solver.
    new("SearchPriority", &[], Takes::Other(|_, _| Ok(()), |_, _| Vec::new())),
];

/// Whether there is a type of this name.
pub(super) fn is_known(kind: &str) -> bool {
    TYPES.iter().any(|known| known.name == kind)
        || shape::TYPES.contains(&kind)
        || is_group(kind)
        || kind == "End"
}

/// The constraints, one of which may say a rule of a kind.
pub(super) fn forms<'a>(
    rule: &'a Rule,
    names: &'a Names,
    layout: &'a Layout,
) -> impl Iterator<Item = Item> + 'a {
    let of_kind = rule.kind().zip(rule.arguments());
    of_kind.into_iter().flat_map(move |(kind, arguments)| {
        let types = TYPES.iter().filter(|known| known.kinds.contains(&kind.name));
        let types = types.filter(|known| known.on.fits(layout));
        types.flat_map(move |known| {
            let written = known.takes.write(names, arguments).into_iter();
            written.map(|args| Item::new(known.name, args))
        })
    })
}

impl Takes {
    /// What may stand behind the type.
    fn write(&self, names: &Names, arguments: &Arguments) -> Vec<Vec<String>> {
        let cells = || names.all(arguments.cells());
        let numbers: Vec<_> = arguments.numbers().iter().map(ToString::to_string).collect();
        match self {
            Takes::Grid => vec![Vec::new()],
            // What says nothing here may say something there.
            Takes::Cells(least) | Takes::NumberCells(least) if arguments.cells().len() < *least => {
                Vec::new()
            }
            Takes::Dots(fixed) if arguments.numbers() != *fixed => Vec::new(),
            Takes::Cells(_) | Takes::Dots(_) => vec![cells()],
            Takes::NumberCells(_) => vec![[numbers, cells()].concat()],
            Takes::NumbersCells => vec![[vec![numbers.join("_")], cells()].concat()],
            Takes::Ends(_) => Names::ends(arguments).into_iter().collect(),
            Takes::Other(_, write) => write(names, arguments),
        }
    }
}
