"""honestrank: read_interactions(), by the program made from honestrank.cpp."""

import argparse
import pathlib
import subprocess

BIN = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "bin"

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    command = [str(BIN / "read_interactions_benchmark"), options.file, str(options.threads)]
    subprocess.run(command, check=True)  # it prints what a competitor prints
