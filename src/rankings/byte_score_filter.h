#pragma once

#include <memory>

#include "rankings/item_panels.h"
#include "rankings/rotation.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// Filters by scores of vectors rounded to bytes.
///
/// Let u and v be a user's and an item's vector, rotated; h and t their first columns and the rest;
/// a q and b p the rounded first columns (a, b scales, q, p integers up to 127). Then
///   u.v = ab q.p + a q.(hv - b p) + (hu - a q).hv + tu.tv
/// and by Cauchy and Schwarz the last three terms are at most
///   a |q| |hv - b p| + |hu - a q| |hv| + |tu| |tv|.
/// All lengths are computed from the vectors really rounded, and made a little larger. Divided by
/// ab this is a band around threshold / ab for the integer q.p: kernels::integer_band. The rounding
/// of the float64 sum that defines the score, and of the rotation, are small parts of |u| |v| and
/// are added to the band.
///
/// Pairs inside the band are looked at again in 16 bits.
std::unique_ptr<ScoreFilter> byte_score_filter(const FactorColumns& factors,
                                               const ItemPanels& panels, const Rotation& rotation);

}  // namespace honestrank
