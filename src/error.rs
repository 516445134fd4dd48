//! The one error of the library.
//!
//! Opaque outside, a small enum inside: callers ask by predicate ([`Error::is_input`],
//! [`Error::is_unsupported`] …) and print it; they never match on it. Two things are *not* errors:
//! a puzzle without solution (an answer) and a board found impossible ([`Contradiction`]).
//!
//! [`Contradiction`]: crate::puzzle::Contradiction

use std::fmt;
use std::io;

use satoku_check::shown;

/// What every fallible call of this library returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Something went wrong: unreadable input, an impossible layout, a backend that failed.
///
/// The message names what was found and what was expected, on one line without control characters,
/// at most a thousand characters; [`Error::location`] tells where in the text, when there is a
/// text.
pub struct Error(Box<Repr>);

#[derive(Debug)]
struct Repr {
    kind: Kind,
    message: String,
    at: Option<Location>,
    source: Option<io::Error>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Input,
    Layout,
    Backend,
    Unsupported,
    TooLarge,
    Limit,
    Disagreement,
    Proof,
    Io,
}

/// A place in a text: both numbers count from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// Line within the source, from 1.
    pub line: u64,
    /// Character within the line, from 1; `None` where the whole line is meant.
    pub column: Option<u64>,
}

impl Error {
    fn new(kind: Kind, message: impl Into<String>) -> Self {
        Error(Box::new(Repr { kind, message: shown(message), at: None, source: None }))
    }

    /// A text that is not what it should be.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(Kind::Input, message)
    }

    /// A layout that cannot be: a box shape of zero, a region of the wrong size.
    pub(crate) fn layout(message: impl Into<String>) -> Self {
        Self::new(Kind::Layout, message)
    }

    /// A SAT backend that failed, with its name in front.
    #[cfg(any(feature = "varisat", feature = "batsat", feature = "cadical", feature = "external"))]
    pub(crate) fn backend(name: &str, message: impl fmt::Display) -> Self {
        Self::new(Kind::Backend, format!("backend {name}: {message}"))
    }

    /// Something this build or this combination of options cannot do.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(Kind::Unsupported, message)
    }

    /// A formula too large to be built or written.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new(Kind::TooLarge, message)
    }

    /// A limit was reached where no partial answer can be given.
    pub fn limit(message: impl Into<String>) -> Self {
        Self::new(Kind::Limit, message)
    }

    /// Two engines gave different answers, or an answer failed its check.
    pub fn disagreement(message: impl Into<String>) -> Self {
        Self::new(Kind::Disagreement, message)
    }

    /// A proof that does not hold.
    pub(crate) fn proof(message: impl Into<String>) -> Self {
        Self::new(Kind::Proof, message)
    }

    /// The same error, placed in a text.
    #[must_use]
    pub(crate) fn at(mut self, line: u64, column: Option<u64>) -> Self {
        self.0.at = Some(Location { line, column });
        self
    }

    /// The same error with its line moved down by `lines`: for a text cut out of a larger one.
    #[must_use]
    pub(crate) fn shifted(mut self, lines: u64) -> Self {
        if let Some(at) = &mut self.0.at {
            at.line += lines;
        }
        self
    }

    /// The text or the layout given is not valid.
    pub fn is_input(&self) -> bool {
        matches!(self.0.kind, Kind::Input | Kind::Layout)
    }

    /// A SAT backend failed: it could not be started, died, or spoke nonsense.
    pub fn is_backend(&self) -> bool {
        self.0.kind == Kind::Backend
    }

    /// This build or this combination of options cannot do what was asked.
    pub fn is_unsupported(&self) -> bool {
        self.0.kind == Kind::Unsupported
    }

    /// The formula would be larger than what was allowed.
    pub fn is_too_large(&self) -> bool {
        self.0.kind == Kind::TooLarge
    }

    /// A time limit or an interrupt came before there was any answer.
    pub fn is_limit(&self) -> bool {
        self.0.kind == Kind::Limit
    }

    /// Two engines disagree, or an answer failed its check: a defect, never an ordinary outcome.
    pub fn is_disagreement(&self) -> bool {
        self.0.kind == Kind::Disagreement
    }

    /// A proof or certificate does not hold.
    pub fn is_proof(&self) -> bool {
        self.0.kind == Kind::Proof
    }

    /// Reading or writing failed.
    pub fn is_io(&self) -> bool {
        self.0.kind == Kind::Io
    }

    /// The pipe that was written to is closed: ordinary for a program in a pipeline.
    pub fn is_broken_pipe(&self) -> bool {
        self.0.source.as_ref().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The kind of error as a word: `input`, `layout`, `backend`, `unsupported`, `too_large`,
    /// `limit`, `disagreement`, `proof` or `io`.
    pub fn kind(&self) -> &'static str {
        match self.0.kind {
            Kind::Input => "input",
            Kind::Layout => "layout",
            Kind::Backend => "backend",
            Kind::Unsupported => "unsupported",
            Kind::TooLarge => "too_large",
            Kind::Limit => "limit",
            Kind::Disagreement => "disagreement",
            Kind::Proof => "proof",
            Kind::Io => "io",
        }
    }

    /// Where in the text, if the error is about a text.
    pub fn location(&self) -> Option<Location> {
        self.0.at
    }

    /// What was found and what was expected, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ", column {column}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.0.at {
            write!(f, "{at}: ")?;
        }
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The I/O error itself is already the message.
        self.0.source.as_ref().and_then(std::error::Error::source)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        let mut this = Self::new(Kind::Io, error.to_string());
        this.0.source = Some(error);
        this
    }
}

impl From<satoku_check::Error> for Error {
    fn from(error: satoku_check::Error) -> Self {
        match error.into_io() {
            Ok(error) => error.into(),
            Err(error) if error.is_proof() => Self::new(Kind::Proof, error.to_string()),
            Err(error) => Self::input(error.to_string()),
        }
    }
}
