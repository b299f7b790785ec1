#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bound_types.h"
#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/interactions.h"
#include "honestrank/sampling/rank_candidates.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// A list for each row, of ids; what is odd about lists is counted as read_candidates does.
CandidateLists candidates_of(const std::vector<std::string>& users,
                             const std::vector<std::string>& targets,
                             const std::vector<std::vector<std::string>>& candidates) {
  if (targets.size() != users.size() || candidates.size() != users.size()) {
    throw InputError("candidates: expected a target and a list for each user; got others");
  }
  CandidateLists lists;
  for (std::size_t row = 0; row < users.size(); ++row) {
    lists.user.push_back(lists.users.add(users[row]));
    lists.target.push_back(lists.items.add(targets[row]));
    std::vector<std::uint32_t> own;
    for (const std::string& each : candidates[row]) own.push_back(lists.items.add(each));
    lists.candidate.insert(lists.candidate.end(), own.begin(), own.end());
    lists.begin.push_back(lists.candidate.size());
    lists.targets_among_candidates +=
        static_cast<std::uint64_t>(std::count(own.begin(), own.end(), lists.target.back()));
    std::sort(own.begin(), own.end());
    lists.repeated_candidates +=
        static_cast<std::uint64_t>(own.end() - std::unique(own.begin(), own.end()));
  }
  return lists;
}

/// The targets, as held-out interactions.
Interactions targets_of(const CandidateLists& lists) {
  Interactions targets;
  targets.users = lists.users;
  targets.items = lists.items;
  targets.user = lists.user;
  targets.item = lists.target;
  return targets;
}

}  // namespace

void bind_candidates(nb::module_& module) {
  nb::class_<CandidateLists>(module, "Candidates", "What each held-out item is ranked against.")
      .def("__len__", &CandidateLists::size)
      .def_ro("targets_among_candidates", &CandidateLists::targets_among_candidates,
              "Candidates that are the target of their own list.")
      .def_ro("repeated_candidates", &CandidateLists::repeated_candidates,
              "Candidates that stand in their list already.")
      .def("targets", &targets_of, "Users with the items that are ranked.")
      .def("__repr__", [](const CandidateLists& lists) {
        return "Candidates(" + std::to_string(lists.size()) + " lists)";
      });
  module.def(
      "read_candidates", [](const std::filesystem::path& path) { return read_candidates(path); },
      "path"_a);
  module.def("candidates_of", &candidates_of, "users"_a, "targets"_a, "candidates"_a);
  module.def(
      "rank_candidates",
      [](const Scores& scores, const CandidateLists& lists, const Interactions& seen,
         unsigned threads) {
        Sampled result;
        result.ids = nb::find(seen).attr("users");
        const nb::gil_scoped_release released;
        result.repeats.push_back(rank_candidates(scores.source, lists, seen, threads));
        return result;
      },
      "scores"_a, "lists"_a, "seen"_a, nb::kw_only(), "threads"_a = 0U);
}

}  // namespace honestrank::python
