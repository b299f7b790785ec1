"""honestrank: full_ranks() and evaluate(), by the program made from honestrank.cpp."""

from program import run_program

if __name__ == "__main__":
    run_program("full_ranking_benchmark")
