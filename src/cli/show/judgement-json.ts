import type { TurnAccount } from "../../session/record.ts";
import type { Judgement } from "../../corrector.ts";
import type { LoadedThread } from "../../session/load-thread.ts";

/** The stable shape of one judgement for machines. */
export function judgementJson(
  { path, host, thread }: Pick<LoadedThread, "path" | "host" | "thread">,
  { turn, gate, verdict }: Judgement,
  { receipt, worth }: Pick<TurnAccount, "receipt" | "worth">,
) {
  return {
    file: path,
    host: host.name,
    threadId: thread.id,
    turn,
    gate: { open: gate.open, reasons: gate.reasons },
    verdict: verdict.verdict,
    category: verdict.category,
    message: verdict.message,
    reason: verdict.reason,
    findings: verdict.findings,
    judge: verdict.judge,
    ...(verdict.sameFamily === undefined ? {} : { sameFamily: verdict.sameFamily }),
    usage: verdict.usage,
    receipt,
    suspicion: worth,
  };
}
