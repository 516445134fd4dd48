"""What the tests share."""

from pathlib import Path

import pytest

#: The repository.
ROOT = Path(__file__).resolve().parents[3]

FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8"
NONE = "11" + "." * 79


@pytest.fixture(scope="session")
def lists() -> list[str]:
    """Lines of the repository's 9×9 puzzles."""
    found = []
    for path in sorted((ROOT / "puzzles/9x9").glob("*.txt")):
        for line in path.read_text().splitlines():
            if len(line) == 81 and set(line) <= set("0123456789."):
                found.append(line)
    assert found
    return found
