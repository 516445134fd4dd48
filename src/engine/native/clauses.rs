//! Clauses that were learned, all in one vector, and the watches that find those that matter.

use super::state::{Lit, Reason, State, number};
use super::word::Word;

/// Words before the literals of a clause: length, class, activity.
const HEAD: usize = 3;
/// The class of clauses that stay for ever.
const FOR_EVER: u32 = 0;

#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: while it is true nothing is to be done.
    other: Lit,
}

/// All clauses.
#[derive(Debug)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// Clauses that must be looked at when a literal becomes false. Few literals have any where a
    /// grid is large, so their lists are numbered as they come; the first is nobody's.
    watches: Vec<Vec<Watch>>,
    list_of: Box<[u32]>,
    learned: usize,
    /// How many may be learned before half of them are forgotten.
    room: usize,
    step: f32,
}

impl Clauses {
    pub(super) fn new(vars: usize) -> Self {
        Clauses {
            words: Vec::new(),
            watches: vec![Vec::new()],
            list_of: vec![0; 2 * vars].into(),
            learned: 0,
            room: 4000,
            step: 1.0,
        }
    }

    /// Adds a clause of at least two literals; the first two are watched. `class` is the number of
    /// levels it joins, `None` if it must never be forgotten.
    pub(super) fn add(&mut self, lits: &[Lit], class: Option<u32>) -> u32 {
        let clause = number(self.words.len());
        self.words.extend([
            number(lits.len()),
            class.map_or(FOR_EVER, |class| class.max(1)),
            self.step.to_bits(),
        ]);
        self.words.extend(lits.iter().map(|lit| number(lit.number())));
        self.learned += usize::from(class.is_some());
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let [a, b] = [0, 1].map(|k| self.lit(clause, k));
        self.list(a).push(Watch { clause, other: b });
        self.list(b).push(Watch { clause, other: a });
    }

    /// The list of a literal.
    #[inline]
    fn list(&mut self, lit: Lit) -> &mut Vec<Watch> {
        let list = &mut self.list_of[lit.number()];
        if *list == 0 {
            *list = number(self.watches.len());
            self.watches.push(Vec::new());
        }
        &mut self.watches[*list as usize]
    }

    #[inline]
    fn lit(&self, clause: u32, k: usize) -> Lit {
        Lit::of(self.words[clause as usize + HEAD + k])
    }

    fn len(&self, clause: u32) -> usize {
        self.words[clause as usize] as usize
    }

    /// The literals of a clause.
    pub(super) fn lits(&self, clause: u32) -> impl Iterator<Item = Lit> {
        let from = clause as usize + HEAD;
        self.words[from..from + self.len(clause)].iter().map(|&word| Lit::of(word))
    }

    /// Looks at the clauses that a literal, now false, is watched in; the clause that cannot hold.
    pub(super) fn follow<W: Word>(&mut self, state: &mut State<'_, W>, lit: Lit) -> Option<u32> {
        let own = self.list_of[lit.number()] as usize;
        let mut list = std::mem::take(&mut self.watches[own]);
        let (mut kept, mut conflict) = (0, None);
        let mut k = 0;
        while k < list.len() {
            let watch = list[k];
            k += 1;
            if state.value(watch.other) > 0 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let from = watch.clause as usize + HEAD;
            if Lit::of(self.words[from]) == lit {
                self.words.swap(from, from + 1);
            }
            let first = Lit::of(self.words[from]);
            let watch = Watch { other: first, ..watch };
            if state.value(first) > 0 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let rest = from + 2..from + self.words[watch.clause as usize] as usize;
            let free = rest.into_iter().find(|&at| state.value(Lit::of(self.words[at])) >= 0);
            if let Some(at) = free {
                self.words.swap(from + 1, at);
                self.list(Lit::of(self.words[from + 1])).push(watch);
                continue;
            }
            list[kept] = watch;
            kept += 1;
            if state.value(first) == 0 {
                state.assign(first, Reason::Clause(watch.clause));
            } else {
                conflict = Some(watch.clause);
                break;
            }
        }
        list.copy_within(k.., kept);
        list.truncate(kept + list.len() - k);
        self.watches[own] = list;
        conflict
    }

    /// Notes that a clause was of use.
    pub(super) fn bump(&mut self, clause: u32) {
        let at = clause as usize + 2;
        let activity = f32::from_bits(self.words[at]) + self.step;
        self.words[at] = activity.to_bits();
        if activity > 1e20 {
            self.step *= 1e-20;
            let mut clause = 0;
            while clause < self.words.len() {
                let activity = f32::from_bits(self.words[clause + 2]) * 1e-20;
                self.words[clause + 2] = activity.to_bits();
                clause += HEAD + self.words[clause] as usize;
            }
        }
    }

    /// Notes that time goes on: what is of use now counts more.
    pub(super) fn age(&mut self) {
        self.step *= 1.001;
    }

    /// Whether there are so many that some should be forgotten.
    pub(super) fn are_many(&self) -> bool {
        self.learned > self.room
    }

    /// Forgets the half that joins most levels and was of least use.
    pub(super) fn forget<W: Word>(&mut self, state: &mut State<'_, W>) {
        let mut of_use = Vec::new();
        for &lit in &state.trail {
            if let Reason::Clause(clause) = state.reason[lit.var()] {
                of_use.push(clause);
            }
        }
        of_use.sort_unstable();
        let mut weak = Vec::new();
        let mut clause = 0;
        while clause < self.words.len() {
            let class = self.words[clause + 1];
            if class > 2 && of_use.binary_search(&number(clause)).is_err() {
                weak.push((class, f32::from_bits(self.words[clause + 2]), number(clause)));
            }
            clause += HEAD + self.words[clause] as usize;
        }
        weak.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        weak.truncate(weak.len() / 2);
        let mut gone: Vec<u32> = weak.into_iter().map(|(.., clause)| clause).collect();
        gone.sort_unstable();
        self.learned -= gone.len();
        self.room += 500;
        self.without(&gone, state);
    }

    /// Moves the clauses together without some.
    fn without<W: Word>(&mut self, gone: &[u32], state: &mut State<'_, W>) {
        let old = std::mem::take(&mut self.words);
        let mut moved = Vec::new();
        let (mut clause, mut next) = (0, 0);
        while clause < old.len() {
            let end = clause + HEAD + old[clause] as usize;
            if gone.get(next) == Some(&number(clause)) {
                next += 1;
            } else {
                moved.push((number(clause), number(self.words.len())));
                self.words.extend_from_slice(&old[clause..end]);
            }
            clause = end;
        }
        for &lit in &state.trail {
            if let Reason::Clause(clause) = &mut state.reason[lit.var()]
                && let Ok(k) = moved.binary_search_by_key(clause, |pair| pair.0)
            {
                *clause = moved[k].1;
            }
        }
        self.watches.iter_mut().for_each(Vec::clear);
        for (_, clause) in moved {
            self.watch(clause);
        }
    }
}
