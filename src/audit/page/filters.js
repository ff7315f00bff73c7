/** @import { ReportRow, ReportData } from "../report-data.ts" */
import { element } from "./dom.js";
import { weekOf } from "./weeks.js";

/**
 * @typedef {{ text: string, verdict: string, agent: string, model: string, finding: string, project: string, week: string }} Filter
 */

/** @type {Filter} */
const OPEN = { text: "", verdict: "", agent: "", model: "", finding: "", project: "", week: "" };

const VERDICTS = {
  correct: "False “done”",
  ok: "Nothing found",
  blocked: "Honestly blocked",
  unchecked: "Could not be checked",
};

/** Typing is not interrupted by drawing. */
const PAUSE_MS = 80;

/**
 * @param {HTMLElement} form
 * @param {ReportData} data
 * @param {readonly ReportRow[]} rows
 * @param {(rows: readonly ReportRow[], filter: Filter) => void} onChange
 */
export function filterBar(form, data, rows, onChange) {
  /** @type {Filter} */
  let filter = { ...OPEN, verdict: rows.some((row) => row.verdict === "correct") ? "correct" : "" };
  const haystacks = new Map();
  const titles = data.summary.opinions > 0 ? { ...VERDICTS, correct: `${VERDICTS.correct}, or an opinion` } : VERDICTS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const search = element("input", {
    type: "search",
    placeholder: "Search the turns",
    "aria-label": "Search",
    id: "search",
  });
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ text: search.value }), PAUSE_MS);
  });
  /** @type {Record<string, HTMLSelectElement>} */
  const selects = {
    verdict: select(
      "Verdict",
      "All verdicts",
      countsOf((row) => [row.verdict]),
      (name) => titles[/** @type {keyof typeof VERDICTS} */ (name)] ?? name,
    ),
    agent: select(
      "Agent",
      "All agents",
      countsOf((row) => [row.agent]),
      (name) => data.agents[name] ?? name,
    ),
    model: select(
      "Model",
      "All models",
      countsOf((row) => [row.model]),
    ),
    finding: select(
      "Finding",
      "All findings",
      countsOf((row) => row.findings),
    ),
    project: select(
      "Project",
      "All projects",
      countsOf((row) => [row.project]),
    ),
  };
  for (const [name, control] of Object.entries(selects))
    control.addEventListener("change", () => change({ [name]: control.value }));
  const week = element("button", { type: "button", class: "chip", hidden: true, click: () => change({ week: "" }) });
  const reset = element("button", { type: "button", class: "reset", click: () => change(OPEN) }, "Show all");
  form.append(search, ...Object.values(selects), week, reset);
  form.addEventListener("submit", (event) => event.preventDefault());

  /** @param {(row: ReportRow) => readonly string[]} namesOf */
  function countsOf(namesOf) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const row of rows) for (const name of new Set(namesOf(row))) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].sort((left, right) => right[1] - left[1]);
  }

  /** @param {Partial<Filter>} part */
  function change(part) {
    filter = { ...filter, ...part };
    if (search.value !== filter.text) search.value = filter.text;
    for (const [name, control] of Object.entries(selects)) control.value = filter[/** @type {keyof Filter} */ (name)];
    week.hidden = filter.week === "";
    week.textContent = `Week ${filter.week} ✕`;
    week.setAttribute("aria-label", `Only week ${filter.week}. Show all weeks.`);
    onChange(rows.filter(matches), filter);
  }

  /** @param {ReportRow} row */
  function matches(row) {
    if (filter.verdict && row.verdict !== filter.verdict) return false;
    if (filter.agent && row.agent !== filter.agent) return false;
    if (filter.model && row.model !== filter.model) return false;
    if (filter.project && row.project !== filter.project) return false;
    if (filter.finding && !row.findings.includes(filter.finding)) return false;
    if (filter.week && weekOf(row.at) !== filter.week) return false;
    return filter.text === "" || haystackOf(row).includes(filter.text.toLowerCase());
  }

  /** @param {ReportRow} row */
  function haystackOf(row) {
    let text = haystacks.get(row);
    if (text === undefined) {
      text = [row.request, row.project, row.caseId, row.path, row.model, ...row.findings].join("\n").toLowerCase();
      haystacks.set(row, text);
    }
    return text;
  }

  return {
    start: () => change({}),
    /** @param {Partial<Filter>} part */
    only: (part) => change({ ...OPEN, ...part }),
  };
}

/**
 * @param {string} label
 * @param {string} all
 * @param {readonly (readonly [string, number])[]} options
 * @param {(name: string) => string} [titleOf]
 */
function select(label, all, options, titleOf = (name) => name) {
  return element(
    "select",
    { "aria-label": label },
    element("option", { value: "" }, all),
    options
      .filter(([name]) => name !== "")
      .map(([name, count]) => element("option", { value: name }, `${titleOf(name)} (${count})`)),
  );
}
