//! No bytes make the readers panic or run away; what was read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::format::{FORMATS, ReadOptions, Reader, Sheet, WRITERS, by_name};

fuzz_target!(|bytes: &[u8]| {
    // The first byte chooses a format, or detection.
    let Some((&choice, text)) = bytes.split_first() else { return };
    let format = FORMATS.get(usize::from(choice)).copied();
    let options = ReadOptions { format, ..ReadOptions::default() };
    let Ok(mut reader) = Reader::new("fuzz", std::io::Cursor::new(text.to_vec()), &options) else {
        return;
    };
    let parser = reader.parser();
    while let Ok(Some(record)) = reader.next_record() {
        if let Ok(entry) = parser.parse(&record)
            && entry.puzzle.layout().regions().is_none()
            && entry.puzzle.layout().first() == 1
            && entry.puzzle.rules().is_empty()
            && entry.puzzle.layout().square().is_some_and(|side| (4..=35).contains(&side))
        {
            let mut line = String::new();
            (WRITERS[0].write)(&Sheet::of(&entry.puzzle), &mut line);
            let layout = entry.puzzle.layout().name().parse().expect("layouts name themselves");
            let form = if entry.puzzle.has_pencilmarks() { "candidates" } else { "line" };
            let options = ReadOptions {
                format: by_name(form),
                layout,
                symbols: Some(entry.puzzle.symbols()),
                rules: Vec::new(),
            };
            let text = std::io::Cursor::new(line.clone().into_bytes());
            let mut again = Reader::new("again", text, &options).expect("a line can be read");
            let record = again.next_record().expect("it is there").expect("one record");
            let puzzle = again.parser().parse(&record).expect(&line).puzzle;
            assert_eq!(puzzle.clues(), entry.puzzle.clues(), "{line}");
        }
    }
});
