//! No text makes the readers of constraint strings, killers, coded clues and game ids panic or run
//! away; what they read comes back equal from JSON, and from a constraint string, if there is one
//! of it, with the same clues but for what rules say of a single cell.
#![no_main]

use satoku::format::{ReadOptions, Reader, Sheet, by_name, export_by_name, writer_by_name};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let json = writer_by_name("json").expect("there is JSON");
    let string = export_by_name("iss").expect("there are constraint strings");
    for name in ["iss", "killer", "coded", "solo"] {
        let options = ReadOptions { format: by_name(name), ..ReadOptions::default() };
        let input = std::io::Cursor::new(bytes.to_vec());
        let Ok(mut reader) = Reader::new("fuzz", input, &options) else { return };
        let parser = reader.parser();
        while let Ok(Some(record)) = reader.next_record() {
            let Ok(entry) = parser.parse(&record) else { continue };
            let mut text = String::new();
            (json.write)(&Sheet::of(&entry.puzzle), &mut text);
            let back = satoku::parse(&text);
            let back = back.unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
            assert!(back == entry.puzzle, "{name}: {text}");
            let Ok(text) = (string.write)(&entry.puzzle, None) else { continue };
            let again = satoku::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            for cell in again.cells() {
                let mut digits = again.clues().digits(cell);
                assert!(digits.all(|it| entry.puzzle.clues().contains(cell, it)), "{text}");
            }
            assert!((string.write)(&again, None).is_ok(), "{text}");
        }
    }
});
