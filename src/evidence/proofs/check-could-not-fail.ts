import type { Evidence } from "../evidence.ts";
import { quote } from "../quote.ts";
import { standingOf } from "../record/record.ts";
import { CHECK_NAMES, cite, type Found, LEAD, type Proof, STRONG_LEAD } from "./proof.ts";
import type { MaskKind } from "../../thread/shell/shell-command.ts";

export const checkCouldNotFail: Proof = {
  id: "exit-code-masked",
  title: "Check that could not fail",
  meaning:
    "The only run behind a claim was written so that it could not fail, and its output does not tell how it went.",
  category: "unverified-claim",
  find,
};

/** Ways to write a line that always succeeds. A pipe into `tail` is habit, not disguise. */
const DISGUISES: ReadonlySet<MaskKind> = new Set(["or", "sequence", "errexit-off", "negated"]);

function find({ record, closing }: Evidence): readonly Found[] {
  return [...Map.groupBy(closing.checks, ({ kind }) => kind).values()].flatMap(([claim]): readonly Found[] => {
    const { state, run } = claim ? standingOf(record, claim.kind) : {};
    if (!claim || state !== "unknown" || !run?.couldNotFail || !DISGUISES.has(run.couldNotFail)) return [];
    if (run.why !== "exit code hidden") return [];
    return [
      {
        confidence: run.couldNotFail === "or" ? STRONG_LEAD : LEAD,
        message: `${quote(run.command, 60)} cannot fail the way you ran it, so ${quote(claim.text, 60)} is not proven; run ${CHECK_NAMES[claim.kind]} plainly.`,
        steps: cite(run.step),
        subject: claim.kind,
      },
    ];
  });
}
