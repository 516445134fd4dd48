//! Compressed sources: every packing is told by its first bytes and unpacked as it is read. One
//! line in [`PACKINGS`] each, and a feature.

use std::io::{self, Read};

use crate::error::{Error, Result};

/// A source of bytes.
pub(super) type Input = Box<dyn Read + Send>;

/// A way to pack texts.
pub(super) struct Packing {
    /// Its name, which is that of its feature too.
    pub(super) name: &'static str,
    /// The bytes it begins with.
    pub(super) magic: &'static [u8],
    /// What it holds; `None` in a build without the feature.
    unpack: Option<fn(Input) -> io::Result<Input>>,
}

/// All packings.
pub(super) const PACKINGS: &[Packing] = &[
    Packing {
        name: "gzip",
        magic: b"\x1f\x8b",
        #[cfg(feature = "gzip")]
        unpack: Some(|input| Ok(Box::new(flate2::read::MultiGzDecoder::new(input)))),
        #[cfg(not(feature = "gzip"))]
        unpack: None,
    },
    Packing {
        name: "xz",
        magic: b"\xfd7zXZ\0",
        #[cfg(feature = "xz")]
        unpack: Some(|input| {
            Ok(Box::new(lzma_rust2::XzReader::new_mem_limit(input, true, XZ_MEMORY)))
        }),
        #[cfg(not(feature = "xz"))]
        unpack: None,
    },
    Packing {
        name: "zstd",
        magic: b"\x28\xb5\x2f\xfd",
        #[cfg(feature = "zstd")]
        unpack: Some(|input| Ok(Box::new(zstd::Frames::new(input)?))),
        #[cfg(not(feature = "zstd"))]
        unpack: None,
    },
    Packing {
        name: "zip",
        magic: b"PK\x03\x04",
        #[cfg(feature = "zip")]
        unpack: Some(archive::unpack),
        #[cfg(not(feature = "zip"))]
        unpack: None,
    },
];

/// The longest of their first bytes.
pub(super) const MAX_MAGIC: usize = 6;

/// Memory that unpacking xz may take, in KiB: as much as its highest level needs.
#[cfg(feature = "xz")]
const XZ_MEMORY: u32 = 100 << 10;

impl Packing {
    /// What it holds.
    ///
    /// # Errors
    /// If this build lacks the feature, or the beginning is damaged.
    pub(super) fn unpacked(&self, input: Input) -> Result<Input> {
        let name = self.name;
        let Some(unpack) = self.unpack else {
            return Err(Error::unsupported(format!(
                "compressed text ({name}): this build lacks the feature `{name}`"
            )));
        };
        unpack(input).map_err(|error| Error::input(format!("{name}: {error}")))
    }
}

#[cfg(feature = "zstd")]
mod zstd {
    use std::io::{self, BufRead, BufReader, Read};

    use ruzstd::decoding::StreamingDecoder;

    use super::Input;

    type Decoder = StreamingDecoder<BufReader<Input>, ruzstd::decoding::FrameDecoder>;

    /// Frames one after the other.
    pub(super) struct Frames(Option<Decoder>);

    impl Frames {
        pub(super) fn new(input: Input) -> io::Result<Self> {
            Ok(Frames(Some(frame(BufReader::new(input))?)))
        }
    }

    fn frame(input: BufReader<Input>) -> io::Result<Decoder> {
        StreamingDecoder::new(input).map_err(io::Error::other)
    }

    impl Read for Frames {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while let Some(mut decoder) = self.0.take() {
                let read = decoder.read(buffer)?;
                if read > 0 {
                    self.0 = Some(decoder);
                    return Ok(read);
                }
                let mut rest = decoder.into_inner();
                if !rest.fill_buf()?.is_empty() {
                    self.0 = Some(frame(rest)?);
                }
            }
            Ok(0)
        }
    }
}

#[cfg(feature = "zip")]
mod archive {
    use std::io::{self, Write};
    use std::thread;

    use super::Input;

    /// The files of an archive one after the other, as they stand in it, each ended by an end of line.
    /// An error in the middle comes where the text ends.
    pub(super) fn unpack(mut input: Input) -> io::Result<Input> {
        let (reader, mut writer) = io::pipe()?;
        let (sender, receiver) = std::sync::mpsc::channel();
        thread::Builder::new().spawn(move || {
            let copied = (|| {
                while let Some(mut file) = zip::read::read_zipfile_from_stream(&mut input)? {
                    if file.is_file() {
                        io::copy(&mut file, &mut writer)?;
                        writer.write_all(b"\n")?;
                    }
                }
                io::Result::Ok(())
            })();
            // Before the pipe is closed.
            _ = sender.send(copied);
        })?;
        Ok(Box::new(Files { reader, end: Some(receiver) }))
    }

    struct Files {
        reader: io::PipeReader,
        /// How it ended.
        end: Option<std::sync::mpsc::Receiver<io::Result<()>>>,
    }

    impl io::Read for Files {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.reader.read(buffer)?;
            if read == 0
                && !buffer.is_empty()
                && let Some(end) = self.end.take()
            {
                end.recv().unwrap_or_else(|_| Err(io::Error::other("it ended early")))?;
            }
            Ok(read)
        }
    }
}
