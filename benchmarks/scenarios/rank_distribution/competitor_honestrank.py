"""honestrank: learn_mle() or learn_mes(), by the program made from honestrank.cpp."""

import pathlib
import subprocess
import sys

PROGRAM = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "bin" / "rank_distribution_benchmark"

if __name__ == "__main__":
    folder, case, _, threads, *check = sys.argv[1:]
    subprocess.run([str(PROGRAM), folder, case, threads, *check], check=True)
