"""100 random items ranked against the held-out one of each user: against numpy, and all items."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, Scenario, arguments, run_scenario  # noqa: E402

COMPETITORS = ["python_loop", "python_loop_tuned", "numpy_exclude", "numpy_plain", "honestrank",
               "honestrank_all_items", "recbole_uni100", "recbole_full"]
CASES = ["realistic_21k_items", "ml1m_ials_64"]
FACTORS = HERE.parent / "full_ranking"

if __name__ == "__main__":
    parser = arguments(__doc__, repeats=5)
    options = parser.parse_args()
    folder = DATA / "full_ranking"  # the factors of that scenario
    cases = {}
    for case in CASES:
        command = [sys.executable, "-B", str(FACTORS / "data.py"), str(folder), case, "1.0"]
        if subprocess.run(command, check=False).returncode == 0:
            cases[case] = [str(folder / case)]
        else:
            print(f"{case} is left out", file=sys.stderr)
    run_scenario(
        Scenario(
            name="sampling",
            baseline="numpy_exclude",
            cases=cases,
            competitors={name: HERE / f"competitor_{name}.py" for name in COMPETITORS},
            # Everybody draws other items: each mean has to lie where ours says that it must.
            partial_answers=True,
            tolerance=1e-6,
            takes_part=lambda case, name: case == "ml1m_ials_64" or not name.startswith("recbole"),
            most_rounds={("realistic_21k_items", "python_loop"): 1,
                         ("realistic_21k_items", "python_loop_tuned"): 2},
        ),
        options,
    )
