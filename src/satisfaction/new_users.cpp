#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/models/attribute_models.h"
#include "honestrank/satisfaction/attribute_shuffles.h"
#include "honestrank/satisfaction/cold_start.h"
#include "models/attribute_values.h"
#include "models/liking_factors.h"
#include "satisfaction/newcomers.h"
#include "satisfaction/study_ways.h"

namespace honestrank {
namespace {

using namespace satisfaction_detail;

constexpr const char* kUserStudy = "new_user_study";
constexpr float kLast = -1e4F;  // the score of items that nobody rated

/// Ratings by which the newcomers of a fold are judged, and what is never recommended to them.
struct Judgement {
  HeldOutRatings ratings;
  UserItems seen;
  std::vector<std::uint64_t> eligible;
};

Judgement judgement_of(const Interactions& ratings, const Newcomers& newcomers,
                       const std::vector<bool>& is_new) {
  Judgement result;
  std::vector<std::pair<std::uint32_t, double>> own;
  for (std::size_t user = 0; user < is_new.size(); ++user) {
    if (is_new[user]) {
      own.clear();
      for (const std::size_t row : newcomers.judged(user)) {
        own.emplace_back(ratings.item[row], ratings.rating[row]);
      }
      std::sort(own.begin(), own.end());
      for (const auto& [item, rating] : own) {
        result.ratings.items.item.push_back(item);
        result.ratings.rating.push_back(rating);
      }
      const std::size_t first = result.seen.item.size();
      for (const std::size_t row : newcomers.may_be_known(user)) {
        result.seen.item.push_back(ratings.item[row]);
      }
      std::sort(result.seen.item.begin() + static_cast<std::ptrdiff_t>(first),
                result.seen.item.end());
    }
    result.ratings.items.begin.push_back(result.ratings.items.item.size());
    result.seen.begin.push_back(result.seen.item.size());
  }
  result.eligible = eligible_items(result.seen, ratings.items.size());
  return result;
}

/// Items as the model of tastes has them, for any users.
struct ItemSide {
  FloatMatrix factors;
  std::vector<float> usual;
};

ItemSide item_side(const LikingFactors& model) {
  std::vector<float> rows(model.item.size());
  std::vector<float> usual(model.usual.size(), kLast);
  for (std::size_t item = 0; item < usual.size(); ++item) {
    if (model.ratings[item] == 0) continue;
    usual[item] = static_cast<float>(model.usual[item]);
    const auto own = model.factors_of(item);
    for (std::size_t i = 0; i < own.size(); ++i) {
      rows[item * model.factors + i] = static_cast<float>(own[i]);
    }
  }
  return {make_matrix(usual.size(), model.factors, std::move(rows)), std::move(usual)};
}

/// The attributes of users as answers, then what they say of kinds of items.
AttributeTable questionnaire(const Interactions& ratings, const Newcomers& newcomers,
                             const AttributeTable* users, const AttributeTable* items,
                             std::uint32_t most) {
  AttributeTable answers;
  for (std::size_t user = 0; user < ratings.users.size(); ++user) {
    answers.ids.add(ratings.users[user]);
  }
  if (users != nullptr) {
    for (const std::string& name : shared_columns(*users)) {
      if (answers.names.size() == most) break;
      answers.names.push_back(name);
      TextColumn& column = answers.columns.emplace_back();
      const TextColumn& given = users->column(name);
      for (std::size_t user = 0; user < ratings.users.size(); ++user) {
        const auto row = users->ids.find(ratings.users[user]);
        column.push_back(row ? given[*row] : std::string_view());
      }
    }
  }
  if (items == nullptr || answers.names.size() == most) return answers;
  const AttributeValues kinds =
      listed_values(*items, shared_columns(*items), ratings.items, most - answers.names.size());
  struct Mean {
    double sum = 0;
    double count = 0;
    double value() const { return sum / count; }
  };
  const std::size_t first = answers.columns.size();
  answers.names.insert(answers.names.end(), kinds.names.begin(), kinds.names.end());
  answers.columns.resize(answers.names.size());
  std::vector<Mean> likings(kinds.names.size());
  for (std::size_t user = 0; user < ratings.users.size(); ++user) {
    Mean all;
    likings.assign(kinds.names.size(), {});
    for (const std::size_t row : newcomers.may_be_known(user)) {
      const auto add = [&](Mean& mean) {
        mean.sum += ratings.rating[row];
        ++mean.count;
      };
      add(all);
      for (const std::uint32_t kind : kinds.values[ratings.item[row]]) add(likings[kind]);
    }
    for (std::size_t kind = 0; kind < likings.size(); ++kind) {
      const Mean& own = likings[kind];
      answers.columns[first + kind].push_back(own.count == 0               ? ""
                                              : own.value() >= all.value() ? "yes"
                                                                           : "no");
    }
  }
  return answers;
}

/// Answers about kinds of items overlap: an item is of several kinds, and who likes one likes
/// others. Columns of the model from `first` on are theirs; n of them count as sqrt(n) would that
/// do not overlap.
Factors with_overlap(const Factors& model, std::size_t first) {
  std::vector<float> rows(model.users.values.begin(), model.users.values.end());
  const std::size_t columns = model.users.columns;
  for (std::size_t user = 0; user < model.users.rows; ++user) {
    float* const own = rows.data() + user * columns;
    float answers = 0;
    for (std::size_t i = first; i < columns; ++i) answers += own[i];
    for (std::size_t i = first; i < columns && answers > 0; ++i) own[i] /= std::sqrt(answers);
  }
  return {make_matrix(model.users.rows, columns, std::move(rows)), model.items, model.item_bias};
}

/// One fold: who is new, what others teach, and how the newcomers fare.
class UserFold {
 public:
  UserFold(const Interactions& ratings, const Newcomers& newcomers, std::size_t fold,
           const BrowsingModel& browsing, const ColdStartOptions& options)
      : ratings_(ratings),
        newcomers_(newcomers),
        users_(newcomers.folds[fold]),
        browsing_(browsing),
        options_(options) {
    const FoldMembers members = members_of(newcomers, fold);
    first_ = members.first;
    // Answers about kinds of items are taken from what may become known. A newcomer is not judged
    // by that, so nobody must be learnt from by it.
    train_ = without_newcomers(ratings, ratings.user, members.is_new, &newcomers);
    judgement_ = judgement_of(ratings, newcomers, members.is_new);
  }

  const Interactions& train() const { return train_; }

  void add_known(StudyWays& ways) const {
    const LikingFactors model = fit_liking_factors(train_, {.threshold = options_.threshold,
                                                            .shrink = options_.shrink,
                                                            .ridge = std::max(options_.shrink, 1.0),
                                                            .seed = options_.seed,
                                                            .threads = options_.threads});
    const ItemSide items = item_side(model);
    for_each_order(
        ways.known, newcomers_.pool, options_.repeats,
        [&](StudyWay& way, std::uint32_t repeat, double share) {
          judge(Factors{tastes(model, way.number, repeat), items.factors, items.usual}, share, way);
        });
  }

  /// Adds what the lists of `scores` come to, times `share`.
  void judge(const ScoreSource& scores, double share, StudyWay& way) const {
    const auto ranks = held_out_ranks(scores, judgement_.ratings.items, judgement_.seen,
                                      {.threads = options_.threads});
    const MetricResult result =
        satisfaction(judgement_.ratings, ranks, judgement_.eligible, browsing_,
                     {.threshold = options_.threshold,
                      .penalty = options_.penalty,
                      .threads = options_.threads,
                      .per_user = true})
            .satisfaction;
    for (std::size_t i = 0; i < users_.size(); ++i) {
      way.value[first_ + i] += share * result.per_user[users_[i]];
    }
    way.optimistic += share * result.optimistic * static_cast<double>(result.users);
    way.pessimistic += share * result.pessimistic * static_cast<double>(result.users);
  }

 private:
  /// Tastes of newcomers of whom some ratings are known; of all others nothing is asked.
  FloatMatrix tastes(const LikingFactors& model, std::uint32_t known, std::uint32_t repeat) const {
    std::vector<float> rows(ratings_.users.size() * model.factors);
    constexpr std::size_t kUsers = 64;
    parallel_for(users_.size(), kUsers, options_.threads, [&](const Block& block) {
      std::vector<Liked> liked;
      for (std::size_t i = block.begin; i < block.end; ++i) {
        liked.clear();
        const auto order = newcomers_.order(users_[i], options_.seed, repeat);
        for (std::size_t k = 0; k < known; ++k) {
          const std::size_t row = order[k];
          liked.push_back(
              {ratings_.item[row], ratings_.rating[row] > options_.threshold ? 1.0 : 0.0});
        }
        const std::vector<double> taste = expected_taste(model, liked);
        for (std::size_t factor = 0; factor < taste.size(); ++factor) {
          rows[users_[i] * model.factors + factor] = static_cast<float>(taste[factor]);
        }
      }
    });
    return make_matrix(ratings_.users.size(), model.factors, std::move(rows));
  }

  const Interactions& ratings_;
  const Newcomers& newcomers_;
  const std::vector<std::uint32_t>& users_;
  const BrowsingModel& browsing_;
  const ColdStartOptions& options_;
  Interactions train_;
  Judgement judgement_;
  std::size_t first_ = 0;  ///< newcomers of earlier folds
};

std::uint64_t count_without(const Interactions& ratings, const Newcomers& newcomers,
                            const AttributeTable& users,
                            const std::vector<std::string>& attributes) {
  std::uint64_t without = 0;
  for (const auto& fold : newcomers.folds) {
    for (const std::uint32_t user : fold) {
      const auto row = users.ids.find(ratings.users[user]);
      const bool has_all =
          row && std::all_of(attributes.begin(), attributes.end(), [&](const std::string& name) {
            return !users.column(name)[*row].empty();
          });
      if (!has_all) ++without;
    }
  }
  return without;
}

}  // namespace

ColdStartStudy new_user_study(const Interactions& ratings, const AttributeTable* users,
                              const std::vector<std::string>& attributes,
                              const AttributeTable* items, const BrowsingModel& browsing,
                              const ColdStartOptions& options) {
  require_single_ratings(kUserStudy, ratings);
  if (!attributes.empty() && users == nullptr) {
    throw InputError(fmt::format("{}: expected a table of users with {}; got none", kUserStudy,
                                 fmt::join(attributes, ", ")));
  }
  const Newcomers newcomers =
      choose_newcomers(kUserStudy, "users", ratings.user, ratings.users.size(), options);
  ColdStartStudy study;
  study.newcomers = newcomers.size();
  study.left_out = newcomers.left_out;
  const AttributeTable answers = questionnaire(ratings, newcomers, users, items, options.questions);
  study.questions = answers.names;

  // Questions about the users themselves come first, and so do their values in models.
  const std::size_t own =
      users == nullptr ? 0
                       : std::min<std::size_t>(shared_columns(*users).size(), options.questions);
  const std::size_t own_values =
      single_values(answers, std::span(answers.names).first(own), ratings.users, kUserStudy)
          .names.size();

  StudyWays ways(options.known, study.newcomers);
  std::vector<AttributeTable> tables;  // of the lines
  if (!attributes.empty()) {
    study.without = count_without(ratings, newcomers, *users, attributes);
    const std::string name = fmt::format("{}", fmt::join(attributes, ","));
    ways.add(ways.lines, name, 0);
    ways.add(ways.lines, name + kAtRandom, 0);
    tables = {*users, shuffled_attributes(*users, options.seed)};
  }
  for (std::uint32_t asked = 1; asked <= answers.names.size(); ++asked) {
    ways.add(ways.answered, fmt::format("answered={}", asked), asked);
  }
  for (std::size_t index = 0; index < newcomers.folds.size(); ++index) {
    const UserFold fold(ratings, newcomers, index, browsing, options);
    fold.add_known(ways);
    for (std::size_t i = 0; i < tables.size(); ++i) {
      fold.judge(
          segment_model(fold.train(), tables[i], {attributes, options.threshold, options.shrink}),
          1, ways.lines[i]);
    }
    std::vector<std::string> asked;
    for (StudyWay& way : ways.answered) {
      asked.push_back(answers.names[way.number - 1]);
      const Factors model =
          attributes_model(fold.train(), answers, {asked, options.threshold, options.shrink});
      fold.judge(way.number > own ? with_overlap(model, own_values) : model, 1, way);
    }
  }
  summarise(ways, static_cast<double>(study.newcomers), study.newcomers, options, study);
  return study;
}

}  // namespace honestrank
