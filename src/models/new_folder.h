#pragma once

#include <filesystem>
#include <string>

namespace honestrank {

/// A folder that appears whole or not at all: files are written into one under a temporary name,
/// which is removed with what is in it unless it is put in place.
class NewFolder {
 public:
  /// Throws InputError if there is something of that name, std::system_error where the machine
  /// refuses.
  explicit NewFolder(const std::filesystem::path& folder);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  std::filesystem::path file(const std::string& name) const { return temporary_ / name; }
  const std::filesystem::path& files() const { return temporary_; }

  void put_in_place();

 private:
  std::filesystem::path folder_;
  std::filesystem::path temporary_;
};

}  // namespace honestrank
