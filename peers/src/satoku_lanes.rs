//! satoku itself.

use satoku::engine::{EngineSpec, SatOptions};
use satoku::{Limits, answer};

use crate::contestant::{CELLS, Contestant, Contestants, REFUSED, capped, lines};

/// The ways to solve that satoku has to show.
pub(crate) fn contestants() -> Contestants {
    let native = EngineSpec::new("native", SatOptions::default());
    vec![Box::new(Native(native.expect("the library has it always")))]
}

/// Native search, puzzle by puzzle. It counts the nodes of the search.
#[derive(Debug)]
struct Native(EngineSpec);

impl Contestant for Native {
    fn name(&self) -> String {
        "satoku-native".into()
    }

    fn run(&mut self, text: &[u8], limit: u32, counts: &mut Vec<u8>) -> u64 {
        let mut nodes = 0;
        for line in lines(text) {
            let (count, more) = self.count(&line[..CELLS], limit).unwrap_or((REFUSED, 0));
            counts.push(count);
            nodes += more;
        }
        nodes
    }
}

impl Native {
    fn count(&self, cells: &[u8], limit: u32) -> Option<(u8, u64)> {
        let puzzle = satoku::parse(str::from_utf8(cells).ok()?).ok()?;
        let most = Some(u64::from(limit));
        let found =
            answer::find(&puzzle, &self.0, &Limits::none(), most, usize::from(limit == 1)).ok()?;
        Some((capped(found.count, limit), found.stats.nodes))
    }
}
