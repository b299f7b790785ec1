"""polars: a streaming scan with both id columns cast to Categorical, whose codes are the numbers.

Faster than reading into Categorical columns, than casting after reading, and than dense ranks.
"""

import polars as pl
from competitor import Answer, compete

SCHEMA = {"user": pl.String, "item": pl.String, "rating": pl.Float64, "time": pl.Int64}


def read(path: str) -> pl.DataFrame:
    lines = pl.scan_csv(path, separator="\t", has_header=False, schema=SCHEMA)
    codes = pl.col("user", "item").cast(pl.Categorical)
    frame = lines.with_columns(codes).collect(engine="streaming")
    return frame.with_columns(pl.col("user", "item").to_physical())


def answer_of(frame: pl.DataFrame) -> Answer:
    return Answer(*(frame[name].to_numpy() for name in SCHEMA))


if __name__ == "__main__":
    compete(f"polars {pl.__version__}", read, answer_of)
