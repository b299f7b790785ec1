#include "honestrank/report/satisfaction_report.h"

#include <fmt/format.h>

#include <cmath>

namespace honestrank {
namespace {

/// A share of all satisfaction as a row: it has no error, and no bounds that would be its own.
ResultRow share_row(const std::string& model, const char* name, double value,
                    const MetricResult& of) {
  ResultRow row;
  row.model = model;
  row.metric = name;
  row.value = value;
  row.standard_error = row.low = row.high = row.optimistic = row.pessimistic = std::nan("");
  row.users = of.users;
  return row;
}

}  // namespace

std::vector<ResultRow> satisfaction_rows(const std::string& model, const Satisfaction& result,
                                         bool head) {
  std::vector<ResultRow> rows;
  const auto add_row = [&](const MetricResult& of) { rows.push_back(result_row(model, of)); };
  add_row(result.satisfaction);
  add_row(result.success);
  add_row(result.liking);
  for (const SuccessPart& part : result.parts) {
    add_row(part.precision);
    add_row(part.liking);
  }
  add_row(result.shares.hit);
  add_row(result.shares.mishit);
  add_row(result.shares.not_rated);
  add_row(result.shares.missed);
  const auto add = [&](const char* name, double value) {
    rows.push_back(share_row(model, name, value, result.success));
  };
  if (!head) return rows;
  add("head_before", result.head_before);
  add("head_after", result.head_after);
  return rows;
}

std::string explain_satisfaction(std::string_view name) {
  constexpr std::string_view kWords =
      "  w_N is the probability that a user looks through exactly N items, t the\n"
      "    threshold above which a rating is positive, z the length of lists.\n";
  if (name == "satisfaction") {
    return fmt::format(
        "satisfaction: what an audience gets out of its lists\n\n"
        "Formula\n"
        "  satisfaction = 1/|Users| sum over held-out ratings above t of\n"
        "    D(rank) sigma(item) (rating - t),   D(k) = sum over N = k..z of w_N / N\n"
        "{}"
        "  sigma is the penalty of the short head. Where it is 1, satisfaction is\n"
        "    success times liking.\n\n"
        "Example\n"
        "  Ann is recommended x, y, z and rated x with 5, z with 4. Half of the users\n"
        "    look at one item, 0.3 at two, 0.2 at three; t = 3: 0.71667 * 2 +\n"
        "    0.06667 * 1 = 1.5\n\n"
        "Ties\n  Tied items count in expectation.\n\n"
        "Undefined\n  Users without held-out ratings are left out of the mean.\n\n"
        "Reference\n  Bobrikov, Nenova & Ignatov, equation 15 (docs/satisfaction.md)\n",
        kWords);
  }
  if (name == "success") {
    return fmt::format(
        "success: the probability that an item which was looked at is liked\n\n"
        "Formula\n"
        "  success = sum over N = 1..z of w_N P_N,   P_N = mean over users of\n"
        "    (items rated above t among the first N) / N\n"
        "{}"
        "  Its parts are precision@N (P_N) and liking@N, the mean of rating - t over\n"
        "    these; liking is that over all lists, weighted as in success.\n\n"
        "Elsewhere\n"
        "  success_N of trec_eval is another metric: honestrank explain success_10.\n\n"
        "Reference\n  Bobrikov, Nenova & Ignatov, equations 3, 4, 8, 9 (docs/satisfaction.md)\n",
        kWords);
  }
  return {};
}

std::string browsing_note(const BrowsingModel& browsing) {
  return fmt::format(
      "users look through the list: {}; {:.3g} % look beyond {} items, which counts as nothing",
      browsing.description, 100 * browsing.beyond, browsing.depth());
}

std::string constant_note(const std::vector<std::string>& columns, const char* passed_over) {
  return fmt::format("{} {} the same value in all rows, or none: {}", fmt::join(columns, ", "),
                     columns.size() == 1 ? "has" : "have", passed_over);
}

}  // namespace honestrank
