#include "honestrank/models/saved_model.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/version.h"
#include "honestrank/data/checksum.h"
#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/id_list.h"
#include "honestrank/data/numpy_array.h"
#include "honestrank/data/output_file.h"
#include "honestrank/models/baselines.h"

namespace honestrank {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "honestrank model";
constexpr int kVersion = 1;
constexpr const char* kDescription = "model.json";

/// A folder under a temporary name; removed with what is in it unless it is put in place.
class NewFolder {
 public:
  explicit NewFolder(fs::path folder) : folder_(std::move(folder)) {
    std::string name = folder_.string();
    while (name.size() > 1 && name.back() == '/') name.pop_back();
    folder_ = name;
    if (fs::symlink_status(folder_).type() != fs::file_type::not_found) {
      throw InputError(name + ": expected a name for a new folder; got one that exists");
    }
    name += ".partial-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), folder_.string());
    }
    temporary_ = name;
  }
  ~NewFolder() {
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  fs::path file(const char* name) const { return temporary_ / name; }

  void put_in_place() {
    // mkdtemp lets nobody else in; the folder gets the rights of any other.
    const mode_t mask = umask(0);
    umask(mask);
    fs::permissions(temporary_, static_cast<fs::perms>(0777 & ~mask));
    fs::rename(temporary_, folder_);
    temporary_.clear();
  }

 private:
  fs::path folder_;
  fs::path temporary_;
};

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
      write_matrix(folder.file(layer_file("weights", i).c_str()), source.layers[i].weights);
      write_vector(folder.file(layer_file("bias", i).c_str()), source.layers[i].bias);
    }
    write_vector(folder.file("output.npy"), source.output);
    return "pair_network";
  }
  const char* operator()(const ScoreCallback&) const { return "random"; }
};

/// A saved model being read.
class Reader {
 public:
  explicit Reader(fs::path folder) : folder_(std::move(folder)) {
    const std::string path = (folder_ / kDescription).string();
    if (!fs::exists(path)) fail("a saved model, with a file model.json", "none");
    json_ = Json::parse(text_of(path), nullptr, /*allow_exceptions=*/false);
    if (!json_.is_object() || text("format") != kFormat) {
      throw InputError(path + ": expected the description of a saved model; got something else");
    }
    if (!json_["version"].is_number_integer() || json_["version"] != kVersion) {
      throw InputError(path + ": expected version " + std::to_string(kVersion) +
                       "; got another one, which this program does not know");
    }
  }

  std::string text(const char* key) const {
    const auto found = json_.find(key);
    return found != json_.end() && found->is_string() ? found->get<std::string>() : "";
  }

  bool has(const std::string& name) const {
    return json_.contains("files") && json_["files"].is_object() && json_["files"].contains(name);
  }

  /// The path of a file whose bytes are those that were written.
  fs::path checked(const std::string& name) const {
    if (!has(name)) fail("a file " + name + " in model.json", "none");
    const fs::path path = folder_ / name;
    if (!fs::is_regular_file(path)) fail("a file " + name, "none");
    const Json& expected = json_["files"][name];
    if (!expected.is_string() || sha256_of_file(path) != expected.get<std::string>()) {
      throw InputError(path.string() +
                       ": expected the bytes that model.json has the SHA-256 of; got others: the "
                       "file was changed or is incomplete");
    }
    return path;
  }

  /// Throws InputError if the folder has an array that model.json does not list: without it the
  /// scores would be others.
  void require_all_listed() const {
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      const std::string kind = entry.path().extension().string();
      if ((kind != ".npy" && kind != ".npz") || has(name)) continue;
      fail("all arrays to be listed in model.json", name + ", which is not");
    }
  }

  [[noreturn]] void fail(const std::string& expected, const std::string& got) const {
    throw InputError(folder_.string() + ": expected " + expected + "; got " + got);
  }

 private:
  static std::string text_of(const std::string& path) {
    constexpr std::uintmax_t kMost = 1U << 20;
    if (!fs::is_regular_file(path) || fs::file_size(path) > kMost) {
      throw InputError(path + ": expected the description of a saved model; got something else");
    }
    std::string text(fs::file_size(path), '\0');
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) throw std::system_error(errno, std::generic_category(), path);
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
  }

  fs::path folder_;
  Json json_;
};

std::vector<float> read_floats(const Reader& reader, const char* name) {
  if (!reader.has(name)) return {};
  const FloatMatrix matrix = read_vector(reader.checked(name));
  return {matrix.values.begin(), matrix.values.end()};
}

PairNetwork read_network(const Reader& reader) {
  PairNetwork network;
  network.user_factors = read_matrix(reader.checked("user_factors.npy"));
  network.item_factors = read_matrix(reader.checked("item_factors.npy"));
  network.user_inputs = read_matrix(reader.checked("user_inputs.npy"));
  network.item_inputs = read_matrix(reader.checked("item_inputs.npy"));
  for (std::size_t i = 0; reader.has(layer_file("weights", i)); ++i) {
    network.layers.push_back({read_matrix(reader.checked(layer_file("weights", i))),
                              read_floats(reader, layer_file("bias", i).c_str())});
  }
  network.output = read_floats(reader, "output.npy");
  return network;
}

ScoreSource read_source(const Reader& reader, const SavedModel& saved) {
  const std::string kind = reader.text("kind");
  if (kind == "factors") {
    return Factors{read_matrix(reader.checked("user_factors.npy")),
                   read_matrix(reader.checked("item_factors.npy")),
                   read_floats(reader, "item_bias.npy"), read_floats(reader, "user_bias.npy")};
  }
  if (kind == "score_matrix") return ScoreMatrix{read_matrix(reader.checked("scores.npy"))};
  if (kind == "item_scores") {
    const NumpyArray array = read_array(reader.checked("item_scores.npy"));
    if (array.type() != ElementType::float64) array.reject("expected float64; got another type");
    const auto values = array.as_span<double>();
    return ItemScores{saved.users.size(), {values.begin(), values.end()}};
  }
  if (kind == "sparse_similarity") {
    return SparseSimilarity{read_csr_npz(reader.checked("history.npz")),
                            read_csr_npz(reader.checked("similarity.npz"))};
  }
  if (kind == "dense_similarity") {
    return DenseSimilarity{read_csr_npz(reader.checked("history.npz")),
                           read_matrix(reader.checked("weights.npy"))};
  }
  if (kind == "pair_network") return read_network(reader);
  if (kind == "random") {
    Interactions nobody;
    nobody.users = saved.users;
    nobody.items = saved.items;
    return train_model(saved.model.spec, nobody).scores;
  }
  reader.fail("a kind of scores that is known", "'" + kind + "'");
}

}  // namespace

void save_model(const fs::path& folder, const SavedModel& saved) {
  validate(saved.model.scores);
  if (std::holds_alternative<ScoreCallback>(saved.model.scores) &&
      saved.model.spec.name != "random") {
    throw InputError("save_model: expected scores in arrays; got those of a callback");
  }
  NewFolder target(folder);
  const char* const kind = std::visit(Writer{target}, saved.model.scores);
  write_ids(target.file("users.txt"), saved.users);
  write_ids(target.file("items.txt"), saved.items);
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["honestrank"] = std::string(version());
  json["model"] = to_string(saved.model.spec);
  json["kind"] = kind;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(target.file(""))) {
    names.insert(entry.path().filename().string());
  }
  for (const std::string& name : names) {
    json["files"][name] = sha256_of_file(target.file(name.c_str()));
  }
  write_file(target.file(kDescription), json.dump(2) + "\n");
  target.put_in_place();
}

SavedModel load_model(const fs::path& folder) {
  const Reader reader(folder);
  reader.require_all_listed();
  SavedModel saved;
  saved.model.spec = parse_model_spec(reader.text("model"));
  validate(saved.model.spec);
  saved.users = read_ids(reader.checked("users.txt"));
  saved.items = read_ids(reader.checked("items.txt"));
  saved.model.scores = read_source(reader, saved);
  validate(saved.model.scores);
  if (user_count(saved.model.scores) != saved.users.size() ||
      item_count(saved.model.scores) != saved.items.size()) {
    reader.fail("scores of " + std::to_string(saved.users.size()) + " users for " +
                    std::to_string(saved.items.size()) + " items",
                std::to_string(user_count(saved.model.scores)) + " and " +
                    std::to_string(item_count(saved.model.scores)));
  }
  return saved;
}

bool is_saved_model(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / kDescription, ignored);
}

}  // namespace honestrank
