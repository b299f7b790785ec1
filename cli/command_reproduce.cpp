#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "honestrank/data/output_file.h"
#include "honestrank/report/html_report.h"
#include "honestrank/satisfaction/cold_start.h"
#include "output_options.h"
#include "reproduce/figures.h"
#include "reproduce/reproduction.h"
#include "reproduce/satisfaction.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

constexpr std::size_t kTitle = 65;  ///< characters that fit a terminal beside a name

/// Where numbers come from.
struct Source {
  std::string description;
  std::vector<std::string> paths;
};

/// Who wrote what is reproduced, and where.
const char* paper_of(const std::string& paper) {
  if (paper == "kdd20") {
    return "Krichene & Rendle: On Sampled Metrics for Item Recommendation (KDD 2020)";
  }
  if (paper == "aaai23") {
    return "Li, Jin et al.: Towards Reliable Item Sampling for Recommendation Evaluation (AAAI "
           "2023)";
  }
  return "Bobrikov, Nenova & Ignatov: What is a Fair Value of Your Recommendation List?";
}

bool is_figure(const ReproducedTable& table) { return table.name.starts_with("figure"); }

bool has_note(const ReproducedTable& table, const std::string& note) {
  return std::find(table.notes.begin(), table.notes.end(), note) != table.notes.end();
}

/// What is to be said once: where the data come from, and what is noted of all tables. Goes from
/// their notes.
std::vector<std::string> take_shared_notes(const std::string& description,
                                           std::vector<ReproducedTable>& tables) {
  std::vector<std::string> shared{description};
  for (const std::string& note : tables.front().notes) {
    const bool everywhere = std::all_of(tables.begin(), tables.end(),
                                        [&](const auto& table) { return has_note(table, note); });
    if (everywhere && note != description) shared.push_back(note);
  }
  for (ReproducedTable& table : tables) {
    std::erase_if(table.notes, [&](const std::string& note) {
      return std::find(shared.begin(), shared.end(), note) != shared.end();
    });
  }
  return shared;
}

/// "Figure 2", of its title.
std::string heading_of(const ReproducedTable& figure) {
  return figure.title.substr(0, figure.title.find(':'));
}

/// "Figure 2, Figure 3: note", each note once.
void add_figure_notes(const std::vector<ReproducedTable>& tables, std::vector<std::string>& notes) {
  std::vector<std::string> said;
  for (const ReproducedTable& table : tables) {
    if (!is_figure(table)) continue;
    for (const std::string& note : table.notes) {
      if (std::find(said.begin(), said.end(), note) != said.end()) continue;
      said.push_back(note);
      std::vector<std::string> headings;
      for (const ReproducedTable& other : tables) {
        if (is_figure(other) && has_note(other, note)) headings.push_back(heading_of(other));
      }
      notes.push_back(fmt::format("{}: {}", fmt::join(headings, ", "), note));
    }
  }
}

/// All tables in one page.
std::string summary_of(const Reproduction& reproduction, const Source& data,
                       const Invocation& invocation) {
  const std::string& paper = reproduction.options().paper;
  std::string text = fmt::format("# reproduce {}\n\n{}\n\n{}\n\n    {}\n", paper, paper_of(paper),
                                 data.description, fmt::join(invocation.command, " "));
  for (const ReproducedTable& table : reproduction.tables()) {
    if (is_figure(table)) {
      text += fmt::format("\n## {}\n\n{}.md, {}.json: {} points\n", table.title, table.name,
                          table.name, table.values.size());
      for (const std::string& note : table.notes) text += fmt::format("\n{}\n", note);
    } else {
      text += "\n" + to_markdown(table);
    }
  }
  return text;
}

/// All tables and figures as a page with charts.
std::string page_of(const Reproduction& reproduction, const Source& data,
                    const Invocation& invocation) {
  ResultReport report;
  report.command = invocation.command;
  report.seed = reproduction.options().seed;
  for (const std::string& path : data.paths) report.inputs.push_back({path, ""});
  add_checksums(report);
  report.lead = paper_of(reproduction.options().paper);
  std::vector<ReproducedTable> tables = reproduction.tables();
  report.notes = take_shared_notes(data.description, tables);
  for (const ReproducedTable& table : tables) {
    is_figure(table) ? add_figure(table, report) : add_table(table, report);
  }
  add_figure_notes(tables, report.notes);
  return format_html(report);
}

/// Ratings become known in five orders, as in `satisfaction --study`; 100 samples as in the papers.
std::uint32_t default_repeats(const std::string& paper) {
  return paper == "satisfaction" ? ColdStartOptions{}.repeats : 100;
}

void reproduce(ReproductionOptions options, const Invocation& invocation) {
  if (options.repeats == 0) options.repeats = default_repeats(options.paper);
  TerminalProgress progress(options.quiet);
  const auto start = std::chrono::steady_clock::now();
  const auto make = [&](auto data, const auto& reproduce_paper) {
    Reproduction reproduction(options, data.paths, progress.callback());
    reproduce_paper(reproduction, data);
    return std::pair(std::move(reproduction), Source{data.description, data.paths});
  };
  const auto [reproduction, data] =
      options.paper == "satisfaction"
          ? make(rated_data(options, progress.callback()), reproduce_satisfaction)
          : make(reproduction_data(options, progress.callback()),
                 options.paper == "kdd20" ? reproduce_kdd20 : reproduce_aaai23);
  const std::string page = options.out + "/README.md";
  write_file(page, summary_of(reproduction, data, invocation));
  write_file(options.out + "/report.html", page_of(reproduction, data, invocation));
  progress.clear();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fmt::print("{}\n", data.description);
  for (const ReproducedTable& table : reproduction.tables()) {
    const bool long_title = table.title.size() > kTitle;
    fmt::print("{:<14} {:.{}}{}\n", table.name, table.title, long_title ? kTitle - 3 : kTitle,
               long_title ? "..." : "");
  }
  fmt::print(
      "{} tables and figures ({} kept from a run before), {:.0f} s\n"
      "to read: {}, {}/report.html\n",
      reproduction.tables().size(), reproduction.kept(), seconds.count(), page, options.out);
}

}  // namespace

void add_reproduce(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("reproduce", "the tables and figures of a paper, and ours");
  auto options = std::make_shared<ReproductionOptions>();
  command->add_option("PAPER", options->paper, "kdd20, aaai23 or satisfaction")
      ->required()
      ->check(one_of({"kdd20", "aaai23", "satisfaction"}));
  command
      ->add_option("--data", options->data,
                   "MovieLens 1M (docs/reproducing.md); else embedded data")
      ->type_name("FOLDER");
  command->add_option("--out", options->out, "a folder for tables; a run that was stopped goes on")
      ->type_name("FOLDER")
      ->required();
  command
      ->add_option("--repeats", options->repeats,
                   "samples of every user (100); orders of ratings (5)")
      ->check(CLI::Range(2U, 1000000U).description(""))
      ->type_name("N");
  command->add_option("--seed", options->seed, "of models and samples")
      ->capture_default_str()
      ->check(whole_number_from(0))
      ->type_name("N");
  command->add_option("--threads", options->threads, "threads to use, 0 for all")
      ->capture_default_str()
      ->check(CLI::Range(0U, 4096U).description(""))
      ->type_name("N");
  command->add_flag("--quiet", options->quiet, "no progress line");
  command->footer(
      "Examples:\n"
      "  honestrank reproduce kdd20 --data ml-1m --out kdd20\n"
      "  honestrank reproduce aaai23 --data ml-1m --repeats 10 --out aaai23\n"
      "  honestrank reproduce satisfaction --data ml-1m --out satisfaction");
  command->callback([options, &invocation] {
    invocation.action = [options, &invocation] { reproduce(*options, invocation); };
  });
}

}  // namespace honestrank::cli
