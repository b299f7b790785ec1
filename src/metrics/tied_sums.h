#pragma once

#include <cstdint>

/// Sums over the ranks that tied items share: `count` positions below `above` other items, so
/// ranks above+1 .. above+count. They are what the expectation of a metric over random orders
/// consists of (McSherry & Najork, ECIR 2008).
///
/// Each is accurate to about 1e-14 (relative) for any arguments and costs the same for ten tied
/// items and for ten million, up to a logarithm. The `_reference` functions are the plain loops
/// that define them.
namespace honestrank::metrics {

/// Sum of 1 / (above + i) for i = 1 .. count.
double harmonic_sum(std::uint64_t above, std::uint64_t count);
double harmonic_sum_reference(std::uint64_t above, std::uint64_t count);

/// Sum of i / (above + i) for i = 1 .. count.
double ratio_sum(std::uint64_t above, std::uint64_t count);
double ratio_sum_reference(std::uint64_t above, std::uint64_t count);

/// 1 / log2(rank + 1), the discount of ndcg and dcg.
double discount(std::uint64_t rank);

/// Sum of discount(above + i) for i = 1 .. count.
double discount_sum(std::uint64_t above, std::uint64_t count);
double discount_sum_reference(std::uint64_t above, std::uint64_t count);

/// Probability that at least one of `relevant` items stands in the first `count` of `size` tied
/// positions. Needs 1 <= relevant <= size; the cost is linear in min(relevant, count).
double hit_probability(std::uint64_t size, std::uint64_t relevant, std::uint64_t count);
double hit_probability_reference(std::uint64_t size, std::uint64_t relevant, std::uint64_t count);

/// Expectation of 1 / rank of the first of `relevant` items among `size` tied ones, counting only
/// the first `count` positions. Needs 1 <= relevant <= size.
double reciprocal_rank_sum(std::uint64_t above, std::uint64_t size, std::uint64_t relevant,
                           std::uint64_t count);
double reciprocal_rank_sum_reference(std::uint64_t above, std::uint64_t size,
                                     std::uint64_t relevant, std::uint64_t count);

}  // namespace honestrank::metrics
