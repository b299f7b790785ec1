#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <tuple>

#include "arrays.h"
#include "arrow_columns.h"
#include "bound_types.h"
#include "callbacks.h"
#include "honestrank/data/attribute_table.h"
#include "honestrank/data/column_names.h"
#include "honestrank/data/filters.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/data/write_interactions.h"
#include "pairs.h"
#include "pickled.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

template <typename Work>
auto without_gil(const Work& work) {
  const nb::gil_scoped_release released;
  return work();
}

nb::tuple both(Split split) {
  return nb::make_tuple(std::move(split.train), std::move(split.test));
}

HoldOutOptions hold_out_options(const std::string& order, std::size_t minimum_rows,
                                std::uint64_t seed) {
  return {.order = enum_of<HoldOutOrder>("order", order,
                                         {{"time", HoldOutOrder::time},
                                          {"row_order", HoldOutOrder::row_order},
                                          {"random", HoldOutOrder::random}}),
          .minimum_rows = minimum_rows,
          .seed = seed};
}

RatingRule rule_of(const std::string& name) {
  return enum_of<RatingRule>("rule", name,
                             {{"at_least", RatingRule::at_least}, {"above", RatingRule::above}});
}

InteractionFormat format_of(const std::string& layout) {
  if (layout.empty()) return InteractionFormat::automatic;
  return enum_of<InteractionFormat>("layout", layout,
                                    {{"table", InteractionFormat::table},
                                     {"lists", InteractionFormat::lists},
                                     {"candidates", InteractionFormat::candidates}});
}

/// Lists and candidates have neither columns nor a header.
void require_table(const ReadInteractionsOptions& read, const std::string& layout) {
  const bool table_only = !read.separator.empty() || read.header || !read.user_column.empty() ||
                          !read.item_column.empty() || !read.rating_column.empty() ||
                          !read.timestamp_column.empty();
  if (!table_only || layout.empty() || layout == "table") return;
  throw InputError("read_interactions: separator, header and columns are for tables; got layout '" +
                   layout + "'");
}

nb::list text_list(const IdMap& ids) {
  nb::list list;
  for (std::size_t i = 0; i < ids.size(); ++i) list.append(nb::str(ids[i].data(), ids[i].size()));
  return list;
}

std::optional<std::size_t> id_off_its_row(const IdMap& ids, std::size_t rows) {
  std::optional<std::size_t> first;
  for (std::size_t number = 0; number < ids.size(); ++number) {
    const std::string_view id = ids[number];
    std::size_t row = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), row);
    if (error != std::errc() || end != id.data() + id.size() || row >= rows) return std::nullopt;
    if (row != number && !first) first = number;
  }
  return first;
}

void bind_ids(nb::module_& module) {
  nb::class_<IdMap>(module, "Ids", "Ids by number, in the order in which they were met.")
      .def("__len__", &IdMap::size)
      .def("__getitem__",
           [](const IdMap& ids, std::int64_t index) {
             const auto size = static_cast<std::int64_t>(ids.size());
             if (index < 0) index += size;
             if (index < 0 || index >= size) throw nb::index_error();
             const auto text = ids[static_cast<std::size_t>(index)];
             return nb::str(text.data(), text.size());
           })
      .def("__contains__",
           [](const IdMap& ids, const std::string& id) { return ids.find(id).has_value(); })
      .def(
          "find", [](const IdMap& ids, const std::string& id) { return ids.find(id); }, "id"_a,
          "The number of an id, or None.")
      .def("tolist", &text_list, "All ids, as a list.");
  module.def(
      "ids_of",
      [](const Column& column) {
        IdMap ids;
        for_each_text(column, [&](std::size_t row, std::string_view id) {
          if (ids.add(id) == row) return;
          throw InputError("ids: expected each once; got '" + std::string(id) + "' again in row " +
                           std::to_string(row));
        });
        return ids;
      },
      "column"_a);
  module.def("id_off_its_row", &id_off_its_row, "ids"_a, "rows"_a,
             "The first number that is not its id, where all ids could be row numbers; or None.");
}

void bind_columns(nb::module_& module) {
  nb::class_<Column>(module, "Column", "A column of a table, without a copy.")
      .def("__len__", &Column::size)
      .def_prop_ro("is_integer", [](const Column& column) { return column.is_integer(); })
      .def_prop_ro("is_real", [](const Column& column) { return column.is_real(); })
      .def_ro("name", &Column::name);
  module.def(
      "columns_of_stream",
      [](nb::handle capsule) {
        nb::dict columns;
        for (Column& column : columns_of_stream(capsule)) {
          const std::string name = column.name;
          columns[name.c_str()] = std::move(column);
        }
        return columns;
      },
      "capsule"_a, "The columns of an Arrow stream by name.");
  module.def(
      "column_names",
      [](const std::string& role) {
        using enum ColumnRole;
        nb::list names;
        for (const auto name : column_names(enum_of<ColumnRole>("role", role,
                                                                {{"user", user},
                                                                 {"item", item},
                                                                 {"rating", rating},
                                                                 {"grade", grade},
                                                                 {"timestamp", timestamp}}))) {
          names.append(nb::str(name.data(), name.size()));
        }
        return names;
      },
      "role"_a,
      "The names of columns for a role, the likeliest first, as plain_column_name has them.");
  module.def(
      "plain_column_name", [](const std::string& name) { return plain_column_name(name); },
      "name"_a);
  module.def("column_of_array", &column_of_array, "array"_a, "name"_a);
  module.def("column_of_sequence", &column_of_sequence, "sequence"_a, "name"_a);
}

void bind_pairs(nb::module_& module) {
  nb::class_<Pairs>(module, "Pairs", "Items of users, by the rows of a score source.")
      .def_prop_ro("users", &Pairs::users)
      .def_ro("items", &Pairs::items)
      .def_ro("repeated", &Pairs::repeated)
      .def_ro("values_differ", &Pairs::values_differ)
      .def_prop_ro("graded", [](const Pairs& pairs) { return !pairs.gain.empty(); })
      .def_prop_ro("is_view", [](const Pairs& pairs) { return pairs.memory != nullptr; })
      .def("__len__", [](const Pairs& pairs) { return pairs.item.size(); });
  module.def(
      "pairs_of_columns",
      [](const Column& user, const Column& item, const Column* value, const IdMap* user_ids,
         const IdMap* item_ids, std::size_t users, std::size_t items, bool graded,
         const std::string& what) {
        return without_gil([&] {
          return pairs_of_columns({user, item, value, user_ids, item_ids, users, items, graded},
                                  what);
        });
      },
      "user"_a, "item"_a, "value"_a.none(), "user_ids"_a.none(), "item_ids"_a.none(), "users"_a,
      "items"_a, "graded"_a, "what"_a);
  module.def("pairs_of_csr", &pairs_of_csr, "indptr"_a, "indices"_a, "data"_a.none(), "columns"_a,
             "graded"_a, "what"_a);
  module.def(
      "pairs_of_interactions",
      [](const Interactions& interactions) {
        return without_gil([&] {
          const auto pairs = std::make_shared<Pairs>();
          UserItems lists = user_items(interactions);
          pairs->repeated = interactions.size() - lists.item.size();
          pairs->begin = std::move(lists.begin);
          pairs->own = std::move(lists.item);
          pairs->item = pairs->own;
          pairs->items = interactions.items.size();
          return pairs;
        });
      },
      "interactions"_a);
  module.def(
      "no_pairs",
      [](std::size_t users, std::size_t items) {
        const auto pairs = std::make_shared<Pairs>();
        pairs->begin.assign(users + 1, 0);
        pairs->items = items;
        return pairs;
      },
      "users"_a, "items"_a);
}

using InteractionsState =
    std::tuple<nb::list, nb::list, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

InteractionsState state_of_rows(const Interactions& own) {
  return {state_of(own.users),     state_of(own.items),       pickled_bytes(own.user),
          pickled_bytes(own.item), pickled_bytes(own.rating), pickled_bytes(own.timestamp)};
}

Interactions rows_of_state(const InteractionsState& state) {
  Interactions own;
  own.users = ids_of(std::get<0>(state));
  own.items = ids_of(std::get<1>(state));
  own.user = unpickled<std::uint32_t>(std::get<2>(state));
  own.item = unpickled<std::uint32_t>(std::get<3>(state));
  own.rating = unpickled<double>(std::get<4>(state));
  own.timestamp = unpickled<std::int64_t>(std::get<5>(state));
  const auto fits = [&](const auto& column) {
    return column.empty() || column.size() == own.size();
  };
  const auto known = [](const std::vector<std::uint32_t>& column, std::size_t ids) {
    return std::all_of(column.begin(), column.end(), [ids](std::uint32_t id) { return id < ids; });
  };
  if (own.item.size() != own.size() || !fits(own.rating) || !fits(own.timestamp) ||
      !known(own.user, own.users.size()) || !known(own.item, own.items.size())) {
    throw InputError("unpickle: expected rows of interactions; got columns that do not fit");
  }
  return own;
}

void bind_interactions(nb::module_& module) {
  const WriteInteractionsOptions write;
  nb::class_<Interactions>(
      module, "Interactions",
      "What users did with items: one row each, as columns of numbers into `users` and `items`.")
      .def("__len__", &Interactions::size)
      .def_ro("users", &Interactions::users, "The ids of users, by number.")
      .def_ro("items", &Interactions::items, "The ids of items, by number.")
      .def_prop_ro(
          "user",
          [](nb::handle_t<Interactions> self) {
            return array_over<std::uint32_t>(nb::cast<const Interactions&>(self).user, self);
          },
          nb::sig("def user(self) -> numpy.typing.NDArray[numpy.uint32]"),
          "The user of each row, a number of `users`.")
      .def_prop_ro(
          "item",
          [](nb::handle_t<Interactions> self) {
            return array_over<std::uint32_t>(nb::cast<const Interactions&>(self).item, self);
          },
          nb::sig("def item(self) -> numpy.typing.NDArray[numpy.uint32]"),
          "The item of each row, a number of `items`.")
      .def_prop_ro(
          "rating",
          [](nb::handle_t<Interactions> self) -> nb::object {
            const auto& own = nb::cast<const Interactions&>(self);
            if (!own.has_ratings()) return nb::none();
            return array_over<double>(own.rating, self);
          },
          nb::sig("def rating(self) -> numpy.typing.NDArray[numpy.float64] | None"),
          "The rating of each row, or None.")
      .def_prop_ro(
          "timestamp",
          [](nb::handle_t<Interactions> self) -> nb::object {
            const auto& own = nb::cast<const Interactions&>(self);
            if (!own.has_timestamps()) return nb::none();
            return array_over<std::int64_t>(own.timestamp, self);
          },
          nb::sig("def timestamp(self) -> numpy.typing.NDArray[numpy.int64] | None"),
          "The time of each row, or None.")
      .def(
          "save",
          [](const Interactions& own, const std::filesystem::path& path,
             const std::string& separator, bool header, bool recbole_names) {
            without_gil([&] {
              write_interactions(
                  path, own,
                  {.separator = separator, .header = header, .recbole_names = recbole_names});
            });
          },
          "path"_a, nb::kw_only(), "separator"_a = write.separator, "header"_a = write.header,
          "recbole_names"_a = write.recbole_names,
          "Writes a line for each row, which `read_interactions` and the command line read.")
      .def("__getstate__", &state_of_rows)
      .def("__setstate__",
           [](Interactions& own, const InteractionsState& state) {
             new (&own) Interactions(rows_of_state(state));
           })
      .def("__repr__", [](const Interactions& own) {
        return "Interactions(" + std::to_string(own.size()) + " rows, " +
               std::to_string(own.users.size()) + " users, " + std::to_string(own.items.size()) +
               " items" + (own.has_ratings() ? ", rating" : "") +
               (own.has_timestamps() ? ", timestamp" : "") + ")";
      });
  module.def(
      "interactions_of_columns",
      [](const Column& user, const Column& item, const Column* rating, const Column* timestamp,
         const IdMap* user_ids, const IdMap* item_ids) {
        return without_gil([&] {
          return interactions_of_columns(user, item, rating, timestamp, user_ids, item_ids);
        });
      },
      "user"_a, "item"_a, "rating"_a.none(), "timestamp"_a.none(), "user_ids"_a.none() = nb::none(),
      "item_ids"_a.none() = nb::none());
  const ReadInteractionsOptions read;
  module.def(
      "read_interactions",
      [](const std::filesystem::path& path, const std::string& layout, const std::string& separator,
         std::optional<bool> header, const std::string& user_column, const std::string& item_column,
         const std::string& rating_column, const std::string& timestamp_column, unsigned threads,
         nb::object progress) {
        ReadInteractionsOptions options;
        options.format = format_of(layout);
        options.separator = separator;
        options.header = header;
        options.user_column = user_column;
        options.item_column = item_column;
        options.rating_column = rating_column;
        options.timestamp_column = timestamp_column;
        options.threads = threads;
        options.progress = progress_of(std::move(progress));
        require_table(options, layout);
        return without_gil([&] { return read_interactions(path, options); });
      },
      "path"_a, nb::kw_only(), "layout"_a = "", "separator"_a = read.separator,
      "header"_a.none() = read.header, "user_column"_a = read.user_column,
      "item_column"_a = read.item_column, "rating_column"_a = read.rating_column,
      "timestamp_column"_a = read.timestamp_column, "threads"_a = read.threads,
      "progress"_a.none() = nb::none());
}

void bind_splits(nb::module_& module) {
  const HoldOutOptions hold_out;
  module.def(
      "hold_out_count",
      [](const Interactions& data, std::size_t count, const std::string& order,
         std::size_t minimum_rows, std::uint64_t seed) {
        return both(hold_out_count(data, count, hold_out_options(order, minimum_rows, seed)));
      },
      "interactions"_a, "count"_a, nb::kw_only(), "order"_a = "time",
      "minimum_rows"_a = hold_out.minimum_rows, "seed"_a = hold_out.seed);
  module.def(
      "hold_out_share",
      [](const Interactions& data, double share, const std::string& order, std::size_t minimum_rows,
         std::uint64_t seed) {
        return both(hold_out_share(data, share, hold_out_options(order, minimum_rows, seed)));
      },
      "interactions"_a, "share"_a, nb::kw_only(), "order"_a = "time",
      "minimum_rows"_a = hold_out.minimum_rows, "seed"_a = hold_out.seed);
  module.def(
      "global_time_split",
      [](const Interactions& data, std::int64_t test_begin) {
        return both(global_time_split(data, test_begin));
      },
      "interactions"_a, "test_begin"_a);
  module.def("begin_of_latest", &begin_of_latest, "interactions"_a, "share"_a);
  module.def(
      "given_split",
      [](const Interactions& train, const Interactions& test) {
        return both(given_split(train, test).split);
      },
      "train"_a, "test"_a);
  module.def(
      "without_rows", [](const Interactions& data) { return select_rows(data, {}); },
      "interactions"_a, "The ids alone.");
  module.def(
      "same_ids",
      [](const Interactions& one, const Interactions& other) {
        return one.users == other.users && one.items == other.items;
      },
      "one"_a, "other"_a);
  module.def("k_core", &k_core, "interactions"_a, "user_minimum"_a, "item_minimum"_a);
  module.def("compact", &compact, "interactions"_a);
  module.def(
      "resolve_duplicates",
      [](const Interactions& data, const std::string& policy) {
        using enum DuplicatePolicy;
        return resolve_duplicates(data, enum_of<DuplicatePolicy>("policy", policy,
                                                                 {{"error", error},
                                                                  {"keep_all", keep_all},
                                                                  {"keep_first", keep_first},
                                                                  {"keep_last", keep_last},
                                                                  {"keep_max", keep_max},
                                                                  {"sum", sum},
                                                                  {"mean", mean}}))
            .interactions;
      },
      "interactions"_a, "policy"_a);
  module.def(
      "keep_ratings",
      [](const Interactions& data, double threshold, const std::string& rule) {
        return keep_ratings(data, rule_of(rule), threshold);
      },
      "interactions"_a, "threshold"_a, "rule"_a = "at_least");
  module.def(
      "binarize",
      [](const Interactions& data, double threshold, const std::string& rule) {
        return binarize(data, rule_of(rule), threshold);
      },
      "interactions"_a, "threshold"_a, "rule"_a = "at_least");
}

AttributeTable attributes_of(const std::vector<std::string>& ids, std::vector<std::string> names,
                             const std::vector<std::vector<std::string>>& columns) {
  AttributeTable table;
  for (const std::string& id : ids) {
    if (id.empty() || table.ids.find(id)) {
      throw InputError("attributes: expected each id once; got '" + id + "' " +
                       (id.empty() ? "in row " + std::to_string(table.ids.size()) : "again"));
    }
    table.ids.add(id);
  }
  table.names = std::move(names);
  for (const auto& values : columns) {
    if (values.size() != ids.size()) {
      throw InputError("attributes: expected " + std::to_string(ids.size()) +
                       " values of each column; got " + std::to_string(values.size()));
    }
    TextColumn& column = table.columns.emplace_back();
    for (const std::string& value : values) column.push_back(value);
  }
  return table;
}

void bind_attributes(nb::module_& module) {
  nb::class_<AttributeTable>(module, "Attributes", "What is known of users or of items.")
      .def("__len__", [](const AttributeTable& table) { return table.ids.size(); })
      .def_ro("names", &AttributeTable::names)
      .def(
          "column",
          [](const AttributeTable& table, const std::string& name) {
            const TextColumn& column = table.column(name);
            nb::list values;
            for (std::size_t row = 0; row < column.size(); ++row) {
              values.append(nb::str(column[row].data(), column[row].size()));
            }
            return values;
          },
          "name"_a, "The values of a column, in the order of ids; empty where nothing is known.")
      .def(
          "save",
          [](const AttributeTable& table, const std::filesystem::path& path) {
            write_attributes(path, table);
          },
          "path"_a, "Writes a table with a header, tab separated, which the command line reads.")
      .def("__repr__",
           [](const AttributeTable& table) {
             std::string names;
             for (const std::string& name : table.names) names += ", " + name;
             return "Attributes(" + std::to_string(table.ids.size()) + " rows" + names + ")";
           })
      .def_ro("ids", &AttributeTable::ids);
  module.def("attributes_of", &attributes_of, "ids"_a, "names"_a, "columns"_a,
             "A table of texts, empty ones for what is not known.");
  module.def(
      "read_attributes", [](const std::filesystem::path& path) { return read_attributes(path); },
      "path"_a);
}

}  // namespace

void bind_data(nb::module_& module) {
  bind_ids(module);
  bind_columns(module);
  bind_pairs(module);
  bind_interactions(module);
  bind_splits(module);
  bind_attributes(module);
}

}  // namespace honestrank::python
