#pragma once

#include <string_view>

namespace honestrank {

/// The version of the library, as in `0.1.0`; every result file carries it.
std::string_view version() noexcept;

}  // namespace honestrank
