"""The Python of README and docs is what it says, and the examples run."""

import doctest
import os
import pathlib
import re
import subprocess
import sys

import pytest

import honestrank as hr

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_sessions_print_what_the_page_shows(page, tmp_path, monkeypatch):
    pytest.importorskip("scipy")
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```pycon\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    names = {"hr": hr}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, names, f"{page} block {number}", page, 0)
        printed = []
        runner.run(test, out=printed.append, clear_globs=False)
        names.update(test.globs)
        assert not printed, "".join(printed)


EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example, tmp_path):
    """Exit status 77: a package that the example is about is not installed."""
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / example], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    if done.returncode == 77:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    assert "ndcg@10" in done.stdout
