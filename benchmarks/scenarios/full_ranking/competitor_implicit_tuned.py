"""implicit with one BLAS thread, as it asks for in a warning; see implicit_evaluation.py."""

from implicit_evaluation import run
from threadpoolctl import threadpool_limits

if __name__ == "__main__":
    with threadpool_limits(1, "blas"):
        run()
