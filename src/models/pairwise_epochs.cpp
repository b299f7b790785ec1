#include "models/pairwise_epochs.h"

#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kOrderStream = 0x6270726f;

}  // namespace

PairwiseEpochs::PairwiseEpochs(const TripleDraws& draws, std::uint64_t seed, unsigned threads,
                               std::size_t most_triples)
    : draws_(draws),
      order_(seed, kOrderStream),
      threads_(threads),
      parts_((draws.pairs() + most_triples - 1) / most_triples),
      rounds_(TripleRounds::for_triples(draws.pairs() / parts_)),
      triples_(rounds_),
      loss_(rounds_.cells()) {}

double PairwiseEpochs::run(std::uint32_t epoch, const kernels::PairwiseModel& model) {
  double loss = 0;
  for (std::size_t part = 0; part < parts_; ++part) {
    // Every `parts_`-th pair, so that each part has all users.
    triples_.fill((draws_.pairs() - part + parts_ - 1) / parts_, threads_,
                  [&](std::size_t i) { return draws_.draw(epoch, i * parts_ + part); });
    for (std::size_t round = 0; round < rounds_.rounds(); ++round) {
      run_round(epoch, part, round, model);
    }
    for (const double own : loss_) loss += own;
  }
  return loss / static_cast<double>(draws_.pairs());
}

void PairwiseEpochs::run_round(std::uint32_t epoch, std::size_t part, std::size_t round,
                               const kernels::PairwiseModel& model) {
  const std::size_t width = rounds_.width();
  parallel_for(width, 1, threads_, [&](const Block& block) {
    const std::size_t cell = round * width + block.index;
    const auto triples = triples_[cell];
    shuffle(triples, order_, epoch, static_cast<std::uint32_t>(part * rounds_.cells() + cell));
    loss_[cell] = kernels::pairwise_steps(triples.data(), triples.size(), model);
  });
}

}  // namespace honestrank
