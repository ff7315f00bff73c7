import type { NewVerdict } from "../store/records.ts";
import type { Case } from "./record.ts";

/** A case in the form of a stored decision, so that feedback about it counts like feedback about a live one. */
export function caseRecord(found: Case): NewVerdict {
  return {
    id: found.id,
    threadId: found.threadId,
    host: found.host,
    session: found.threadId,
    turn: found.turn,
    ...(found.at === undefined ? {} : { at: found.at }),
    ...(found.cwd === undefined ? {} : { cwd: found.cwd }),
    verdict: found.verdict,
    gateReasons: found.gate,
    injected: "shadow",
  };
}
