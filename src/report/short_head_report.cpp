#include "honestrank/report/short_head_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "honestrank/report/satisfaction_report.h"

namespace honestrank {
namespace {

/// A few points of the curve, with the largest, those beside it, and the last.
std::string describe_curve(const SensitivityCurve& curve) {
  constexpr std::size_t kShown = 8;
  std::set<std::size_t> shown;
  const std::size_t step = std::max<std::size_t>(1, curve.points.size() / kShown);
  for (std::size_t i = 0; i < curve.points.size(); i += step) shown.insert(i);
  for (std::size_t i = std::max<std::size_t>(curve.best, 1) - 1; i <= curve.best + 1; ++i) {
    shown.insert(std::min(i, curve.points.size() - 1));
  }
  shown.insert(curve.points.size() - 1);
  std::string text;
  for (const std::size_t i : shown) {
    text += fmt::format("{}{}: {:+.1f} %{}", text.empty() ? "" : ", ", curve.points[i].head,
                        100 * curve.points[i].increase, i == curve.best ? " (largest)" : "");
  }
  return fmt::format(
      "what knowing {} adds to the satisfaction of a list for everybody, by the number of most "
      "popular items that count nothing: {}",
      fmt::join(curve.segmentations, ", "), text);
}

}  // namespace

void report_short_head(const SensitivityCurve& curve, ResultReport& report) {
  report.notes.push_back(describe_curve(curve));
  report.quantities.insert(report.quantities.end(),
                           {{"short_head", static_cast<double>(curve.best)},
                            {"short_head_low", static_cast<double>(curve.low)},
                            {"short_head_high", static_cast<double>(curve.high)},
                            {"short_head_increase", curve.points[curve.best].increase}});
  const std::string where =
      curve.best == 0 ? std::string("where all items count")
                      : fmt::format("where the {} most popular items count nothing", curve.best);
  report.notes.push_back(fmt::format(
      "short head: the increase is largest, {:+.1f} % (mean of {}), {} (95 % of samples: {} to {}; "
      "users, their held-out ratings and what models learn are drawn anew)",
      100 * curve.points[curve.best].increase, fmt::join(curve.segmentations, ", "), where,
      curve.low, curve.high));
  report.notes.push_back(fmt::format(
      "short head: chosen by {} of the ratings to learn from of {} users; no other ratings had a "
      "part in it",
      SensitivityOptions{}.share, curve.users));
  if (!curve.left_out.empty()) {
    report.notes.push_back(
        fmt::format("not used, few users share a value: {}", fmt::join(curve.left_out, ", ")));
  }
  if (!curve.constant.empty()) {
    report.warnings.push_back("short head: " +
                              constant_note(curve.constant, "it divides nobody and is not used"));
  }
  for (std::size_t i = 0; i < curve.segmentations.size(); ++i) {
    if (curve.without[i] == 0) continue;
    report.warnings.push_back(
        fmt::format("short head: {} of the {} users have no value of {}: they have the list for "
                    "everybody",
                    curve.without[i], curve.users, curve.segmentations[i]));
  }
  if (curve.best + 1 == curve.points.size()) {
    report.warnings.emplace_back(
        "short head: the best head is the largest that was tried; the curve has no maximum");
  }
}

}  // namespace honestrank
