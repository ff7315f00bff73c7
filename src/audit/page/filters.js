/** @import { ReportRow, ReportData } from "../report-data.ts" */
import { element, shown } from "../../web/parts/dom.js";
import { grouped } from "../../web/parts/figures.js";
import { findingWords, KINDS, kindOf, projectName } from "./words.js";

/**
 * @typedef {{ text: string, verdict: string, agent: string, model: string, finding: string, project: string, fact: string, mark: string, week: string }} Filter
 */

/**
 * One thing to choose by, with an option for each of its values.
 * @typedef {object} Facet
 * @property {keyof Filter} name
 * @property {HTMLSelectElement} control
 * @property {Map<string, HTMLOptionElement>} options
 * @property {(row: ReportRow) => readonly string[]} namesOf
 * @property {(name: string) => string} titleOf
 */

/**
 * How many turns have each value, and in how many of them nothing is proven.
 * @typedef {Map<string, { all: number, leads: number }>} Counts
 */

/** @typedef {[name: string, counts: { all: number, leads: number }]} Entry */

/** @type {Filter} */
const OPEN = { text: "", verdict: "", agent: "", model: "", finding: "", project: "", fact: "", mark: "", week: "" };

/** Waits until the person stops typing before the list is drawn again. */
const PAUSE_MS = 80;

/**
 * @param {HTMLElement} form
 * @param {ReportData} data
 * @param {readonly ReportRow[]} rows
 * @param {(rows: readonly ReportRow[]) => void} onChange
 */
export function filterBar(form, data, rows, onChange) {
  /** @type {Filter} */
  let filter = { ...OPEN, verdict: rows.some((row) => row.verdict === "correct") ? "correct" : "" };
  const haystacks = new Map();
  const falseDone = data.summary.opinions > 0 ? `${KINDS.correct.title}, or an opinion` : KINDS.correct.title;
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
  const kindTitle = (/** @type {string} */ name) =>
    name === "correct" ? falseDone : KINDS[/** @type {keyof typeof KINDS} */ (name)].title;
  const facets = [
    facet(rows, "verdict", (row) => [kindOf(row)], kindTitle),
    facet(
      rows,
      "agent",
      (row) => [row.agent],
      (name) => data.agents[name] ?? name,
    ),
    facet(
      rows,
      "model",
      (row) => [row.model],
      (name) => name,
    ),
    facet(
      rows,
      "finding",
      (row) => row.findings,
      (name) => findingWords(name, data),
    ),
    facet(
      rows,
      "project",
      (row) => [row.project],
      (name) => projectName(name, data),
    ),
    facet(
      rows,
      "week",
      (row) => [row.week],
      (name) => name,
      newestFirst,
    ),
    facet(
      rows,
      "fact",
      (row) => row.facts,
      (name) => data.facts[name] ?? name,
    ),
    ...(Object.keys(data.marks).length > 0 ? [markFacet(rows, data)] : []),
  ];
  for (const { name, control } of facets) control.addEventListener("change", () => change({ [name]: control.value }));
  const reset = element("button", { type: "button", class: "reset", click: () => change(OPEN) }, "Show all");
  form.append(search, reset, ...facets.map(({ control }) => control));
  form.addEventListener("submit", (event) => event.preventDefault());

  /** @param {Partial<Filter>} part */
  function change(part) {
    filter = { ...filter, ...part };
    if (search.value !== filter.text) search.value = filter.text;
    for (const { name, control } of facets) control.classList.toggle("set", filter[name] !== "");
    onChange(sift());
  }

  /**
   * Sifts the turns in one pass, because there may be thousands. An option's number is that of the turns which the list
   * would show if it were chosen, with the other filters as they are.
   */
  function sift() {
    const wanted = filter.text.toLowerCase();
    const active = facets.filter(({ name }) => filter[name] !== "");
    const counts = new Map(facets.map((each) => [each, new Map()]));
    /** @type {ReportRow[]} */
    const matching = [];
    for (const row of rows) {
      if (wanted !== "" && !haystackOf(row).includes(wanted)) continue;
      const missed = active.filter(({ name, namesOf }) => !namesOf(row).includes(filter[name]));
      if (missed.length > 1) continue;
      if (missed.length === 0) matching.push(row);
      for (const each of missed.length === 0 ? facets : missed) count(row, each.namesOf, counts.get(each) ?? new Map());
    }
    for (const [each, found] of counts) label(each, found);
    return matching;
  }

  /**
   * @param {Facet} facet
   * @param {Counts} counts
   */
  function label({ name, control, options, titleOf }, counts) {
    for (const [value, option] of options) {
      const { all, leads } = counts.get(value) ?? { all: 0, leads: 0 };
      const ofThem = name === "finding" && leads > 0 ? `, ${leads === all ? "" : `${leads} of them `}not proven` : "";
      const text = shown(`${titleOf(value)} (${grouped(all)}${ofThem})`);
      if (option.textContent !== text) option.textContent = text;
    }
    control.value = filter[name];
    // The full name, for who points at one that is wider than its place.
    control.title = control.selectedOptions[0]?.textContent ?? "";
  }

  /** @param {ReportRow} row */
  function haystackOf(row) {
    let text = haystacks.get(row);
    if (text === undefined) {
      const findings = row.findings.flatMap((id) => [id, findingWords(id, data)]);
      text = [row.request, row.project, row.caseId, row.path, row.model, ...findings].join("\n").toLowerCase();
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
 * @param {readonly ReportRow[]} rows
 * @param {keyof Omit<Filter, "text">} name
 * @param {(row: ReportRow) => readonly string[]} namesOf
 * @param {(name: string) => string} titleOf
 * @param {(left: Entry, right: Entry) => number} order
 * @returns {Facet}
 */
function facet(rows, name, namesOf, titleOf, order = mostFirst) {
  /** @type {Counts} */
  const counts = new Map();
  for (const row of rows) count(row, namesOf, counts);
  const known = [...counts].filter(([value]) => value !== "");
  const values = known.sort(order).map(([value]) => value);
  const options = new Map(values.map((value) => [value, element("option", { value })]));
  const control = element(
    "select",
    { "aria-label": `${name.charAt(0).toUpperCase()}${name.slice(1)}`, class: `by-${name}` },
    element("option", { value: "" }, `All ${name}s`),
    ...options.values(),
  );
  return { name, control, options, namesOf, titleOf };
}

/**
 * @param {Entry} left
 * @param {Entry} right
 */
function mostFirst([, left], [, right]) {
  return right.all - left.all;
}

/**
 * @param {Entry} left
 * @param {Entry} right
 */
function newestFirst([left], [right]) {
  return left < right ? 1 : -1;
}

/**
 * Only what has a case can be marked.
 * @param {readonly ReportRow[]} rows
 * @param {ReportData} data
 */
function markFacet(rows, { marks }) {
  const titles = /** @type {Record<string, string>} */ ({
    wrong: "You marked wrong",
    right: "You marked right",
    none: "Not marked",
  });
  return facet(
    rows,
    "mark",
    ({ caseId }) => (caseId === "" ? [] : [marks[caseId]?.judgement ?? "none"]),
    (name) => titles[name] ?? name,
  );
}

/**
 * @param {ReportRow} row
 * @param {(row: ReportRow) => readonly string[]} namesOf
 * @param {Counts} counts
 */
function count(row, namesOf, counts) {
  for (const name of namesOf(row)) {
    const known = counts.get(name);
    const lead = row.caseId === "" ? 1 : 0;
    if (known) {
      known.all += 1;
      known.leads += lead;
    } else counts.set(name, { all: 1, leads: lead });
  }
}
