import { type FeedbackGiven, type FindingStanding, giveFeedback } from "../../decisions/give-feedback.ts";
import { CoxError } from "../../errors.ts";
import { jsonLine } from "../../json.ts";
import { neutralise } from "../../neutralise.ts";
import { type Command, EXIT_DONE } from "../command.ts";
import { findVerdict } from "../../decisions/find-verdict.ts";
import { withKnownCases } from "../known-cases.ts";
import { withKeptStore, withStore } from "../open-store.ts";
import { parseOptions } from "../options/parse-options.ts";
import { findingInWords } from "../show/finding-words.ts";
import { settingsToLook } from "../settings-here.ts";

export const command: Command = {
  name: "feedback",
  usage: ["feedback ID|last right|wrong [NOTE] [--json]"],
  options: [
    ["ID", "the decision's id, the start of it, or last"],
    ["right|wrong", "what you think of it; the last word counts"],
    ["NOTE", "why, in your words"],
    ["--json", "what was kept, and how its findings stand now, as one line of JSON"],
  ],
  examples: [
    "cox feedback last wrong",
    'cox feedback a-3f9c21b07e wrong "that run was of another branch"',
    "cox feedback last right --json",
  ],
  async run(args, io) {
    const { values, positionals } = parseOptions("feedback", args, { json: { type: "boolean", default: false } });
    const [name, judgement, ...words] = positionals;
    if (name === undefined || (judgement !== "right" && judgement !== "wrong")) {
      const said = judgement === undefined ? "" : `"${neutralise(judgement)}" is neither right nor wrong: `;
      throw new CoxError("usage", `${said}say which decision, and right or wrong.`, {
        hint: "For example: cox feedback last wrong.",
      });
    }
    const { config } = settingsToLook(io);
    const note = words.join(" ").trim();
    return withKnownCases(config, name, io, async (cases) => {
      // No store is created for a decision that does not exist.
      await withKeptStore(config, (store) => findVerdict(store, cases, name));
      return withStore(config, async (store) => {
        const meant = await findVerdict(store, cases, name);
        const given = await giveFeedback(store, meant, { judgement, ...(note === "" ? {} : { note }) });
        io.out(values.json ? jsonLine(feedbackJson(given)) : feedbackText(given));
        return EXIT_DONE;
      });
    });
  },
};

function feedbackJson({ record, findings, correctionBefore }: FeedbackGiven) {
  const { id, host, threadId, turn, cwd, verdict, feedback } = record;
  return { id, feedback, host, threadId, turn, cwd, verdict: verdict.verdict, findings, correctionBefore };
}

function feedbackText({ record, findings, correctionBefore }: FeedbackGiven): string {
  const other = `It said nothing. The correction before it is another decision: cox feedback ${correctionBefore} right|wrong.`;
  const lines = [
    `${record.id} is marked ${record.feedback.judgement}.`,
    ...findings.flatMap(changeOf),
    ...(correctionBefore === undefined ? [] : [other]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Says when this feedback lowered a finding in its repository, or restored it. */
function changeOf({ repository, finding, lowered, wasLowered }: FindingStanding): string[] {
  if (lowered === wasLowered) return [];
  return lowered
    ? [`Marked wrong too often in ${repository}, and from now on only a lead there: ${findingInWords(finding)}`]
    : [`Counts again in ${repository}: ${findingInWords(finding)}`];
}
