"""The table of questions and answers that every front end is run through."""

import json

import pytest
import satoku
from conftest import ROOT

LINES = [
    pytest.param(json.loads(line), id=f"{path.name}:{number}")
    for path in sorted((ROOT / "tests/ask").glob("*.jsonl"))
    for number, line in enumerate(path.read_text().splitlines(), 1)
    if line.strip()
]


def test_there_is_a_table():
    assert len(LINES) > 50


@pytest.mark.parametrize("line", LINES)
def test_answers_have_what_is_stated(line):
    found = satoku.events(line["question"])
    answers = [event["answer"] for event in found if "answer" in event]
    first = answers[0] if answers else {}
    for field, value in (line["answer"] or {}).items():
        assert first.get(field) == value, field
    for kind, count in (line.get("events") or {}).items():
        assert sum(kind in event for event in found) == count


def test_a_question_that_is_none_raises():
    with pytest.raises(satoku.InputError, match="question: unknown field"):
        satoku.ask({"puzzle": "1...............", "want": "solve", "colour": 1})
    with pytest.raises(satoku.InputError, match="unknown variant"):
        satoku.ask({"want": "sing"})


def test_ask_gives_the_answer_itself():
    answer = satoku.ask({"puzzle": "1...............", "want": {"count": {}}})
    assert (answer["status"], answer["count"]) == ("counted", 72)
    with pytest.raises(satoku.UnsupportedError):
        satoku.ask({"puzzle": "1...............", "want": {"cubes": {"count": 2}}})
