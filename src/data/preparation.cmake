honestrank_public_headers(
  data/filters.h
  data/split.h
  data/synthetic.h)
target_sources(honestrank PRIVATE
  alias_table.cpp
  filters.cpp
  k_core.cpp
  split.cpp
  successive_sampling.cpp
  synthetic.cpp
  synthetic_attributes.cpp
  synthetic_items.cpp
  synthetic_series.cpp
  synthetic_users.cpp)
