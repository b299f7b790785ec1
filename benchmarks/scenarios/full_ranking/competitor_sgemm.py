"""OpenBLAS sgemm alone: all scores, into a buffer that is used again. No masks, ranks or metrics.

What any way to score everything in float32 costs at least. By the program made from sgemm.cpp.
"""

from program import run_program

if __name__ == "__main__":
    run_program("full_ranking_sgemm", "sgemm")
