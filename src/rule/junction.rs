//! Rules made of rules: `or (cage 10 r1c1-2) (cage 15 r1c1-2)`, and `and` likewise.

use std::sync::Arc;

use super::Rule;
use super::block::{Block, Choice, Pairs, Sum};

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
                between(options.collect())
            }
        };
        if blocks.iter().map(Block::depth).max() > Some(Choice::MAX_DEPTH) {
            return Err(too_deep());
        }
        Ok(blocks)
    }
}

/// The most blocks of an option that are looked for in the others.
const MOST_COMMON: usize = 64;

/// A choice between options: what all of them say is said beside it, unless one has very many blocks. If what remains
/// of each is a single block, and these differ only in the total of a sum of cells that weigh alike, or in the table of
/// one pair, they are one block.
fn between(mut options: Vec<Box<[Block]>>) -> Box<[Block]> {
    let Some((first, others)) = options.split_first() else {
        return [Block::Choice(Choice::new(options))].into();
    };
    let is_common = |block: &&Block| others.iter().all(|option| option.contains(block));
    let few = options.iter().all(|option| option.len() <= MOST_COMMON);
    let mut blocks: Vec<Block> = first.iter().filter(|_| few).filter(is_common).cloned().collect();
    if !blocks.is_empty() {
        // What is left may be a choice, which is so many options.
        let left = options.iter().flat_map(|option| {
            let left = option.iter().filter(|block| !blocks.contains(block)).cloned();
            match &left.collect::<Vec<_>>()[..] {
                [Block::Choice(choice)] => choice.options().to_vec(),
                left => vec![left.into()],
            }
        });
        options = left.collect();
    }
    if options.iter().any(|option| option.is_empty()) {
        return blocks.into();
    }
    blocks.push(as_one(&options).unwrap_or_else(|| Block::Choice(Choice::new(options))));
    blocks.into()
}

/// The block of an option that has one.
fn only(option: &[Block]) -> Option<&Block> {
    match option {
        [block] => Some(block),
        _ => None,
    }
}

/// One block that says what options of one block each say.
fn as_one(options: &[Box<[Block]>]) -> Option<Block> {
    match only(options.first()?)? {
        // Where cells are taken away too, the bounds of one sum with several totals say less than each option.
        Block::Sum(first) if first.weights().windows(2).all(|two| two[0] == two[1]) => {
            let targets = options.iter().map(|option| match only(option)? {
                Block::Sum(sum)
                    if (sum.cells(), sum.weights()) == (first.cells(), first.weights()) =>
                {
                    Some(sum.targets())
                }
                _ => None,
            });
            let targets = targets.collect::<Option<Vec<_>>>()?.concat();
            Some(Block::Sum(Sum::new(first.cells(), first.weights(), targets)))
        }
        Block::Pairs(first) if first.pairs().len() == 1 => {
            let mut allowed = first.allowed().to_vec();
            for option in options {
                match only(option)? {
                    Block::Pairs(pairs) if pairs.pairs() == first.pairs() => {
                        for (all, more) in allowed.iter_mut().zip(pairs.allowed().iter()) {
                            more.iter().for_each(|digit| all.insert(digit));
                        }
                    }
                    _ => return None,
                }
            }
            Some(Block::Pairs(Pairs::new(Arc::from(allowed), first.pairs())))
        }
        _ => None,
    }
}

pub(super) fn too_deep() -> String {
    "too many rules within one another".to_owned()
}

/// How many rules there are within one another.
fn depth(rule: &Rule) -> usize {
    1 + rule.parts().map_or(0, |(_, parts)| parts.iter().map(depth).max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    #[test]
    fn options_that_differ_in_a_total_or_a_table_are_one_block() {
        let layout = Layout::boxes(3, 3).unwrap().shared();
        let blocks = |text: &str| Rule::parse(text, &layout).unwrap().blocks().to_vec();
        let [Block::Distinct(_), Block::Sum(sum)] =
            &blocks("or (cage 10 r1c1-3) (or (cage 12 r1c1-3) (cage 7 r1c1-3))")[..]
        else {
            panic!("distinct cells and a sum")
        };
        assert_eq!(sum.targets(), [7, 10, 12]);
        let [Block::Pairs(pairs)] = &blocks("or (difference 1 r1c1-2) (ratio 2 r1c1-2)")[..] else {
            panic!("one table")
        };
        let partners = |digit: usize| pairs.allowed()[digit].iter().map(|it| it.index() + 1);
        assert_eq!(partners(3).collect::<Vec<_>>(), [2, 3, 5, 8]);
        for text in [
            "or (cage 10 r1c1-3) (cage 12 r1c1-4)",
            "or (difference 1 r1c1-2) (difference 1 r2c1-2)",
            "or (difference 1 r1c1-2) (cage 10 r1c1-3)",
        ] {
            assert!(matches!(&blocks(text)[..], [Block::Choice(_)]), "{text}");
        }
        // An option with nothing left always holds, so what is common remains.
        assert_eq!(blocks("or (cage 10 r1c1-3) (and (cage 10 r1c1-3) (even r2c2))").len(), 2);
        // Choices within one another are one choice, also with something in common.
        let deep = (1..=9).fold("even r2c2".to_owned(), |text, column| {
            format!("or (and (even r2c2) (odd r3c{column})) ({text})")
        });
        assert_eq!(blocks(&deep).len(), 1);
        let deep = (2..=9).fold("and (even r2c2) (odd r3c1)".to_owned(), |text, column| {
            format!("or (and (even r2c2) (odd r3c{column})) ({text})")
        });
        let [Block::Clauses(_), Block::Choice(choice)] = &blocks(&deep)[..] else {
            panic!("one choice beside what is common")
        };
        assert_eq!(choice.options().len(), 9);
        let none = Rule::from_blocks("none", [Block::Choice(Choice::new([]))]);
        let both = Junction::Or.blocks(&[none.clone(), none]).unwrap();
        assert!(matches!(&both[..], [Block::Choice(choice)] if choice.options().is_empty()));
    }
}
