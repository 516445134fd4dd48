//! Nishio, multiple and dynamic forcing chains.

use crate::rate::chain::links::split;
use crate::rate::chain::multiple::{Found, Kind, Rules};
use crate::rate::chain::spread::Mode;
use crate::rate::finder::Finder;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Technique};

static NISHIO_: Technique = Technique::new("nishio", "Nishio Forcing Chain", 7.5);
static CELL: Technique = Technique::new("cell-chain", "Cell Forcing Chain", 8.0);
static REGION: Technique = Technique::new("region-chain", "Region Forcing Chain", 8.0);

static D_CONTRADICTION: Technique =
    Technique::new("dynamic-contradiction-chain", "Dynamic Contradiction Forcing Chain", 8.5);
static D_DOUBLE: Technique =
    Technique::new("dynamic-double-chain", "Dynamic Double Forcing Chain", 8.5);
static D_CELL: Technique = Technique::new("dynamic-cell-chain", "Dynamic Cell Forcing Chain", 8.5);
static D_REGION: Technique =
    Technique::new("dynamic-region-chain", "Dynamic Region Forcing Chain", 8.5);

pub(super) const NISHIO: Producer = Producer {
    techniques: &[&NISHIO_],
    find: |finder| {
        let mode = Mode { by_cells: false, dynamic: true };
        find(finder, Rules { base: 7.5, mode, binary: true, several: false }, [&NISHIO_; 4])
    },
};

pub(super) const MULTIPLE: Producer = Producer {
    techniques: &[&CELL, &REGION],
    find: |finder| {
        let mode = Mode { by_cells: true, dynamic: false };
        let rules = Rules { base: 8.0, mode, binary: false, several: true };
        find(finder, rules, [&CELL, &CELL, &REGION, &CELL])
    },
};

pub(super) const DYNAMIC: Producer = Producer {
    techniques: &[&D_CONTRADICTION, &D_DOUBLE, &D_CELL, &D_REGION],
    find: |finder| {
        let mode = Mode { by_cells: true, dynamic: true };
        let rules = Rules { base: 8.5, mode, binary: true, several: true };
        find(finder, rules, [&D_CONTRADICTION, &D_DOUBLE, &D_REGION, &D_CELL])
    },
};

/// Of the techniques those for a contradiction, a double chain, a house, a cell.
fn find(finder: &mut Finder, rules: Rules, of: [&'static Technique; 4]) -> Option<Step> {
    let found = finder.chain.multiple.best(finder.ground, &finder.state, rules)?;
    let Found { grade, kind, target, on, removed } = found;
    let technique = match kind {
        Kind::Contradiction { .. } => of[0],
        Kind::Double(_) => of[1],
        Kind::House { .. } => of[2],
        Kind::Cell(_) => of[3],
    };
    let step = Step::new(technique).rated(grade.rating).removing(removed);
    let (cell, digit) = split(target);
    Some(if on { step.placing(cell, digit) } else { step })
}
