"""Exact ranks of held-out items in the whole catalogue: against sgemm, numpy, torch and others."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, Scenario, arguments, run_scenario  # noqa: E402

COMPETITORS = ["sgemm", "honestrank", "honestrank_avx2", "sgemm_count", "numpy_count",
               "numpy_argsort", "torch_topk", "implicit", "implicit_tuned", "recometrics"]
# These are left out of large cases, or have one round there. Nothing is extrapolated.
SLOW = {"numpy_count", "numpy_argsort", "torch_topk", "implicit", "implicit_tuned", "recometrics"}
SLOWEST = {"numpy_argsort", "recometrics"}  # many minutes
LEFT_OUT = {
    "ml1m_ials_16": set(),
    "ml1m_ials_64": set(),
    "ml1m_bpr_64": set(),
    "lastfm_bpr_64": set(),
    "decaying_41k_items": SLOWEST,
    "slowly_decaying_41k_items": SLOWEST,
    "realistic_21k_items": {"numpy_argsort"},
    "iid_21k_items": SLOWEST,
    "realistic_200k_items": SLOW,
    "iid_200k_items": SLOW,
}
LARGE = [case for case, left_out in LEFT_OUT.items() if left_out]


def make_case(folder: pathlib.Path, case: str, scale: float) -> bool:
    """By a process of its own, so that this one stays small; false if its data is not here."""
    command = [sys.executable, "-B", str(HERE / "data.py"), str(folder), case, str(scale)]
    if subprocess.run(command, check=False).returncode == 0:
        return True
    print(f"{case} is left out", file=sys.stderr)
    return False


if __name__ == "__main__":
    parser = arguments(__doc__, repeats=5)
    parser.add_argument("--cases", default=",".join(LEFT_OUT), metavar="NAME,NAME",
                        help="these alone (%(default)s)")
    parser.add_argument("--scale", type=float, default=1.0,
                        help="below 1: fewer users and items, to try things out (%(default)s)")
    options = parser.parse_args()
    folder = DATA / "full_ranking"
    if options.scale != 1.0:
        folder /= f"scale_{options.scale}"
    names = options.cases.split(",")
    if unknown := set(names) - set(LEFT_OUT):
        parser.error(f"unknown case {', '.join(sorted(unknown))}")
    cases = {name: [str(folder / name)] for name in names
             if make_case(folder, name, options.scale)}
    for case in cases:
        if LEFT_OUT[case]:
            print(f"{case}: without {', '.join(sorted(LEFT_OUT[case]))}", file=sys.stderr)
    run_scenario(
        Scenario(
            name="full_ranking",
            baseline="sgemm",
            cases=cases,
            competitors={name: HERE / f"competitor_{name}.py" for name in COMPETITORS},
            # A score rounded to float32 moves one user by a place: more of a mean of fewer users.
            tolerance=1e-6 / min(options.scale, 1.0),
            partial_answers=True,
            takes_part=lambda case, competitor: competitor not in LEFT_OUT[case],
            most_rounds={(case, competitor): 1 for case in LARGE for competitor in SLOW},
            percentages={"pruned": "pruned", "ambiguous": "ambiguous"},
        ),
        options,
    )
