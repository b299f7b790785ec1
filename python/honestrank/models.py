"""Models that are trained here, as a yardstick for others.

    model = hr.models.fit("ease", train)
    hr.evaluate(test, model, seen=train)
    model.save("ease")

docs/models.md describes them; `known()` lists them with their options.
"""

from __future__ import annotations

import os
from typing import Any

from . import _native
from ._attributes import attributes_of
from ._defaults import READ
from ._native import Interactions, Model
from ._progress import Progress, shown

__all__ = ["Model", "fit", "known", "load", "specification"]


def specification(name: str, **options: Any) -> str:
    """As in `ials(factors=16,alpha=0.2)`, what the command line and `fit` take.

        >>> specification("ials", factors=16, alpha=0.2)
        'ials(factors=16,alpha=0.2)'
    """
    if not options:
        return name
    if "(" in name:
        raise ValueError(f"fit: expected options in the specification or as keywords; got both, {name!r} and {options!r}")
    return f"{name}({','.join(f'{key}={value}' for key, value in options.items())})"


def fit(
    spec: str,
    train: Interactions,
    *,
    user_attributes: Any = None,
    item_attributes: Any = None,
    threads: int = READ["threads"],
    progress: Progress = None,
    **options: Any,
) -> Model:
    """Trains a model: a name with options as keywords, or a whole specification. `segment(gender)` and `metadata(genres)`
    need attributes of users or items: what `hr.attributes` or `hr.read_attributes` gives, or what the first takes.

        >>> hr.models.fit("ials", train, factors=8)
        Model(ials(factors=8,...))
    """
    return _native.train_model(
        specification(spec, **options),
        train,
        user_attributes=attributes_of(user_attributes),
        item_attributes=attributes_of(item_attributes),
        threads=threads,
        progress=shown(progress),
    )


def load(folder: str | os.PathLike[str]) -> Model:
    """Reads a model that `Model.save` or `honestrank train --save` wrote. Nothing in the files is ever run.

        >>> hr.models.fit("popularity", train).save("popular")
        >>> load("popular")
        Model(popularity)
    """
    return _native.load_model(os.fspath(folder))


def known() -> dict[str, dict[str, Any]]:
    """All models: what each is, and its options with default and meaning.

        >>> "l2" in known()["ease"]["options"]
        True
    """
    return {
        name: {"meaning": meaning, "options": options} for name, meaning, options in _native.known_models()
    }
