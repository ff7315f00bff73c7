/** @import { ReportData, ReportRow } from "../report-data.ts" */
import { byId, element, unseen } from "../../web/parts/dom.js";
import { grouped, many } from "../../web/parts/figures.js";
import { drawCase } from "./case-view.js";
import { barCharts } from "./charts.js";
import { filterBar } from "./filters.js";
import { virtualList } from "./list.js";
import { printing } from "./print.js";
import { claimsChart } from "./claims-chart.js";
import { claimsIn } from "./standings.js";
import { drawLooks, drawTiles } from "./tiles.js";
import { weekChart } from "./week-chart.js";
import { KINDS, kindOf, markWords, outcomeWords, projectName } from "./words.js";

start();

function start() {
  /** @type {ReportData} */
  const data = JSON.parse(byId("audit-data").textContent ?? "{}");
  const rows = unpacked(data);
  const addresses = addressesOf(rows);
  const { summary } = data;
  byId("lead").textContent =
    `${many(summary.sessions, "session")}${data.scope} with ${many(summary.turns, "turn")}, ${grouped(summary.looked)} of them looked at; written ${data.generatedAt.slice(0, 10)} by Coxswain ${data.version} on this machine.`;
  drawTiles(byId("tiles"), rows, data);
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
  /** @param {Parameters<typeof filters.only>[0]} part */
  function choose(part) {
    filters.only(part);
    byId("turns").scrollIntoView({ block: "start" });
    byId("list").focus({ preventScroll: true });
  }
  drawLooks(byId("looks"), rows, { data, choose });
  // The list appears first; the charts above it are drawn a moment later.
  setTimeout(() => {
    /** @type {import("./charts.js").Choose} */
    const objections = (part) => choose({ verdict: "correct", ...part });
    const { byWeek, corrected, opinions, account } = summary;
    const paler = opinions > 0 ? "; paler: only the observer objects" : "";
    byId("charts").append(
      ...(corrected > 0 ? [weekChart(byWeek, paler, objections)] : []),
      ...(claimsIn(account) > 0 ? [claimsChart(byWeek, account, objections)] : []),
      ...barCharts(data, paler, objections),
    );
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
      facts,
      receipt,
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
      facts: facts.map(name),
      receipt,
    }),
  );
}

/**
 * @param {ReportRow} row
 * @param {ReportData} data
 */
function drawRow(row, data) {
  const kind = kindOf(row);
  const { mark, title } = KINDS[kind];
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
    element("span", { class: `verdict ${kind}`, title }, mark, unseen(` ${title}: `)),
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
