//! Regular expressions over digits, as state machines: symbols, `.`, classes `[1-3]` and `[^5]`,
//! groups, `|`, `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`. Digits above 9 are letters from A.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::Chars;

use super::block::Automaton;
use super::machine::{Machine, Written};
use crate::error::{Error, Result};
use crate::grid::Layout;

/// Symbols of a pattern at most, each as often as it is repeated.
const MAX_SYMBOLS: usize = 1 << 10;
/// Groups within groups, and repetitions, at most.
const MAX_DEPTH: usize = 64;
const MAX_REPEATED: usize = 256;

/// The automaton of a pattern over the digits of a layout.
///
/// # Errors
/// If it is no pattern, or too large.
pub(crate) fn automaton(pattern: &str, layout: &Layout) -> Result<Automaton> {
    let digits = layout.digits();
    let machine = machine(pattern, layout.first(), digits)?;
    let next = |state, digit| machine.next(state, digit);
    Ok(Automaton::new(digits, 0, machine.accepting.clone(), next))
}

/// The machine of a pattern over so many digits, the first of which is shown as `first`.
///
/// # Errors
/// If it is none, or too large.
fn machine(pattern: &str, first: usize, digits: usize) -> Result<Machine> {
    let mut parser = Parser { rest: pattern.chars().peekable(), first, digits, depth: 0 };
    let node = parser.choice()?;
    if let Some(found) = parser.rest.next() {
        return Err(Error::input(format!("pattern: found {found:?} where it should end")));
    }
    let mut places = Places { sets: Vec::new(), after: vec![BTreeSet::new()] };
    let whole = places.add(&node)?;
    places.after[0] = whole.first;
    let mut accepting: BTreeSet<usize> = whole.last.into_iter().collect();
    if whole.may_be_empty {
        accepting.insert(0);
    }
    let step = |place: &usize| {
        let set = &places.sets[place - 1];
        set.iter().map(|&symbol| (symbol, *place)).collect::<Vec<_>>()
    };
    let steps = places.after.iter().map(|after| after.iter().flat_map(step).collect());
    let written = Written { starts: 1, accepting, steps: steps.collect() };
    Ok(written.determined()?.swap_remove(0))
}

/// A part of a pattern.
enum Node {
    /// One of these symbols.
    Set(Vec<usize>),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    /// So often at least, and at most if there is a bound.
    Repeated(Box<Node>, usize, Option<usize>),
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    first: usize,
    digits: usize,
    depth: usize,
}

impl Parser<'_> {
    fn choice(&mut self) -> Result<Node> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Error::input(format!(
                "pattern: groups within groups: at most {MAX_DEPTH}"
            )));
        }
        let mut choices = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            choices.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(Node::Choice(choices))
    }

    fn sequence(&mut self) -> Result<Node> {
        let mut parts = Vec::new();
        while self.rest.peek().is_some_and(|c| !"|)".contains(*c)) {
            let mut part = self.primary()?;
            for times in 0.. {
                let Some((least, most)) = self.quantifier()? else { break };
                if times == MAX_DEPTH {
                    return Err(Error::input("pattern: too many repetitions of one part"));
                }
                part = Node::Repeated(Box::new(part), least, most);
            }
            parts.push(part);
        }
        Ok(Node::Sequence(parts))
    }

    fn primary(&mut self) -> Result<Node> {
        match self.rest.next() {
            Some('(') => {
                let inside = self.choice()?;
                self.expect(')')?;
                Ok(inside)
            }
            Some('[') => self.class(),
            Some('.') => Ok(Node::Set((0..self.digits).collect())),
            Some(symbol) => Ok(Node::Set(vec![self.symbol(symbol)?])),
            None => Err(Error::input("pattern: it ends too soon")),
        }
    }

    fn class(&mut self) -> Result<Node> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut set = BTreeSet::new();
        while let Some(symbol) = self.rest.next_if(|c| *c != ']') {
            let from = self.symbol(symbol)?;
            let to = match self.rest.next_if_eq(&'-').and_then(|_| self.rest.next()) {
                Some(last) => self.symbol(last)?,
                None => from,
            };
            if to < from {
                return Err(Error::input("pattern: a range that falls"));
            }
            set.extend(from..=to);
        }
        self.expect(']')?;
        Ok(Node::Set((0..self.digits).filter(|symbol| set.contains(symbol) != negated).collect()))
    }

    fn quantifier(&mut self) -> Result<Option<(usize, Option<usize>)>> {
        let Some(sign) = self.rest.next_if(|c| "*+?{".contains(*c)) else { return Ok(None) };
        Ok(Some(match sign {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => {
                let least = self.number()?;
                let most = if self.rest.next_if_eq(&',').is_none() {
                    Some(least)
                } else if self.rest.peek() == Some(&'}') {
                    None
                } else {
                    Some(self.number()?)
                };
                self.expect('}')?;
                if most.is_some_and(|most| most < least) {
                    return Err(Error::input("pattern: a number of times that falls"));
                }
                (least, most)
            }
        }))
    }

    fn number(&mut self) -> Result<usize> {
        let mut text = String::new();
        while let Some(digit) = self.rest.next_if(|c| c.is_ascii_digit() && text.len() < 4) {
            text.push(digit);
        }
        let number = text.parse().ok().filter(|number| *number <= MAX_REPEATED);
        number.ok_or_else(|| {
            Error::input(format!("pattern: expected a number of times up to {MAX_REPEATED}"))
        })
    }

    /// The place among the digits of one that is written.
    fn symbol(&self, symbol: char) -> Result<usize> {
        let number = symbol.to_digit(36).and_then(|number| usize::try_from(number).ok());
        let place = number.and_then(|number| number.checked_sub(self.first));
        place
            .filter(|place| *place < self.digits)
            .ok_or_else(|| Error::input(format!("pattern: {symbol:?} is no digit of the grid")))
    }

    fn expect(&mut self, symbol: char) -> Result<()> {
        let found = self.rest.next_if_eq(&symbol);
        found.map(|_| ()).ok_or_else(|| Error::input(format!("pattern: expected {symbol:?}")))
    }
}

/// The places of a pattern, a symbol each; state 0 stands before them.
struct Places {
    sets: Vec<Vec<usize>>,
    /// By state, the places that may follow.
    after: Vec<BTreeSet<usize>>,
}

/// Where a part of a pattern may begin and end.
#[derive(Default)]
struct Part {
    may_be_empty: bool,
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
}

impl Places {
    fn add(&mut self, node: &Node) -> Result<Part> {
        match node {
            Node::Set(set) => {
                if self.sets.len() == MAX_SYMBOLS {
                    return Err(Error::input(format!("pattern: more than {MAX_SYMBOLS} symbols")));
                }
                self.sets.push(set.clone());
                self.after.push(BTreeSet::new());
                let place = BTreeSet::from([self.sets.len()]);
                Ok(Part { may_be_empty: false, first: place.clone(), last: place })
            }
            Node::Choice(choices) => {
                let mut whole = Part::default();
                for choice in choices {
                    let part = self.add(choice)?;
                    whole.may_be_empty |= part.may_be_empty;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                }
                Ok(whole)
            }
            Node::Sequence(parts) => {
                let mut whole = Part { may_be_empty: true, ..Part::default() };
                for part in parts {
                    let part = self.add(part)?;
                    whole = self.joined(whole, part);
                }
                Ok(whole)
            }
            Node::Repeated(node, least, most) => {
                let mut whole = Part { may_be_empty: true, ..Part::default() };
                let copies = most.unwrap_or(least + 1);
                for copy in 0..copies {
                    let before = self.sets.len();
                    let mut part = self.add(node)?;
                    if most.is_none() && copy == *least {
                        self.follow(&part.last, &part.first);
                    }
                    part.may_be_empty |= copy >= *least;
                    whole = self.joined(whole, part);
                    if self.sets.len() == before {
                        // Nothing but the empty text: further copies say no more.
                        break;
                    }
                }
                Ok(whole)
            }
        }
    }

    fn follow(&mut self, last: &BTreeSet<usize>, first: &BTreeSet<usize>) {
        for &place in last {
            self.after[place].extend(first);
        }
    }

    fn joined(&mut self, mut before: Part, mut part: Part) -> Part {
        self.follow(&before.last, &part.first);
        if before.may_be_empty {
            before.first.append(&mut part.first);
        }
        if part.may_be_empty {
            part.last.append(&mut before.last);
        }
        let may_be_empty = before.may_be_empty && part.may_be_empty;
        Part { may_be_empty, first: before.first, last: part.last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(pattern: &str, first: usize, text: &str) -> bool {
        let machine = machine(pattern, first, 9).unwrap();
        let mut symbols = text.chars().map(|c| c.to_digit(10).unwrap() as usize - first);
        let end = symbols.try_fold(0, |state, symbol| machine.next(state, symbol));
        end.is_some_and(|end| machine.accepting[end])
    }

    #[test]
    fn patterns_accept_what_they_say() {
        for (pattern, yes, no) in [
            ("12|3*", &["12", "", "333"][..], &["1", "123", "32"][..]),
            ("(1|2)+.?", &["1", "219", "2"], &["", "91"]),
            ("[1-3]{2}[^5]", &["126", "331"], &["125", "12", "1266"]),
            ("(12?){1,3}", &["1", "1211", "111"], &["", "1111", "2"]),
            ("(1|){2,}4", &["4", "114"], &["1", ""]),
            ("(){9}(()*)+5", &["5"], &["", "55"]),
        ] {
            assert!(yes.iter().all(|text| accepts(pattern, 1, text)), "{pattern}");
            assert!(!no.iter().any(|text| accepts(pattern, 1, text)), "{pattern}");
        }
        assert!(accepts("0[^1]", 0, "08") && !accepts("0[^1]", 0, "01"));
    }

    #[test]
    fn patterns_that_are_none_are_errors() {
        for pattern in ["(1", "1)", "[1", "*", "1{", "1{2,1}", "0", "x", "[3-1]", "1{999}"] {
            assert!(machine(pattern, 1, 9).is_err(), "{pattern}");
        }
        assert!(machine(&"(".repeat(1000), 1, 9).is_err());
        assert!(machine("(((1{99}){99}){99})", 1, 9).is_err());
        assert!(machine(".*1.{20}", 1, 9).is_err());
        assert!(machine("1******", 1, 9).is_ok());
    }
}
