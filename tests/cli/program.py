"""Runs the program under test in an empty directory and compares what it says."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field


@dataclass
class Outcome:
    code: int
    stdout: str
    stderr: str
    left: set[str]  # files in the directory afterwards that were not there before


@dataclass
class Tally:
    passed: int = 0
    failures: list[str] = field(default_factory=list)

    def check(self, name: str, condition: bool, detail: str = "") -> None:
        if condition:
            self.passed += 1
        else:
            self.failures.append(f"{name}: {detail}")

    def finish(self) -> None:
        print("\n".join(self.failures))
        print(f"{self.passed} passed, {len(self.failures)} failed")
        sys.exit(bool(self.failures))


class Program:
    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self.last: dict[str, bytes] = {}  # what the last run wrote

    def written(self, arguments: list[str], files: dict[str, bytes | str], name: str) -> str:
        """The text of a file that a run writes; what went wrong where there is none."""
        outcome = self.run(arguments, files)
        return self.last[name].decode() if name in self.last else str(outcome)

    def run(self, arguments: list[str], files: dict[str, bytes | str] | None = None,
            stdin: bytes = b"") -> Outcome:
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            for file, content in (files or {}).items():
                data = content.encode() if isinstance(content, str) else content
                (directory / file).write_bytes(data)
            before = {entry.name for entry in directory.iterdir()}
            done = subprocess.run([self.path, *arguments], cwd=directory, capture_output=True,
                                  input=stdin, timeout=300, check=False)
            left = {entry.name for entry in directory.iterdir()} - before
            self.last = {entry: (directory / entry).read_bytes() for entry in left}
            return Outcome(done.returncode, done.stdout.decode(errors="replace"),
                           done.stderr.decode(errors="replace"), left)
