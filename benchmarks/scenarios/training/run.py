"""Train ials, ease and itemknn on MovieLens 1M: against implicit, and scipy with LAPACK."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from interleave import DATA, ROOT, Scenario, arguments, run_scenario  # noqa: E402

ITEM_MODELS = ["ease", "itemknn_all", "itemknn_nearest"]
OF_FACTORS = ["implicit_cholesky", "implicit_cg", "honestrank"]
OF_ITEM_MODELS = ["scipy_sparse", "scipy_dense", "honestrank"]

if __name__ == "__main__":
    parser = arguments(__doc__, repeats=5)
    options = parser.parse_args()
    folder = DATA / "training"
    subprocess.run([sys.executable, "-B", str(HERE / "data.py"), str(folder)], check=True)
    program = ROOT / "build" / "release" / "bin" / "training_benchmark"
    subprocess.run([str(program), str(folder), "start", str(options.threads)], check=True)
    run_scenario(
        Scenario(
            name="training",
            baseline="scipy_sparse",
            baselines={"ials": "implicit_cholesky"},
            cases={case: [str(folder), case] for case in ["ials", *ITEM_MODELS]},
            competitors={name: HERE / f"competitor_{name}.py"
                         for name in dict.fromkeys(OF_FACTORS + OF_ITEM_MODELS)},
            tolerance=2e-4,  # all are made of float32
            partial_answers=True,
            takes_part=lambda case, name: name in (OF_FACTORS if case == "ials"
                                                   else OF_ITEM_MODELS),
        ),
        options,
    )
