"""Where the held-out items of many users stand among 99 sampled ones: by number of items, how many
users were seen below 0, 1, ... 99 of them."""

import pathlib
import sys

import numpy as np

SAMPLES = 99
CASES = {"mle_20720": (20720, 136677), "mes_3706": (3706, 6040), "mes_20720": (20720, 136677)}


def counts(items: int, users: int) -> np.ndarray:
    """Ranks that are log-uniform for nine users of ten, and uniform for the tenth."""
    random = np.random.default_rng(42)
    share = random.random(users)
    rank = np.where(random.random(users) < 0.9, np.floor(items ** share), 1 + np.floor(items * share))
    above = random.binomial(SAMPLES, (rank.clip(1, items) - 1) / (items - 1))
    return np.bincount(above, minlength=SAMPLES + 1).astype(np.float64)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for case, (items, users) in CASES.items():
        np.save(folder / f"{case}.npy", counts(items, users))
