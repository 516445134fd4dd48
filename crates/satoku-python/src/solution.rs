//! Solutions as Python objects.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::PyArray2;
use pyo3::prelude::*;
use satoku::format::{line_of, read_rows};
use satoku::puzzle;

use crate::error::OrRaise;
use crate::puzzle::{Puzzle, grid, image, written};

/// A filled grid that was checked against its puzzle.
#[pyclass(frozen, module = "satoku")]
#[derive(Debug)]
pub(crate) struct Solution(pub(crate) puzzle::Solution);

#[pymethods]
impl Solution {
    /// The houses.
    #[getter]
    fn layout(&self) -> String {
        self.0.layout().spec().to_string()
    }

    /// The numbers, by rows and columns; 0 where the frame has no cell.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let digits = self.0.digits();
        let layout = self.0.layout();
        grid(py, layout, |cell| layout.number_of(digits[cell.index()]))
    }

    /// As numpy asks for it.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // It is made anew each time, so it is a copy whatever was asked for.
        let _ = copy;
        let array = self.to_array(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array.into_any()),
        }
    }

    /// The grid as text, in a form such as `line`, `grid` or `pretty`.
    #[pyo3(signature = (form = "line"))]
    fn to_text(&self, py: Python<'_>, form: &str) -> PyResult<String> {
        written(&self.empty(), Some(&self.0), form).or_raise(py)
    }

    /// The grid as an SVG image.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        image(&self.empty(), Some(&self.0)).or_raise(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.to_svg(py)
    }

    fn __str__(&self) -> String {
        line_of(&self.0)
    }

    fn __repr__(&self) -> String {
        format!("<satoku.Solution {}>", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Solution>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.digits().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let class = py.get_type::<Solution>();
        let mut rows = String::new();
        for row in self.0.layout().frame().by_rows() {
            for cell in row.flatten() {
                rows.extend([
                    self.0.layout().number_of(self.0.digit(cell)).to_string().as_str(),
                    " ",
                ]);
            }
            rows.push('\n');
        }
        Ok((class.getattr("_of")?, (self.layout(), rows)))
    }

    /// A filled grid of a layout, from rows of numbers.
    #[staticmethod]
    fn _of(py: Python<'_>, layout: &str, rows: &str) -> PyResult<Self> {
        let made = || -> satoku::Result<puzzle::Solution> {
            let spec: satoku::LayoutSpec = layout.parse()?;
            let side = rows.lines().count();
            let layout = spec.build(side)?.shared();
            let grid = read_rows(rows, &layout)?;
            grid.check_filled().map_err(|violation| satoku::Error::input(violation.to_string()))
        };
        made().or_raise(py).map(Solution)
    }
}

impl Solution {
    /// The puzzle of which nothing is known, in the solution's symbols.
    fn empty(&self) -> puzzle::Puzzle {
        let layout = self.0.layout().clone();
        Puzzle::empty(layout).with_symbols(self.0.symbols())
    }
}
