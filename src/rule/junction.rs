//! Rules made of rules: `or (cage 10 r1c1-2) (cage 15 r1c1-2)`, and `and` likewise.

use super::Rule;
use super::block::{Block, Choice};

/// How rules are one rule together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Junction {
    /// At least one of them holds.
    Or,
    /// All of them hold.
    And,
}

/// Rules may be this deep within one another.
pub(super) const MAX_DEPTH: usize = 16;

impl Junction {
    /// Both.
    pub const ALL: [Junction; 2] = [Junction::Or, Junction::And];

    /// The word that texts of it begin with.
    pub fn word(self) -> &'static str {
        match self {
            Junction::Or => "or",
            Junction::And => "and",
        }
    }

    /// How it is written.
    pub fn usage(self) -> String {
        format!("{} (RULE) (RULE) …", self.word())
    }

    /// One line for help texts.
    pub fn about(self) -> &'static str {
        match self {
            Junction::Or => "at least one of the rules holds",
            Junction::And => "all of the rules hold",
        }
    }

    /// What some rules say together; or what is wrong with that.
    pub(super) fn blocks(self, parts: &[Rule]) -> Result<Box<[Block]>, String> {
        if parts.is_empty() {
            return Err(format!("no rules: expected {}", self.usage()));
        }
        let all = || parts.iter().flat_map(Rule::blocks);
        if parts.iter().map(depth).max() > Some(MAX_DEPTH) {
            return Err(too_deep());
        }
        let blocks: Box<[Block]> = match (self, parts) {
            (Junction::And, _) | (_, [_]) => all().cloned().collect(),
            (Junction::Or, _) => {
                // An option that is a choice is so many options.
                let options = parts.iter().flat_map(|part| match part.blocks() {
                    [Block::Choice(choice)] => choice.options().to_vec(),
                    blocks => vec![blocks.into()],
                });
                [Block::Choice(Choice::new(options.collect::<Vec<_>>()))].into()
            }
        };
        if blocks.iter().map(Block::depth).max() > Some(Choice::MAX_DEPTH) {
            return Err(too_deep());
        }
        Ok(blocks)
    }
}

pub(super) fn too_deep() -> String {
    "too many rules within one another".to_owned()
}

/// How many rules there are within one another.
fn depth(rule: &Rule) -> usize {
    1 + rule.parts().map_or(0, |(_, parts)| parts.iter().map(depth).max().unwrap_or(0))
}
