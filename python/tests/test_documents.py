"""The Python of README and docs is what it says, and the examples run."""

import doctest
import os
import pathlib
import re
import subprocess
import sys

import numpy
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


def documented():
    """Public functions and classes of ours, by name."""
    for module in (hr, hr.models, hr.split):
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and value.__module__.startswith("honestrank.") and "_native" not in value.__module__:
                yield pytest.param(module, value, id=f"{module.__name__}.{name}")


RESULTS = {"Comparison", "Difference", "Mean", "MetricPlan", "Plan", "RankDistribution", "Result", "Row", "SampledDistribution", "Way"}


@pytest.mark.parametrize(("module", "value"), list(documented()))
def test_examples_of_docstrings_run(module, value, tmp_path, monkeypatch):
    """Of everything but what functions give back."""
    monkeypatch.chdir(tmp_path)
    lines = [f"u{user}\ti{(user + item) % 16}\t{1 + (user * item) % 5}\t{user + 7 * item}\n" for user in range(12) for item in range(5)]
    (tmp_path / "ratings.tsv").write_text("".join(lines))
    (tmp_path / "users.csv").write_text("user,gender\nu0,F\nu1,M\n")
    (tmp_path / "ranks.tsv").write_text("a\t1\nb\t2\n")
    (tmp_path / "test.negative").write_text("(u0,i1)\ti2\ti3\n")
    (tmp_path / "sampled.tsv").write_text("a\t1\nb\t2\n")
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 2\n")
    (tmp_path / "run.txt").write_text("q1 Q0 d1 1 0.9 tag\nq2 Q0 d1 1 0.8 tag\nq2 Q0 d3 2 0.7 tag\n")
    ratings = hr.read_interactions("ratings.tsv")
    train, test = hr.split.leave_last_out(ratings)
    random = numpy.random.default_rng(3)
    factors = random.standard_normal((12, 2)).astype("float32"), random.standard_normal((16, 2)).astype("float32")
    names = {
        **vars(module), "hr": hr, "numpy": numpy, "ratings": ratings, "train": train, "test": test, "factors": factors,
        "model": lambda users, items: (factors[0][users] * factors[1][items]).sum(1),
        "batches": [([user], (factors[0] @ factors[1].T)[[user]], [[user]]) for user in range(12)],
        **{name: hr.evaluate(test, name, seen=train, metrics="ndcg@10", name=name) for name in ("ease", "popularity")},
    }
    found = doctest.DocTestFinder(recurse=False).find(value, value.__name__, globs=names)
    assert found[0].examples or value.__name__ in RESULTS
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    printed = []
    for example in found:
        runner.run(example, out=printed.append)
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
