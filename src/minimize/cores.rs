//! Decides by SAT: one solver holds the rules, clues are assumed.
//!
//! Whether a clue is certain by others is asked with its digit denied. A refutation names the clues
//! that it uses, and these are kept together: *the core* is a set of clues that has one solution
//! alone. In the beginning it is found by one question, in which the clues that are to go last are
//! assumed first, so that those to go first are hardly ever used. A clue outside the core goes unasked; when
//! one in it goes, those that make it certain come in its place. So the order decides alone, whatever
//! the solver finds.
//!
//! A clue that is needed once is needed for good, and becomes a fact: the formula gets smaller as the
//! clues do.

use super::{Judge, State, Verdict};
use crate::cnf::{AtMostOne, ClauseSink, LimitedSink, Lit};
use crate::encode::{Atom, Encoding, VarMap};
use crate::engine::SatOptions;
use crate::error::{Error, Result};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::sat::{Answer, SatBackend};

/// Above this side, pairwise at-most-one constraints take more memory than they are worth.
const PAIRWISE_SIDE: usize = 49;

pub(super) struct Cores {
    backend: Box<dyn SatBackend>,
    map: VarMap,
    rules: Puzzle,
    /// What is assumed for the clue of each cell.
    clue: Vec<Option<Lit>>,
    /// Which clue each such literal stands for: cells by variable.
    cell_of: Vec<Option<Cell>>,
    /// Holds where the solution is excluded.
    excluded: Lit,
    /// Clues that have one solution alone.
    core: Vec<bool>,
    /// Clues that are left and no facts, those that are to go last first.
    assumed: Vec<Cell>,
    /// Whether clues may become facts.
    fixes: bool,
    /// Whether the core was asked for.
    begun: bool,
    resumes: bool,
    /// The backend was stopped and cannot go on.
    spent: bool,
}

impl Cores {
    /// The rules of a puzzle that has this solution alone.
    pub(super) fn new(
        puzzle: &Puzzle,
        solution: &Solution,
        options: &SatOptions,
        limits: &Limits,
    ) -> Result<Self> {
        let side = puzzle.side();
        let name = if side > PAIRWISE_SIDE { "product" } else { "pairwise" };
        let scheme = options.amo.map_or_else(
            || AtMostOne::by_name(name).ok_or_else(|| Error::unsupported("amo")),
            Ok,
        )?;
        let encoding =
            Encoding::by_name("extended").ok_or_else(|| Error::unsupported("encoding"))?;
        let rules = puzzle.clone().with_clues(CandidateGrid::full(side));
        let mut backend = options.backend.open()?;
        let mut sink = LimitedSink::new(&mut *backend, limits);
        let map = (encoding.encode)(&rules, scheme, &mut sink)?;
        let mut clue = vec![None; puzzle.layout().cells()];
        for cell in super::clues(puzzle) {
            let candidates = puzzle.clues().get(cell);
            if let Some(digit) = candidates.only() {
                clue[cell.index()] = Some(literal(&map, cell, digit));
                continue;
            }
            let marks = Lit::positive(sink.new_vars(1)?);
            for digit in (0..side).map(Digit::new).filter(|&digit| !candidates.contains(digit)) {
                sink.add_clause(&[!marks, !literal(&map, cell, digit)])?;
            }
            clue[cell.index()] = Some(marks);
        }
        let excluded = Lit::positive(sink.new_vars(1)?);
        let mut clause = map.blocking_clause(solution.digits());
        clause.push(!excluded);
        sink.add_clause(&clause)?;
        let mut cell_of = vec![None; excluded.var() as usize + 1];
        for cell in rules.cells() {
            if let Some(lit) = clue[cell.index()] {
                cell_of[lit.var() as usize] = Some(cell);
            }
        }
        let cells = rules.layout().cells();
        Ok(Cores {
            backend,
            map,
            rules,
            clue,
            cell_of,
            excluded,
            core: vec![true; cells],
            assumed: Vec::new(),
            fixes: true,
            begun: false,
            resumes: options.backend.capabilities().resumes,
            spent: false,
        })
    }

    /// The same, to be asked about several orders: no clue becomes a fact.
    pub(super) fn reusable(mut self) -> Self {
        self.fixes = false;
        self
    }

    /// Asks for a grid in which a last literal holds beside the clues that are left, but for those of
    /// some cells.
    fn ask(&mut self, without: &[Cell], last: Lit, limits: &Limits) -> Result<Answer> {
        let assumed = self.assumed.iter().filter(|cell| !without.contains(cell));
        let mut lits: Vec<_> = assumed.filter_map(|cell| self.clue[cell.index()]).collect();
        // Without it there is no contradiction, so it comes behind all that follows from them.
        lits.push(last);
        let answer = self.backend.solve(&lits, limits)?;
        if let Answer::Sat(model) = &answer {
            let digits = self.map.decode(model)?;
            self.rules.check(&digits).map_err(|violation| {
                Error::disagreement(format!("the SAT backend gave no grid: {violation}"))
            })?;
        }
        self.spent = answer == Answer::Unknown && !self.resumes;
        Ok(answer)
    }

    /// Puts the clues that a refutation names into the core.
    fn keep(&mut self, refutation: &[Lit]) {
        for lit in refutation {
            if let Some(cell) = self.cell_of.get(lit.var() as usize).copied().flatten() {
                self.core[cell.index()] = true;
            }
        }
    }

    /// A literal that makes one of these cells differ from the solution.
    fn denial(&mut self, group: &[Cell], solution: &Solution) -> Result<Lit> {
        let mut clause: Vec<_> =
            group.iter().map(|&cell| !literal(&self.map, cell, solution.digit(cell))).collect();
        if let [lit] = clause[..] {
            return Ok(lit);
        }
        let denial = Lit::positive(self.backend.new_vars(1)?);
        clause.push(!denial);
        self.backend.add_clause(&clause)?;
        Ok(denial)
    }
}

impl Judge for Cores {
    fn begin(&mut self, state: &State<'_>, groups: &[Vec<Cell>]) -> Result<()> {
        self.core.fill(true);
        let mut rank = vec![usize::MAX; self.core.len()];
        for (k, group) in groups.iter().enumerate() {
            group.iter().for_each(|cell| rank[cell.index()] = k);
        }
        self.assumed = super::clues(&state.puzzle);
        self.assumed.sort_by_key(|cell| std::cmp::Reverse(rank[cell.index()]));
        self.begun = false;
        Ok(())
    }

    fn decide(
        &mut self,
        state: &State<'_>,
        groups: &[Vec<Cell>],
        limits: &Limits,
    ) -> Result<Verdict> {
        let Some(group) = groups.first() else { return Ok(Verdict::Unknown) };
        if self.spent {
            return Ok(Verdict::Unknown);
        }
        if !self.begun {
            self.begun = true;
            match self.ask(&[], self.excluded, limits)? {
                Answer::Unsat { core } => {
                    self.core.fill(false);
                    self.keep(&core);
                }
                Answer::Sat(_) => {
                    return Err(Error::disagreement("the puzzle has more than one solution"));
                }
                Answer::Unknown => return Ok(Verdict::Unknown),
            }
        }
        if group.iter().all(|cell| !self.core[cell.index()]) {
            self.assumed.retain(|cell| !group.contains(cell));
            return Ok(Verdict::Redundant);
        }
        let denial = self.denial(group, state.solution)?;
        Ok(match self.ask(group, denial, limits)? {
            Answer::Unsat { core } => {
                group.iter().for_each(|cell| self.core[cell.index()] = false);
                self.keep(&core);
                self.assumed.retain(|cell| !group.contains(cell));
                Verdict::Redundant
            }
            Answer::Sat(_) => {
                if self.fixes {
                    for cell in group {
                        let fact = self.clue[cell.index()];
                        fact.map_or(Ok(()), |fact| self.backend.add_clause(&[fact]))?;
                    }
                    self.assumed.retain(|cell| !group.contains(cell));
                }
                Verdict::Needed
            }
            Answer::Unknown => Verdict::Unknown,
        })
    }
}

fn literal(map: &VarMap, cell: Cell, digit: Digit) -> Lit {
    match map.get(cell, digit) {
        Atom::Lit(lit) => lit,
        Atom::True | Atom::False => unreachable!("every candidate has a variable"),
    }
}
