"""honestrank: sample_ranks() and evaluate(), by the program made from honestrank.cpp."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "full_ranking"))

from program import run_program  # noqa: E402

if __name__ == "__main__":
    run_program("sampling_benchmark", "samples")
