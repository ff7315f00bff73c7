import type { GuidanceFile } from "../../thread/delta.ts";
import { isFromPerson } from "../../thread/message.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { turnUntil } from "../../thread/rewind.ts";
import { lastStepNumber } from "../../thread/turns.ts";
import { finishText, joinLines } from "./status.ts";
import { type TurnText, fitTurns, wholeLength, withEarlierInShort } from "./fit-turns.ts";
import { type CompactLimits, ROOMIER_STEPS, compactStepRenderer, renderEvidenceStep } from "./render-step.ts";
import { entriesOf } from "./turn-entries.ts";
import { type Quoter, quoterFor } from "./untrusted.ts";

/** `compact` shows all calls in the same way; `evidence` uses the same room for what decides. */
export type Rendering = "evidence" | "compact";

/** How much of a thread is shown to a model, and what is removed before. */
export interface RenderSettings {
  readonly rendering?: Rendering;
  readonly budget?: number;
  /** What the compact rendering shows of a call and of a result. */
  readonly compact?: CompactLimits;
  readonly redact?: (text: string) => string;
  /** Facts about a turn as lines, found without a model. */
  readonly ledger?: (thread: Thread, turn: Turn) => readonly string[];
}

export const DEFAULT_BUDGET = 32_000;

/** The shares of the budget for guidance: the first that leaves room for the whole record, or else the last. */
const GUIDANCE_SHARES = [0.8, 0.5, 0.2] as const;
const WHOLE_MESSAGE_SHARE = 0.5;
const MESSAGE_SHARE = 0.3;

/** Reserved for the lines that name missing turns, which are not counted one by one. */
const MARGIN = 300;
const END = "(end of the record)";

/** From turn to turn it only grows at its end, except in rare large steps. Never longer than the budget. */
export function renderThread(thread: Thread, turn: Turn, settings: RenderSettings = {}): string {
  const { budget = DEFAULT_BUDGET, rendering = "evidence", redact, ledger } = settings;
  const quoter = quoterFor(thread, redact);
  const usual = rendering === "compact" ? compactStepRenderer(settings.compact) : renderEvidenceStep;
  const options = {
    quoter,
    renderStep: usual,
    wholeMessage: Math.floor(budget * WHOLE_MESSAGE_SHARE),
    messageLimit: Math.floor(budget * MESSAGE_SHARE),
    firstMessage: thread.messages.find(isFromPerson),
  };
  const textOfTurn = (told: Turn, renderStep = usual): TurnText => ({
    number: told.number,
    entries: entriesOf(thread, told, {
      ...options,
      renderStep,
      isJudged: told.number === turn.number,
      ledgerAt(messageIndex) {
        if (!ledger || told.number !== turn.number) return [];
        const past = threadUntil(thread, told, messageIndex);
        return ledger(past.thread, past.turn);
      },
    }),
  });
  const told = toldTurns(thread.turns, turn);
  const turns = told.map((each) => textOfTurn(each));
  const room = budget - END.length - MARGIN;
  const guidance = fitGuidance(thread.guidance, quoter, budget, room - wholeLength(turns));
  // While the agent works the text must only grow, so it stays as it was.
  const roomier = rendering === "compact" || turn.outcome === "open" ? [] : ROOMIER_STEPS;
  const judged = roomier.map((renderStep) => () => textOfTurn(turn, renderStep));
  const limit = room - guidance.length;
  const record = roomiest(turns, judged, limit) ?? fitTurns(turns, limit);
  return finishText(joinLines(guidance, record, END), budget, redact);
}

/** The record with more of the judged turn than usual, where that fits, if need be with earlier turns in short. */
function roomiest(turns: readonly TurnText[], judged: readonly (() => TurnText)[], limit: number): string | undefined {
  for (const tellLast of judged) {
    const all = [...turns.slice(0, -1), tellLast()];
    if (wholeLength(all) <= limit) return fitTurns(all, limit);
    const text = withEarlierInShort(all);
    if (text.length <= limit) return text;
  }
  return undefined;
}

/** Of a long thread its first turn and the last ones, which begin in large steps, so the text rarely shifts. */
const TURNS = 48;
const STRIDE = 24;

function toldTurns(turns: readonly Turn[], until: Turn): readonly Turn[] {
  const upTo = turns.slice(0, until.number);
  if (upTo.length <= TURNS) return upTo;
  const from = Math.floor((upTo.length - TURNS) / STRIDE) * STRIDE + 1;
  return [...upTo.slice(0, 1), ...upTo.slice(from)];
}

/** The guidance text that leaves room for the record. Only long guidance changes as the record grows. */
function fitGuidance(files: readonly GuidanceFile[], quoter: Quoter, budget: number, room: number): string {
  let text = "";
  for (const share of GUIDANCE_SHARES) {
    text = renderGuidance(files, quoter, Math.floor(budget * share));
    if (text.length <= room) break;
  }
  return text;
}

const FILE_LIMIT = 4000;
const FILE_SHARE = 0.625;

/** The project's guidance. Files that do not fit are named, so that nobody thinks there are none. */
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

export function threadUntil(thread: Thread, turn: Turn, messageIndex: number): { thread: Thread; turn: Turn } {
  const isLast = turn.number === thread.turns.length;
  if (isLast && messageIndex === thread.messages.length - 1) return { thread, turn };
  const messages = thread.messages.slice(0, messageIndex + 1);
  const past = wordBeforeStop(thread, turn, messageIndex, turnUntil(turn, messages));
  const turns = [...thread.turns.slice(0, turn.number - 1), past];
  return { thread: { ...thread, messages, turns, stepCount: lastStepNumber(turns) }, turn: past };
}

/** The turn was stopped here if the agent said nothing more before somebody stopped it. */
function wordBeforeStop(thread: Thread, turn: Turn, messageIndex: number, past: Turn): Turn {
  if (turn.outcome === "ended" || turn.outcome === "open") return past;
  const later = thread.messages.slice(messageIndex + 1, turn.end);
  return later.some(({ role }) => role === "assistant") ? past : { ...past, outcome: turn.outcome };
}
