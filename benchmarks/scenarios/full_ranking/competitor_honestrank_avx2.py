"""honestrank as on a machine with AVX2 and no AVX-512."""

from program import run_program

if __name__ == "__main__":
    run_program("full_ranking_benchmark", "AVX2")
