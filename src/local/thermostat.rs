//! The thermostat: which temperature follows which.
//!
//! Solutions are found in a narrow range of temperatures, just above the one where states freeze:
//! hotter, they are never that good; colder, they stay in valleys without a solution. Where the
//! range lies depends on the instance (near 0.43 at order 6, 0.37 at order 7, 0.32 at order 8), but
//! what a cell costs there hardly does. So the state is cooled while it costs more than that and
//! warmed while it costs less. In a valley it grows warmer until it has left it, and then it is
//! cooled again into another one; so nothing need be known of the instance, and no time set for a
//! new start. Puzzles that are no more than large, such as empty grids, are solved by cooling alone, and
//! would be kept from it: so once the range is reached, the state is cooled to where nothing moves, and
//! then warmed again. With an odd seed that happens again now and then, more slowly each time. The
//! temperature moves ever more slowly, and so finds the range ever more closely.

use super::rng::Rng;
use super::state::State;
use super::temperature::Thresholds;

/// Steps of a turn, after which the temperature changes: about a millisecond.
pub(super) const TURN: u32 = 1 << 15;

/// The cost of a cell that is aimed at, by band.
const AIMS: [f64; 4] = [0.0135, 0.0155, 0.011, 0.02];

/// The least that is aimed at: small puzzles have valleys of cost 2.
const LEAST_AIM: f64 = 4.0;

/// Where the state begins to cool.
const HOTTEST: f64 = 0.6;

/// Hotter and colder it never gets.
const BOUNDS: (f64, f64) = (0.1, 1.0);

/// The part by which it cools every turn, until it is near the range.
const COOLING: f64 = 0.002;

/// From then on temperatures change by no more than this part of a turn,
const CHANGE: f64 = 0.0002;

/// and half of that after so many turns.
const SLOWING: f64 = 4000.0;

/// A descent ends at this part of the temperature where it began.
const DEPTH: f64 = 0.6;

/// Turns before the first descent but one; they come again whenever the turns have doubled,
const FIRST_DESCENT: u32 = 1024;

/// and take a fifth of the turns before them: this is how much the logarithm falls in all of these.
const DESCENT: f64 = 2.5;

/// A state at a temperature that follows what it costs.
#[derive(Debug, Clone)]
pub(super) struct Thermostat<const D: usize> {
    rng: Rng,
    state: State<D>,
    thresholds: Thresholds,
    temperature: f64,
    /// The cost aimed at.
    aim: f64,
    turns: u32,
    /// Whether it has been near that yet.
    begun: bool,
    /// Whether it descends again later.
    descends: bool,
    /// Within a descent: the temperature to return to, and the part by which it falls every turn.
    descent: Option<(f64, f64)>,
}

impl<const D: usize> Thermostat<D> {
    /// A search from a state that begins by shuffling it. Seeds that differ by less than four have
    /// different aims.
    pub(super) fn new(mut state: State<D>, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        state.shuffle(&mut rng);
        let aim = AIMS[(seed % AIMS.len() as u64) as usize] * f64::from(state.len());
        let aim = aim.max(LEAST_AIM);
        let thresholds = Thresholds::new(HOTTEST);
        Thermostat {
            rng,
            state,
            thresholds,
            temperature: HOTTEST,
            aim,
            turns: 0,
            begun: false,
            descends: seed % 2 == 1,
            descent: None,
        }
    }

    /// Takes [`TURN`] steps. If they lead to a solution, gives its digits, and leaves it by some
    /// swaps.
    pub(super) fn turn(&mut self) -> Option<Vec<u8>> {
        let solved = self.state.walk(TURN, &self.thresholds, &mut self.rng).then(|| {
            let digits = self.state.digits().collect();
            self.state.shake(&mut self.rng);
            digits
        });
        self.turns = self.turns.saturating_add(1);
        let excess = f64::from(self.state.cost()) / self.aim - 1.0;
        if !self.begun && excess < 1.0 {
            self.begun = true;
            self.descent = Some((self.temperature, COOLING));
        } else if self.begun
            && self.descends
            && self.turns >= FIRST_DESCENT
            && self.turns.is_power_of_two()
        {
            self.descent = Some((self.temperature, DESCENT / f64::from(self.turns)));
        }
        let change = match self.descent {
            Some((_, change)) => change,
            None if !self.begun => COOLING,
            None => excess.clamp(-1.0, 1.0) * CHANGE / (1.0 + f64::from(self.turns) / SLOWING),
        };
        self.temperature = (self.temperature * (1.0 - change)).clamp(BOUNDS.0, BOUNDS.1);
        if let Some((held, _)) = self.descent
            && self.temperature < DEPTH * held
        {
            self.temperature = held;
            self.descent = None;
        }
        self.thresholds = Thresholds::new(self.temperature);
        solved
    }
}
