import { factsOf } from "../../src/evidence/facts.ts";
import type { FindingRule } from "../../src/evidence/findings/finding-rule.ts";
import { SPEAKS_FROM } from "../../src/evidence/confidence.ts";
import { createEvidenceJudge } from "../../src/evidence/judge.ts";
import type { Finding, Verdict } from "../../src/verdict.ts";
import type { ThreadBuilder } from "./thread-builder.ts";

/** What one rule finds in the last turn of a thread. */
export function found(builder: ThreadBuilder, rule: FindingRule): readonly Finding[] {
  const thread = builder.build();
  const turn = thread.turns.at(-1);
  return turn ? rule.find(factsOf(thread, turn)) : [];
}

/** Only what is sure enough to speak. */
export function spoken(builder: ThreadBuilder, rule: FindingRule): readonly Finding[] {
  return found(builder, rule).filter((finding) => finding.confidence >= SPEAKS_FROM);
}

/** What the whole judge decides about the last turn. */
export function judged(builder: ThreadBuilder): Verdict {
  const thread = builder.build();
  const turn = thread.turns.at(-1);
  if (!turn) throw new Error("the fixture has no turn");
  const verdict = createEvidenceJudge().assess({ thread, turn });
  if (verdict instanceof Promise) throw new Error("the evidence judge decides at once");
  return verdict;
}
