// Included once per instruction set, after hwy/highway.h.
#if defined(HONESTRANK_KERNELS_LANE_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HONESTRANK_KERNELS_LANE_SUMS_INL_H
#undef HONESTRANK_KERNELS_LANE_SUMS_INL_H
#else
#define HONESTRANK_KERNELS_LANE_SUMS_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
/// Adds groups of four lanes up, and stores the four sums.
template <class D, class V, typename Number>
HWY_INLINE void store_sum_of_groups(D d, V groups, Number* totals) {
  namespace hn = hwy::HWY_NAMESPACE;
  if constexpr (hn::MaxLanes(D()) > 4) {
    const hn::Half<D> half;
    store_sum_of_groups(half, hn::Add(hn::LowerHalf(half, groups), hn::UpperHalf(half, groups)),
                        totals);
  } else {
    hn::StoreU(groups, d, totals);
  }
}
#endif

/// The sums of the lanes, of 32 bits, of four vectors: turned so that each group of four lanes has
/// a part of every sum, then the groups are added.
template <class D, class V, typename Number>
HWY_INLINE void sum_lanes([[maybe_unused]] D d, V a, V b, V c, V e, Number* totals) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_TARGET == HWY_SCALAR
  totals[0] = hn::GetLane(a);
  totals[1] = hn::GetLane(b);
  totals[2] = hn::GetLane(c);
  totals[3] = hn::GetLane(e);
#else
  const hn::RepartitionToWide<D> pairs;
  const auto ab = hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
  const auto ce = hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e));
  const auto first = hn::InterleaveLower(pairs, hn::BitCast(pairs, ab), hn::BitCast(pairs, ce));
  const auto second = hn::InterleaveUpper(pairs, hn::BitCast(pairs, ab), hn::BitCast(pairs, ce));
  store_sum_of_groups(d, hn::Add(hn::BitCast(d, first), hn::BitCast(d, second)), totals);
#endif
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
