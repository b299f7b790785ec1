#include "models/model_description.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <set>
#include <system_error>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/version.h"
#include "honestrank/data/checksum.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "model.json";
constexpr const char* kFormat = "honestrank model";
constexpr const char* kChecksum = "checksum";
constexpr int kVersion = 1;

[[noreturn]] void reject(const fs::path& path, const std::string& expected_and_got) {
  throw InputError(path.string() + ": expected " + expected_and_got);
}

std::string text_of(const fs::path& path) {
  constexpr std::uintmax_t kMost = 1U << 20;
  if (!fs::is_regular_file(path) || fs::file_size(path) > kMost) {
    reject(path, "the description of a saved model; got something else");
  }
  std::string text(fs::file_size(path), '\0');
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw std::system_error(errno, std::generic_category(), path.string());
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

/// Whether there is nothing in it that a description cannot have: what is nested a million deep
/// would exhaust the stack.
bool is_shallow(const ModelDescription::Json& json) {
  const auto is_plain = [](const auto& value) { return value.is_primitive(); };
  return json.is_object() && std::all_of(json.begin(), json.end(), [&](const auto& value) {
           return is_plain(value) || std::all_of(value.begin(), value.end(), is_plain);
         });
}

}  // namespace

std::string checksum_of(const ModelDescription::Json& description) {
  ModelDescription::Json rest = description;
  rest.erase(kChecksum);
  // Text that is no UTF-8 was not written by us; any checksum will do.
  return sha256_of_bytes(
      rest.dump(-1, ' ', false, ModelDescription::Json::error_handler_t::replace));
}

ModelDescription::ModelDescription(const fs::path& folder, const std::string& model,
                                   const std::string& kind)
    : folder_(folder) {
  json_["format"] = kFormat;
  json_["version"] = kVersion;
  json_["honestrank"] = std::string(version());
  json_["model"] = model;
  json_["kind"] = kind;
  std::set<std::string> names;  // in an order that does not depend on the file system
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  for (const std::string& name : names) json_["files"][name] = sha256_of_file(folder / name);
  json_[kChecksum] = checksum_of(json_);
}

ModelDescription ModelDescription::read(const fs::path& folder) {
  ModelDescription description(folder);
  const fs::path path = folder / kFile;
  if (!fs::exists(path)) description.fail("a saved model, with a file model.json", "none");
  Json& json = description.json_;
  json = Json::parse(text_of(path), nullptr, /*allow_exceptions=*/false);
  if (!is_shallow(json) || description.text("format") != kFormat) {
    reject(path, "the description of a saved model; got something else");
  }
  if (!json["version"].is_number_integer() || json["version"] != kVersion) {
    reject(path, "version " + std::to_string(kVersion) +
                     "; got another one, which this program does not know");
  }
  if (description.text(kChecksum) != checksum_of(json)) {
    reject(path, "a description whose SHA-256 is its checksum; got another: it was changed");
  }
  description.require_all_listed();
  return description;
}

bool ModelDescription::is_in(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / kFile, ignored);
}

void ModelDescription::write() const { write_file(folder_ / kFile, json_.dump(2) + "\n"); }

std::string ModelDescription::text(const char* key) const {
  const auto found = json_.find(key);
  return found != json_.end() && found->is_string() ? found->get<std::string>() : "";
}

bool ModelDescription::has(const std::string& file) const {
  return json_.contains("files") && json_["files"].is_object() && json_["files"].contains(file);
}

fs::path ModelDescription::checked(const std::string& file) const {
  if (!has(file)) fail("a file " + file + " in model.json", "none");
  fs::path path = folder_ / file;
  if (!fs::is_regular_file(path)) fail("a file " + file, "none");
  const Json& expected = json_["files"][file];
  if (!expected.is_string() || sha256_of_file(path) != expected.get<std::string>()) {
    reject(path,
           "the bytes that model.json has the SHA-256 of; got others: the file was changed or "
           "is incomplete");
  }
  return path;
}

void ModelDescription::require_all_listed() const {
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    const std::string kind = entry.path().extension().string();
    if ((kind != ".npy" && kind != ".npz") || has(name)) continue;
    fail("all arrays to be listed in model.json", name + ", which is not");
  }
}

void ModelDescription::fail(const std::string& expected, const std::string& got) const {
  throw InputError(folder_.string() + ": expected " + expected + "; got " + got);
}

}  // namespace honestrank
