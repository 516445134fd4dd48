//! Puzzles as clauses for other solvers, and their models read back.

use std::io::BufWriter;

use pyo3::prelude::*;
use satoku::sat::cnf::dimacs::{self, SolverOutput};
use satoku::sat::cnf::{AtMostOne, ClauseSink, LimitedSink};
use satoku::sat::encode::{Atom, Encoding, VarMap};
use satoku::{Error, Result, puzzle, sat};

use crate::error::OrRaise;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::wait::watched;

/// The clauses of a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, *, encoding = "extended", amo = "pairwise", block = None))]
pub(crate) fn encode(
    py: Python<'_>,
    puzzle: &Puzzle,
    encoding: &str,
    amo: &str,
    block: Option<&Solution>,
) -> PyResult<Cnf> {
    let scheme = AtMostOne::by_name(amo);
    let scheme = scheme.ok_or_else(|| Error::input(format!("no scheme `{amo}`"))).or_raise(py)?;
    let how = Encoding::by_name(encoding);
    let how = how.ok_or_else(|| Error::input(format!("no encoding `{encoding}`"))).or_raise(py)?;
    let puzzle = puzzle.0.clone();
    let block = block.map(|solution| solution.0.digits().to_vec());
    let made = watched(py, None, None, |limits, _told| -> Result<Cnf> {
        let mut clauses = sat::cnf::Cnf::new();
        let map = (how.encode)(&puzzle, scheme, &mut LimitedSink::new(&mut clauses, &limits))?;
        if let Some(digits) = block {
            puzzle.check(&digits).map_err(|it| Error::input(format!("block: {it}")))?;
            clauses.add_clause(&map.blocking_clause(&digits))?;
        }
        Ok(Cnf { puzzle, clauses, map })
    })?;
    made.or_raise(py)
}

/// A puzzle in clauses.
#[pyclass(frozen, module = "satoku")]
#[derive(Debug)]
pub(crate) struct Cnf {
    puzzle: puzzle::Puzzle,
    clauses: sat::cnf::Cnf,
    map: VarMap,
}

#[pymethods]
impl Cnf {
    /// How many variables there are, numbered from 1.
    #[getter]
    fn variables(&self) -> u32 {
        self.clauses.vars()
    }

    /// The clauses as lists of literals, numbers with a sign.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        let literals =
            |clause: &[sat::cnf::Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
        self.clauses.clauses().map(literals).collect()
    }

    /// How many clauses there are.
    fn __len__(&self) -> usize {
        self.clauses.len()
    }

    /// The literal for a number in a cell, by row and column from 1; True or False where that is
    /// decided without one.
    fn literal<'py>(
        &self,
        py: Python<'py>,
        row: usize,
        column: usize,
        number: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let layout = self.puzzle.layout();
        let cell = row.checked_sub(1).zip(column.checked_sub(1));
        let cell = cell.and_then(|(row, column)| layout.frame().cell(row, column));
        let Some((cell, digit)) = cell.zip(layout.digit_of(number)) else {
            let message = format!("r{row}c{column}={number}: no such cell or number");
            return Err(Error::input(message)).or_raise(py);
        };
        Ok(match self.map.get(cell, digit) {
            Atom::Lit(lit) => lit.to_dimacs().into_pyobject(py)?.into_any(),
            Atom::True => true.into_pyobject(py)?.to_owned().into_any(),
            Atom::False => false.into_pyobject(py)?.to_owned().into_any(),
        })
    }

    /// The clauses as DIMACS CNF.
    fn to_dimacs(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = Vec::new();
        dimacs::write(&self.clauses, &[], BufWriter::new(&mut text)).or_raise(py)?;
        Ok(String::from_utf8(text)?)
    }

    /// The solution that a model is: literals, of which the positive ones hold. It is checked.
    fn decode(&self, py: Python<'_>, model: Vec<i64>) -> PyResult<Solution> {
        let made = || -> Result<puzzle::Solution> {
            // Read as a solver's output is, with all its checks.
            let words: Vec<_> = model.iter().map(ToString::to_string).collect();
            let text = format!("s SATISFIABLE\nv {} 0\n", words.join(" "));
            let SolverOutput::Sat(model) =
                dimacs::read_output(text.as_bytes(), self.clauses.vars())?
            else {
                return Err(Error::input("no model"));
            };
            let digits = self.map.decode(&model)?;
            self.puzzle.check(&digits).map_err(|it| Error::input(format!("model: {it}")))
        };
        made().or_raise(py).map(Solution)
    }

    fn __repr__(&self) -> String {
        let (variables, clauses) = (self.clauses.vars(), self.clauses.len());
        format!("<satoku.Cnf {variables} variables, {clauses} clauses>")
    }
}
