"""scipy and numpy, X^T X as a product of sparse matrices."""

import numpy as np
from item_models import compete
from scipy.sparse import csr_matrix


def gram(interactions: csr_matrix) -> np.ndarray:
    return (interactions.T @ interactions).toarray()


if __name__ == "__main__":
    compete("scipy", gram)
