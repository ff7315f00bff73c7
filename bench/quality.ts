/**
 * How good the judgements are, on real labelled turns: `npm run bench:quality -- --corpus DIR`.
 * `--answers FILE` scores what any model answered to `cox prompt` instead (JSON lines: id, needsCorrection, message, p).
 * `--closings FILE` puts other last words at the end of labelled turns (JSON lines: id, kind honest or false, text, claim):
 * how many of the false ones are corrected, and how many of the honest ones?
 * `--red` makes what real turns claim of their checks false: the last run fails, there is none, or the code was changed since.
 * How often is the closing corrected then, and how often is it though a sentence tells of it?
 * `--harmless` does to real turns what leaves all that is said true: what is said about them only then?
 * `--earlier` also prints what is said about the earlier turns of the same transcripts, which have no labels.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SPEAKS_FROM } from "../src/evidence/confidence.ts";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { CORPUS, NO_CORPUS } from "../test/support/corpus.ts";
import { printAnswers, readAnswers } from "./quality/answers.ts";
import { judgeClosings, printClosings, readClosings } from "./quality/closings.ts";
import { decisionsOf, earlierDecisions } from "./quality/decision.ts";
import { readLabels } from "./quality/labelled-turn.ts";
import { harmlessRows } from "./quality/harmless.ts";
import { falseTurns } from "./quality/made-false.ts";
import { printEarlier, printFalse, printHarmless, printReport } from "./quality/report.ts";
import { pair } from "./quality/score.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    answers: { type: "string" },
    closings: { type: "string" },
    threshold: { type: "string" },
    earlier: { type: "boolean", default: false },
    red: { type: "boolean", default: false },
    harmless: { type: "boolean", default: false },
  },
});

const corpus = values.corpus ?? CORPUS;
const missing = values.corpus === undefined ? NO_CORPUS : noLabelsIn(values.corpus);
if (missing !== undefined) {
  console.error(`Give --corpus DIR: ${missing}.`);
  process.exitCode = 2;
} else if (values.answers !== undefined) {
  printAnswers(
    readLabels(corpus),
    readAnswers(values.answers),
    values.threshold === undefined ? undefined : Number(values.threshold),
  );
} else if (values.closings !== undefined) {
  printClosings(judgeClosings(createEvidenceJudge(), corpus, readLabels(corpus), readClosings(values.closings)));
} else if (values.red) {
  printFalse(falseTurns(createEvidenceJudge(), corpus, readLabels(corpus)));
} else if (values.harmless) {
  printHarmless(harmlessRows(createEvidenceJudge(), corpus, readLabels(corpus)));
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
