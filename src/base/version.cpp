#include "honestrank/base/version.h"

namespace honestrank {

std::string_view version() noexcept { return HONESTRANK_VERSION; }

}  // namespace honestrank
