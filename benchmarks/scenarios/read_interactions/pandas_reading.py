"""What the two competitors of pandas do: the C parser, then factorize of both id columns.

The id columns get no dtype: naming "str" or "category" makes pandas 3.1 two to five times slower.
"""

import pandas as pd
from competitor import COLUMNS, Answer, compete

TYPES = {"rating": "float64", "time": "int64"}


def read(path: str) -> tuple:
    frame = pd.read_csv(path, sep="\t", header=None, names=COLUMNS, dtype=TYPES, engine="c")
    return pd.factorize(frame["user"]), pd.factorize(frame["item"]), frame["rating"], frame["time"]


def answer_of(result: tuple) -> Answer:
    (user, _), (item, _), rating, time = result
    return Answer(user, item, rating.to_numpy(), time.to_numpy())


def compete_with_strings_of(storage: str) -> None:
    """`storage` is where pandas keeps strings: "python" or "pyarrow"."""
    pd.options.mode.string_storage = storage
    compete(f"pandas {pd.__version__}", read, answer_of)
