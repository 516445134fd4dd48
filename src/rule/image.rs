//! Rules under a symmetry: cells exchanged, digits exchanged.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::block::{
    Automaton, Block, Clauses, Connected, Distinct, DistinctPairs, Line, Literal, NValue, Pairs,
    Sum,
};
use super::{Rule, Source};
use crate::grid::{CandidateSet, Cell, Digit, Layout};

impl Rule {
    /// The rule that means of the image of a grid what this one means of the grid: each cell goes
    /// to `cell` of it, each digit becomes the one of `digits` with its index. It is of the same
    /// kind if that says the same of the `layout` that is the image of this one's, else free. The
    /// parts of `or` and `and` are mapped one by one.
    #[must_use]
    pub fn image(
        &self,
        layout: &Arc<Layout>,
        cell: &dyn Fn(Cell) -> Cell,
        digits: &[Digit],
    ) -> Self {
        let blocks: Vec<_> = self.blocks.iter().map(|block| block.image(cell, digits)).collect();
        let alike = match &self.source {
            Source::Kind(kind, arguments) => {
                let lines = arguments.lines().iter();
                let lines: Vec<Vec<_>> =
                    lines.map(|line| line.iter().map(|&of| cell(of)).collect()).collect();
                Rule::new(kind, arguments.numbers(), lines, layout).ok()
            }
            Source::Parts(junction, parts) => {
                let parts = parts.iter().map(|part| part.image(layout, cell, digits));
                Rule::joined(*junction, parts.collect::<Vec<_>>()).ok()
            }
            Source::Blocks => None,
        };
        let ordered = |blocks: &[Block]| blocks.iter().map(Block::ordered).collect::<Vec<_>>();
        alike.filter(|rule| ordered(&rule.blocks) == ordered(&blocks)).unwrap_or_else(|| {
            let name = match self.kind() {
                Some(kind) => format!("image of {}", kind.name),
                None => self.name().to_owned(),
            };
            Rule::from_blocks(name, blocks)
        })
    }
}

impl Block {
    /// What it says, of the image of a grid.
    fn image(&self, cell: &dyn Fn(Cell) -> Cell, digits: &[Digit]) -> Self {
        let cells = |cells: &[Cell]| cells.iter().map(|&of| cell(of)).collect::<Vec<_>>();
        match self {
            Block::Clauses(block) => {
                let image = |lit: &Literal| Literal {
                    cell: cell(lit.cell),
                    digit: digits[lit.digit.index()],
                    ..*lit
                };
                let clauses = block.clauses().iter();
                let clauses = clauses.map(|clause| clause.iter().map(image).collect());
                Block::Clauses(Clauses::new(clauses.collect::<Vec<_>>()))
            }
            Block::Pairs(block) => {
                let mut allowed = vec![CandidateSet::EMPTY; digits.len()];
                for (first, seconds) in block.allowed().iter().enumerate() {
                    let seconds = seconds.iter().map(|digit| digits[digit.index()]);
                    allowed[digits[first].index()] = seconds.collect();
                }
                let pairs = block.pairs().iter().map(|&(a, b)| (cell(a), cell(b)));
                Block::Pairs(Pairs::new(allowed.into(), pairs.collect::<Vec<_>>()))
            }
            Block::Distinct(block) => Block::Distinct(Distinct::new(cells(block.cells()))),
            Block::Sum(block) => {
                // Cells that share a table do so again.
                let mut images = BTreeMap::<&[i32], Arc<[i32]>>::new();
                let weights = block.weights().iter().map(|table| {
                    Arc::clone(images.entry(table).or_insert_with(|| table_image(table, digits)))
                });
                let weights: Vec<_> = weights.collect();
                Block::Sum(Sum::new(cells(block.cells()), weights, block.targets()))
            }
            Block::Line(block) => {
                let of = block.automaton();
                let accepting: Vec<_> = (0..of.states()).map(|state| of.accepts(state)).collect();
                let mut source = digits.to_vec();
                for (digit, image) in digits.iter().enumerate() {
                    source[image.index()] = Digit::new(digit);
                }
                let next = |state, digit: usize| of.next(state, source[digit]);
                let image = Automaton::new(of.digits(), of.start(), accepting, next);
                Block::Line(Line::new(cells(block.cells()), Arc::new(image)))
            }
            Block::Choice(block) => block.map(|block| block.image(cell, digits)),
            Block::Connected(block) => {
                let images = block.digits().iter().map(|digit| digits[digit.index()]).collect();
                Block::Connected(block.of(cells(block.cells()), images))
            }
            Block::DistinctPairs(block) => {
                let pairs = block.pairs().iter().map(|&(a, b)| (cell(a), cell(b)));
                Block::DistinctPairs(DistinctPairs::new(pairs.collect::<Vec<_>>()))
            }
            Block::NValue(block) => {
                let counts = table_image(block.counts(), digits);
                Block::NValue(NValue::new(&cells(block.cells()), cell(block.teller()), counts))
            }
        }
    }

    /// The same, with all that is in no order in one order.
    fn ordered(&self) -> Self {
        match self {
            Block::Clauses(block) => {
                let sorted = |clause: &[Literal]| {
                    let mut clause: Box<[_]> = clause.into();
                    clause.sort_unstable();
                    clause
                };
                let mut clauses: Vec<_> =
                    block.clauses().iter().map(|clause| sorted(clause)).collect();
                clauses.sort_unstable();
                Block::Clauses(Clauses::new(clauses))
            }
            Block::Pairs(block) => {
                let table = block.allowed();
                let symmetric = (0..table.len()).map(Digit::new).all(|a| {
                    let mut seconds = table[a.index()].iter();
                    seconds.all(|b| table[b.index()].contains(a))
                });
                let pairs = block.pairs().iter();
                let pairs =
                    pairs.map(|&(a, b)| if symmetric { (a.min(b), a.max(b)) } else { (a, b) });
                let mut pairs: Vec<_> = pairs.collect();
                pairs.sort_unstable();
                Block::Pairs(Pairs::new(Arc::clone(table), pairs))
            }
            Block::Distinct(block) => {
                let mut cells = block.cells().to_vec();
                cells.sort_unstable();
                Block::Distinct(Distinct::new(cells))
            }
            Block::Sum(block) => {
                let mut terms: Vec<_> = block.cells().iter().zip(block.weights()).collect();
                terms.sort();
                let (cells, weights): (Vec<_>, Vec<_>) =
                    terms.into_iter().map(|(&cell, table)| (cell, Arc::clone(table))).unzip();
                Block::Sum(Sum::new(cells, weights, block.targets()))
            }
            Block::Line(_) => self.clone(),
            Block::Choice(block) => block.map(Block::ordered),
            Block::Connected(block) => {
                let mut order: Vec<_> = (0..block.cells().len()).collect();
                order.sort_unstable_by_key(|&k| block.cells()[k]);
                let cells: Vec<_> = order.iter().map(|&k| block.cells()[k]).collect();
                let mut place = vec![0; order.len()];
                order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
                let edges: Vec<_> =
                    block.edges().iter().map(|&(a, b)| (place[a], place[b])).collect();
                Block::Connected(Connected::new(cells, &edges, *block.digits(), block.size()))
            }
            Block::DistinctPairs(block) => {
                let mut pairs = block.pairs().to_vec();
                pairs.sort_unstable();
                Block::DistinctPairs(DistinctPairs::new(pairs))
            }
            Block::NValue(block) => {
                let mut cells = block.cells().to_vec();
                cells.sort_unstable();
                Block::NValue(NValue::new(&cells, block.teller(), block.counts()))
            }
        }
    }
}

/// What each digit is worth, where the image of a digit is worth what the digit was.
fn table_image(table: &[i32], digits: &[Digit]) -> Arc<[i32]> {
    let mut image = table.to_vec();
    for (worth, digit) in table.iter().zip(digits) {
        image[digit.index()] = *worth;
    }
    image.into()
}
