#pragma once

namespace honestrank::kernels {

/// What the kernels written for AVX-512 alone may use.
struct Avx512 {
  bool byte_products = false;  ///< VNNI
  bool byte_compress = false;  ///< VBMI2
};

/// What this machine has, the compiler knew and nobody has forbidden.
Avx512 avx512() noexcept;

/// Makes avx512() answer no, or the truth again: tests and benchmarks compare instruction sets.
void forbid_avx512(bool forbidden) noexcept;

}  // namespace honestrank::kernels
