#include "models/new_folder.h"

#include <unistd.h>

#include <string>
#include <system_error>

#include "honestrank/base/error.h"

namespace honestrank {

namespace fs = std::filesystem;

NewFolder::NewFolder(const fs::path& folder) {
  std::string name = folder.string();
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  folder_ = name;
  if (fs::symlink_status(folder_).type() != fs::file_type::not_found) {
    throw InputError(name + ": expected a name for a new folder; got one that exists");
  }
  const std::string partial = name + ".partial-" + std::to_string(::getpid()) + "-";
  for (unsigned attempt = 0; temporary_.empty(); ++attempt) {
    const fs::path candidate = partial + std::to_string(attempt);
    if (fs::create_directory(candidate)) temporary_ = candidate;
  }
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

void NewFolder::put_in_place() {
  fs::rename(temporary_, folder_);
  temporary_.clear();
}

}  // namespace honestrank
