#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/attribute_table.h"
#include "honestrank/data/interactions.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/satisfaction/browsing_model.h"
#include "honestrank/satisfaction/satisfaction.h"

namespace honestrank {

/// How newcomers, users or items, are made out of those there are.
struct ColdStartOptions {
  double threshold = RatingScale{}.threshold;
  double shrink = 100;  ///< of the lists for everybody and for segments
  /// Numbers of ratings that are known of a newcomer: rising, from 0.
  std::vector<std::uint32_t> known{0, 1, 2, 3, 5, 8, 13, 21, 34};
  std::uint32_t judged = 10;       ///< ratings that are left to judge a newcomer by, at least
  std::uint32_t folds = 5;         ///< everybody is a newcomer in one of them
  std::uint32_t repeats = 5;       ///< orders in which ratings become known
  std::uint32_t questions = 30;    ///< to new users, at most
  std::vector<double> penalty{};   ///< sigma of every item, from 0 to 1; empty: all count the same
  std::uint32_t bootstrap = 1000;  ///< samples of newcomers for intervals
  std::uint64_t seed = 42;
  unsigned threads = 0;  ///< 0: all hardware threads
};

/// The satisfaction where something is known of newcomers. Its error is over newcomers.
struct ColdStartPoint {
  std::string name;          ///< as in "known=5", "gender,age", "answered=3"
  std::uint32_t number = 0;  ///< of ratings known, or of questions answered
  MetricResult satisfaction;
};

/// A number between the 2.5 % and the 97.5 % quantile over samples of newcomers.
struct SampledNumber {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// With how many known ratings newcomers are as satisfied.
struct RatingsWorth {
  std::string name;       ///< that of a point
  SampledNumber ratings;  ///< infinity: more than the largest number that was tried
};

/// What newcomers get out of their lists by what is known of them (Bobrikov et al., section 8).
struct ColdStartStudy {
  std::vector<ColdStartPoint> known;  ///< by number of ratings; the first one knows nothing
  /// Attributes, or metadata, then the same dealt out at random: what says nothing should be worth
  /// nothing. None where there is no table.
  std::vector<ColdStartPoint> lines;
  std::vector<ColdStartPoint> answered;  ///< by number of questions
  std::vector<std::string> questions;    ///< in the order in which they are asked
  std::vector<RatingsWorth> worth;       ///< of the lines, then of all questions
  SampledNumber gain;            ///< satisfaction with most ratings known, less that with none
  std::uint64_t newcomers = 0;   ///< that were judged
  std::uint64_t left_out = 0;    ///< users or items with too few ratings to be newcomers
  std::uint64_t without = 0;     ///< newcomers of whom not all attributes of the line are known
  std::uint64_t candidates = 0;  ///< new items: of a list, the smallest of the folds
};

/// New users. Those with enough ratings are dealt into folds; those of a fold are new to models
/// that learn from all others. Of each a random choice of as many ratings as `options.known` ends
/// with may become known, and all others are judged: the same ones however many are known. What may
/// become known is never recommended, so that lists are over the same items. Nor is it learnt from
/// where users are not new, since answers are taken from it.
///
/// Everything ranks items by P(rating > threshold | what is known): the share of positive ratings
/// where nothing is, moved by the known ones in a Gaussian model of tastes; segment_model for the
/// values of `attributes` together; attributes_model for questions. Questions are all columns of
/// `users` whose values users share, then, with `items`, whether the user likes items of a genre,
/// say: whether those among the ratings that may become known are on average as good as all of
/// these.
///
/// The same bits for any number of threads. Throws InputError without ratings, for a pair that is
/// rated twice, options out of range, attributes that there are not, users of the table that the
/// ratings do not know, and fewer than two newcomers a fold.
ColdStartStudy new_user_study(const Interactions& ratings, const AttributeTable* users,
                              const std::vector<std::string>& attributes,
                              const AttributeTable* items, const BrowsingModel& browsing,
                              const ColdStartOptions& options = {});

/// New items, the other way round: a list is of the new items of a fold alone, for users whose
/// tastes are known from all other items. An item has a share of positive ratings and factors as
/// other items have them on average, moved by the ratings that are known of it; the line has those
/// that items with the same values of `attributes` of `items` lead to expect (by linear
/// regression). Satisfaction is the mean over lists, one for each fold and user with ratings to be
/// judged by.
///
/// Throws as new_user_study does, and if no attribute is shared by items.
ColdStartStudy new_item_study(const Interactions& ratings, const AttributeTable& items,
                              const std::vector<std::string>& attributes,
                              const BrowsingModel& browsing, const ColdStartOptions& options = {});

/// The number at which a curve over `known` reaches `line`: interpolated in the closest curve that
/// never falls; 0 where it starts there, infinity where it never gets there. Throws InputError
/// unless there is a value for each of rising numbers.
double ratings_worth(std::span<const std::uint32_t> known, std::span<const double> curve,
                     double line);

/// Columns of a table some of whose values are shared: titles and the like are not.
std::vector<std::string> shared_attributes(const AttributeTable& table);

/// What users are compared by where nothing else is said: gender and age where the table has both,
/// else all columns that are shared.
std::vector<std::string> usual_attributes(const AttributeTable& users);

}  // namespace honestrank
