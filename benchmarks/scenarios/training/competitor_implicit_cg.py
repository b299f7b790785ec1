"""implicit as it is by default: three steps of conjugate gradients for every user and item."""

from implicit_sweep import compete

if __name__ == "__main__":
    compete(use_cg=True)
