#include "satisfaction_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "honestrank/data/filters.h"
#include "honestrank/report/study_report.h"
#include "interaction_input.h"
#include "rating_lines.h"
#include "ready_models.h"
#include "satisfaction_charts.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

constexpr const char* kStudyGroup = "Newcomers";
constexpr const char* kNewUsers = "new-users";

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::uint32_t> numbers_of(const std::string& text) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& part : split_list(text)) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), number);
    if (read.ec != std::errc() || read.ptr != part.data() + part.size()) {
      throw UsageError(fmt::format(
          "satisfaction: --known: expected numbers of ratings, as in 0,1,2,5; got '{}'", text));
    }
    numbers.push_back(number);
  }
  const bool rising = std::adjacent_find(numbers.begin(), numbers.end(),
                                         [](auto a, auto b) { return a >= b; }) == numbers.end();
  if (numbers.size() < 2 || numbers.front() != 0 || !rising) {
    throw InputError(fmt::format("--known: expected rising numbers, from 0 on; got {}", text));
  }
  return numbers;
}

void require_least(const char* option, std::uint32_t value, std::uint32_t least) {
  if (value >= least) return;
  throw InputError(
      fmt::format("{}: expected a number of at least {}; got {}", option, least, value));
}

/// Those asked for, or the usual ones.
std::vector<std::string> line_attributes(const std::string& asked, const AttributeTable& users) {
  if (asked.empty()) return usual_attributes(users);
  std::vector<std::string> names = split_list(asked);
  for (const std::string& name : names) users.column(name);  // throws where there is none
  return names;
}

/// Everything that a study needs.
struct Inputs {
  Interactions ratings;
  std::optional<AttributeTable> users;
  std::optional<AttributeTable> items;
};

Inputs read_inputs(const ScoreOptions& scores, const RatingScale& scale, unsigned threads,
                   const ProgressCallback& progress, std::vector<std::string>& warnings) {
  Inputs inputs;
  if (!scores.user_attributes.empty()) inputs.users = read_attributes(scores.user_attributes);
  if (!scores.item_attributes.empty()) inputs.items = read_attributes(scores.item_attributes);
  ReadInteractionsOptions read = scores.layout.to_read_options();
  read.threads = threads;
  read.progress = progress;
  inputs.ratings = last_ratings(scores.ratings, read, warnings);
  ratings_on_scale(scores.ratings, scores.layout, inputs.ratings, scale);
  if (inputs.users) require_known_users(*inputs.users, scores.user_attributes, inputs.ratings);
  return inputs;
}

/// Rows of the users whom `chosen` has, or of the others.
Interactions rows_of(const Interactions& ratings, const std::vector<bool>& chosen, bool are) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < ratings.size(); ++row) {
    if (chosen[ratings.user[row]] == are) rows.push_back(row);
  }
  return select_rows(ratings, rows);
}

/// The head. Where it is to be fitted, some users are set aside for that: their ratings go.
ShortHead head_of(const AudienceOptions& audience, const ScoreOptions& scores,
                  const BrowsingModel& browsing, const OutputOptions& output, Inputs& inputs,
                  ResultReport& report) {
  if (const std::optional<ShortHead> given = audience.given_head()) return *given;
  constexpr double kSetAside = 0.2;
  constexpr std::uint32_t kStream = 0x61736964;
  const CounterRandom random(output.seed, kStream);
  std::vector<bool> aside(inputs.ratings.users.size());
  for (std::size_t user = 0; user < aside.size(); ++user) {
    aside[user] = random.uniform(user) < kSetAside;
  }
  const Interactions others = rows_of(inputs.ratings, aside, true);
  ShortHead head;
  with_source_named(scores.user_attributes, [&] {
    head = fitted_head(audience, {others, *inputs.users, browsing}, output.seed, output.threads,
                       report);
  });
  inputs.ratings = rows_of(inputs.ratings, aside, false);
  report.notes.push_back(fmt::format(
      "short head: the {} users whom it is chosen by, at random, have no part in the study",
      std::count(aside.begin(), aside.end(), true)));
  return head;
}

void study_users(const StudyOptions& options, const ScoreOptions& scores, const Inputs& inputs,
                 const BrowsingModel& browsing, const ColdStartOptions& cold,
                 ResultReport& report) {
  std::vector<std::string> attributes;
  if (inputs.users) {
    with_source_named(scores.user_attributes, [&] {
      attributes = telling_attributes(line_attributes(options.attributes, *inputs.users),
                                      *inputs.users, report);
    });
  }
  ColdStartStudy study;
  with_source_named(scores.ratings, [&] {
    study = new_user_study(inputs.ratings, inputs.users ? &*inputs.users : nullptr, attributes,
                           inputs.items ? &*inputs.items : nullptr, browsing, cold);
  });
  report_new_users(study, attributes, cold, report);
  add_newcomer_chart(study, cold.known, report);
}

void study_items(const StudyOptions& options, const ScoreOptions& scores, const Inputs& inputs,
                 const BrowsingModel& browsing, const ColdStartOptions& cold,
                 ResultReport& report) {
  std::vector<std::string> attributes = split_list(options.attributes);
  with_source_named(scores.item_attributes, [&] {
    for (const std::string& name : attributes) inputs.items->column(name);
    const bool asked = !attributes.empty();
    attributes = telling_attributes(std::move(attributes), *inputs.items, report);
    if (asked && attributes.empty()) {
      throw InputError("expected attributes that tell items apart; got none");
    }
  });
  ColdStartStudy study;
  with_source_named(scores.ratings, [&] {
    study = new_item_study(inputs.ratings, *inputs.items, attributes, browsing, cold);
  });
  if (attributes.empty()) attributes = shared_attributes(*inputs.items);
  report_new_items(study, attributes, browsing, cold, report);
  add_newcomer_chart(study, cold.known, report);
}

void require_usable(const StudyOptions& study, const ScoreOptions& scores,
                    const AudienceOptions& audience) {
  if (scores.ratings.empty()) {
    throw UsageError("satisfaction: --study needs --ratings FILE, out of which newcomers are made");
  }
  const bool users = study.study == kNewUsers;
  if (!users && !scores.user_attributes.empty() && !audience.fits_head()) {
    throw UsageError(
        "satisfaction: --study new-items and --users do not go together, unless with --short-head "
        "fit: attributes of users are not asked for");
  }
  if (!users && scores.item_attributes.empty()) {
    throw UsageError("satisfaction: --study new-items needs --item-attributes FILE");
  }
  if (users && !study.attributes.empty() && scores.user_attributes.empty()) {
    throw UsageError("satisfaction: --attributes of new users need --users FILE");
  }
  if (audience.fits_head() && scores.user_attributes.empty()) {
    throw UsageError("satisfaction: --short-head fit needs --users FILE with attributes of users");
  }
}

}  // namespace

void StudyOptions::add_to(CLI::App& command) {
  command.add_option("--study", study, "new-users, new-items: what ratings of them are worth")
      ->check(one_of({kNewUsers, "new-items"}))
      ->type_name("NAME")
      ->group(kStudyGroup);
  command.add_option("--attributes", attributes, "columns compared with ratings, as in gender,age")
      ->type_name("LIST")
      ->group(kStudyGroup);
  command.add_option("--known", known, "numbers of known ratings, as in 0,1,2,5")
      ->type_name("LIST")
      ->group(kStudyGroup);
  command.add_option("--folds", folds, "everybody is new in one of them")
      ->capture_default_str()
      ->type_name("N")
      ->group(kStudyGroup);
  command.add_option("--repeats", repeats, "orders in which ratings become known")
      ->capture_default_str()
      ->type_name("N")
      ->group(kStudyGroup);
}

void run_study(const StudyOptions& study, const ScoreOptions& scores,
               const AudienceOptions& audience, const OutputOptions& output,
               const Invocation& invocation) {
  require_usable(study, scores, audience);
  const RatingScale scale = audience.rating_scale();
  audience.given_head();  // throws at once
  require_least("--folds", study.folds, 2);
  require_least("--repeats", study.repeats, 1);
  ColdStartOptions cold{.threshold = audience.threshold,
                        .shrink = audience.shrink,
                        .folds = study.folds,
                        .repeats = study.repeats,
                        .seed = output.seed,
                        .threads = output.threads};
  if (!study.known.empty()) cold.known = numbers_of(study.known);
  std::vector<std::string> paths = scores.paths();
  for (const std::string& path : audience.browsing.paths()) paths.push_back(path);
  ResultWriter writer(output, paths);
  for (const std::string& path : {audience.curve, audience.discounts}) {
    require_no_input(path, paths);
  }
  TerminalProgress progress(output.quiet);
  ResultReport report;
  report.command = invocation.command;
  report.seed = output.seed;
  for (const std::string& path : paths) report.inputs.push_back({path, ""});
  const BrowsingModel browsing = audience.browsing.model(report.notes);
  if (!audience.discounts.empty()) write_discounts(audience.discounts, browsing);
  if (writer.wants_report()) add_browsing_charts(browsing, report);
  Inputs inputs = read_inputs(scores, scale, output.threads, progress.callback(), report.warnings);
  report.notes.push_back(
      fmt::format("a rating above {} satisfies, by what it is above it", audience.threshold));
  const ShortHead head = head_of(audience, scores, browsing, output, inputs, report);
  cold.penalty = penalties(head, rating_counts(inputs.ratings));
  report.notes.push_back(fmt::format("short head: {}", to_string(head)));
  if (study.study == kNewUsers) {
    study_users(study, scores, inputs, browsing, cold, report);
  } else {
    study_items(study, scores, inputs, browsing, cold, report);
  }
  progress.clear();
  writer.write(std::move(report), {});
}

}  // namespace honestrank::cli
