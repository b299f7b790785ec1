#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

namespace honestrank::testing_support {

/// Runs each case once per instruction set that was compiled in and that this CPU has.
class EveryTarget : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { select(GetParam()); }
  void TearDown() override { select(0); }

 private:
  static void select(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace honestrank::testing_support
