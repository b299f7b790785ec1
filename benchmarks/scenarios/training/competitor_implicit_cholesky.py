"""implicit: every user and item solved exactly (use_cg=False)."""

from implicit_sweep import compete

if __name__ == "__main__":
    compete(use_cg=False)
