"""RecBole's evaluation, mode `uni100`; see recbole_evaluation.py."""

from recbole_competitor import run

if __name__ == "__main__":
    run("uni100")
