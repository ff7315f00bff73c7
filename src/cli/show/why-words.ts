import type { Aftermath } from "../../audit/what-followed.ts";
import type { ReceiptLine } from "../../evidence/receipt/receipt-line.ts";
import { inWords } from "../../evidence/receipt/receipt-line.ts";
import { type Suspicion, WORTH_A_LOOK } from "../../evidence/score/score.ts";
import type { Verdict } from "../../verdict.ts";

/** What a line of the account begins with, so that it is read without colours. */
const SIGNS: Readonly<Record<ReceiptLine["tone"], string>> = { good: "✓", bad: "✗", open: "?", plain: "·" };

export function receiptInWords(line: ReceiptLine): string {
  return `${SIGNS[line.tone]} ${inWords(line)}`;
}

/** How much a turn is worth a look, and why; nothing where it is worth little. */
export function worthInWords({ p, reasons }: Suspicion): string {
  if (p < WORTH_A_LOOK || reasons.length === 0) return "";
  return `${p.toFixed(2)} (${reasons.slice(0, 3).join("; ")})`;
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

export const FOLLOWED: Readonly<Record<Aftermath, string>> = {
  acted: "the agent changed or ran something",
  answered: "the agent only answered",
  refused: "the person pushed back",
  nothing: "the session ended there",
};

const CONDITION = /^([✓✗]) ([\w-]+): (.*)$/s;

export function gateInWords(lines: readonly string[]): string[] {
  const read = lines.map((line) => ({ line, parts: CONDITION.exec(line) ?? [] }));
  const held = read.flatMap(({ parts: [, mark, , detail = ""] }) => (mark === "✓" ? [detail] : []));
  const others = read.flatMap(({ line, parts: [, mark, name, detail] }) =>
    mark === "✓" ? [] : mark === "✗" ? [`✗ ${detail} (${name})`] : [line],
  );
  return [...others, ...(held.length > 0 ? [`✓ ${held.join("; ")}`] : [])];
}
