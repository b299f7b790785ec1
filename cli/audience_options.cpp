#include "audience_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"
#include "satisfaction_charts.h"

namespace honestrank::cli {
namespace {

void write_curve(const std::string& path, const SensitivityCurve& curve) {
  OutputFile file(path);
  file.write("head\tsatisfaction\tincrease");
  for (const std::string& name : curve.segmentations) file.write("\t" + name);
  file.write("\n");
  for (const SensitivityPoint& point : curve.points) {
    file.write(fmt::format("{}\t{}\t{}", point.head, point.satisfaction, point.increase));
    for (const double each : point.each) file.write(fmt::format("\t{}", each));
    file.write("\n");
  }
  file.commit();
}

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

void AudienceOptions::add_to(CLI::App& command) {
  command.add_option("--threshold", threshold, "a rating above it satisfies")
      ->capture_default_str()
      ->type_name("T");
  command.add_option("--scale", scale, "lowest and highest rating, as in 1:10")
      ->capture_default_str()
      ->type_name("LOW:HIGH");
  command.add_option("--short-head", short_head, "none, step(C), sigmoid(C,W), fit: popular items")
      ->capture_default_str()
      ->type_name("NAME");
  command.add_option("--shrink", shrink, "average ratings added to items by models of ratings")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber.description(""))
      ->type_name("N");
  command.add_option("--curve", curve, "write the curve that fit looks at")->type_name("FILE");
  command.add_option("--discounts", discounts, "write what each rank counts")->type_name("FILE");
}

RatingScale AudienceOptions::rating_scale() const {
  RatingScale result;
  result.threshold = threshold;
  const char* at = scale.data();
  const char* const end = at + scale.size();
  const auto low = std::from_chars(at, end, result.lowest);
  const bool colon = low.ec == std::errc() && low.ptr != end && *low.ptr == ':';
  const auto high = colon ? std::from_chars(low.ptr + 1, end, result.highest) : low;
  if (!colon || high.ec != std::errc() || high.ptr != end || !(result.lowest < result.highest)) {
    throw InputError(fmt::format(
        "--scale: expected the lowest and the highest rating, as in 1:10; got '{}'", scale));
  }
  if (!(threshold >= result.lowest && threshold < result.highest)) {
    throw InputError(
        fmt::format("--threshold: expected a number from {} to below {}, the scale of ratings; "
                    "got {}",
                    result.lowest, result.highest, threshold));
  }
  return result;
}

std::optional<ShortHead> AudienceOptions::given_head() const {
  if (fits_head()) return std::nullopt;
  if (!curve.empty()) {
    throw UsageError("satisfaction: --curve is what --short-head fit looks at; give it");
  }
  try {
    return parse_short_head(short_head);
  } catch (const InputError& error) {
    std::string_view what = error.what();
    what.remove_prefix(std::string_view("short head: ").size());
    throw InputError("--short-head: " + std::string(what));
  }
}

ShortHead fitted_head(const AudienceOptions& options, const HeadData& data, std::uint64_t seed,
                      unsigned threads, ResultReport& report) {
  const SensitivityCurve curve = fit_short_head(
      data.train, data.users, data.browsing,
      {.threshold = options.threshold, .shrink = options.shrink, .seed = seed, .threads = threads});
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
      "short head: the increase is largest, {:+.1f} %, {} (95 % of samples: {} to {}; users, their "
      "held-out ratings and what models learn are drawn anew)",
      100 * curve.points[curve.best].increase, where, curve.low, curve.high));
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
  if (!options.curve.empty()) write_curve(options.curve, curve);
  add_sensitivity_chart(curve, report);
  return {ShortHead::Kind::step, static_cast<double>(curve.best), 0};
}

std::string constant_note(const std::vector<std::string>& columns, const char* passed_over) {
  return fmt::format("{} {} the same value in all rows, or none: {}", fmt::join(columns, ", "),
                     columns.size() == 1 ? "has" : "have", passed_over);
}

std::vector<std::uint64_t> rating_counts(const Interactions& interactions) {
  std::vector<std::uint64_t> counts(interactions.items.size());
  for (const std::uint32_t item : interactions.item) ++counts[item];
  return counts;
}

void require_known_users(const AttributeTable& users, const std::string& path,
                         const Interactions& ratings) {
  std::size_t unknown = 0;
  std::string first;
  for (std::size_t row = 0; row < users.ids.size(); ++row) {
    if (ratings.users.find(users.ids[row])) continue;
    if (unknown++ == 0) first = users.ids[row];
  }
  if (unknown == 0) return;
  throw InputError(
      fmt::format("{}: expected attributes of users that the ratings know; got {} other{}, the "
                  "first is '{}'",
                  path, unknown, unknown == 1 ? "" : "s", first));
}

}  // namespace honestrank::cli
