#include "single_threaded_torch.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>

namespace honestrank::neural {
namespace {

std::mutex one_at_a_time;

// OpenBLAS has threads of its own, which libtorch does not know of. Another BLAS has no such
// functions.
int blas_threads() {
  const auto get = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
  return get == nullptr ? 1 : get();
}

void set_blas_threads(int threads) {
  const auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set != nullptr) set(threads);
}

}  // namespace

SingleThreadedTorch::SingleThreadedTorch()
    : alone_(one_at_a_time), torch_threads_(at::get_num_threads()), blas_threads_(blas_threads()) {
  at::set_num_threads(1);
  set_blas_threads(1);
}

SingleThreadedTorch::~SingleThreadedTorch() {
  at::set_num_threads(torch_threads_);
  set_blas_threads(blas_threads_);
}

}  // namespace honestrank::neural
