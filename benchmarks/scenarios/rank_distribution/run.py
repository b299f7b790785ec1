"""Learn where items stand from sampled ranks: against EM in numpy and a convex solver."""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, ROOT, Scenario, arguments, run_scenario  # noqa: E402

OF_MLE = ["numpy_users", "numpy_histogram", "honestrank"]
OF_MES = ["cvxpy", "honestrank"]
CASES = ["mle_20720", "mes_3706", "mes_20720"]
PROGRAM = ROOT / "build" / "release" / "bin" / "rank_distribution_benchmark"


def print_objectives(folder: pathlib.Path) -> None:
    """What mes minimises: ours has to be the same or lower."""
    print("\n| case | objective by cvxpy | by honestrank |\n|---|---:|---:|")
    for case in CASES:
        if not case.startswith("mes"):
            continue
        found = []
        for name in OF_MES:
            command = [sys.executable, str(HERE / f"competitor_{name}.py"), str(folder), case, "--threads", "2", "--check"]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found.append(json.loads(output.splitlines()[-1])["answer"]["objective"])
        print(f"| {case} | {found[0]:.12f} | {found[1]:.12f} |")
        if found[1] > found[0] + 1e-12:
            sys.exit(f"{case}: cvxpy found a lower objective")


def print_large(folder: pathlib.Path) -> None:
    process = subprocess.Popen([str(PROGRAM), str(folder), "large", "1"], stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("the large case failed")
    print(f"\n10^7 items, 10^6 users, adaptive samples up to 3,199, 50 iterations: "
          f"{json.loads(output)['seconds']:.2f} s, peak {usage.ru_maxrss * 1024 / 1e6:.0f} MB")


if __name__ == "__main__":
    parser = arguments(__doc__, repeats=5)
    options = parser.parse_args()
    folder = DATA / "rank_distribution"
    subprocess.run([sys.executable, "-B", str(HERE / "data.py"), str(folder)], check=True)
    run_scenario(
        Scenario(
            name="rank_distribution",
            baseline="numpy_histogram",
            baselines={"mes_3706": "cvxpy", "mes_20720": "cvxpy"},
            cases={case: [str(folder), case] for case in CASES},
            competitors={name: HERE / f"competitor_{name}.py" for name in dict.fromkeys(OF_MLE + OF_MES)},
            tolerance=1e-5,
            partial_answers=True,
            takes_part=lambda case, name: name in (OF_MES if case.startswith("mes") else OF_MLE),
            most_rounds={("mle_20720", "numpy_users"): 2, ("mes_20720", "cvxpy"): 2},
        ),
        options,
    )
    print_objectives(folder)
    print_large(folder)
