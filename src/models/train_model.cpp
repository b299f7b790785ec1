#include "honestrank/models/train_model.h"

#include <utility>

#include "honestrank/base/edit_distance.h"
#include "honestrank/base/error.h"
#include "honestrank/models/attribute_models.h"
#include "honestrank/models/baselines.h"
#include "honestrank/models/bpr.h"
#include "honestrank/models/ease.h"
#include "honestrank/models/ials.h"
#include "honestrank/models/item_knn.h"
#include "honestrank/models/multivae.h"
#include "honestrank/models/neumf.h"
#include "models/neural_library.h"
#include "models/option_visitors.h"

namespace honestrank {
namespace {

struct NoOptions {};
struct RandomOptions {
  std::uint64_t seed = 42;
};

void validate(const NoOptions&) {}
void validate(const RandomOptions&) {}

template <typename Visit>
void visit_options(NoOptions&, Visit&&) {}

template <typename Visit>
void visit_options(RandomOptions& options, Visit&& visit) {
  visit("seed", options.seed, "another one gives other scores");
}

template <typename Visit>
void visit_options(AverageRatingOptions& options, Visit&& visit) {
  visit("threshold", options.threshold, "score by the share of ratings above it");
  visit("shrink", options.shrink, "average ratings added to each item");
}

/// The options of segment and of attributes, which differ in nothing but their type.
struct SegmentOptions : UserAttributeOptions {};
struct AttributesOptions : UserAttributeOptions {};

void validate(const SegmentOptions& options) { validate(options, "segment"); }
void validate(const AttributesOptions& options) { validate(options, "attributes"); }

template <typename Visit>
void visit_options(UserAttributeOptions& options, Visit&& visit) {
  visit("ATTRIBUTE,...", options.attributes, "columns of the table of users");
  visit("threshold", options.threshold, "a rating above it is positive");
  visit("shrink", options.shrink, "average ratings added to each item");
}

template <typename Visit>
void visit_options(MetadataOptions& options, Visit&& visit) {
  visit("ATTRIBUTE,...", options.attributes, "columns of the table of items; none: all");
  visit("threshold", options.threshold, "ratings are counted from here");
  visit("shrink", options.shrink, "average ratings added to each user");
  visit("features", options.features, "values of attributes, at most");
}

template <typename Visit>
void visit_options(ItemKnnOptions& options, Visit&& visit) {
  visit("q", options.q, "exponent of the cosine");
  visit("k", options.k, "nearest items that score an item; 0: all");
  visit("k_prime", options.k_prime, "nearest items that an item scores; 0: all");
  visit("shrink", options.shrink, "added to the denominator of the cosine");
  visit("normalize", options.normalize, "similarities of a scored item have length 1");
}

template <typename Visit>
void visit_options(IalsOptions& options, Visit&& visit) {
  visit("factors", options.factors, "columns");
  visit("regularization", options.regularization, "weight of the squared lengths");
  visit("alpha", options.alpha, "weight of pairs without an interaction");
  visit("nu", options.nu, "above 0: regularises by the number of interactions");
  visit("sweeps", options.sweeps, "over all users and items");
  visit("start", options.start, "standard deviation of the first item factors");
  visit("seed", options.seed, "of the first item factors");
}

template <typename Visit>
void visit_options(BprOptions& options, Visit&& visit) {
  visit("factors", options.factors, "columns");
  visit("learning_rate", options.learning_rate, "length of a step");
  visit("regularization", options.regularization, "weight of the squared lengths");
  visit("epochs", options.epochs, "with a step for every interaction");
  visit("start", options.start, "standard deviation of the first factors");
  visit("seed", options.seed, "of the first factors and the draws");
}

template <typename Visit>
void visit_options(EaseOptions& options, Visit&& visit) {
  visit("l2", options.l2, "regularisation");
}

template <typename Visit>
void visit_options(MultiVaeOptions& options, Visit&& visit) {
  visit("hidden", options.hidden, "width of the hidden layers");
  visit("latent", options.latent, "width of the latent layer");
  visit("dropout", options.dropout, "share of a history hidden from the encoder");
  visit("beta", options.beta, "weight of the Kullback-Leibler term");
  visit("warm_up", options.warm_up, "epochs over which beta grows");
  visit("learning_rate", options.learning_rate, "of Adam");
  visit("batch", options.batch, "users at a time");
  visit("epochs", options.epochs, "at most");
  visit("patience", options.patience, "epochs without a better validation before the end");
  visit("validation", options.validation, "users who validate; 0: all epochs are run");
  visit("seed", options.seed, "of weights, dropout and validation");
}

template <typename Visit>
void visit_options(NeuMfOptions& options, Visit&& visit) {
  visit("factors", options.factors, "of the product, and outputs of the last layer");
  visit("negatives", options.negatives, "items drawn for each interaction");
  visit("learning_rate", options.learning_rate, "of Adam");
  visit("batch", options.batch, "interactions at a time");
  visit("epochs", options.epochs, "at most");
  visit("patience", options.patience, "epochs without a better validation before the end");
  visit("validation", options.validation, "users who validate; 0: all epochs are run");
  visit("seed", options.seed, "of weights, negatives and validation");
}

/// The options of a specification, all in range.
template <typename Options>
Options read_options(const ModelSpec& spec) {
  Options options;
  OptionReader reader(spec);
  visit_options(options, reader);
  reader.reject_unknown();
  validate(options);
  return options;
}

using Check = void (*)(const ModelSpec&);
using Train = TrainedModel (*)(const ModelSpec&, const Interactions&, const TrainingOptions&);
using List = std::vector<ModelOption> (*)();

struct Entry {
  const char* name;
  const char* meaning;
  Check check;
  Train train;
  List list;
  const char* neural = nullptr;  ///< function of the neural library that trains it
};

/// The entry of a model that `Make` makes from its options.
template <typename Options, auto kMake>
constexpr Entry entry(const char* name, const char* meaning, const char* neural = nullptr) {
  return {name,
          meaning,
          [](const ModelSpec& spec) { read_options<Options>(spec); },
          [](const ModelSpec& spec, const Interactions& train, const TrainingOptions& training) {
            auto options = read_options<Options>(spec);
            TrainedModel model{{spec.name}, kMake(train, options, training)};
            visit_options(options, OptionWriter{model.spec});
            return model;
          },
          [] {
            Options options;
            std::vector<ModelOption> list;
            visit_options(options, OptionLister{list});
            return list;
          },
          neural};
}

ScoreSource make_popularity(const Interactions& train, const NoOptions&, const TrainingOptions&) {
  return popularity(train);
}
ScoreSource make_average_rating(const Interactions& train, const AverageRatingOptions& options,
                                const TrainingOptions&) {
  return average_rating(train, options);
}

/// The table, or InputError where there is none.
const AttributeTable& require(const AttributeTable* table, const char* model, const char* whose) {
  if (table != nullptr) return *table;
  throw InputError(std::string(model) + ": expected a table of attributes of " + whose +
                   "; got none");
}

ScoreSource make_segment(const Interactions& train, const SegmentOptions& options,
                         const TrainingOptions& training) {
  return segment_model(train, require(training.users, "segment", "users"), options);
}
ScoreSource make_attributes(const Interactions& train, const AttributesOptions& options,
                            const TrainingOptions& training) {
  return attributes_model(train, require(training.users, "attributes", "users"), options);
}
ScoreSource make_metadata(const Interactions& train, const MetadataOptions& options,
                          const TrainingOptions& training) {
  return metadata_model(train, require(training.items, "metadata", "items"), options);
}
ScoreSource make_random(const Interactions& train, const RandomOptions& options,
                        const TrainingOptions&) {
  return random_scores(options.seed, train.users.size(), train.items.size());
}

constexpr Entry kModels[] = {
    entry<NoOptions, make_popularity>("popularity", "number of interactions"),
    entry<AverageRatingOptions, make_average_rating>("average_rating", "ratings of an item"),
    entry<RandomOptions, make_random>("random", "random scores"),
    entry<SegmentOptions, make_segment>("segment", "what users of the same kind like"),
    entry<AttributesOptions, make_attributes>("attributes", "the same, attribute by attribute"),
    entry<MetadataOptions, make_metadata>("metadata", "items like those that a user liked"),
    entry<ItemKnnOptions, item_knn>("itemknn", "item-based neighbours, cosine"),
    entry<IalsOptions, ials>("ials", "matrix factorisation, alternating least squares"),
    entry<BprOptions, bpr>("bpr", "matrix factorisation, Bayesian personalised ranking"),
    entry<EaseOptions, ease>("ease", "linear autoencoder"),
    entry<MultiVaeOptions, multivae>("multivae", "variational autoencoder (libtorch)",
                                     kTrainMultiVae),
    entry<NeuMfOptions, neumf>("neumf", "neural matrix factorisation (libtorch)", kTrainNeuMf),
};

const Entry& find_entry(const ModelSpec& spec) {
  std::vector<std::string_view> known;
  std::string names;
  for (const Entry& model : kModels) {
    if (model.name == spec.name) return model;
    names += (names.empty() ? "" : ", ") + std::string(model.name);
    known.push_back(model.name);
  }
  const std::string meant(nearest_name(spec.name, known));
  throw InputError("expected a model of " + names + "; got '" + spec.name + "'" +
                   (meant.empty() ? "" : "; did you mean " + meant + "?"));
}

}  // namespace

TrainedModel train_model(const ModelSpec& spec, const Interactions& train,
                         const TrainingOptions& training) {
  const Entry& model = find_entry(spec);
  validate(train);
  return model.train(spec, train, training);
}

void validate(const ModelSpec& spec) { find_entry(spec).check(spec); }

void require_library(const ModelSpec& spec) {
  if (const char* const function = find_entry(spec).neural) neural_function(function);
}

std::vector<KnownModel> known_models() {
  std::vector<KnownModel> models;
  for (const Entry& model : kModels) models.push_back({model.name, model.meaning, model.list()});
  return models;
}

}  // namespace honestrank
