/** @import { DrawnCase, ReportRow } from "../report-data.ts" */
/** @import { Finding } from "../../verdict.ts" */
/** @import { View } from "./steps.js" */
import { element } from "../../web/parts/dom.js";
import { badge, many } from "../../web/parts/figures.js";
import { proofStep, stepLinks } from "./steps.js";
import { COUNTED, findingWords } from "./words.js";

/** More than so many steps prove nothing better; the last of them say how it ended. */
const MOST_STEPS = 5;

/**
 * The findings that speak. What a model says of a turn may rest on none.
 * @param {Pick<DrawnCase, "verdict" | "spoken">} found
 * @returns {readonly Finding[]}
 */
export function spokenOf({ verdict, spoken }) {
  return verdict.findings.filter((_, place) => spoken.includes(place));
}

/**
 * A finding in words, with the name that filters and other commands know.
 * @param {string} id
 * @param {View["data"]} data
 */
function findingName(id, data) {
  return [
    element("span", { class: "finding-words" }, " ", findingWords(id, data)),
    " ",
    element("code", { class: "id" }, id),
  ];
}

/**
 * What is wrong, in the words that the agent would have been told, and of what kind that is.
 * @param {View} view
 */
export function accusation({ found, data }) {
  const { verdict } = found;
  const [first] = spokenOf(found);
  const isOpinion = verdict.judge === "model";
  const caution = "A model that was asked about this turn thinks so. The record does not prove it.";
  const id = first?.id ?? data.opinion;
  return [
    element(
      "p",
      { class: "kind" },
      badge(isOpinion ? "lead" : "bad", isOpinion ? "The observer's opinion" : COUNTED[found.kind].title),
      ...(isOpinion ? [] : findingName(id, data)),
    ),
    element("h3", { dir: "auto" }, isOpinion ? (verdict.message ?? "") : (first?.message ?? verdict.message ?? "")),
    element("p", { class: "quiet said" }, isOpinion ? caution : "This is what Coxswain would have told the agent."),
  ];
}

/**
 * @param {View} view
 * @returns {HTMLElement[]}
 */
export function proofBlocks(view) {
  const { found, data } = view;
  const [first, ...more] = spokenOf(found);
  if (!first) return [proofSteps(found.verdict.steps, view)];
  return [
    proofSteps(first.steps, view),
    ...detailOf(first),
    ...more.flatMap((finding) => [
      element("p", { class: "kind" }, badge("bad", "And"), ...findingName(finding.id, data)),
      element("p", { class: "also", dir: "auto" }, finding.message),
      proofSteps(finding.steps, view),
      ...detailOf(finding),
    ]),
  ];
}

/**
 * What no step shows by itself.
 * @param {Finding} finding
 */
function detailOf({ detail }) {
  return detail === undefined ? [] : [element("p", { class: "beside", dir: "auto" }, detail)];
}

/**
 * @param {readonly number[]} numbers
 * @param {View} view
 */
function proofSteps(numbers, view) {
  const { found } = view;
  if (numbers.length === 0) {
    const all = many(found.steps.length + found.omitted, "step");
    return element(
      "p",
      { class: "nothing" },
      `It is not there: none of the ${all} of this turn did it. They follow below.`,
    );
  }
  const shown = numbers.slice(-MOST_STEPS);
  const left = numbers.slice(0, -MOST_STEPS);
  return element(
    "div",
    {},
    left.length > 0 && element("p", { class: "links" }, "Also ", stepLinks(left, view)),
    element(
      "ol",
      { class: "proof-steps" },
      shown.map((number) => {
        const step = found.steps.find((candidate) => candidate.number === number);
        return step ? proofStep(step, view) : element("li", { class: "proof-step" }, stepLinks([number], view));
      }),
    ),
  );
}

/**
 * What else might be wrong, and is not sure enough to be said.
 * @param {View} view
 */
export function leadList(view) {
  const { found, data } = view;
  const spoken = new Set(spokenOf(found));
  const leads = found.verdict.findings.filter((finding) => !spoken.has(finding));
  return element(
    "ul",
    { class: "leads" },
    leads.map(({ id, confidence, steps, message }) => {
      const isProven = confidence >= data.threshold;
      return element(
        "li",
        {},
        badge(isProven ? "bad" : "lead", isProven ? "also proven" : "lead, not proven"),
        ...findingName(id, data),
        element("span", { class: "sure" }, " ", `${Math.round(confidence * 100)}% sure`),
        stepLinks(steps, view),
        element("p", { dir: "auto" }, message),
      );
    }),
  );
}

/**
 * Of a turn with leads alone, their words and how sure they are is all that is kept.
 * @param {ReportRow} row
 * @param {View["data"]} data
 */
export function bareLeads(row, data) {
  return element(
    "ul",
    { class: "leads" },
    row.findings.map((id, index) => {
      const [sure, message] = row.leads[index] ?? [];
      const limit = Math.round(data.threshold * 100);
      return element(
        "li",
        {},
        badge("lead", "lead, not proven"),
        ...findingName(id, data),
        sure !== undefined && element("span", { class: "sure" }, " ", `${sure}% sure, ${limit}% would speak`),
        message !== undefined && element("p", { dir: "auto" }, message),
      );
    }),
  );
}
