#include "honestrank/report/satisfaction_report.h"

#include <fmt/format.h>

#include <cmath>

namespace honestrank {
namespace {

/// A share of a list as a row.
ResultRow share_row(const std::string& model, const char* name, double value,
                    const MetricResult& of) {
  ResultRow row;
  row.model = model;
  row.metric = name;
  row.value = row.optimistic = row.pessimistic = value;
  row.standard_error = row.low = row.high = std::nan("");
  row.users = of.users;
  return row;
}

}  // namespace

std::vector<ResultRow> satisfaction_rows(const std::string& model, const Satisfaction& result,
                                         bool head) {
  std::vector<ResultRow> rows;
  rows.push_back(result_row(model, result.satisfaction));
  rows.push_back(result_row(model, result.success));
  const auto add = [&](const char* name, double value) {
    rows.push_back(share_row(model, name, value, result.success));
  };
  add("hit_share", result.shares.hit);
  add("mishit_share", result.shares.mishit);
  add("not_rated_share", result.shares.not_rated);
  add("missed_share", result.shares.missed);
  if (!head) return rows;
  add("head_before", result.head_before);
  add("head_after", result.head_after);
  return rows;
}

std::string browsing_note(const BrowsingModel& browsing) {
  return fmt::format(
      "users look through the list: {}; {:.3g} % look beyond {} items, which counts as nothing",
      browsing.description, 100 * browsing.beyond, browsing.depth());
}

}  // namespace honestrank
