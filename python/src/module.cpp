#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <system_error>

#include "bound_types.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/version.h"

namespace honestrank::python {
namespace {

/// A machine's fault is an OSError with its number, as Python's own functions raise it; bad input
/// is a ValueError anyway (std::invalid_argument).
void translate(const std::exception_ptr& thrown, void* /*payload*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::system_error& error) {
    const nb::object arguments = nb::make_tuple(error.code().value(), error.what());
    PyErr_SetObject(PyExc_OSError, arguments.ptr());
  }
}

}  // namespace
}  // namespace honestrank::python

NB_MODULE(_native, module) {
  using namespace honestrank::python;
  module.doc() = "The C++ library behind honestrank.";
  nb::register_exception_translator(translate);
  module.attr("__version__") = std::string(honestrank::version());
  module.def("thread_count", &honestrank::thread_count, nb::arg("threads") = 0,
             "The number of threads that `threads` stands for: itself, or all for 0.");
  bind_defaults(module);
  bind_data(module);
  bind_synthetic(module);
  bind_models(module);
  bind_rankings(module);
  bind_report(module);
  bind_metrics(module);
  bind_satisfaction(module);
  bind_studies(module);
  bind_sampling(module);
  bind_candidates(module);
  bind_estimators(module);
  bind_rank_distribution(module);
  bind_comparison(module);
  bind_plan(module);
}
