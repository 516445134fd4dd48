"""The examples of the README, and those of the module."""

import doctest
import re

import pytest
import satoku
from conftest import ROOT

README = ROOT / "crates/satoku-python/README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.M | re.S)


def test_the_readme_has_examples():
    assert len(BLOCKS) > 5


def test_examples_give_what_they_show():
    names: dict[str, object] = {}
    for number, block in enumerate(BLOCKS, 1):
        for package in ("polars", "pandas", "pysat"):
            if re.search(rf"^>>> (from|import) {package}\b", block, re.M):
                try:
                    __import__(package)
                except ImportError:
                    break
        else:
            test = doctest.DocTestParser().get_doctest(block, names, f"README {number}", None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            said: list[str] = []
            runner.run(test, out=said.append, clear_globs=False)
            names = test.globs
            if runner.failures:
                pytest.fail("".join(said))


def test_the_modules_example():
    assert doctest.testmod(satoku).failed == 0
