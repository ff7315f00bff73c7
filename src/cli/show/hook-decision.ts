import { placeOfWords } from "../../audit/what-followed.ts";
import { sessionThread } from "../../decisions/session-thread.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import type { Gate } from "../../observer/gate.ts";
import type { VerdictRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { turnUntil } from "../../thread/rewind.ts";
import type { JudgedTurn } from "./judgement-card.ts";

/** The turn that a hook decided about, as it stood then; nothing where the transcript cannot be read. */
export async function turnOfHook(
  store: Pick<Store, "getCursor" | "read" | "readGuard">,
  record: VerdictRecord,
): Promise<JudgedTurn | undefined> {
  try {
    const { thread, path, marks } = await sessionThread(store, record);
    const turn = thread.turns[record.turn - 1];
    const host = hostNamed(record.host);
    if (!turn || !host) return undefined;
    const { message } = record.verdict;
    const place = message === null ? undefined : placeOfWords(thread, turn.start, message, turn.end);
    const then = place === undefined ? turn : turnUntil(turn, thread.messages.slice(0, place));
    const gate: Gate = { open: gateKept(record).open, evidenceOpen: true, reasons: [] };
    const judgement = { turn: turn.number, gate, verdict: record.verdict };
    return { path, host, thread, turn: then, judgement, ...(marks ? { marks } : {}) };
  } catch {
    return undefined;
  }
}

/** The gate for a program, from the lines that are kept of it. */
export function gateKept({ gateReasons }: Pick<VerdictRecord, "gateReasons">) {
  const reasons = gateReasons.flatMap((line) => {
    const [, mark, name = "", detail = ""] = /^([✓✗]) ([\w-]+): (.*)$/s.exec(line) ?? [];
    return mark === undefined ? [] : [{ name, passed: mark === "✓", detail }];
  });
  return { open: reasons.every(({ passed }) => passed), reasons };
}
