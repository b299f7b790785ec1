"""scipy and numpy, X^T X as a product of dense matrices: numpy recognises a matrix times its own
transpose and takes the half of the work. Needs users times items numbers."""

import numpy as np
from item_models import compete
from scipy.sparse import csr_matrix


def gram(interactions: csr_matrix) -> np.ndarray:
    dense = interactions.toarray()
    return dense.T @ dense


if __name__ == "__main__":
    compete("scipy", gram)
