#pragma once

#include <mutex>

namespace honestrank::neural {

/// While it lives, libtorch and the matrix products below it use one thread per caller: what is
/// split among threads is split by us, into parts that do not depend on their number. The setting
/// is the process's, so that a second one waits for the first.
class SingleThreadedTorch {
 public:
  SingleThreadedTorch();
  ~SingleThreadedTorch();
  SingleThreadedTorch(const SingleThreadedTorch&) = delete;
  SingleThreadedTorch& operator=(const SingleThreadedTorch&) = delete;

 private:
  std::unique_lock<std::mutex> alone_;
  int torch_threads_;
  int blas_threads_;
};

}  // namespace honestrank::neural
