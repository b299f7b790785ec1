#pragma once

namespace honestrank::kernels {

/// What the kernels written for AVX-512 alone may use.
struct Avx512 {
  bool byte_products = false;  ///< VNNI
  bool byte_compress = false;  ///< VBMI2
};

/// What this machine has and the compiler knew; nothing where Highway has been told to do without
/// AVX-512, as tests and benchmarks tell it to compare instruction sets.
Avx512 avx512() noexcept;

}  // namespace honestrank::kernels
