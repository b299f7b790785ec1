#include "correction_arguments.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/data/probabilities.h"

namespace honestrank::cli {

void CorrectionArguments::add_to(CLI::App& command, const char* default_estimators, bool learnt) {
  estimators = default_estimators;
  command
      .add_option("--estimators", estimators,
                  learnt ? "as in naive,cls,bv(0.1),mn,mle,monotone_mle,mes,bv_mle"
                         : "as in naive,rank,rank_linear,least_squares,cls,bv(0.1)")
      ->capture_default_str()
      ->type_name("LIST")
      ->group("Corrections");
  command.add_option("--population", population, "items of a user: per_user (default) or mean")
      ->check(one_of({"per_user", "mean"}))
      ->type_name("NAME")
      ->group("Corrections");
  command.add_option("--likelihood", likelihood, "binomial or hypergeometric; default: as drawn")
      ->check(one_of({"binomial", "hypergeometric"}))
      ->type_name("NAME")
      ->group("Corrections");
  command.add_option("--prior", prior, "probability of each rank; needs population mean")
      ->type_name("FILE")
      ->group("Corrections");
}

CorrectionOptions CorrectionArguments::to_options() const {
  CorrectionOptions options;
  options.population = population == "mean" ? Population::mean : Population::per_user;
  if (!likelihood.empty()) {
    options.likelihood = likelihood == "binomial" ? Replacement::with : Replacement::without;
  }
  if (!prior.empty()) {
    if (options.population != Population::mean) {
      throw UsageError("--prior needs --population mean: one number of items for all users");
    }
    options.prior = read_probabilities(prior, "a rank");
  }
  return options;
}

std::vector<std::uint64_t> parse_sizes(const std::string& list) {
  std::vector<std::uint64_t> sizes;
  const char* at = list.data();
  const char* const end = at + list.size();
  while (true) {
    std::uint64_t size = 0;
    const auto result = std::from_chars(at, end, size);
    if (result.ec != std::errc() || size == 0 || (result.ptr != end && *result.ptr != ',')) {
      throw UsageError(fmt::format(
          "--samples: expected whole numbers of at least 1, as in 10,100; got '{}'", list));
    }
    sizes.push_back(size);
    if (result.ptr == end) return sizes;
    at = result.ptr + 1;
  }
}

}  // namespace honestrank::cli
