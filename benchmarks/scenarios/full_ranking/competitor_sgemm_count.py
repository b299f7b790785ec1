"""OpenBLAS sgemm, then a count of the scores above the held-out item's while they are in cache,
less those of seen items, and our metrics. By the program made from sgemm.cpp."""

from program import run_program

if __name__ == "__main__":
    run_program("full_ranking_sgemm", "sgemm_count")
