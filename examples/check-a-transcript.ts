// Judge the last turn of a Claude Code session, by evidence alone: no model, no key, nothing written.
//   node examples/check-a-transcript.ts FILE
import process from "node:process";
import { createEvidenceJudge, judgeTurn, lastTurn, openTranscript, readTranscript, startFold } from "coxswain";

const path = process.argv[2] ?? "samples/claude-code-false-done.jsonl";
const { host } = openTranscript(path);
const growing = startFold();
readTranscript(path, host, { onDeltas: (deltas) => growing.add(deltas) });

const turn = lastTurn(growing.thread);
if (!turn) throw new Error(`${path} holds no turn`);

const { verdict } = await judgeTurn({ evidence: createEvidenceJudge() }, growing.thread, turn);

console.log(`${verdict.verdict}: ${verdict.message ?? verdict.reason}`);
for (const finding of verdict.findings) console.log(`- ${finding.id}, steps ${finding.steps.join(", ")}`);
