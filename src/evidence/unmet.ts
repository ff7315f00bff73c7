import { hasOnlyLooked } from "../thread/turns.ts";
import { spokenFindings, type Verdict } from "../verdict.ts";
import { hasSign } from "./closing/closing.ts";
import type { Evidence } from "./evidence.ts";
import type { CheckKind } from "./record/check-run.ts";
import { counts, mayHideSince, mayShow, type Record as TurnRecord } from "./record/record.ts";

/** What an objection leaves open: "still no test run"; nothing where it was met, is not known, or is admitted. */
export function unmetOf(evidence: Evidence, objected: Verdict, since: number): string | undefined {
  const { record, closing, turn } = evidence;
  if (hasSign(closing, "admits") || hasSign(closing, "blocked")) return undefined;
  const kinds = kindsIn(objected);
  const open = kinds.map((kind) => stillOf(record, kind, since));
  if (kinds.length > 0) return open.find((each) => each !== undefined);
  return objected.judge === "evidence" && hasOnlyLooked(turn, since) ? "nothing was changed or run since" : undefined;
}

/** The checks that were missed. A proof names them; a model does so only in its words. */
function kindsIn(objected: Verdict): readonly CheckKind[] {
  const subjects = spokenFindings(objected).map(({ subject }) => subject);
  const words = objected.judge === "model" ? (objected.message ?? "") : "";
  return KINDS.flatMap(([kind, word]) =>
    subjects.includes(kind) || (RUN.test(words) && word.test(words)) ? [kind] : [],
  );
}

const RUN = /\b(?:re-?)?(?:run|ran)\b/i;
const KINDS: readonly (readonly [CheckKind, RegExp])[] = [
  ["test", /\b(?:tests?|specs?)\b/i],
  ["build", /\bbuild\b/i],
  ["typecheck", /\b(?:type-?check|tsc)\b/i],
  ["lint", /\blint(?:er)?\b/i],
  ["format", /\bformatter\b/i],
];

function stillOf(record: TurnRecord, kind: CheckKind, since: number): string | undefined {
  const later = record.runs.filter((run) => run.step > since || (run.shownAt ?? 0) > since);
  const last = later.findLast((run) => counts(run) && mayShow(run, kind));
  if (!last) return mayHideSince(record, since) ? undefined : MISSING[kind];
  return last.end === "failed" && !last.outdated && !last.wantedToFail ? FAILING[kind] : undefined;
}

const MISSING: Readonly<Record<CheckKind, string>> = {
  test: "still no test run",
  build: "still no build",
  typecheck: "still no type check",
  lint: "still no run of the linter",
  format: "still no run of the formatter",
};
const FAILING: Readonly<Record<CheckKind, string>> = {
  test: "the tests still fail",
  build: "the build still fails",
  typecheck: "the type check still fails",
  lint: "the linter still fails",
  format: "the formatter still fails",
};
