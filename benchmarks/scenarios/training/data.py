"""Writes the interactions of the scenario: MovieLens 1M without the last item of each user.

    data.py FOLDER

FOLDER gets user.npy and item.npy (int32, a pair for each interaction), from the files of
`HONESTRANK_DATA` (default: ../shared/data beside the checkout).
"""

import gzip
import os
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]

if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    given = os.environ.get("HONESTRANK_DATA") or ROOT.parent / "shared" / "data"
    source = pathlib.Path(given) / "ml-1m" / "ml-1m.train.rating.gz"
    if not source.is_file():
        raise SystemExit(f"there is no file {source}; scripts/get_data gets the data")
    with gzip.open(source, "rt") as file:
        user, item = np.loadtxt(file, dtype=np.int32, usecols=(0, 1)).T
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "user.npy", np.ascontiguousarray(user))
    np.save(folder / "item.npy", np.ascontiguousarray(item))
