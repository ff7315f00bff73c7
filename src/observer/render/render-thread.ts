import type { GuidanceFile } from "../../thread/delta.ts";
import { isFromPerson } from "../../thread/message.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { finishText } from "./finish-text.ts";
import { fitTurns, wholeLength } from "./fit-turns.ts";
import { joinLines } from "./join-lines.ts";
import { COMPACT_LIMITS, type CompactLimits, compactStepRenderer, renderEvidenceStep } from "./render-step.ts";
import { threadUntil } from "./thread-until.ts";
import { entriesOf } from "./turn-entries.ts";
import { quoterFor } from "./quoter-for.ts";
import type { Quoter } from "./untrusted.ts";

/** `compact` shows all calls alike; `evidence` spends the same room where it decides. */
export type Rendering = "evidence" | "compact";

/** Lines of facts about a turn, worked out without a model. */
type LedgerLines = (thread: Thread, turn: Turn) => readonly string[];

/** How much of a thread a model is shown, and what is taken out of it first. */
export interface RenderSettings {
  readonly rendering?: Rendering;
  /** Characters, all in all. */
  readonly budget?: number;
  /** What the compact rendering shows of a call and of a result. */
  readonly compact?: CompactLimits;
  /** Takes out what must not be sent. */
  readonly redact?: (text: string) => string;
  readonly ledger?: LedgerLines;
}

export const DEFAULT_BUDGET = 32_000;

/** What rules may take of the budget: the first share that leaves room for the whole record, at least the last one. */
const GUIDANCE_SHARES = [0.8, 0.5, 0.2] as const;
const WHOLE_MESSAGE_SHARE = 0.5;
const MESSAGE_SHARE = 0.3;

/** Lines that say what is missing between turns are not counted one by one. */
const MARGIN = 300;
const END = "(end of the record)";

/**
 * What an observer reads about a thread, up to and with one turn. Grows only at its end from one turn to the next,
 * apart from rare strides of shortening, and is never longer than the budget.
 */
export function renderThread(thread: Thread, turn: Turn, settings: RenderSettings = {}): string {
  const { budget = DEFAULT_BUDGET, rendering = "evidence", redact, ledger } = settings;
  const quoter = quoterFor(thread, redact);
  const options = {
    quoter,
    renderStep: rendering === "compact" ? compactStepRenderer(settings.compact ?? COMPACT_LIMITS) : renderEvidenceStep,
    wholeMessage: Math.floor(budget * WHOLE_MESSAGE_SHARE),
    messageLimit: Math.floor(budget * MESSAGE_SHARE),
    firstMessage: thread.messages.find(isFromPerson),
  };
  const turns = toldTurns(thread.turns, turn).map((told) => ({
    number: told.number,
    entries: entriesOf(thread, told, {
      ...options,
      isJudged: told.number === turn.number,
      ledgerAt: (messageIndex) => ledgerLines(ledger, thread, told, messageIndex),
    }),
  }));
  const room = budget - END.length - MARGIN;
  const guidance = fitGuidance(thread.guidance, quoter, { budget, room: room - wholeLength(turns) });
  return finishText(joinLines(guidance, fitTurns(turns, room - guidance.length), END), budget, redact);
}

/** Of a long thread the first turn and the last ones; where these begin moves in strides, so the text rarely shifts. */
const TURNS = 48;
const STRIDE = 24;

function toldTurns(turns: readonly Turn[], until: Turn): readonly Turn[] {
  const upTo = turns.slice(0, until.number);
  if (upTo.length <= TURNS) return upTo;
  const from = Math.floor((upTo.length - TURNS) / STRIDE) * STRIDE + 1;
  return [...upTo.slice(0, 1), ...upTo.slice(from)];
}

/** Changes as the record grows, and again where a stride leaves turns out; only for rules that are long. */
function fitGuidance(
  files: readonly GuidanceFile[],
  quoter: Quoter,
  { budget, room }: { readonly budget: number; readonly room: number },
): string {
  let text = "";
  for (const share of GUIDANCE_SHARES) {
    text = renderGuidance(files, quoter, Math.floor(budget * share));
    if (text.length <= room) break;
  }
  return text;
}

const FILE_LIMIT = 4000;
const FILE_SHARE = 0.625;

/** The rules of the project. What does not fit is named, so that nobody takes silence for absence. */
function renderGuidance(files: readonly GuidanceFile[], quoter: Quoter, limit: number): string {
  const fileLimit = Math.max(FILE_LIMIT, Math.floor(limit * FILE_SHARE));
  let room = limit;
  return joinLines(
    ...files.map((file, index) => {
      const heading = joinLines(index === 0 ? "# GUIDANCE FILES" : "", `## FILE ${quoter.line(file.path, 200)}`);
      const body = quoter.block(file.content, { mark: "| ", limit: Math.min(fileLimit, room - heading.length) });
      const fits = heading.length + body.length + 1 <= room;
      room -= heading.length + 1 + (fits ? body.length : 20);
      if (room < 0) return "";
      return joinLines(heading, fits ? body : "(not shown)");
    }),
  );
}

function ledgerLines(
  ledger: LedgerLines | undefined,
  thread: Thread,
  turn: Turn,
  messageIndex: number,
): readonly string[] {
  if (!ledger) return [];
  const past = threadUntil(thread, turn, messageIndex);
  return ledger(past.thread, past.turn);
}
