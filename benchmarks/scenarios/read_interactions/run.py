"""Read 10 million interactions and number their ids: against pandas, polars and pyarrow."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, Scenario, arguments, generate, run_scenario  # noqa: E402

FILES = {"plain": "short_ids.tsv", "gzip": "short_ids.tsv.gz", "long ids": "long_ids.tsv",
         "sorted by user": "sorted_by_user.tsv"}

if __name__ == "__main__":
    parser = arguments(__doc__, repeats=5)
    parser.add_argument("--lines", type=int, default=10_000_000, help="of each file (%(default)s)")
    options = parser.parse_args()
    folder = DATA / "read_interactions" / str(options.lines)
    generate(HERE / "generate.py", folder, options.lines)
    run_scenario(
        Scenario(
            name="read_interactions",
            baseline="pandas",
            cases={case: [str(folder / file)] for case, file in FILES.items()},
            competitors={name: HERE / f"competitor_{name}.py"
                         for name in ("pandas", "pandas_pyarrow", "polars",
                                      "polars_streaming", "pyarrow", "honestrank")},
        ),
        options,
    )
