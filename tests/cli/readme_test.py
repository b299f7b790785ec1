"""Runs every `$ honestrank ...` line of README.md and docs/*.md and compares what follows it.

Files that the commands read are in examples/ or are written by python blocks of the page, or of the README.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types

from documents import read_pages
from npy import matrix
from program import Tally


def run_python_blocks(markdown: str) -> None:
    """Runs all ```python blocks in the current directory, with what they need of numpy. (Those that use the Python
    package are ```pycon, and run where it is installed: python/tests/test_documents.py.)"""
    sys.modules["numpy"] = types.SimpleNamespace(
        array=lambda rows, dtype: matrix(rows, {"float32": "<f4"}[dtype]),
        save=lambda path, array: pathlib.Path(path).write_bytes(array))
    for block in re.findall(r"```python\n(.*?)```", markdown, re.DOTALL):
        exec(block, {})


def main() -> None:
    program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    tally = Tally()
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(source / "examples", pathlib.Path(name) / "examples")
        os.chdir(name)
        for page in read_pages(source):
            run_python_blocks(page.text)
            for command in page.commands:
                if command.output is None:
                    continue  # documents_test.py
                done = subprocess.run([program, *command.words], capture_output=True, text=True, check=False)
                shown = (done.stdout + done.stderr).strip()
                tally.check(f"{page.name}: {command.text}", shown == command.output,
                            f"\nexpected\n{command.output}\ngot\n{shown}")
    quickstart = (source / "examples" / "quickstart.cpp").read_text()
    for block in re.findall(r"```cpp\n(.*?)```", (source / "README.md").read_text(), re.DOTALL):
        tally.check("README.md: quotes examples/quickstart.cpp", block in quickstart, block)
    tally.check("the README has commands", tally.passed + len(tally.failures) >= 3)
    tally.finish()


if __name__ == "__main__":
    main()
