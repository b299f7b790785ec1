"""The C++ call: full_ranks() and evaluate(), by the program of the scenario full_ranking."""

import pathlib
import subprocess
import sys

BIN = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "bin"

if __name__ == "__main__":
    _, folder, _, threads = sys.argv[1:5]
    subprocess.run([str(BIN / "full_ranking_benchmark"), folder, threads], check=True)
