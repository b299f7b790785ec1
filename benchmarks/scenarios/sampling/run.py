"""100 random items ranked against the held-out one of each user: against numpy, and all items."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, Scenario, arguments, run_scenario  # noqa: E402

COMPETITORS = ["python_loop", "python_loop_tuned", "numpy_exclude", "numpy_mask", "numpy_plain", "honestrank",
               "honestrank_all_items", "recbole_uni100", "recbole_full"]
CASES = ["realistic_21k_items", "ml1m_ials_64"]
PROGRAM = HERE.parents[2] / "build" / "release" / "bin" / "honestrank"
FACTORS = HERE.parent / "full_ranking"



def print_correction_costs() -> None:
    """Seconds and memory of bv for a million items and 1,000 samples: one metric, 1,000 cut-offs."""
    print("\n| bv(0.1), 10^6 items, 1,000 samples, 1,000 users | seconds | peak MB |\n|---|---:|---:|")
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.writelines(f"u{user}\t{1 + user * user % 1001}\n" for user in range(1000))
        file.flush()
        metrics = {"one metric": "ndcg@10", "ndcg at 1,000 cut-offs": ",".join(f"ndcg@{k}" for k in range(1, 1001))}
        for name, metric in metrics.items():
            command = [str(PROGRAM), "estimate", "--sampled", file.name, "--items", "1000000", "--samples", "1000",
                       "--estimators", "bv(0.1)", "--metrics", metric, "--threads", "2", "--quiet"]
            start = time.perf_counter()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.perf_counter() - start
            if process.returncode != 0:
                sys.exit(f"{' '.join(command)[:200]} failed")
            print(f"| {name} | {seconds:.2f} | {usage.ru_maxrss / 1024:.0f} |")


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
    print_correction_costs()
