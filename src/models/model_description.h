#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace honestrank {

/// What model.json of a saved model says (docs/file_formats.md). It has the SHA-256 of every other
/// file of the folder and, as `checksum`, that of itself.
class ModelDescription {
 public:
  using Json = nlohmann::ordered_json;

  /// Describes the files that are in `folder`. Throws std::system_error.
  ModelDescription(const std::filesystem::path& folder, const std::string& model,
                   const std::string& kind);

  /// Reads the description of a folder. Throws InputError where it is missing, was changed or is
  /// of a later version, and where an array lies beside it that it does not list: without that one
  /// the scores would be others.
  static ModelDescription read(const std::filesystem::path& folder);

  static bool is_in(const std::filesystem::path& folder);

  void write() const;

  std::string text(const char* key) const;  ///< "" where there is none
  bool has(const std::string& file) const;

  /// The path of a file whose bytes are those that were written. Throws InputError for others.
  std::filesystem::path checked(const std::string& file) const;

  [[noreturn]] void fail(const std::string& expected, const std::string& got) const;

 private:
  explicit ModelDescription(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void require_all_listed() const;

  std::filesystem::path folder_;
  Json json_;
};

/// The SHA-256 of a description, its own checksum left out.
std::string checksum_of(const ModelDescription::Json& description);

}  // namespace honestrank
