//! No bytes make the readers panic or run away; what was read comes back equal from every form.
#![no_main]

use satoku::format::{FORMATS, ReadOptions, Reader, Sheet, WRITERS};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The first byte chooses a format, or detection.
    let Some((&choice, text)) = bytes.split_first() else { return };
    let format = FORMATS.get(usize::from(choice)).copied();
    let options = ReadOptions { format, ..ReadOptions::default() };
    let Ok(mut reader) = Reader::new("fuzz", std::io::Cursor::new(text.to_vec()), &options) else {
        return;
    };
    let parser = reader.parser();
    while let Ok(Some(record)) = reader.next_record() {
        let Ok(entry) = parser.parse(&record) else { continue };
        for writer in WRITERS {
            let mut text = writer.header.to_owned();
            (writer.write)(&Sheet::of(&entry.puzzle), &mut text);
            let back = satoku::parse(&text);
            let back = back.unwrap_or_else(|error| panic!("{}: {error}: {text}", writer.name));
            assert!(back == entry.puzzle, "{}: {text}", writer.name);
        }
    }
});
