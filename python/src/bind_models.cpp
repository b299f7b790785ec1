#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <variant>

#include "arrays.h"
#include "bound_types.h"
#include "callbacks.h"
#include "honestrank/models/train_model.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

Scores factor_scores(nb::handle users, nb::handle items, nb::handle item_bias, nb::handle user_bias,
                     bool by_cosine, bool allow_float64) {
  Factors factors{to_float_matrix(users, "user_factors", allow_float64),
                  to_float_matrix(items, "item_factors", allow_float64),
                  to_floats(item_bias, "item_bias", allow_float64),
                  to_floats(user_bias, "user_bias", allow_float64)};
  validate(ScoreSource(factors));
  if (by_cosine) factors = cosine(factors);
  return {std::move(factors)};
}

/// Where each id of `ids` stands in `known`; kNobody where it does not.
std::vector<std::uint32_t> numbers_in(const IdMap& known, const IdMap& ids) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    numbers.push_back(known.find(ids[i]).value_or(kNobody));
  }
  return numbers;
}

/// The scores of a model for other ids than its own.
Scores scores_for(const SavedModel& saved, const IdMap& users, const IdMap& items) {
  if (saved.users == users && saved.items == items) return {saved.model.scores};
  return {renumbered(saved.model.scores, numbers_in(saved.users, users),
                     numbers_in(saved.items, items))};
}

nb::object matrix_over(const FloatMatrix& matrix, nb::handle owner) {
  return nb::ndarray<nb::numpy, const float, nb::ndim<2>>(matrix.values.data(),
                                                          {matrix.rows, matrix.columns}, owner)
      .cast();
}

/// The arrays of a factor model, or None: users, items, and the items' biases or None.
nb::object factors_of(nb::handle_t<SavedModel> self) {
  const auto& saved = nb::cast<const SavedModel&>(self);
  const auto* const factors = std::get_if<Factors>(&saved.model.scores);
  if (factors == nullptr) return nb::none();
  const nb::object bias =
      factors->item_bias.empty() ? nb::none() : array_over<float>(factors->item_bias, self);
  return nb::make_tuple(matrix_over(factors->users, self), matrix_over(factors->items, self), bias);
}

nb::list model_list() {
  nb::list models;
  for (const KnownModel& model : known_models()) {
    nb::dict options;
    for (const ModelOption& option : model.options) {
      options[option.key.c_str()] = nb::make_tuple(option.default_value, option.meaning);
    }
    models.append(nb::make_tuple(model.name, model.meaning, options));
  }
  return models;
}

}  // namespace

void bind_models(nb::module_& module) {
  nb::class_<Scores>(module, "Scores", "Anything that scores items for users.")
      .def_prop_ro("users", [](const Scores& scores) { return user_count(scores.source); })
      .def_prop_ro("items", [](const Scores& scores) { return item_count(scores.source); })
      .def(
          "score_users",
          [](const Scores& scores, const std::vector<std::uint32_t>& users) {
            std::vector<double> values(users.size() * item_count(scores.source));
            {
              const nb::gil_scoped_release released;
              validate(scores.source);
              score_users(scores.source, users, values);
            }
            return array_of(std::move(values));
          },
          "users"_a, "The scores of all items for users, one user after the other.");
  module.def("factor_scores", &factor_scores, "users"_a, "items"_a, nb::kw_only(),
             "item_bias"_a.none() = nb::none(), "user_bias"_a.none() = nb::none(),
             "cosine"_a = false, "allow_float64"_a = FloatPolicy{}.allow_float64);
  module.def(
      "matrix_scores",
      [](nb::handle matrix, bool allow_float64) {
        return Scores{ScoreMatrix{to_float_matrix(matrix, "scores", allow_float64)}};
      },
      "matrix"_a, nb::kw_only(), "allow_float64"_a = FloatPolicy{}.allow_float64);
  module.def(
      "item_scores",
      [](std::size_t users, std::vector<double> scores) {
        return Scores{ItemScores{users, std::move(scores)}};
      },
      "users"_a, "scores"_a);
  module.def(
      "callback_scores",
      [](nb::object score, nb::object score_pairs, std::size_t users, std::size_t items,
         std::size_t batch, bool allow_float64) {
        return Scores{callback_of(std::move(score), std::move(score_pairs), users, items, batch,
                                  allow_float64)};
      },
      "score"_a.none(), "score_pairs"_a.none(), "users"_a, "items"_a, nb::kw_only(),
      "batch"_a = ScoreCallback{}.batch, "allow_float64"_a = FloatPolicy{}.allow_float64);

  nb::class_<SavedModel>(module, "Model", "A trained model with the ids of its users and items.")
      .def_prop_ro(
          "spec", [](const SavedModel& saved) { return to_string(saved.model.spec); },
          "What it was made by, every option included.")
      .def_ro("users", &SavedModel::users, "The ids of users, by row.")
      .def_ro("items", &SavedModel::items, "The ids of items, by row.")
      .def_prop_ro("factors", &factors_of,
                   "user_factors, item_factors and item_bias (or None), without a copy; None for "
                   "models that have no factors.")
      .def(
          "scores", [](const SavedModel& saved) { return Scores{saved.model.scores}; },
          "Its scores, by its own users and items.")
      .def(
          "scores_for",
          [](const SavedModel& saved, const Interactions& data) {
            const nb::gil_scoped_release released;
            return scores_for(saved, data.users, data.items);
          },
          "interactions"_a, "Its scores for the users and items of interactions.")
      .def(
          "save",
          [](const SavedModel& saved, const std::filesystem::path& folder) {
            const nb::gil_scoped_release released;
            save_model(folder, saved);
          },
          "folder"_a, "Writes the model into a new folder, which `load` and the command line read.")
      .def("__repr__",
           [](const SavedModel& saved) { return "Model(" + to_string(saved.model.spec) + ")"; });
  module.def(
      "train_model",
      [](const std::string& spec, const Interactions& train, const AttributeTable* users,
         const AttributeTable* items, unsigned threads, nb::object progress) {
        TrainingOptions options;
        options.threads = threads;
        options.progress = training_progress_of(std::move(progress));
        options.users = users;
        options.items = items;
        const nb::gil_scoped_release released;
        return SavedModel{train_model(parse_model_spec(spec), train, options), train.users,
                          train.items};
      },
      "spec"_a, "train"_a, nb::kw_only(), "user_attributes"_a.none() = nb::none(),
      "item_attributes"_a.none() = nb::none(), "threads"_a = TrainingOptions{}.threads,
      "progress"_a.none() = nb::none());
  module.def(
      "load_model",
      [](const std::filesystem::path& folder) {
        const nb::gil_scoped_release released;
        return load_model(folder);
      },
      "folder"_a);
  module.def("known_models", &model_list, "name, meaning and options {key: (default, meaning)}.");
}

}  // namespace honestrank::python
