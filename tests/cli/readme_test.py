"""Runs every `$ honestrank ...` line of the README's console blocks and compares what follows it.

Files that the commands read are in examples/ or are written by the page's python blocks.
"""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import types

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


def console_commands(markdown: str):
    """Yields (command, expected output) of all ```console blocks."""
    for block in re.findall(r"```console\n(.*?)```", markdown, re.DOTALL):
        command, output = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, "\n".join(output)
                command, output = line[2:], []
            elif command and command.endswith("\\"):
                command = command[:-1] + line.removeprefix("> ").strip()
            else:
                output.append(line)
        if command:
            yield command, "\n".join(output)


def main() -> None:
    program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    tally = Tally()
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(source / "examples", pathlib.Path(name) / "examples")
        os.chdir(name)
        for page in ("README.md", "docs/cli.md", "docs/sampled_metrics.md", "docs/comparing.md"):
            text = (source / page).read_text()
            run_python_blocks(text)
            for command, expected in console_commands(text):
                words = shlex.split(command)
                if words[0] != "honestrank":
                    continue
                done = subprocess.run([program, *words[1:]], cwd=name, capture_output=True, text=True, check=False)
                shown = re.sub(r"Took [0-9.]+ s", "Took N s", (done.stdout + done.stderr).strip())
                wanted = re.sub(r"Took [0-9.]+ s", "Took N s", expected.strip())
                tally.check(f"{page}: {command}", shown == wanted, f"\nexpected\n{wanted}\ngot\n{shown}")
    quickstart = (source / "examples" / "quickstart.cpp").read_text()
    for block in re.findall(r"```cpp\n(.*?)```", (source / "README.md").read_text(), re.DOTALL):
        tally.check("README.md: quotes examples/quickstart.cpp", block in quickstart, block)
    tally.check("the README has commands", tally.passed + len(tally.failures) >= 3)
    tally.finish()


if __name__ == "__main__":
    main()
