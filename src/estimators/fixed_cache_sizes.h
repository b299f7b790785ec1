#pragma once

#include <Eigen/Core>

namespace honestrank::estimators {

/// Eigen cuts products into blocks by the caches of the machine it runs on, and the last bits
/// follow the cut: fixed sizes give the same bits everywhere. To be called before the first
/// product.
inline void fix_cache_sizes() {
  static const bool done = [] {
    Eigen::setCpuCacheSizes(32 << 10, 512 << 10, 4 << 20);
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace honestrank::estimators
