/**
 * How good the judgements are, on real labelled turns: `npm run bench:quality -- --corpus DIR`.
 * `--answers FILE` scores what any model answered to `cox prompt` instead (JSON lines: id, needsCorrection, message, p).
 * `--earlier` also prints what is said about the earlier turns of the same transcripts, which have no labels.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SPEAKS_FROM } from "../src/evidence/proofs/proof.ts";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { CORPUS, NO_CORPUS } from "../test/support/corpus.ts";
import { printAnswers, readAnswers } from "./quality/answers.ts";
import { decisionsOf, earlierDecisions } from "./quality/decision.ts";
import { readLabels } from "./quality/labelled-turn.ts";
import { keptLabels } from "./train/kept-labels.ts";
import { printEarlier, printReport } from "./quality/report.ts";
import { pair } from "./quality/score.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    answers: { type: "string" },
    threshold: { type: "string" },
    earlier: { type: "boolean", default: false },
  },
});

const corpus = values.corpus ?? CORPUS;
const missing = values.corpus === undefined ? NO_CORPUS : noLabelsIn(values.corpus);
if (missing !== undefined) {
  console.error(`Give --corpus DIR: ${missing}.`);
  process.exitCode = 2;
} else if (values.answers !== undefined) {
  const answers = readAnswers(values.answers);
  const threshold = values.threshold === undefined ? undefined : Number(values.threshold);
  console.log("the corpus");
  printAnswers(readLabels(corpus), answers, threshold);
  console.log("\nbench/labels/turns.jsonl");
  printAnswers(
    keptLabels().map(({ verdict, ...label }) => ({ ...label, file: "", category: null, verdict })),
    answers,
    threshold,
  );
} else {
  const threshold = values.threshold === undefined ? SPEAKS_FROM : Number(values.threshold);
  const judge = createEvidenceJudge({ threshold });
  const labels = readLabels(corpus);
  console.log(`judge: ${judge.name}, threshold ${threshold}, ${labels.length} labelled turns`);
  printReport(pair(labels, await decisionsOf(judge, corpus, labels)));
  if (values.earlier) printEarlier(await earlierDecisions(judge, corpus, labels));
}

function noLabelsIn(directory: string): string | undefined {
  return existsSync(join(directory, "labels.jsonl")) ? undefined : `there is no labels.jsonl in ${directory}`;
}
