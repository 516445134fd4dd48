//! Puzzles as Python objects.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::{PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use satoku::ask::{Options, Want};
use satoku::format::{Sheet, Symbols, writer_by_name};
use satoku::grid::{CandidateSet, Cell, Digit, Layout, LayoutSpec};
use satoku::puzzle;
use satoku::{Error, Result};
use satoku_print::{Book, Plate, Shown, medium_by_name};

use crate::error::{OrRaise, type_error, type_name};
use crate::wait;

/// A puzzle: houses, clues and rules. It does not change, and can be a key of a dictionary.
#[pyclass(frozen, module = "satoku")]
#[derive(Debug)]
pub(crate) struct Puzzle(pub(crate) puzzle::Puzzle);

#[pymethods]
impl Puzzle {
    /// Read from text, in any form that the library reads.
    #[new]
    #[pyo3(signature = (text, *, layout = None, rules = Vec::new(), ignore = Vec::new()))]
    fn new(
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        layout: Option<String>,
        rules: Vec<String>,
        ignore: Vec<String>,
    ) -> PyResult<Self> {
        let puzzle = if let Ok(text) = text.cast::<PyString>() {
            text.to_str()?.to_owned()
        } else if let Ok(bytes) = text.cast::<PyBytes>() {
            let text = str::from_utf8(bytes.as_bytes());
            text.map_err(|_| Error::input("the text is not UTF-8")).or_raise(py)?.to_owned()
        } else {
            let found = type_name(text);
            return Err(type_error(format!(
                "expected str or bytes, not {found}; arrays: from_array"
            )));
        };
        let mut question = wait::question(Want::Read, Options::default());
        (question.puzzle, question.layout) = (Some(puzzle), layout);
        (question.rules, question.ignore) = (rules, ignore);
        question.puzzle().or_raise(py).map(Puzzle)
    }

    /// From numbers by rows and columns, or in one row, 0 for an empty cell; or from booleans by
    /// rows, columns and digits, which say what each cell may hold.
    #[staticmethod]
    #[pyo3(signature = (clues, *, layout = None))]
    fn from_array(
        py: Python<'_>,
        clues: &Bound<'_, PyAny>,
        layout: Option<&str>,
    ) -> PyResult<Self> {
        let array = py.import("numpy")?.call_method1("asarray", (clues,))?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let flat = array.call_method0("ravel")?.call_method0("tolist")?;
        let made = match (kind.as_str(), shape.as_slice()) {
            ("b", &[rows, columns, digits]) => {
                let allowed: Vec<bool> = flat.extract()?;
                of_candidates([rows, columns, digits], &allowed, layout)
            }
            ("i" | "u", [_] | [_, _]) => {
                let numbers: Vec<i64> = flat.extract()?;
                let rows = if let &[rows, _] = shape.as_slice() { Some(rows) } else { None };
                of_numbers(rows, &numbers, layout)
            }
            _ => {
                let message = format!(
                    "an array of kind {kind:?} and shape {shape:?}: expected integers by rows and \
                     columns or in one row, or booleans by rows, columns and digits"
                );
                return Err(type_error(message));
            }
        };
        made.or_raise(py).map(Puzzle)
    }

    /// How hard it is for people: as `satoku.rate`.
    #[pyo3(signature = (**how))]
    fn rate<'py>(
        this: &Bound<'py, Self>,
        how: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        asked_of(this, "rate", how)
    }

    /// Score and level on the scale of `HoDoKu`: as `satoku.score`.
    #[pyo3(signature = (**how))]
    fn score<'py>(
        this: &Bound<'py, Self>,
        how: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        asked_of(this, "score", how)
    }

    /// The next step: as `satoku.hint`.
    #[pyo3(signature = (**how))]
    fn hint<'py>(
        this: &Bound<'py, Self>,
        how: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        asked_of(this, "hint", how)
    }

    /// The steps that solve it: as `satoku.steps`.
    #[pyo3(signature = (**how))]
    fn steps<'py>(
        this: &Bound<'py, Self>,
        how: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        asked_of(this, "steps", how)
    }

    /// The houses, such as `3x3+diagonals`.
    #[getter]
    fn layout(&self) -> String {
        self.0.layout().spec().to_string()
    }

    /// Rows of the frame.
    #[getter]
    fn rows(&self) -> usize {
        self.0.layout().frame().rows()
    }

    /// Columns of the frame.
    #[getter]
    fn columns(&self) -> usize {
        self.0.layout().frame().columns()
    }

    /// How many digits there are.
    #[getter]
    fn digits(&self) -> usize {
        self.0.digits()
    }

    /// How many cells there are.
    #[getter]
    fn cells(&self) -> usize {
        self.0.layout().cells()
    }

    /// How many cells have a digit given.
    #[getter]
    fn givens(&self) -> usize {
        self.0.givens()
    }

    /// The rules beside the houses, by name.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rules().iter().map(|rule| rule.name().to_owned()))
    }

    /// The givens, by rows and columns; 0 for an empty cell, and where the frame has none.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let layout = self.0.layout();
        grid(py, layout, |cell| self.0.given(cell).map_or(0, |digit| layout.number_of(digit)))
    }

    /// What the clues allow, by rows, columns and digits; nothing where the frame has no cell.
    fn to_candidates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let (frame, digits) = (self.0.layout().frame(), self.0.digits());
        let array = PyArray3::zeros(py, [frame.rows(), frame.columns(), digits], false);
        let mut allowed = array.readwrite();
        let places = allowed.as_slice_mut()?.chunks_mut(digits);
        for (place, allowed) in places.enumerate() {
            let cell = frame.cell(place / frame.columns(), place % frame.columns());
            for digit in cell.into_iter().flat_map(|cell| self.0.clues().digits(cell)) {
                allowed[digit.index()] = true;
            }
        }
        drop(allowed);
        Ok(array)
    }

    /// The puzzle as text, in a form such as `line`, `grid`, `pretty` or `json`.
    #[pyo3(signature = (form = "line"))]
    fn to_text(&self, py: Python<'_>, form: &str) -> PyResult<String> {
        written(&self.0, None, form).or_raise(py)
    }

    /// The puzzle as an SVG image.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        image(&self.0, None).or_raise(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.to_svg(py)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Puzzle({})", PyString::new(py, &self.0.to_string()).repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Puzzle>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        // Puzzles are equal whatever symbols they are written in.
        let mut hasher = DefaultHasher::new();
        self.0.clone().with_symbols(Symbols::default()).to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Puzzle>().into_any(), (self.0.to_string(),))
    }
}

/// What a function of the module, written in Python, says of a puzzle.
fn asked_of<'py>(
    puzzle: &Bound<'py, Puzzle>,
    function: &str,
    how: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let module = puzzle.py().import("satoku._rating")?;
    module.getattr(function)?.call((puzzle,), how)
}

impl Puzzle {
    /// A puzzle of which nothing is known.
    pub(crate) fn empty(layout: Arc<Layout>) -> puzzle::Puzzle {
        puzzle::Puzzle::new(layout)
    }
}

/// The layout of a text for so many cells; a square grid where nothing is said.
///
/// # Errors
/// If there is none for so many.
pub(crate) fn layout_of(spec: Option<&str>, places: usize) -> Result<Arc<Layout>> {
    let spec: LayoutSpec = spec.map_or(Ok(LayoutSpec::default()), str::parse)?;
    let layout = spec.build(places.isqrt())?;
    let frame = layout.frame();
    let all = frame.rows() * frame.columns();
    if places != layout.cells() && places != all {
        let (name, cells) = (layout.name(), layout.cells());
        return Err(Error::input(format!("{places} numbers: {name} has {cells} cells")));
    }
    Ok(layout.shared())
}

fn of_numbers(rows: Option<usize>, numbers: &[i64], spec: Option<&str>) -> Result<puzzle::Puzzle> {
    let layout = layout_of(spec, numbers.len())?;
    let frame = layout.frame();
    if rows.is_some_and(|rows| rows != frame.rows()) {
        let (name, rows) = (layout.name(), frame.rows());
        return Err(Error::input(format!("{name} has {rows} rows")));
    }
    let number = |place: usize| {
        u16::try_from(numbers[place])
            .map_err(|_| Error::input(format!("number {} in an array", numbers[place])))
    };
    let numbers: Vec<u16> = if numbers.len() == layout.cells() {
        (0..numbers.len()).map(number).collect::<Result<_>>()?
    } else {
        let cells = (0..layout.cells()).map(|cell| frame.place(Cell::new(cell)));
        let places = cells.flatten().map(|(row, column)| row * frame.columns() + column);
        places.map(number).collect::<Result<_>>()?
    };
    puzzle::Puzzle::from_numbers(layout, &numbers)
}

fn of_candidates(
    [rows, columns, digits]: [usize; 3],
    allowed: &[bool],
    spec: Option<&str>,
) -> Result<puzzle::Puzzle> {
    let layout = layout_of(spec, rows * columns)?;
    let frame = layout.frame();
    if [rows, columns, digits] != [frame.rows(), frame.columns(), layout.digits()] {
        let (name, digits) = (layout.name(), layout.digits());
        return Err(Error::input(format!("{name} has {digits} digits, other rows or columns")));
    }
    let mut puzzle = puzzle::Puzzle::new(Arc::clone(&layout));
    for cell in puzzle.cells() {
        let Some((row, column)) = frame.place(cell) else { continue };
        let start = (row * columns + column) * digits;
        let mut candidates = CandidateSet::EMPTY;
        (0..digits).filter(|&digit| allowed[start + digit]).for_each(|digit| {
            candidates.insert(Digit::new(digit));
        });
        puzzle.set_candidates(cell, &candidates);
    }
    Ok(puzzle)
}

/// Numbers by rows and columns.
pub(crate) fn grid<'py>(
    py: Python<'py>,
    layout: &Layout,
    number: impl Fn(Cell) -> usize,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let frame = layout.frame();
    let array = PyArray2::zeros(py, [frame.rows(), frame.columns()], false);
    let mut numbers = array.readwrite();
    let places = frame.by_rows().flatten();
    for (place, cell) in numbers.as_slice_mut()?.iter_mut().zip(places) {
        // Digits and what they are shown as have four figures at most.
        *place = cell.map_or(0, |cell| u16::try_from(number(cell)).unwrap_or(u16::MAX));
    }
    drop(numbers);
    Ok(array)
}

/// A puzzle or its solution in a form of text.
///
/// # Errors
/// If there is no such form.
pub(crate) fn written(
    puzzle: &puzzle::Puzzle,
    solution: Option<&puzzle::Solution>,
    form: &str,
) -> Result<String> {
    let writer = writer_by_name(form);
    let writer = writer.ok_or_else(|| Error::input(format!("no form of text `{form}`")))?;
    let mut text = String::new();
    (writer.write)(&Sheet { puzzle, solution, color: false, flat_json: false }, &mut text);
    text.truncate(text.trim_end().len());
    Ok(text)
}

/// A puzzle, or its solution, as SVG.
///
/// # Errors
/// If it is too large to be drawn.
pub(crate) fn image(
    puzzle: &puzzle::Puzzle,
    solution: Option<&puzzle::Solution>,
) -> Result<String> {
    let medium = medium_by_name("svg").ok_or_else(|| Error::unsupported("no images"))?;
    let mut plate = Plate::new(puzzle.clone(), 1);
    if let Some(solution) = solution {
        plate.shown = Shown::Solution(solution.clone());
    }
    let mut book = Book::new(satoku_print::Options::default());
    book.push(plate)?;
    let bytes = (medium.render)(&book)?.bytes;
    String::from_utf8(bytes).map_err(|_| Error::unsupported("an image that is no text"))
}
