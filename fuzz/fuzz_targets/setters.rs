//! No bytes make the readers of setters' programs panic or run away; what other programs' forms
//! hold comes back from them.
#![no_main]

use satoku::format::{EXPORTS, ReadOptions, Reader, by_name};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The first byte chooses a format.
    let Some((&choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let (name, text) = match choice % 4 {
        0 => ("fpuzzles", text.to_owned()),
        1 => ("sudokupad", text.to_owned()),
        // Shortened JSON, not packed.
        2 => ("sudokupad", format!("scl{text}")),
        _ => ("json", text.to_owned()),
    };
    let options = ReadOptions { format: by_name(name), ..ReadOptions::default() };
    let Ok(mut reader) = Reader::new("fuzz", std::io::Cursor::new(text), &options) else { return };
    let parser = reader.parser();
    while let Ok(Some(record)) = reader.next_record() {
        let Ok(entry) = parser.parse(&record) else { continue };
        for export in EXPORTS.iter().filter(|export| export.name.starts_with("fpuzzles")) {
            let Ok(text) = (export.write)(&entry.puzzle, None) else { continue };
            let again = satoku::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert!(again.clues() == entry.puzzle.clues(), "{text}");
            // Rules may come back in another order, or as several; then they stay as they are.
            let written = (export.write)(&again, None).expect("what was read from it");
            assert_eq!(written, text);
        }
    }
});
