"""Evaluate a run of 100,000 queries x 100 documents, 6 metrics: against pytrec_eval and ranx."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, Scenario, arguments, generate, run_scenario  # noqa: E402

if __name__ == "__main__":
    parser = arguments(__doc__, repeats=3)
    parser.add_argument("--queries", type=int, default=100_000, help="(%(default)s)")
    options = parser.parse_args()
    folder = DATA / "trec_evaluation" / str(options.queries)
    generate(HERE / "generate.py", folder, options.queries)
    run_scenario(
        Scenario(
            name="trec_evaluation",
            baseline="pytrec_eval",
            cases={case: [case.replace(" ", "_"), str(folder / "qrels"), str(folder / "run")]
                   for case in ("in memory", "from files")},
            competitors={name: HERE / f"competitor_{name}.py"
                         for name in ("pytrec_eval", "ranx", "honestrank")},
        ),
        options,
    )
