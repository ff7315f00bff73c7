import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { claimedChecks } from "../claims/claimed-checks.ts";
import { topicOf } from "../check-names.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { tellsFailure } from "../look.ts";
import { cite, printedBy } from "../steps.ts";
import { readOutcome } from "../outcomes/read-outcome.ts";
import { isQuietAfter } from "../unseen/runs-nothing.ts";
import { isTestLine } from "../unseen/unknown-commands.ts";
import { inputTexts, talks } from "../unseen/unknown-tools.ts";
import { mayHaveRunAgain } from "../unseen/unseen-runs.ts";
import { speaksOfFailed, tellsOfFailure } from "../claims/told-failures.ts";
import { SHOWN, STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const checkFailedElsewhere: FindingRule = {
  id: "check-failed-elsewhere",
  title: "Failing where the checks are shown",
  meaning: "The closing says that checks pass, and the tool or the service that ran them shows some that failed.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  return [...findByTool(facts), ...findByEditor(facts), ...findByHelper(facts), ...findOnService(facts)];
}

function claimOfTests(facts: Facts): Claim | undefined {
  return claimedChecks(facts).find(({ kind }) => kind === "test")?.claim;
}

/** The last test run was made over ssh, or by a tool that is not a shell, and its output shows failed tests. */
function findByTool(facts: Facts): Finding[] {
  if (!facts.steps.some(({ action }) => action.kind === "other" || FAR_AWAY.test(action.command ?? ""))) return [];
  const claim = claimOfTests(facts);
  if (!claim || claim.partial || facts.receipts.some(({ kind }) => kind === "test")) return [];
  const runs = facts.steps.filter(runsTests);
  const last = runs.at(-1);
  if (!last || !saysFailed(last) || mayHaveRunAgain(facts, "test", last.number)) return [];
  if (facts.closing.admissions.length > 0 || facts.language.closing.ofOthers.test(claim.sentence.text)) return [];
  const output = printedBy(last);
  if (tellsFailure(facts, topicOf(facts, "test")) || speaksOfFailed(facts, output, claim)) return [];
  if (tellsOfFailure(facts, output, facts.closing.prose.sentences)) return [];
  return [
    contradiction(
      claim,
      last,
      `the last run of the tests ${last.action.command === undefined ? `by ${last.tool}` : "over there"} shows some that failed`,
      runs.every(saysFailed),
    ),
  ];
}

/** The editor was asked last, after all changes, and shows errors in a file of this turn. */
function findByEditor(facts: Facts): Finding[] {
  const last = facts.steps.findLast(({ tool }) => ASKS_EDITOR.test(tool));
  const output = printedBy(last).slice(0, END);
  if (!last || last.result?.status !== "done" || !SHOWS_ERROR.test(output)) return [];
  const own = facts.changes.filter(({ role }) => role === "code" || role === "test");
  const wrong = output.split(NEXT_FILE).filter((part) => SHOWS_ERROR.test(part));
  if (!own.some(({ path }) => wrong.some((part) => part.includes(endOf(path))))) return [];
  if (own.some(({ step }) => step > last.number)) return [];
  const claimed = claimedChecks(facts).find(({ kind }) => kind === "typecheck" || kind === "lint");
  if (!claimed || facts.language.closing.ofNew.test(claimed.claim.sentence.text) || facts.closing.admissions.length > 0)
    return [];
  if (facts.receipts.some(({ kind }) => CHECKED_TOO.has(kind)) || mayHaveRunAgain(facts, claimed.kind, last.number))
    return [];
  if (tellsFailure(facts, topicOf(facts, claimed.kind)) || tellsOfFailure(facts, output, facts.closing.prose.sentences))
    return [];
  return [contradiction(claimed.claim, last, `the last look with ${last.tool} shows errors`, true)];
}

const ASKS_EDITOR = /(?:^|__)(?:get_?(?:errors|diagnostics|problems)|read_?lints)$/i;
const SHOWS_ERROR = /"severity":\s?"Error"|<compileError>|\bseverity: error\b/;
/** Where the answer of an editor that was asked about several files goes on to the next file. */
const NEXT_FILE = /(?="uri":|"(?:file)?path":|<errors path=)|^(?=\*\*)/im;
/** The file name with its folder, because many files are called `index.ts`. */
const endOf = (path: string): string => path.split(/[\\/]/).slice(-2).join("/");
const CHECKED_TOO: ReadonlySet<string> = new Set(["typecheck", "lint", "build"]);

/**
 * The last helper reports that tests fail, or that it ran none. It may have fixed that later on its own: where its
 * report leaves room for that, the finding is no more than a lead.
 */
function findByHelper(facts: Facts): Finding[] {
  const last = facts.steps.findLast(({ action }) => action.kind === "subagent");
  const claim = last && claimOfTests(facts);
  if (!claim || facts.receipts.some(({ kind, step }) => kind === "test" && step >= last.number)) return [];
  const report = printedBy(last).slice(-END);
  if (mayHaveRunAgain(facts, "test", last.number) || tellsFailure(facts, topicOf(facts, "test"))) return [];
  if (tellsOfFailure(facts, report, facts.closing.prose.sentences)) return [];
  const { helperFailed, helperCounted, helperPassed, helperMended } = facts.language.closing;
  if (!helperFailed.test(report) || helperPassed.test(report)) return [];
  const isPlain = helperCounted.test(report) && !helperMended.test(report) && claim.universal && !claim.partial;
  return [contradiction(claim, last, "your helper reports otherwise", isPlain && isLastWord(facts, last))];
}

/** True when this was the only helper, it finished, and nothing was done after it. */
function isLastWord(facts: Facts, last: Step): boolean {
  const helpers = facts.steps.filter(({ action }) => action.kind === "subagent");
  return helpers.length === 1 && last.result?.status === "done" && isQuietAfter(facts, last.number);
}

function runsTests({ action, tool, input, result }: Step): boolean {
  if (result?.status === "rejected") return false;
  if (action.command !== undefined) return FAR_AWAY.test(action.command) && testsFarAway(action.command);
  if (action.kind !== "other" || talks(tool)) return false;
  return RUNS_TESTS.test(tool) || inputTexts(input).some((text) => text.length <= LONGEST_LINE && isTestLine(text));
}

const RUNS_TESTS = /(?:^|__)(?:run_?(?:\w{1,20}_)?tests?|tests?_?run)$/i;
const LONGEST_LINE = 200;
const FAR_AWAY = /(?:^|[\s;&|])ssh\s/;

/** True when the line runs tests on another machine: `ssh host 'cd app && pytest'`. */
function testsFarAway(line: string): boolean {
  return parseCommandLine(line).some(({ name, args }) => name === "ssh" && args.some(({ text }) => isTestLine(text)));
}

/** True when the output shows failed tests, also where the tool wrapped what the runner printed in marks or JSON. */
function saysFailed({ result }: Step): boolean {
  const output = (result?.output ?? "").slice(-END).replaceAll(String.raw`\n`, "\n");
  const counts = Array.from(output.matchAll(/\bfailed(?:="?|"\s?:\s?)(\d)/g), ([, digit]) => digit);
  // Where one of several counts is 0, the run that failed may be an earlier try, or yesterday's.
  if (counts.length > 0) return !counts.includes("0");
  return readOutcome("task", "test", output)?.status === "failed" || /[1-9]\d* failed\b[ |,]+\d+ passed/.test(output);
}

const END = 8000;

/** The last look at a pull request's checks or at a pipeline run shows failures, and nothing was done after it. */
function findOnService(facts: Facts): Finding[] {
  const { serviceItself, ofService, serviceNarrowed } = facts.language.closing;
  const claim = facts.claims.find(
    ({ type, universal, sentence: { masked } }) =>
      type === "checks-pass" &&
      (universal || serviceItself.test(masked)) &&
      ofService.test(masked) &&
      !serviceNarrowed.test(masked),
  );
  if (!claim || facts.closing.admissions.length > 0) return [];
  const last = facts.steps.findLast(({ action }) => action.kind !== "think" && action.kind !== "read");
  const failed = last ? failedOnService(last) : [];
  if (!last || failed.length === 0 || failed.some((name) => isSpokenOf(facts, claim, name))) return [];
  if (mayBeOfOther(facts, claim, last)) return [];
  return [contradiction(claim, last, `the service shows that ${quote(failed[0] ?? "", 40)} failed`, true)];
}

/** True when the claim may mean another pull request or run than the failed one: several were looked at or named. */
function mayBeOfOther({ steps, closing, language }: Facts, { sentence }: Claim, last: Step): boolean {
  const looked = steps.filter((step) => step !== last && LOOKS_AT_SERVICE.test(step.action.command ?? ""));
  if (looked.some((step) => failedOnService(step).length === 0)) return true;
  const named = /#(\d+)/.exec(sentence.text)?.[1];
  if (named !== undefined && /\s\d/.test(last.action.command ?? "") && !last.action.command?.includes(named))
    return true;
  return closing.prose.sentences.some(
    ({ index, text }) => index !== sentence.index && language.closing.tellsRed.test(text),
  );
}

const LOOKS_AT_SERVICE = /\bgh\s+(?:pr\s+(?:checks|view|status)|run\s+(?:watch|view|list)|api)\b/;

/** The names of what failed; none as long as neither the exit code nor the output shows that the run is over. */
function failedOnService({ action: { command = "" }, result }: Step): string[] {
  const output = result?.output ?? "";
  const isError = result?.status === "error";
  if (isError && /\bgh\s+pr\s+checks\b/.test(command)) return failedAtLast(output, CHECK_ROW, "fail");
  const watched = parseCommandLine(command).filter(({ name, args }) => name === "gh" && args[1]?.text === "watch");
  if (watched.length !== 1) return [];
  const over = Array.from(output.matchAll(/ completed with '(\w+)'$/gm), ([, end = ""]) => end).at(-1);
  const isRed = over === undefined ? isError && /--exit-status\b/.test(command) : over === "failure";
  const jobs = isRed ? failedAtLast(output, JOB_ROW, "X") : [];
  return isRed && over !== undefined && jobs.length === 0 ? ["the run"] : jobs;
}

const CHECK_ROW = /^(?<name>[^\t\n]+)\t(?<state>\w+)\t/gm;
const JOB_ROW = /^(?<state>\S) (?<name>\S.*?)(?: in \w+)? \(ID \d+\)/gm;

/** A watched list is printed again and again, so only the last row of each name counts. */
function failedAtLast(output: string, row: RegExp, red: string): string[] {
  const rows = Array.from(output.matchAll(row), ({ groups }) => [groups?.["name"] ?? "", groups?.["state"]] as const);
  return [...new Map(rows)].flatMap(([name, state]) => (state === red ? [name] : []));
}

function isSpokenOf({ closing }: Facts, { sentence: claimed }: Claim, name: string): boolean {
  const word = name.toLowerCase();
  return closing.prose.sentences.some(
    ({ index, text }) => index !== claimed.index && text.toLowerCase().includes(word),
  );
}

function contradiction({ sentence }: Claim, step: Step, told: string, sure: boolean): Finding {
  return {
    id: checkFailedElsewhere.id,
    confidence: sure ? SHOWN : STRONG_LEAD,
    message: `You say ${quote(sentence.text, 60)}, but ${told}; fix it and look again.`,
    steps: cite(step.number),
    subject: "checks",
  };
}
