#include "data/trec_columns.h"

#include <utility>

#include "data/growing_columns.h"
#include "data/text_column_joiner.h"

namespace honestrank {

void TrecColumns::append(TrecRows& rows) {
  lines.add_chunk(value.size(), std::move(rows.lines));
  for (const TrecRows::Segment& segment : rows.segments) {
    segments.push_back({rows.worker, segment.query, segment.rows});
  }
  append_to_column(value, rows.value, rows.part_read);
  TextColumnJoiner(document).append(rows.text, rows.length, rows.key, rows.part_read);
}

}  // namespace honestrank
