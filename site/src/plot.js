// The report of simulated games as a drawing, and as a table for those who can't see it.
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 560;
const LEFT = 110;
const ROW = 26;

function svg(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Draws the share of victories of each seat, with its 95 % interval and the equal share. */
function shares({ seats }, names) {
  const most = Math.max(...seats.map(({ win_share, win_share_ci95: ci }) => ci?.[1] ?? win_share), 1 / seats.length) * 1.15 || 1;
  const x = (share) => LEFT + ((WIDTH - LEFT - 70) * share) / most;
  const height = seats.length * ROW + 8;
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true", class: "plot" });
  seats.forEach(({ win_share: share, win_share_ci95: ci }, index) => {
    const y = index * ROW + 4;
    drawn.append(
      svg("text", { x: LEFT - 8, y: y + 14, "text-anchor": "end" }, names[index]),
      svg("rect", { x: LEFT, y, width: x(share) - LEFT, height: ROW - 8, class: `seat-${(index % 8) + 1}` }),
      svg("text", { x: WIDTH - 4, y: y + 14, "text-anchor": "end" }, percent(share)),
    );
    if (ci) drawn.append(svg("line", { x1: x(ci[0]), x2: x(ci[1]), y1: y + 9, y2: y + 9, class: "ci" }));
  });
  const equal = x(1 / seats.length);
  drawn.append(svg("line", { x1: equal, x2: equal, y1: 0, y2: height - 4, class: "equal" }));
  return drawn;
}

/** Draws how often each score was reached. */
function histogram({ counts, width }, title) {
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const [first, last] = [counts[0][0], counts.at(-1)[0]];
  caption.textContent = `${title}: ${first} to ${last}`;
  const bins = Math.round((last - first) / width) + 1;
  const most = Math.max(...counts.map(([, n]) => n));
  const bar = (WIDTH - 8) / bins;
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} 70`, "aria-hidden": "true", class: "plot" });
  for (const [value, n] of counts) {
    const height = (64 * n) / most;
    drawn.append(svg("rect", { x: 4 + ((value - first) / width) * bar, y: 68 - height, width: Math.max(bar * 0.9, 0.5), height, class: "bin" }));
  }
  figure.append(caption, drawn);
  return figure;
}

function table({ seats }, names) {
  const made = document.createElement("table");
  made.className = "scores";
  const rows = [["Seat", "Share of victories", "95 % interval", "Mean score"]];
  seats.forEach(({ win_share, win_share_ci95: ci, mean_score }, index) => {
    rows.push([names[index], percent(win_share), ci ? `${percent(ci[0])} to ${percent(ci[1])}` : "–", mean_score.toFixed(2)]);
  });
  for (const [at, cells] of rows.entries()) {
    const row = made.insertRow();
    for (const [column, text] of cells.entries()) {
      const cell = document.createElement(at === 0 || column === 0 ? "th" : "td");
      cell.textContent = text;
      if (cell.tagName === "TH") cell.scope = at === 0 ? "col" : "row";
      if (column > 0) cell.className = "num";
      row.append(cell);
    }
  }
  return made;
}

/** Draws a report of `ludex/simulate`. */
export function plot(report) {
  const names = report.seats.map(({ name }) => name.replaceAll("_", " "));
  const said = document.createElement("p");
  const failed = report.failed ? ` In ${report.failed} more, a rule failed: ${report.faults[0]?.message ?? ""}.` : "";
  said.textContent = `${report.finished.toLocaleString("en")} random games of ${report.seats.length} players, ${report.mean_decisions.toFixed(1)} decisions each.${failed}`;
  const scroll = document.createElement("div");
  scroll.className = "scroll";
  scroll.append(table(report, names));
  if (!report.finished) return [said];
  const score = report.scores.counts.length > 1 ? [histogram(report.scores, "Scores of all seats")] : [];
  const length = report.lengths.counts.length > 1 ? [histogram(report.lengths, "Decisions in a game")] : [];
  return [said, shares(report, names), scroll, ...score, ...length];
}
