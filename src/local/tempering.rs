//! Tempering: several states at neighbouring temperatures that change places.
//!
//! A ladder of temperatures spans the narrow range in which a state freezes. Each rung holds a
//! state of its own; after every round neighbours change places with the probability that keeps
//! both in equilibrium (Swendsen, Wang, *Replica Monte Carlo simulation of spin glasses*, 1986;
//! Geyer 1991), so states are warmed and cooled again as they need. Where freezing begins depends
//! on the instance; the hot end follows it by the cost that states have there. After a long
//! time the coldest state, most likely in a valley without a solution, gives way to a random one at the
//! hot end.

use super::rng::Rng;
use super::state::State;
use super::temperature::{Thresholds, exp_minus};

/// Steps of a turn, the unit of effort: about a millisecond.
pub(super) const TURN: u32 = 1 << 15;

/// States on the ladder.
const RUNGS: usize = 8;

/// The ratio of neighbouring temperatures, which takes the cold end to 0.8 of the hot one.
const RATIO: f64 = 0.9686;

/// The cost aimed at on the hot end, in thousandths of the cells, by band.
const HOT_COSTS: [i64; 4] = [45, 36, 56, 28];

/// Where the first state begins to cool.
const HOTTEST: f64 = 0.5;

/// Colder it never gets on the hot end.
const COLDEST: f64 = 0.15;

/// The first state cools by this after every [`COOLING_TURNS`] turns.
const COOLING: f64 = 0.97;

/// See [`COOLING`].
const COOLING_TURNS: u64 = 2;

/// Rounds after which the temperatures are adjusted.
const ADJUSTED: u64 = 16;

/// Rounds before a state is replaced for the first time; each next one waits a tenth longer. Half a
/// thousand million steps: replaced sooner, states do not get as far.
const PATIENCE: u64 = 2000;

/// States by rising temperature, and the temperatures.
#[derive(Debug, Clone)]
pub(super) struct Tempering<const D: usize> {
    rng: Rng,
    /// The coldest first. A single one until the freezing range is found.
    states: Vec<State<D>>,
    thresholds: Vec<Thresholds>,
    /// The temperature of the hot end.
    heat: f64,
    /// The cost at which the hot end should be.
    hot_cost: i64,
    /// The costs seen on the hot end since the last adjustment.
    seen: i64,
    /// Turns taken in this round: the next state.
    next: usize,
    rounds: u64,
    /// The round in which the coldest state is replaced, and how long that took this time.
    replaced: u64,
    patience: u64,
}

impl<const D: usize> Tempering<D> {
    /// A search from a state that begins by shuffling it.
    pub(super) fn new(mut state: State<D>, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let band = (seed % HOT_COSTS.len() as u64) as usize;
        state.shuffle(&mut rng);
        let cells = i64::try_from(state.len()).unwrap_or(i64::MAX);
        Tempering {
            rng,
            hot_cost: (cells * HOT_COSTS[band] / 1000).max(1),
            states: vec![state],
            thresholds: vec![Thresholds::new(HOTTEST)],
            heat: HOTTEST,
            seen: 0,
            next: 0,
            rounds: 0,
            replaced: PATIENCE,
            patience: PATIENCE,
        }
    }

    /// Gives the next state [`TURN`] steps; its digits, if they are a solution, which it then
    /// leaves by some swaps.
    pub(super) fn turn(&mut self) -> Option<Vec<u8>> {
        let at = self.next;
        if self.states[at].walk(TURN, &self.thresholds[at], &mut self.rng) {
            let digits = self.states[at].digits().collect();
            self.states[at].shake(&mut self.rng);
            return Some(digits);
        }
        self.next += 1;
        if self.next == self.states.len() {
            self.next = 0;
            self.rounds += 1;
            self.seen += i64::from(self.states[at].cost());
            if self.states.len() == 1 { self.cool() } else { self.exchange() }
        }
        None
    }

    /// Cools the first state until it is as cold as the hot end should be, then builds the ladder.
    fn cool(&mut self) {
        if !self.rounds.is_multiple_of(COOLING_TURNS) {
            return;
        }
        if self.seen <= self.hot_cost * COOLING_TURNS.cast_signed() || self.heat < COLDEST {
            while self.states.len() < RUNGS {
                let mut state = self.states[0].clone();
                state.shuffle(&mut self.rng);
                self.states.insert(0, state);
            }
            self.rounds = 0;
        } else {
            self.heat *= COOLING;
        }
        self.seen = 0;
        self.set_thresholds();
    }

    fn set_thresholds(&mut self) {
        let mut temperature = self.heat;
        self.thresholds.clear();
        for _ in &self.states {
            self.thresholds.push(Thresholds::new(temperature));
            temperature *= RATIO;
        }
        self.thresholds.reverse();
    }

    /// What is done between two rounds.
    fn exchange(&mut self) {
        let mut temperature = self.heat;
        for warm in (1..self.states.len()).rev() {
            let cold = temperature * RATIO;
            let rise = self.states[warm].cost() - self.states[warm - 1].cost();
            let probability = exp_minus(f64::from(rise.max(0)) * (1.0 / cold - 1.0 / temperature));
            if self.rng.unit() < probability {
                self.states.swap(warm - 1, warm);
            }
            temperature = cold;
        }
        if self.rounds.is_multiple_of(ADJUSTED) {
            let (seen, aim) = (self.seen, self.hot_cost * ADJUSTED.cast_signed());
            if 10 * seen > 11 * aim && self.heat > COLDEST {
                self.heat *= 0.99;
            } else if 10 * seen < 9 * aim && self.heat < HOTTEST {
                self.heat *= 1.01;
            }
            self.seen = 0;
            self.set_thresholds();
        }
        if self.rounds == self.replaced {
            self.patience += self.patience / 10;
            self.replaced += self.patience;
            self.states[0].shuffle(&mut self.rng);
            self.states.rotate_left(1);
        }
    }
}
