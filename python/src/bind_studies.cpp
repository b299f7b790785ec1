#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bound_types.h"
#include "honestrank/report/satisfaction_report.h"
#include "honestrank/report/study_report.h"
#include "honestrank/satisfaction/cold_start.h"
#include "honestrank/satisfaction/short_head.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// Throws InputError for ratings outside the scale; gives what items count, by their ratings.
std::vector<double> checked_penalties(const Interactions& ratings, const RatingScale& scale,
                                      const ShortHead& head) {
  held_out_ratings(ratings, scale);
  std::vector<std::uint64_t> popularity(ratings.items.size());
  for (const std::uint32_t item : ratings.item) ++popularity[item];
  return penalties(head, popularity);
}

ColdStartOptions study_options(double threshold, double shrink, std::vector<std::uint32_t> known,
                               std::uint32_t judged, std::uint32_t folds, std::uint32_t repeats,
                               std::uint32_t questions, std::uint32_t bootstrap, std::uint64_t seed,
                               unsigned threads) {
  ColdStartOptions options;
  options.threshold = threshold;
  options.shrink = shrink;
  options.known = std::move(known);
  options.judged = judged;
  options.folds = folds;
  options.repeats = repeats;
  options.questions = questions;
  options.bootstrap = bootstrap;
  options.seed = seed;
  options.threads = threads;
  return options;
}

/// A study of users where `of_users`, else of items.
ResultReport study(const Interactions& ratings, const AttributeTable* users,
                   const AttributeTable* items, bool of_users, std::vector<std::string> attributes,
                   const BrowsingModel& browsing, double lowest, double highest,
                   const std::string& short_head, ColdStartOptions options) {
  const nb::gil_scoped_release released;
  const ShortHead head = parse_short_head(short_head);
  const RatingScale scale{.lowest = lowest, .highest = highest, .threshold = options.threshold};
  options.penalty = checked_penalties(ratings, scale, head);
  ResultReport report;
  report.seed = options.seed;
  report.notes = {browsing_note(browsing), "short head: " + to_string(head)};
  const AttributeTable* const table = of_users ? users : items;
  if (table != nullptr) {
    for (const std::string& name : attributes) table->column(name);  // throws where there is none
    if (attributes.empty()) {
      attributes = of_users ? usual_attributes(*table) : shared_attributes(*table);
    }
    attributes = telling_attributes(std::move(attributes), *table, report);
  }
  if (of_users) {
    report_new_users(new_user_study(ratings, users, attributes, items, browsing, options),
                     attributes, options, report);
  } else {
    report_new_items(new_item_study(ratings, *items, attributes, browsing, options), attributes,
                     browsing, options, report);
  }
  return report;
}

}  // namespace

void bind_studies(nb::module_& module) {
  const ColdStartOptions options;
  const RatingScale scale;
  const auto define = [&](const char* name, bool of_users) {
    module.def(
        name,
        [of_users](const Interactions& ratings, const AttributeTable* users,
                   const AttributeTable* items, std::vector<std::string> attributes,
                   const BrowsingModel& browsing, double lowest, double highest, double threshold,
                   double shrink, const std::string& short_head, std::vector<std::uint32_t> known,
                   std::uint32_t judged, std::uint32_t folds, std::uint32_t repeats,
                   std::uint32_t questions, std::uint32_t bootstrap, std::uint64_t seed,
                   unsigned threads) {
          return study(ratings, users, items, of_users, std::move(attributes), browsing, lowest,
                       highest, short_head,
                       study_options(threshold, shrink, std::move(known), judged, folds, repeats,
                                     questions, bootstrap, seed, threads));
        },
        "ratings"_a, "users"_a.none(), "items"_a.none(of_users), nb::kw_only(), "attributes"_a,
        "browsing"_a, "lowest"_a = scale.lowest, "highest"_a = scale.highest,
        "threshold"_a = options.threshold, "shrink"_a = options.shrink, "short_head"_a = "none",
        "known"_a = options.known, "judged"_a = options.judged, "folds"_a = options.folds,
        "repeats"_a = options.repeats, "questions"_a = options.questions,
        "bootstrap"_a = options.bootstrap, "seed"_a = options.seed, "threads"_a = options.threads);
  };
  define("new_user_study", true);
  define("new_item_study", false);
}

}  // namespace honestrank::python
