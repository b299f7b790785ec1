#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "column.h"

namespace honestrank::python {

/// The columns of an Arrow stream, as `__arrow_c_stream__` gives it: those of ids and numbers,
/// views of the producer's memory. Columns of other types are left out.
std::vector<Column> columns_of_stream(nanobind::handle capsule);

/// A column over a one-dimensional array of numbers.
Column column_of_array(nanobind::handle array, const std::string& name);

/// A column of ids that are Python objects, text or whole numbers: a copy of the text.
Column column_of_sequence(nanobind::handle sequence, const std::string& name);

}  // namespace honestrank::python
