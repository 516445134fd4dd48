//! When to restart, and how to branch in between.
//!
//! Two modes take turns. One branches by dom/wdeg and restarts often, by the Luby sequence: it finds
//! solutions, above all of large grids. The other branches by EVSIDS. Until there is a solution it
//! restarts as soon as learned clauses get worse than they were on average; once there is one, and
//! what is left is mostly to refute, seldom, by the Luby sequence too.
//!
//! - Michael Luby, Alistair Sinclair, David Zuckerman: *Optimal speedup of Las Vegas algorithms*,
//!   1993.
//! - Armin Biere, Andreas Fröhlich: *Evaluating CDCL restart schemes*, POS 2015 (moving averages).
//! - Chanseok Oh: *Between SAT and UNSAT: the fundamental difference in CDCL SAT*, SAT 2015 (modes).

/// How the search branches for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// By dom/wdeg.
    DomWdeg,
    /// By EVSIDS.
    Evsids,
}

/// Conflicts per unit of the Luby sequence: by dom/wdeg, and by EVSIDS to refute.
const UNITS: [u64; 2] = [64, 4096];
/// Conflicts of the first turn, by dom/wdeg: at least so many, or one for so many variables.
const FIRST: (u64, u64) = (1000, 64);
/// Conflicts of the first turns after it, by EVSIDS and by dom/wdeg; they grow by as much each time.
const TURNS: (u64, u64) = (1000, 250);
/// Conflicts before a restart by averages.
const LEAST: u64 = 2;
/// How much worse clauses have got by then.
const MARGIN: f64 = 1.1;
/// How much one clause counts in the quick average and in the slow one.
const WEIGHTS: [f64; 2] = [1.0 / 33.0, 1e-5];

/// The restart policy.
#[derive(Debug, Clone)]
pub(super) struct Restarts {
    mode: Mode,
    /// Whether there is a solution, so that what is left is mostly to refute.
    refutes: bool,
    /// Turns of EVSIDS so far, and conflicts until the next turn.
    turns: u64,
    turn: u64,
    /// Conflicts since the last restart; runs of each mode, this one too.
    conflicts: u64,
    runs: [u64; 2],
    /// Clauses learned, and averages of their LBD.
    learned: u64,
    averages: [f64; 2],
}

impl Restarts {
    /// The policy for so many variables.
    pub(super) fn new(vars: usize) -> Self {
        Restarts {
            mode: Mode::DomWdeg,
            refutes: false,
            turns: 0,
            turn: FIRST.0.max(vars as u64 / FIRST.1),
            conflicts: 0,
            runs: [1; 2],
            learned: 0,
            averages: [0.0; 2],
        }
    }

    /// Notes that there is a solution, or is to be searched as if there were: what is left is mostly to
    /// refute.
    pub(super) fn refute(&mut self) {
        self.refutes = true;
    }

    /// Whether what is left is mostly to refute.
    pub(super) fn refutes(&self) -> bool {
        self.refutes
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
        if self.mode == Mode::Evsids && !self.refutes {
            let [quick, slow] = self.averages;
            return self.conflicts >= LEAST && quick > MARGIN * slow;
        }
        let mode = self.mode as usize;
        self.conflicts >= UNITS[mode] * luby(self.runs[mode])
    }

    /// Begins the next run, if need be the next turn.
    pub(super) fn restart(&mut self) {
        self.conflicts = 0;
        self.runs[self.mode as usize] += 1;
        if self.turn == 0 {
            (self.mode, self.turn) = match self.mode {
                Mode::DomWdeg => {
                    self.turns += 1;
                    (Mode::Evsids, TURNS.0 * self.turns)
                }
                Mode::Evsids => (Mode::DomWdeg, TURNS.1 * self.turns),
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
    fn worse_clauses_restart_and_turns_get_longer() {
        let mut restarts = Restarts::new(10);
        for _ in 0..FIRST.0 {
            restarts.conflict(4);
        }
        assert!(restarts.are_due());
        restarts.restart();
        assert_eq!(restarts.mode(), Mode::Evsids);
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

    #[test]
    fn refutations_restart_by_the_luby_sequence() {
        let mut restarts = Restarts::new(10);
        restarts.refute();
        let mut runs = Vec::new();
        for lbd in (0..13_000).map(|k| 4 + k % 90) {
            restarts.conflict(lbd);
            if restarts.are_due() {
                runs.push((restarts.mode(), restarts.conflicts / UNITS[restarts.mode() as usize]));
                restarts.restart();
            }
        }
        let of =
            |mode| runs.iter().filter(|run| run.0 == mode).map(|run| run.1).collect::<Vec<_>>();
        assert_eq!(of(Mode::DomWdeg)[..7], [1, 1, 2, 1, 1, 2, 4]);
        assert_eq!(of(Mode::Evsids), [1, 1]);
    }
}
