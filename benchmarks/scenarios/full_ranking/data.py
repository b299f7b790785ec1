"""Makes one case of the scenario: the factors of a model, a held-out item and the seen items.

    data.py FOLDER CASE [SCALE]

FOLDER/CASE gets U.npy and V.npy (float32: users and items by columns), held_out.npy (int32, one
item per user), seen_begin.npy (int64) and seen.npy (int32): user u has seen the items
seen[seen_begin[u]:seen_begin[u + 1]], rising, the held-out one never among them. All is a function
of the seed. SCALE below 1 shrinks users and items, for trying things out.

Trained cases use the data sets of `HONESTRANK_DATA` (default: ../shared/data beside the checkout)
and the `implicit` package. iALS has the weights of Krichene and Rendle, KDD 2020: alpha 0.2, lambda
10, which implicit writes as alpha 6, regularization 60. BPR has implicit's default settings; it
appends a column to the factors, 1 for users, the bias for items, so that 63 factors make the 64
columns. One thread: with more, its updates race and no two runs agree.
"""

import gzip
import math
import os
import pathlib
import sys
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
SEED = 40
BLOCK = 2048  # users at a time: a gigabyte at most

# Of the scores of the ML-1M BPR factors: number of the singular value, and its share of the first.
# Made again whenever that case is: singular_values() prints them.
BPR_SPECTRUM = {0: 1.0, 1: 0.921, 2: 0.800, 3: 0.610, 4: 0.524, 6: 0.396, 8: 0.317, 12: 0.216,
                16: 0.156, 24: 0.0898, 32: 0.0497, 48: 0.00983, 63: 0.00235}


class Case(NamedTuple):
    users: np.ndarray
    items: np.ndarray
    held_out: np.ndarray
    seen_user: np.ndarray  # pairs; may repeat and may hold the held-out item
    seen_item: np.ndarray


def write(folder: pathlib.Path, case: Case) -> None:
    users, items = len(case.users), len(case.items)
    other = case.seen_item != case.held_out[case.seen_user]
    pairs = np.unique(case.seen_user[other].astype(np.int64) * items + case.seen_item[other])
    count = np.bincount(pairs // items, minlength=users)
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "U.npy", np.ascontiguousarray(case.users, np.float32))
    np.save(folder / "V.npy", np.ascontiguousarray(case.items, np.float32))
    np.save(folder / "held_out.npy", case.held_out.astype(np.int32))
    np.save(folder / "seen_begin.npy", np.concatenate([[0], np.cumsum(count)]).astype(np.int64))
    np.save(folder / "seen.npy", (pairs % items).astype(np.int32))


def singular_values(users: np.ndarray, items: np.ndarray) -> np.ndarray:
    """Of the score matrix, relative to the first, without making that matrix."""
    factors = [np.linalg.qr(matrix.astype(np.float64), mode="r") for matrix in (users, items)]
    values = np.linalg.svd(factors[0] @ factors[1].T, compute_uv=False)
    return values / values[0]


# --- trained on public data ---------------------------------------------------------------------


class Interactions(NamedTuple):
    user: np.ndarray
    item: np.ndarray
    held_out: np.ndarray  # for each user


def data_folder(name: str) -> pathlib.Path:
    given = os.environ.get("HONESTRANK_DATA") or ROOT.parent / "shared" / "data"
    folder = pathlib.Path(given) / name
    if not folder.is_dir():
        raise SystemExit(f"there is no folder {folder}; scripts/get_data gets the data")
    return folder


def first_columns(path: pathlib.Path, header: int = 0) -> np.ndarray:
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        return np.loadtxt(file, dtype=np.int64, usecols=(0, 1), skiprows=header).T


def movielens_1m() -> Interactions:
    """The last item of each user is held out (the split of He et al. 2017)."""
    folder = data_folder("ml-1m")
    user, item = first_columns(folder / "ml-1m.train.rating.gz")
    held_out_user, held_out = first_columns(folder / "ml-1m.test.rating")
    return Interactions(user, item, held_out[np.argsort(held_out_user)])


def lastfm() -> Interactions:
    """A random artist of each user who has two is held out; the other users are left out."""
    user, item = first_columns(data_folder("lastfm-2k") / "user_artists.dat.gz", header=1)
    several = np.bincount(user)[user] > 1
    user = np.unique(user[several], return_inverse=True)[1]
    item = np.unique(item[several], return_inverse=True)[1]
    order = np.random.default_rng(SEED).permutation(len(user))
    user, item = user[order], item[order]
    first = np.unique(user, return_index=True)[1]
    rest = np.ones(len(user), bool)
    rest[first] = False
    return Interactions(user[rest], item[rest], item[first])


def first_users(data: Interactions, scale: float) -> Interactions:
    users = max(100, int(len(data.held_out) * scale))
    kept = data.user < users
    return Interactions(data.user[kept], data.item[kept], data.held_out[:users])


def trained(model: str, columns: int, read: Callable[[], Interactions], scale: float) -> Case:
    from implicit.als import AlternatingLeastSquares
    from implicit.bpr import BayesianPersonalizedRanking
    from scipy.sparse import csr_matrix
    from threadpoolctl import threadpool_limits

    data = read()
    items = max(data.item.max(), data.held_out.max()) + 1
    data = first_users(data, min(scale, 1.0))
    matrix = csr_matrix((np.ones(len(data.user), np.float32), (data.user, data.item)),
                        shape=(len(data.held_out), items))
    with threadpool_limits(1, "blas"):  # as implicit asks for
        if model == "ials":
            fit = AlternatingLeastSquares(columns, alpha=6.0, regularization=60.0, iterations=16,
                                          num_threads=2, random_state=SEED)
        else:
            fit = BayesianPersonalizedRanking(columns - 1, iterations=100, num_threads=1,
                                              random_state=SEED)
        fit.fit(matrix, show_progress=False)
    values = singular_values(fit.user_factors, fit.item_factors)
    picked = ", ".join(f"{i}: {values[i]:.3g}" for i in BPR_SPECTRUM if i < len(values))
    print(f"singular values of the scores: {picked}", file=sys.stderr)
    return Case(fit.user_factors, fit.item_factors, data.held_out, data.user, data.item)


# --- synthetic ----------------------------------------------------------------------------------


def lognormal(rng: np.random.Generator, spread: float, count: int) -> np.ndarray:
    return np.exp(spread * rng.standard_normal(count))


def pair_scores(users: np.ndarray, items: np.ndarray, user: np.ndarray,
                item: np.ndarray) -> np.ndarray:
    return np.einsum("pd,pd->p", users[user], items[item])


def best_first(user: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """An order of pairs by user, then falling score, and the place of each among its user's."""
    order = np.lexsort((-score, user))
    begin = np.searchsorted(user[order], user[order], side="left")
    return order, np.arange(len(order)) - begin


def draw_held_out(rng: np.random.Generator, users: np.ndarray, items: np.ndarray) -> np.ndarray:
    """Each user's best of c random items: the better its score, the likelier an item.

    With c = 9 the median rank is the best 7 % of the catalogue. c differs between users, from 1
    (any item) to 2000 (very likely in the top of the list), as hits and misses do in real data.
    """
    held_out = np.empty(len(users), np.int32)
    for start in range(0, len(users), BLOCK):
        block = users[start:start + BLOCK]
        count = np.clip(9 * lognormal(rng, 2.0, len(block)), 1, 2000).astype(np.int64)
        user = np.repeat(np.arange(len(block)), count)
        item = rng.integers(0, len(items), len(user))
        score = np.concatenate([pair_scores(block, items, user[i:i + 100_000], item[i:i + 100_000])
                                for i in range(0, len(user), 100_000)])
        order, place = best_first(user, score)
        held_out[start:start + len(block)] = item[order[place == 0]]
    return held_out


def seen_counts(rng: np.random.Generator, users: int, items: int) -> np.ndarray:
    """Mean about 70, long-tailed; never more than a tenth of the items."""
    most = max(1, min(1000, items // 10))
    return np.clip(46 * lognormal(rng, 0.95, users), 1, most).astype(np.int64)


def draw_seen(rng: np.random.Generator, users: np.ndarray, items: np.ndarray,
              popularity: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of three times as many items, drawn by popularity, those that the user likes best."""
    cumulative = np.cumsum(popularity / popularity.sum())
    chosen = []
    for start in range(0, len(users), BLOCK):
        block = users[start:start + BLOCK]
        wanted = seen_counts(rng, len(block), len(items))
        user = np.repeat(np.arange(len(block)), 3 * wanted)
        item = np.searchsorted(cumulative, rng.random(len(user))).clip(0, len(items) - 1)
        pairs = np.unique(user * len(items) + item)
        user, item = pairs // len(items), pairs % len(items)
        score = np.concatenate([pair_scores(block, items, user[i:i + 100_000], item[i:i + 100_000])
                                for i in range(0, len(user), 100_000)])
        order, place = best_first(user, score)
        order = order[place < wanted[user[order]]]
        chosen.append((user[order] + start, item[order]))
    return np.concatenate([u for u, _ in chosen]), np.concatenate([i for _, i in chosen])


def finished(rng: np.random.Generator, users: np.ndarray, items: np.ndarray,
             popularity: np.ndarray) -> Case:
    held_out = draw_held_out(rng, users, items)
    return Case(users, items, held_out, *draw_seen(rng, users, items, popularity))


def normal(rng: np.random.Generator, rows: int, columns: int) -> np.ndarray:
    return rng.standard_normal((rows, columns), dtype=np.float32)


def tastes(rng: np.random.Generator, rows: int, centres: np.ndarray) -> np.ndarray:
    """Rows of length about 1: what all have in common, one to three clusters, and noise."""
    clusters, columns = len(centres) - 1, centres.shape[1]
    weight = 1.0 / np.arange(3, clusters + 3) ** 0.7
    chosen = rng.choice(clusters, (rows, 3), p=weight / weight.sum())
    share = np.sort(rng.random((rows, 3)), axis=1).astype(np.float32)
    result = 0.55 * normal(rng, rows, columns) / math.sqrt(columns) + 0.35 * centres[clusters]
    for i in range(3):
        result += 0.6 * share[:, i, None] * centres[chosen[:, i]]
    return result


def realistic(users: int, items: int, columns: int) -> Case:
    """Like iALS: clusters of taste, and the more popular an item, the longer its row.

    Lengths saturate as those of ridge regression do, n / (n + median): on ML-1M the 10th, 90th and
    99th percentile of iALS are 0.2, 2.0 and 2.8 times the median.
    """
    rng = np.random.default_rng(SEED)
    centres = normal(rng, columns + 1, columns)
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    popularity = lognormal(rng, 1.9, items)
    length = popularity / (popularity + 1) * lognormal(rng, 0.15, items)
    item_rows = tastes(rng, items, centres) * length[:, None].astype(np.float32)
    user_rows = tastes(rng, users, centres)
    user_rows *= lognormal(rng, 0.4, users)[:, None].astype(np.float32)
    return finished(rng, user_rows, item_rows, popularity)


def independent(users: int, items: int, columns: int) -> Case:
    """N(0, 1) factors, random held-out and seen items: nothing for a bound to hold on to."""
    rng = np.random.default_rng(SEED)
    count = seen_counts(rng, users, items)
    seen_user = np.repeat(np.arange(users), count)
    return Case(normal(rng, users, columns), normal(rng, items, columns),
                rng.integers(0, items, users), seen_user, rng.integers(0, items, len(seen_user)))


def with_spectrum(users: np.ndarray, items: np.ndarray,
                  spectrum: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both changed so that these are the singular values of their scores, evenly shared."""
    (user_basis, left), (item_basis, right) = (
        np.linalg.qr(matrix.astype(np.float64)) for matrix in (users, items))
    user_turn, _, item_turn = np.linalg.svd(left @ right.T)
    root = np.sqrt(spectrum)
    return user_basis @ user_turn * root, item_basis @ item_turn.T * root


def steep_spectrum(columns: int) -> np.ndarray:
    """Singular values of the scores as of a BPR model of check-ins at 41,000 places: of its pairs,
    lengths alone left 60 % undecided, the first 4 of 64 rotated columns and the lengths of the rest
    12 %, the first 8 5.4 %, 16 1.4 %, 32 0.4 %. Here 45, 11, 5, 1.5 and 0.3 %.
    """
    return np.exp(-1.95 * np.arange(columns) ** 0.4)


def slow_spectrum(columns: int) -> np.ndarray:
    """As of the BPR model of the case ml1m_bpr_64: 81, 65, 51, 30 and 8 %."""
    place = np.linspace(0, max(BPR_SPECTRUM), columns)
    return np.exp(np.interp(place, list(BPR_SPECTRUM), np.log(list(BPR_SPECTRUM.values()))))


def decaying(spectrum_of: Callable[[int], np.ndarray], users: int, items: int,
             columns: int) -> Case:
    """Like BPR: the singular values of the scores decay.

    A random rotation of both sides hides them. The first direction is popularity: all users follow
    it more or less. The lengths of items grow with popularity to the power 0.35, between 0.18 (BPR
    on ML-1M) and 0.54 (on Last.fm).
    """
    rng = np.random.default_rng(SEED)
    spectrum = spectrum_of(columns)
    log_popularity = 1.2 * rng.standard_normal(items)
    user_rows, item_rows = normal(rng, users, columns), normal(rng, items, columns)
    user_rows[:, 0] += 1
    item_rows[:, 0] = log_popularity / 1.2
    item_rows *= np.exp(0.35 * log_popularity)[:, None].astype(np.float32)
    root = np.sqrt(spectrum).astype(np.float32)
    pair = with_spectrum(user_rows * root, item_rows * root, spectrum * math.sqrt(users * items))
    rotation = np.linalg.qr(rng.standard_normal((columns, columns)))[0]
    user_rows, item_rows = ((rows @ rotation).astype(np.float32) for rows in pair)
    return finished(rng, user_rows, item_rows, np.exp(log_popularity))


def shrunk(make: Callable[[int, int, int], Case], users: int, items: int, columns: int,
           scale: float) -> Case:
    return make(max(200, int(users * scale)), max(500, int(items * scale)), columns)


CASES: dict[str, Callable[[float], Case]] = {
    "ml1m_ials_16": lambda scale: trained("ials", 16, movielens_1m, scale),
    "ml1m_ials_64": lambda scale: trained("ials", 64, movielens_1m, scale),
    "ml1m_bpr_64": lambda scale: trained("bpr", 64, movielens_1m, scale),
    "lastfm_bpr_64": lambda scale: trained("bpr", 64, lastfm, scale),
    "decaying_41k_items": lambda scale: shrunk(partial(decaying, steep_spectrum), 30_000, 41_000,
                                               64, scale),
    "slowly_decaying_41k_items": lambda scale: shrunk(partial(decaying, slow_spectrum), 30_000,
                                                      41_000, 64, scale),
    "realistic_21k_items": lambda scale: shrunk(realistic, 136_677, 20_720, 64, scale),
    "iid_21k_items": lambda scale: shrunk(independent, 136_677, 20_720, 64, scale),
    "realistic_200k_items": lambda scale: shrunk(realistic, 20_000, 200_000, 128, scale),
    "iid_200k_items": lambda scale: shrunk(independent, 20_000, 200_000, 128, scale),
}

if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1]) / sys.argv[2]
    done = target / "done"
    if not done.exists():
        write(target, CASES[sys.argv[2]](float(sys.argv[3]) if len(sys.argv) > 3 else 1.0))
        done.touch()
