#include "dict_runs.h"

#include <nanobind/stl/string.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "grades.h"
#include "honestrank/base/error.h"

namespace honestrank::python {
namespace {

namespace nb = nanobind;

double to_double(PyObject* value) {
  if (PyFloat_CheckExact(value)) return PyFloat_AS_DOUBLE(value);
  const double number = PyFloat_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return number;
}

std::string repr(PyObject* object) { return nb::cast<std::string>(nb::repr(nb::handle(object))); }

PyObject* require_dict(PyObject* value, PyObject* query, const char* what) {
  if (PyDict_Check(value)) return value;
  throw InputError(std::string(what) + ": expected a dict for query " + repr(query) + "; got " +
                   nb::cast<std::string>(nb::str(nb::handle(value).type().attr("__name__"))));
}

std::string_view text_of(PyObject* key, const char* what) {
  if (!PyUnicode_Check(key)) {
    throw InputError(std::string(what) + ": expected ids that are text; got " + repr(key));
  }
  Py_ssize_t length = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(key, &length);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(length)};
}

double to_grade(PyObject* value, PyObject* document, PyObject* query) {
  const double grade = to_double(value);
  require_grade(grade, "truth",
                [&] { return "for document " + repr(document) + " of query " + repr(query); });
  return grade;
}

/// The scores of a query, behind those of the queries before it.
void add_scores(PyObject* documents, PyObject* query, std::vector<double>& scores) {
  PyObject* document = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(documents, &at, &document, &value) != 0;) {
    const double score = to_double(value);
    if (std::isnan(score)) {
      throw InputError("run: expected scores that are numbers; got NaN for document " +
                       repr(document) + " of query " + repr(query));
    }
    scores.push_back(score);
  }
}

/// The relevant documents of a query; `retrieved` may be null.
void add_relevant(PyObject* judged, PyObject* retrieved, PyObject* query, ScoredLists& lists,
                  bool& graded) {
  PyObject* document = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(judged, &at, &document, &value) != 0;) {
    const double grade = to_grade(value, document, query);
    if (!(grade > 0)) continue;
    PyObject* const score =
        retrieved == nullptr ? nullptr : PyDict_GetItemWithError(retrieved, document);
    if (score == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    lists.relevant_score.push_back(score == nullptr ? std::numeric_limits<double>::quiet_NaN()
                                                    : to_double(score));
    lists.gain.push_back(grade);
    graded = graded || grade != 1;
  }
}

/// Calls use(key, dict) for every query.
template <typename Use>
void for_each_query(const nb::dict& queries, const char* what, const Use& use) {
  PyObject* query = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(queries.ptr(), &at, &query, &value) != 0;) {
    use(query, require_dict(value, query, what));
  }
}

/// Ids that are not UTF-8 are taken for Latin-1, as in files of interactions.
nb::str to_str(std::string_view text) {
  const auto size = static_cast<Py_ssize_t>(text.size());
  if (PyObject* const string = PyUnicode_DecodeUTF8(text.data(), size, nullptr)) {
    return nb::steal<nb::str>(string);
  }
  PyErr_Clear();
  PyObject* const string = PyUnicode_DecodeLatin1(text.data(), size, nullptr);
  if (string == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(string);
}

template <typename Rows, typename ToValue>
nb::dict dict_of_rows(const Rows& rows, const std::vector<double>& values,
                      const ToValue& to_value) {
  nb::dict result;
  for (std::size_t query = 0; query < rows.queries.size(); ++query) {
    nb::dict own;
    for (std::size_t row = rows.begin[query]; row < rows.begin[query + 1]; ++row) {
      own[to_str(rows.document[row])] = to_value(values[row]);
    }
    result[to_str(rows.queries[query])] = own;
  }
  return result;
}

}  // namespace

DictLists lists_of_dicts(const nb::dict& qrels, const nb::dict& run, bool common_only) {
  DictLists result;
  ScoredLists& lists = result.lists;
  bool graded = false;
  std::size_t scores = 0;
  for_each_query(run, "run", [&](PyObject*, PyObject* documents) {
    scores += static_cast<std::size_t>(PyDict_Size(documents));
  });
  lists.score.reserve(scores);
  for_each_query(qrels, "truth", [&](PyObject* query, PyObject* judged) {
    PyObject* const retrieved = PyDict_GetItemWithError(run.ptr(), query);
    if (retrieved == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    const auto number = static_cast<std::uint32_t>(result.queries.size());
    result.queries.append(nb::handle(query));
    if (retrieved == nullptr) {
      ++result.missing;
      if (common_only) return;
    } else {
      add_scores(retrieved, query, lists.score);
    }
    add_relevant(judged, retrieved, query, lists, graded);
    lists.user.push_back(number);
    lists.begin.push_back(lists.score.size());
    lists.relevant_begin.push_back(lists.relevant_score.size());
  });
  result.unjudged = run.size() - (result.queries.size() - result.missing);
  if (!graded) lists.gain.clear();
  return result;
}

Qrels qrels_of_dict(const nb::dict& qrels) {
  Qrels result;
  for_each_query(qrels, "truth", [&](PyObject* query, PyObject* judged) {
    result.queries.add(text_of(query, "truth"));
    PyObject* document = nullptr;
    PyObject* value = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(judged, &at, &document, &value) != 0;) {
      result.document.push_back(text_of(document, "truth"));
      result.grade.push_back(to_grade(value, document, query));
    }
    result.begin.push_back(result.grade.size());
  });
  return result;
}

Run run_of_dict(const nb::dict& run) {
  Run result;
  for_each_query(run, "run", [&](PyObject* query, PyObject* retrieved) {
    result.queries.add(text_of(query, "run"));
    PyObject* document = nullptr;
    PyObject* value = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(retrieved, &at, &document, &value) != 0;) {
      result.document.push_back(text_of(document, "run"));
      result.score.push_back(to_double(value));
    }
    result.begin.push_back(result.score.size());
  });
  return result;
}

nb::dict dict_of(const Qrels& qrels) {
  return dict_of_rows(qrels, qrels.grade, [](double grade) -> nb::object {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    if (grade == std::floor(grade) && std::fabs(grade) <= kExact) {
      return nb::int_(static_cast<std::int64_t>(grade));
    }
    return nb::float_(grade);
  });
}

nb::dict dict_of(const Run& run) {
  return dict_of_rows(run, run.score, [](double score) { return nb::float_(score); });
}

}  // namespace honestrank::python
