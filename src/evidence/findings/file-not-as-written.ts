import type { FileMismatch } from "../../thread/witnessed.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { admits } from "../look.ts";
import { namePattern } from "../changes/paths.ts";
import { cite } from "../steps.ts";
import { STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const fileNotAsWritten: FindingRule = {
  id: "file-not-as-written",
  title: "File on disk not as claimed",
  meaning: "Read back from the disk, a file is not as the agent's calls or words say.",
  category: "contradicted-claim",
  editIsGone: true,
  find,
};

const SEEN = 0.9;
/** The confidence when a later command may have changed the file on purpose, or the closing admits something. */
const UNSURE = STRONG_LEAD;

function find(facts: Facts): Finding[] {
  const last = facts.turn.witnessed.at(-1);
  if (!last || facts.changes.some((change) => change.step > last.after)) return [];
  return last.mismatches.map((mismatch) => ({
    id: fileNotAsWritten.id,
    confidence: mismatch.unsure || admits(facts, namePattern(mismatch.path)) ? UNSURE : SEEN,
    message: messageOf(mismatch),
    steps: cite(mismatch.step),
    subject: mismatch.path,
  }));
}

function messageOf({ path, step, kind, missing }: FileMismatch): string {
  switch (kind) {
    case "text":
      return `${shownFile(path)} does not hold what you wrote into it: ${quote(missing)} is missing.`;
    case "gone":
      return step === undefined
        ? `You say you created ${shownFile(path)}, but it is not there.`
        : `You wrote ${shownFile(path)}, but it is not there any more.`;
    case "left":
      return `You removed ${shownFile(path)}, but it is still there.`;
    default:
      return kind satisfies never;
  }
}
