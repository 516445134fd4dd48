//! `--shard I/N`: every N-th puzzle of a run, from the I-th on.

use std::fmt;
use std::str::FromStr;

/// The most shards that a run has.
const MOST: u64 = 1 << 20;

/// A part of the puzzles of a run: number k is of shard (k - 1) mod N + 1, however many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Which, from 1.
    pub(crate) number: u64,
    pub(crate) of: u64,
}

impl Shard {
    /// All puzzles.
    pub(crate) const ALL: Shard = Shard { number: 1, of: 1 };

    /// How many puzzles of the shard come before the puzzle of this number, from 1, if it is one of
    /// the shard.
    pub(crate) fn place(self, index: u64) -> Option<u64> {
        let place = index.checked_sub(self.number)?;
        place.is_multiple_of(self.of).then_some(place / self.of)
    }

    /// The number, from 1, of the puzzle before which so many of the shard come.
    pub(crate) fn number_at(self, place: u64) -> u64 {
        self.number + place * self.of
    }

    /// How many of so many puzzles are of the shard.
    pub(crate) fn share(self, puzzles: u64) -> u64 {
        puzzles.checked_sub(self.number).map_or(0, |more| more / self.of + 1)
    }

    /// The shard that Slurm or GNU parallel have given to a process; of a number that is known, or
    /// that they tell.
    fn told(of: Option<u64>, told: impl Fn(&str) -> Option<u64>) -> Result<Self, String> {
        // Array tasks are numbered from any number on, in steps of any size.
        let task = told("SLURM_ARRAY_TASK_ID").map(|id| {
            let first = told("SLURM_ARRAY_TASK_MIN").unwrap_or(1);
            let step = told("SLURM_ARRAY_TASK_STEP").unwrap_or(1).max(1);
            (id.saturating_sub(first) / step + 1, told("SLURM_ARRAY_TASK_COUNT"))
        });
        let process = || Some((told("SLURM_PROCID")? + 1, told("SLURM_NTASKS")));
        let job = || Some((told("PARALLEL_SEQ")?, None));
        let (number, all) = task.or_else(process).or_else(job).ok_or(
            "auto: neither SLURM_ARRAY_TASK_ID nor SLURM_PROCID nor PARALLEL_SEQ tells which shard",
        )?;
        let of = of.or(all).ok_or("auto: nothing tells how many shards there are: write auto/N")?;
        Self::new(number, of)
    }

    fn new(number: u64, of: u64) -> Result<Self, String> {
        if (1..=of).contains(&number) && of <= MOST {
            return Ok(Shard { number, of });
        }
        Err(format!("shard {number} of {of}: expected one from 1 on, of at most {MOST}"))
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let variable = |name: &str| std::env::var(name).ok()?.trim().parse().ok();
        let (number, of) = text.split_once('/').map_or((text, None), |(i, n)| (i, Some(n)));
        let expected = || "expected I/N, the I-th of N shards, such as 1/16, or auto".to_owned();
        let of = of.map(|of| of.parse().map_err(|_| expected())).transpose()?;
        match (number, of) {
            ("auto", of) => Self::told(of, variable),
            (number, Some(of)) => Self::new(number.parse().map_err(|_| expected())?, of),
            _ => Err(expected()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_is_of_one_shard() {
        for of in 1..9 {
            for puzzles in 0..30 {
                let shards = || (1..=of).map(|number| Shard::new(number, of).unwrap());
                let shares: Vec<_> = shards().map(|shard| shard.share(puzzles)).collect();
                assert_eq!(shares.iter().sum::<u64>(), puzzles);
                for index in 1..=puzzles {
                    let places: Vec<_> = shards().filter_map(|it| it.place(index)).collect();
                    assert_eq!(places, [(index - 1) / of]);
                }
            }
        }
    }

    #[test]
    fn schedulers_tell_the_shard() {
        let told = |of, variables: &[(&str, u64)]| {
            let find = |name: &str| variables.iter().find(|it| it.0 == name).map(|it| it.1);
            Shard::told(of, find).map(|shard| shard.to_string())
        };
        let array = [
            ("SLURM_ARRAY_TASK_ID", 14),
            ("SLURM_ARRAY_TASK_COUNT", 5),
            ("SLURM_ARRAY_TASK_MIN", 10),
            ("SLURM_ARRAY_TASK_STEP", 2),
            ("SLURM_PROCID", 0),
            ("SLURM_NTASKS", 1),
        ];
        assert_eq!(told(None, &array).unwrap(), "3/5");
        assert_eq!(told(Some(8), &array).unwrap(), "3/8");
        assert_eq!(told(None, &array[4..]).unwrap(), "1/1");
        assert_eq!(told(Some(4), &[("PARALLEL_SEQ", 4)]).unwrap(), "4/4");
        assert!(told(None, &[("PARALLEL_SEQ", 4)]).is_err());
        assert!(told(Some(4), &[("PARALLEL_SEQ", 5)]).is_err());
        assert!(told(None, &[]).is_err());
    }

    #[test]
    fn words_that_are_none() {
        for word in ["", "3", "0/4", "5/4", "a/4", "1/b", "1/0", "1/99999999"] {
            assert!(word.parse::<Shard>().is_err(), "{word}");
        }
        assert_eq!("3/7".parse(), Ok(Shard { number: 3, of: 7 }));
    }
}
