"""The Python package: what a call costs beyond C++, dicts against pytrec_eval and ranx, a torch function."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, Scenario, arguments, generate, run_scenario  # noqa: E402

# Who takes part in which case; the first is the baseline.
TURNS = {"factors": ["cpp", "honestrank"], "two calls": ["one_thread", "two_threads"],
         "dicts": ["pytrec_eval", "ranx", "honestrank"],
         "adaptive sampling": ["torch"]}

if __name__ == "__main__":
    parser = arguments(__doc__, repeats=3)
    parser.add_argument("--queries", type=int, default=100_000, help="of dicts (%(default)s)")
    parser.add_argument("--scale", type=float, default=1.0, help="of factors (%(default)s)")
    options = parser.parse_args()
    runs = DATA / "trec_evaluation" / str(options.queries)
    generate(HERE.parent / "trec_evaluation" / "generate.py", runs, options.queries)
    factors = DATA / "full_ranking" / ("" if options.scale == 1.0 else f"scale_{options.scale}")
    subprocess.run([sys.executable, "-B", str(HERE.parent / "full_ranking" / "data.py"), str(factors),
                    "realistic_21k_items", str(options.scale)], check=True)
    run_scenario(
        Scenario(
            name="python",
            baseline="cpp",
            baselines={"two calls": "one_thread", "dicts": "pytrec_eval", "adaptive sampling": "torch"},
            cases={"factors": ["factors", str(factors / "realistic_21k_items")],
                   "two calls": ["factors", str(factors / "realistic_21k_items")],
                   "dicts": ["dicts", str(runs)],
                   "adaptive sampling": ["adaptive", str(runs)]},
            competitors={name: HERE / f"competitor_{name}.py"
                         for name in ("cpp", "one_thread", "two_threads", "pytrec_eval", "ranx", "honestrank", "torch")},
            takes_part=lambda case, name: name in TURNS[case],
            partial_answers=True,
            percentages={"in the model": "in_model"},
        ),
        options,
    )
