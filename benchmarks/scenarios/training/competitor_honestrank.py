"""honestrank: the program made from honestrank.cpp. Imports little: what this process needs counts
as the program's memory."""

import pathlib
import subprocess
import sys

BIN = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "bin"

if __name__ == "__main__":
    folder, case, _, threads = sys.argv[1:5]
    check = ["--check"] * ("--check" in sys.argv)
    subprocess.run([str(BIN / "training_benchmark"), folder, case, threads, *check], check=True)
