"""RecBole's evaluation, mode `full`; see recbole_evaluation.py."""

from recbole_competitor import run

if __name__ == "__main__":
    run("full")
