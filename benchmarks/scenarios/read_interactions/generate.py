"""Writes the interaction files of the scenario: `user item rating time`, tab separated.

As in data people have: every id occurs, a few items and users very often, most rarely; ratings are
half stars. All is a function of the seed and the number of lines.
"""

import gzip
import pathlib
import shutil
import sys

import numpy as np
import polars as pl

USERS = 500_000
ITEMS = 171_927
SEED = 20


def long_tail(rng: np.random.Generator, rows: int, ids: int) -> np.ndarray:
    """`rows` numbers below `ids`, each at least once, popularity falling as a power of the rank."""
    ids = min(ids, rows)
    popularity = rng.random(rows - ids) ** 3 * ids
    numbers = np.concatenate([np.arange(ids), popularity.astype(np.int64)])
    rng.shuffle(numbers)
    return rng.permutation(ids)[numbers]


def names(prefix: str, count: int) -> pl.Series:
    return pl.Series([f"{prefix}{i}" for i in range(count)])


def long_names(rng: np.random.Generator, prefix: str, count: int) -> pl.Series:
    """Distinct ids of 14 characters in the style of shops: letters and digits, a common start."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    letters = np.array(list(digits))[rng.integers(0, 36, (count, 8))]
    return pl.Series([
        f"{prefix}{''.join(row)}{digits[i // 46656]}{digits[i // 1296 % 36]}"
        f"{digits[i // 36 % 36]}{digits[i % 36]}" for i, row in enumerate(letters)
    ])


def write(frame: pl.DataFrame, path: pathlib.Path) -> None:
    frame.write_csv(path, separator="\t", include_header=False)


def compress(path: pathlib.Path, target: pathlib.Path) -> None:
    with path.open("rb") as plain, gzip.open(target, "wb", compresslevel=6) as packed:
        shutil.copyfileobj(plain, packed, 1 << 20)


def generate(folder: pathlib.Path, lines: int) -> None:
    rng = np.random.default_rng(SEED)
    user, item = long_tail(rng, lines, USERS), long_tail(rng, lines, ITEMS)
    rating = rng.integers(1, 11, lines) / 2
    time = rng.integers(1_000_000_000, 1_700_000_000, lines)

    def frame(user_names: pl.Series, item_names: pl.Series) -> pl.DataFrame:
        return pl.DataFrame({"user": user_names.gather(user), "item": item_names.gather(item),
                             "rating": rating, "time": time})

    short = frame(names("u", USERS), names("i", ITEMS))
    write(short, folder / "short_ids.tsv")
    compress(folder / "short_ids.tsv", folder / "short_ids.tsv.gz")
    # Users in random order, each in one piece: what a database export looks like.
    order = np.lexsort((time, rng.permutation(USERS)[user]))
    write(short[order], folder / "sorted_by_user.tsv")
    long = frame(long_names(rng, "A0", USERS), long_names(rng, "B0", ITEMS))
    write(long, folder / "long_ids.tsv")


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    done = folder / "done"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        generate(folder, int(sys.argv[2]))
        done.touch()
