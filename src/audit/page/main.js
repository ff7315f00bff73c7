/** @import { ReportData, ReportRow } from "../report-data.ts" */
import { drawCase } from "./case-view.js";
import { barCharts } from "./charts.js";
import { byId, element, grouped, many, percent, readData } from "./dom.js";
import { filterBar } from "./filters.js";
import { virtualList } from "./list.js";
import { printing } from "./print.js";
import { weekChart } from "./week-chart.js";
import { COUNTED, KINDS, kindOf, markWords, outcomeWords, projectName } from "./words.js";

/** More tiles in a row have no room for their words on paper. */
const MOST_COLUMNS = 6;

start();

function start() {
  const data = readData();
  const rows = unpacked(data);
  const addresses = addressesOf(rows);
  const { summary } = data;
  byId("lead").textContent =
    `${many(summary.sessions, "session")}${data.scope}, written ${data.generatedAt.slice(0, 10)} by Coxswain ${data.version} on this machine.`;
  const proven = summary.corrected - summary.opinions;
  byId("tiles").append(
    ...counters(summary).map(([count, words], place, all) =>
      tile(grouped(count), place === all.length - 1 ? words + disputed(rows, data) : words, "strong"),
    ),
    ...(summary.looked > 0 ? [tile(percent(proven, summary.looked), "of the turns looked at")] : []),
    ...(summary.opinions > 0 ? [tile(grouped(summary.opinions), "more on an observer's word alone")] : []),
    tile(grouped(summary.looked), "turns looked at"),
    tile(grouped(summary.turns), "turns in all"),
    ...accountTiles(summary),
    ...(summary.spent.cost > 0 ? [costTile(summary.spent, "spent in all")] : []),
    ...(summary.spentOnFalse.cost > 0 ? [costTile(summary.spentOnFalse, "spent on them")] : []),
  );
  byId("tiles").style.setProperty("--columns", String(columnsFor(byId("tiles").childElementCount)));
  byId("heads").append(...data.heads.map((head) => element("p", {}, head)));
  if (data.spending !== "") byId("spending").append(element("span", {}, data.spending));
  document.body.classList.toggle("without-turns", summary.turns === 0);
  byId("notes").append(...data.notes.map((note) => element("li", {}, note.trim())));

  const list = virtualList(byId("list"), byId("rows"), { draw: (row) => drawRow(row, data), open: (row) => go(row) });
  /** @type {ReportRow | undefined} */
  let shown;
  /** @type {readonly ReportRow[]} */
  let listed = rows;
  const filters = filterBar(byId("filters"), data, rows, (matching) => {
    listed = matching;
    list.show(matching);
    if (isBeside()) stayInList();
    byId("count").textContent = `${many(matching.length, "turn")} of ${grouped(rows.length)}`;
    byId("list").classList.toggle("empty", matching.length === 0);
  });
  filters.start();
  // The list appears first; the charts above it are drawn a moment later.
  setTimeout(() => {
    /** @type {import("./charts.js").Choose} */
    const choose = (part) => {
      filters.only({ verdict: "correct", ...part });
      byId("turns").scrollIntoView({ block: "start" });
      byId("list").focus({ preventScroll: true });
    };
    const paler = summary.opinions > 0 ? "; paler: only the observer objects" : "";
    byId("charts").append(weekChart(summary.byWeek, paler, choose), ...barCharts(data, paler, choose));
  });

  /** @param {ReportRow} row */
  function show(row) {
    shown = row;
    drawCase(row, data);
  }

  /** Keeps the turn beside the list in step with it: the shown turn if it is still listed, else the first one. */
  function stayInList() {
    if (shown && listed.includes(shown)) return list.reveal(shown);
    const wasNamed = shown !== undefined && location.hash === `#${addresses.get(shown)}`;
    const [first] = listed;
    if (first) show(first);
    else leave();
    // The address must name the shown turn, in case it is copied.
    if (wasNamed) history.replaceState(null, "", `#${first ? addresses.get(first) : "turns"}`);
  }

  function leave() {
    shown = undefined;
    byId("case").replaceChildren();
  }

  /** @param {ReportRow} row */
  function go(row) {
    const hash = `#${addresses.get(row)}`;
    if (location.hash !== hash) history.pushState(null, "", hash);
    open();
  }

  function open() {
    const row = rows.find((candidate) => addresses.get(candidate) === location.hash.slice(1));
    document.body.classList.toggle("showing-case", row !== undefined);
    if (!row) return isBeside() || !shown ? undefined : list.reveal(shown);
    if (!listed.includes(row)) filters.only({});
    show(row);
    list.reveal(row);
    byId("case").scrollTop = 0;
    byId("case").focus({ preventScroll: isBeside() });
  }

  /** Goes back from a turn to the list: beside it, only the focus moves. */
  function backToList() {
    if (!isBeside()) {
      history.pushState(null, "", "#turns");
      open();
    }
    byId("list").focus();
  }

  addEventListener("hashchange", open);
  byId("case").addEventListener("keydown", (event) => {
    if (event.key === "Escape") backToList();
  });
  printing(byId("printed"), data, () => listed);
  if (location.hash.length > 1) open();
  themeButton(byId("theme"));
}

/**
 * What all turns claim of checks, and what the record holds of it.
 * @param {ReportData["summary"]} summary
 */
function accountTiles({ account: { proven, bare, against, unknown, untested }, looked }) {
  const claims = proven + bare + against + unknown;
  return [
    ...(claims > 0 ? [tile(percent(proven, claims), `of ${many(claims, "claim")} about checks proven by a run`)] : []),
    ...(untested > 0 ? [tile(percent(untested, looked), "changed code and ran no check")] : []),
  ];
}

/**
 * As many in each row, so that none is left alone in the last one.
 * @param {number} tiles
 */
function columnsFor(tiles) {
  return Math.ceil(tiles / Math.ceil(tiles / MOST_COLUMNS));
}

/**
 * How many turns of each kind the record speaks against; one counter where there are none.
 * @param {ReportData["summary"]} summary
 * @returns {[number, string][]}
 */
function counters({ byKind }) {
  /** @type {(keyof typeof COUNTED)[]} */
  const kinds = ["untrue", "half-way", "neither"];
  const found = kinds.filter((kind) => byKind[kind] > 0);
  if (found.length === 0) return [[0, "turns that the record speaks against"]];
  return found.map((kind) => [byKind[kind], COUNTED[kind].words]);
}

/** True when the window is wide enough to show the turn beside the list instead of in its place. */
function isBeside() {
  return !matchMedia("(max-width: 56.25em)").matches;
}

/**
 * What each turn is called in the address. Transcripts without times have that of their file, which several may share.
 * @param {readonly ReportRow[]} rows
 * @returns {Map<ReportRow, string>}
 */
function addressesOf(rows) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  return new Map(
    rows.map((row) => {
      const name = row.caseId === "" ? `turn-${row.turn}-${row.at.replace(/\W/g, "")}` : row.caseId;
      const before = taken.get(name) ?? 0;
      taken.set(name, before + 1);
      return [row, before === 0 ? name : `${name}-${before + 1}`];
    }),
  );
}

/**
 * @param {ReportData} data
 * @returns {ReportRow[]}
 */
function unpacked({ rows, names }) {
  const name = (/** @type {number} */ number) => names[number] ?? "";
  return rows.map(
    ([
      at,
      agent,
      model,
      project,
      verdict,
      findings,
      request,
      path,
      line,
      turn,
      steps,
      caseId,
      leads,
      week,
      worth,
      reasons,
    ]) => ({
      at,
      agent: name(agent),
      model: name(model),
      project: name(project),
      verdict,
      findings: findings.map(name),
      request,
      path: name(path),
      line,
      turn,
      steps,
      caseId,
      leads,
      week: name(week),
      worth,
      reasons,
    }),
  );
}

/**
 * @param {ReportRow} row
 * @param {ReportData} data
 */
function drawRow(row, data) {
  const kind = kindOf(row);
  const { mark, words } = KINDS[kind];
  const facts = [
    row.at.slice(0, 10),
    projectName(row.project, data),
    data.agents[row.agent] ?? row.agent,
    row.model,
  ].filter((fact) => fact !== "");
  const said = markWords(row, data);
  return element(
    "div",
    { class: "row-body" },
    element(
      "span",
      { class: `verdict ${kind}`, title: words },
      mark,
      element("span", { class: "hidden" }, ` ${words}: `),
    ),
    element("span", { class: "row-request", dir: "auto" }, row.request === "" ? "(request not recorded)" : row.request),
    element("span", { class: "row-findings", title: row.findings.join(", ") }, outcomeWords(row, data)),
    element(
      "span",
      { class: "row-facts" },
      said !== "" && element("strong", { class: "said-of-it" }, said),
      said !== "" && " · ",
      facts.join(" · "),
    ),
  );
}

/**
 * The number is what the record says; what the person does not take for false is said beside it, as in the terminal.
 * @param {readonly ReportRow[]} rows
 * @param {ReportData} data
 */
function disputed(rows, { marks, opinion }) {
  const wrong = rows.filter(
    ({ caseId, findings }) => marks[caseId]?.judgement === "wrong" && !findings.includes(opinion),
  );
  if (wrong.length === 0) return "";
  return `; you marked ${grouped(wrong.length)} wrong, still counted here`;
}

/**
 * @param {string} number
 * @param {string} words
 * @param {string} [kind]
 */
function tile(number, words, kind = "") {
  return element("li", { class: `tile ${kind}` }, element("strong", {}, number), element("span", {}, words));
}

/**
 * As the terminal shows it: a little is not nothing, and what has no known price is not in it.
 * @param {ReportData["summary"]["spent"]} spent
 * @param {string} words
 */
function costTile({ cost, unpriced }, words) {
  const digits = cost < 0.01 ? 4 : 2;
  const [dollars = "", cents = ""] = cost.toFixed(digits).split(".");
  return tile(`$${grouped(Number(dollars))}.${cents}`, `${unpriced.length > 0 ? "or more " : ""}${words}`);
}

/** @param {HTMLElement} button */
function themeButton(button) {
  const themes = ["", "light", "dark"];
  let current = 0;
  button.addEventListener("click", () => {
    current = (current + 1) % themes.length;
    const theme = themes[current] ?? "";
    if (theme === "") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    button.setAttribute("aria-label", `Colours: ${theme === "" ? "as the system has them" : theme}`);
  });
}
