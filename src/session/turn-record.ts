import { hash } from "node:crypto";
import type { Judgement } from "../corrector.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { ruleLines } from "../evidence/receipt/rule-lines.ts";
import { type Suspicion, suspicionOf, WORTH_A_LOOK } from "../evidence/score/score.ts";
import { NO_LINE } from "../hosts/reading/tally.ts";
import type { Thread, Turn, Step } from "../thread/thread.ts";
import { requestText, closingText } from "../thread/turns.ts";
import { accountOf } from "./account.ts";
import { LONGEST, roughStart } from "./cut.ts";
import type { TurnMark } from "./marks.ts";
import type { Look, ModelTokens, TurnRecord } from "./record.ts";
import { textOf } from "../thread/message.ts";

const UNEVEN = /\s\s|[^\S ]/;

export interface JudgedTurn {
  readonly judgement: Judgement;
  /** What it was judged by; absent where nobody looked. */
  readonly evidence: Evidence | undefined;
  readonly mark: TurnMark | undefined;
}

export function turnRecord(thread: Thread, turn: Turn, judged: JudgedTurn): TurnRecord {
  const { judgement, mark } = judged;
  const { model, tokens } = spent(thread, turn);
  const { gate, verdict } = judgement;
  return {
    turn: turn.number,
    key: turnKey(thread, turn, mark?.at),
    ...(mark?.at === undefined ? {} : { at: mark.at }),
    line: mark?.line ?? NO_LINE,
    ...(model === undefined ? {} : { model }),
    steps: turn.toolCalls,
    tokens,
    ...(gate.evidenceOpen || verdict.verdict === "unchecked" ? { look: lookOf(thread, turn, judged) } : {}),
  };
}

function lookOf(thread: Thread, turn: Turn, { judgement, evidence }: JudgedTurn): Look {
  const { verdict, findings, rules } = judgement.verdict;
  const opening = roughStart(requestText(thread, turn), 4 * LONGEST.opening);
  const worth = evidence && worthOf(evidence);
  const receipt = evidence && [...ruleLines(rules), ...receiptOf(evidence)];
  const isLead = verdict === "ok" && (findings.length > 0 || (worth?.reasons ?? []).length > 0);
  const request = (UNEVEN.test(opening) ? opening.replaceAll(/\s+/g, " ") : opening).trim();
  return {
    verdict,
    findings: findings.map(({ id, confidence, message }) =>
      verdict === "correct" ? { id, confidence } : { id, confidence, message: roughStart(message, LONGEST.line) },
    ),
    request: roughStart(request, LONGEST.opening),
    ...(judgement.gate.open ? { open: true } : {}),
    ...(evidence && worth ? { worth, account: accountOf(evidence, receipt) } : {}),
    ...(isLead && receipt ? { receipt: receipt.slice(0, MOST_LINES) } : {}),
  };
}

/** More than a screen of them is for the command that shows the turn. */
const MOST_LINES = 16;

/** In a list, three digits tell any two turns apart, and three reasons are enough. */
function worthOf(evidence: Evidence): Suspicion {
  const { p, reasons } = suspicionOf(evidence);
  return { p: Math.round(1000 * p) / 1000, reasons: p < WORTH_A_LOOK ? [] : reasons.slice(0, MOST_REASONS) };
}

const MOST_REASONS = 3;

type Sum = { -readonly [Key in keyof ModelTokens]: ModelTokens[Key] };

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };
const KINDS = Object.keys(NO_TOKENS) as (keyof typeof NO_TOKENS)[];

function spent(thread: Thread, turn: Turn): { model: string | undefined; tokens: ModelTokens[] } {
  let model: string | undefined;
  const sums = new Map<string, Sum>();
  for (let index = turn.start; index < turn.end; index += 1) {
    const message = thread.messages[index];
    if (message?.role !== "assistant") continue;
    model = message.model ?? model;
    const { usage } = message;
    if (!usage) continue;
    const sum = sums.get(usage.model) ?? { ...NO_TOKENS, model: usage.model };
    for (const kind of KINDS) sum[kind] += usage[kind];
    sums.set(usage.model, sum);
  }
  return { model, tokens: [...sums.values()] };
}

/** How many characters of a text are used: copies are equal from the start, and other texts differ early. */
const TAKEN = 2000;

/** How many calls make a key when they have no unique ids: not more than the gate wants by default. */
const TELLING_STEPS = 5;

/** Matches a random or time-based id. `call-3`, `message-1:0` and `functions.bash:0` occur in every session. */
const OWN_ID = /(?=[a-z]{0,7}\d)[a-z\d]{8}/i;

/** From what happened first in a turn, so that all copies in resumed and forked sessions have the same key. */
export function turnKey(thread: Thread, turn: Turn, at: string | undefined): string {
  const spoken = thread.messages[turn.start];
  const request = spoken ? textOf(spoken).slice(0, TAKEN) : "";
  const [first] = turn.steps;
  const opening = first ? deeds(first, turn.steps) : [closingText(thread, turn).slice(0, TAKEN), at];
  return hash("sha1", JSON.stringify([thread.host, request, opening]), "hex").slice(0, 16);
}

function deeds(first: Step, steps: readonly Step[]): unknown {
  return OWN_ID.test(first.toolUseId) ? deed(first) : steps.slice(0, TELLING_STEPS).map(deed);
}

function deed({ toolUseId, tool, input, result }: Step): unknown {
  return [toolUseId, tool, written(input).slice(0, TAKEN), result?.output.slice(0, TAKEN)];
}

/** Nothing for an input nested so deep that only a parser gets through it: ids and outputs still tell such turns apart. */
function written(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
}
