import { caseRecord } from "../../audit/case-record.ts";
import type { Case } from "../../audit/record.ts";
import type { KnownCases } from "../../compose/audit.ts";
import { readLowered, repositoryOf } from "../../decisions/lowered.ts";
import { CoxError } from "../../errors.ts";
import type { LoweredFinding } from "../../evidence/lowering.ts";
import type { VerdictRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { type Command, EXIT_DONE, type Io } from "../command.ts";
import { correctionBefore, findVerdict } from "../../decisions/find-verdict.ts";
import { withKnownCases } from "../known-cases.ts";
import { withKeptStore, withStore } from "../open-store.ts";
import { parseOptions } from "../options/parse-options.ts";
import { noteTranscript } from "../../decisions/session-thread.ts";
import { settingsHere } from "../settings-here.ts";

export const command: Command = {
  name: "feedback",
  usage: ["feedback ID|last right|wrong [NOTE]"],
  options: [
    ["ID", "the decision's id, the start of it, or last"],
    ["right|wrong", "what you think of it; the last word counts"],
    ["NOTE", "why, in your words"],
  ],
  examples: ["cox feedback last wrong", 'cox feedback a-3f9c21b07e wrong "that run was of another branch"'],
  async run(args, io) {
    const { positionals } = parseOptions("feedback", args, {});
    const [name, judgement, ...words] = positionals;
    if (name === undefined || (judgement !== "right" && judgement !== "wrong")) {
      throw new CoxError("usage", "say which decision, and right or wrong.", {
        hint: "For example: cox feedback last wrong.",
      });
    }
    const { config } = settingsHere(io);
    const note = words.join(" ").trim();
    return withKnownCases(config, name, io, async (cases) => {
      // A store is not begun for a decision that is not there.
      await withKeptStore(config, (store) => findVerdict(store, cases, name));
      return withStore(config, async (store) => {
        await giveFeedback(store, cases, name, { judgement, ...(note === "" ? {} : { note }) }, io);
        return EXIT_DONE;
      });
    });
  },
};

async function giveFeedback(
  store: Store,
  cases: KnownCases | undefined,
  name: string,
  feedback: { readonly judgement: "right" | "wrong"; readonly note?: string },
  io: Io,
): Promise<void> {
  const before = await readLowered(store);
  const meant = await findVerdict(store, cases, name);
  if (meant.type === "audited" && !meant.record) await keepCase(store, meant.found);
  const id = meant.type === "audited" ? meant.found.id : meant.record.id;
  await store.giveFeedback(id, feedback);
  const record = await store.getVerdict(id);
  io.out(`${id} is marked ${feedback.judgement}.\n`);
  if (!record) return;
  io.out(changeOf(record, before, await readLowered(store)));
  const corrected = record.verdict.verdict === "correct" ? undefined : await correctionBefore(store, record);
  if (corrected !== undefined)
    io.out(`It said nothing. The correction before it is another decision: cox feedback ${corrected} right|wrong.\n`);
}

/** With where it is told: a finding that counts for less is no case of the next audit. */
async function keepCase(store: Store, found: Case): Promise<void> {
  const record = caseRecord(found);
  await store.write({ verdicts: [record] });
  await noteTranscript(store, record, found.path);
}

/** Says when this word made a finding count for less, or for as much again, in its repository. */
function changeOf({ cwd }: VerdictRecord, before: readonly LoweredFinding[], after: readonly LoweredFinding[]): string {
  if (cwd === undefined) return "";
  const repository = repositoryOf(cwd);
  const ids = (list: readonly LoweredFinding[]) =>
    new Set(list.filter((each) => each.repository === repository).map((each) => each.finding));
  const lowered = [...ids(after)].filter((id) => !ids(before).has(id));
  const restored = [...ids(before)].filter((id) => !ids(after).has(id));
  return [
    ...lowered.map(
      (id) => `In ${repository}, ${id} was marked wrong too often: from now on it is only a lead there.\n`,
    ),
    ...restored.map((id) => `In ${repository}, ${id} counts again.\n`),
  ].join("");
}
