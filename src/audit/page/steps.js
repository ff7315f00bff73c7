/** @import { DrawnCase, DrawnStep, ReportData } from "../report-data.ts" */

import { element } from "../../web/parts/dom.js";
import { badge, many } from "../../web/parts/figures.js";
/**
 * A case as it is drawn: on the screen, where it is the only one, or among others on paper, where nothing can be opened.
 * @typedef {{ found: DrawnCase, data: ReportData, printed: boolean }} View
 */

/**
 * @param {readonly number[]} steps
 * @param {View} view
 */
export function stepLinks(steps, { found, printed }) {
  const known = new Set(found.steps.map((step) => step.number));
  return element(
    "span",
    { class: "links" },
    steps.flatMap((step) => [
      known.has(step) ? stepLink(step, printed) : element("span", { class: "gone" }, `step ${step}, earlier`),
      " ",
    ]),
  );
}

/**
 * @param {number} step
 * @param {boolean} printed
 */
function stepLink(step, printed) {
  if (printed) return element("span", {}, `step ${step}`);
  return element(
    "a",
    {
      href: `#step-${step}`,
      class: "step-link",
      click: (event) => {
        event.preventDefault();
        reveal(step);
      },
    },
    `step ${step}`,
  );
}

/** @param {number} step */
export function reveal(step) {
  const item = document.getElementById(`step-${step}`);
  if (!item) return;
  for (const other of document.querySelectorAll(".steps .target")) other.classList.remove("target");
  item.classList.add("target");
  for (const details of item.querySelectorAll("details")) details.open = true;
  item.scrollIntoView({
    block: "center",
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
  item.focus({ preventScroll: true });
}

/**
 * A step where it proves something: what it did, how it ended, and what it changed or printed that proves it, all in
 * sight.
 * @param {DrawnStep} step
 * @param {View} view
 */
export function proofStep(step, view) {
  return element(
    "li",
    { class: `proof-step ${step.ok ? "ok" : "bad"}` },
    element("p", { class: "meta" }, stepLinks([step.number], view), ...stepFacts(step, view)),
    element("code", { class: "command", dir: "auto" }, step.text),
    step.diff !== undefined && diffBlock(step.diff),
    step.telling !== undefined && element("pre", { dir: "auto" }, step.telling),
  );
}

/**
 * That an edit went through says nothing where what it changed is shown.
 * @param {DrawnStep} step
 */
function outputOf({ ok, diff, output }) {
  return ok && diff !== undefined ? undefined : output;
}

/**
 * @param {DrawnStep} step
 * @param {View} view
 */
function stepFacts({ number, role, outcome, ok, edits, line }, { found }) {
  const checks = found.receipt.filter(({ part, steps }) => part === "checks" && steps.includes(number));
  return [
    role !== undefined && element("strong", {}, role, " "),
    badge(ok ? "" : "bad", outcome === "" ? "no result" : outcome),
    edits && " · changes files",
    // Of several in one line, each is told by its name.
    ...checks.map(({ tone, about, says }) =>
      element("span", {}, " ", badge(tone, checks.length > 1 ? `${about}: ${says}` : says)),
    ),
    line !== undefined && element("span", { class: "line" }, ` · line ${line}`),
  ];
}

/**
 * What was taken out and what was put in: each line keeps its sign, for who sees no colours.
 * @param {string} diff
 */
function diffBlock(diff) {
  const kinds = /** @type {Record<string, string>} */ ({ "+": "added", "-": "removed" });
  return element(
    "pre",
    { class: "diff", dir: "auto" },
    diff.split("\n").map((line) => element("span", { class: kinds[line.charAt(0)] ?? "" }, line)),
  );
}

/**
 * The steps that matter, each in a line: what proves something stands above in full.
 * @param {View} view
 * @returns {HTMLElement[]}
 */
export function shortTimeline({ found }) {
  const shown = found.steps.filter((_, place) => found.short.steps.includes(place));
  const left = found.steps.length - shown.length + found.omitted;
  return [
    element(
      "ol",
      { class: "steps" },
      shown.map(({ number, text, outcome, ok }) =>
        element(
          "li",
          { class: `step ${ok ? "ok" : "bad"}` },
          element("span", { class: "number" }, String(number)),
          element("div", { class: "what" }, element("code", { dir: "auto" }, text), ` → ${outcome || "no result"}`),
        ),
      ),
    ),
    ...(left > 0 ? [element("p", { class: "quiet" }, `${many(left, "other step")} left out`)] : []),
  ];
}

/** @param {View} view */
export function timeline(view) {
  const { steps, verdict } = view.found;
  const proof = new Set([...verdict.findings.flatMap((finding) => finding.steps), ...verdict.steps]);
  return element(
    "ol",
    { class: "steps" },
    steps.flatMap((step, index) => {
      const before = steps[index - 1];
      const gap = before ? step.number - before.number - 1 : 0;
      return [
        gap > 0 && element("li", { class: "gap" }, `${gap} more, left out`),
        timelineStep(step, view, proof.has(step.number)),
      ];
    }),
  );
}

/**
 * @param {DrawnStep} step
 * @param {View} view
 * @param {boolean} isProof
 */
function timelineStep(step, view, isProof) {
  const { diff } = step;
  const output = outputOf(step);
  return element(
    "li",
    {
      id: `step-${step.number}`,
      class: `step ${step.ok ? "ok" : "bad"}${isProof ? " is-proof" : ""}`,
      tabindex: -1,
    },
    element("span", { class: "number" }, String(step.number)),
    element(
      "div",
      { class: "what" },
      element("code", { dir: "auto" }, step.text),
      element("p", { class: "meta" }, ...stepFacts(step, view)),
      diff !== undefined && folded("What changed", diffBlock(diff)),
      output !== undefined && folded("Output", element("pre", { dir: "auto" }, output)),
    ),
  );
}

/**
 * @param {string} title
 * @param {Element} content
 */
function folded(title, content) {
  return element("details", {}, element("summary", {}, title), content);
}
