// A judge is anything that looks at a turn and decides. This one knows a rule of the house: no change without a changelog.
//   node examples/judge-of-your-own.mts FILE
import process from "node:process";
import { type Judge, judgeTurn, lastTurn, readThread, verdictOf } from "coxswain";

const houseRules: Judge = {
  name: "house-rules",
  assess({ turn }) {
    const changes = turn.steps.flatMap(({ number, action }) =>
      action.changes.map(({ path = "" }) => ({ number, path })),
    );
    const source = changes.filter(({ path }) => path.includes("/src/"));
    const told = changes.some(({ path }) => path.endsWith("CHANGELOG.md"));
    if (source.length === 0 || told) return verdictOf("evidence", "ok", "the changelog is up to date");
    // The record proves it, so it counts as evidence; what is only likely would be the word of a "model".
    return verdictOf("evidence", "correct", "src/ changed without a changelog", {
      category: "house-rule",
      message: "add a line to CHANGELOG.md for this",
      confidence: 1,
      steps: source.map(({ number }) => number),
    });
  },
};

const path = process.argv[2] ?? "samples/claude-code-false-done.jsonl";
const { thread } = readThread(path);
const turn = lastTurn(thread);
if (!turn) throw new Error(`${path} holds no turn`);

const { verdict } = await judgeTurn({ gate: { minToolCalls: 1 }, evidence: houseRules }, thread, turn);
console.log(`${verdict.verdict}: ${verdict.message} (steps ${verdict.steps.join(", ")})`);
