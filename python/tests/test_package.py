"""What is installed, and what it costs to import it."""

import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys

import pytest

import honestrank as hr


def run_python(code, *options):
    done = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_package_can_be_run():
    shown = subprocess.run([sys.executable, "-m", "honestrank", "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == hr.__version__


def test_the_version_is_that_of_the_library_and_of_the_program():
    assert hr.__version__ == importlib.metadata.version("honestrank")
    program = pathlib.Path(sys.executable).parent / "honestrank"
    printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == hr.__version__


def test_stubs_and_the_marker_of_types_are_installed():
    folder = pathlib.Path(hr.__file__).parent
    assert (folder / "py.typed").exists()
    stub = (folder / "_native.pyi").read_text()
    assert "class Interactions" in stub
    assert "def evaluate_ranks" in stub
    assert re.search(r"def user\(self\) -> .*NDArray\[numpy.uint32\]", stub)


def test_the_wheel_has_no_headers_and_no_static_library():
    files = [str(file) for file in importlib.metadata.files("honestrank")]
    assert not [file for file in files if file.endswith((".h", ".a", ".cmake"))]
    assert any(file.endswith("bin/honestrank") for file in files)


def test_importing_it_imports_nobody_else():
    code = "import sys, honestrank; print(*sorted(m for m in sys.modules if '.' not in m))"
    loaded = set(run_python(code).split())
    assert "importlib.metadata" not in run_python("import sys, honestrank; print(*sys.modules)").split()
    assert not loaded & {"numpy", "pandas", "polars", "pyarrow", "scipy", "torch"}


def test_defaults_are_those_of_cpp():
    functions = ("evaluate", "sample", "estimate", "rank_distribution", "satisfaction", "compare", "plan", "synthetic")
    studies = {"new_user_study": "study", "new_item_study": "study"}
    for function, options_of in {**dict(zip(functions, functions, strict=True)), **studies}.items():
        options = hr._native.default_options(options_of)
        signature = getattr(hr, function).__kwdefaults__
        for name in set(options) & set(signature):
            assert signature[name] == options[name], (function, name)


def test_every_public_name_has_a_docstring():
    for name in hr.__all__:
        if not name.startswith("_"):
            assert getattr(hr, name).__doc__, name


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_package_that_is_missing_is_named(package, small, monkeypatch):
    users, items, seen, test = small
    result = hr.evaluate(test, (users, items), seen=seen)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=f"to_{package} needs {package}, which is not installed"):
        getattr(result, f"to_{package}")()
    with pytest.raises(ImportError, match=f"needs {package}, which is not installed"):
        result.per_user(package)


def test_parquet_needs_pyarrow(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(ImportError, match="reading Parquet needs pyarrow, which is not installed"):
        hr.read_interactions("x.parquet")


def test_show_config_names_versions(capsys):
    hr.show_config()
    printed = capsys.readouterr().out
    assert re.search(rf"honestrank +{re.escape(hr.__version__)}", printed)
    assert "numpy" in printed


def test_the_program_prints_what_python_prints(movielens, tmp_path):
    """Same numbers to the last bit, from the same model on MovieLens 1M."""
    import json

    train, test = (hr.read_interactions(path) for path in movielens)
    train, test = hr.split.given(train, test)
    model = hr.models.fit("ials", train, factors=16, sweeps=3)
    model.save(tmp_path / "ials")
    metrics = "ndcg@10,recall@5,20,ap,rr,auc"
    result = hr.evaluate(test, model, seen=train, metrics=metrics, name="ials")
    program = pathlib.Path(sys.executable).parent / "honestrank"
    command = [
        program, "evaluate", "--train", movielens[0], "--test", movielens[1], "--model", f"ials={tmp_path / 'ials'}",
        "--metrics", metrics, "--format", "json", "--quiet",
    ]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ}).stdout
    rows = json.loads(printed)["results"]
    assert [(row["metric"], row["value"], row["standard_error"], row["optimistic"]) for row in rows] == [
        (row.metric, row.value, row.standard_error, row.optimistic) for row in result.rows
    ]
    users, items, _ = model.factors
    arrays = hr.evaluate(test, (users, items), seen=train, metrics=metrics, name="ials")
    assert arrays.rows == result.rows
