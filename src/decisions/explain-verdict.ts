import { type Aftermath, whatFollowed } from "../audit/what-followed.ts";
import { describeError } from "../text/errors.ts";
import { readRequestState, requestKey, type RequestState } from "../guard/guard.ts";
import { NO_LINE } from "../hosts/reading/tally.ts";
import type { Redactor } from "../text/strings.ts";
import { turnAccount, redactCase } from "../session/case.ts";
import type { Case } from "../session/record.ts";
import type { Feedback, VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { requestIdOf } from "../thread/turns.ts";
import { correctionBefore, type FoundVerdict, unmetAfter } from "./find-verdict.ts";
import { lastWords, withWord } from "./last-word.ts";
import { sessionThread } from "./session-thread.ts";

export interface Explanation {
  readonly record: VerdictRecord | undefined;
  readonly found: Case | undefined;
  readonly missing: string | undefined;
  /** What the loop guard knows about the request; undefined when it was never asked. */
  readonly guard: RequestState | undefined;
  readonly before: string | undefined;
  readonly objection: string | undefined;
  /** The models that objected before; empty where proof did. */
  readonly objectedBy: readonly string[];
  readonly came: CameOf | undefined;
  /** The person's last word on it, also where they said it of what another source decided of the same turn. */
  readonly feedback: Feedback | undefined;
}

export interface CameOf {
  readonly arrived: boolean;
  readonly followed?: Aftermath | undefined;
  readonly unmet?: string | undefined;
}

type Sources = Pick<Store, "getCursor" | "listVerdicts" | "read" | "readGuard">;

const UNTOLD = {
  found: undefined,
  missing: undefined,
  guard: undefined,
  before: undefined,
  objection: undefined,
  objectedBy: [],
  came: undefined,
};

/** Text that is read now goes through `redact`; stored text was redacted before. */
export async function explainVerdict(store: Sources, meant: FoundVerdict, redact: Redactor): Promise<Explanation> {
  const wordOn = lastWords(await store.listVerdicts({ marked: true }));
  if (meant.type === "audited") {
    const { found, record } = meant;
    const feedback = wordOn(record ?? found);
    return { ...UNTOLD, record: withWord(record, feedback), found, feedback };
  }
  const feedback = wordOn(meant.record);
  const record = withWord(meant.record, feedback);
  const corrected = await correctionBefore(store, record);
  const said = corrected?.verdict.message;
  const objection = typeof said === "string" ? redact(said) : undefined;
  const asked = corrected?.verdict.judge === "model" ? corrected.verdict.usage : [];
  const objectedBy = [...new Set(asked.map(({ model }) => model))];
  const unmet = await unmetAfter(store, record);
  const came = record.injected === true ? { arrived: record.arrived === true, unmet } : undefined;
  const before = corrected?.id;
  const nothing = { ...UNTOLD, record, before, objection, objectedBy, came, feedback };
  // Nobody read it: it was left alone by its counts, or could not be read.
  if (record.turn === 0) return nothing;
  try {
    const { thread, path, marks } = await sessionThread(store, record);
    const turn = thread.turns[record.turn - 1];
    if (!turn) return { ...nothing, missing: `${path} has no turn ${record.turn} any more.` };
    const told = turnAccount(thread, turn, record.verdict, (step) => marks?.lineOf(step));
    const whole: Case = {
      id: record.id,
      key: record.id,
      path,
      host: thread.host,
      threadId: thread.id,
      turn: turn.number,
      line: marks?.of(turn.number)?.line ?? NO_LINE,
      at: record.at,
      ...(thread.cwd === undefined ? {} : { cwd: thread.cwd }),
      gate: record.gateReasons,
      ...told,
    };
    const found = redactCase(whole, redact);
    const clean = { ...record, verdict: found.verdict, gateReasons: found.gate };
    const stored = await store.readGuard(requestKey({ host: record.host, requestId: requestIdOf(thread, turn) }));
    const guard = stored === undefined ? undefined : readRequestState(stored);
    const followed = came && whatFollowed(thread, turn, record.verdict.message ?? "");
    const arrived = followed !== undefined || record.arrived === true;
    return { ...nothing, record: clean, found, guard, came: came && { ...came, arrived, followed } };
  } catch (error) {
    return { ...nothing, missing: describeError(error) };
  }
}
