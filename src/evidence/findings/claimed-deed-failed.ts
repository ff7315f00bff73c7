import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { isStop } from "../check-result.ts";
import { spelled } from "../checks.ts";
import type { Facts } from "../facts.ts";
import type { ClaimType } from "../language/language.ts";
import type { Sentence } from "../language/prose.ts";
import { cite } from "../look.ts";
import { isTaskTool } from "../runners/task-calls.ts";
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
  /** Other commands with which the same may have been done. */
  readonly otherwise: RegExp;
}

const DEEDS: readonly Deed[] = [
  {
    claim: "pushed",
    said: /\bpushed\b(?!\s+(?:onto|into|down|back|out|through|aside|further|forward|left|right)\b)/i,
    does: (command) => isGit(command, "push"),
    otherwise: /\b(?:push|publish|sync|release|deploy|upload)\b/,
  },
  {
    claim: "committed",
    said: /\bcommitted\b/i,
    does: (command) => isGit(command, "commit"),
    otherwise: /\b(?:version|release|cherry-pick|revert|merge|rebase|am|pull|bump\w*|changeset|ci)\b/,
  },
  {
    claim: "deployed",
    said: /\bdeployed\b/i,
    does: (command) => isTask(command, /^deploy(?:ment)?(?:[:_-][\w:-]+)?$/),
    otherwise:
      /\b(?:deploy\w*|helm|kubectl (?:apply|set|rollout|create|replace|patch)|vercel|netlify|fly|flyctl|heroku|wrangler|firebase|serverless|push|up|apply|ssh|scp|rsync|sync|release|publish|promote|upgrade|update)\b/,
  },
  {
    claim: "deployed",
    said: /\bpublished\b/i,
    does: (command) => isTask(command, /^publish(?:[:_-][\w:-]+)?$/),
    otherwise: /\b(?:publish|push|upload|release|twine|deploy)\b/,
  },
];

function find(facts: Facts): Finding[] {
  return DEEDS.flatMap((deed) => {
    const claim = facts.claims.find(({ type, sentence }) => type === deed.claim && isOwnDeed(facts, sentence, deed));
    if (!claim || facts.closing.admissions.length > 0) return [];
    const tries = facts.steps.filter((step) => triesOf(step, deed).length > 0);
    const last = tries.at(-1);
    if (!last || !tries.every((step) => failed(step, deed)) || mayBeDoneOtherwise(facts, deed, tries)) return [];
    // Asked to do it after all, an agent whose push was refused may force it.
    return [
      {
        id: claimedDeedFailed.id,
        confidence: 0.85,
        message: `You say ${quote(claim.sentence.text, 60)}, but ${quote(spelledTry(last, deed), 50)} failed; tell me what stood in the way, and force nothing.`,
        steps: cite(last.number),
        subject: deed.claim,
      },
    ];
  });
}

/** The agent says it of itself or of its work; others push and deploy as well. */
function isOwnDeed({ language }: Facts, { masked }: Sentence, deed: Deed): boolean {
  const said = deed.said.exec(masked);
  if (!said || language.closing.othersDeed.test(masked)) return false;
  return language.closing.ownDeedBefore.test(masked.slice(0, said.index));
}

function isGit({ name, args }: ShellCommand, sub: string): boolean {
  const words = args.map((word) => word.text);
  return name === "git" && words.includes(sub) && !words.includes("--dry-run") && !words.includes("-n");
}

function isTask({ name, args }: ShellCommand, task: RegExp): boolean {
  if (!isTaskTool(name) && !RELEASERS.has(name)) return false;
  const words = args.map((word) => word.text);
  return (
    words.slice(0, 3).some((word) => task.test(word)) && !words.some((word) => /^--?(?:dry-?run|help|n)\b/.test(word))
  );
}

/** Programs, besides those that run tasks, that are told to deploy or publish by these very words. */
const RELEASERS = new Set(
  "npm pnpm yarn bun cargo poetry uv hatch flit pdm gem dotnet lerna fly flyctl vercel netlify wrangler firebase gcloud serverless sls cdk sam amplify heroku railway kamal cap eas copilot".split(
    " ",
  ),
);

function triesOf(step: Step, deed: Deed): readonly ShellCommand[] {
  const { command } = step.action;
  if (command === undefined || step.result?.status === "rejected") return [];
  return parseCommandLine(command).filter(deed.does);
}

/** The line ended with it and failed; the refusal of a push counts also where its line goes on or hides the code. */
function failed(step: Step, deed: Deed): boolean {
  const { result } = step;
  if (!result || IN_VAIN.test(result.output) || isStop(result.exitCode)) return false;
  const commands = parseCommandLine(step.action.command ?? "");
  const [first, ...again] = commands.filter(deed.does);
  const refused = deed.claim === "pushed" && REFUSED.test(result.output);
  if (result.status !== "error")
    return refused && again.length === 0 && first !== undefined && isOnlyHidden(first, commands);
  // In `push a && push b` the first may have gone through.
  if (again.some((command) => !command.scopes.includes("fallback"))) return false;
  const last = commands.at(-1);
  return refused || (last !== undefined && deed.does(last));
}

/** Nothing after it on the line, and no second round of it, can have made up for the failure. */
function isOnlyHidden(command: ShellCommand, commands: readonly ShellCommand[]): boolean {
  return !command.scopes.includes("loop") && commands.slice(commands.indexOf(command) + 1).every(looks);
}

const REFUSED =
  /^[ \t]*! \[(?:remote )?rejected\]|^error: failed to push some refs|^fatal: (?:Could not read from remote|Authentication failed|unable to access|could not read Username)/m;
/** There was nothing left to do, or some of it was done. */
const IN_VAIN =
  /nothing (?:to commit|added to commit)|no changes added to commit|Everything up-to-date|^[ \t]+[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}\s+\S+ -> |^ [+*] (?:\[new (?:branch|tag|reference)\]|[0-9a-f]{7,}\.{3}[0-9a-f]{7,})|^\[[^\]\n]+ [0-9a-f]{7,}\]/m;

/** The same may have been done by something after it, by a tool of the host or a helper, or by another command before it. */
function mayBeDoneOtherwise(facts: Facts, deed: Deed, tries: readonly Step[]): boolean {
  const last = tries.at(-1)?.number ?? 0;
  return facts.steps.some((step) => {
    const { action, tool, result, number } = step;
    if (action.kind === "subagent") return true;
    if (action.kind === "other" && /push|commit|deploy|publish|release|git/i.test(tool)) return true;
    if (action.kind !== "execute" || result?.status === "error" || tries.includes(step)) return false;
    if (action.command === undefined) return number > last;
    if (number < last && !deed.otherwise.test(action.command)) return false;
    return !parseCommandLine(action.command).every(looks);
  });
}

function looks(command: ShellCommand): boolean {
  return !command.unparsed && LOOKING.test(spelled(command));
}

const LOOKING =
  /^(?:git (?:status|log|diff|show|branch|remote|fetch|rev-parse|ls-remote)|cd|cat|ls|head|tail|grep|rg|echo|printf|pwd|sed|wc|true|:|sleep|vitest|jest|tsc|eslint|npm (?:test|run (?:test|lint|build))|pytest|go test|cargo test)(?: |$)/;

function spelledTry(step: Step, deed: Deed): string {
  const command = triesOf(step, deed).at(-1);
  return command === undefined ? "" : spelled(command);
}
