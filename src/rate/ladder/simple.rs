//! Cycles and forcing chains.

use std::ops::ControlFlow;

use crate::rate::chain::links::{Via, split};
use crate::rate::chain::simple::{Chain, Kind};
use crate::rate::finder::Finder;
use crate::rate::ground::Ground;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static X_CYCLE: Technique = Technique::new("x-cycle", "Bidirectional X-Cycle", 6.5);
static Y_CYCLE: Technique = Technique::new("y-cycle", "Bidirectional Y-Cycle", 6.5);
static X_CHAIN: Technique = Technique::new("x-chain", "Forcing X-Chain", 6.6);
static CHAIN: Technique = Technique::new("forcing-chain", "Forcing Chain", 7.0);
static CYCLE: Technique = Technique::new("bidirectional-cycle", "Bidirectional Cycle", 7.0);

pub(super) const SIMPLE: Producer =
    Producer { techniques: &[&X_CYCLE, &Y_CYCLE, &X_CHAIN, &CHAIN, &CYCLE], find };

fn technique(chain: &Chain) -> &'static Technique {
    match chain.kind {
        Kind::Cycle(Via::Houses) => &X_CYCLE,
        Kind::Cycle(Via::Cells) => &Y_CYCLE,
        Kind::Cycle(Via::Both) => &CYCLE,
        Kind::On(Via::Houses) | Kind::Off(Via::Houses) => &X_CHAIN,
        Kind::On(_) | Kind::Off(_) => &CHAIN,
    }
}

fn find(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let Finder { ground, ref state, ref mut chain, explain, .. } = *finder;
    if !sink.wants_all() {
        let best = chain.simple.best(ground, state);
        return best
            .map_or(ControlFlow::Continue(()), |best| sink.take(step(ground, &best, explain)));
    }
    let all = chain.simple.all(ground, state);
    all.iter().try_for_each(|chain| sink.take(step(ground, chain, explain)))
}

fn step(ground: &Ground, chain: &Chain, explain: bool) -> Step {
    let step = Step::new(technique(chain)).rated(chain.grade.rating).removing(chain.removed);
    let (cell, digit) = split(chain.source);
    let step = if matches!(chain.kind, Kind::On(_)) { step.placing(cell, digit) } else { step };
    if !explain {
        return step;
    }
    let nodes = chain.told(ground);
    let end = nodes.len() - 1;
    step.told(nodes, vec![end])
}
