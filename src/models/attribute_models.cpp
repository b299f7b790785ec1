#include "honestrank/models/attribute_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/portable_math.h"
#include "honestrank/base/error.h"
#include "models/attribute_values.h"
#include "models/option_check.h"

namespace honestrank {
namespace {

constexpr float kNever = -1e4F;  // in place of the logarithm of 0

/// Ratings of an item, and those of them above a threshold.
struct ItemRatings {
  double all = 0;
  double positive = 0;
};

/// By item: of all users, and of those with each value.
struct CountedRatings {
  std::vector<ItemRatings> items;
  std::vector<std::vector<ItemRatings>> by_value;
  double positive_share = 0;  ///< of all ratings
};

CountedRatings count_ratings(const Interactions& train, const AttributeValues& users,
                             double threshold) {
  CountedRatings result;
  result.items.resize(train.items.size());
  result.by_value.assign(users.names.size(), result.items);
  double positive = 0;
  for (std::size_t row = 0; row < train.size(); ++row) {
    const double is_positive = train.rating[row] > threshold ? 1 : 0;
    const auto add = [&](ItemRatings& ratings) {
      ++ratings.all;
      ratings.positive += is_positive;
    };
    add(result.items[train.item[row]]);
    for (const std::uint32_t value : users.values[train.user[row]]) {
      add(result.by_value[value][train.item[row]]);
    }
    positive += is_positive;
  }
  if (train.size() > 0) result.positive_share = positive / static_cast<double>(train.size());
  return result;
}

/// A mean of ratings, with `shrink` more that are as usual.
double shrunk(double sum, double ratings, double usual, double shrink) {
  return ratings + shrink > 0 ? (sum + shrink * usual) / (ratings + shrink) : usual;
}

double positive_share(const ItemRatings& ratings, double usual, double shrink) {
  return shrunk(ratings.positive, ratings.all, usual, shrink);
}

/// The share of positive ratings among those of some users: that of all, moved by what sets these
/// users apart, shrunk to nothing. (Shrinking the users' own share to that of all users instead
/// would count their ratings twice: items would be shrunk less, and lists change, also where the
/// attribute says nothing.)
double moved_share(const ItemRatings& own, const ItemRatings& all, double liked, double shrink) {
  if (own.all == 0) return liked;
  return liked + (own.positive - own.all * (all.positive / all.all)) / (own.all + shrink);
}

float logarithm(double x) {
  return x > 0 ? std::max(kNever, static_cast<float>(portable::log(x))) : kNever;
}

void require_ratings(const Interactions& train, const char* model) {
  validate(train);
  if (!train.has_ratings()) {
    throw InputError(fmt::format("{}: expected interactions with ratings; got none", model));
  }
}

}  // namespace

void validate(const UserAttributeOptions& options, const char* model) {
  if (options.attributes.empty()) {
    throw InputError(
        fmt::format("{0}: expected attributes of users, as in {0}(gender,age); got none", model));
  }
  const OptionCheck check(model);
  check.finite("threshold", options.threshold);
  check.at_least_0("shrink", options.shrink);
}

void validate(const MetadataOptions& options) {
  const OptionCheck check("metadata");
  check.finite("threshold", options.threshold);
  check.at_least_0("shrink", options.shrink);
  check.from_1_to(kMostFactors, "features", options.features);
}

Factors segment_model(const Interactions& train, const AttributeTable& users,
                      const UserAttributeOptions& options) {
  validate(options, "segment");
  require_ratings(train, "segment");
  const AttributeValues segments = joint_values(users, options.attributes, train.users, "segment");
  const CountedRatings ratings = count_ratings(train, segments, options.threshold);
  // A column for everybody, then one for each segment; a user has 1 in one of them.
  const std::size_t columns = 1 + segments.names.size();
  std::vector<float> user_rows(train.users.size() * columns);
  for (std::size_t user = 0; user < train.users.size(); ++user) {
    const auto& own = segments.values[user];
    user_rows[user * columns + (own.empty() ? 0 : 1 + own[0])] = 1;
  }
  std::vector<float> item_rows(train.items.size() * columns);
  for (std::size_t item = 0; item < train.items.size(); ++item) {
    if (ratings.items[item].all == 0) continue;
    const double liked =
        positive_share(ratings.items[item], ratings.positive_share, options.shrink);
    item_rows[item * columns] = static_cast<float>(liked);
    for (std::size_t value = 0; value < segments.names.size(); ++value) {
      item_rows[item * columns + 1 + value] = static_cast<float>(
          moved_share(ratings.by_value[value][item], ratings.items[item], liked, options.shrink));
    }
  }
  return {make_matrix(train.users.size(), columns, std::move(user_rows)),
          make_matrix(train.items.size(), columns, std::move(item_rows))};
}

Factors attributes_model(const Interactions& train, const AttributeTable& users,
                         const UserAttributeOptions& options) {
  validate(options, "attributes");
  require_ratings(train, "attributes");
  const AttributeValues values =
      single_values(users, options.attributes, train.users, "attributes");
  const CountedRatings ratings = count_ratings(train, values, options.threshold);
  const std::size_t columns = std::max<std::size_t>(1, values.names.size());
  std::vector<float> user_rows(train.users.size() * columns);
  for (std::size_t user = 0; user < train.users.size(); ++user) {
    for (const std::uint32_t value : values.values[user]) user_rows[user * columns + value] = 1;
  }
  std::vector<float> item_rows(train.items.size() * columns);
  std::vector<float> bias(train.items.size(), kNever);
  for (std::size_t item = 0; item < train.items.size(); ++item) {
    if (ratings.items[item].all == 0) continue;
    const double liked =
        positive_share(ratings.items[item], ratings.positive_share, options.shrink);
    bias[item] = logarithm(liked);
    for (std::size_t value = 0; value < values.names.size(); ++value) {
      item_rows[item * columns + value] =
          logarithm(moved_share(ratings.by_value[value][item], ratings.items[item], liked,
                                options.shrink)) -
          bias[item];
    }
  }
  return {make_matrix(train.users.size(), columns, std::move(user_rows)),
          make_matrix(train.items.size(), columns, std::move(item_rows)), std::move(bias)};
}

Factors metadata_model(const Interactions& train, const AttributeTable& items,
                       const MetadataOptions& options) {
  validate(options);
  require_ratings(train, "metadata");
  const std::vector<std::string> names =
      options.attributes.empty() ? shared_columns(items) : options.attributes;
  const AttributeValues features = listed_values(items, names, train.items, options.features);
  if (features.names.empty()) {
    throw InputError("metadata: expected attributes of items that share values; got none");
  }
  const std::size_t columns = features.names.size();
  // How much items with a feature are liked: by all users, then by each.
  struct Liking {
    double sum = 0;
    double ratings = 0;
  };
  const auto add = [&](std::size_t row, std::vector<Liking>& likings) {
    for (const std::uint32_t feature : features.values[train.item[row]]) {
      likings[feature].sum += train.rating[row] - options.threshold;
      ++likings[feature].ratings;
    }
  };
  std::vector<Liking> of_all(columns);
  for (std::size_t row = 0; row < train.size(); ++row) add(row, of_all);
  const RowsByUser rows = rows_by_user(train);
  std::vector<float> user_rows(train.users.size() * columns);
  for (std::size_t user = 0; user < train.users.size(); ++user) {
    std::vector<Liking> own(columns);
    for (std::size_t i = rows.begin[user]; i < rows.begin[user + 1]; ++i) add(rows.rows[i], own);
    for (std::size_t feature = 0; feature < columns; ++feature) {
      const Liking& all = of_all[feature];
      const double usual = all.ratings > 0 ? all.sum / all.ratings : 0;
      user_rows[user * columns + feature] =
          static_cast<float>(shrunk(own[feature].sum, own[feature].ratings, usual, options.shrink));
    }
  }
  std::vector<float> item_rows(train.items.size() * columns);
  for (std::size_t item = 0; item < train.items.size(); ++item) {
    const auto& own = features.values[item];
    for (const std::uint32_t feature : own) {
      item_rows[item * columns + feature] = 1 / static_cast<float>(own.size());
    }
  }
  return {make_matrix(train.users.size(), columns, std::move(user_rows)),
          make_matrix(train.items.size(), columns, std::move(item_rows))};
}

}  // namespace honestrank
