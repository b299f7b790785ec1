// Any bytes as a saved model: refused with an InputError, or scores that fit the ids and survive
// being saved and read again.
//
// Bytes that begin with { are the model.json of a folder with valid files, in which @name stands
// for the SHA-256 of the file of that name; it gets the right checksum unless it has a wrong one.
// Other bytes are a kind of scores and the files it is made of, each behind its length in two bytes
// (0: a valid one); model.json has their checksums, which random bytes hardly ever have, so that
// the readers behind them are reached.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/checksum.h"
#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/float_matrix.h"
#include "honestrank/models/saved_model.h"
#include "models/model_description.h"

namespace {

using namespace honestrank;
using fuzzing::expect;
namespace fs = std::filesystem;

void write_bytes(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A kind of scores, a model that has it and the files besides users.txt and items.txt.
struct Kind {
  const char* name;
  const char* model;
  std::vector<const char*> files;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"factors",
       "ials",
       {"user_factors.npy", "item_factors.npy", "item_bias.npy", "user_bias.npy"}},
      {"score_matrix", "popularity", {"scores.npy"}},
      {"item_scores", "popularity", {"item_scores.npy"}},
      {"sparse_similarity", "itemknn", {"history.npz", "similarity.npz"}},
      {"dense_similarity", "ease", {"history.npz", "weights.npy"}},
      {"random", "random(seed=1)", {}},
      {"pair_network",
       "neumf",
       {"user_factors.npy", "item_factors.npy", "user_inputs.npy", "item_inputs.npy",
        "layer_2_weights.npy", "layer_2_bias.npy", "output.npy"}},
  };
  return all;
}

IdMap ids(const char* kind, int count) {
  IdMap all;
  for (int i = 0; i < count; ++i) all.add(kind + std::to_string(i));
  return all;
}

FloatMatrix numbers(std::size_t rows, std::size_t columns) {
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 5) / 4;
  return make_matrix(rows, columns, values);
}

/// 2 users or 3 items by 3 items.
CsrMatrix sparse(std::size_t rows) {
  CsrMatrix matrix;
  matrix.rows = rows;
  matrix.columns = 3;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (const std::uint32_t column : {row % 2, 2U}) {
      matrix.column.push_back(column);
      matrix.value.push_back(0.5F);
    }
    matrix.row_begin.push_back(matrix.column.size());
  }
  return matrix;
}

/// The bytes of valid files, by name, as save_model writes them.
std::map<std::string, std::string> valid_files(const fs::path& scratch) {
  const ScoreSource sources[] = {Factors{numbers(2, 2), numbers(3, 2), {1, 2, 3}, {4, 5}},
                                 ScoreMatrix{numbers(2, 3)},
                                 ItemScores{2, {1, 2, 3}},
                                 SparseSimilarity{sparse(2), sparse(3)},
                                 DenseSimilarity{sparse(2), numbers(3, 3)},
                                 PairNetwork{numbers(2, 2),
                                             numbers(3, 2),
                                             numbers(2, 3),
                                             numbers(3, 3),
                                             {{numbers(2, 3), {0.5F, -1}}},
                                             {1, -2}}};
  std::map<std::string, std::string> files;
  for (const ScoreSource& source : sources) {
    save_model(scratch, {{{"popularity"}, source}, ids("u", 2), ids("i", 3)});
    for (const auto& entry : fs::directory_iterator(scratch)) {
      files[entry.path().filename().string()] = bytes_of(entry.path());
    }
    fs::remove_all(scratch);
  }
  files.erase("model.json");
  return files;
}

/// Folders to write models into.
class Folders {
 public:
  Folders() {
    fs::create_directory(directory_.path());
    valid_ = valid_files(saved_again());
    for (const auto& [name, bytes] : valid_) checksum_[name] = sha256_of_bytes(bytes);
  }

  fs::path saved_again() const { return directory_.path() / "again"; }

  /// The valid files that `text` speaks of, with it as their model.json.
  fs::path write_described(std::string text) const {
    const fs::path folder = empty_folder();
    for (const auto& [name, checksum] : checksum_) {
      for (std::size_t at; (at = text.find("@" + name)) != std::string::npos;) {
        text.replace(at, name.size() + 1, checksum);
        write_bytes(folder / name, valid_.at(name));
      }
    }
    write_bytes(folder / "model.json", with_checksum(text));
    return folder;
  }

  /// A valid model.json with files of `parts`.
  fs::path write_parts(std::span<const char> parts) const {
    const fs::path folder = empty_folder();
    const Kind& kind = kinds()[static_cast<unsigned char>(take(parts, 1)[0]) % kinds().size()];
    std::vector<std::string> names{"users.txt", "items.txt"};
    names.insert(names.end(), kind.files.begin(), kind.files.end());
    std::string files;
    for (const std::string& name : names) {
      const auto length = take(parts, 2);
      std::size_t size = 0;
      for (std::size_t i = 0; i < length.size(); ++i) {
        size |= static_cast<std::size_t>(static_cast<unsigned char>(length[i])) << (8 * i);
      }
      const auto bytes = take(parts, size);
      write_bytes(folder / name,
                  bytes.empty() ? valid_.at(name) : std::string(bytes.begin(), bytes.end()));
      files +=
          (files.empty() ? "\"" : ", \"") + name + "\": \"" + sha256_of_file(folder / name) + "\"";
    }
    write_bytes(folder / "model.json",
                with_checksum(R"({"format": "honestrank model", "version": 1, "model": ")" +
                              std::string(kind.model) + R"(", "kind": ")" + kind.name +
                              R"(", "files": {)" + files + "}}"));
    return folder;
  }

 private:
  fs::path empty_folder() const {
    const fs::path folder = directory_.path() / "model";
    fs::remove_all(folder);
    fs::create_directory(folder);
    return folder;
  }

  /// What is nested deeper than any description stays as it is.
  static std::string with_checksum(const std::string& text) {
    constexpr std::ptrdiff_t kDeep = 100;
    auto json = ModelDescription::Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || json.contains("checksum")) return text;
    if (std::count_if(text.begin(), text.end(), [](char c) { return c == '[' || c == '{'; }) >
        kDeep)
      return text;
    json["checksum"] = checksum_of(json);
    return json.dump(-1, ' ', false, ModelDescription::Json::error_handler_t::replace);
  }

  static std::span<const char> take(std::span<const char>& bytes, std::size_t count) {
    const auto taken = bytes.first(std::min(count, bytes.size()));
    bytes = bytes.subspan(taken.size());
    return taken;
  }

  fuzzing::ScratchFile directory_;
  std::map<std::string, std::string> valid_;
  std::map<std::string, std::string> checksum_;
};

/// The scores of the first users, as bits: NaN is one of them.
std::vector<std::uint64_t> some_scores(const SavedModel& saved) {
  std::vector<std::uint32_t> users;
  for (std::uint32_t user = 0; user < std::min<std::size_t>(saved.users.size(), 4); ++user) {
    users.push_back(user);
  }
  std::vector<double> scores(users.size() * saved.items.size());
  score_users(saved.model.scores, users, scores);
  std::vector<std::uint64_t> bits;
  for (const double score : scores) bits.push_back(std::bit_cast<std::uint64_t>(score));
  return bits;
}

bool are_printable(const IdMap& list) {
  for (std::uint32_t number = 0; number < list.size(); ++number) {
    if (!fuzzing::is_printable(list[number])) return false;
  }
  return true;
}

void check(const SavedModel& saved, const fs::path& again) {
  expect(user_count(saved.model.scores) == saved.users.size(), "scores for every user");
  expect(item_count(saved.model.scores) == saved.items.size(), "scores for every item");
  try {
    validate(saved.model.scores);
    validate(saved.model.spec);
  } catch (const InputError&) {
    expect(false, "a valid model");
  }
  const auto scores = some_scores(saved);
  // Which odd ids can be written is for fuzz_ids to say.
  if (!are_printable(saved.users) || !are_printable(saved.items)) return;
  fs::remove_all(again);
  save_model(again, saved);
  const SavedModel read = load_model(again);
  expect(read.users == saved.users && read.items == saved.items, "the same ids again");
  expect(to_string(read.model.spec) == to_string(saved.model.spec), "the same model again");
  expect(some_scores(read) == scores, "the same scores again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folders folders;
  const std::span<const char> bytes = fuzzing::text_of(data, size);
  if (bytes.empty()) return 0;
  const fs::path folder = bytes[0] == '{' ? folders.write_described({bytes.begin(), bytes.end()})
                                          : folders.write_parts(bytes);
  SavedModel saved;
  try {
    saved = load_model(folder);
  } catch (const InputError&) {
    return 0;
  }
  check(saved, folders.saved_again());
  return 0;
}
