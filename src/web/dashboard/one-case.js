/** @import { Place } from "./address.js" */
/** @import { Row } from "./ask.js" */
import { commandList } from "../parts/commands.js";
import { element } from "../parts/dom.js";
import { grouped, many, minute, nothing } from "../parts/figures.js";
import { addressOf } from "./address.js";
import { number, orNull, text } from "./ask.js";
import { figure } from "./figures.js";
import { UNNAMED } from "./measures.js";
import { dollars, duration, percent, short, title } from "./numbers.js";
import { markOf } from "./outcomes.js";

/**
 * One decided stop: all that its machine sent of it, and nothing else.
 * @param {Place} place
 * @param {Row | undefined} row
 */
export function caseParts(place, row) {
  const report = partOf(row, "report");
  const { case: name = "", ...list } = place;
  const view = `/v1/views/cases/${encodeURIComponent(name)}`;
  return [
    element("p", {}, element("a", { href: addressOf(list) }, "← Back to the list")),
    figure({ title: "The decision", view }, facts(decisionFacts(row, report)), findingList(report)),
    figure({ title: "The receipt, as counts" }, facts(receiptFacts(report))),
    figure({ title: "Words" }, ...contentOf(report)),
    figure({ title: "Models that were asked" }, usageOf(report)),
  ];
}

/**
 * @param {Row | undefined} row
 * @param {Row} report
 * @returns {[string, string][]}
 */
function decisionFacts(row, report) {
  const judges = { gate: "nobody: it was not worth a look", evidence: "the record alone", model: "a model" };
  const judge = text(row, "judge");
  const told = { true: "told to the agent", false: "not told to the agent", shadow: "not told: shadow mode" };
  const injected = String(report["injected"]);
  const answered = { met: "it was met", unmet: "it was not met" };
  const answer = text(report, "answered");
  return [
    ["When", minute(text(row, "at"))],
    ["Repository", text(row, "repository") || UNNAMED],
    ["Agent", [text(row, "agent"), text(row, "model")].filter(Boolean).join(", ")],
    ["Team", text(row, "team")],
    ["Machine", text(row, "machine")],
    ["Turn", `${grouped(number(report, "turn"))} of session ${text(report, "session")}`],
    ["Decided by", wordIn(judges, judge)],
    ["Objection", text(row, "verdict") === "correct" ? wordIn(told, injected) : ""],
    ["An objection before it", answer === "" ? "" : wordIn(answered, answer)],
    ["People say", markOf(row ?? {})],
    ["Took", duration(orNull(report, "durationMs"))],
    ["Coxswain", text(report, "engine")],
  ];
}

/**
 * @param {Readonly<Record<string, string>>} words
 * @param {string} name
 */
function wordIn(words, name) {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name;
}

/** @param {Row} report */
function findingList(report) {
  const findings = rowsOf(report, "findings");
  if (findings.length === 0) return undefined;
  return element(
    "ul",
    { class: "findings" },
    findings.map((finding) =>
      element(
        "li",
        {},
        element("strong", {}, title(text(finding, "id"))),
        ` ${percent(orNull(finding, "confidence"))} sure`,
        finding["spoken"] === true ? "" : ", not said",
      ),
    ),
  );
}

/**
 * @param {Row} report
 * @returns {[string, string][]}
 */
function receiptFacts(report) {
  const changed = partOf(report, "changed");
  const held = ["shown", "contradicted", "open"];
  return [
    ["Claims of checks", countsOf(partOf(report, "claims"), held)],
    ["What was asked for", countsOf(partOf(report, "asked"), held)],
    ["Checks that ran", countsOf(partOf(report, "checks"), ["passed", "failed", "unknown"])],
    ["Files changed", `${grouped(number(changed, "files"))}, of which ${many(number(changed, "tests"), "test")}`],
    ["Worth knowing", changed["unchecked"] === true ? "code changed, and no check ran" : ""],
    ["Steps", grouped(number(report, "steps"))],
  ];
}

/**
 * @param {Row} counts
 * @param {readonly string[]} names
 */
function countsOf(counts, names) {
  const given = names.filter((name) => number(counts, name) > 0);
  return given.map((name) => `${grouped(number(counts, name))} ${name}`).join(", ") || "none";
}

/** Only where the team's policy and the machine both allowed it. @param {Row} report */
function contentOf(report) {
  const content = partOf(report, "content");
  if (Object.keys(content).length === 0)
    return [
      nothing("Its machine sent none, which is usual."),
      commandList([["On that machine, this shows all of it:", `cox why ${text(report, "id")}`]]),
    ];
  const receipt = Array.isArray(content["receipt"]) ? content["receipt"] : [];
  const quote = (/** @type {string} */ words) => words !== "" && element("blockquote", { dir: "auto" }, words);
  return [
    quote(text(content, "message")),
    quote(text(content, "reason")),
    ...rowsOf(content, "findings").map((finding) => quote(text(finding, "message"))),
    receipt.length > 0 && element("pre", {}, receipt.filter((line) => typeof line === "string").join("\n")),
  ];
}

/** @param {Row} report */
function usageOf(report) {
  const calls = rowsOf(report, "usage");
  if (calls.length === 0) return nothing("None was asked.");
  return element(
    "ul",
    { class: "findings" },
    calls.map((call) => {
      const price = orNull(call, "cost");
      const tokens = `${short(number(call, "inputTokens"))} tokens in, ${short(number(call, "outputTokens"))} out`;
      const words = ` for ${text(call, "operationType")}: ${tokens}, ${price === null ? "no known price" : dollars(price)}`;
      return element("li", {}, element("strong", {}, text(call, "model")), words);
    }),
  );
}

/** What is empty is left out. @param {[string, string][]} all */
function facts(all) {
  const given = all.filter(([, value]) => value !== "");
  return element(
    "dl",
    { class: "facts" },
    given.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

/**
 * @param {Row | undefined} row
 * @param {string} name
 * @returns {Row}
 */
function partOf(row, name) {
  const value = row?.[name];
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * @param {Row} row
 * @param {string} name
 * @returns {Row[]}
 */
function rowsOf(row, name) {
  const value = row[name];
  return Array.isArray(value) ? value.map((each) => ({ ...Object(each) })) : [];
}
