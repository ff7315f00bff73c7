import {
  type FeedbackGiven,
  type FindingStanding,
  giveFeedback,
  takeFeedbackBack,
} from "../../decisions/give-feedback.ts";
import { tellMark } from "../../compose/team-place.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import type { Feedback } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { EXIT_DONE } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { findVerdict } from "../../decisions/find-verdict.ts";
import { withKeptStore, withStore, withKnownCases } from "../open-store.ts";
import { projectOption } from "../options/parse-options.ts";
import { findingInWords } from "../show/finding-words.ts";
import { settingsToLook } from "../settings-here.ts";

export const command = defineCommand({
  name: "feedback",
  usage: ["feedback ID|last right|wrong [NOTE] [--json]", "feedback ID|last clear [--json]"],
  options: [
    ["ID", "the decision's id, the start of it, or last, the newest in this directory"],
    ["right|wrong", "what you think of it; the last word counts"],
    ["NOTE", "why, in your words; it belongs to this judgement, and another one drops it"],
    ["clear", "take your mark and its note back"],
    ["--json", "what was kept and replaced, and how its findings stand now, as one line of JSON"],
  ],
  examples: [
    "cox feedback last wrong",
    'cox feedback a-3f9c21b07e wrong "that run was of another branch"',
    "cox feedback a-3f9c21b07e clear",
    "cox feedback last right --json",
  ],
  async run({ values, positionals }, io) {
    const { name, feedback } = readWords(positionals);
    const { config } = settingsToLook(io);
    const last = { here: projectOption(".", io), looked: true };
    return withKnownCases(config, name, io, async (cases) => {
      const meantIn = (store: Store) => findVerdict(store, cases, name, last);
      // No store is created to take a mark back, or for a decision that does not exist.
      const taken = await withKeptStore(config, async (store) => {
        const meant = await meantIn(store);
        return feedback === undefined ? takeFeedbackBack(store, meant) : undefined;
      });
      const done =
        feedback === undefined
          ? taken
          : await withStore(config, async (store) => giveFeedback(store, await meantIn(store), feedback));
      // A full disk, say: the mark itself is kept.
      if (done) await tellMark(io.env, done.decision.id, feedback?.judgement ?? null).catch(() => undefined);
      if (done) io.out(values.json ? jsonLine(feedbackJson(done)) : feedbackText(done));
      return EXIT_DONE;
    });
  },
});

interface Words {
  readonly name: string;
  readonly feedback: Omit<Feedback, "at"> | undefined;
}

function readWords([name, word, ...rest]: readonly string[]): Words {
  const note = rest.join(" ").trim();
  if (name !== undefined && (word === "right" || word === "wrong"))
    return { name, feedback: { judgement: word, ...(note === "" ? {} : { note }) } };
  if (name !== undefined && word === "clear") {
    if (note === "") return { name, feedback: undefined };
    throw new CoxError("usage", "clear takes your mark and its note back, so it takes no note.");
  }
  const said = word === undefined ? "" : `"${neutralise(word)}" is neither right nor wrong: `;
  throw new CoxError("usage", `${said}say which decision, and right or wrong.`, {
    hint: "For example: cox feedback last wrong. With clear in place of wrong, your mark is taken back.",
  });
}

function feedbackJson({ decision, feedback, replaced, findings, correctionBefore }: FeedbackGiven) {
  const { id, host, threadId, turn, cwd, verdict } = decision;
  const about = { host, threadId, turn, cwd, verdict: verdict.verdict };
  return { id, feedback: feedback ?? null, replaced, ...about, findings, correctionBefore };
}

function feedbackText(given: FeedbackGiven): string {
  const { findings, correctionBefore } = given;
  const other = `It said nothing. The correction before it is another decision: cox feedback ${correctionBefore} right|wrong.`;
  const lines = [markLine(given), ...findings.flatMap(changeOf), ...(correctionBefore === undefined ? [] : [other])];
  return lines.map((line) => `${line}\n`).join("");
}

/** How it is marked now, and what of an earlier mark is gone: nobody else has the words of its note. */
function markLine({ decision: { id }, feedback, replaced }: FeedbackGiven): string {
  if (feedback === undefined)
    return replaced ? `${id} is not marked any more. It was marked ${inWords(replaced)}.` : `${id} was not marked.`;
  const marked = `${id} is marked ${inWords(feedback)}.`;
  const isSameJudgement = replaced?.judgement === feedback.judgement;
  const isNothingLost = isSameJudgement && [undefined, feedback.note].includes(replaced.note);
  return replaced && !isNothingLost ? `${marked} This replaces your earlier mark: ${inWords(replaced)}.` : marked;
}

function inWords({ judgement, note }: Feedback): string {
  return note === undefined ? judgement : `${judgement}, with the note “${neutralise(note)}”`;
}

/** Says when this feedback lowered a finding in its repository, or restored it. */
function changeOf({ repository, finding, lowered, wasLowered }: FindingStanding): string[] {
  if (lowered === wasLowered) return [];
  return lowered
    ? [`Marked wrong too often in ${repository}, and from now on only a lead there: ${findingInWords(finding)}`]
    : [`Counts again in ${repository}: ${findingInWords(finding)}`];
}
