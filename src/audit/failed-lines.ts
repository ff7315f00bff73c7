import { baseName } from "../evidence/changes/paths.ts";
import { describeOutcome } from "../thread/describe-step.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { Step, Turn } from "../thread/thread.ts";
import type { Verdict } from "../verdict.ts";
import type { CaseReceipt } from "./record.ts";

/**
 * What a run came to may not show, but a finding rests on the failure of the line that it stands on. Of several runs
 * the one failed that the finding is about: what comes after it in `a && b` was not reached. Where that is none, or
 * more than one, only the line is known to have failed.
 */
export function failedWithTheirLines(
  receipts: readonly CaseReceipt[],
  turn: Turn,
  { proof, findings }: { readonly proof: ReadonlySet<number>; readonly findings: Verdict["findings"] },
): CaseReceipt[] {
  const names = findings.map(({ subject }) => baseName(subject)).filter((name) => name !== "");
  return receipts.map((receipt) => {
    const step = turn.steps.find(({ number }) => number === receipt.step);
    if (receipt.state !== "unknown" || !proof.has(receipt.step) || step?.result?.status !== "error") return receipt;
    const line = receipts.filter((other) => other.step === receipt.step && other.state === "unknown");
    const named = line.filter(({ command }) => names.some((name) => command.includes(name)));
    const failing = line.length === 1 ? receipt : named.length === 1 ? named[0] : undefined;
    const ended = `its line ended with ${describeOutcome(step)}`;
    if (failing === receipt) return { ...receipt, state: "failed", detail: ended };
    if (failing && isChain(step) && line.indexOf(receipt) > line.indexOf(failing))
      return { ...receipt, state: "nothing-ran", detail: "not reached: its line had failed before it" };
    return { ...receipt, detail: `${receipt.detail}; ${ended}` };
  });
}

/** True when each part of the line runs only after the one before it went well. */
function isChain({ action }: Step): boolean {
  return parseCommandLine(action.command ?? "").every(
    ({ join }, index) => index === 0 || join === "&&" || join === "|",
  );
}
