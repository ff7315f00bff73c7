/** @import { DrawnCase, ReportData, ReportRow } from "../report-data.ts" */
/** @import { View } from "./steps.js" */
import { commandList } from "../../web/parts/commands.js";
import { byId, element } from "../../web/parts/dom.js";
import { badge, minute } from "../../web/parts/figures.js";
import { askedBlocks, claimedBlocks, requestBlocks } from "./claimed.js";
import { caseCommands, turnCommands } from "./commands.js";
import { accusation, bareLeads, leadList, proofBlocks } from "./proof.js";
import { receiptList, worthLine } from "./receipt.js";
import { shortTimeline, stepLinks, timeline } from "./steps.js";
import { strip } from "./strip.js";
import { findingWords, KINDS, kindOf, markWords } from "./words.js";

/**
 * @param {ReportRow} row
 * @returns {DrawnCase | undefined}
 */
function caseOf(row) {
  const block = row.caseId === "" ? null : document.getElementById(`case-${row.caseId}`);
  return block ? JSON.parse(block.textContent ?? "null") : undefined;
}

/**
 * Draws one turn beside the list.
 * @param {ReportRow} row
 * @param {ReportData} data
 */
export function drawCase(row, data) {
  const article = byId("case");
  article.replaceChildren(
    element("a", { class: "back", href: "#turns" }, "← All turns"),
    ...turnBlocks(row, data, false),
  );
  article.setAttribute("aria-label", `Turn ${row.turn}: ${row.request.slice(0, 80)}`);
}

/**
 * What is wrong with a turn and what proves it come first; then what was claimed and asked, and everything that happened.
 * @param {ReportRow} row
 * @param {ReportData} data
 * @param {boolean} printed
 * @returns {HTMLElement[]}
 */
export function turnBlocks(row, data, printed) {
  const found = caseOf(row);
  return found ? caseBlocks({ found, data, printed }, row) : bareBlocks(row, data, printed);
}

/**
 * @param {View} view
 * @param {ReportRow} row
 */
function caseBlocks(view, row) {
  const { found, data, printed } = view;
  const isOpinion = found.verdict.judge === "model";
  const leads = leadList(view);
  const named = (/** @type {string} */ title, /** @type {string} */ name, /** @type {Element[]} */ ...content) =>
    section(title, name, printed, ...content);
  return [
    element("header", {}, ...accusation(view), facts(row, data), markBlock(row, data)),
    named(isOpinion ? "What it points to" : "The proof", "proof", ...proofBlocks(view), place(row, found.look)),
    named("Next, in a terminal", "next", commandList(data.kept ? caseCommands(found.id) : turnCommands(row))),
    named("What the agent said", "claimed", ...claimedBlocks(view)),
    named("What was asked", "asked", ...askedBlocks(view)),
    ...(leads.childElementCount > 0 ? [named("What else may be wrong", "more", leads)] : []),
    named(
      "What the record holds",
      "receipt",
      receiptList(found.receipt, (steps) => stepLinks(steps, view)),
      worthLine(found.worth),
    ),
    named("What happened", "timeline", ...(printed ? shortTimeline(view) : [strip(view), timeline(view)])),
    ...(printed ? [] : [gateDetails(found)]),
  ];
}

/** @param {DrawnCase} found */
function gateDetails({ gate }) {
  return element(
    "details",
    { class: "gate" },
    element("summary", {}, "Why it was looked at"),
    element(
      "ul",
      {},
      gate.map((reason) => element("li", {}, reason)),
    ),
  );
}

/**
 * A turn of which no case is kept.
 * @param {ReportRow} row
 * @param {ReportData} data
 * @param {boolean} printed
 */
function bareBlocks(row, data, printed) {
  const kind = kindOf(row);
  const [first] = row.findings;
  const words = {
    correct: "",
    lead: "Nothing is proven here: the record allows other readings. Coxswain would have said nothing about it.",
    ok: "Nothing in the record speaks against what the agent said.",
    blocked: "The agent says itself that it could not do it, and the record does not speak against that.",
    unchecked: "This turn could not be checked.",
  }[kind];
  return [
    element(
      "header",
      {},
      element("p", { class: "kind" }, badge(kind, `${KINDS[kind].mark} ${KINDS[kind].title}`)),
      element(
        "h3",
        {},
        first === undefined
          ? (row.reasons[0]?.replace(/^\w/, (first) => first.toUpperCase()) ?? `Turn ${row.turn}`)
          : `Perhaps: ${findingWords(first, data)}`,
      ),
      facts(row, data),
    ),
    ...(row.reasons.length > 0 ? [worthLine({ p: row.worth / 100, reasons: row.reasons })] : []),
    element(
      "p",
      { class: "quiet" },
      words,
      " Only turns with an objection are kept in full; the rest is in the transcript:",
    ),
    place(row, row.line),
    commandList(turnCommands(row)),
    ...(row.findings.length > 0 ? [section("The leads", "more", printed, bareLeads(row, data))] : []),
    ...(row.receipt.length > 0
      ? [section("What the record holds", "receipt", printed, receiptList(row.receipt, stepNumbers))]
      : []),
    section("What was asked", "asked", printed, ...requestBlocks(row.request, { from: "start", printed })),
  ];
}

/**
 * Where no timeline is kept, there is nothing to lead to.
 * @param {readonly number[]} steps
 */
function stepNumbers(steps) {
  return element("span", { class: "links" }, steps.length > 0 && `step ${steps.join(", ")}`);
}

/**
 * @param {ReportRow} row
 * @param {ReportData} data
 */
function facts(row, data) {
  const parts = [minute(row.at), data.agents[row.agent] ?? row.agent, row.model, row.project];
  return element("p", { class: "facts" }, parts.filter((part) => part !== "").join(" · "));
}

/**
 * What the person said about it, in their words.
 * @param {ReportRow} row
 * @param {ReportData} data
 */
function markBlock(row, data) {
  const said = markWords(row, data);
  if (said === "") return null;
  const { note } = data.marks[row.caseId] ?? {};
  return element("p", { class: "marked" }, badge("", said), note !== undefined && element("q", { dir: "auto" }, note));
}

/**
 * Where to look, and what to call it when asking for more.
 * @param {ReportRow} row
 * @param {number} line
 */
function place(row, line) {
  return element(
    "p",
    { class: "where" },
    element("code", {}, line > 0 ? `${row.path}:${line}` : row.path),
    ` · turn\u00a0${row.turn}`,
    row.caseId !== "" && " · ",
    row.caseId !== "" && element("code", { class: "case-id" }, row.caseId),
  );
}

/**
 * @param {string} title
 * @param {string} name
 * @param {boolean} printed Several stand on paper, and names are for one.
 * @param {...Element} content
 */
function section(title, name, printed, ...content) {
  return element(
    "section",
    { class: name, "aria-labelledby": printed ? undefined : `title-${name}` },
    element("h4", { id: printed ? undefined : `title-${name}` }, title),
    ...content,
  );
}
