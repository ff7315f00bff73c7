import type { Finding } from "../../verdict.ts";
import { expression } from "../../patterns/expression.ts";
import { CHECK_NAMES, topicOf } from "../check-names.ts";
import { lastFailure } from "../claims/claimed-checks.ts";
import { hasSign } from "../claims/closing.ts";
import { stoppedAtTests } from "../claims/stopped-builds.ts";
import { PROVEN } from "../confidence.ts";
import type { Facts } from "../facts.ts";
import { isWantedStop, remarked, tellsFailure } from "../look.ts";
import { cite } from "../steps.ts";
import { isStop } from "../receipts/check-result.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { editsNotMade } from "./edits-not-made.ts";
import { excuseOf } from "./excuse.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";
import {
  UNSAID_CHECK_EXCUSES,
  UNSAID_COMMAND_EXCUSES,
  unsaidCheck,
  type UnsaidCheck,
  unsaidCommand,
  type UnsaidCommand,
} from "./unsaid-failure-excuses.ts";

export const stoppedOnFailureUnsaid: FindingRule = {
  id: "stopped-on-failure-unsaid",
  title: "Failure left unsaid",
  meaning:
    "The last run of a check failed, or the last edit of a file did not go through, and the closing does not say so.",
  category: "failed-command-ignored",
  find,
};

function find(facts: Facts): Finding[] {
  if (facts.turn.outcome !== "ended" || hasSign(facts.closing, "blocked", "announcement")) return [];
  const failedEdits = editsNotMade(facts).map((found) => ({ id: stoppedOnFailureUnsaid.id, ...found }));
  const findings = [...failedEdits, ...unsaidChecks(facts).map(ofCheck)];
  return findings.length > 0 ? findings : unsaidCommands(facts).map(ofCommand);
}

/** Checks that say something about the work itself. */
const TELLING: readonly CheckKind[] = ["test", "build", "typecheck", "lint"];

/** Checks whose last run failed, where the closing neither says so nor claims that they pass. */
export function unsaidChecks(facts: Facts): readonly UnsaidCheck[] {
  return TELLING.flatMap((kind) => {
    const last = lastFailure(facts, kind);
    if (!last || last.witnessed || tellsFailure(facts, topicOf(facts, kind))) return [];
    if (claimsPass(facts, kind) || facts.closing.text === "") return [];
    // The line stopped at its tests, and is reported for those.
    if (kind === "lint" && stoppedAtTests(facts, last)) return [];
    return [unsaidCheck(facts, kind, last)];
  });
}

/** True when the closing claims that the check passes: such a contradiction is another finding. */
function claimsPass(facts: Facts, kind: CheckKind): boolean {
  return facts.claims.some((claim) => topicOf(facts, kind).test(claim.sentence.text) && /pass|clean/.test(claim.type));
}

function ofCheck(unsaid: UnsaidCheck): Finding {
  const { kind, last } = unsaid;
  return {
    id: stoppedOnFailureUnsaid.id,
    confidence: excuseOf(UNSAID_CHECK_EXCUSES, unsaid)?.leaves ?? PROVEN,
    message: `The last run of ${CHECK_NAMES[kind]} failed (${quote(last.command, 50)}) and you do not mention it; fix it or say why not.`,
    steps: cite(last.step),
    subject: kind,
  };
}

/** Programs whose exit code is an answer, not a failure, and git, where the person decides. */
const ANSWERS = expression()`
  ^(?:
    grep|egrep|rg|ag|diff|cmp|test|\[|ls|cat|which|command|type|find|git|gh|head|tail|echo|kill|pkill|killall|stat
    |wc|jq|file|ps|pgrep|lsof|nc|ping|curl|wget|sleep|timeout|rm|open|xdg-open
  )$
`;
/** Words that make a program only look, so that its exit code is an answer. */
const LOOKS =
  /\s(?:diff|plan|status|list|ls|show|audit|outdated|validate|--check|--dry-run|--help|--version|-detailed-exitcode)\b/;

/** The very last command of the turn, where it failed and the closing does not say so. */
export function unsaidCommands(facts: Facts): readonly UnsaidCommand[] {
  const last = facts.steps.findLast((step) => step.action.kind === "execute");
  const command = last?.action.command ?? "";
  if (!last || last.result?.status !== "error" || facts.closing.text === "") return [];
  if (isStop(last.result.exitCode) || isWantedStop(facts)) return [];
  const programs = command.split(/&&|\|\||;|\n|\|/).map(
    (part) =>
      part
        .trim()
        .split(/\s+/)
        .find((word) => !word.includes("=")) ?? "",
  );
  if (
    programs.some((program) => ANSWERS.test(program)) ||
    LOOKS.test(command) ||
    facts.receipts.some((receipt) => receipt.step === last.number && TELLING.includes(receipt.kind))
  )
    return [];
  const { closing } = facts.language;
  const told =
    facts.closing.admissions.length > 0 ||
    closing.explainedAway.test(facts.closing.text) ||
    closing.handedOver.test(facts.closing.text);
  if (told || remarked(facts, closing.unrelated, last.number) || remarked(facts, closing.explainedAway, last.number))
    return [];
  return [unsaidCommand(facts, last, command)];
}

function ofCommand(unsaid: UnsaidCommand): Finding {
  const { command, failed } = unsaid;
  return {
    id: stoppedOnFailureUnsaid.id,
    confidence: excuseOf(UNSAID_COMMAND_EXCUSES, unsaid)?.leaves ?? PROVEN,
    message: `Your last command failed (${quote(command, 50)}) and you do not mention it; fix it or say why not.`,
    steps: cite(failed.number),
    subject: command,
  };
}
