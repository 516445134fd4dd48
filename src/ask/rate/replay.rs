//! Chains replayed: whether each node follows from its parents, and the step from where the
//! branches end, by what cells and houses are alone. Nothing here knows how chains are found.

use super::notation::Seen;
use crate::grid::{Cell, Digit};
use crate::rate::{Nested, Node, Rule};

/// A candidate that is on or off.
type Literal = (Cell, Digit, bool);

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Replayed {
    /// There is no chain, or techniques within it are more than propagation sees.
    Open,
    /// The chain shows what the step says.
    Holds,
    /// A node does not follow, or the step says something else.
    Fails,
}

/// What a chain comes to.
enum Conclusion {
    /// This holds.
    Is(Literal),
    /// It is a loop, of which one half holds.
    Loop,
}

fn literal(node: &Node) -> Literal {
    (node.cell, node.digit, node.on)
}

impl Seen<'_> {
    /// Replays the chain of the step.
    pub(super) fn replay(self) -> Replayed {
        let nodes = self.step.nodes();
        if nodes.is_empty() {
            return Replayed::Open;
        }
        match self.nodes_follow(nodes, self.step.nested()) {
            Replayed::Holds if self.concludes() => Replayed::Holds,
            Replayed::Holds => Replayed::Fails,
            other => other,
        }
    }

    /// Whether the nodes of a chain follow, with the chains within it.
    fn nodes_follow(self, nodes: &[Node], nested: &[Nested]) -> Replayed {
        for node in nodes {
            let parents: Vec<_> =
                node.parents.iter().map(|&parent| literal(&nodes[parent])).collect();
            if matches!(node.rule, Rule::Rule(_)) {
                return Replayed::Open;
            }
            if matches!(node.rule, Rule::Technique(_)) {
                let against = (node.cell, node.digit, !node.on);
                let within = node.nested.and_then(|chain| nested.get(chain));
                if !self.conflicts(parents.iter().copied().chain([against]))
                    && !within.is_some_and(|chain| self.holds_within(chain, node, &parents))
                {
                    return Replayed::Open;
                }
            } else if !self.follows(node, &parents) {
                return Replayed::Fails;
            }
        }
        Replayed::Holds
    }

    /// Whether a node follows by a chain within the chain, in the position without what its parents
    /// say is off.
    fn holds_within(self, chain: &Nested, node: &Node, parents: &[Literal]) -> bool {
        let mut before = self.before.clone();
        for &(cell, digit, on) in parents {
            if !on {
                before.remove(cell, digit);
            }
        }
        let there = Seen { before: &before, ..self };
        if there.nodes_follow(&chain.nodes, &chain.nested) != Replayed::Holds {
            return false;
        }
        let off = (node.cell, node.digit, false);
        match there.conclusion(&chain.nodes, &chain.ends) {
            Some(Conclusion::Is((cell, digit, true))) => {
                !node.on && cell == node.cell && digit != node.digit
            }
            Some(Conclusion::Is(literal)) => literal == off && !node.on,
            Some(Conclusion::Loop) => {
                let against = [(node.cell, node.digit, true)];
                !node.on && there.conflicts(against.into_iter())
            }
            None => false,
        }
    }

    /// Whether a node follows by its cell or house.
    fn follows(self, node: &Node, parents: &[Literal]) -> bool {
        let has = |cell: Cell, digit: Digit| self.before.has(cell, digit);
        let off = |cell: Cell, digit: Digit| parents.contains(&(cell, digit, false));
        match node.rule {
            Rule::Assumed => parents.is_empty(),
            Rule::Cell if node.on => self
                .digits()
                .filter(|&digit| digit != node.digit)
                .all(|digit| !has(node.cell, digit) || off(node.cell, digit)),
            Rule::Cell => parents
                .iter()
                .any(|&(cell, digit, on)| on && cell == node.cell && digit != node.digit),
            Rule::House(house) => {
                let cells = self.layout.houses()[house].cells();
                let mut others = cells.iter().copied().filter(|&cell| cell != node.cell);
                cells.contains(&node.cell)
                    && if node.on {
                        others.all(|cell| !has(cell, node.digit) || off(cell, node.digit))
                    } else {
                        others.any(|cell| parents.contains(&(cell, node.digit, true)))
                    }
            }
            _ => false,
        }
    }

    /// Whether the step says what the branches come to.
    fn concludes(self) -> bool {
        let step = self.step;
        match self.conclusion(step.nodes(), step.ends()) {
            Some(Conclusion::Is((cell, digit, on))) => match step.placement() {
                Some(placed) => on && placed == (cell, digit),
                None => !on && step.eliminations().eq([(cell, digit)]),
            },
            // Whatever a loop removes conflicts with it.
            Some(Conclusion::Loop) => {
                step.placement().is_none()
                    && step
                        .eliminations()
                        .all(|(cell, digit)| self.conflicts([(cell, digit, true)].into_iter()))
            }
            None => false,
        }
    }

    /// What the branches of a chain come to.
    fn conclusion(self, nodes: &[Node], ends: &[usize]) -> Option<Conclusion> {
        let mut begin = 0;
        let mut assumed: Vec<Literal> = Vec::new();
        for &end in ends {
            let branch = nodes.get(begin..=end)?;
            // A branch follows from what stands in it.
            if branch.iter().any(|node| node.parents.iter().any(|&parent| parent < begin)) {
                return None;
            }
            assumed.extend(branch.iter().filter(|it| it.rule == Rule::Assumed).map(literal));
            begin = end + 1;
        }
        let ends: Vec<_> = ends.iter().map(|&end| literal(&nodes[end])).collect();
        let opposite = |(cell, digit, on): Literal| (cell, digit, !on);
        match *ends.as_slice() {
            [end] if assumed == [opposite(end)] => Some(Conclusion::Is(end)),
            [end] if assumed == [end] => Some(Conclusion::Loop),
            [one, other] if one == opposite(other) => {
                let &first = assumed.first()?;
                let same = assumed.iter().all(|&it| it == first);
                same.then(|| Conclusion::Is(opposite(first)))
            }
            [first, ..] => {
                let same = ends.iter().all(|&end| end == first) && self.is_all(&assumed);
                same.then_some(Conclusion::Is(first))
            }
            [] => None,
        }
    }

    /// Whether one of some assumptions holds: a candidate on and off; all of a cell; all places of a
    /// digit in a house.
    fn is_all(self, assumed: &[Literal]) -> bool {
        if let [(cell, digit, on), other] = *assumed
            && other == (cell, digit, !on)
        {
            return true;
        }
        let [(cell, digit, _), ..] = *assumed else { return false };
        let has = |cell: Cell, digit: Digit| {
            !self.before.has(cell, digit) || assumed.contains(&(cell, digit, true))
        };
        let all_on = assumed.iter().all(|literal| literal.2);
        let of_cell = || self.digits().all(|digit| has(cell, digit));
        let of_house = || {
            let mut houses = self.layout.houses().iter();
            houses.any(|house| {
                house.cells().len() == self.layout.digits()
                    && house.cells().iter().all(|&cell| has(cell, digit))
            })
        };
        all_on && (of_cell() || of_house())
    }

    fn digits(self) -> impl Iterator<Item = Digit> {
        (0..self.layout.digits()).map(Digit::new)
    }

    /// Whether singles lead from the position and some assumptions to a cell or house without a
    /// candidate.
    fn conflicts(self, assumed: impl Iterator<Item = Literal>) -> bool {
        let layout = self.layout;
        let candidates = |cell| {
            let has = |digit: &Digit| self.before.has(cell, *digit);
            self.digits().filter(has).fold(0, |set, digit| set | 1u64 << digit.index())
        };
        let mut now: Vec<u64> = (0..layout.cells()).map(Cell::new).map(candidates).collect();
        for (cell, digit, on) in assumed {
            let bit = 1 << digit.index();
            now[cell.index()] &= if on { bit } else { !bit };
        }
        loop {
            let before = now.clone();
            for cell in (0..layout.cells()).map(Cell::new) {
                let set = now[cell.index()];
                if set == 0 {
                    return true;
                }
                if set.is_power_of_two() {
                    layout.peers(cell).into_iter().for_each(|peer| now[peer.index()] &= !set);
                }
            }
            for house in
                layout.houses().iter().filter(|house| house.cells().len() == self.layout.digits())
            {
                for bit in self.digits().map(|digit| 1u64 << digit.index()) {
                    let mut places =
                        house.cells().iter().filter(|cell| now[cell.index()] & bit != 0);
                    match (places.next(), places.next()) {
                        (None, _) => return true,
                        (Some(cell), None) => now[cell.index()] = bit,
                        _ => {}
                    }
                }
            }
            if now == before {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;
    use super::*;
    use crate::format::parse;
    use crate::limits::Limits;
    use crate::rate::{Start, start};

    const HARD: &str =
        "..5........6..2..8..4...1.7....1..7....8....4.2..47..9..175.6...8...3....5.....9.";

    /// Each chain of a path holds where it was found, and nowhere else.
    #[test]
    fn chains_hold_in_their_positions_alone() {
        let puzzle = parse(HARD).unwrap();
        let layout = puzzle.layout();
        let empty = Position::new(&parse(&".".repeat(81)).unwrap());
        let mut before = Position::new(&puzzle);
        let Start::At(path) = start(&puzzle, &Limits::none()).unwrap() else { panic!("no path") };
        let mut chains = 0;
        for step in *path {
            let replay =
                |before: &Position| Seen { step: &step, layout, before, rules: &[] }.replay();
            if step.nodes().is_empty() {
                assert_eq!(replay(&before), Replayed::Open);
            } else {
                assert_eq!(replay(&before), Replayed::Holds, "{step:?}");
                assert_eq!(replay(&empty), Replayed::Fails, "{step:?}");
                chains += 1;
            }
            before.apply(layout, &step);
        }
        assert!(chains > 20);
    }
}
