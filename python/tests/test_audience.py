"""Attributes, heads that are fitted, and studies of newcomers: the numbers of the program."""

import json
import pathlib
import subprocess
import sys

import pytest

import honestrank as hr

SMALL = {"known": (0, 2, 5), "judged": 3, "folds": 2, "repeats": 2}


@pytest.fixture(scope="module")
def audience():
    return hr.synthetic(users=150, items=120, interactions=6000, seed=3)


@pytest.fixture
def files(audience, tmp_path):
    """The data as the program reads them."""
    ratings, users, items = audience
    ratings.save(tmp_path / "ratings.tsv")
    users.save(tmp_path / "users.tsv")
    items.save(tmp_path / "items.tsv")
    return tmp_path


def program(folder, *arguments):
    command = [pathlib.Path(sys.executable).parent / "honestrank", "satisfaction", *arguments, "--format", "json", "--quiet"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def numbers(rows):
    keys = ("model", "metric", "value", "standard_error", "low", "high")
    values = [[row[key] if isinstance(row, dict) else getattr(row, key) for key in keys] for row in rows]
    return [[None if value != value else value for value in row] for row in values]


def test_studies_are_those_of_the_program(audience, files):
    _, users, items = audience
    ratings = hr.read_interactions(files / "ratings.tsv")  # numbered as the program numbers them
    # The program leaves as many to judge by as the library does unless told.
    options = {**SMALL, "judged": 10}
    more = ["--ratings", "ratings.tsv", "--known", "0,2,5", "--folds", "2", "--repeats", "2"]
    of_users = hr.new_user_study(ratings, users, items, **options)
    theirs = program(files, "--study", "new-users", "--users", "users.tsv", "--item-attributes", "items.tsv", *more)
    assert numbers(of_users.rows) == numbers(theirs["results"])
    assert of_users.warnings == theirs["warnings"]
    assert set(of_users.notes[2:]) <= set(theirs["notes"])
    of_items = hr.new_item_study(ratings, items, **options)
    theirs = program(files, "--study", "new-items", "--item-attributes", "items.tsv", *more)
    assert numbers(of_items.rows) == numbers(theirs["results"])


def test_attributes_come_from_tables_and_dicts(audience, files):
    ratings, users, _ = audience
    rows = {
        id: {name: users.column(name)[row] for name in users.names} for row, id in enumerate(users.ids.tolist())
    }
    forms = [rows, hr.read_attributes(files / "users.tsv")]
    if pandas := _installed("pandas"):
        forms.append(pandas.DataFrame([{"id": id, **own, "age": int(own["age"])} for id, own in rows.items()]))
    if polars := _installed("polars"):
        forms.append(polars.DataFrame([{"id": id, **own} for id, own in rows.items()]))
    if pyarrow := _installed("pyarrow"):
        forms.append(pyarrow.Table.from_pylist([{"id": id, **own} for id, own in rows.items()]))
    expected = hr.new_user_study(ratings, users, **SMALL).rows
    for form in forms:
        assert numbers(hr.new_user_study(ratings, form, **SMALL).rows) == numbers(expected)
        assert hr.attributes(form).column("gender") == users.column("gender")


def _installed(package):
    try:
        return __import__(package)
    except ImportError:
        return None


def test_values_that_are_not_there_are_empty():
    table = hr.attributes({1: {"age": 25.0, "genres": ["Drama", "War"]}, 2: {"age": float("nan"), "genres": None}, 3: {}})
    assert repr(table) == "Attributes(3 rows, age, genres)"
    assert table.ids.tolist() == ["1", "2", "3"]
    assert table.column("age") == ["25", "", ""]
    assert table.column("genres") == ["Drama|War", "", ""]
    with pytest.raises(ValueError, match="age"):
        table.column("gender")
    with pytest.raises(TypeError, match="expected a table or a dict"):
        hr.attributes([1])
    with pytest.raises(ValueError, match="expected each id once; got '1' again"):
        hr.attributes({1: {}, "1": {}})


def test_a_table_names_its_ids():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": [25, None], "user": ["a", "b"]})
    table = hr.attributes(frame, id="user")
    assert (table.names, table.column("age"), table.ids.tolist()) == (["age"], ["25", ""], ["a", "b"])
    with pytest.raises(ValueError, match="expected one of the columns age, user; got 'id'"):
        hr.attributes(frame, id="id")


def test_models_of_attributes_take_tables(audience):
    ratings, users, _ = audience
    rows = {id: {"gender": users.column("gender")[row]} for row, id in enumerate(users.ids.tolist())}
    one, other = (hr.models.fit("segment(gender)", ratings, user_attributes=each) for each in (users, rows))
    assert hr.evaluate(ratings, one, metrics="auc").rows == hr.evaluate(ratings, other, metrics="auc").rows


def test_a_fitted_head_is_that_of_the_program(audience, files):
    users = audience[1]
    for name, part in zip(("train.tsv", "test.tsv"), hr.split.hold_out(audience[0], share=0.2), strict=True):
        part.save(files / name)
    train, test = hr.split.given(*(hr.read_interactions(files / name) for name in ("train.tsv", "test.tsv")))
    options = {"short_head": "fit", "users": users, "seed": 42}
    result = hr.satisfaction(test, hr.models.fit("popularity", train), seen=train, **options)
    theirs = program(
        files, "--train", "train.tsv", "--test", "test.tsv", "--users", "users.tsv", "--short-head", "fit", "--model", "popularity"
    )
    ours = {row.metric: (row.value, row.standard_error) for row in result.rows if row.metric in ("satisfaction", "success")}
    assert ours == {
        row["metric"]: (row["value"], row["standard_error"]) for row in theirs["results"] if row["metric"] in ours
    }
    heads = [note for note in result.notes if note.startswith("short head: ")]
    assert len(heads) == 3
    assert set(heads) <= set(theirs["notes"])
    with pytest.raises(ValueError, match="expected seen, which says what is popular"):
        hr.satisfaction(test, hr.models.fit("popularity", train), short_head="step(3)")
    with pytest.raises(ValueError, match="expected attributes of users and a seen with ratings for short_head='fit'"):
        hr.satisfaction(test, hr.models.fit("popularity", train), seen=train, short_head="fit")


def test_synthetic_data_are_those_of_the_seed(audience):
    ratings, users, items = audience
    again = hr.synthetic(users=150, items=120, interactions=6000, seed=3)[0]
    assert again.item.tolist() == ratings.item.tolist()
    assert (len(users), len(items), items.names) == (150, 120, ["title", "genres"])
    assert hr.synthetic(users=150, items=120, interactions=6000, seed=4)[0].item.tolist() != ratings.item.tolist()
    with pytest.raises(ValueError, match="interactions"):
        hr.synthetic(users=2, items=3, interactions=1000)
