#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "layout_options.h"
#include "trained_models.h"

namespace honestrank::cli {

/// The files of one model: factors with an optional bias, or scores.
struct ModelFiles {
  std::string name;
  std::string user_factors;  ///< empty: `scores` is given
  std::string item_factors;
  std::string item_bias;  ///< empty: none
  std::string scores;     ///< empty: the factors are given

  /// Those of the files that there are.
  std::vector<std::string> arrays() const;
};

/// The options of verbs that judge models, given as arrays or trained, by held-out interactions.
struct ScoreOptions {
  std::string train;
  std::string test;
  LayoutOptions layout;                   ///< of train and test
  std::vector<std::string> user_factors;  ///< as given: [NAME=]FILE
  std::vector<std::string> item_factors;
  std::vector<std::string> item_bias;
  std::vector<std::string> scores;   ///< as given: [NAME=]FILE
  std::vector<std::string> trained;  ///< as given: [NAME=]SPEC
  std::string user_ids;
  std::string item_ids;
  std::string catalogue;
  std::string ratings;          ///< in place of train and test: split at random
  double held_out = 0.2;        ///< share of `ratings`
  std::uint64_t seed = 42;      ///< of the split
  bool rated = false;           ///< ratings say what held-out items are worth
  std::string user_attributes;  ///< of models that know attributes
  std::string item_attributes;
  bool cosine = false;
  bool allow_float64 = false;

  /// Adds the options that name files.
  void add_files_to(CLI::App& command);
  /// Adds all options.
  void add_to(CLI::App& command);
  /// Adds a file of ratings that is split, for verbs that judge by ratings.
  void add_ratings_to(CLI::App& command);

  bool has_arrays() const;
  /// The models to be trained. Throws UsageError for a specification that makes no sense.
  std::vector<NamedSpec> specs() const;
  /// Whether any of the options was given.
  bool any() const;

  /// Throws UsageError, starting with `verb`, for a layout that contradicts itself or that no
  /// file is read with.
  void require_usable_layout(const std::string& verb) const;

  /// Throws UsageError, starting with `verb`, unless there are models and held-out interactions.
  void require_complete(const std::string& verb) const;

  /// The models of arrays, those of factors first. Throws UsageError if the options do not pair up
  /// or two models, trained ones included, have one name.
  std::vector<ModelFiles> models() const;

  /// Every file that is read, once.
  std::vector<std::string> paths() const;
};

}  // namespace honestrank::cli
