#include "arrow_columns.h"

#include <nanobind/stl/string.h>

#include <optional>
#include <utility>

#include "arrays.h"
#include "arrow_abi.h"

namespace honestrank::python {
namespace {

/// What a stream gave, released when nobody needs it any more.
struct StreamMemory {
  ArrowSchema schema{};
  std::vector<std::unique_ptr<ArrowArray>> arrays;

  StreamMemory() = default;
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;
  ~StreamMemory() {
    // The memory may belong to Python objects.
    const nb::gil_scoped_acquire gil;
    for (const auto& array : arrays) {
      if (array->release != nullptr) array->release(array.get());
    }
    if (schema.release != nullptr) schema.release(&schema);
  }
};

std::optional<ChunkType> chunk_type(const std::string_view format) {
  if (format == "c") return ChunkType::int8;
  if (format == "s") return ChunkType::int16;
  if (format == "i" || format == "tdD") return ChunkType::int32;
  if (format == "l" || format == "tdm" || format.starts_with("ts")) return ChunkType::int64;
  if (format == "C") return ChunkType::uint8;
  if (format == "S") return ChunkType::uint16;
  if (format == "I") return ChunkType::uint32;
  if (format == "L") return ChunkType::uint64;
  if (format == "e") return ChunkType::float16;
  if (format == "f") return ChunkType::float32;
  if (format == "g") return ChunkType::float64;
  if (format == "u") return ChunkType::text;
  if (format == "U") return ChunkType::large_text;
  if (format == "vu") return ChunkType::text_views;
  return std::nullopt;
}

/// Times since 1970 have a unit, dates are days or milliseconds.
void set_unit(const std::string_view format, Chunk& chunk) {
  if (format == "tdD") chunk.seconds_per_unit = 24 * 60 * 60;
  if (format == "tdm" || format.starts_with("tsm")) chunk.units_per_second = 1'000;
  if (format.starts_with("tsu")) chunk.units_per_second = 1'000'000;
  if (format.starts_with("tsn")) chunk.units_per_second = 1'000'000'000;
}

void reject_nulls(const ArrowArray& array, std::size_t offset, std::size_t length,
                  const std::string& name) {
  if (array.null_count == 0 || array.n_buffers == 0 || array.buffers[0] == nullptr) return;
  const auto* const valid = static_cast<const std::uint8_t*>(array.buffers[0]);
  for (std::size_t row = 0; row < length; ++row) {
    const std::size_t bit = offset + row;
    if ((valid[bit / 8] >> (bit % 8) & 1U) != 0) continue;
    throw InputError("column '" + name + "': expected values; got null in row " +
                     std::to_string(row));
  }
}

std::optional<Chunk> chunk_of(const ArrowSchema& schema, const ArrowArray& array,
                              std::size_t offset, std::size_t length, const std::string& name) {
  const auto type = chunk_type(schema.format);
  if (!type) return std::nullopt;
  Chunk chunk{.type = *type, .length = length, .offset = offset};
  set_unit(schema.format, chunk);
  if (length == 0) return chunk;
  reject_nulls(array, offset, length, name);
  chunk.values = array.buffers[1];
  if (*type == ChunkType::text || *type == ChunkType::large_text) {
    chunk.text = static_cast<const char*>(array.buffers[2]);
  }
  if (*type == ChunkType::text_views) chunk.buffers = array.buffers + 2;
  if (schema.dictionary == nullptr) return chunk;
  const ArrowArray& values = *array.dictionary;
  const auto dictionary =
      chunk_of(*schema.dictionary, values, static_cast<std::size_t>(values.offset),
               static_cast<std::size_t>(values.length), name);
  if (!dictionary || dictionary->dictionary) return std::nullopt;
  chunk.dictionary = std::make_shared<const Chunk>(*dictionary);
  return chunk;
}

void check(int status, ArrowArrayStream& stream) {
  if (status == 0) return;
  const char* const what = stream.get_last_error(&stream);
  throw InputError(std::string("table: the Arrow stream failed: ") +
                   (what != nullptr ? what : "no reason given"));
}

/// Adds the columns of one batch to those of the batches before it.
void add_batch(const ArrowSchema& schema, const ArrowArray& batch, std::vector<Column>& columns,
               std::vector<bool>& usable) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!usable[i]) continue;
    const ArrowArray& array = *batch.children[i];
    const auto offset = static_cast<std::size_t>(batch.offset + array.offset);
    auto chunk = chunk_of(*schema.children[i], array, offset,
                          static_cast<std::size_t>(batch.length), columns[i].name);
    if (chunk) {
      columns[i].chunks.push_back(std::move(*chunk));
    } else {
      usable[i] = false;
    }
  }
}

}  // namespace

std::string_view text_at(const Chunk& chunk, std::size_t row) {
  const std::size_t place = chunk.offset + row;
  if (chunk.type == ChunkType::text_views) {
    const auto* const view = static_cast<const char*>(chunk.values) + 16 * place;
    std::int32_t parts[4];
    std::memcpy(parts, view, sizeof parts);
    const auto length = static_cast<std::size_t>(parts[0]);
    if (length <= 12) return {view + 4, length};
    return {static_cast<const char*>(chunk.buffers[parts[2]]) + parts[3], length};
  }
  if (chunk.type == ChunkType::large_text) {
    const auto* const limits = static_cast<const std::int64_t*>(chunk.values) + place;
    return {chunk.text + limits[0], static_cast<std::size_t>(limits[1] - limits[0])};
  }
  if (chunk.type != ChunkType::text) throw InputError("expected a column of text; got another one");
  const auto* const limits = static_cast<const std::int32_t*>(chunk.values) + place;
  return {chunk.text + limits[0], static_cast<std::size_t>(limits[1] - limits[0])};
}

std::vector<Column> columns_of_stream(nb::handle capsule) {
  auto* const stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  const auto memory = std::make_shared<StreamMemory>();
  check(stream->get_schema(stream, &memory->schema), *stream);
  if (std::string_view(memory->schema.format) != "+s") {
    throw InputError("table: expected a table; got an Arrow stream of something else");
  }
  std::vector<Column> columns(static_cast<std::size_t>(memory->schema.n_children));
  std::vector<bool> usable(columns.size(), true);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = memory->schema.children[i]->name;
    columns[i].memory = memory;
  }
  while (true) {
    auto array = std::make_unique<ArrowArray>();
    check(stream->get_next(stream, array.get()), *stream);
    if (array->release == nullptr) break;
    memory->arrays.push_back(std::move(array));
    add_batch(memory->schema, *memory->arrays.back(), columns, usable);
  }
  std::vector<Column> result;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (usable[i]) result.push_back(std::move(columns[i]));
  }
  return result;
}

Column column_of_array(nb::handle array, const std::string& name) {
  const NumpyArray found = to_array(array, name.c_str());
  if (found.shape().size() != 1) {
    throw InputError("column '" + name + "': expected one dimension; got " +
                     std::to_string(found.shape().size()));
  }
  Chunk chunk{.length = found.size(), .values = found.bytes().data()};
  switch (found.type()) {
    case ElementType::boolean: chunk.type = ChunkType::uint8; break;
    case ElementType::int8: chunk.type = ChunkType::int8; break;
    case ElementType::int16: chunk.type = ChunkType::int16; break;
    case ElementType::int32: chunk.type = ChunkType::int32; break;
    case ElementType::int64: chunk.type = ChunkType::int64; break;
    case ElementType::uint8: chunk.type = ChunkType::uint8; break;
    case ElementType::uint16: chunk.type = ChunkType::uint16; break;
    case ElementType::uint32: chunk.type = ChunkType::uint32; break;
    case ElementType::uint64: chunk.type = ChunkType::uint64; break;
    case ElementType::float16: chunk.type = ChunkType::float16; break;
    case ElementType::float32: chunk.type = ChunkType::float32; break;
    case ElementType::float64: chunk.type = ChunkType::float64; break;
  }
  return {name, {chunk}, found.memory()};
}

Column column_of_sequence(nb::handle sequence, const std::string& name) {
  struct Text {
    std::string text;
    std::vector<std::int64_t> ends{0};
  };
  const auto kept = std::make_shared<Text>();
  for (const nb::handle value : nb::iter(sequence)) {
    nb::object text = nb::borrow(value);
    if (!PyUnicode_Check(text.ptr())) {
      if (PyIndex_Check(text.ptr()) == 0) {
        throw InputError("column '" + name + "': expected ids, text or whole numbers; got " +
                         nb::cast<std::string>(nb::repr(text)) + " in row " +
                         std::to_string(kept->ends.size() - 1));
      }
      text = nb::str(nb::steal(PyNumber_Index(text.ptr())));
    }
    Py_ssize_t length = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (bytes == nullptr) throw nb::python_error();
    kept->text.append(bytes, static_cast<std::size_t>(length));
    kept->ends.push_back(static_cast<std::int64_t>(kept->text.size()));
  }
  const Chunk chunk{.type = ChunkType::large_text,
                    .length = kept->ends.size() - 1,
                    .values = kept->ends.data(),
                    .text = kept->text.data()};
  return {name, {chunk}, kept};
}

}  // namespace honestrank::python
