"""Runs a program of this scenario that prints what a competitor prints.

Imports little: what this process needs counts as the program's memory.
"""

import json
import pathlib
import subprocess
import sys

BIN = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "bin"


def run_program(name: str, *arguments: str) -> None:
    """With the command line of competitor.py: FOLDER --threads N [--check]."""
    folder, _, threads = sys.argv[1:4]
    if not (BIN / name).exists():
        print(json.dumps({"skipped": f"{name} was not built"}))
        return
    subprocess.run([str(BIN / name), folder, threads, *arguments], check=True)
