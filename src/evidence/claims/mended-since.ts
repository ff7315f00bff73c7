import { formatterChanges } from "../../thread/shell/formatters.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Facts } from "../facts.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { stoppedBesideTests } from "./stopped-builds.ts";

/** True when a formatter went over the files since that step: it need not check its own work again. */
export function isFormattedSince(facts: Facts, from: number): boolean {
  return facts.steps.some(
    ({ number, action, result }) =>
      number >= from &&
      result?.status === "done" &&
      (FORMATS.test(action.command ?? "") ||
        (action.changes.length > 0 &&
          parseCommandLine(action.command ?? "").some((command) => formatterChanges(command) !== undefined))),
  );
}

/** Formatters that are called by another program: git, or a target of the build. With `--diff` git only shows. */
const FORMATS =
  /\bgit[ -]clang-format\b(?!.*--diff)|\b(?:ninja|cmake|meson)\b[^;&|\n]*\s(?:clang-)?(?:format|fmt)(?=\s*(?:$|[;&|\n]))/;

/** True when the tool that failed then mended it: `spotless:apply` after `spotless:check`. Some mend, and yet fail. */
export function isMendedByItself(facts: Facts, { command, step }: Receipt): boolean {
  const [, name = ""] = /\b([a-z]{1,99})(?::check|Check)\b/.exec(command) ?? [];
  const mender = /\bphpcs\b/.test(command)
    ? /\bphpcbf\b/
    : name !== "" && new RegExp(`\\b${name}(?::(?:apply|format|fix)|Apply|Format|Fix)\\b`);
  if (!mender) return false;
  return facts.steps.some(
    ({ number, action, result }) =>
      number > step &&
      mender.test(action.command ?? "") &&
      (result?.status === "done" || /\bFIXED\b/.test(result?.output ?? "")),
  );
}

/** True when a run failed only beside its tests, and a later formatter, check or same program may have mended that. */
export function isMendedBeside(facts: Facts, last: Receipt): boolean {
  const [program = ""] = last.runner.split(" ");
  const isSame = (line: string): boolean => parseCommandLine(line).some(({ name }) => name === program);
  const isAnswered =
    isFormattedSince(facts, last.step) ||
    facts.receipts.some((run) => run.step > last.step && LOOKS_BESIDE.has(run.kind) && run.outcome !== "failed") ||
    facts.steps.some(
      ({ number, action, result }) => number > last.step && result?.status === "done" && isSame(action.command ?? ""),
    );
  return isAnswered && stoppedBesideTests(facts, last) !== undefined;
}

const LOOKS_BESIDE: ReadonlySet<CheckKind> = new Set(["lint", "format", "typecheck", "build"]);
