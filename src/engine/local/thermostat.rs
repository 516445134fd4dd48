//! The thermostat: which temperature follows which.
//!
//! Solutions are found in a narrow range of temperatures, just above the one where states freeze:
//! hotter, they are never that good; colder, they stay in valleys without a solution. Where the
//! range lies depends on the instance (near 0.43 at order 6, 0.37 at order 7, 0.3 at order 8), but
//! what a cell costs there depends on little but the side. So the state is cooled while it costs
//! more than that and warmed while it costs less. In a valley it grows warmer until it has left it,
//! and then it is cooled again into another one; so nothing need be known of the instance, and no
//! time set for a new start. The temperature moves ever more slowly, and so finds the range ever
//! more closely. Where few solutions exist, a state can freeze in a valley that costs more than is
//! aimed at, and cooling would keep it there for ever: when few cells have changed for some hundred
//! turns, it is warmed instead.
//!
//! Puzzles that are no more than large, such as empty grids, would be kept from their solutions by
//! that: there, cooling alone leads to one, the more surely the slower. So a search begins with
//! descents from where everything moves to where nothing does, each more slowly than the one
//! before, which also show where the range lies; and later, now and then, it descends again, more
//! slowly still.

use super::state::State;
use super::temperature::Acceptance;
use crate::random::Random;

/// Steps of a turn, after which the temperature changes: about a millisecond.
pub(super) const TURN: u32 = 1 << 15;

/// The cost of a cell that is aimed at, by band, times the root of the side.
const AIMS: [f64; 4] = [0.085, 0.09, 0.075, 0.11];

/// The least that is aimed at: small puzzles have valleys of cost 2.
const LEAST_AIM: f64 = 4.0;

/// Where the first descents begin.
const HOTTEST: f64 = 0.6;

/// Hotter and colder it never gets.
const BOUNDS: (f64, f64) = (0.1, 1.0);

/// The part by which it cools every turn in the first descent; in each of the next a quarter of
/// that,
const FASTEST: f64 = 0.016;

/// down to this.
const SLOWEST: f64 = 0.004;

/// A descent ends at this part of the temperature where the range was reached, which is
const DEPTH: f64 = 0.6;

/// this, if it was not.
const RANGE: f64 = 0.25;

/// Between descents temperatures change by no more than this part of a turn,
const CHANGE: f64 = 0.0002;

/// and half of that after so many turns.
const SLOWING: f64 = 4000.0;

/// Turns after which the digits are compared with those before.
const LOOK: u32 = 512;

/// If no more than this part of them has changed, the state is frozen. At order 7 a third or more of
/// them change above freezing, but for stays in a valley.
const FROZEN: f64 = 0.1;

/// The part by which a frozen state that costs too much is warmed every turn: a twentieth from one look
/// to the next.
const THAW: f64 = 0.0001;

/// Turns before further descents: with odd strategies they come whenever the turns have doubled,
/// with even ones half as often,
const LATE_DESCENTS: u32 = 2048;

/// and take a fifth of the turns before them: this is how much the logarithm falls in all of these.
const DESCENT: f64 = 2.5;

/// A state at a temperature that follows what it costs.
#[derive(Debug, Clone)]
pub(super) struct Thermostat<const D: usize> {
    rng: Random,
    state: State<D>,
    acceptance: Acceptance,
    temperature: f64,
    /// The cost aimed at.
    aim: f64,
    turns: u32,
    /// The digits at the last [`LOOK`].
    seen: Box<[u8]>,
    /// Whether few of them have changed between the last two.
    frozen: bool,
    /// Whether it descends often.
    descends: bool,
    descent: Option<Descent>,
}

/// A descent to where nothing moves.
#[derive(Debug, Clone, Copy)]
struct Descent {
    /// The part by which the temperature falls every turn.
    rate: f64,
    /// Where it was when the range was reached.
    range: Option<f64>,
}

impl<const D: usize> Thermostat<D> {
    /// A search from a state that begins by shuffling it. Strategies that differ by less than four
    /// have different aims.
    pub(super) fn new(mut state: State<D>, side: u8, seed: u64, strategy: usize) -> Self {
        let mut rng = Random::new(seed);
        state.shuffle(&mut rng);
        let aim = AIMS[strategy % AIMS.len()] * f64::from(state.len());
        let aim = (aim / f64::from(side).sqrt()).max(LEAST_AIM);
        let acceptance = Acceptance::new(HOTTEST);
        Thermostat {
            rng,
            state,
            acceptance,
            temperature: HOTTEST,
            aim,
            turns: 0,
            seen: Box::default(),
            frozen: false,
            descends: strategy % 2 == 1,
            descent: Some(Descent { rate: FASTEST, range: None }),
        }
    }

    /// Takes [`TURN`] steps. If they lead to a solution, gives its digits, and leaves it by some
    /// swaps; one of the first descents, if it was that, is begun again.
    pub(super) fn turn(&mut self) -> Option<Vec<u8>> {
        let solved = self.state.walk(TURN, &self.acceptance, &mut self.rng).then(|| {
            let digits = self.state.digits().collect();
            self.state.shake(&mut self.rng);
            if let Some(descent) = &mut self.descent
                && descent.rate >= SLOWEST
            {
                descent.range = None;
                self.temperature = HOTTEST;
            }
            digits
        });
        self.regulate(self.state.cost());
        self.acceptance = Acceptance::new(self.temperature);
        solved
    }

    /// Sets the temperature for the turn after one that ended at a cost.
    fn regulate(&mut self, cost: i32) {
        self.turns = self.turns.saturating_add(1);
        if self.turns.is_multiple_of(LOOK) {
            self.look();
        }
        let excess = f64::from(cost) / self.aim - 1.0;
        let change = match &mut self.descent {
            Some(descent) => {
                if descent.range.is_none() && excess < 1.0 {
                    descent.range = Some(self.temperature);
                }
                descent.rate
            }
            None if self.frozen && excess > 0.0 => -THAW,
            None => excess.clamp(-1.0, 1.0) * CHANGE / (1.0 + f64::from(self.turns) / SLOWING),
        };
        self.temperature = (self.temperature * (1.0 - change)).clamp(BOUNDS.0, BOUNDS.1);
        if let Some(Descent { rate, range }) = self.descent {
            let range = range.unwrap_or(RANGE);
            if self.temperature <= (DEPTH * range).max(BOUNDS.0) {
                // Only the first ones follow upon each other: later ones are slower.
                let next = rate / 4.0;
                let again = next >= SLOWEST;
                self.temperature = if again { HOTTEST } else { range };
                self.descent = again.then_some(Descent { rate: next, range: None });
            }
        } else if self.turns >= LATE_DESCENTS
            && self.turns.is_power_of_two()
            && (self.descends || !self.turns.trailing_zeros().is_multiple_of(2))
        {
            let rate = DESCENT / f64::from(self.turns);
            self.descent = Some(Descent { rate, range: Some(self.temperature) });
        }
    }

    /// Sees whether the state has frozen since the last look.
    fn look(&mut self) {
        let now: Box<[u8]> = self.state.digits().collect();
        let changed = now.iter().zip(&self.seen).map(|(now, seen)| u16::from(now != seen));
        let few = FROZEN * f64::from(self.state.len());
        self.frozen = !self.seen.is_empty() && f64::from(changed.sum::<u16>()) <= few;
        self.seen = now;
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::Cell;
    use super::*;

    /// The thermostat of a state that does not matter.
    fn thermostat(strategy: usize) -> Thermostat<1> {
        let cell = |digit| Cell {
            lines: [0, 1 + u16::from(digit)],
            region: 0,
            domain: vec![0, 1],
            extras: Vec::new(),
            digit,
        };
        Thermostat::new(State::new(&[cell(0), cell(1)], 4), 2, 1, strategy)
    }

    /// Lets the descents of the beginning pass, if the cost is 0 at a temperature and below, and
    /// high above it.
    fn check_descents(strategy: usize, range: f64) {
        let mut thermostat = thermostat(strategy);
        while thermostat.descent.is_some() {
            let above = thermostat.temperature > range;
            thermostat.regulate(if above { 1000 } else { 0 });
            assert!(thermostat.turns < LATE_DESCENTS, "no end at {range}");
        }
        let found = thermostat.temperature;
        let expected = if range < DEPTH * RANGE { RANGE } else { range.min(HOTTEST) };
        assert!((found / expected - 1.0).abs() < 0.01, "{found} for {range}");
        // Two descents, the second four times as long.
        let depth = (HOTTEST / (DEPTH * found).max(BOUNDS.0)).ln();
        let expected = depth / FASTEST + depth / SLOWEST;
        let turns = f64::from(thermostat.turns);
        assert!((turns / expected - 1.0).abs() < 0.03, "{turns} of {expected} turns for {range}");
    }

    #[test]
    fn first_descents_end_and_find_the_range() {
        for strategy in 0..4 {
            for range in [0.0, 0.11, 0.2, 0.3, 0.43, 0.59, 2.0] {
                check_descents(strategy, range);
            }
        }
    }

    #[test]
    fn between_descents_the_temperature_follows_the_cost() {
        let mut thermostat = thermostat(0);
        while thermostat.descent.is_some() {
            thermostat.regulate(0);
        }
        let before = thermostat.temperature;
        (0..100).for_each(|_| thermostat.regulate(0));
        let warm = thermostat.temperature;
        (0..200).for_each(|_| thermostat.regulate(1000));
        assert!(warm > before && thermostat.temperature < before);
    }

    #[test]
    fn what_is_frozen_at_too_high_a_cost_is_warmed() {
        let mut thermostat = thermostat(0);
        while thermostat.descent.is_some() {
            thermostat.regulate(0);
        }
        // Nothing ever changes, so the first two looks see that; the costs are far above the aim.
        let cooled = thermostat.temperature;
        (0..2 * LOOK).for_each(|_| thermostat.regulate(1000));
        assert!(thermostat.frozen);
        let frozen = thermostat.temperature;
        (0..LOOK).for_each(|_| thermostat.regulate(1000));
        assert!(frozen < cooled && thermostat.temperature > frozen * 1.04);
        // Once all digits have changed, it is cooled again.
        thermostat.seen.iter_mut().for_each(|digit| *digit = 1 - *digit);
        thermostat.look();
        let thawed = thermostat.temperature;
        (0..100).for_each(|_| thermostat.regulate(1000));
        assert!(!thermostat.frozen && thermostat.temperature < thawed);
    }

    #[test]
    fn odd_strategies_descend_twice_as_often() {
        let descents = [0, 1].map(|strategy| {
            let mut thermostat = thermostat(strategy);
            let mut begun = 0;
            for _ in 0..200_000 {
                let before = thermostat.descent.is_some();
                thermostat.regulate(5);
                begun += u32::from(!before && thermostat.descent.is_some());
            }
            begun
        });
        // At 2,048 turns and whenever they have doubled, or quadrupled, since.
        assert_eq!(descents, [4, 7]);
    }
}
