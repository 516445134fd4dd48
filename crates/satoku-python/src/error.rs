//! Errors of the library as exceptions, whose classes are written in Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTypeMethods;
use satoku::ask::Failure;

/// What makes an exception of a kind, a message and a place.
static MAKER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The exception that an error is.
pub(crate) fn raised(py: Python<'_>, error: &satoku::Error) -> PyErr {
    of_failure(py, &Failure::from(error))
}

/// The exception for a question that has no answer.
pub(crate) fn of_failure(py: Python<'_>, failure: &Failure) -> PyErr {
    made(py, failure).unwrap_or_else(|error| error)
}

fn made(py: Python<'_>, failure: &Failure) -> PyResult<PyErr> {
    let maker = MAKER.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("satoku._errors")?.getattr("of_kind")?.unbind())
    })?;
    let Failure { kind, error, line, column, .. } = failure;
    let exception = maker.bind(py).call1((*kind, error, *line, *column))?;
    Ok(PyErr::from_value(exception))
}

/// `Result` of the library to that of Python.
pub(crate) trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for satoku::Result<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raised(py, &error))
    }
}

/// A `TypeError`.
pub(crate) fn type_error(message: impl Into<String>) -> PyErr {
    pyo3::exceptions::PyTypeError::new_err(message.into())
}

/// The name of a Python object's type, for messages.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string())
}
