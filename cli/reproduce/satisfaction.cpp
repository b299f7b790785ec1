#include "reproduce/satisfaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "audience_options.h"
#include "honestrank/data/filters.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/rankings/held_out_ranks.h"
#include "honestrank/satisfaction/cold_start.h"
#include "honestrank/satisfaction/sensitivity.h"
#include "honestrank/satisfaction/short_head.h"
#include "ready_models.h"
#include "trained_models.h"

namespace honestrank::cli {
namespace {

constexpr double kHeldOut = 0.2;
const char* const kUserAttributes[] = {"gender", "age"};
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
const char* const kComparedModels[] = {"popularity",
                                       "average_rating(threshold=3,shrink=100)",
                                       "segment(gender,shrink=100)",
                                       "segment(gender,age,shrink=100)",
                                       "itemknn",
                                       "ials(factors=64)",
                                       "ease"};

/// What the paper says of its audience, that of imhonet.ru, in ratings.
struct Published {
  double gender_and_age = 5;
  double answers = 10;  ///< 25 of them
  double metadata = 27;
};

/// The studies of an audience; each worked out when it is first asked for.
class Audience {
 public:
  Audience(const Reproduction& reproduction, const RatedData& data)
      : reproduction_(reproduction), data_(data), browsing_(geometric_browsing(0.5, 10, 100)) {}

  const RatedData& data() const noexcept { return data_; }
  const ReproductionOptions& options() const noexcept { return reproduction_.options(); }

  const SensitivityCurve& curve() {
    if (!curve_) {
      reproduction_.begin("short head");
      curve_ = fit_short_head(split().train, data_.users, browsing_,
                              {.seed = options().seed, .threads = options().threads});
    }
    return *curve_;
  }

  Satisfaction satisfaction_of(const char* text) {
    const ModelSpec spec = with_seed(parse_model_spec(text), options().seed);
    const TrainedModel model =
        train_named({text, spec}, split().train, {&data_.users, &data_.items}, options().threads,
                    reproduction_.progress());
    const UserItems seen = user_items(split().train);
    const auto ranks =
        held_out_ranks(model.scores, held_out().items, seen,
                       {.threads = options().threads, .progress = reproduction_.progress()});
    return satisfaction(held_out(), ranks, eligible_items(seen, split().train.items.size()),
                        browsing_, {.penalty = penalty(), .threads = options().threads});
  }

  const ColdStartStudy& new_users() {
    if (!users_) {
      reproduction_.begin("new users");
      users_ = new_user_study(data_.ratings, &data_.users,
                              {std::begin(kUserAttributes), std::end(kUserAttributes)},
                              &data_.items, browsing_, cold_start());
    }
    return *users_;
  }

  const ColdStartStudy& new_items() {
    if (!items_) {
      reproduction_.begin("new items");
      items_ = new_item_study(data_.ratings, data_.items, {}, browsing_, cold_start());
    }
    return *items_;
  }

  ColdStartOptions cold_start() const {
    return {.repeats = options().repeats, .seed = options().seed, .threads = options().threads};
  }

 private:
  const Split& split() {
    if (!split_) {
      split_ = hold_out_share(data_.ratings, kHeldOut,
                              {.order = HoldOutOrder::random, .seed = options().seed});
    }
    return *split_;
  }

  const HeldOutRatings& held_out() {
    if (!held_out_) held_out_ = held_out_ratings(split().test, RatingScale{});
    return *held_out_;
  }

  std::vector<double> penalty() {
    const ShortHead head{ShortHead::Kind::step, static_cast<double>(curve().best), 0};
    return penalties(head, rating_counts(split().train));
  }

  const Reproduction& reproduction_;
  const RatedData& data_;
  BrowsingModel browsing_;
  std::optional<Split> split_;
  std::optional<HeldOutRatings> held_out_;
  std::optional<SensitivityCurve> curve_;
  std::optional<ColdStartStudy> users_;
  std::optional<ColdStartStudy> items_;
};

void add_notes(const Audience& audience, const char* spread, ReproducedTable& table) {
  table.notes.push_back(audience.data().description);
  table.notes.emplace_back(
      "The paper's data, ratings of imhonet.ru from 0 to 10, are not public. Half of the users see "
      "a second page of ten items, lists have 100; ratings above 3 satisfy.");
  if (*spread != 0) table.notes.push_back(fmt::format("± is the standard error over {}.", spread));
}

ReproducedTable popularity_of(const Audience& audience) {
  ReproducedTable table{
      "", "Figure 2: ratings of items, the most rated first", {"line", "place"}, 0};
  std::vector<std::uint64_t> counts = rating_counts(audience.data().ratings);
  std::sort(counts.rbegin(), counts.rend());
  for (std::size_t place = 1; place <= counts.size();
       place += std::max<std::size_t>(1, place / 20)) {
    table.values.push_back(
        {{"ratings", std::to_string(place)}, static_cast<double>(counts[place - 1])});
  }
  add_notes(audience, "", table);
  return table;
}

ReproducedTable sensitivity(Audience& audience) {
  ReproducedTable table{"",
                        "Figure 3: what knowing a user's segment adds, in per cent, by the number "
                        "of most rated items that count nothing",
                        {"segments by", "items"}};
  const SensitivityCurve& curve = audience.curve();
  const std::size_t step = std::max<std::size_t>(1, curve.points.size() / 200);
  for (std::size_t i = 0; i < curve.points.size(); i += step) {
    const SensitivityPoint& point = curve.points[i];
    const std::string head = std::to_string(point.head);
    table.values.push_back({{"mean of all", head}, 100 * point.increase});
    for (std::size_t g = 0; g < curve.segmentations.size(); ++g) {
      table.values.push_back({{curve.segmentations[g], head}, 100 * point.each[g]});
    }
  }
  add_notes(audience, "", table);
  table.notes.push_back(
      fmt::format("The increase is largest where {} items count nothing (95 % of samples of users: "
                  "{} to {}).",
                  curve.best, curve.low, curve.high));
  return table;
}

ReproducedTable models(Audience& audience) {
  ReproducedTable table{
      "", "Models: satisfaction, the short head fitted, and success", {"model", "metric"}, 5};
  for (const char* model : kComparedModels) {
    const Satisfaction result = audience.satisfaction_of(model);
    table.values.push_back(
        {{model, "satisfaction"}, result.satisfaction.value, result.satisfaction.standard_error});
    table.values.push_back(
        {{model, "success"}, result.success.value, result.success.standard_error});
  }
  add_notes(audience, "users", table);
  table.notes.push_back(
      fmt::format("{:.0f} % of each user's ratings are held out. Short head: {} items.",
                  100 * kHeldOut, audience.curve().best));
  return table;
}

void add_points(const std::vector<ColdStartPoint>& points, const char* line,
                ReproducedTable& table) {
  for (const ColdStartPoint& point : points) {
    table.values.push_back({{line, std::to_string(point.number)},
                            point.satisfaction.value,
                            point.satisfaction.standard_error});
  }
}

/// A level of the figure, from one end to the other.
void add_level(const ColdStartPoint& point, const std::string& line, std::uint32_t most,
               ReproducedTable& table) {
  for (const std::uint32_t number : {0U, most}) {
    table.values.push_back({{line, std::to_string(number)},
                            point.satisfaction.value,
                            point.satisfaction.standard_error});
  }
}

/// The curve of a study over known ratings, with a level for knowing nothing and one for knowing
/// `instead`.
ReproducedTable curve_of(const ColdStartStudy& study, const char* caption, const char* instead) {
  ReproducedTable table{"", caption, {"known", "number"}, 5};
  const std::uint32_t most = study.known.back().number;
  add_points(study.known, "ratings", table);
  add_points(study.answered, "answers", table);
  add_level(study.known.front(), "nothing", most, table);
  add_level(study.lines.front(), instead, most, table);
  return table;
}

ReproducedTable new_users(Audience& audience) {
  const ColdStartStudy& study = audience.new_users();
  ReproducedTable table = curve_of(
      study, "Figure 4: satisfaction of new users, by what is known of them", "gender and age");
  add_notes(audience, "users", table);
  table.notes.push_back(
      fmt::format("{} users, each new once; profiles of other domains (the "
                  "paper's green curve) are not in the data.",
                  study.newcomers));
  return table;
}

ReproducedTable new_items(Audience& audience) {
  const ColdStartStudy& study = audience.new_items();
  ReproducedTable table =
      curve_of(study, "Figure 5: satisfaction by new items, by what is known of them", "metadata");
  add_notes(audience, "items", table);
  table.notes.push_back(fmt::format("{} items, each new once; metadata: {}.", study.newcomers,
                                    fmt::join(shared_attributes(audience.data().items), ", ")));
  return table;
}

/// Three lines: the number of ratings and its interval. What is beyond the curve has no number.
void add_worth(const std::string& what, const SampledNumber& ratings, double published,
               std::uint32_t most, ReproducedTable& table) {
  const auto finite = [](double value) { return std::isinf(value) ? kNothing : value; };
  // As if the interval were that of a normal distribution.
  const double error = (finite(ratings.high) - finite(ratings.low)) / (2 * 1.96);
  table.values.push_back({{what, "worth"}, finite(ratings.value), error, published});
  table.values.push_back({{what, "at least"}, finite(ratings.low)});
  table.values.push_back({{what, "at most"}, finite(ratings.high)});
  if (std::isinf(ratings.high)) {
    table.notes.push_back(fmt::format("{}: a number that is not there is above {}.", what, most));
  }
}

ReproducedTable worth(Audience& audience) {
  ReproducedTable table{"", "Section 8: what else is known, in ratings", {"known", "ratings"}, 1};
  const Published published;
  const ColdStartStudy& users = audience.new_users();
  const ColdStartStudy& items = audience.new_items();
  const std::uint32_t most = users.known.back().number;
  add_worth("gender and age of a new user", users.worth.front().ratings, published.gender_and_age,
            most, table);
  if (!users.questions.empty()) {
    add_worth(fmt::format("{} answers of a new user", users.questions.size()),
              users.worth.back().ratings, published.answers, most, table);
    table.notes.emplace_back("The published number of ratings is that of 25 answers.");
  }
  add_worth("metadata of a new item", items.worth.front().ratings, published.metadata,
            items.known.back().number, table);
  add_notes(audience, "", table);
  table.notes.emplace_back(
      "95 % of samples of newcomers are between \"at least\" and \"at most\". Published numbers "
      "are "
      "for other data, other questions (hundreds of them) and other metadata (directors, actors, "
      "writers): what can be compared is the size.");
  for (const auto* study : {&users, &items}) {
    table.notes.push_back(fmt::format("{} dealt out at random instead: worth {:.1f} ratings.",
                                      study == &users ? "Gender and age" : "Metadata",
                                      study->worth[1].ratings.value));
  }
  return table;
}

}  // namespace

RatedData rated_data(const ReproductionOptions& options, const ProgressCallback& progress) {
  RatedData data;
  if (options.data.empty()) {
    const SyntheticDataset dataset;
    data.ratings = make_synthetic(dataset.options(), options.threads);
    data.users = synthetic_user_attributes(dataset);
    data.items = synthetic_item_attributes(dataset);
    data.description = fmt::format(
        "embedded synthetic data ({} users, {} items, {} ratings); --data FOLDER takes MovieLens "
        "1M",
        data.ratings.users.size(), data.ratings.items.size(), data.ratings.size());
    return data;
  }
  const auto path_of = [&](const char* name) {
    data.paths.push_back(file_in(options.data, name).string());
    return data.paths.back();
  };
  ReadInteractionsOptions read;
  read.threads = options.threads;
  read.progress = progress;
  data.ratings = resolve_duplicates(read_interactions(path_of("ratings.tsv"), read),
                                    DuplicatePolicy::keep_last)
                     .interactions;
  data.users = read_attributes(path_of("users.dat"));
  data.items = read_attributes(path_of("movies.dat"));
  with_source_named(data.paths[1], [&] {
    for (const char* name : kUserAttributes) data.users.column(name);
  });
  require_known_users(data.users, data.paths[1], data.ratings);
  data.description =
      fmt::format("{}: {} users, {} items, {} ratings", options.data, data.ratings.users.size(),
                  data.ratings.items.size(), data.ratings.size());
  return data;
}

void reproduce_satisfaction(Reproduction& reproduction, const RatedData& data) {
  Audience audience(reproduction, data);
  reproduction.make({{"figure2", [&] { return popularity_of(audience); }},
                     {"figure3", [&] { return sensitivity(audience); }},
                     {"models", [&] { return models(audience); }},
                     {"figure4", [&] { return new_users(audience); }},
                     {"figure5", [&] { return new_items(audience); }},
                     {"section8", [&] { return worth(audience); }}});
}

}  // namespace honestrank::cli
