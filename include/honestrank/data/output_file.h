#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace honestrank {

/// A file that appears whole or not at all.
///
/// Bytes go to a temporary file beside `path`; `commit` puts it in place in one step. Destroyed
/// without a commit (an exception, a cancelled run) it leaves nothing behind and an existing file
/// untouched. A path that ends in `.gz` is compressed. Special files (`/dev/stdout`, a pipe) are
/// written directly.
///
/// Throws std::system_error naming the path where the machine refuses.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;

  /// The path that was given.
  const std::filesystem::path& path() const noexcept;

  void write(std::string_view bytes);
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes `bytes` to `path` in one step: OutputFile, write, commit.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace honestrank
