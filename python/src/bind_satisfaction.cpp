#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arrays.h"
#include "bound_types.h"
#include "callbacks.h"
#include "honestrank/report/satisfaction_report.h"
#include "honestrank/report/short_head_report.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "honestrank/satisfaction/sensitivity.h"
#include "honestrank/satisfaction/short_head.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// The head that tells segments of users apart best, with what was found about it.
ShortHead fitted_head(const Interactions& seen, const AttributeTable* users,
                      const BrowsingModel& browsing, const SensitivityOptions& options,
                      ResultReport& report) {
  if (users == nullptr || !seen.has_ratings()) {
    throw InputError(
        std::string("satisfaction: expected attributes of users and a seen with ratings for "
                    "short_head='fit'; got none of ") +
        (users == nullptr ? "the first" : "the second"));
  }
  const SensitivityCurve curve = fit_short_head(seen, *users, browsing, options);
  report_short_head(curve, report);
  return {ShortHead::Kind::step, static_cast<double>(curve.best), 0};
}

/// What a model's lists are worth, and the satisfaction of each user, NaN for those without
/// ratings.
nb::tuple satisfaction_of(const Scores& scores, const Interactions& test, const Interactions& seen,
                          const std::string& name, const BrowsingModel& browsing, double threshold,
                          double lowest, double highest, const std::string& short_head,
                          const AttributeTable* users, double shrink, std::uint64_t seed,
                          unsigned threads, nb::object progress) {
  const FullRanksOptions ranking{.threads = threads, .progress = progress_of(std::move(progress))};
  ResultReport report;
  Satisfaction result;
  {
    const nb::gil_scoped_release released;
    const ShortHead head =
        short_head == "fit"
            ? fitted_head(
                  seen, users, browsing,
                  {.threshold = threshold, .shrink = shrink, .seed = seed, .threads = threads},
                  report)
            : parse_short_head(short_head);
    const HeldOutRatings ratings =
        held_out_ratings(test, {.lowest = lowest, .highest = highest, .threshold = threshold});
    const bool has_head = head.kind != ShortHead::Kind::none && head.items > 0;
    if (has_head && seen.size() == 0) {
      throw InputError("satisfaction: expected seen, which says what is popular; got none");
    }
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
    report.rows = satisfaction_rows(name, result, has_head);
    report.notes.insert(report.notes.begin(), browsing_note(browsing));
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
             "users"_a.none() = nb::none(), "shrink"_a = SensitivityOptions{}.shrink,
             "seed"_a = SensitivityOptions{}.seed, "threads"_a = SatisfactionOptions{}.threads,
             "progress"_a.none() = nb::none());
}

}  // namespace honestrank::python
