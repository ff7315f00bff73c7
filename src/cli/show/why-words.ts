import type { CaseClaim, CaseReceipt, CaseRequest } from "../../audit/record.ts";
import type { Verdict } from "../../verdict.ts";
import { stepNumbers } from "./amounts.ts";

/** How a check stands at the end of its turn, in the words of an audit's page. */
const STATES: Record<CaseReceipt["state"], string> = {
  fresh: "passed",
  stale: "stale",
  failed: "failed",
  masked: "result hidden",
  "nothing-ran": "checked nothing",
  unknown: "not clear",
};

/** The beginning of a detail that says the same as the state. */
const SAID_ALREADY = /^(\w+): (?:passed|failed|checked nothing)(?=,|$)/;

export function checkInWords({ step, state, command, detail }: CaseReceipt): string {
  // What a check said that is stale now is told: it passed, but before the last change.
  const rest = state === "stale" ? detail : detail.replace(SAID_ALREADY, "$1");
  return `step ${step}, ${STATES[state]}: ${command} (${rest})`;
}

/** The same words as on the page of an audit. */
const STANDINGS: Record<CaseClaim["standing"], string> = {
  supported: "supported",
  contradicted: "contradicted",
  unsupported: "not shown by any step",
  unseen: "perhaps run unseen",
};

/** What is claimed, by the type of the claim: one sentence may claim several things. */
const CLAIMED: Readonly<Record<string, string>> = {
  "tests-pass": "that the tests pass",
  "build-clean": "that it builds",
  "types-clean": "that the types are right",
  "lint-clean": "that lint is clean",
  "format-clean": "that the format is right",
  created: "that it was created",
  updated: "that it was changed",
  deleted: "that it was deleted",
  committed: "that it was committed",
  pushed: "that it was pushed",
};

export function claimInWords({ type, text, standing, steps }: CaseClaim): string {
  const what = Object.hasOwn(CLAIMED, type) ? CLAIMED[type] : type;
  return `${STANDINGS[standing]}, ${what}: “${text}”${steps.length > 0 ? ` · ${stepNumbers(steps)}` : ""}`;
}

export function requestInWords({ text, about, standing }: CaseRequest): string {
  return `${standing}: ${about === undefined ? "" : `${about}, of `}“${text}”`;
}

/** Who decided. For a model, the reason says whether it was the observer or the verifier. */
export function decidedBy({ judge, verdict, reason, confidence, category, sameFamily }: Verdict): string {
  const model = sameFamily === undefined ? "a model" : `a model of the same family as the agent's (${sameFamily})`;
  const who = { gate: "the gate", evidence: "evidence", model }[judge];
  const sure = confidence === null ? "" : `, ${Math.round(confidence * 100)}% sure`;
  const kind = category === null ? "" : category.replaceAll("-", " ");
  // The findings stand above, with their names.
  if (judge === "evidence" && verdict === "correct") return `by ${who}: the record shows it${sure} (${kind})`;
  return `by ${who}${sure}${kind === "" ? "" : `, ${kind}`}: ${reason}`;
}

const CONDITION = /^([✓✗]) ([\w-]+): (.*)$/s;

/** The gate in rows: the conditions that held share one row; each other one has its own, with the name of its rule. */
export function gateInWords(lines: readonly string[]): string[] {
  const read = lines.map((line) => ({ line, parts: CONDITION.exec(line) ?? [] }));
  const held = read.flatMap(({ parts: [, mark, , detail = ""] }) => (mark === "✓" ? [detail] : []));
  const others = read.flatMap(({ line, parts: [, mark, name, detail] }) =>
    mark === "✓" ? [] : mark === "✗" ? [`✗ ${detail} (${name})`] : [line],
  );
  return [...others, ...(held.length > 0 ? [`✓ ${held.join("; ")}`] : [])];
}
