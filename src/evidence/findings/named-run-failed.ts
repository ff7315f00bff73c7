import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { isStop, WROTE_TO_STDERR } from "../receipts/check-result.ts";
import { spelled } from "../receipts/check.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { isWantedStop } from "../look.ts";
import { cite, hadHelpers, printedBy } from "../steps.ts";
import { isQuietAfter } from "../unseen/runs-nothing.ts";
import { quotesOutput } from "../claims/repeated-output.ts";
import { tellsOfFailure } from "../claims/told-failures.ts";
import { flagsAsWanted } from "../claims/taken-out.ts";
import { isCheckLine } from "../unseen/unknown-commands.ts";
import { isSaidPlainly } from "../claims/said-plainly.ts";
import { expression } from "../../patterns/expression.ts";
import { SHOWN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const namedRunFailed: FindingRule = {
  id: "named-run-failed",
  title: "Failed run called a success",
  meaning:
    "The closing says of a command, a playbook or a notebook that it goes well, and every run of it failed, the last thing that was done.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  return [...findByCommand(facts), ...findByThing(facts)];
}

function findByCommand(facts: Facts): Finding[] {
  return facts.claims.flatMap((claim) => {
    const command = commandOf(facts, claim);
    if (command === undefined) return [];
    const tries = facts.steps.filter((step) => mayRun(step, command));
    return tries.every((step) => failed(step, (last) => isSame(last, command)))
      ? contradicted(facts, claim.sentence, tries.at(-1), command)
      : [];
  });
}

/** Like findByCommand, for a thing that one kind of program runs: "the playbook ran successfully". */
function findByThing(facts: Facts): Finding[] {
  return facts.closing.prose.sentences.flatMap((sentence) => {
    const said = facts.language.closing.thingWentWell.exec(sentence.masked);
    const thing = (said?.[1] ?? said?.[2])?.toLowerCase();
    const program = thing === undefined ? undefined : THINGS.get(thing);
    if (!program || !isSaidPlainly(facts, sentence)) return [];
    const tries = facts.steps.filter(
      (step) => step.action.command !== undefined && mayStart(step.action.command, program),
    );
    const last = tries.at(-1);
    if (!last || (thing === "dependencies" && !mayStart(last.action.command ?? "", INSTALLS))) return [];
    return tries.every((step) => failed(step, (command) => program.test(spelled(command))))
      ? contradicted(facts, sentence, last, last.action.command ?? "")
      : [];
  });
}

/** For each thing, the programs that run it, and those that may have done the same. */
const THINGS: ReadonlyMap<string, RegExp> = new Map([
  ["playbook", /^ansible(?:-\w+)?(?=\s)/],
  ["notebook", /^(?:papermill\s|jupyter[ -](?:nbconvert\s.*--execute|execute\s|run\s)|pytest\s.*--nb(?:make|val))/],
  [
    "dependencies",
    /^(?:(?:python[\d.]* -m )?pip[\d.]*|npm|pnpm|yarn|bun|uv|poetry|pdm|bundle|composer|mix|gem|conda|mamba)(?=\s|$)/,
  ],
]);

/** Calls that really install: a package manager does more, and a failed `npm test` is no failed install. */
const INSTALLS =
  /^(?:python[\d.]* -m )?\S+(?: pip)?(?: -\S+)* (?:install|ci|i|add|sync|require|deps\.get)(?=\s|$)|^(?:yarn|bundle)$/;

function mayStart(line: string, program: RegExp): boolean {
  return parseCommandLine(line).some((command) => program.test(spelled(command)));
}

function contradicted(facts: Facts, sentence: Sentence, last: Step | undefined, command: string): Finding[] {
  if (!last || facts.closing.admissions.length > 0 || hadHelpers(facts) || isWantedStop(facts)) return [];
  if (facts.language.closing.ofExitCode.test(facts.closing.text) || flagsAsWanted(facts, command)) return [];
  const output = printedBy(last);
  if (!isQuietAfter(facts, last.number) || quotesOutput(facts, output)) return [];
  if (tellsOfFailure(facts, output, facts.closing.prose.sentences)) return [];
  return [
    {
      id: namedRunFailed.id,
      confidence: SHOWN,
      message: `You say ${quote(sentence.text, 60)}, but ${quote(command, 50)} failed when you ran it last; mend that, or say so.`,
      steps: cite(last.number),
      subject: command,
    },
  ];
}

/**
 * The command that the claim says went well. Not a check, which other findings handle; not a program that answers with
 * its exit code; and not one of the project's own, because only the project knows what its exit codes mean.
 */
function commandOf({ language }: Facts, { type, weak, sentence }: Claim): string | undefined {
  const said = type === "ran" && !weak ? language.closing.wentWell.exec(sentence.masked) : null;
  const place = said?.[1];
  if (!said || place === undefined || language.closing.elsewhere.test(around(sentence.masked, said))) return undefined;
  const command = sentence.code[Number(place)];
  if (command === undefined || !/^[\w./-]+\s+\S/.test(command) || ANSWERS.test(command) || OWN_PROGRAM.test(command))
    return undefined;
  return isCheckLine(command) ? undefined : command;
}

/** The sentence with the command cut out: "with the brace | passes", "passes | on main". */
function around(text: string, { index, 0: said }: RegExpExecArray): string {
  return `${text.slice(0, index)}|${text.slice(index + said.length)}`;
}

const ANSWERS = expression()`
  ^(?:
    grep|egrep|rg|ag|diff|cmp|test|ls|cat|which|command|type|find|git|gh|stat|wc|jq|ps|pgrep|lsof|nc|ping|curl|wget
    |robocopy
  )\b
  |\s(?:diff|plan|status|list|ls|show|outdated|is-\w+|-detailed-exitcode)\b
`;

const OWN_PROGRAM =
  /^(?:\S*\/|(?:node|deno|bun|tsx|python[\d.]*|ruby|php|perl|bash|sh|zsh|java|(?:go|cargo|dotnet|uv|poetry) run|(?:npm|pnpm|yarn) start)\s)/;

/** True when the words of the command stand in this order in the line of the step, however it was wrapped. */
function mayRun({ action, result }: Step, command: string): boolean {
  const line = action.command?.split(/\s+/) ?? [];
  let at = -1;
  return result?.status !== "rejected" && command.split(/\s+/).every((word) => (at = line.indexOf(word, at + 1)) >= 0);
}

/** True when the command failed with a complaint, and stands last on its line, so that the exit code is its own. */
function failed({ action, result }: Step, isIt: (last: ShellCommand) => boolean): boolean {
  const { exitCode } = result ?? {};
  if (result?.status !== "error" || exitCode === undefined || isStop(exitCode) || NEVER_STARTED.has(exitCode))
    return false;
  const last = parseCommandLine(action.command ?? "").at(-1);
  if (
    last === undefined ||
    last.negated ||
    last.mask !== undefined ||
    !isIt(last) ||
    result.output.includes(WROTE_TO_STDERR)
  )
    return false;
  return COMPLAINT.test(result.output.slice(-END));
}

/** Without one of these words in the output, the exit code may mean something other than a failure. */
const COMPLAINT = expression("i")`
  \b(?:
    error|errors|failed|failure|fatal|cannot|could not|invalid|denied|refused|unreachable|emerg|exception|traceback
    |vulnerabilit(?:y|ies)|leaks? found|must be|not found|no such|aborted|timed out
  )\b
`;
const END = 4000;

const NEVER_STARTED = new Set([126, 127]);

function isSame(last: ShellCommand, command: string): boolean {
  return `${spelled(last)} `.startsWith(`${command} `);
}
