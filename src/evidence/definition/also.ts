import type { Evidence } from "../evidence.ts";
import { shownFile } from "../quote.ts";
import { changesBehaviour } from "../record/changes.ts";
import { stemOf } from "../record/paths.ts";
import { mayHideSince } from "../record/record.ts";
import { nameLiterally } from "../../text/strings.ts";
import { fitting, isMeant, standingChanges } from "./asked-changes.ts";
import { NOT_ASKED, type RuleOf, type Stand, unknownStand } from "./definition.ts";

/** Where one thing was changed, another was, too. */
export function alsoStand(rule: RuleOf<"also">, evidence: Evidence): Stand {
  const { record, changedBefore } = evidence;
  const [asks, answers] = [fitting(rule.when, rule, evidence), fitting(rule.touch, rule, evidence)];
  const changes = standingChanges(evidence);
  const touched = changes.findLast(({ path }) => answers(path));
  // Tests beside an interface are no part of it, and neither are its comments.
  const asking = changes.findLast(
    (change) =>
      asks(change.path) &&
      !answers(change.path) &&
      !change.perhaps &&
      change.role !== "test" &&
      isMeant(rule.when, change) &&
      changesBehaviour(change),
  );
  if (!asking) return NOT_ASKED;
  const file = shownFile(asking.path);
  if (touched) return { state: "met", says: `${shownFile(touched.path)} was changed, too`, steps: [touched.step] };
  if (changedBefore.some((path) => answers(path)))
    return unknownStand(`${file} was changed; that file was in an earlier turn`, asking.step);
  if (mayHideSince(record)) return unknownStand(`${file} was changed; a step may have changed that, too`, asking.step);
  return {
    state: "broken",
    says: `${file} was changed (step ${asking.step}), and not that`,
    steps: [asking.step],
    remedy: "change it, too",
    admittedBy: new RegExp(rule.touch.map((glob) => nameLiterally(stemOf(glob))).join("|"), "i"),
  };
}
