//! The one error of the checker.

use std::fmt;
use std::io;

use crate::shown::shown;

/// What every fallible call of this crate returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A certificate that does not hold, that is not one, or a file that cannot be read or written.
pub struct Error(Box<Repr>);

#[derive(Debug)]
enum Repr {
    Input(String),
    Proof(String),
    Io(io::Error),
}

impl Error {
    /// A file that is not what it should be.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Error(Box::new(Repr::Input(shown(message))))
    }

    /// A proof or certificate that does not hold.
    pub(crate) fn proof(message: impl Into<String>) -> Self {
        Error(Box::new(Repr::Proof(shown(message))))
    }

    /// Whether what was given is no certificate at all, or too large to be one.
    pub fn is_input(&self) -> bool {
        matches!(*self.0, Repr::Input(_))
    }

    /// Whether the proof or certificate does not hold.
    pub fn is_proof(&self) -> bool {
        matches!(*self.0, Repr::Proof(_))
    }

    /// Whether reading or writing failed.
    pub fn is_io(&self) -> bool {
        matches!(*self.0, Repr::Io(_))
    }

    /// The I/O error, where reading or writing failed; otherwise the error itself.
    ///
    /// # Errors
    /// The error itself, unless it is an I/O error.
    pub fn into_io(self) -> Result<io::Error> {
        match *self.0 {
            Repr::Io(error) => Ok(error),
            other => Err(Error(Box::new(other))),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Repr::Input(message) | Repr::Proof(message) => f.write_str(message),
            Repr::Io(error) => f.write_str(&shown(error.to_string())),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            // The I/O error itself is already the message.
            Repr::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error(Box::new(Repr::Io(error)))
    }
}
