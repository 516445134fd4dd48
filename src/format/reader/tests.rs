use std::collections::VecDeque;
use std::io;
use std::io::Cursor;
use std::sync::mpsc;

use super::*;

/// A pipe: what is sent is read; dropping the sender ends it.
struct Pipe(mpsc::Receiver<Vec<u8>>, VecDeque<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1.extend(self.0.recv().unwrap_or_default());
        }
        self.1.read(buffer)
    }
}

#[test]
fn an_open_pipe_is_answered_line_by_line() {
    let (sender, receiver) = mpsc::channel();
    let line = format!("{}\n", "1.......2".repeat(9));
    sender.send(line.clone().into_bytes()).unwrap();
    let mut reader =
        Reader::new("-", Pipe(receiver, VecDeque::new()), &ReadOptions::default()).unwrap();
    assert!(reader.by_lines());
    for number in 1..=3 {
        assert_eq!(reader.next_record().unwrap().unwrap().line, number);
        assert!(reader.is_starved());
        sender.send(line.clone().into_bytes()).unwrap();
    }
    sender.send(format!("{line}\n# c\n").into_bytes()).unwrap();
    for _ in 0..2 {
        reader.next_record().unwrap();
    }
    assert!(reader.is_starved());
    drop(sender);
    assert!(reader.next_record().unwrap().is_none());
    assert!(!reader.is_starved());
}

#[test]
fn a_line_that_leaves_no_doubt_is_not_held_back() {
    let jigsaw = "1.....3..4.....2AAAABBBBCCCCDDDD";
    let sixteen = format!("{:.<256}", "1G");
    let letters = format!("{:.<256}", "AP");
    let cube = "1........".repeat(81);
    let json = "{\"puzzle\":\"1.....3..4.....2\"}";
    let csv = "puzzle\n1.....3..4.....2";
    for text in [jigsaw, &sixteen, &letters, &cube, json, csv, "1.....3..4.....2 1234341243212143"]
    {
        let (sender, receiver) = mpsc::channel();
        sender.send(format!("{text}\n  \n").into_bytes()).unwrap();
        let pipe = Pipe(receiver, VecDeque::new());
        let mut reader = Reader::new("-", pipe, &ReadOptions::default()).unwrap();
        assert!(reader.next_record().unwrap().is_some(), "{text}");
        assert!(reader.is_starved(), "{text}");
    }
    let (sender, receiver) = mpsc::channel();
    sender.send(b"1.....3..4.....2\n".to_vec()).unwrap();
    let options = ReadOptions { format: super::super::by_name("line"), ..ReadOptions::default() };
    let mut reader = Reader::new("-", Pipe(receiver, VecDeque::new()), &options).unwrap();
    assert!(reader.next_record().unwrap().is_some());
    assert!(reader.is_starved());
}

/// Grids come with an empty line after each; what follows the first may be the map of its regions.
#[test]
fn grids_are_given_as_they_come() {
    let grids = [
        ("rows", "1...\n..3.\n.4..\n...2\n\n"),
        ("rows", "1...\n..3.\n\n.4..\n...2\n\n"),
        ("grid", "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n\n"),
        ("grid", "+---+---+\n|1 .|. .|\n|. .|3 .|\n+---+---+\n|. 4|. .|\n|. .|. 2|\n+---+---+\n\n"),
        ("jigsaw-grid", "1...\n..3.\n.4..\n...2\nAABB\nAABB\nCCDD\nCCDD\n\n"),
        ("jigsaw-grid", "1...\n..3.\n.4..\n...2\n\nAABB\nAABB\nCCDD\nCCDD\n\n"),
    ];
    for (name, text) in grids {
        for named in [false, true] {
            let format = super::super::by_name(name).filter(|_| named);
            let options = ReadOptions { format, ..ReadOptions::default() };
            let (sender, receiver) = mpsc::channel();
            let before = if named { 1 } else { 2 };
            for line in text.repeat(before).split_inclusive('\n') {
                sender.send(line.as_bytes().to_vec()).unwrap();
            }
            let pipe = Pipe(receiver, VecDeque::new());
            let mut reader = Reader::new("-", pipe, &options).unwrap();
            for grid in 1..=4 {
                let record = reader.next_record().unwrap().unwrap();
                let entry = reader.parser().parse(&record).unwrap();
                let clues = entry.puzzle.cells().filter(|&it| entry.puzzle.given(it).is_some());
                assert_eq!(clues.count(), 4, "{name} {grid}");
                assert_eq!(entry.puzzle.side(), 4, "{name} {grid}");
                if grid >= before {
                    assert!(reader.is_starved(), "{name} {grid}");
                    sender.send(text.as_bytes().to_vec()).unwrap();
                }
            }
        }
    }
}

/// What a reader gives: the number of plain lines taken at once, or the line of a record.
fn taken(text: &str, options: &ReadOptions) -> Vec<(usize, u64)> {
    let input = Cursor::new(text.to_owned());
    let mut reader = Reader::new("-", input, options).unwrap();
    let mut found = Vec::new();
    loop {
        let plain = reader.take_plain(&mut Vec::new(), 3);
        if plain > 0 {
            found.push((plain, 0));
        } else if let Some(record) = reader.next_record().unwrap() {
            found.push((0, record.line));
        } else {
            return found;
        }
    }
}

#[test]
fn plain_lines_and_others_in_turn() {
    let line = format!("{}\n", "1.......2".repeat(9));
    let options = ReadOptions::default();
    let five = line.repeat(5);
    assert_eq!(taken(&five, &options), [(3, 0), (2, 0)]);
    let text = format!("\n# c\n{line}\r\n% d\n{line}five\n{line}\n#\n{five}{}", line.trim());
    let expected = [(1, 0), (1, 0), (0, 7), (1, 0), (3, 0), (2, 0), (0, 16)];
    assert_eq!(taken(&text, &options), expected);
    for (comment, plain) in [
        ("box=3x3", true),
        ("layout=boxes", true),
        ("layout=3x3+windoku", false),
        ("layout=latin", false),
        ("box=2x2", false),
        ("layout=nonsense", false),
    ] {
        let text = format!("{line}# {comment}\n{line}# layout=3x3\n{line}");
        let second = if plain { (1, 0) } else { (0, 3) };
        assert_eq!(taken(&text, &options), [(1, 0), second, (1, 0)], "{comment}");
    }
}

#[test]
fn options_decide_what_may_be_plain() {
    let line = format!("{}\n", "1.......2".repeat(9));
    let is_plain = |options: &ReadOptions| taken(&line, options)[0].0 > 0;
    for (layout, plain) in
        [("3x3", true), ("boxes", true), ("latin", false), ("diagonals", false), ("4x4", false)]
    {
        let options = ReadOptions { layout: layout.parse().unwrap(), ..ReadOptions::default() };
        assert_eq!(is_plain(&options), plain, "{layout}");
    }
    for symbols in Symbols::ALL {
        let options = ReadOptions { symbols: Some(symbols), ..ReadOptions::default() };
        assert_eq!(is_plain(&options), symbols == Symbols::OneBased, "{symbols:?}");
    }
    for (name, plain) in [("line", true), ("candidates", true), ("jigsaw", true), ("csv", false)] {
        let format = super::super::by_name(name);
        let options = ReadOptions { format, ..ReadOptions::default() };
        assert_eq!(is_plain(&options), plain, "{name}");
    }
}

#[test]
fn plain_lines_are_not_held_back() {
    let (sender, receiver) = mpsc::channel();
    let line = format!("{}\n", "1.......2".repeat(9));
    let send = |text: String| sender.send(text.into_bytes()).unwrap();
    send(line.clone());
    let pipe = Pipe(receiver, VecDeque::new());
    let mut reader = Reader::new("-", pipe, &ReadOptions::default()).unwrap();
    let mut lines = Vec::new();
    for number in 1..=3 {
        assert_eq!(reader.take_plain(&mut lines, 9), 1);
        assert_eq!(lines.len(), number);
        assert!(reader.is_starved());
        send(format!("# c\n\n{line}{}", &line[..number]));
        send(line[number..].to_owned());
        assert_eq!(reader.take_plain(&mut Vec::new(), 9), 1);
        assert!(reader.is_starved());
    }
}

#[test]
fn endless_input_fails_soon() {
    let read = |byte: u8| {
        let input = io::repeat(byte).take(200 << 20);
        let mut reader = Reader::new("-", input, &ReadOptions::default())?;
        let record = reader.next_record()?.expect("something is there");
        reader.parser().parse(&record)
    };
    let input = io::repeat(b'0').take(200 << 20);
    let mut reader = Reader::new("-", input, &ReadOptions::default()).unwrap();
    assert_eq!(reader.take_plain(&mut Vec::new(), 9), 0);
    let zeros = read(b'0').unwrap_err().to_string();
    assert_eq!(zeros, "line 1: line longer than 16777216 bytes");
    let nothing = read(0).unwrap_err().to_string();
    assert_eq!(nothing, "line 1, column 1: binary data (a NUL byte): expected text");
    assert!(read(b'[').is_err());
    assert!(read(b'\n').is_err());
}

#[test]
fn files_that_are_none() {
    let options = ReadOptions::default();
    let directory = Reader::open(Path::new(env!("CARGO_MANIFEST_DIR")), &options);
    assert_eq!(directory.unwrap_err().to_string(), "is a directory");
    assert!(Reader::open(Path::new("/nowhere/at/all"), &options).unwrap_err().is_io());
}
