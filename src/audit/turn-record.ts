import type { Judgement } from "../corrector.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { messagesOf, requestText } from "../thread/turns.ts";
import type { Verdict } from "../verdict.ts";
import type { TurnMark } from "./marks.ts";
import type { Look, ModelTokens, TurnRecord } from "./record.ts";
import { turnKey } from "./turn-key.ts";

const REQUEST_LENGTH = 160;

export function turnRecord(thread: Thread, turn: Turn, judgement: Judgement, mark: TurnMark | undefined): TurnRecord {
  const { model, tokens } = spent(thread, turn);
  const { gate, verdict } = judgement;
  return {
    turn: turn.number,
    key: turnKey(thread, turn, mark?.at),
    ...(mark?.at === undefined ? {} : { at: mark.at }),
    line: mark?.line ?? 0,
    ...(model === undefined ? {} : { model }),
    steps: turn.toolCalls,
    tokens,
    ...(gate.evidenceOpen || verdict.verdict === "unchecked" ? { look: lookOf(thread, turn, verdict) } : {}),
  };
}

function lookOf(thread: Thread, turn: Turn, { verdict, findings }: Verdict): Look {
  const request = requestText(thread, turn)
    .slice(0, 4 * REQUEST_LENGTH)
    .replaceAll(/\s+/g, " ")
    .trim();
  return {
    verdict,
    findings: findings.map(({ id, confidence }) => ({ id, confidence })),
    request: request.slice(0, REQUEST_LENGTH).toWellFormed(),
  };
}

/** The model that spoke last, and what each of them used. */
function spent(thread: Thread, turn: Turn): { model: string | undefined; tokens: ModelTokens[] } {
  let model: string | undefined;
  const tokens = new Map<string, ModelTokens>();
  for (const message of messagesOf(thread, turn)) {
    if (message.role !== "assistant") continue;
    model = message.model ?? model;
    const { usage } = message;
    if (!usage) continue;
    const sum = tokens.get(usage.model);
    tokens.set(usage.model, {
      model: usage.model,
      inputTokens: (sum?.inputTokens ?? 0) + usage.inputTokens,
      outputTokens: (sum?.outputTokens ?? 0) + usage.outputTokens,
      cachedInputTokens: (sum?.cachedInputTokens ?? 0) + usage.cachedInputTokens,
      cacheWriteTokens: (sum?.cacheWriteTokens ?? 0) + usage.cacheWriteTokens,
    });
  }
  return { model, tokens: [...tokens.values()] };
}
