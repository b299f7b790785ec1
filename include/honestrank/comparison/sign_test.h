#pragma once

#include <cstdint>

namespace honestrank {

/// Two-sided p-value of the sign test: of as uneven a share of wins, if either model were as likely
/// to win; users with equal values do not count. Exact (binomial). 1 where nobody differs.
double sign_test(std::uint64_t wins, std::uint64_t losses);

}  // namespace honestrank
