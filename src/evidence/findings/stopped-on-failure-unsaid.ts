import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { flagsAsWanted, namesTakenOut } from "../claims/taken-out.ts";
import { CHECK_NAMES, topicOf } from "../check-names.ts";
import { isDisputed, lastFailure, ranElsewhere, runsOf } from "../claims/claimed-checks.ts";
import { isStop } from "../receipts/check-result.ts";
import { isOnlyWished } from "../claims/claims.ts";
import { hasSign } from "../claims/closing.ts";
import type { Facts } from "../facts.ts";
import { cite, isWantedStop, mayTellOfRest, printedBy, remarked, stepAt, tellsFailure } from "../look.ts";
import { mayHaveLookedToo } from "../claims/open-builds.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { isAskedAbout, quotesOutput, sharesWords } from "../claims/repeated-output.ts";
import { isSpokenOfAbroad, tellsOfFailure } from "../claims/told-failures.ts";
import { isAboutWork } from "../claims/what-failed.ts";
import { tellsOnlyOfDone } from "../claims/said-plainly.ts";
import { stoppedAtTests, stoppedBesideTests } from "../claims/stopped-builds.ts";
import { mayHaveRunAgain } from "../unseen/unseen-runs.ts";
import { mayFail } from "../requests/tolerated.ts";
import { editsNotMade } from "./edits-not-made.ts";
import { expression } from "../../patterns/expression.ts";
import { EXCUSED, LEAD, PROVEN, STRONG_LEAD, WEAK_LEAD } from "../confidence.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

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
  const findings = [...failedEdits, ...findFailedChecks(facts)];
  return findings.length > 0 ? findings : findFailedCommand(facts);
}

/** Checks that say something about the work itself. */
const TELLING: readonly CheckKind[] = ["test", "build", "typecheck", "lint"];

function findFailedChecks(facts: Facts): Finding[] {
  return TELLING.flatMap((kind) => {
    const last = lastFailure(facts, kind);
    if (!last || last.witnessed || tellsFailure(facts, topicOf(facts, kind))) return [];
    if (claimsPass(facts, kind) || facts.closing.text === "") return [];
    // The line stopped at its tests, and is reported for those.
    if (kind === "lint" && stoppedAtTests(facts, last)) return [];
    return [
      {
        id: stoppedOnFailureUnsaid.id,
        confidence: confidence(facts, kind, last),
        message: `The last run of ${CHECK_NAMES[kind]} failed (${quote(last.command, 50)}) and you do not mention it; fix it or say why not.`,
        steps: cite(last.step),
        subject: kind,
      },
    ];
  });
}

/** True when the closing claims that the check passes: such a contradiction is another finding. */
function claimsPass(facts: Facts, kind: CheckKind): boolean {
  return facts.claims.some((claim) => topicOf(facts, kind).test(claim.sentence.text) && /pass|clean/.test(claim.type));
}

function confidence(facts: Facts, kind: CheckKind, last: Receipt): number {
  const { closing } = facts.language;
  if (remarked(facts, closing.unrelated, last.step) || remarked(facts, closing.explainedAway, last.step)) return 0.3;
  const output = printedBy(stepAt(facts, last.step));
  if (tellsOfFailure(facts, output, facts.closing.prose.sentences) || (kind === "test" && isWantedRed(facts)))
    return EXCUSED;
  if (isWantedStop(facts) || quotesOutput(facts, output) || isTurnedDown(facts, kind)) return EXCUSED;
  if (flagsAsWanted(facts, last.command, kind)) return EXCUSED;
  if (facts.ask === "question" || (kind === "test" && isSpokenOfAbroad(facts))) return EXCUSED;
  if (mayFail(facts, last)) return EXCUSED;
  const aboutWork = isAboutWork(facts, output);
  const repaired = facts.changes.some((change) => change.step > last.step && change.role !== "docs");
  if (!aboutWork && namesTakenOut(facts, output)) return EXCUSED;
  if (!aboutWork || mayHaveRunAgain(facts, kind, last.reportedAt ?? last.step)) return 0.4;
  if (isBaseline(facts, kind, last) || isDisputed(facts, kind, last) || mayHaveLookedToo(facts, kind, last)) return 0.4;
  if (!tellsOnlyOfDone(facts, facts.closing.prose.sentences) || mayTellOfRest(facts, topicOf(facts, kind)))
    return SPOKEN_OF;
  const isLint = kind === "lint" || (kind === "test" && stoppedBesideTests(facts, last) !== undefined);
  if (repaired) return isLint ? WEAK_LEAD : STRONG_LEAD;
  return isLint ? STRONG_LEAD : PROVEN;
}

/** True when the closing says that this check was refused, left, failed before, is still to pass, or passes in part. */
function isTurnedDown(facts: Facts, kind: CheckKind): boolean {
  const about = topicOf(facts, kind);
  const { closing, modality } = facts.language;
  const tells = [closing.turnedDown, closing.unrelated, closing.leavesOpen];
  const bounds = [closing.takesOut, modality.contrast, modality.conditional];
  const { prose } = facts.closing;
  return prose.sentences.some((sentence) => {
    const { text, masked, ticked } = sentence;
    if (!about.test(text)) return false;
    const well = closing.goesWell.exec(masked);
    if (well && (ticked === false || isOnlyWished(sentence, well, prose, facts.language))) return true;
    return (closing.goesWell.test(text) ? [...tells, ...bounds] : tells).some((words) => words.test(text));
  });
}

/** True when the check failed in another place, and passed here. */
function isBaseline(facts: Facts, kind: CheckKind, last: Receipt): boolean {
  return (
    ranElsewhere(facts, last) &&
    runsOf(facts, kind).some((run) => run.outcome === "passed" && !ranElsewhere(facts, run))
  );
}

/** True when no code was changed, and the person wants to see tests fail. */
function isWantedRed({ changes, language, asked }: Facts): boolean {
  return language.requests.redAsk.test(asked) && changes.every((change) => change.role !== "code");
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
/** Commands whose failure leaves the work undone. A program of the project itself may have been meant to fail. */
const DOING = expression("i")`
  (?:^|[\s;&|/])(?:
    npm|pnpm|yarn|bun|npx|pip3?|uv|poetry|cargo|go|gem|bundle|composer|mix|dotnet|brew|apt(?:-get)?
    |docker(?:-compose)?|kubectl|helm|terraform|tofu|prisma|alembic|rails|rake|manage\.py|artisan|make|just
  )\s+(?:-\S+\s+){0,8}(?:[\w:@./-]+\s+)?(?:
    install|add|i|migrate|migration|db:migrate|deploy|publish|release|generate|codegen|apply|seed|push|up|init|sync
    |upgrade
  )\b
`;

/** Output that says the thing is there already, or that there is no such task: then no work was left undone. */
const LEFT_NOTHING = /already (?:exists|installed)|missing script|no rule to make target/i;

/** Output that blames not the work but the place where it was tried: a network, a server, a right, a port. */
const SURROUNDINGS =
  /ECONNREFUSED|ENOTFOUND|unreachable|to connect|can't reach|no such host|time(?:d ?)?out|permission denied|already allocated|need auth/i;

/** The confidence when the agent changed something after the failure: perhaps it took another way. */
const WENT_ON = STRONG_LEAD;
/** The confidence when the closing may speak of the failure, or of what caused it, without plainly admitting it. */
const SPOKEN_OF = LEAD;
const TOLD = EXCUSED;

/** The very last command of the turn failed. */
function findFailedCommand(facts: Facts): Finding[] {
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
  return [
    {
      id: stoppedOnFailureUnsaid.id,
      confidence: sureness(facts, last, command),
      message: `Your last command failed (${quote(command, 50)}) and you do not mention it; fix it or say why not.`,
      steps: cite(last.number),
      subject: command,
    },
  ];
}

/** True when a helper, or a tool we do not know, worked after the failure. */
function wasHandedOver(facts: Facts, failed: Step): boolean {
  return facts.steps.some(
    ({ number, action }) => number > failed.number && (action.kind === "subagent" || action.kind === "other"),
  );
}

function sureness(facts: Facts, failed: Step, command: string): number {
  const output = printedBy(failed);
  if (facts.language.closing.turnedDown.test(facts.closing.text) || quotesOutput(facts, output)) return TOLD;
  if (flagsAsWanted(facts, command) || LEFT_NOTHING.test(output)) return TOLD;
  if (!DOING.test(command) || wasHandedOver(facts, failed) || isSpokenOf(facts, output, command)) return SPOKEN_OF;
  // No list of words for failures is complete, so any sentence that is not about finished work may tell of this one.
  if (!tellsOnlyOfDone(facts, facts.closing.prose.sentences) || mayTellOfRest(facts, DOING)) return SPOKEN_OF;
  // The files were written; to try them out may have been the agent's own idea, and only the surroundings stopped it.
  if (SURROUNDINGS.test(output) && facts.changes.length > 0 && !facts.language.requests.tryAsk.test(facts.request))
    return SPOKEN_OF;
  return facts.changes.some((change) => change.step > failed.number) ? WENT_ON : PROVEN;
}

/** True when the closing speaks of the failed command, or the person asked about just this failure. */
function isSpokenOf(facts: Facts, output: string, command: string): boolean {
  if (facts.ask === "question" || isAskedAbout(facts, output)) return true;
  const { sentences } = facts.closing.prose;
  return (
    sentences.some(({ code }) => code.some((span) => span.includes(command))) || sharesWords(facts, output, command)
  );
}
