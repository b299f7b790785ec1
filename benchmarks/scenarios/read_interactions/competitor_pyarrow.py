"""pyarrow: its CSV reader with dictionary-encoded id columns and one dictionary for the file.

It takes its number of threads from OMP_NUM_THREADS.
"""

import pyarrow as pa
from competitor import COLUMNS, Answer, compete
from pyarrow import csv

TEXT = pa.dictionary(pa.int32(), pa.string())
TYPES = dict(zip(COLUMNS, [TEXT, TEXT, pa.float64(), pa.int64()], strict=True))


def read(path: str) -> pa.Table:
    table = csv.read_csv(path, csv.ReadOptions(column_names=COLUMNS),
                         csv.ParseOptions(delimiter="\t"), csv.ConvertOptions(column_types=TYPES))
    return table.unify_dictionaries()


def answer_of(table: pa.Table) -> Answer:
    user, item = (
        pa.chunked_array([chunk.indices for chunk in table[name].chunks]).to_numpy()
        for name in ("user", "item")
    )
    return Answer(user, item, table["rating"].to_numpy(), table["time"].to_numpy())


if __name__ == "__main__":
    compete(f"pyarrow {pa.__version__}", read, answer_of)
