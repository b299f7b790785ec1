#pragma once

#include <gtest/gtest.h>

#include "honestrank/rankings/user_ranks.h"

namespace honestrank::testing_support {

/// Every column of two rankings is the same.
inline void expect_same(const UserRanks& a, const UserRanks& b) {
  EXPECT_EQ(a.user, b.user);
  EXPECT_EQ(a.items, b.items);
  EXPECT_EQ(a.unranked, b.unranked);
  EXPECT_EQ(a.group_begin, b.group_begin);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.gain_begin, b.gain_begin);
  EXPECT_EQ(a.gains, b.gains);
}

}  // namespace honestrank::testing_support
