#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "browsing_options.h"
#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/comparison/paired_difference.h"
#include "honestrank/data/output_file.h"
#include "honestrank/report/result_report.h"
#include "honestrank/report/satisfaction_report.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "honestrank/satisfaction/sensitivity.h"
#include "honestrank/satisfaction/short_head.h"
#include "output_options.h"
#include "ready_models.h"
#include "score_inputs.h"
#include "score_options.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

struct Arguments {
  ScoreOptions scores;
  BrowsingOptions browsing;
  double threshold = RatingScale{}.threshold;
  std::string scale = "0:5";
  std::string short_head = "none";
  double shrink = SensitivityOptions{}.shrink;
  std::string against;
  std::string curve;
  std::string discounts;
  OutputOptions output;
};

/// "1:10" and the threshold.
RatingScale scale_of(const Arguments& arguments) {
  RatingScale scale;
  scale.threshold = arguments.threshold;
  const char* at = arguments.scale.data();
  const char* const end = at + arguments.scale.size();
  const auto low = std::from_chars(at, end, scale.lowest);
  const bool colon = low.ec == std::errc() && low.ptr != end && *low.ptr == ':';
  const auto high = colon ? std::from_chars(low.ptr + 1, end, scale.highest) : low;
  if (!colon || high.ec != std::errc() || high.ptr != end || !(scale.lowest < scale.highest)) {
    throw UsageError(fmt::format(
        "satisfaction: --scale: expected the lowest and the highest rating, as in 1:10; got '{}'",
        arguments.scale));
  }
  return scale;
}

/// The head that was asked for; none where it is to be fitted.
std::optional<ShortHead> given_head(const Arguments& arguments) {
  if (arguments.short_head != "fit") {
    try {
      return parse_short_head(arguments.short_head);
    } catch (const InputError& error) {
      throw UsageError(fmt::format("satisfaction: {}", error.what()));
    }
  }
  if (arguments.scores.user_attributes.empty()) {
    throw UsageError("satisfaction: --short-head fit needs --users FILE with attributes of users");
  }
  return std::nullopt;
}

/// Models of ratings have the threshold and the shrinkage of the metric, unless they name others.
void complete_specs(const Arguments& arguments, ScoreInputs& inputs) {
  for (NamedSpec& model : inputs.specs) {
    const std::string& name = model.spec.name;
    if (name != "average_rating" && name != "segment" && name != "attributes") continue;
    for (const auto& [key, value] :
         {std::pair<const char*, double>{"threshold", arguments.threshold},
          {"shrink", arguments.shrink}}) {
      const auto same = [key = key](const auto& option) { return option.first == key; };
      auto& options = model.spec.options;
      if (std::any_of(options.begin(), options.end(), same)) continue;
      options.emplace_back(key, fmt::format("{}", value));
    }
  }
}

/// Says of how many users the attributes that models ask for are not known.
void warn_of_missing(const ScoreInputs& inputs, const HeldOutRatings& ratings,
                     ResultReport& report) {
  if (!inputs.user_attributes) return;
  const AttributeTable& table = *inputs.user_attributes;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const bool asked =
        std::any_of(inputs.specs.begin(), inputs.specs.end(), [&](const NamedSpec& model) {
          const auto& options = model.spec.options;
          return (model.spec.name == "segment" || model.spec.name == "attributes") &&
                 std::find(options.begin(), options.end(),
                           std::pair<std::string, std::string>("", table.names[i])) !=
                     options.end();
        });
    std::size_t missing = 0;
    std::size_t users = 0;
    for (std::size_t user = 0; asked && user < ratings.items.users(); ++user) {
      if (ratings.items[user].empty()) continue;
      ++users;
      const auto row = table.ids.find(inputs.seen.users[user]);
      if (!row || table.columns[i][*row].empty()) ++missing;
    }
    if (missing == 0) continue;
    report.warnings.push_back(
        fmt::format("{} of the {} users of test have no value of {}: they are recommended what all "
                    "users like",
                    missing, users, table.names[i]));
  }
}

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

/// A few points of the curve, the best one among them.
std::string describe_curve(const SensitivityCurve& curve) {
  constexpr std::size_t kShown = 8;
  std::string text;
  const std::size_t step = std::max<std::size_t>(1, curve.points.size() / kShown);
  for (std::size_t i = 0; i < curve.points.size(); i += step) {
    text += fmt::format("{}{}: {:+.1f} %", text.empty() ? "" : ", ", curve.points[i].head,
                        100 * curve.points[i].increase);
  }
  return fmt::format(
      "what knowing {} adds to the satisfaction of a list for everybody, by the number of most "
      "popular items that count nothing: {}",
      fmt::join(curve.segmentations, ", "), text);
}

/// The size of the head that tells segments of users apart best; says what it found.
ShortHead fitted_head(const Arguments& arguments, const ScoreInputs& inputs,
                      const HeldOutRatings& ratings, const BrowsingModel& browsing,
                      ResultReport& report) {
  const SensitivityCurve curve =
      fit_short_head(inputs.seen, ratings, *inputs.user_attributes, browsing,
                     {.threshold = arguments.threshold,
                      .shrink = arguments.shrink,
                      .seed = arguments.output.seed,
                      .threads = arguments.output.threads});
  report.notes.push_back(describe_curve(curve));
  report.notes.push_back(fmt::format(
      "short head: the increase is largest, {:+.1f} %, where the {} most popular items count "
      "nothing (95 % of samples of users: {} to {})",
      100 * curve.points[curve.best].increase, curve.best, curve.low, curve.high));
  if (!curve.left_out.empty()) {
    report.notes.push_back(
        fmt::format("not used, few users share a value: {}", fmt::join(curve.left_out, ", ")));
  }
  if (curve.users_without != 0) {
    report.warnings.push_back(
        fmt::format("short head: nothing is known of {} users of test", curve.users_without));
  }
  if (curve.best + 1 == curve.points.size()) {
    report.warnings.emplace_back(
        "short head: the best head is the largest that was tried; the curve has no maximum");
  }
  if (!arguments.curve.empty()) write_curve(arguments.curve, curve);
  return {ShortHead::Kind::step, static_cast<double>(curve.best), 0};
}

struct ModelResult {
  std::string name;
  Satisfaction satisfaction;
};

/// Every model against one of them, user by user.
void add_comparisons(const std::vector<ModelResult>& results, const std::string& against,
                     ResultReport& report) {
  if (results.size() < 2) return;
  const ModelResult* base = nullptr;
  for (const ModelResult& result : results) {
    if (result.name == against) base = &result;
  }
  if (base == nullptr && !against.empty()) {
    throw UsageError(fmt::format("satisfaction: --against: expected a model; got '{}'", against));
  }
  for (const ModelResult& result : results) {
    if (base == nullptr && result.name.starts_with("average_rating")) base = &result;
  }
  if (base == nullptr) base = &results.front();
  for (const ModelResult& result : results) {
    if (&result == base) continue;
    const PairedDifference difference = paired_difference(result.satisfaction.satisfaction.per_user,
                                                          base->satisfaction.satisfaction.per_user);
    report.notes.push_back(fmt::format(
        "satisfaction of {} less that of {}: {:+.5f} ({:+.5f} to {:+.5f}), {} (paired t test, {} "
        "users)",
        result.name, base->name, difference.mean, difference.low, difference.high,
        difference.p_value < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.4f}", difference.p_value),
        difference.users));
  }
}

void judge(const Arguments& arguments, const Invocation& invocation) {
  arguments.scores.require_usable_layout("satisfaction");
  ScoreOptions scores = arguments.scores;
  scores.seed = arguments.output.seed;
  scores.rated = true;
  scores.require_complete("satisfaction");
  const RatingScale scale = scale_of(arguments);
  std::optional<ShortHead> head = given_head(arguments);
  std::vector<std::string> paths = scores.paths();
  for (const std::string& path : arguments.browsing.paths()) paths.push_back(path);
  ResultWriter writer(arguments.output, paths);
  for (const std::string& path : {arguments.curve, arguments.discounts}) {
    require_no_input(path, paths);
  }
  TerminalProgress progress(arguments.output.quiet);

  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : paths) report.inputs.push_back({path, ""});
  const BrowsingModel browsing = arguments.browsing.model(report.notes);
  if (!arguments.discounts.empty()) write_discounts(arguments.discounts, browsing);
  ScoreInputs inputs = read_score_inputs(scores, arguments.output.threads, progress.callback());
  report.notes.insert(report.notes.begin(), inputs.notes.begin(), inputs.notes.end());
  report.warnings = inputs.warnings;
  complete_specs(arguments, inputs);
  HeldOutRatings ratings;
  with_source_named(scores.ratings.empty() ? scores.test : scores.ratings,
                    [&] { ratings = held_out_ratings(inputs.held_out, scale); });
  report.notes.push_back(
      fmt::format("a rating above {} satisfies, by what it is above it", arguments.threshold));

  warn_of_missing(inputs, ratings, report);
  if (!head) {
    with_source_named(scores.user_attributes,
                      [&] { head = fitted_head(arguments, inputs, ratings, browsing, report); });
  }
  std::vector<std::uint64_t> popularity(inputs.seen.items.size());
  for (const std::uint32_t item : inputs.seen.item) ++popularity[item];
  const bool has_head = head->kind != ShortHead::Kind::none;
  SatisfactionOptions options{.threshold = arguments.threshold,
                              .penalty = penalties(*head, popularity),
                              .head = std::vector<bool>(popularity.size()),
                              .threads = arguments.output.threads,
                              .per_user = true};
  const std::vector<std::uint32_t> order = by_popularity(popularity);
  for (std::size_t i = 0; i < order.size() && static_cast<double>(i) < head->items; ++i) {
    options.head[order[i]] = true;
  }
  report.notes.push_back(fmt::format("short head: {}", to_string(*head)));

  const UserItems seen = user_items(inputs.seen);
  const std::vector<std::uint64_t> eligible = eligible_items(seen, inputs.seen.items.size());
  std::vector<ModelResult> results;
  for_each_model(inputs, arguments.output.seed, arguments.output.threads, progress.callback(),
                 [&](const ReadyModel& model) {
                   with_source_named(model.source, [&] {
                     const auto ranks = held_out_ranks(
                         model.scores, ratings.items, seen,
                         {.threads = arguments.output.threads, .progress = progress.callback()});
                     results.push_back(
                         {model.name, satisfaction(ratings, ranks, eligible, browsing, options)});
                   });
                   report.warnings.insert(report.warnings.end(), model.warnings.begin(),
                                          model.warnings.end());
                   report.notes.insert(report.notes.end(), model.notes.begin(), model.notes.end());
                 });
  for (const ModelResult& result : results) {
    const auto rows = satisfaction_rows(result.name, result.satisfaction, has_head);
    report.rows.insert(report.rows.end(), rows.begin(), rows.end());
  }
  add_comparisons(results, arguments.against, report);
  progress.clear();
  writer.write(std::move(report), {});
}

}  // namespace

void add_satisfaction(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("satisfaction", "what an audience gets out of its lists");
  auto arguments = std::make_shared<Arguments>();
  arguments->scores.add_ratings_to(*command);
  arguments->scores.add_to(*command);
  arguments->browsing.add_to(*command);
  move_help_here(*command);
  command->add_option("--threshold", arguments->threshold, "a rating above it satisfies")
      ->capture_default_str()
      ->type_name("T");
  command->add_option("--scale", arguments->scale, "lowest and highest rating, as in 1:10")
      ->capture_default_str()
      ->type_name("LOW:HIGH");
  command
      ->add_option("--short-head", arguments->short_head,
                   "none, step(C), sigmoid(C,W), fit: popular items")
      ->capture_default_str()
      ->type_name("NAME");
  command
      ->add_option("--shrink", arguments->shrink,
                   "average ratings added to items by models of ratings")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber.description(""))
      ->type_name("N");
  command->add_option("--against", arguments->against, "the model that others are compared with")
      ->type_name("MODEL");
  command->add_option("--curve", arguments->curve, "write the curve that fit looks at")
      ->type_name("FILE");
  command->add_option("--discounts", arguments->discounts, "write what each rank counts")
      ->type_name("FILE");
  arguments->output.add_to(*command, /*with_users=*/false);
  command->footer(
      "Examples:\n"
      "  honestrank satisfaction --ratings ratings.tsv --model popularity --model ease\n"
      "  honestrank satisfaction --train train.tsv --test test.tsv --scale 1:10 \\\n"
      "      --threshold 5 --second-page 0.3 --page-size 20 --model ials\n"
      "  honestrank satisfaction --ratings ratings.tsv --users users.dat \\\n"
      "      --short-head fit --model average_rating --model 'segment(gender,age)'\n"
      "  honestrank satisfaction --ratings ratings.tsv --depth-log sessions.tsv \\\n"
      "      --short-head 'step(100)' --model ease --out result.json");
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { judge(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
