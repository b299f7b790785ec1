#pragma once

#include <span>
#include <string>
#include <vector>

namespace honestrank::cli {

/// A file given as FILE or NAME=FILE.
struct NamedFile {
  std::string name;  ///< empty: not given
  std::string path;

  /// The name, else the file's: results/bm25.tsv.gz is bm25.
  std::string name_or_stem() const;
};

/// Throws UsageError where the file is missing.
NamedFile parse_named_file(const std::string& argument);

/// Throws UsageError if two names are the same.
void require_different(std::span<const std::string> names);

/// Throws UsageError if two models have one name.
template <typename Model>
void require_different_names(const std::vector<Model>& models) {
  std::vector<std::string> names;
  for (const Model& model : models) names.push_back(model.name);
  require_different(names);
}

}  // namespace honestrank::cli
