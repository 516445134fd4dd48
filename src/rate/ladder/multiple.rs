//! Nishio, multiple and dynamic forcing chains, and dynamic ones with techniques and chains within.

use std::ops::ControlFlow;

use crate::rate::chain::links::split;
use crate::rate::chain::multiple::{Found, Kind, Rules};
use crate::rate::chain::spread::Mode;
use crate::rate::chain::{self, advanced::Advanced};
use crate::rate::finder::Finder;
use crate::rate::ground::Ground;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

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

static PLUS: [Technique; 4] = [
    Technique::new(
        "dynamic-plus-contradiction-chain",
        "Dynamic Contradiction Forcing Chain (+)",
        9.0,
    ),
    Technique::new("dynamic-plus-double-chain", "Dynamic Double Forcing Chain (+)", 9.0),
    Technique::new("dynamic-plus-region-chain", "Dynamic Region Forcing Chain (+)", 9.0),
    Technique::new("dynamic-plus-cell-chain", "Dynamic Cell Forcing Chain (+)", 9.0),
];

static NESTED: [Technique; 4] = [
    Technique::new("nested-forcing-chains", "Nested Forcing Chain (+ Forcing Chains)", 9.5),
    Technique::new("nested-multiple-chains", "Nested Forcing Chain (+ Multiple Chains)", 10.0),
    Technique::new("nested-dynamic-chains", "Nested Forcing Chain (+ Dynamic Chains)", 10.5),
    Technique::new(
        "nested-nested-chains",
        "Nested Forcing Chain (+ Dynamic Chains + Forcing Chains)",
        11.0,
    ),
];

/// Each of a contradiction, a double chain, a house, a cell.
type Of = [&'static Technique; 4];

pub(super) const NISHIO: Producer = Producer {
    techniques: &[&NISHIO_],
    find: |finder, sink| {
        let mode = Mode { by_cells: false, dynamic: true };
        let rules = Rules { base: 7.5, mode, binary: true, several: false };
        find(finder, sink, rules, 0, [&NISHIO_; 4])
    },
};

pub(super) const MULTIPLE: Producer = Producer {
    techniques: &[&CELL, &REGION],
    find: |finder, sink| {
        let mode = Mode { by_cells: true, dynamic: false };
        let rules = Rules { base: 8.0, mode, binary: false, several: true };
        find(finder, sink, rules, 0, [&CELL, &CELL, &REGION, &CELL])
    },
};

pub(super) const DYNAMIC: Producer = Producer {
    techniques: &[&D_CONTRADICTION, &D_DOUBLE, &D_REGION, &D_CELL],
    find: |finder, sink| {
        dynamic(finder, sink, 8.5, 0, [&D_CONTRADICTION, &D_DOUBLE, &D_REGION, &D_CELL])
    },
};

pub(super) const DYNAMIC_PLUS: Producer = Producer {
    techniques: &[&PLUS[0], &PLUS[1], &PLUS[2], &PLUS[3]],
    find: |finder, sink| dynamic(finder, sink, 9.0, 1, [&PLUS[0], &PLUS[1], &PLUS[2], &PLUS[3]]),
};

pub(super) const NESTED_2: Producer = Producer {
    techniques: &[&NESTED[0]],
    find: |finder, sink| dynamic(finder, sink, 9.5, 2, [&NESTED[0]; 4]),
};
pub(super) const NESTED_3: Producer = Producer {
    techniques: &[&NESTED[1]],
    find: |finder, sink| dynamic(finder, sink, 10.0, 3, [&NESTED[1]; 4]),
};
pub(super) const NESTED_4: Producer = Producer {
    techniques: &[&NESTED[2]],
    find: |finder, sink| dynamic(finder, sink, 10.5, 4, [&NESTED[2]; 4]),
};
pub(super) const NESTED_5: Producer = Producer {
    techniques: &[&NESTED[3]],
    find: |finder, sink| dynamic(finder, sink, 11.0, 5, [&NESTED[3]; 4]),
};

fn dynamic(finder: &mut Finder, sink: &mut Sink, base: f64, level: u8, of: Of) -> ControlFlow<()> {
    let mode = Mode { by_cells: true, dynamic: true };
    find(finder, sink, Rules { base, mode, binary: true, several: true }, level, of)
}

fn find(finder: &mut Finder, sink: &mut Sink, rules: Rules, level: u8, of: Of) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    let chain::Work { multiple, advanced, .. } = &mut finder.chain;
    let mut advanced = level.checked_sub(1).map(|index| {
        let advanced = &mut advanced[usize::from(index)];
        let limits = multiple.limits();
        &mut **advanced.get_or_insert_with(|| Box::new(Advanced::new(level, limits.clone())))
    });
    let found = if sink.wants_all() {
        multiple.all(ground, state, rules, advanced.as_deref_mut())
    } else {
        multiple.best(ground, state, rules, advanced.as_deref_mut()).into_iter().collect()
    };
    found.iter().try_for_each(|found| {
        let mut step = step(ground, found, of);
        if finder.explain {
            let advanced = advanced.as_deref_mut();
            let (nodes, ends, nested) = multiple.told(ground, state, rules, advanced, found);
            step = step.told(nodes, ends).with_nested(nested);
        }
        sink.take(step)
    })
}

fn step(ground: &Ground, found: &Found, of: Of) -> Step {
    let technique = match found.kind {
        Kind::Contradiction { .. } => of[0],
        Kind::Double(_) => of[1],
        Kind::House { .. } => of[2],
        Kind::Cell(_) => of[3],
    };
    let mut step = Step::new(technique).rated(found.grade.rating).removing(found.removed);
    if found.on {
        let (cell, digit) = split(found.target);
        step = step.placing(cell, digit);
    }
    if let Kind::House { house, .. } = found.kind {
        step = step.within(ground, house);
    }
    step
}
