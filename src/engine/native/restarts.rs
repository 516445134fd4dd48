//! When to restart, and how to branch in between.
//!
//! Two modes take turns. The stable one restarts seldom and branches by dom/wdeg: it finds solutions,
//! above all of large grids. The focused one restarts as soon as learned clauses get worse than they
//! were on average, and branches by EVSIDS: it refutes.
//!
//! - Michael Luby, Alistair Sinclair, David Zuckerman: *Optimal speedup of Las Vegas algorithms*,
//!   1993.
//! - Armin Biere, Andreas Fröhlich: *Evaluating CDCL restart schemes*, POS 2015 (moving averages).
//! - Chanseok Oh: *Between SAT and UNSAT: the fundamental difference in CDCL SAT*, SAT 2015 (modes).

/// How the search goes for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Stable,
    Focused,
}

/// Conflicts per unit of the restart sequence of the stable mode.
const UNIT: u64 = 64;
/// Conflicts of the first turn, which is stable: at least so many, or one for so many variables.
const FIRST: (u64, u64) = (1000, 64);
/// Conflicts of the first turns after it, focused and stable; they grow by as much each time.
const TURNS: (u64, u64) = (1000, 250);
/// Conflicts before a restart of the focused mode.
const LEAST: u64 = 2;
/// How much worse clauses have got by a restart of the focused mode.
const MARGIN: f64 = 1.1;
/// How much one clause counts in the quick average and in the slow one.
const WEIGHTS: [f64; 2] = [1.0 / 33.0, 1e-5];

/// The restart policy.
#[derive(Debug, Clone)]
pub(super) struct Restarts {
    mode: Mode,
    /// Turns of the focused mode so far, and conflicts until the next turn.
    turns: u64,
    turn: u64,
    /// Conflicts since the last restart; restarts of the stable mode.
    conflicts: u64,
    stable: u64,
    /// Clauses learned, and averages of their LBD.
    learned: u64,
    averages: [f64; 2],
}

impl Restarts {
    /// The policy for so many variables.
    pub(super) fn new(vars: usize) -> Self {
        Restarts {
            mode: Mode::Stable,
            turns: 0,
            turn: FIRST.0.max(vars as u64 / FIRST.1),
            conflicts: 0,
            stable: 1,
            learned: 0,
            averages: [0.0; 2],
        }
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// Counts a conflict, and the LBD of what was learned of it.
    pub(super) fn conflict(&mut self, lbd: u32) {
        self.conflicts += 1;
        self.turn = self.turn.saturating_sub(1);
        self.learned += 1;
        #[expect(clippy::cast_precision_loss, reason = "an average")]
        let share = 1.0 / self.learned as f64;
        for (average, weight) in self.averages.iter_mut().zip(WEIGHTS) {
            *average += (f64::from(lbd) - *average) * share.max(weight);
        }
    }

    /// Whether it is time for a restart.
    pub(super) fn are_due(&self) -> bool {
        let [quick, slow] = self.averages;
        match self.mode {
            Mode::Stable => self.conflicts >= UNIT * luby(self.stable),
            Mode::Focused => self.conflicts >= LEAST && quick > MARGIN * slow,
        }
    }

    /// Begins the next run, if need be the next turn.
    pub(super) fn restart(&mut self) {
        self.conflicts = 0;
        self.stable += u64::from(self.mode == Mode::Stable);
        if self.turn == 0 {
            (self.mode, self.turn) = match self.mode {
                Mode::Stable => {
                    self.turns += 1;
                    (Mode::Focused, TURNS.0 * self.turns)
                }
                Mode::Focused => (Mode::Stable, TURNS.1 * self.turns),
            };
        }
    }
}

/// The restart sequence 1, 1, 2, 1, 1, 2, 4, …, which is within a logarithm of the best one.
fn luby(mut k: u64) -> u64 {
    loop {
        let power = (k + 1).next_power_of_two();
        if power == k + 1 {
            return power / 2;
        }
        k -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_luby_sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn worse_clauses_restart_the_focused_mode_and_turns_get_longer() {
        let mut restarts = Restarts::new(10);
        for _ in 0..FIRST.0 {
            restarts.conflict(4);
        }
        assert!(restarts.are_due());
        restarts.restart();
        assert_eq!(restarts.mode(), Mode::Focused);
        for _ in 0..10 {
            restarts.conflict(4);
            assert!(!restarts.are_due());
        }
        for _ in 0..10 {
            restarts.conflict(9);
        }
        assert!(restarts.are_due());
        let mut lengths = Vec::new();
        for _ in 0..3 {
            let mode = restarts.mode();
            lengths.push(restarts.turn);
            while restarts.mode() == mode {
                restarts.conflict(9);
                restarts.restart();
            }
        }
        assert_eq!(lengths, [TURNS.0 - 20, TURNS.1, 2 * TURNS.0]);
    }
}
