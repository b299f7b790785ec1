"""implicit as it is installed; see implicit_evaluation.py."""

from implicit_evaluation import run

if __name__ == "__main__":
    run()
