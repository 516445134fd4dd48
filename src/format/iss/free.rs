//! What has no kind of its own: tables of pairs, state machines and patterns; groups of
//! constraints.

use std::sync::Arc;

use super::reader::Reader;
use super::shape::in_item;
use super::text::{Item, decoded};
use super::{automaton, parts};
use crate::error::{Error, Result};
use crate::grid::{CandidateSet, Cell, Digit};
use crate::rule::block::{Automaton, Choice, Clauses, Line, Literal, Pairs};
use crate::rule::{Block, Junction, Machine, Rule, pattern};

/// Cells under a name, in parts.
struct Named {
    name: String,
    parts: Vec<Vec<Cell>>,
}

/// A state machine or an expression.
#[derive(Clone)]
pub(super) struct Read {
    /// How many were read before.
    number: usize,
    /// One of these is to accept.
    options: Arc<[(Option<Machine>, Arc<Automaton>)]>,
}

/// A machine by its number and that of its option, and how many cells each part has.
pub(super) type Parted = (usize, usize, Vec<usize>);

impl Reader {
    /// Lists of cells: `_` begins a name for those that follow, an empty argument another list, `-`
    /// another part of a list.
    fn named(&self, item: &Item) -> Result<Vec<Named>> {
        let mut lists = Vec::new();
        let mut name = String::new();
        let mut parts = vec![Vec::new()];
        for arg in item.args.iter().skip(1).map(String::as_str).chain([""]) {
            match arg {
                "-" => parts.push(Vec::new()),
                "" => {}
                _ if !arg.starts_with('_') => {
                    let cell = self.cell(arg)?;
                    parts.last_mut().expect("there is one").push(cell);
                }
                _ => {}
            }
            if arg.is_empty() || arg.starts_with('_') {
                let parts = std::mem::replace(&mut parts, vec![Vec::new()]);
                if parts.iter().any(|part| !part.is_empty()) {
                    lists.push(Named { name: name.clone(), parts });
                }
            }
            if let Some(encoded) = arg.strip_prefix('_') {
                name = decoded(encoded);
            }
        }
        for list in &mut lists {
            if list.name.is_empty() {
                list.name.clone_from(&item.kind);
            }
        }
        Ok(lists)
    }

    /// A table of digits, a bit for each two, for neighbours on a line or for each two cells.
    pub(super) fn pairs(&mut self, item: &Item) -> Result<()> {
        let digits = self.layout.digits();
        let key = item.args.first().map_or("", String::as_str);
        // The older types exchange two characters.
        let is_old = item.kind.starts_with("Binary");
        let symbols = key.chars().map(|symbol| match symbol {
            '-' if is_old => '_',
            '_' if is_old => '-',
            _ => symbol,
        });
        let sextets = symbols.map(automaton::sextet).collect::<Option<Vec<_>>>();
        let sextets = sextets.ok_or_else(|| Error::input("expected a key in base64url"))?;
        let bit = |k: usize| sextets.get(k / 6).is_some_and(|sextet| sextet >> (k % 6) & 1 == 1);
        if (digits * digits..sextets.len() * 6).any(bit) {
            let message = format!("the key has bits for more than {digits} digits");
            return Err(Error::input(message));
        }
        let row = |first: usize| (0..digits).filter(move |second| bit(first * digits + second));
        let allowed: Arc<[CandidateSet]> =
            (0..digits).map(|first| row(first).map(Digit::new).collect()).collect();
        for Named { name, parts } in self.named(item)? {
            let cells = parts.concat();
            let all = item.kind.ends_with('X');
            self.spend(if all { cells.len().saturating_mul(cells.len()) } else { cells.len() })?;
            let mut pairs = Vec::new();
            let mut same = Vec::new();
            for (k, &first) in cells.iter().enumerate() {
                let others = if all { cells.len() } else { (k + 2).min(cells.len()) };
                for &second in &cells[k + 1..others.max(k + 1)] {
                    if first == second { same.push(first) } else { pairs.push((first, second)) }
                }
            }
            let clauses = same.iter().flat_map(|&cell| {
                let lacks = (0..digits).filter(|&digit| !bit(digit * digits + digit));
                lacks.map(move |digit| {
                    Box::from([Literal { cell, digit: Digit::new(digit), stands: false }])
                })
            });
            let clauses: Vec<Box<[Literal]>> = clauses.collect();
            let mut blocks = vec![Block::Pairs(Pairs::new(Arc::clone(&allowed), pairs))];
            if !clauses.is_empty() {
                blocks.push(Block::Clauses(Clauses::new(clauses)));
            }
            self.free(&name, blocks)?;
        }
        Ok(())
    }

    /// What is read of the first argument of an item, unless it was read before.
    fn read_once(
        &mut self,
        item: &Item,
        read: impl FnOnce(&mut Self, &str) -> Result<Vec<(Option<Machine>, Automaton)>>,
    ) -> Result<Read> {
        let text = item.args.first().map_or("", String::as_str);
        let key = (item.kind.clone(), text.to_owned());
        if let Some(known) = self.machines.get(&key) {
            return Ok(known.clone());
        }
        let options = read(self, text)?.into_iter();
        let options = options.map(|(machine, automaton)| (machine, Arc::new(automaton))).collect();
        let read = Read { number: self.machines.len(), options };
        self.machines.insert(key, read.clone());
        Ok(read)
    }

    /// A state machine that accepts the digits of a line.
    pub(super) fn machine(&mut self, item: &Item) -> Result<()> {
        let digits = self.layout.digits();
        let Read { number, options } = self.read_once(item, |this, text| {
            let machines = automaton::read(text)?.into_iter().map(|machine| {
                this.spend(machine.accepting.len() * digits)?;
                let next = |state, digit| machine.next(state, digit);
                let automaton = Automaton::new(digits, 0, machine.accepting.clone(), next);
                Ok((Some(machine), automaton))
            });
            machines.collect()
        })?;
        for Named { name, parts } in self.named(item)? {
            let cells = parts.concat();
            let lengths: Vec<_> = parts.iter().map(Vec::len).collect();
            let mut lines = Vec::with_capacity(options.len());
            for (option, (machine, whole)) in options.iter().enumerate() {
                let automaton = match machine {
                    Some(machine) if lengths.len() > 1 => {
                        let key = (number, option, lengths.clone());
                        let known = self.parted.get(&key).cloned();
                        known.map_or_else(|| self.in_parts(machine, key), Ok)?
                    }
                    _ => Arc::clone(whole),
                };
                self.spend(cells.len())?;
                lines.push(Block::Line(Line::new(&*cells, automaton)));
            }
            let block = match <[Block; 1]>::try_from(lines) {
                Ok([line]) => line,
                Err(lines) => {
                    let options = lines.into_iter().map(|line| [line].into());
                    Block::Choice(Choice::new(options.collect::<Vec<_>>()))
                }
            };
            self.free(&name, vec![block])?;
        }
        Ok(())
    }

    /// The automaton of a machine for parts of so many cells.
    fn in_parts(&mut self, machine: &Machine, key: Parted) -> Result<Arc<Automaton>> {
        let automaton = parts::automaton(machine, &key.2, self.layout.digits(), self.room());
        let size = automaton.as_ref().map(|it| it.states() * it.digits());
        self.spend(size.unwrap_or(usize::MAX))?;
        let automaton = Arc::new(automaton.expect("else it is too large"));
        self.parted.insert(key, Arc::clone(&automaton));
        Ok(automaton)
    }

    /// A regular expression, in base64url or, as was done before, with `%` and two symbols.
    pub(super) fn pattern(&mut self, item: &Item) -> Result<()> {
        let encoded = item.args.first().map_or("", String::as_str);
        let pattern = if encoded.contains('%') {
            Some(decoded(encoded))
        } else {
            automaton::bytes_of(encoded).and_then(|bytes| String::from_utf8(bytes).ok())
        };
        let pattern = pattern.ok_or_else(|| Error::input("expected a pattern in base64url"))?;
        let pattern: String = pattern.chars().filter(|c| !c.is_whitespace()).collect();
        let Read { options, .. } = self.read_once(item, |this, _| {
            let automaton = pattern::automaton(&pattern, &this.layout)?;
            this.spend(automaton.states() * this.layout.digits())?;
            Ok(vec![(None, automaton)])
        })?;
        let (_, automaton) = &options[0];
        for Named { parts, .. } in self.named(item)? {
            let cells = parts.concat();
            self.spend(cells.len())?;
            let line = Line::new(cells, Arc::clone(automaton));
            self.free(&format!("regex {pattern}"), vec![Block::Line(line)])?;
        }
        Ok(())
    }

    /// Constraints all of which hold, or one at least, or all at several places.
    pub(super) fn group(&mut self, item: &Item) -> Result<()> {
        match &*item.kind {
            "Replicate" => self.replicated(item),
            "Or" => self.choice(item),
            _ => item.inside.iter().try_for_each(|item| self.read(item)),
        }
    }

    fn replicated(&mut self, item: &Item) -> Result<()> {
        let origin = item.args.get(1).map_or("R1C1", String::as_str);
        let own = self.extra_cell(origin);
        let outer = (self.shift, self.shifted);
        if outer.0 != (0, 0) && outer.1 != own.map(|(number, _)| number) {
            return Err(Error::input("Replicate: cells of another kind are shifted"));
        }
        (self.shift, self.shifted) = ((0, 0), None);
        let place = self.cell(origin);
        (self.shift, self.shifted) = outer;
        let place = place?;
        let frame = self.layout.grid();
        let shift = |k: usize| -> Option<(isize, isize)> {
            if let Some((number, index)) = own {
                return self.extra[number].shift(index, index + k);
            }
            let (from, to) = (frame.place(place)?, frame.place(Cell::new(place.index() + k))?);
            let by = |from: usize, to: usize| to.cast_signed() - from.cast_signed();
            Some((by(from.0, to.0), by(from.1, to.1)))
        };
        let bits = item.args.first().map_or("", String::as_str);
        let sextets = bits.chars().map(automaton::sextet).collect::<Option<Vec<_>>>();
        let sextets =
            sextets.ok_or_else(|| Error::input("Replicate: expected bits in base64url"))?;
        let set = |k: &usize| sextets[k / 6] >> (k % 6) & 1 == 1;
        let shifts: Option<Vec<_>> = (0..sextets.len() * 6).filter(set).map(shift).collect();
        let shifts = shifts.ok_or_else(|| Error::input("Replicate: there is no such cell"))?;
        for (rows, columns) in shifts {
            self.shift = (outer.0.0 + rows, outer.0.1 + columns);
            self.shifted = own.map(|(number, _)| number);
            item.inside.iter().try_for_each(|item| self.read(item))?;
        }
        (self.shift, self.shifted) = outer;
        Ok(())
    }

    fn choice(&mut self, item: &Item) -> Result<()> {
        let mut before = std::mem::take(&mut self.rules);
        let outer = std::mem::take(&mut self.never);
        self.choices += 1;
        let mut options = Vec::new();
        let (mut size, mut says_nothing) = (0, false);
        let mut has_no_option = !item.inside.is_empty();
        for inside in &item.inside {
            self.read(inside)?;
            let rules = std::mem::take(&mut self.rules);
            if std::mem::take(&mut self.never) {
                continue;
            }
            has_no_option = false;
            says_nothing |= rules.is_empty();
            let own = rules.iter().map(size_of).sum::<usize>();
            size += own;
            options.push(match <[Rule; 1]>::try_from(rules) {
                Ok([rule]) => rule,
                Err(_) if says_nothing => continue,
                Err(rules) => {
                    self.spend(own)?;
                    joined(Junction::And, rules, item)?
                }
            });
        }
        self.choices -= 1;
        self.never = outer || has_no_option;
        if self.never && self.choices == 0 {
            let why = "no option can hold: cells that have to differ are too many or named twice, \
                       or digits that the grid lacks are counted";
            return Err(in_item(item, &Error::input(why)));
        }
        if !says_nothing && !has_no_option {
            self.spend(size)?;
            before.push(joined(Junction::Or, options, item)?);
        }
        self.rules = before;
        Ok(())
    }
}

/// What some rules are together in a constraint.
fn joined(junction: Junction, rules: Vec<Rule>, item: &Item) -> Result<Rule> {
    Rule::joined(junction, rules).map_err(|error| in_item(item, &error))
}

/// About what it takes to say a rule once more.
fn size_of(rule: &Rule) -> usize {
    rule.name().len() + rule.blocks().iter().map(|block| block.cells().len()).sum::<usize>()
}
