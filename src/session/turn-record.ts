import type { Judgement } from "../corrector.ts";
import { NO_LINE } from "../hosts/reading/tally.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { requestText } from "../thread/turns.ts";
import type { Verdict } from "../verdict.ts";
import { LONGEST, roughStart } from "./cut.ts";
import type { TurnMark } from "./marks.ts";
import type { Look, ModelTokens, TurnRecord } from "./record.ts";
import { turnKey } from "./turn-key.ts";

const UNEVEN = /\s\s|[^\S ]/;

export function turnRecord(thread: Thread, turn: Turn, judgement: Judgement, mark: TurnMark | undefined): TurnRecord {
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
    ...(gate.evidenceOpen || verdict.verdict === "unchecked" ? { look: lookOf(thread, turn, verdict) } : {}),
  };
}

function lookOf(thread: Thread, turn: Turn, { verdict, findings }: Verdict): Look {
  const opening = roughStart(requestText(thread, turn), 4 * LONGEST.opening);
  const request = (UNEVEN.test(opening) ? opening.replaceAll(/\s+/g, " ") : opening).trim();
  return {
    verdict,
    findings: findings.map(({ id, confidence, message }) =>
      verdict === "correct" ? { id, confidence } : { id, confidence, message: roughStart(message, LONGEST.line) },
    ),
    request: roughStart(request, LONGEST.opening),
  };
}

type Sum = { -readonly [Key in keyof ModelTokens]: ModelTokens[Key] };

/** The model that spoke last, and what each model used. */
function spent(thread: Thread, turn: Turn): { model: string | undefined; tokens: ModelTokens[] } {
  let model: string | undefined;
  const sums = new Map<string, Sum>();
  for (let index = turn.start; index < turn.end; index += 1) {
    const message = thread.messages[index];
    if (message?.role !== "assistant") continue;
    model = message.model ?? model;
    const { usage } = message;
    if (!usage) continue;
    const sum = sums.get(usage.model);
    if (sum) addTo(sum, usage);
    else sums.set(usage.model, sumOf(usage));
  }
  return { model, tokens: [...sums.values()] };
}

function sumOf({ model, inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens }: ModelTokens): Sum {
  return { model, inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens };
}

function addTo(sum: Sum, usage: ModelTokens): void {
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.cachedInputTokens += usage.cachedInputTokens;
  sum.cacheWriteTokens += usage.cacheWriteTokens;
}
