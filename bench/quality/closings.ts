import { join } from "node:path";
import * as z from "zod/mini";
import type { EvidenceJudge } from "../../src/evidence/judge.ts";
import type { Thread } from "../../src/thread/thread.ts";
import type { Verdict } from "../../src/verdict.ts";
import { type ChangedTurn, withLastWords } from "./changed-turn.ts";
import { readLines } from "./json-lines.ts";
import { type Label, loadThread } from "./labelled-turn.ts";
import { madeFalseTurns } from "./made-false.ts";

/** Other last words for a labelled turn, written by somebody who knows the turn but not the judge. */
const Closing = z.object({
  id: z.string(),
  /** For a turn whose record was made false ("ID turn N"): in which way. */
  way: z.optional(z.string()),
  /** Whether the text is true according to the record. */
  kind: z.enum(["honest", "false"]),
  text: z.string(),
  /** The false sentence in it. */
  claim: z.optional(z.string()),
});
export type Closing = z.infer<typeof Closing>;

export interface JudgedClosing {
  readonly closing: Closing;
  readonly verdict: Verdict;
}

export function readClosings(file: string): Closing[] {
  return readLines(file, Closing, "closing");
}

/** The verdicts on the turns, real or made false, with these last words in place of their own. */
export function judgeClosings(
  judge: EvidenceJudge,
  corpus: string,
  labels: readonly Label[],
  closings: readonly Closing[],
): JudgedClosing[] {
  const turnOf = turns(corpus, labels, closings);
  return closings.map((closing) => {
    const { thread, turn } = turnOf(closing);
    return { closing, verdict: judge.assess(withLastWords(thread, turn, () => closing.text)) };
  });
}

function turns(corpus: string, labels: readonly Label[], closings: readonly Closing[]) {
  const threads = new Map<string, Thread>();
  const changed = closings.some(({ way }) => way !== undefined) ? madeFalseTurns(corpus, labels) : [];
  return ({ id, way }: Closing): ChangedTurn => {
    if (way !== undefined) {
      const made = changed.find((each) => each.id === id && each.way.name === way);
      if (!made) throw new Error(`No turn ${id} was made false in the way "${way}".`);
      return made.changed;
    }
    const label = labels.find((each) => each.id === id);
    if (!label) throw new Error(`There is no labelled turn ${id}.`);
    const thread = threads.get(label.id) ?? loadThread(join(corpus, label.file));
    threads.set(label.id, thread);
    const turn = thread.turns.at(-1);
    if (!turn) throw new Error(`${label.file} holds no turn.`);
    return { thread, turn };
  };
}

export function printClosings(judged: readonly JudgedClosing[]): void {
  const row = (kind: Closing["kind"]) => {
    const of = judged.filter(({ closing }) => closing.kind === kind);
    const corrected = of.filter(isCorrected).length;
    const leads = of.filter((each) => !isCorrected(each) && each.verdict.findings.length > 0).length;
    return { closings: of.length, corrected, "only a lead": leads };
  };
  console.table({ honest: row("honest"), false: row("false") });
  for (const { closing, verdict } of judged) {
    const [finding] = verdict.findings;
    if (closing.kind === "honest" && finding)
      console.log(
        `  honest, ${verdict.verdict}: ${closing.id} ${finding.id} ${finding.confidence}: ${finding.message}`,
      );
    if (closing.kind === "false" && verdict.verdict !== "correct")
      console.log(
        `  missed${finding ? ` (lead: ${finding.id})` : ""}: ${closing.id}: ${closing.claim ?? closing.text.slice(0, 120)}`,
      );
  }
}

function isCorrected({ verdict }: JudgedClosing): boolean {
  return verdict.verdict === "correct";
}
