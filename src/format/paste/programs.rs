//! Texts of other programs, rewritten: see [`WAYS`](super::WAYS).

use super::{Paste, each_line, is_drawn};

/// The map of 3×3 boxes.
const BOXES: &str =
    "AAABBBCCCAAABBBCCCAAABBBCCCDDDEEEFFFDDDEEEFFFDDDEEEFFFGGGHHHIIIGGGHHHIIIGGGHHHIII";

/// A letter for a region of nine, from 0.
fn region_letter(region: usize) -> Option<char> {
    "ABCDEFGHI".chars().nth(region)
}

/// The puzzles of `OpenSudoku`: attributes `data`.
pub(super) fn data_of_xml(text: &str) -> Option<Paste> {
    // What may say more than lines of clues is left alone.
    let says_more = ["data='", "regions", "cage", "<!--"].iter().any(|more| text.contains(more));
    if !text.contains("<opensudoku") || says_more {
        return None;
    }
    let values = text.split(" data=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let lines = values.collect::<Vec<_>>().join("\n") + "\n";
    Some(Paste::new(
        lines,
        "OpenSudoku: each attribute `data` is read as a puzzle, and nothing else",
    ))
}

/// `SumoCueV1`, of `SumoCue`: a word for each cell, `=5J0` with the digit, 0 for none, and the region, or in
/// killers `=15` with the sum of the cage that begins there and `+0` with the place of its first cell; `D`
/// behind the name for both diagonals.
pub(super) fn sumocue(text: &str) -> Option<Paste> {
    let rest = text.trim().strip_prefix("SumoCueV1")?;
    let (diagonals, rest) = rest.strip_prefix('D').map_or((false, rest), |rest| (true, rest));
    let rest: String = rest.split_whitespace().collect();
    let starts: Vec<usize> = rest.match_indices(['=', '+']).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) || starts.len() != 81 {
        return None;
    }
    let is_killer = rest.contains('+');
    let ends = starts.iter().skip(1).copied().chain([rest.len()]);
    let (mut puzzle, mut map) = (String::new(), String::new());
    let mut cages: Vec<(usize, &str, Vec<usize>)> = Vec::new();
    for (cell, (start, end)) in starts.iter().zip(ends).enumerate() {
        let (value, region) = match rest[start + 1..end].split_once('J') {
            Some((value, region)) => (value, Some(region.parse::<usize>().ok()?)),
            None => (&rest[start + 1..end], None),
        };
        if let Some(region) = region {
            map.push(region_letter(region)?);
        }
        let number: usize = value.parse().ok()?;
        match (is_killer, &rest[*start..=*start]) {
            (true, "=") => cages.push((cell, value, vec![cell])),
            (true, _) => cages.iter_mut().find(|cage| cage.0 == number)?.2.push(cell),
            (false, _) if number > 9 => return None,
            (false, _) => puzzle.push_str(value),
        }
    }
    if is_killer {
        puzzle = ".".repeat(81);
    }
    // Regions by their first cells.
    let mut order: Vec<char> = map.chars().collect();
    order.sort_by_key(|region| map.find(*region));
    order.dedup();
    let letters = map.chars().filter_map(|it| order.iter().position(|other| *other == it));
    let map: String = letters.filter_map(region_letter).collect();
    let mut layout = match map.len() {
        0 => "3x3".to_owned(),
        81 if map == BOXES => "3x3".into(),
        81 => format!("regions={map}"),
        _ => return None,
    };
    if diagonals {
        layout.push_str("+diagonals");
    }
    let name = |cell: &usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
    let rule = |(_, sum, cells): &(usize, &str, Vec<usize>)| {
        let cells: Vec<String> = cells.iter().map(name).collect();
        format!("\"cage {sum} {}\"", cells.join(" "))
    };
    // A sum of 0 says nothing but that its digits differ.
    if cages.iter().any(|cage| cage.1 == "0") {
        return None;
    }
    let rules = cages.iter().map(rule).collect::<Vec<_>>().join(",");
    let text = format!("{{\"puzzle\":\"{puzzle}\",\"layout\":\"{layout}\",\"rules\":[{rules}]}}\n");
    Some(Paste::new(text, "SumoCue: digits, regions, cages and diagonals are read"))
}

/// Lines of a `HoDoKu` library: `:technique:digits:puzzle:…`.
pub(super) fn library(text: &str) -> Option<Paste> {
    let puzzle = |line: &str| {
        let mut fields = line.strip_prefix(':')?.split(':').skip(2);
        Some(fields.next()?.replace('+', ""))
    };
    let note = "HoDoKu library: placed digits are read as clues; candidates and eliminations \
                behind the puzzle are not read";
    Some(Paste::new(each_line(text, puzzle)?, note))
}

/// A grid of Simple Sudoku with moves below it: `I042`, digit 2 in the cell 4 from 0, and `E04279`,
/// candidates taken out.
pub(super) fn moves_below(text: &str) -> Option<Paste> {
    let is_move = |line: &&str| {
        let digits = line.trim().strip_prefix(['I', 'E']);
        digits.is_some_and(|it| it.len() > 2 && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let (moves, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(is_move);
    let rows = rows.iter().filter(|line| !is_drawn(line));
    let cells = rows.flat_map(|row| row.chars()).filter(|c| !c.is_whitespace() && *c != '|');
    let blank = |c: char| if "Xx0".contains(c) { '.' } else { c };
    let mut cells: Vec<char> = cells.map(blank).collect();
    if moves.is_empty() || cells.len() != 81 {
        return None;
    }
    for line in moves.iter().filter_map(|line| line.trim().strip_prefix('I')) {
        let (cell, digit) = (line.get(..2)?.parse::<usize>().ok()?, line.get(2..)?);
        let [digit] = digit.chars().collect::<Vec<_>>()[..] else { return None };
        *cells.get_mut(cell)? = digit;
    }
    let note = "digits placed (I) are read as clues; candidates taken out (E) are not read";
    Some(Paste::new(cells.iter().collect::<String>() + "\n", note))
}

/// Rows of candidates with `u` before digits that were placed, as `SudoCue` keeps them (.sdx).
pub(super) fn marked_cells(text: &str) -> Option<Paste> {
    let row = |line: &str| {
        let cell = |word: &str| {
            let digits = word.strip_prefix('u').unwrap_or(word);
            let is_one = digits.len() == 1 || digits.len() == word.len();
            let legal = digits.bytes().all(|byte| byte.is_ascii_digit());
            (is_one && legal && !digits.is_empty()).then(|| digits.to_owned())
        };
        let cells: Option<Vec<String>> = line.split_whitespace().map(cell).collect();
        cells.filter(|cells| cells.len() > 3).map(|cells| cells.join(" "))
    };
    let rewritten = each_line(text, row).filter(|_| text.contains('u'))?;
    Some(Paste::new(rewritten, "digits marked as placed (u) are read as clues"))
}
