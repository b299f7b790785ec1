#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attribute_control.h"
#include "audience_options.h"
#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/comparison/paired_difference.h"
#include "honestrank/report/result_report.h"
#include "honestrank/report/satisfaction_report.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "honestrank/satisfaction/short_head.h"
#include "output_options.h"
#include "rating_lines.h"
#include "ready_models.h"
#include "satisfaction_charts.h"
#include "satisfaction_conflicts.h"
#include "satisfaction_study.h"
#include "score_inputs.h"
#include "score_options.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

struct SatisfactionArguments {
  ScoreOptions scores;
  AudienceOptions audience;
  StudyOptions study;
  std::string against;
  std::uint32_t permutations = ControlOptions{}.permutations;
  OutputOptions output;
  std::set<std::string> given;  ///< options
};

/// Whether a model ranks by shares of positive ratings, with the shrinkage of those.
bool is_of_ratings(const NamedSpec& model) {
  return knows_user_attributes(model) || model.spec.name == "average_rating";
}

/// Models of ratings have the threshold and the shrinkage of the metric, unless they name others;
/// metadata has the threshold.
void complete_specs(const SatisfactionArguments& arguments, ScoreInputs& inputs) {
  for (NamedSpec& model : inputs.specs) {
    if (!is_of_ratings(model) && model.spec.name != "metadata") continue;
    for (const auto& [key, value] :
         {std::pair<const char*, double>{"threshold", arguments.audience.threshold},
          {"shrink", arguments.audience.shrink}}) {
      if (key == std::string_view("shrink") && !is_of_ratings(model)) continue;
      const auto same = [key = key](const auto& option) { return option.first == key; };
      auto& options = model.spec.options;
      if (std::any_of(options.begin(), options.end(), same)) continue;
      options.emplace_back(key, fmt::format("{}", value));
    }
  }
}

/// Whether a model is trained with a column of the table of users.
bool asks_for(const NamedSpec& model, const std::string& column) {
  const auto& options = model.spec.options;
  return knows_user_attributes(model) &&
         std::find(options.begin(), options.end(),
                   std::pair<std::string, std::string>("", column)) != options.end();
}

/// Throws InputError for a model of a column that the table of users does not have.
void require_columns(const ScoreInputs& inputs, const std::string& path) {
  if (!inputs.user_attributes) return;
  for (const NamedSpec& model : inputs.specs) {
    if (!knows_user_attributes(model)) continue;
    for (const auto& [key, column] : model.spec.options) {
      if (!key.empty()) continue;
      with_source_named(path, [&, &name = column] { inputs.user_attributes->column(name); });
    }
  }
}

/// Says which models have attributes that tell nobody apart.
void warn_of_constant(const ScoreInputs& inputs, ResultReport& report) {
  if (!inputs.user_attributes) return;
  const std::vector<std::string> constant = column_kinds(*inputs.user_attributes).constant;
  for (const NamedSpec& model : inputs.specs) {
    std::vector<std::string> asked;
    for (const std::string& column : constant) {
      if (asks_for(model, column)) asked.push_back(column);
    }
    if (asked.empty()) continue;
    report.warnings.push_back(model.name + ": " +
                              constant_note(asked, "it divides nobody and adds nothing"));
  }
}

/// Says of how many users the attributes that models ask for are not known.
void warn_of_missing(const ScoreInputs& inputs, const HeldOutRatings& ratings,
                     ResultReport& report) {
  if (!inputs.user_attributes) return;
  const AttributeTable& table = *inputs.user_attributes;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const bool asked =
        std::any_of(inputs.specs.begin(), inputs.specs.end(),
                    [&](const NamedSpec& model) { return asks_for(model, table.names[i]); });
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

/// Says which attributes no model makes use of.
void warn_of_attributes(const ScoreInputs& inputs, const ScoreOptions& scores, bool fits_head,
                        ResultReport& report) {
  const auto none = [&](const auto& uses) {
    return std::none_of(inputs.specs.begin(), inputs.specs.end(), uses);
  };
  if (inputs.user_attributes && !fits_head && none(knows_user_attributes)) {
    report.warnings.push_back(
        fmt::format("{}: no model makes use of attributes of users", scores.user_attributes));
  }
  if (inputs.item_attributes &&
      none([](const NamedSpec& model) { return model.spec.name == "metadata"; })) {
    report.warnings.push_back(
        fmt::format("{}: no model makes use of attributes of items", scores.item_attributes));
  }
}

struct ModelResult {
  std::string name;
  Satisfaction satisfaction;
};

/// Satisfaction and success of all models, then what they are made of, model by model.
void add_rows(const std::vector<ModelResult>& results, bool has_head, ResultReport& report) {
  std::vector<ResultRow> details;
  for (const ModelResult& result : results) {
    for (ResultRow& row : satisfaction_rows(result.name, result.satisfaction, has_head)) {
      const bool first = row.metric == "satisfaction" || row.metric == "success";
      (first ? report.rows : details).push_back(std::move(row));
    }
  }
  std::stable_sort(report.rows.begin(), report.rows.end(), [](const auto& a, const auto& b) {
    return a.metric == "satisfaction" && b.metric == "success";
  });
  report.rows.insert(report.rows.end(), std::make_move_iterator(details.begin()),
                     std::make_move_iterator(details.end()));
}

/// Values of users as `evaluate` writes them.
struct UserValues {
  UserRanks users;  ///< without ranks
  std::vector<Evaluation> evaluations;
  std::vector<PerUserValues> models;

  UserValues(const std::vector<ModelResult>& results, const HeldOutRatings& ratings,
             const IdMap& ids) {
    for (std::uint32_t user = 0; user < ratings.items.users(); ++user) {
      if (!ratings.items[user].empty()) users.user.push_back(user);
    }
    for (const ModelResult& result : results) {
      Evaluation& evaluation = evaluations.emplace_back();
      for (const MetricResult* const of :
           {&result.satisfaction.satisfaction, &result.satisfaction.success}) {
        MetricResult& own = evaluation.results.emplace_back();
        own.metric = of->metric;
        for (const std::uint32_t user : users.user) own.per_user.push_back(of->per_user[user]);
      }
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      models.push_back({results[i].name, &ids, &users, &evaluations[i]});
    }
  }
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
  report.notes.emplace_back(
      "p-values of t tests take the lists as given: they speak of chance over users, not over what "
      "the models have learnt; where few lists serve many users, as those of segments, also "
      "attributes that say nothing can come out significant, so that permutations of them are the "
      "better test");
  for (const ModelResult& result : results) {
    if (&result == base) continue;
    const PairedDifference difference = paired_difference(result.satisfaction.satisfaction.per_user,
                                                          base->satisfaction.satisfaction.per_user);
    report.differences.push_back({.model = result.name,
                                  .against = base->name,
                                  .metric = "satisfaction",
                                  .test = "paired t test",
                                  .difference = difference.mean,
                                  .low = difference.low,
                                  .high = difference.high,
                                  .p_value = difference.p_value,
                                  .users = difference.users});
    report.notes.push_back(fmt::format(
        "satisfaction of {} less that of {}: {:+.5f} ({:+.5f} to {:+.5f}), {} (paired t test, {} "
        "users)",
        result.name, base->name, difference.mean, difference.low, difference.high,
        difference.p_value < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.4f}", difference.p_value),
        difference.users));
  }
}

/// Throws UsageError for options that no model of these makes use of.
void require_used(const SatisfactionArguments& arguments) {
  const ScoreOptions& scores = arguments.scores;
  const std::vector<NamedSpec> specs = scores.specs();
  const auto any = [&](const auto& is) { return std::any_of(specs.begin(), specs.end(), is); };
  const auto has = [&](const char* name) { return arguments.given.count(name) != 0; };
  if (has("--permutations") && !any(knows_user_attributes)) {
    throw UsageError(
        "satisfaction: --permutations is for models that know attributes of users, and there is "
        "none; give segment(...) or attributes(...)");
  }
  if (has("--shrink") && !arguments.audience.fits_head() && !any(is_of_ratings)) {
    throw UsageError(
        "satisfaction: --shrink is for average_rating, segment, attributes and --short-head fit; "
        "none is given");
  }
  if (has("--against") && specs.size() + scores.models().size() < 2) {
    throw UsageError("satisfaction: --against is for several models; one is given");
  }
}

void judge(const SatisfactionArguments& arguments, const Invocation& invocation) {
  require_together(arguments.given);
  arguments.scores.require_usable_layout("satisfaction");
  ScoreOptions scores = arguments.scores;
  scores.seed = arguments.output.seed;
  scores.rated = true;
  if (arguments.study.any()) {
    run_study(arguments.study, scores, arguments.audience, arguments.output, invocation);
    return;
  }
  scores.require_complete("satisfaction");
  require_used(arguments);
  const AudienceOptions& audience = arguments.audience;
  const RatingScale scale = audience.rating_scale();
  if (audience.fits_head() && scores.user_attributes.empty()) {
    throw UsageError("satisfaction: --short-head fit needs --users FILE with attributes of users");
  }
  std::optional<ShortHead> head = audience.given_head();
  std::vector<std::string> paths = scores.paths();
  for (const std::string& path : audience.browsing.paths()) paths.push_back(path);
  ResultWriter writer(arguments.output, paths);
  for (const std::string& path : {audience.curve, audience.discounts}) {
    require_no_input(path, paths);
  }
  TerminalProgress progress(arguments.output.quiet);

  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : paths) report.inputs.push_back({path, ""});
  const BrowsingModel browsing = audience.browsing.model(report.notes);
  if (!audience.discounts.empty()) write_discounts(audience.discounts, browsing);
  if (writer.wants_report()) add_browsing_charts(browsing, report);
  ScoreInputs inputs = read_score_inputs(scores, arguments.output.threads, progress.callback());
  report.notes.insert(report.notes.begin(), inputs.notes.begin(), inputs.notes.end());
  report.warnings = inputs.warnings;
  complete_specs(arguments, inputs);
  if (inputs.user_attributes) {
    require_known_users(*inputs.user_attributes, scores.user_attributes, inputs.seen);
  }
  const std::string& judged_by = scores.ratings.empty() ? scores.test : scores.ratings;
  const HeldOutRatings ratings = ratings_on_scale(judged_by, scores.layout, inputs.held_out, scale);
  // Models of ratings learn from them: what is wrong is not passed over.
  if (inputs.seen.has_ratings()) {
    ratings_on_scale(scores.ratings.empty() ? scores.train : scores.ratings, scores.layout,
                     inputs.seen, scale);
  }
  report.notes.push_back(
      fmt::format("a rating above {} satisfies, by what it is above it", audience.threshold));

  warn_of_attributes(inputs, scores, audience.fits_head(), report);
  warn_of_missing(inputs, ratings, report);
  warn_of_constant(inputs, report);
  require_columns(inputs, scores.user_attributes);
  if (!head) {
    if (!inputs.seen.has_ratings()) {
      throw InputError(
          fmt::format("{}: expected ratings, by which --short-head fit chooses; got none",
                      scores.ratings.empty() ? scores.train : scores.ratings));
    }
    with_source_named(scores.user_attributes, [&] {
      head = fitted_head(audience, {inputs.seen, *inputs.user_attributes, browsing},
                         arguments.output.seed, arguments.output.threads, report);
    });
  }
  const std::vector<std::uint64_t> popularity = rating_counts(inputs.seen);
  const bool has_head = head->kind != ShortHead::Kind::none && head->items > 0;
  if (has_head && inputs.seen.size() == 0) {
    throw InputError(
        "--short-head: expected --train or --ratings, which say what is popular; got neither");
  }
  if (head->kind == ShortHead::Kind::step &&
      head->items >= static_cast<double>(popularity.size())) {
    report.warnings.push_back(fmt::format(
        "short head: all {} items are in it, so that nothing counts", popularity.size()));
  }
  SatisfactionOptions options{.threshold = audience.threshold,
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
  const auto judged = [&](const ScoreSource& scored) {
    const auto ranks =
        held_out_ranks(scored, ratings.items, seen,
                       {.threads = arguments.output.threads, .progress = progress.callback()});
    return satisfaction(ratings, ranks, eligible, browsing, options);
  };
  std::vector<ModelResult> results;
  for_each_model(inputs, arguments.output.seed, arguments.output.threads, progress.callback(),
                 [&](const ReadyModel& model) {
                   with_source_named(model.source, [&] {
                     results.push_back({model.name, judged(model.scores)});
                   });
                   report.warnings.insert(report.warnings.end(), model.warnings.begin(),
                                          model.warnings.end());
                   report.notes.insert(report.notes.end(), model.notes.begin(), model.notes.end());
                 });
  add_rows(results, has_head, report);
  add_comparisons(results, arguments.against, report);
  add_attribute_controls(
      inputs, [&](const ScoreSource& scored) { return judged(scored).satisfaction; },
      {arguments.permutations, arguments.output.seed, arguments.output.threads}, report);
  progress.clear();
  const UserValues values(results, ratings, inputs.held_out.users);
  writer.write(std::move(report), values.models);
}

}  // namespace

void add_satisfaction(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("satisfaction", "what an audience gets out of its lists");
  auto arguments = std::make_shared<SatisfactionArguments>();
  arguments->scores.add_ratings_to(*command);
  arguments->scores.add_to(*command);
  arguments->audience.browsing.add_to(*command);
  arguments->study.add_to(*command);
  move_help_here(*command);
  arguments->audience.add_to(*command);
  command->add_option("--against", arguments->against, "the model that others are compared with")
      ->type_name("MODEL");
  command
      ->add_option("--permutations", arguments->permutations,
                   "shuffled attributes to compare with; 0: none")
      ->capture_default_str()
      ->type_name("N");
  arguments->output.add_to(*command);
  command->footer(
      "Examples:\n"
      "  honestrank satisfaction --ratings ratings.tsv --model popularity --model ease\n"
      "  honestrank satisfaction --train train.tsv --test test.tsv --scale 1:10 \\\n"
      "      --threshold 5 --second-page 0.3 --page-size 20 --model ials\n"
      "  honestrank satisfaction --ratings ratings.tsv --users users.dat \\\n"
      "      --short-head fit --model average_rating --model 'segment(gender,age)'\n"
      "  honestrank satisfaction --ratings ratings.tsv --depth-log sessions.tsv \\\n"
      "      --short-head 'step(100)' --model ease --out result.json\n"
      "  honestrank satisfaction --study new-users --ratings ratings.tsv \\\n"
      "      --users users.dat --item-attributes movies.dat\n"
      "  honestrank satisfaction --study new-items --ratings ratings.tsv \\\n"
      "      --item-attributes movies.dat");
  command->callback([arguments, command, &invocation] {
    arguments->given = given_options(*command);
    invocation.action = [arguments, &invocation] { judge(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
