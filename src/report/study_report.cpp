#include "honestrank/report/study_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "honestrank/report/satisfaction_report.h"

namespace honestrank {
namespace {

constexpr const char* kCurveDoesNotRise =
    "cannot be told, since known ratings do not raise the satisfaction";

/// "about 5.3 ratings", "less than 1 rating", "more than 34 ratings".
std::string in_ratings(double ratings, std::uint32_t most) {
  if (std::isinf(ratings)) return fmt::format("more than {} ratings", most);
  if (ratings < 1) return "less than 1 rating";
  return fmt::format("about {:.1f} ratings", ratings);
}

std::string bound(double ratings, std::uint32_t most) {
  return std::isinf(ratings) ? fmt::format("more than {}", most) : fmt::format("{:.1f}", ratings);
}

ResultRow worth_row(const RatingsWorth& worth, std::uint32_t most, std::uint64_t users) {
  ResultRow row;
  row.model = worth.name;
  row.metric = "ratings_worth";
  const auto finite = [](double x) { return std::isinf(x) ? std::nan("") : x; };
  row.value = finite(worth.ratings.value);
  row.optimistic = row.pessimistic = row.standard_error = std::nan("");
  row.low = finite(worth.ratings.low);
  row.high = finite(worth.ratings.high);
  row.users = users;
  if (std::isinf(worth.ratings.value)) {
    row.diagnostics.push_back(fmt::format("worth more than {} ratings", most));
  } else if (std::isinf(worth.ratings.high)) {
    row.diagnostics.push_back(fmt::format("the interval ends beyond {} ratings", most));
  }
  return row;
}

/// "gender and age are worth about 6.4 ratings (95 % of samples of users: 5.0 to 8.1)"; `most` are
/// the ratings at which the curve ends.
std::string worth_sentence(const std::string& what, bool several, const SampledNumber& ratings,
                           std::uint32_t most, const char* newcomers) {
  return fmt::format("{} {} worth {} (95 % of samples of {}: {} to {})", what,
                     several ? "are" : "is", in_ratings(ratings.value, most), newcomers,
                     bound(ratings.low, most), bound(ratings.high, most));
}

/// "100 new users, up to 32 known ratings of each": the rows are no models.
std::string study_lead(const ColdStartStudy& study, std::uint32_t most, const char* newcomer) {
  return fmt::format("{} new {}{}, up to {} known rating{} of each", study.newcomers, newcomer,
                     study.newcomers == 1 ? "" : "s", most, most == 1 ? "" : "s");
}

/// The curve, its lines, and what they are worth.
void add_study_rows(const ColdStartStudy& study, std::uint32_t most, ResultReport& report) {
  for (const auto* part : {&study.known, &study.lines, &study.answered}) {
    for (const ColdStartPoint& point : *part) {
      report.rows.push_back(result_row(point.name, point.satisfaction));
    }
  }
  for (const RatingsWorth& worth : study.worth) {
    ResultRow& row =
        report.rows.emplace_back(worth_row(worth, most, study.known.front().satisfaction.users));
    if (!(study.gain.low > 0)) row.diagnostics.emplace_back(kCurveDoesNotRise);
  }
  if (!(study.gain.low > 0)) {
    report.notes.push_back(fmt::format("what is worth how many ratings: {}", kCurveDoesNotRise));
    report.conclusions.push_back(report.notes.back());
  }
}

/// What something is worth; concluded where known ratings raise the satisfaction.
void add_worth(const ColdStartStudy& study, std::string sentence, ResultReport& report) {
  if (study.gain.low > 0) report.conclusions.push_back(sentence);
  report.notes.push_back(std::move(sentence));
}

/// What is odd about the curve and its lines.
void add_study_warnings(const ColdStartStudy& study, ResultReport& report) {
  if (!(study.gain.low > 0)) {
    report.warnings.push_back(fmt::format(
        "known ratings do not raise the satisfaction ({:+.5f}, 95 % of samples {:+.5f} to "
        "{:+.5f}): "
        "where popular items decide, lists of what is liked most come out alike; --short-head fit "
        "or step(C) lets others count",
        study.gain.value, study.gain.low, study.gain.high));
  }
  if (study.lines.empty()) return;
  const MetricResult& line = study.lines[0].satisfaction;
  const MetricResult& random = study.lines[1].satisfaction;
  if (!(line.value > study.known.front().satisfaction.value)) {
    report.warnings.push_back(fmt::format(
        "knowing {} does not raise the satisfaction over knowing nothing", study.lines[0].name));
  }
  const std::uint32_t most = study.known.back().number;
  const auto control =
      std::find_if(study.worth.begin(), study.worth.end(),
                   [&](const RatingsWorth& worth) { return worth.name == study.lines[1].name; });
  if (control != study.worth.end() && control->ratings.low > 0) {
    report.warnings.push_back(fmt::format(
        "{} at random, which says nothing, is worth {} ratings as well (95 % of "
        "samples: {} to {}): that much of what {} is worth comes of other lists, not "
        "of knowledge",
        study.lines[0].name, bound(control->ratings.value, most), bound(control->ratings.low, most),
        bound(control->ratings.high, most), study.lines[0].name));
  }
  if (!(line.value > random.value) && random.value > study.known.front().satisfaction.value) {
    report.warnings.push_back(
        fmt::format("{0} at random, which says nothing, satisfies as much as {0}: what it "
                    "is worth is an effect of other lists, not of knowledge",
                    study.lines[0].name));
  }
}

/// "gender, age and occupation"
std::string listed(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

}  // namespace

std::vector<std::string> telling_attributes(std::vector<std::string> attributes,
                                            const AttributeTable& table, ResultReport& report) {
  const std::vector<std::string> constant = column_kinds(table).constant;
  std::vector<std::string> out;
  const auto end = std::remove_if(attributes.begin(), attributes.end(), [&](const auto& name) {
    const bool is = std::find(constant.begin(), constant.end(), name) != constant.end();
    if (is) out.push_back(name);
    return is;
  });
  attributes.erase(end, attributes.end());
  if (!out.empty()) {
    report.warnings.push_back(constant_note(out, "it tells nobody apart and is not compared"));
  }
  return attributes;
}

void report_new_users(const ColdStartStudy& study, std::span<const std::string> attributes,
                      const ColdStartOptions& options, ResultReport& report) {
  const std::uint32_t most = options.known.back();
  report.lead = study_lead(study, most, "user");
  add_study_rows(study, most, report);
  if (!attributes.empty()) {
    add_worth(study,
              worth_sentence(listed(attributes), attributes.size() > 1, study.worth.front().ratings,
                             most, "users"),
              report);
  }
  if (!study.questions.empty()) {
    const std::size_t asked = study.questions.size();
    add_worth(study,
              worth_sentence(fmt::format("{} answer{}", asked, asked == 1 ? "" : "s"), asked > 1,
                             study.worth.back().ratings, most, "users"),
              report);
    report.notes.push_back(
        fmt::format("questions, in this order: {}", fmt::join(study.questions, ", ")));
  }
  report.notes.push_back(fmt::format(
      "{} users are new in one of {} folds; up to {} of their ratings become known, satisfaction "
      "is by the others; 'known=0' knows nothing; errors are over users",
      study.newcomers, options.folds, most));
  if (study.left_out != 0) {
    report.notes.push_back(fmt::format("never new, fewer than {} ratings: {} users",
                                       most + options.judged, study.left_out));
  }
  if (study.without != 0) {
    report.warnings.push_back(
        fmt::format("{} of the {} new users have no value of {}: they are recommended what all "
                    "users like",
                    study.without, study.newcomers, listed(attributes)));
  }
  add_study_warnings(study, report);
}

void report_new_items(const ColdStartStudy& study, std::span<const std::string> attributes,
                      const BrowsingModel& browsing, const ColdStartOptions& options,
                      ResultReport& report) {
  const std::uint32_t most = options.known.back();
  report.lead = study_lead(study, most, "item");
  add_study_rows(study, most, report);
  add_worth(study, worth_sentence("metadata", false, study.worth.front().ratings, most, "items"),
            report);
  report.notes.push_back(fmt::format("metadata: {}", listed(attributes)));
  report.notes.push_back(fmt::format(
      "{} items are new in one of {} folds, and a list is of those of a fold, {} or more; up to {} "
      "of an item's ratings become known, satisfaction is by the others; errors are over items, "
      "users are those with ratings to judge by, who have a list for each fold",
      study.newcomers, options.folds, study.candidates, most));
  if (study.left_out != 0) {
    report.notes.push_back(fmt::format("never new, fewer than {} ratings: {} items",
                                       most + options.judged, study.left_out));
  }
  if (study.without != 0) {
    report.warnings.push_back(
        fmt::format("{} of the {} new items have no metadata", study.without, study.newcomers));
  }
  if (study.candidates <= browsing.depth()) {
    report.warnings.push_back(
        fmt::format("lists of {} items are no longer than users look ({}): fewer --folds make them "
                    "longer",
                    study.candidates, browsing.depth()));
  }
  add_study_warnings(study, report);
}

}  // namespace honestrank
