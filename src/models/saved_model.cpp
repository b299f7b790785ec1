#include "honestrank/models/saved_model.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/id_list.h"
#include "honestrank/data/numpy_array.h"
#include "models/model_description.h"
#include "models/new_folder.h"

namespace honestrank {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRandom = "random";  // a kind of scores and the model that has it

void write_matrix(const fs::path& path, const FloatMatrix& matrix) {
  write_npy(path, matrix.values, {matrix.rows, matrix.columns});
}

template <typename Value>
void write_vector(const fs::path& path, const std::vector<Value>& values) {
  write_npy(path, std::span<const Value>(values), {values.size()});
}

/// "layer_2_weights.npy": the first hidden layer is that of the inputs.
std::string layer_file(const char* what, std::size_t layer) {
  return "layer_" + std::to_string(layer + 2) + "_" + what + ".npy";
}

/// Writes the arrays of a source and gives its kind.
struct Writer {
  const NewFolder& folder;

  const char* operator()(const Factors& source) const {
    write_matrix(folder.file("user_factors.npy"), source.users);
    write_matrix(folder.file("item_factors.npy"), source.items);
    if (!source.item_bias.empty()) write_vector(folder.file("item_bias.npy"), source.item_bias);
    if (!source.user_bias.empty()) write_vector(folder.file("user_bias.npy"), source.user_bias);
    return "factors";
  }
  const char* operator()(const ScoreMatrix& source) const {
    write_matrix(folder.file("scores.npy"), source.scores);
    return "score_matrix";
  }
  const char* operator()(const ItemScores& source) const {
    write_vector(folder.file("item_scores.npy"), source.score);
    return "item_scores";
  }
  const char* operator()(const SparseSimilarity& source) const {
    write_csr_npz(folder.file("history.npz"), source.history);
    write_csr_npz(folder.file("similarity.npz"), source.similarity);
    return "sparse_similarity";
  }
  const char* operator()(const DenseSimilarity& source) const {
    write_csr_npz(folder.file("history.npz"), source.history);
    write_matrix(folder.file("weights.npy"), source.weights);
    return "dense_similarity";
  }
  const char* operator()(const PairNetwork& source) const {
    write_matrix(folder.file("user_factors.npy"), source.user_factors);
    write_matrix(folder.file("item_factors.npy"), source.item_factors);
    write_matrix(folder.file("user_inputs.npy"), source.user_inputs);
    write_matrix(folder.file("item_inputs.npy"), source.item_inputs);
    for (std::size_t i = 0; i < source.layers.size(); ++i) {
      write_matrix(folder.file(layer_file("weights", i)), source.layers[i].weights);
      write_vector(folder.file(layer_file("bias", i)), source.layers[i].bias);
    }
    write_vector(folder.file("output.npy"), source.output);
    return "pair_network";
  }
  const char* operator()(const ScoreCallback&) const { return kRandom; }
};

std::vector<float> read_floats(const ModelDescription& folder, const char* name) {
  if (!folder.has(name)) return {};
  const FloatMatrix matrix = read_vector(folder.checked(name));
  return {matrix.values.begin(), matrix.values.end()};
}

PairNetwork read_network(const ModelDescription& folder) {
  PairNetwork network;
  network.user_factors = read_matrix(folder.checked("user_factors.npy"));
  network.item_factors = read_matrix(folder.checked("item_factors.npy"));
  network.user_inputs = read_matrix(folder.checked("user_inputs.npy"));
  network.item_inputs = read_matrix(folder.checked("item_inputs.npy"));
  for (std::size_t i = 0; folder.has(layer_file("weights", i)); ++i) {
    network.layers.push_back({read_matrix(folder.checked(layer_file("weights", i))),
                              read_floats(folder, layer_file("bias", i).c_str())});
  }
  network.output = read_floats(folder, "output.npy");
  return network;
}

ScoreSource read_source(const ModelDescription& folder, const SavedModel& saved) {
  const std::string kind = folder.text("kind");
  if (kind == "factors") {
    return Factors{read_matrix(folder.checked("user_factors.npy")),
                   read_matrix(folder.checked("item_factors.npy")),
                   read_floats(folder, "item_bias.npy"), read_floats(folder, "user_bias.npy")};
  }
  if (kind == "score_matrix") return ScoreMatrix{read_matrix(folder.checked("scores.npy"))};
  if (kind == "item_scores") {
    const NumpyArray array = read_array(folder.checked("item_scores.npy"));
    if (array.type() != ElementType::float64) array.reject("expected float64; got another type");
    const auto values = array.as_span<double>();
    return ItemScores{saved.users.size(), {values.begin(), values.end()}};
  }
  if (kind == "sparse_similarity") {
    return SparseSimilarity{read_csr_npz(folder.checked("history.npz")),
                            read_csr_npz(folder.checked("similarity.npz"))};
  }
  if (kind == "dense_similarity") {
    return DenseSimilarity{read_csr_npz(folder.checked("history.npz")),
                           read_matrix(folder.checked("weights.npy"))};
  }
  if (kind == "pair_network") return read_network(folder);
  if (kind == kRandom) {
    if (saved.model.spec.name != kRandom) {
      folder.fail("scores of the kind random for random alone",
                  "them for " + saved.model.spec.name);
    }
    Interactions nobody;
    nobody.users = saved.users;
    nobody.items = saved.items;
    return train_model(saved.model.spec, nobody).scores;
  }
  folder.fail("a kind of scores that is known", "'" + kind + "'");
}

}  // namespace

void save_model(const fs::path& path, const SavedModel& saved) {
  validate(saved.model.scores);
  if (std::holds_alternative<ScoreCallback>(saved.model.scores) &&
      saved.model.spec.name != kRandom) {
    throw InputError("save_model: expected scores in arrays; got those of a callback");
  }
  NewFolder folder(path);
  const char* const kind = std::visit(Writer{folder}, saved.model.scores);
  write_ids(folder.file("users.txt"), saved.users);
  write_ids(folder.file("items.txt"), saved.items);
  ModelDescription(folder.files(), to_string(saved.model.spec), kind).write();
  folder.put_in_place();
}

SavedModel load_model(const fs::path& path) {
  const ModelDescription folder = ModelDescription::read(path);
  SavedModel saved;
  saved.model.spec = parse_model_spec(folder.text("model"));
  validate(saved.model.spec);
  saved.users = read_ids(folder.checked("users.txt"));
  saved.items = read_ids(folder.checked("items.txt"));
  saved.model.scores = read_source(folder, saved);
  validate(saved.model.scores);
  if (user_count(saved.model.scores) != saved.users.size() ||
      item_count(saved.model.scores) != saved.items.size()) {
    folder.fail(
        fmt::format("scores of {} users for {} items", saved.users.size(), saved.items.size()),
        fmt::format("{} and {}", user_count(saved.model.scores), item_count(saved.model.scores)));
  }
  return saved;
}

bool is_saved_model(const fs::path& folder) { return ModelDescription::is_in(folder); }

}  // namespace honestrank
