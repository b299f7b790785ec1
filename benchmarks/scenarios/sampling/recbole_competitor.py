"""Runs recbole_evaluation.py by the Python that RECBOLE_PYTHON names: RecBole asks for versions of
numpy and others that the other competitors do not have."""

import json
import os
import pathlib
import subprocess
import sys

SCRIPT = pathlib.Path(__file__).resolve().parent / "recbole_evaluation.py"


def run(mode: str) -> None:
    """With the command line of the other competitors: FOLDER --threads N [--check]."""
    folder, _, threads = sys.argv[1:4]
    python = os.environ.get("RECBOLE_PYTHON")
    if not python:
        print(json.dumps({"skipped": "RECBOLE_PYTHON names no Python that has RecBole"}))
        return
    subprocess.run([python, str(SCRIPT), str(pathlib.Path(folder).resolve()), mode, threads],
                   check=True, cwd="/")
