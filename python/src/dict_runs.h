#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "honestrank/data/trec.h"
#include "honestrank/rankings/rank_lists.h"

namespace honestrank::python {

/// Judgments and a run as Python dicts, looked up without touching the text of ids.
struct DictLists {
  ScoredLists lists;       ///< `user` is the place of the query in `queries`
  nanobind::list queries;  ///< keys of the judgments
  std::uint64_t missing = 0;
  std::uint64_t unjudged = 0;
};

/// Reads `{query: {document: grade}}` and `{query: {document: score}}`; grades above 0 are
/// relevant. Queries that the run lacks have an entry without scores, unless `common_only`. Needs
/// the GIL.
DictLists lists_of_dicts(const nanobind::dict& qrels, const nanobind::dict& run, bool common_only);

/// The same as what files would hold, for conventions that look at ids.
Qrels qrels_of_dict(const nanobind::dict& qrels);
Run run_of_dict(const nanobind::dict& run);

/// What a file holds as `{query: {document: grade}}`, whole grades as whole numbers, and as
/// `{query: {document: score}}`.
nanobind::dict dict_of(const Qrels& qrels);
nanobind::dict dict_of(const Run& run);

}  // namespace honestrank::python
