import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { isStop } from "../check-result.ts";
import type { Facts } from "../facts.ts";
import type { ClaimType } from "../language/language.ts";
import { cite } from "../look.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const claimedDeedFailed: FindingRule = {
  id: "claimed-deed-failed",
  meaning: "The closing says something was committed, pushed or deployed, and the only tries of that failed.",
  category: "contradicted-claim",
  find,
};

/** What can be claimed, the command that does it, and the words that tell of it. */
interface Deed {
  readonly claim: ClaimType;
  readonly said: RegExp;
  readonly does: (command: ShellCommand) => boolean;
}

const DEEDS: readonly Deed[] = [
  {
    claim: "pushed",
    said: /\bpushed\b(?!\s+(?:onto|into|down|back|out|through|aside|further|forward|left|right)\b)/i,
    does: (command) => isGit(command, "push"),
  },
  { claim: "committed", said: /\bcommitted\b/i, does: (command) => isGit(command, "commit") },
  {
    claim: "deployed",
    said: /\bdeployed\b/i,
    does: (command) => isTask(command, /^deploy(?:ment)?(?:[:_-][\w:-]+)?$/),
  },
  { claim: "deployed", said: /\bpublished\b/i, does: (command) => isTask(command, /^publish(?:[:_-][\w:-]+)?$/) },
];

function find(facts: Facts): Finding[] {
  return DEEDS.flatMap((deed) => {
    const claim = facts.claims.find(({ type, sentence }) => type === deed.claim && deed.said.test(sentence.masked));
    if (!claim || facts.closing.admissions.length > 0) return [];
    const tries = facts.steps.filter((step) => triesOf(step, deed).length > 0);
    const last = tries.at(-1);
    if (!last || !tries.every((step) => failed(step, deed)) || mayBeDoneOtherwise(facts, last)) return [];
    // Asked to do it after all, an agent whose push was refused may force it.
    return [
      {
        id: claimedDeedFailed.id,
        confidence: 0.85,
        message: `You say ${quote(claim.sentence.text, 60)}, but ${quote(spelled(last, deed), 50)} failed; tell me what stood in the way, and force nothing.`,
        steps: cite(last.number),
        subject: deed.claim,
      },
    ];
  });
}

function isGit({ name, args }: ShellCommand, sub: string): boolean {
  const words = args.map((word) => word.text);
  return name === "git" && words.includes(sub) && !words.includes("--dry-run") && !words.includes("-n");
}

function isTask({ args }: ShellCommand, name: RegExp): boolean {
  const words = args.map((word) => word.text);
  return (
    words.slice(0, 3).some((word) => name.test(word)) && !words.some((word) => /^--?(?:dry-?run|help|n)\b/.test(word))
  );
}

function triesOf(step: Step, deed: Deed): readonly ShellCommand[] {
  const { command } = step.action;
  if (command === undefined || step.result?.status === "rejected") return [];
  return parseCommandLine(command).filter(deed.does);
}

/** The line ended with it and failed; a refusal in the output of a push counts also where a pipe hides the code. */
function failed(step: Step, deed: Deed): boolean {
  const { result } = step;
  if (!result || IN_VAIN.test(result.output)) return false;
  if (deed.claim === "pushed" && REFUSED.test(result.output)) return true;
  const last = parseCommandLine(step.action.command ?? "").at(-1);
  return result.status === "error" && !isStop(result.exitCode) && last !== undefined && deed.does(last);
}

const REFUSED =
  /^\s*! \[(?:remote )?rejected\]|^error: failed to push some refs|^fatal: (?:Could not read from remote|Authentication failed|unable to access|could not read Username)/m;
/** There was nothing left to do, or a later part of the line did it. */
const IN_VAIN =
  /nothing (?:to commit|added to commit)|Everything up-to-date|^\s+[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}\s+\S+ -> |^ \* \[new branch\]|^\[[^\]]+ [0-9a-f]{7,}\]/m;

/** Something after it may have done the same: another program, a tool of the host, a helper. */
function mayBeDoneOtherwise(facts: Facts, last: Step): boolean {
  return facts.steps.some(({ action, tool, result, number }) => {
    if (action.kind === "subagent") return true;
    if (action.kind === "other" && /push|commit|deploy|publish|release|git/i.test(tool)) return true;
    if (number <= last.number || action.kind !== "execute" || result?.status === "error") return false;
    return action.command === undefined || !LOOKING.test(action.command);
  });
}

const LOOKING =
  /^\s*(?:cd \S+ && )?(?:git (?:status|log|diff|show|branch|remote|fetch)|cat|ls|head|tail|grep|rg|echo|pwd|npx? (?:vitest|jest|tsc|eslint)|npm (?:test|run (?:test|lint|build))|pytest|go test|cargo test)\b/;

function spelled(step: Step, deed: Deed): string {
  const command = triesOf(step, deed).at(-1);
  return command === undefined ? "" : [command.name, ...command.args.map((word) => word.text)].join(" ");
}
