// A judge is anything that looks at a turn and decides. This one knows a rule of the house: no change without a changelog.
//   node examples/judge-of-your-own.ts FILE
import process from "node:process";
import { type Judge, judgeTurn, lastTurn, openTranscript, readTranscript, startFold, type Verdict } from "coxswain";

const houseRules: Judge = {
  name: "house-rules",
  assess({ turn }): Verdict {
    const changes = turn.steps.flatMap(({ number, action }) =>
      action.changes.map(({ path = "" }) => ({ number, path })),
    );
    const source = changes.filter(({ path }) => path.includes("/src/"));
    const broken = source.length > 0 && !changes.some(({ path }) => path.endsWith("CHANGELOG.md"));
    return {
      verdict: broken ? "correct" : "ok",
      category: "house-rule",
      message: broken ? "add a line to CHANGELOG.md for this" : null,
      reason: broken ? "src/ changed without a changelog" : "the changelog is up to date",
      confidence: 1,
      findings: [],
      steps: source.map(({ number }) => number),
      judge: "evidence",
      usage: [],
      durationMs: 0,
    };
  },
};

const path = process.argv[2] ?? "samples/claude-code-false-done.jsonl";
const growing = startFold();
readTranscript(path, openTranscript(path).host, { onDeltas: (deltas) => growing.add(deltas) });
const turn = lastTurn(growing.thread);
if (!turn) throw new Error(`${path} holds no turn`);

const { verdict } = await judgeTurn({ gate: { minToolCalls: 1 }, evidence: houseRules }, growing.thread, turn);
console.log(`${verdict.verdict}: ${verdict.message} (steps ${verdict.steps.join(", ")})`);
