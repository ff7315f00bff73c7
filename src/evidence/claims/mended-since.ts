import { formatterChanges } from "../../thread/shell/formatters.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Facts } from "../facts.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { stoppedBesideTests } from "./stopped-builds.ts";

/** A formatter rewrote what there was to complain about: it need not look again at its own work. */
export function isFormattedSince(facts: Facts, from: number): boolean {
  return facts.steps.some(
    ({ number, action, result }) =>
      number >= from &&
      action.changes.length > 0 &&
      result?.status === "done" &&
      parseCommandLine(action.command ?? "").some((command) => formatterChanges(command) !== undefined),
  );
}

/** What complained was told to mend it: `spotless:apply` after `spotless:check`. Some end with a code though they mended all. */
export function isMendedByItself(facts: Facts, { command, step }: Receipt): boolean {
  const [, name = ""] = /\b([a-z]+)(?::check|Check)\b/.exec(command) ?? [];
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

/** The tests went well, and after it something else did, or the same program: it may be what had failed beside them. */
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
