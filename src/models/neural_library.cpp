#include "models/neural_library.h"

#include <dlfcn.h>

#include <string>

#include "honestrank/base/error.h"
#include "honestrank/base/version.h"

namespace honestrank {
namespace {

constexpr const char* kLibraryFile = "libhonestrank_neural.so";

[[noreturn]] void unavailable(const std::string& why) {
  throw BackendUnavailable(
      "neural models need " + std::string(kLibraryFile) +
      ", which is built where libtorch is installed (Debian: libtorch-dev) and looked for in the "
      "folder lib beside the program's and in LD_LIBRARY_PATH: " +
      why);
}

void* symbol(void* library, const char* name) {
  void* const found = dlsym(library, name);
  if (found == nullptr) unavailable(std::string("it has no function ") + name);
  return found;
}

void* open_library() {
  // Never closed: libtorch keeps threads and state of its own.
  void* const library = dlopen(kLibraryFile, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) unavailable(dlerror());
  const auto version_of =
      reinterpret_cast<const char* (*)()>(symbol(library, kNeuralVersion));  // NOLINT
  if (version_of() != neural_version()) {
    unavailable("expected version " + neural_version() + "; got " + version_of());
  }
  return library;
}

}  // namespace

std::string neural_version() {
  std::string text(version());
  for (const std::size_t size :
       {sizeof(Interactions), sizeof(MultiVaeOptions), sizeof(NeuMfOptions),
        sizeof(TrainingOptions), sizeof(Factors), sizeof(PairNetwork)}) {
    text += "-" + std::to_string(size);
  }
  return text;
}

void* neural_function(const char* name) {
  static void* const library = open_library();
  return symbol(library, name);
}

}  // namespace honestrank
