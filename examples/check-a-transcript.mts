// Judge the last turn of a Claude Code session, by evidence alone: no model, no key, nothing written.
//   node examples/check-a-transcript.mts FILE
import process from "node:process";
import { createEvidenceJudge, judgeTurn, lastTurn, readThread } from "coxswain";

const path = process.argv[2] ?? "samples/claude-code-false-done.jsonl";
const { thread } = readThread(path);
const turn = lastTurn(thread);
if (!turn) throw new Error(`${path} holds no turn`);

const { verdict } = await judgeTurn({ evidence: createEvidenceJudge() }, thread, turn);

console.log(`${verdict.verdict}: ${verdict.message ?? verdict.reason}`);
for (const finding of verdict.findings) console.log(`- ${finding.id}, steps ${finding.steps.join(", ")}`);
