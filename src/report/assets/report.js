"use strict";
// Draws each figure from its own table, so that what is seen, read out and downloaded is the same.

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const kColours = 10;
const kDashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const kPoints = ["circle", "rect", "triangle", "rectRot", "cross"];

/// Colours repeat after ten series, with another dash and point.
function styleOf(index) {
  return {
    colour: css(`--c${index % kColours}`),
    dash: kDashes[Math.floor(index / kColours) % kDashes.length],
    point: kPoints[index % kPoints.length],
  };
}

/// 0.0312, 12,300, 1e-7: short, and nothing lost that a reader could see.
function shortNumber(value) {
  const size = Math.abs(value);
  if (value === 0) return "0";
  if (size >= 1e7 || size < 1e-4) return value.toExponential(1).replace(/\.0e/, "e").replace("e+", "e");
  return Number(value.toPrecision(4)).toLocaleString("en", {maximumFractionDigits: 6});
}

// ---- data ----------------------------------------------------------------------------------------

const cellsOf = row => [...row.cells].map(cell => cell.textContent);
const numberIn = text => text === "" || text === undefined ? NaN : Number(text);

/// {name, points: [{x, y, low, high, worst, best, category}]} of each series of a figure.
function seriesOf(figure, spec) {
  const rows = [...figure.querySelector("table").tBodies[0].rows].map(cellsOf);
  if (spec.kind === "categories") {
    return spec.series.map(name => ({name, points: rows.filter(row => row[1] === name).map(row => ({
      category: spec.categories.indexOf(row[0]), value: numberIn(row[2]), low: numberIn(row[3]),
      high: numberIn(row[4]), worst: numberIn(row[5]), best: numberIn(row[6])}))}));
  }
  return spec.series.map(series => ({name: series.name, points: rows.map(row => ({
    x: numberIn(row[0]), y: numberIn(row[series.y]), low: numberIn(row[series.low]),
    high: numberIn(row[series.high])})).filter(point => !Number.isNaN(point.y))}));
}

const quoted = text => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const csvOf = table => [...table.rows].map(row => cellsOf(row).map(quoted).join(",")).join("\n") + "\n";

function download(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/// The rows of results with all their digits.
function resultsCsv() {
  const rows = JSON.parse(document.getElementById("result-data").textContent).results;
  if (rows.length === 0) return "";
  const field = value => value === null ? "" : quoted(Array.isArray(value) ? value.join("; ") : String(value));
  return [Object.keys(rows[0]), ...rows.map(Object.values)].map(row => row.map(field).join(",")).join("\n") + "\n";
}

// ---- drawing -------------------------------------------------------------------------------------

/// Intervals: bands beside lines, whiskers with the bounds of ties behind them beside points.
const intervals = {
  id: "intervals",
  beforeDatasetsDraw(chart) {
    const {ctx, scales: {x, y}} = chart;
    chart.data.datasets.forEach((set, index) => {
      if (!chart.isDatasetVisible(index)) return;
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = set.borderColor;
      if (chart.config.options.whiskers) drawWhiskers(ctx, x, y, set);
      else drawBand(ctx, chart.chartArea, x, y, set.data.filter(point => !Number.isNaN(point.low)));
      ctx.restore();
    });
  },
};

function drawWhiskers(ctx, x, y, set) {
  for (const point of set.data) {
    const at = y.getPixelForValue(point.y);
    if (point.worst !== point.best && !Number.isNaN(point.worst)) {
      const [from, to] = [point.worst, point.best].map(value => x.getPixelForValue(value));
      ctx.globalAlpha = 0.28;
      ctx.fillRect(from, at - 6, Math.max(to - from, 1), 12);
      ctx.globalAlpha = 1;
    }
    if (Number.isNaN(point.low)) continue;
    const open = Number.isNaN(point.high);  // more than could be told: a line to the edge, without an end
    const [from, to] = [point.low, open ? x.max : point.high].map(value => x.getPixelForValue(value));
    const ends = open ? [from] : [from, to];
    ctx.lineWidth = 2;
    ctx.beginPath();
    for (const [x0, y0, x1, y1] of [[from, at, to, at], ...ends.map(end => [end, at - 5, end, at + 5])]) {
      ctx.moveTo(x0, y0);
      ctx.lineTo(x1, y1);
    }
    ctx.stroke();
  }
}

function drawBand(ctx, area, x, y, points) {
  if (points.length < 2) return;
  const place = (point, value) => [x.getPixelForValue(point.x),
    Math.min(Math.max(y.getPixelForValue(value), area.top), area.bottom) || area.bottom];
  ctx.globalAlpha = 0.14;
  ctx.beginPath();
  points.forEach(point => ctx.lineTo(...place(point, point.low)));
  [...points].reverse().forEach(point => ctx.lineTo(...place(point, point.high)));
  ctx.fill();
}

/// Vertical lines with what they mean written along them.
const markers = {
  id: "markers",
  afterDatasetsDraw(chart) {
    const {ctx, chartArea: area, scales: {x}} = chart;
    ctx.save();
    ctx.font = `11px ${Chart.defaults.font.family}`;
    ctx.textBaseline = "bottom";
    let last = -Infinity;
    for (const marker of [...chart.config.options.markers || []].sort((a, b) => a.x - b.x)) {
      const at = x.getPixelForValue(marker.x);
      if (!(at >= area.left && at <= area.right)) continue;
      ctx.strokeStyle = css("--soft");
      ctx.lineWidth = 1;
      ctx.setLineDash([4, 4]);
      ctx.beginPath();
      ctx.moveTo(at, area.top);
      ctx.lineTo(at, area.bottom);
      ctx.stroke();
      if (at - last < 14) continue;  // the caption names all of them
      last = at;
      ctx.save();
      ctx.translate(at, area.top + 4);
      ctx.rotate(Math.PI / 2);
      const width = Math.min(ctx.measureText(marker.label).width, area.bottom - area.top - 8);
      ctx.globalAlpha = 0.8;
      ctx.fillStyle = css("--page");
      ctx.fillRect(-2, -14, width + 4, 13);
      ctx.globalAlpha = 1;
      ctx.fillStyle = css("--text");
      ctx.fillText(marker.label, 0, -2, width);
      ctx.restore();
    }
    ctx.restore();
  },
};

/// Ticks of a logarithmic axis: powers of ten; where there are few, also twice and five times these.
function logTicks(axis) {
  const decades = Math.log10(axis.max / axis.min);
  const wanted = decades > 3 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5];
  const every = Math.max(1, Math.ceil(decades / 7));
  const ticks = [];
  for (let power = Math.floor(Math.log10(axis.min)); power <= Math.log10(axis.max); ++power) {
    if (every > 1 && power % every !== 0) continue;
    for (const times of wanted) {
      const value = Number((times * 10 ** power).toPrecision(3));
      if (value >= axis.min * 0.999 && value <= axis.max * 1.001) ticks.push({value});
    }
  }
  if (ticks.length > 1) axis.ticks = ticks;
}

function axisOptions(axis) {
  const title = {display: axis.title !== "", text: axis.title, color: css("--soft"), font: {size: 12}};
  const options = {type: axis.logarithmic ? "logarithmic" : "linear", title,
    grid: {color: css("--line"), borderColor: css("--soft"), drawTicks: false},
    ticks: {color: css("--soft"), padding: 6, maxRotation: 0, autoSkipPadding: 14, callback: shortNumber}};
  if (axis.logarithmic) options.afterBuildTicks = logTicks;
  return options;
}

/// Axis options with room for the intervals of points.
function withIntervals(axis, series) {
  const options = axisOptions(axis);
  const ends = series.flatMap(one => one.points.flatMap(point => [point.low, point.high])).filter(Number.isFinite);
  if (axis.logarithmic || ends.length === 0) return options;
  options.suggestedMin = ends.reduce((a, b) => Math.min(a, b));
  options.suggestedMax = ends.reduce((a, b) => Math.max(a, b));
  return options;
}

function lineConfig(spec, series) {
  return {
    type: "line",
    data: {datasets: series.map((one, index) => {
      const style = styleOf(index);
      const few = one.points.length <= 25;
      return {label: one.name, data: one.points, borderColor: style.colour, backgroundColor: style.colour,
        borderDash: style.dash, borderWidth: 2, pointStyle: style.point, pointRadius: few ? 3 : 0, pointHitRadius: 8};
    })},
    options: {parsing: false, markers: spec.markers, scales: {x: axisOptions(spec.x), y: withIntervals(spec.y, series)},
      interaction: {mode: "nearest", axis: "x", intersect: false}},
  };
}

/// Categories from top to bottom, their series beside each other.
function pointConfig(spec, series) {
  const place = (category, index) => category + (series.length < 2 ? 0 : (index / (series.length - 1) - 0.5) * 0.56);
  const shown = name => name.length > 22 ? name.slice(0, 21) + "…" : name;
  const rows = axisOptions({title: ""});
  Object.assign(rows, {reverse: true, min: -0.5, max: spec.categories.length - 0.5, grid: {display: false, borderColor: css("--soft")}});
  rows.afterBuildTicks = axis => { axis.ticks = spec.categories.map((name, value) => ({value})); };
  Object.assign(rows.ticks, {autoSkip: false, color: css("--text"), callback: value => shown(spec.categories[value])});
  const values = axisOptions(spec.x);
  const all = series.flatMap(one => one.points.flatMap(point => [point.low, point.high, point.worst, point.best, point.value]));
  const finite = all.filter(Number.isFinite);
  const least = Math.min(...finite);
  if (!spec.x.logarithmic && finite.length > 0) {
    const most = Math.max(...finite);
    const margin = 0.04 * (most - least);
    values.suggestedMin = least >= 0 ? Math.max(0, least - margin) : least - margin;
    values.suggestedMax = most + margin;
  }
  return {
    type: "scatter",
    data: {datasets: series.map((one, index) => {
      const style = styleOf(index);
      return {label: one.name, data: one.points.map(point => ({...point, x: point.value, y: place(point.category, index)})),
        borderColor: style.colour, backgroundColor: style.colour, pointStyle: style.point, pointRadius: 4, pointHoverRadius: 6};
    })},
    options: {parsing: false, whiskers: true, scales: {x: values, y: rows}},
  };
}

function tooltipLabel(spec, item) {
  const {raw, dataset} = item;
  const interval = Number.isNaN(raw.low) ? "" : ` (${shortNumber(raw.low)} to ${Number.isNaN(raw.high) ? "?" : shortNumber(raw.high)})`;
  const name = spec.kind === "categories" ? spec.categories[raw.category] + (spec.series.length > 1 ? `, ${dataset.label}` : "") : dataset.label;
  return `${name}: ${shortNumber(spec.kind === "categories" ? raw.x : raw.y)}${interval}`;
}

/// Buttons that show and hide series; none where there is one.
function addLegend(figure, chart) {
  const list = figure.querySelector(".legend");
  list.replaceChildren();
  if (chart.data.datasets.length < 2) return;
  chart.data.datasets.forEach((set, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = set.label;
    button.setAttribute("aria-pressed", String(chart.isDatasetVisible(index)));
    const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    sign.setAttribute("width", "22");
    sign.setAttribute("height", "10");
    sign.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", "M0 5H22");
    line.setAttribute("stroke", set.borderColor);
    line.setAttribute("stroke-width", "3");
    line.setAttribute("stroke-dasharray", (set.borderDash || []).join(" "));
    sign.append(line);
    const name = document.createElement("span");
    name.textContent = set.label;
    button.append(sign, name);
    button.addEventListener("click", () => {
      chart.setDatasetVisibility(index, !chart.isDatasetVisible(index));
      button.setAttribute("aria-pressed", String(chart.isDatasetVisible(index)));
      chart.update();
    });
    const entry = document.createElement("li");
    entry.append(button);
    list.append(entry);
  });
}

function draw(figure) {
  const spec = JSON.parse(figure.querySelector("script").textContent);
  const series = seriesOf(figure, spec);
  const config = spec.kind === "categories" ? pointConfig(spec, series) : lineConfig(spec, series);
  if (spec.kind === "categories") {
    const row = Math.max(34, 15 * series.length + 12);
    figure.querySelector(".canvas").style.height = `${Math.max(150, 62 + row * spec.categories.length)}px`;
  }
  Object.assign(config.options, {responsive: true, maintainAspectRatio: false, animation: false,
    layout: {padding: {top: 6, right: 12}},
    plugins: {legend: {display: false}, tooltip: {callbacks: {
      title: items => spec.kind === "categories" ? "" : `${spec.x.title}: ${shortNumber(items[0].raw.x)}`,
      label: item => tooltipLabel(spec, item)}}}});
  config.plugins = [intervals, markers];
  figure.chart?.destroy();
  figure.chart = new Chart(figure.querySelector("canvas"), config);
  addLegend(figure, figure.chart);
}

// ---- the page ------------------------------------------------------------------------------------

const figures = [...document.querySelectorAll("figure")];

function drawAll() {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  figures.forEach(draw);
}

if (typeof Chart === "undefined") {
  document.body.classList.add("without-charts");
  document.querySelectorAll(".no-charts").forEach(note => { note.hidden = false; });
  figures.forEach(figure => { figure.querySelector("details").open = true; });
} else {
  drawAll();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  for (const [event, paper] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(event, () => {
      document.documentElement.classList.toggle("paper", paper);
      drawAll();
    });
  }
}

for (const button of document.querySelectorAll("button.download")) {
  button.addEventListener("click", () => {
    const name = button.dataset.name;
    if (name === "results.json") download(name, "application/json", document.getElementById("result-data").textContent);
    else if (name === "results.csv") download(name, "text/csv", resultsCsv());
    else download(name, "text/csv", csvOf(button.closest("figure, section").querySelector("table")));
  });
}
