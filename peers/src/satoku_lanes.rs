//! satoku itself: the lanes, with every instruction set that this machine has.

use satoku::Limits;
use satoku::engine::lanes::{self, Clues, InstructionSet, Query};

use crate::contestant::{CELLS, Contestant, Contestants, REFUSED, capped, lines};

/// One contestant for every instruction set, the widest first.
pub(crate) fn contestants() -> Contestants {
    let sets = InstructionSet::available().into_iter().rev();
    sets.map(|set| Box::new(Lanes(set)) as Box<dyn Contestant>).collect()
}

/// All puzzles in one batch, or as many as are asked for at a time.
#[derive(Debug)]
struct Lanes(InstructionSet);

impl Contestant for Lanes {
    fn name(&self) -> String {
        format!("satoku-{}", self.0.name())
    }

    fn run(&mut self, text: &[u8], limit: u32, counts: &mut Vec<u8>) -> u64 {
        let puzzles: Option<Vec<Clues<'_>>> =
            lines(text).iter().map(|line| line.first_chunk::<CELLS>().map(Clues::Text)).collect();
        let Some(puzzles) = puzzles else {
            counts.push(REFUSED);
            return 0;
        };
        // Like the others, it hands out the solution when only one is looked for.
        let keep = usize::from(limit == 1);
        let query = Query { limit: Some(u64::from(limit)), keep };
        let Ok(answers) = lanes::solve_with(self.0, &puzzles, query, &Limits::none()) else {
            counts.extend(puzzles.iter().map(|_| REFUSED));
            return 0;
        };
        counts.extend(answers.iter().map(|answer| capped(answer.count, limit)));
        std::hint::black_box(&answers);
        answers.iter().map(|answer| answer.nodes).sum()
    }
}
