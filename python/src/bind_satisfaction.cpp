#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arrays.h"
#include "bound_types.h"
#include "callbacks.h"
#include "honestrank/report/satisfaction_report.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "honestrank/satisfaction/short_head.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// What a model's lists are worth, and the satisfaction of each user, NaN for those without
/// ratings.
nb::tuple satisfaction_of(const Scores& scores, const Interactions& test, const Interactions& seen,
                          const std::string& name, const BrowsingModel& browsing, double threshold,
                          double lowest, double highest, const std::string& short_head,
                          unsigned threads, nb::object progress) {
  const FullRanksOptions ranking{.threads = threads, .progress = progress_of(std::move(progress))};
  ResultReport report;
  Satisfaction result;
  {
    const nb::gil_scoped_release released;
    const ShortHead head = parse_short_head(short_head);
    const HeldOutRatings ratings =
        held_out_ratings(test, {.lowest = lowest, .highest = highest, .threshold = threshold});
    std::vector<std::uint64_t> popularity(seen.items.size());
    for (const std::uint32_t item : seen.item) ++popularity[item];
    SatisfactionOptions options{.threshold = threshold,
                                .penalty = penalties(head, popularity),
                                .head = std::vector<bool>(popularity.size()),
                                .threads = threads,
                                .per_user = true};
    const std::vector<std::uint32_t> order = by_popularity(popularity);
    for (std::size_t i = 0; i < order.size() && static_cast<double>(i) < head.items; ++i) {
      options.head[order[i]] = true;
    }
    const UserItems masked = user_items(seen, threads);
    const auto eligible = eligible_items(masked, seen.items.size());
    const auto ranks = held_out_ranks(scores.source, ratings.items, masked, ranking);
    result = satisfaction(ratings, ranks, eligible, browsing, options);
    report.rows = satisfaction_rows(name, result, head.kind != ShortHead::Kind::none);
    report.notes.push_back(browsing_note(browsing));
    report.notes.push_back("short head: " + to_string(head));
  }
  return nb::make_tuple(std::move(report), array_of(std::move(result.satisfaction.per_user)));
}

}  // namespace

void bind_satisfaction(nb::module_& module) {
  nb::class_<BrowsingModel>(module, "Browsing", "How far users look through a list.")
      .def_ro("description", &BrowsingModel::description)
      .def_ro("looks", &BrowsingModel::looks, "Probability of looking at exactly 1, 2, ... items.")
      .def_ro("beyond", &BrowsingModel::beyond)
      .def("discounts", &BrowsingModel::discounts, "What a success at rank 1, 2, ... counts.");
  module.def("geometric_browsing", &geometric_browsing, "second_page"_a, "page_size"_a, "depth"_a);
  module.def("given_browsing", &given_browsing, "looks"_a);
  module.def(
      "empirical_browsing",
      [](const std::vector<std::uint64_t>& sessions, std::size_t depth) {
        return empirical_browsing({sessions}, depth);
      },
      "sessions"_a, "depth"_a);
  const RatingScale scale;
  module.def("satisfaction", &satisfaction_of, "scores"_a, "test"_a, "seen"_a, nb::kw_only(),
             "name"_a = "model", "browsing"_a, "threshold"_a = scale.threshold,
             "lowest"_a = scale.lowest, "highest"_a = scale.highest, "short_head"_a = "none",
             "threads"_a = SatisfactionOptions{}.threads, "progress"_a.none() = nb::none());
}

}  // namespace honestrank::python
