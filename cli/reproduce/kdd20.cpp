#include "reproduce/kdd20.h"

#include <utility>

namespace honestrank::cli {

void reproduce_kdd20(Reproduction& reproduction, const ReproductionData& data) {
  std::vector<TableToMake> tables = kdd20::example_tables();
  for (TableToMake& table : kdd20::experiment_tables(reproduction, data)) {
    tables.push_back(std::move(table));
  }
  reproduction.make(tables);
}

}  // namespace honestrank::cli
