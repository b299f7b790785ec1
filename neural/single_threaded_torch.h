#pragma once

namespace honestrank::neural {

/// While it lives, libtorch and the matrix products below it use one thread per caller: what is
/// split among threads is split by us, into parts that do not depend on their number.
class SingleThreadedTorch {
 public:
  SingleThreadedTorch();
  ~SingleThreadedTorch();
  SingleThreadedTorch(const SingleThreadedTorch&) = delete;
  SingleThreadedTorch& operator=(const SingleThreadedTorch&) = delete;

 private:
  int torch_threads_;
  int blas_threads_;
};

}  // namespace honestrank::neural
