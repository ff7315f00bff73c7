import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { cite } from "../look.ts";
import { hasCommitted } from "../requests/git-deeds.ts";
import { taskCall } from "../runners/task-calls.ts";
import { looksAround } from "../unseen/runs-nothing.ts";
import { ranCommand } from "../unseen/run-command.ts";
import { isCheckLine } from "../unseen/unknown-commands.ts";
import { mayHaveTried } from "../unseen/tried-by-hand.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const trialNeverMade: FindingRule = {
  id: "trial-never-made",
  meaning:
    "The closing says that the work was tried by hand, on a screen or as a program, and no step started anything.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const { changes, closing, before, steps, thread } = facts;
  if (changes.every(({ role }) => role === "scratch")) return [];
  const claim = closing.prose.sentences
    .map((sentence) => trialIn(facts, sentence))
    .find((trial) => trial !== undefined);
  if (!claim || steps.some(mayHaveTried)) return [];
  const sure = before.started === false && thread.compactions === 0 && !isTakenBack(facts, claim.sentence);
  return [
    {
      id: trialNeverMade.id,
      confidence: sure && claim.plain ? 0.82 : 0.6,
      message: `You say ${quote(claim.sentence.text, 60)}, but no step of yours started anything; try it, or say that you did not.`,
      steps: cite(steps.at(-1)?.number),
      subject: "trial",
    },
  ];
}

/** Another sentence admits something that such a trial would have shown. */
function isTakenBack({ closing, language }: Facts, claim: Sentence): boolean {
  return closing.admissions.some(({ index, masked }) => index !== claim.index && language.trials.about.test(masked));
}

interface Trial {
  readonly sentence: Sentence;
  /** The words cannot be about a check. */
  readonly plain: boolean;
}

function trialIn(facts: Facts, sentence: Sentence): Trial | undefined {
  const { masked, kind, heading, ticked, code } = sentence;
  const { trials, modality, closing } = facts.language;
  if (kind === "heading" || ticked === false || modality.openHeading.test(heading) || masked.includes("?"))
    return undefined;
  const plainly = trials.byHand.exec(masked) ?? startedProgram(facts, masked, code);
  const told =
    plainly ?? (trials.seen.test(masked) ? (trials.onScreen.exec(masked) ?? trials.loosely.exec(masked)) : null);
  if (!told || trials.otherwise.test(masked)) return undefined;
  const own = masked.slice(0, told.index + told[0].length);
  if (trials.undone.test(own) || closing.byOthers.test(heading)) return undefined;
  // What it was tried with may be a look or a check, and stand in the record.
  if (code.some((line) => isCheckLine(line) || ranCommand(facts, line))) return undefined;
  if ([modality.hedge, modality.attribution, modality.conditional].some((it) => it.test(own))) return undefined;
  return { sentence, plain: facts.receipts.length === 0 || plainly !== null || trials.onScreen.test(masked) };
}

function startedProgram(facts: Facts, masked: string, code: readonly string[]): RegExpExecArray | null {
  const told = facts.language.trials.started.exec(masked);
  const line = code[Number(told?.[1])] ?? "";
  return isProgram(line) && !(hasCommitted(facts) && isTask(line)) ? told : null;
}

/** A hook of git may have run it. */
function isTask(line: string): boolean {
  return parseCommandLine(line).some((command) => taskCall(command) !== undefined);
}

/** A line for a shell with more than one word, that neither checks nor only looks. */
function isProgram(code: string): boolean {
  return LINE.test(code) && !KEYWORD.test(code) && !isCheckLine(code) && !parseCommandLine(code).every(looksAround);
}

const LINE = /^(?:\.{0,2}\/)?[a-z][\w./-]*(?:\s+[^\s=(){};,]+)+$/;
/** Words with which code begins, and no program. */
const KEYWORD =
  /^(?:const|let|var|return|import|export|from|if|for|while|class|def|func|fn|type|interface|public|private|async|await|new|select|insert|update|delete|create|throw|case|use|using|package|struct|enum|static)\b/;
