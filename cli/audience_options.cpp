#include "audience_options.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"
#include "honestrank/report/short_head_report.h"
#include "id_shift.h"
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
  report_short_head(curve, report);
  if (!options.curve.empty()) write_curve(options.curve, curve);
  add_sensitivity_chart(curve, report);
  return {ShortHead::Kind::step, static_cast<double>(curve.best), 0};
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
  throw InputError(fmt::format(
      "{}: expected attributes of users that the ratings know; got {} other{}, the "
      "first is '{}'{}",
      path, unknown, unknown == 1 ? "" : "s", first, id_shift_hint(users.ids, ratings.users)));
}

}  // namespace honestrank::cli
