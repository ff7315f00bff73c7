/** @import { ReportRow, ReportData } from "../report-data.ts" */
/** @import { Case, CaseStep, CaseReceipt } from "../record.ts" */
import { badge, checkBadge } from "./badge.js";
import { byId, element, minute } from "./dom.js";
import { requestList } from "./request-list.js";

const STANDINGS = {
  supported: "supported",
  contradicted: "contradicted",
  unsupported: "not shown by any step",
  unseen: "perhaps run unseen",
};

/**
 * @param {ReportRow} row
 * @returns {Case | undefined}
 */
function caseOf(row) {
  const block = row.caseId === "" ? null : document.getElementById(`case-${row.caseId}`);
  return block ? JSON.parse(block.textContent ?? "null") : undefined;
}

/**
 * Draws one turn: what was asked, what was claimed, what would have been said, the checks, and every step.
 * @param {ReportRow} row
 * @param {ReportData} data
 */
export function drawCase(row, data) {
  const found = caseOf(row);
  const article = byId("case");
  article.replaceChildren(
    element("a", { class: "back", href: "#turns" }, "← All turns"),
    heading(row, data),
    ...(found ? caseSections(found, data) : [section("Asked", "asked", askedBlock(row.request)), quiet(row)]),
  );
  article.setAttribute("aria-label", `Turn ${row.turn}: ${row.request.slice(0, 80)}`);
}

/**
 * @param {ReportRow} row
 * @param {ReportData} data
 */
function heading(row, data) {
  const facts = [minute(row.at), data.agents[row.agent] ?? row.agent, row.model, row.project];
  const place = row.line > 0 ? `${row.path}:${row.line}` : row.path;
  return element(
    "header",
    {},
    element("h3", {}, row.caseId === "" ? `Turn ${row.turn}` : row.caseId),
    element("p", { class: "facts" }, facts.filter((fact) => fact !== "").join(" · ")),
    element("p", { class: "where" }, element("code", {}, place), ` turn\u00a0${row.turn}`),
  );
}

/** @param {ReportRow} row */
function quiet(row) {
  const words =
    row.verdict === "unchecked"
      ? "This turn could not be checked."
      : row.findings.length > 0
        ? `Only leads, nothing proven: ${row.findings.join(", ")}.`
        : "Nothing in the record speaks against what the agent said.";
  return element("p", { class: "quiet" }, words, " Only would-be corrections are kept in full.");
}

/**
 * @param {Case} found
 * @param {ReportData} data
 */
function caseSections(found, data) {
  return [
    section("Asked", "asked", askedBlock(found.request)),
    section("Claimed", "claimed", quoteBlock(found.closing), claimList(found)),
    said(found, data),
    ...(found.requests.length > 0 ? [section("Asked for, and what came of it", "requests", requestList(found))] : []),
    section(
      "Checks",
      "checks",
      found.receipts.length > 0
        ? receiptList(found)
        : element("p", { class: "nothing" }, "No check was run in this turn."),
    ),
    section("What happened", "timeline", timeline(found)),
    element(
      "details",
      { class: "gate" },
      element("summary", {}, "Why it was looked at"),
      element(
        "ul",
        {},
        found.gate.map((reason) => element("li", {}, reason)),
      ),
    ),
  ];
}

/**
 * A model's word is never given out for the record's.
 * @param {Case} found
 * @param {ReportData} data
 */
function said(found, data) {
  const message = element("blockquote", { class: "message" }, found.verdict.message ?? "");
  if (found.verdict.judge !== "model")
    return section("Coxswain would have said", "said", message, proofList(found, data));
  const caution = "A model that was asked about this turn thinks so. The record does not prove it.";
  return section(
    "The observer's opinion",
    "said",
    message,
    element("p", { class: "quiet" }, caution, " ", stepLinks(found.verdict.steps, found)),
    proofList(found, data),
  );
}

/**
 * @param {string} title
 * @param {string} name
 * @param {...Element} content
 */
function section(title, name, ...content) {
  return element(
    "section",
    { class: name, "aria-labelledby": `title-${name}` },
    element("h4", { id: `title-${name}` }, title),
    ...content,
  );
}

/**
 * What an agent printed of a run holds its deeds, not what it was told.
 * @param {string} request
 */
function askedBlock(request) {
  if (request !== "") return quoteBlock(request);
  return element("p", { class: "nothing" }, "The transcript does not hold the request.");
}

/** @param {string} text */
function quoteBlock(text) {
  return element("div", { class: "quote", dir: "auto" }, text);
}

/** @param {Case} found */
function claimList(found) {
  return element(
    "ul",
    { class: "claims" },
    found.claims.map((claim) =>
      element(
        "li",
        { class: `claim ${claim.standing}` },
        badge(claim.standing, STANDINGS[claim.standing]),
        element("span", { class: "sure" }, claim.type),
        element("q", { dir: "auto" }, claim.text),
        stepLinks(claim.steps, found),
      ),
    ),
  );
}

/**
 * @param {Case} found
 * @param {ReportData} data
 */
function proofList(found, data) {
  return element(
    "ul",
    { class: "proof" },
    found.verdict.findings.map((finding) => {
      const speaks = found.verdict.message?.includes(finding.message) ?? false;
      return element(
        "li",
        {},
        badge(speaks ? "contradicted" : "lead", speaks ? finding.id : `lead: ${finding.id}`),
        element("span", { class: "sure" }, `${Math.round(finding.confidence * 100)}%`),
        stepLinks(finding.steps, found),
        element("p", { dir: "auto" }, speaks ? (data.findings[finding.id] ?? "") : finding.message),
      );
    }),
  );
}

/** @param {Case} found */
function receiptList(found) {
  return element(
    "ul",
    { class: "receipts" },
    found.receipts.map((receipt) =>
      element(
        "li",
        {},
        checkBadge(receipt),
        element("code", { dir: "auto" }, receipt.command),
        element("span", { class: "detail" }, receipt.detail),
        stepLinks([receipt.step], found),
      ),
    ),
  );
}

/**
 * @param {readonly number[]} steps
 * @param {Case} found
 */
function stepLinks(steps, found) {
  const known = new Set(found.steps.map((step) => step.number));
  return element(
    "span",
    { class: "links" },
    steps.flatMap((step) => [
      known.has(step) ? stepLink(step) : element("span", { class: "gone" }, `step ${step}, earlier`),
      " ",
    ]),
  );
}

/** @param {number} step */
function stepLink(step) {
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
function reveal(step) {
  const item = document.getElementById(`step-${step}`);
  if (!item) return;
  for (const other of document.querySelectorAll(".steps .target")) other.classList.remove("target");
  item.classList.add("target");
  const details = item.querySelector("details");
  if (details) details.open = true;
  item.scrollIntoView({
    block: "center",
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
  item.focus({ preventScroll: true });
}

/** @param {Case} found */
function timeline(found) {
  const receipts = new Map(found.receipts.map((receipt) => [receipt.step, receipt]));
  const proof = new Set(found.verdict.findings.flatMap((finding) => finding.steps));
  return element(
    "ol",
    { class: "steps" },
    found.steps.flatMap((step, index) => {
      const before = found.steps[index - 1];
      const gap = before ? step.number - before.number - 1 : 0;
      return [
        gap > 0 && element("li", { class: "gap" }, `${gap} more, left out`),
        timelineStep(step, receipts.get(step.number), proof.has(step.number)),
      ];
    }),
  );
}

/**
 * @param {CaseStep} step
 * @param {CaseReceipt | undefined} receipt
 * @param {boolean} isProof
 */
function timelineStep(step, receipt, isProof) {
  return element(
    "li",
    { id: `step-${step.number}`, class: `step ${step.ok ? "ok" : "bad"}${isProof ? " is-proof" : ""}`, tabindex: -1 },
    element("span", { class: "number" }, String(step.number)),
    element(
      "div",
      { class: "what" },
      element("code", { dir: "auto" }, step.text),
      element(
        "p",
        { class: "meta" },
        step.outcome === "" ? "no result" : step.outcome,
        step.edits && " · changes files",
        step.line !== undefined && ` · line ${step.line}`,
        " ",
        receipt && checkBadge(receipt),
      ),
      step.output !== undefined &&
        element(
          "details",
          { open: isProof },
          element("summary", {}, "Output"),
          element("pre", { dir: "auto" }, step.output),
        ),
    ),
  );
}
