"""A data set that is computed, not stored."""

from __future__ import annotations

from . import _native
from ._defaults import SYNTHETIC


def synthetic(
    *,
    users: int = SYNTHETIC["users"],
    items: int = SYNTHETIC["items"],
    interactions: int = SYNTHETIC["interactions"],
    minimum_activity: int = SYNTHETIC["minimum_activity"],
    latent_dimension: int = SYNTHETIC["latent_dimension"],
    taste_strength: float = SYNTHETIC["taste_strength"],
    seed: int = SYNTHETIC["seed"],
    threads: int = SYNTHETIC["threads"],
) -> tuple[_native.Interactions, _native.Attributes, _native.Attributes]:
    """Interactions with ratings and times, what is known of users (gender, age, occupation) and of items (title, genres):
    made-up data that resembles MovieLens 1M unless told otherwise, the same on every machine.

    A user chooses an item with a probability that grows with popularity * exp(taste * vector of the item);
    docs/synthetic_data.md has the formulas.

    minimum_activity  interactions of the least active users
    taste_strength    0 to 3; at 0 popularity and series decide alone

        >>> data, users, items = hr.synthetic(users=50, items=200, interactions=2000)
        >>> len(data) > 1900, users.names
        (True, ['gender', 'age', 'occupation'])
    """
    return _native.make_synthetic(
        users=users, items=items, interactions=interactions, minimum_activity=minimum_activity,
        latent_dimension=latent_dimension, taste_strength=taste_strength, seed=seed, threads=threads,
    )
