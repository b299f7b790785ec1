#include "honestrank/data/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "data/system_error.h"

namespace honestrank {

struct OutputFile::State {
  std::filesystem::path given;
  std::filesystem::path path;  ///< where the bytes end up: behind a link, what it names
  std::string temporary;       ///< empty once it is in place or where `path` is written directly
  int descriptor = -1;
  bool nameless = false;
  bool compress = false;
  z_stream gzip{};
  std::array<char, 1 << 16> compressed{};

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (compress) deflateEnd(&gzip);
    if (descriptor >= 0) ::close(descriptor);
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }

  /// Opens a file that has no name yet, so that nothing stays behind even if the process is
  /// killed; where the file system cannot do that, a file with a name of its own.
  void open_beside() {
    const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : ".";
    descriptor = ::open(directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    nameless = descriptor >= 0;
    if (nameless) return;
    std::string name = path.string() + ".partial-XXXXXX";
    descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0) throw_system_error(path);
    temporary = std::move(name);
    // mkostemp makes private files; give the file the permissions any new file would get.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);
  }

  /// Gives a nameless file a name of its own.
  void name_it() {
    const std::string source = "/proc/self/fd/" + std::to_string(descriptor);
    for (unsigned attempt = 0; attempt < 100; ++attempt) {
      std::string name =
          path.string() + ".partial-" + std::to_string(::getpid()) + '-' + std::to_string(attempt);
      if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        temporary = std::move(name);
        nameless = false;
        return;
      }
      if (errno != EEXIST) break;
    }
    throw_system_error(path);
  }

  void write_raw(const char* bytes, std::size_t count) const {
    while (count > 0) {
      const ssize_t written = ::write(descriptor, bytes, count);
      if (written < 0) {
        if (errno == EINTR) continue;
        throw_system_error(path);
      }
      bytes += written;
      count -= static_cast<std::size_t>(written);
    }
  }

  void write_gzip(std::string_view bytes, int flush) {
    // zlib counts in 32 bits.
    constexpr std::size_t kStep = std::size_t{1} << 30;
    do {
      const std::size_t step = std::min(bytes.size(), kStep);
      gzip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      gzip.avail_in = static_cast<uInt>(step);
      bytes.remove_prefix(step);
      do {
        gzip.next_out = reinterpret_cast<Bytef*>(compressed.data());
        gzip.avail_out = static_cast<uInt>(compressed.size());
        deflate(&gzip, bytes.empty() ? flush : Z_NO_FLUSH);
        write_raw(compressed.data(), compressed.size() - gzip.avail_out);
      } while (gzip.avail_out == 0);
    } while (!bytes.empty());
  }
};

OutputFile::OutputFile(std::filesystem::path path) : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.given = path;
  state.path = std::move(path);
  std::error_code ignored;
  const auto status = std::filesystem::status(state.path, ignored);
  if (std::filesystem::is_directory(status)) throw_system_error(state.path, EISDIR);
  if (state.path == "/dev/stdout" || state.path == "/dev/stderr") {
    // Even where these lead to a plain file: others write to it too, at the place they share.
    state.descriptor = ::dup(state.path == "/dev/stdout" ? STDOUT_FILENO : STDERR_FILENO);
    if (state.descriptor < 0) throw_system_error(state.path);
  } else if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    state.descriptor = ::open(state.path.c_str(), O_WRONLY | O_CLOEXEC);
    if (state.descriptor < 0) throw_system_error(state.path);
  } else {
    // Beside the file it will replace (through a link: beside what the link names), so that the
    // last step is a rename inside one file system.
    if (std::filesystem::is_symlink(state.path, ignored)) {
      const auto target = std::filesystem::weakly_canonical(state.path, ignored);
      if (!ignored) state.path = target;
    }
    state.open_beside();
  }
  if (state.path.extension() == ".gz") {
    // windowBits 15 + 16 asks zlib for a gzip header.
    if (deflateInit2(&state.gzip, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
    state.compress = true;
  }
}

OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;

const std::filesystem::path& OutputFile::path() const noexcept { return state_->given; }

void OutputFile::write(std::string_view bytes) {
  if (state_->compress) {
    if (!bytes.empty()) state_->write_gzip(bytes, Z_NO_FLUSH);
  } else {
    state_->write_raw(bytes.data(), bytes.size());
  }
}

void OutputFile::commit() {
  State& state = *state_;
  if (state.compress) state.write_gzip({}, Z_FINISH);
  if (state.nameless) state.name_it();
  // A file that is replaced keeps its permissions.
  struct stat old {};
  if (!state.temporary.empty() && ::stat(state.path.c_str(), &old) == 0) {
    ::fchmod(state.descriptor, old.st_mode & 07777);
  }
  if (::close(std::exchange(state.descriptor, -1)) != 0) throw_system_error(state.path);
  if (state.temporary.empty()) return;
  if (::rename(state.temporary.c_str(), state.path.c_str()) != 0) throw_system_error(state.path);
  state.temporary.clear();
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace honestrank
