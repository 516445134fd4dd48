//! CSV with a header line: a column of puzzles, perhaps one of solutions, perhaps one of layouts; or
//! columns of cages and sums: a map with a symbol a cell, and the sum of each cage in the order in
//! which they begin.

use super::{Context, Entry, Fit, Format, Head, Plan, Splitting};
use super::{killer, line, solution, symbols};
use crate::error::{Error, Result};
use crate::grid::LayoutSpec;
use crate::puzzle::Puzzle;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Csv;

const PUZZLE: &[&str] =
    &["puzzle", "quizzes", "quiz", "sudoku", "board", "grid", "unsolved", "problem"];
const SOLUTION: &[&str] = &["solution", "solutions"];
const LAYOUT: &[&str] = &["layout", "box"];
const ID: &[&str] = &["id"];
const CAGES: &[&str] = &["cages"];
const SUMS: &[&str] = &["sums"];

/// Columns that may say more of a puzzle, and are not read.
const REFUSED: &[&str] =
    &["rule", "rules", "regions", "cages", "constraints", "symbols", "variant"];

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn about(&self) -> &'static str {
        "CSV with a header naming a column `puzzle`, perhaps `solution`, `layout`, `id`"
    }

    fn by_lines(&self) -> bool {
        true
    }

    fn fit(&self, head: &Head<'_>) -> Fit {
        let header = head.content().next().unwrap_or_default();
        if Columns::of(header).is_some() { Fit::Sure } else { Fit::No }
    }

    fn is_settled(&self, head: &Head<'_>) -> bool {
        self.fit(head) == Fit::Sure
    }

    fn plan(&self, head: &Head<'_>) -> Plan {
        let header = head.content().next().unwrap_or_default();
        let columns = Columns::of(header);
        let skip = usize::from(columns.is_some());
        let others = columns.as_ref().map_or_else(Vec::new, |columns| columns.other_names(header));
        let plan = Plan::new(Splitting::Lines { skip }, move |text, context| {
            let columns = columns.as_ref().ok_or_else(|| {
                Error::input("no CSV header: expected a column `puzzle`").at(1, None)
            })?;
            columns.read(text, context)
        });
        plan.with_columns(others)
    }
}

/// Where the columns are that matter.
#[derive(Debug)]
struct Columns {
    delimiter: u8,
    /// None where there are cages alone.
    puzzle: Option<usize>,
    /// Those of cages and their sums.
    cages: Option<(usize, usize)>,
    solution: Option<usize>,
    layout: Option<usize>,
    id: Option<usize>,
    refused: Vec<(usize, String)>,
    /// All that is passed on as it stands, the id too.
    others: Vec<usize>,
}

impl Columns {
    /// The columns of a header line, if it is one.
    fn of(header: &str) -> Option<Self> {
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let fields = split(header, delimiter);
            let all = |names: &[&str]| {
                let is_named =
                    |field: &str| names.iter().any(|name| field.trim().eq_ignore_ascii_case(name));
                let found = fields.iter().enumerate().filter(|(_, (_, field))| is_named(field));
                found.map(|(k, _)| k).collect::<Vec<_>>()
            };
            let find = |names| all(names).first().copied();
            let cages = find(CAGES).zip(find(SUMS));
            let puzzle = find(PUZZLE);
            puzzle.or(cages.map(|(cages, _)| cages))?;
            let (solution, layout) = (find(SOLUTION), find(LAYOUT));
            let (id, mut refused) = (find(ID), all(REFUSED));
            refused.retain(|k| cages.is_none_or(|(cages, _)| cages != *k));
            let mut known: Vec<_> =
                [PUZZLE, SOLUTION, LAYOUT].iter().flat_map(|it| all(it)).collect();
            known.extend(cages.iter().flat_map(|(cages, sums)| [cages, sums]));
            let is_other = |k: &usize| !known.contains(k) && !refused.contains(k);
            let others = (0..fields.len()).filter(is_other).collect();
            let named = |k: usize| (k, fields[k].1.trim().to_owned());
            let refused = refused.into_iter().map(named).collect();
            Some(Columns { delimiter, puzzle, cages, solution, layout, id, refused, others })
        })
    }

    /// The names of the columns that are passed on.
    fn other_names(&self, header: &str) -> Vec<String> {
        let fields = split(header, self.delimiter);
        self.others.iter().map(|&k| fields[k].1.trim().to_owned()).collect()
    }

    fn read(&self, text: &str, context: &Context<'_>) -> Result<Entry> {
        if text.contains('"') {
            let fields = split(text, self.delimiter);
            let field = |k: usize| fields.get(k).map(|(start, text)| (*start, text.as_str()));
            return self.read_fields(field, context);
        }
        let delimiter = char::from(self.delimiter);
        let field = |k: usize| {
            let field = text.split(delimiter).nth(k)?;
            Some((field.as_ptr() as usize - text.as_ptr() as usize, field))
        };
        self.read_fields(field, context)
    }

    fn read_fields<'a>(
        &self,
        field: impl Fn(usize) -> Option<(usize, &'a str)>,
        context: &Context<'_>,
    ) -> Result<Entry> {
        let column = |k: usize| {
            let missing = || Error::input(format!("no column {}: expected a puzzle there", k + 1));
            field(k).ok_or_else(|| missing().at(1, None))
        };
        let (start, puzzle) = self.puzzle.map_or(Ok((0, "")), column)?;
        let said = |&(k, ref name): &(usize, String)| {
            let (start, text) = field(k).filter(|(_, text)| !text.trim().is_empty())?;
            (!context.ignores(name)).then_some((start, text))
        };
        if let Some((start, text)) = self.refused.iter().find_map(said) {
            let message = format!(
                "{:?} is in a column that is not read, and may say more of the puzzle: write it \
                 behind the puzzle, as `# rule=RULE` or `# layout=LAYOUT`, remove it, or pass the \
                 column over (--ignore)",
                text.trim()
            );
            return Err(Error::input(message).at(1, Some(start as u64 + 1)));
        }
        let layout = self.layout.and_then(&field).map(|(_, text)| text.trim());
        let layout = layout.filter(|text| !text.is_empty()).map(str::parse::<LayoutSpec>);
        let layout = layout.transpose().map_err(|error| error.at(1, None))?;
        let start = start + (puzzle.len() - puzzle.trim_start().len());
        let puzzle = puzzle.trim();
        let context = context.with_layout(layout.as_ref());
        let solution = self.solution.and_then(&field).map(|(_, text)| text.trim());
        let context = context.with_solution(puzzle, solution.unwrap_or_default());
        let cages = match self.cages {
            Some((map, sums)) => Some((column(map)?.1.trim(), column(sums)?.1)),
            None => None,
        };
        let mut entry = match cages.filter(|_| self.puzzle.is_none()) {
            Some((map, _)) => {
                let side = symbols::side_of(map.chars().count());
                let side = side.ok_or_else(|| {
                    Error::input(format!("cages of {} cells", map.chars().count())).at(1, None)
                })?;
                Entry::from(Puzzle::new(context.layout(side)?))
            }
            None => line::read(puzzle, &context).map_err(|e| {
                let column = e.location().and_then(|at| at.column).map(|c| c + start as u64);
                e.at(1, column)
            })?,
        };
        if let Some((map, sums)) = cages {
            let cages = killer::mapped(map, sums);
            let cages = cages.and_then(|cages| killer::with_cages(entry.puzzle, &cages));
            entry.puzzle = cages.map_err(|error| error.at(1, None))?;
        }
        entry.solution = solution.and_then(|text| solution::of_text(text, &entry.puzzle, &context));
        let id = self.id.and_then(&field).map(|(_, id)| id.trim());
        entry.id = id.filter(|id| !id.is_empty()).map(str::to_owned);
        let other = |&k: &usize| field(k).map(|(_, text)| text.trim()).unwrap_or_default();
        entry.columns = self.others.iter().map(|k| other(k).to_owned()).collect();
        Ok(entry)
    }
}

/// The fields of a line, each with the characters before it. Quotes enclose a field that starts
/// with one; two of them inside stand for one.
fn split(line: &str, delimiter: u8) -> Vec<(usize, String)> {
    let mut fields = Vec::new();
    let mut chars = line.chars().enumerate().peekable();
    let mut start = 0;
    loop {
        let mut field = String::new();
        let mut quoted = chars.next_if(|&(_, c)| c == '"').is_some();
        start += usize::from(quoted);
        let end = loop {
            match chars.next() {
                Some((_, '"')) if quoted => match chars.next_if(|&(_, c)| c == '"') {
                    Some(_) => field.push('"'),
                    None => quoted = false,
                },
                Some((k, c)) if !quoted && c == char::from(delimiter) => break Some(k),
                Some((_, c)) => field.push(c),
                None => break None,
            }
        };
        fields.push((start, field));
        let Some(end) = end else { return fields };
        start = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::ReadOptions;
    use super::super::tests::{error, read_all, read_with, results};
    use super::split;

    const P: &str = "1.....3..4.....2";
    const S: &str = "1234341243212143";

    #[test]
    fn columns_are_found_by_name() {
        for text in [
            format!("puzzle,solution\n{P},{S}\n"),
            format!("id;Solutions;Quizzes\n7;{S};{P}\n"),
            format!("\"solution\"\t\"grid\"\n\"{S}\"\t\"{P}\"\n"),
        ] {
            let entries = read_all(&text);
            assert_eq!(entries.len(), 1, "{text}");
            assert_eq!(entries[0].puzzle.givens(), 4);
            assert!(entries[0].solution.is_some());
        }
        let entries = read_all(&format!("layout,puzzle\nlatin,{P}\n,{P}\n"));
        assert_eq!(entries[0].puzzle.layout().name(), "latin");
        assert_eq!(entries[1].puzzle.layout().name(), "2x2");
        let entries = read_all(&format!("id,puzzle\n 7a ,{P}\n,{P}\n"));
        assert_eq!(entries[0].id.as_deref(), Some("7a"));
        assert_eq!(entries[1].id, None);
    }

    #[test]
    fn cages_have_columns() {
        let map = "AABBCCBBDDDDEEEE";
        let text = format!("name;cages;sums;solution\nx;{map};3,9,5,10,10;{S}\n");
        let entries = read_all(&text);
        let rules = entries[0].puzzle.rules();
        assert_eq!((rules.len(), rules[0].to_string().as_str()), (5, "cage 3 r1c1 r1c2"));
        assert!(entries[0].solution.as_ref().unwrap().is_ok());
        assert_eq!(entries[0].columns, ["x"]);
        let message = error(&text.replace("10,10", "10"));
        assert_eq!(message, "line 2: 4 sums for 5 cages");
    }

    #[test]
    fn errors_have_their_place() {
        let text = format!("id,puzzle\n1,{P}\n2,{}Z\n", &P[..15]);
        let message = "line 3, column 18: found 'Z': expected 1-4 or a blank (. 0 _ * -)";
        assert_eq!(error(&text), message);
        assert_eq!(error("id,puzzle\n1\n"), "line 2: no column 2: expected a puzzle there");
    }
    #[test]
    fn quoted_fields_have_their_place() {
        let fields = split("a,\"b,\"\"c\",,d\"e,\"", b',');
        let expected = [(0, "a"), (3, "b,\"c"), (10, ""), (11, "d\"e"), (16, "")];
        assert_eq!(fields, expected.map(|(start, text)| (start, text.to_owned())));
        let text = format!("id,puzzle\n\"a,b\",\"{}Z\"\n", &P[..15]);
        let message = "line 2, column 23: found 'Z': expected 1-4 or a blank (. 0 _ * -)";
        assert_eq!(error(&text), message);
    }

    proptest! {
        #[test]
        fn lines_split_as_elsewhere(line in "[a,;\"é ]{1,20}") {
            let mut builder = ::csv::ReaderBuilder::new();
            builder.has_headers(false).flexible(true);
            let mut record = ::csv::StringRecord::new();
            builder.from_reader(line.as_bytes()).read_record(&mut record).unwrap();
            let fields: Vec<_> = split(&line, b',').into_iter().map(|(_, text)| text).collect();
            prop_assert_eq!(fields, record.iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn columns_are_passed_over_on_demand() {
        let options = ReadOptions { ignore: vec!["rules".into()], ..ReadOptions::default() };
        let text = "puzzle,Rules\n1.....3..4.....2,antiknight\n";
        assert!(results(text.as_bytes(), &options)[0].is_err());
        let entries = read_with(&text.replace("Rules", "rules"), &options);
        assert_eq!(entries[0].ignored, ["rules"]);
    }
}
