//! Files read with a bound: none may fill the memory, or hold the program up without end.
//!
//! Puzzles are streamed and need no bound ([`format::Reader`](crate::format::Reader)). Whatever
//! else is read from a file goes through here.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a file that is read as a whole, and of a line of JSON: a hundred times what
/// the largest grid needs.
pub const MAX_FILE: u64 = 64 << 20;

/// Passes on what is read; an error once that is more than a limit.
#[derive(Debug)]
pub struct Bounded<R> {
    inner: R,
    limit: u64,
    /// How many bytes may still come.
    left: u64,
}

impl<R> Bounded<R> {
    /// A reader of at most `limit` bytes.
    pub fn new(inner: R, limit: u64) -> Self {
        Bounded { inner, limit, left: limit }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let room = usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
        if room == 0 && !bytes.is_empty() {
            // At the limit only the end may follow.
            return match self.inner.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(too_long(self.limit)),
            };
        }
        let read = self.inner.read(&mut bytes[..room])?;
        self.left -= read as u64;
        Ok(read)
    }
}

fn too_long(limit: u64) -> io::Error {
    let limit = match limit >> 20 {
        0 => format!("{limit} bytes"),
        mebibytes => format!("{mebibytes} MiB"),
    };
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("longer than {limit}, the most that is read"),
    )
}

/// The text of a file that the user named: whatever can be read, a pipe too, to [`MAX_FILE`] bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    Bounded::new(File::open(path)?, MAX_FILE).read_to_string(&mut text)?;
    Ok(text)
}

/// Opens a file that the user did not name, such as one found in a folder or written by another
/// program: an ordinary one, as a pipe or a device might never end.
///
/// # Errors
/// If it cannot be opened, or is anything but an ordinary file.
pub fn open_ordinary(path: &Path) -> io::Result<File> {
    // Asked before it is opened, as opening a pipe waits for who writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not an ordinary file"));
    }
    File::open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_as_the_limit_is_read_and_no_more() {
        let read = |length: usize, limit| {
            let mut text = Vec::new();
            let input = io::repeat(7).take(length as u64);
            Bounded::new(input, limit).read_to_end(&mut text).map(|_| text.len())
        };
        assert_eq!(read(0, 0).unwrap(), 0);
        assert_eq!(read(1000, 1000).unwrap(), 1000);
        let error = read(1001, 1000).unwrap_err().to_string();
        assert_eq!(error, "longer than 1000 bytes, the most that is read");
        let error = read(5 << 20, 3 << 20).unwrap_err().to_string();
        assert_eq!(error, "longer than 3 MiB, the most that is read");
    }
}
