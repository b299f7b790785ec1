"""polars again, in its streaming engine: the same columns from a lazy scan."""

import polars as pl
from competitor import compete
from competitor_polars import SCHEMA, answer_of


def read(path: str) -> pl.DataFrame:
    lines = pl.scan_csv(path, separator="\t", has_header=False, schema=SCHEMA)
    codes = pl.col("user", "item").cast(pl.Categorical).to_physical()
    return lines.with_columns(codes).collect(engine="streaming")


if __name__ == "__main__":
    compete(f"polars {pl.__version__}", read, answer_of)
