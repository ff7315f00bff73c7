import { nameLiterally } from "../../literally.ts";
import { COMMON, countsOf, subjectsOf } from "../claims/borne-out.ts";
import { besideTests, namesAllOf } from "../claims/beside-tests.ts";
import { isBoundBeside } from "../claims/claim-bounds.ts";
import { runsOf } from "../claims/claimed-checks.ts";
import { isAbout, isScoped } from "../claims/claimed-suites.ts";
import type { Claim } from "../claims/claims.ts";
import { heldAtPlace } from "../claims/held-at-place.ts";
import { tellsOnlyOfDone } from "../claims/said-plainly.ts";
import { stoppedAfterBuild, stoppedAtTests } from "../claims/stopped-builds.ts";
import { takesOut } from "../claims/taken-out.ts";
import { isToldElsewhere } from "../claims/told-failures.ts";
import { toldInParts } from "../claims/told-in-parts.ts";
import { isNotOfHere, isTrueInPart } from "../claims/true-in-part.ts";
import { failedFiles, failedNames, failedWork, isAboutWork } from "../claims/what-failed.ts";
import { EXCUSED, LEAD, STRONG_LEAD } from "../confidence.ts";
import type { Facts } from "../facts.ts";
import { tellsAbout, tellsFailure } from "../look.ts";
import { outputOf } from "../steps.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { rememberingEach } from "../remembering.ts";
import {
  DISPUTED,
  type Excuse,
  type FailedCheck,
  FLAGS_AS_WANTED,
  LOOKED_TOO,
  PASSED_HERE,
  RAN_AGAIN,
} from "./excuse.ts";

/** A check that failed, and the claim that it went well. */
export interface ClaimedFailure extends FailedCheck {
  readonly claim: Claim;
  readonly said: string;
}

export function claimedFailure(facts: Facts, kind: CheckKind, claim: Claim, last: Receipt): ClaimedFailure {
  // Of a run that was cut off we may not see that it passed.
  const passed = runsOf(facts, kind).filter(
    ({ outcome, step }) => outcome === "passed" || (outcome === "unknown" && step < last.step),
  );
  const said = claim.sentence.text.toLowerCase();
  return { facts, kind, claim, last, output: outputOf(facts, last), passed, said };
}

/** How sure the finding is where nothing lowers it. */
export const CONTRADICTED = 0.9;

/** What lowers a claimed check that failed, in the order in which it is asked for. */
export const CLAIMED_FAILURE_EXCUSES: readonly Excuse<ClaimedFailure>[] = [
  {
    name: "admitted by its subject",
    why: "A sentence that admits something has a word of the command: a folder, a target, a setting.",
    leaves: LEAD,
    holds: ({ facts, last }) => tellsAbout(facts, [...subjectsOf(last), ...settingsOf(last)]),
  },
  { ...RAN_AGAIN, leaves: LEAD },
  { ...LOOKED_TOO, leaves: LEAD },
  { ...PASSED_HERE, leaves: LEAD },
  {
    name: "the tests passed",
    why: "The claim is about tests; they passed, and the run failed at something beside them.",
    leaves: EXCUSED,
    holds: (found) => found.claim.type === "tests-pass" && beside(found) === "shown",
  },
  {
    name: "failed beside the tests",
    why: "The run failed at something beside the tests, and the claim is not about that.",
    leaves: LEAD,
    holds: (found) => beside(found) !== undefined,
  },
  {
    name: "its program is told of",
    why: "Another program passed, and a sentence says of the failed one that it failed or is missing.",
    leaves: LEAD,
    holds: tellsOfRun,
  },
  {
    name: "said abroad of another run",
    why: "Another command passed, and in a language we hardly know we cannot read what is said of the failed one.",
    leaves: LEAD,
    holds: ({ claim, passed, last }) => claim.abroad === true && passed.some((run) => run.command !== last.command),
  },
  {
    name: "a guard at work",
    why: "It was to stop where a setting is missing, and passed with that setting.",
    leaves: EXCUSED,
    holds: (found) => found.kind !== "test" && isGuardShown(found),
  },
  {
    name: "stopped at its tests",
    why: "A run that lints and tests stopped at the tests: the linter may have found nothing.",
    leaves: LEAD,
    holds: ({ facts, kind, claim, last }) => kind === "lint" && !namesAllOf(claim, last) && stoppedAtTests(facts, last),
  },
  {
    name: "stopped after the build",
    why: "The build itself was done when the run stopped.",
    leaves: LEAD,
    holds: ({ facts, kind, last }) => kind === "build" && stoppedAfterBuild(facts, last),
  },
  {
    name: "lists files of others",
    why: "The formatter knows no files to be left out, and lists none that was worked on.",
    leaves: EXCUSED,
    holds: ({ facts, kind, last, output }) =>
      kind === "format" && LISTS_FILES.test(last.runner) && !isAboutWork(facts, output),
  },
  {
    name: "nameless, and more is said",
    why: "The output names nothing that failed: what follows the claim may tell of it.",
    leaves: LEAD,
    holds: (found) => found.kind !== "test" && mayBeTold(found),
  },
  { ...FLAGS_AS_WANTED, leaves: EXCUSED },
  {
    name: "taken out by name",
    why: "The claim, or words around it, leave out what failed by its name.",
    leaves: EXCUSED,
    holds: (found) => taken(found) === "named",
  },
  {
    name: "perhaps taken out",
    why: "The claim, or words around it, leave something out that may be what failed.",
    leaves: LEAD,
    holds: (found) => taken(found) !== undefined,
  },
  {
    name: "held earlier",
    why: "'It passed until the server went down' is not denied by a failure after that.",
    leaves: LEAD,
    holds: ({ facts, claim }) => facts.language.closing.heldEarlier.test(claim.sentence.masked),
  },
  {
    name: "bound to something else",
    why: "The claim holds only with something that the failed run did not have.",
    leaves: LEAD,
    holds: ({ facts, claim, last }) => claim.abroad === undefined && isBoundBeside(facts, claim, last),
  },
  {
    name: "counts another run",
    why: "The claim is only hinted at, and its numbers do not fit the failed run, or fit one that passed.",
    leaves: LEAD,
    holds: (found) => found.claim.weak && countsOthers(found),
  },
  {
    name: "told, and true of the rest",
    why: "The failure is told in another sentence, and the claim is about something else.",
    leaves: EXCUSED,
    holds: (found) => isTold(found) && isOfTheRest(found),
  },
  {
    name: "told elsewhere",
    why: "Another sentence tells of the failure.",
    leaves: LEAD,
    holds: (found) => isTold(found),
  },
  {
    name: "true of the rest",
    why: "The claim is about other checks, another place, or only about what did not fail.",
    leaves: LEAD,
    holds: (found) => isOfTheRest(found),
  },
  {
    name: "told to be open, in parts",
    why: "The closing reports in parts, and says that the failed part is open.",
    leaves: EXCUSED,
    holds: (found) => parts(found) === "open",
  },
  {
    name: "passed in the claimed place",
    why: "The claim is narrowed to a place; it failed in another one, and a run passed there.",
    leaves: EXCUSED,
    holds: (found) => place(found) === "shown",
  },
  {
    name: "told otherwise, in parts",
    why: "The closing reports in parts, and does not say that the failed part is done.",
    leaves: LEAD,
    holds: (found) => parts(found) !== undefined,
  },
  {
    name: "failed in another place",
    why: "The claim is narrowed to a place, and the failure was in another one.",
    leaves: LEAD,
    holds: (found) => place(found) !== undefined,
  },
  {
    name: "another suite",
    why: "The claim is about some of the tests, and another run passed or something is admitted of a part.",
    leaves: STRONG_LEAD,
    holds: ({ facts, claim, last, passed, output }) =>
      isScoped(facts, claim, last) &&
      !isAbout(facts, claim, last) &&
      (passed.length > 0 || admitsBeside(facts, output)),
  },
  { ...DISPUTED, leaves: STRONG_LEAD },
  {
    name: "a part after the whole",
    why: "Only a part was run last, and before it the whole passed.",
    leaves: STRONG_LEAD,
    holds: ({ last, passed }) => last.scope === "partial" && passed.some((run) => run.scope === "whole"),
  },
];

/** Each of these is asked by two excuses. */
const beside = rememberingEach(({ facts, kind, claim, last }: ClaimedFailure) =>
  kind === "test" ? besideTests(facts, claim, last) : undefined,
);
const taken = rememberingEach(({ facts, claim, output }: ClaimedFailure) => takesOut(facts, claim, output));
const parts = rememberingEach(({ facts, kind, claim, output }: ClaimedFailure) =>
  toldInParts(facts, kind, claim, output),
);
const place = rememberingEach(({ facts, kind, claim, last }: ClaimedFailure) =>
  heldAtPlace(facts, kind, claim.sentence, last),
);
const isTold = rememberingEach(({ facts, claim, last, output }: ClaimedFailure) =>
  isToldElsewhere(facts, claim, last, output),
);
const isOfTheRest = rememberingEach(
  ({ facts, claim, last }: ClaimedFailure) => isNotOfHere(facts, claim) || isTrueInPart(facts, claim, last),
);

/** Formatters that know no files to be left out: what somebody else wrote, or was generated, is listed for ever. */
const LISTS_FILES = /^(?:gofmt|goimports|gofumpt|shfmt|clang-format|golangci-lint)\b/;

/** Words from the options of the command: the target it built for, the version it ran with. */
function settingsOf({ command }: Receipt): string[] {
  const options = command.toLowerCase().split(/\s-/).slice(1).join(" ");
  return options.match(/[a-z]{5,}/g)?.filter((word) => !COMMON.test(word)) ?? [];
}

/** True when another program passed, and a sentence says of the failed one, by name, that it failed or is missing. */
function tellsOfRun({ facts, kind, last }: ClaimedFailure): boolean {
  const passed = runsOf(facts, kind).filter((run) => run.outcome === "passed");
  const [program = ""] = last.runner.toLowerCase().split(" ");
  if (passed.length === 0 || COMMON.test(program) || passed.some((run) => run.runner.toLowerCase().startsWith(program)))
    return false;
  const name = new RegExp(`\\b${nameLiterally(program)}\\b`, "i");
  const { absent } = facts.language.closing;
  return (
    tellsFailure(facts, name) || facts.closing.prose.sentences.some(({ text }) => absent.test(text.replace(name, "‹›")))
  );
}

/** True when the person asked for a stop where some setting is missing, and with that setting the run had passed. */
function isGuardShown({ facts: { language, request }, last, passed }: ClaimedFailure): boolean {
  if (!language.requests.stopAsk.test(request)) return false;
  const asked = request.toLowerCase();
  const isAsked = (word: string): boolean => !last.command.includes(word) && asked.includes(word.toLowerCase());
  return passed.some(({ runner, command }) => runner === last.runner && command.match(/[^\s=]{3,}/g)?.some(isAsked));
}

/** True when the output names nothing that failed, so that nobody can say whether what follows the claim tells of it. */
function mayBeTold({ facts, claim, output }: ClaimedFailure): boolean {
  // Plain words of a message ("Some errors were emitted") are no names.
  const names = [...failedFiles(output), ...[...failedNames(output)].filter((name) => /[^a-z]/.test(name))];
  if (names.length > 0) return false;
  const after = facts.closing.prose.sentences.slice(claim.sentence.index + 1);
  return after.some((each) => !tellsOnlyOfDone(facts, [each]));
}

/** True when "Tests: 46/46" does not fit the failed run, or fits another that passed: it may be about that one. */
function countsOthers({ claim, last: { command, counts }, passed }: ClaimedFailure): boolean {
  if (claim.numbers.length === 0) return false;
  const total = (counts.passed ?? 0) + (counts.failed ?? 0);
  const others = passed.filter((run) => run.command !== command);
  return !claim.numbers.includes(total) || countsOf(others, claim);
}

/** True when the closing admits something of a part, and no failure is about the work: that part may be what failed. */
function admitsBeside(facts: Facts, output: string): boolean {
  const { someOfThem } = facts.language.closing;
  return facts.closing.admissions.some(({ masked }) => someOfThem.test(masked)) && !failedWork(facts, output);
}
