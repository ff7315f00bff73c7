import { NameList } from "../../name-list.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { spelled } from "../receipts/checks.ts";
import type { Claim } from "./claims.ts";
import type { Facts } from "../facts.ts";
import type { ToldDeed } from "../language/deed-tables.ts";
import type { ClaimType } from "../language/language.ts";
import type { Sentence } from "../language/prose.ts";
import { expression } from "../../patterns/expression.ts";
import { isTaskTool } from "../runners/task-calls.ts";

/** What can be claimed, the command that does it, and the words that tell of it. */
export interface Deed {
  readonly claim: ClaimType;
  readonly said: ToldDeed;
  readonly does: (command: ShellCommand) => boolean;
  /** Other commands with which the same may have been done before a try of it. */
  readonly otherwise?: RegExp;
  /** Lines that tell that it was refused, also where the exit code is hidden. */
  readonly refused?: RegExp;
  /** Where not every failure of the command leaves the deed undone: what it prints when it does. */
  readonly undone?: RegExp;
  /** What it makes, as a closing names it and programs show it. */
  readonly shownAs?: RegExp;
  /** A look after a try that failed may have shown that it was so before. */
  readonly mayStand?: true;
  /** What stood in the way may be edited out of it, and speaking of that is no claim that it was not there. */
  readonly hurdle?: "conflict";
  /** The command is about what the sentence names. */
  readonly isAbout?: (command: ShellCommand, sentence: Sentence) => boolean;
}

export const PUSHED: Deed = {
  claim: "pushed",
  said: "pushed",
  does: (command) => isGit(command, "push"),
  otherwise: /\b(?:push|publish|sync|release|deploy|upload)\b/,
  refused: expression("m")`
    ^[ \t]*! \[(?:remote )?rejected\]|^error: failed to push some refs
    |^fatal: (?:Could not read from remote|Authentication failed|unable to access|could not read Username)
  `,
};

export const COMMITTED: Deed = {
  claim: "committed",
  said: "committed",
  does: (command) => isGit(command, "commit"),
  otherwise: /\b(?:version|release|cherry-pick|revert|merge|rebase|am|pull|bump\w*|changeset|ci)\b/,
  shownAs: /(?<![\w-])(?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40}(?![\w-])/g,
};

export const OPENED_PULL_REQUEST: Deed = {
  claim: "opened-pull-request",
  said: "opened",
  does: ({ name, args }) =>
    (name === "gh" || name === "glab") && /^(?:pr|mr)$/.test(args[0]?.text ?? "") && args[1]?.text === "create",
  otherwise: /\b(?:hub|glab|api|curl|submit|merge_request)\b/,
  refused: /^pull request create failed/m,
  shownAs: /\/(?:pull|merge_requests)\/\d+|#\d+/g,
};

export const TAGGED: Deed = {
  claim: "git-history",
  said: "tagged",
  does: (command) => isGit(command, "tag"),
  otherwise: /\b(?:tag|version|release|bump\w*|publish)\b/,
  mayStand: true,
};

const REBASED: Deed = {
  claim: "git-history",
  said: "rebased",
  does: (command) => isGit(command, "rebase"),
  otherwise: /\b(?:rebase|pull|merge|reset|cherry-pick|am)\b/,
  refused: /^error: could not apply /m,
  hurdle: "conflict",
};

const CHERRY_PICKED: Deed = {
  claim: "git-history",
  said: "cherryPicked",
  does: (command) => isGit(command, "cherry-pick"),
  otherwise: /\b(?:cherry-pick|apply|am|merge|commit|patch)\b/,
  refused: /^error: could not apply /m,
  hurdle: "conflict",
};

const MERGED: Deed = {
  claim: "git-history",
  said: "merged",
  does: (command) => isGit(command, "merge") || isGitHub(command, "pr", "merge"),
  otherwise: /\b(?:merge|pull|rebase|cherry-pick|am|api|commit)\b/,
  refused: /^Automatic merge failed|^X Pull request .* is not mergeable/m,
  hurdle: "conflict",
};

const RELEASED: Deed = {
  claim: "deployed",
  said: "released",
  does: (command) => isGitHub(command, "release", "create"),
  otherwise: /\b(?:release|publish|api|deploy|push)\b/,
  undone: /^HTTP 40\d\b/m,
};

const PUSHED_IMAGE: Deed = {
  claim: "pushed",
  said: "pushed",
  does: ({ name, args }) => (name === "docker" || name === "podman") && args[0]?.text === "push",
  otherwise: /\b(?:push|publish|upload|release|deploy|bake|copy)\b/,
  refused: /^(?:denied: |unauthorized: |no basic auth credentials)/m,
};

export const DEPLOYED: Deed = {
  claim: "deployed",
  said: "deployed",
  does: (command) =>
    isTask(command, /^deploy(?:ment)?(?:[:_-][\w:-]+)?$/) ||
    (command.name === "vercel" && command.args.some(({ text }) => text === "--prod")),
  otherwise: expression()`
    \b(?:
      deploy\w*|helm|kubectl (?:apply|set|rollout|create|replace|patch)|vercel|netlify|fly|flyctl|heroku|wrangler
      |firebase|serverless|push|up|apply|ssh|scp|rsync|sync|release|publish|promote|upgrade|update
    )\b
  `,
};

export const PUBLISHED: Deed = {
  claim: "deployed",
  said: "published",
  does: (command) =>
    isTask(command, /^publish(?:[:_-][\w:-]+)?$/) || (command.name === "twine" && command.args[0]?.text === "upload"),
  otherwise: /\b(?:publish|push|upload|release|twine|deploy)\b/,
};

/** What a tool says when it could not finish. */
const BROKE_OFF = /\b(?:error|exception|traceback|aborted|failed|refused|can't reach|could not)\b/i;

const MIGRATED: Deed = {
  claim: "migrated",
  said: "migrated",
  does: (command) => MIGRATES.test(spelled(command)) && !command.args.some(({ text }) => ONLY_SHOWS.test(text)),
  otherwise: expression()`
    ^(?!
      [^]*\b(?:
        migrations? (?:add|new|create|generate)|makemigrations|alembic revision|g(?:enerate)? migration
        |make:migration|migrate:make|gen\.migration
      )\b
    )[^]*(?:migrat|upgrade|update|sql|postgres|\bdb\b)
  `,
  undone: BROKE_OFF,
};

const MIGRATES = expression()`
  ^(?:
    alembic upgrade|flask db upgrade|(?:bin\/)?(?:rails|rake) db:migrate|prisma migrate (?:dev|deploy)
    |(?:python[\d.]* )?(?:\S*\/)?manage\.py migrate|(?:php )?artisan migrate|knex migrate:latest
    |sequelize(?:-cli)? db:migrate|typeorm migration:run|mix ecto\.migrate|dotnet ef database update|flyway migrate
    |diesel migration run|sqlx migrate run|drizzle-kit (?:migrate|push)|liquibase update|atlas migrate apply
  )(?=\s|$)
`;
const ONLY_SHOWS = /^--(?:sql|fake\S*|plan|check|pretend|dry-?run|create-only|help)$/;

const ROLLED_OUT: Deed = {
  claim: "deployed",
  said: "rolledOut",
  does: ({ name, args }) => name === "kubectl" && args[0]?.text === "rollout" && args[1]?.text === "status",
  undone: /timed out waiting for the condition|exceeded its progress deadline/,
};

const DELETED: Deed = {
  claim: "deleted",
  said: "deleted",
  does: ({ name }) => name === "rm",
  otherwise: /\b(?:rm|rmdir|unlink|trash|find|mv|clean)\b/,
  undone: /^rm: .*(?:Permission denied|Operation not permitted|resource busy|Read-only file system)/m,
  isAbout: ({ args }, { code }) => code.some((named) => args.some(({ text }) => trimmed(text) === trimmed(named))),
};

export const DEEDS: readonly Deed[] = [
  PUSHED,
  COMMITTED,
  OPENED_PULL_REQUEST,
  TAGGED,
  REBASED,
  CHERRY_PICKED,
  MERGED,
  RELEASED,
  PUSHED_IMAGE,
  DEPLOYED,
  PUBLISHED,
  ROLLED_OUT,
  MIGRATED,
  DELETED,
];

/** The agent says it of itself or of its work; others push and deploy as well. */
export function ownClaim(facts: Facts, deed: Deed): Claim | undefined {
  return facts.claims.find(({ type, sentence }) => type === deed.claim && isOwnDeed(facts, sentence, deed));
}

function isOwnDeed({ language }: Facts, { masked }: Sentence, deed: Deed): boolean {
  const said = language.deeds.told[deed.said].exec(masked);
  if (!said || language.closing.othersDeed.test(masked)) return false;
  return language.closing.ownDeedBefore.test(masked.slice(0, said.index));
}

/** What the closing names as made is shown by some step: it is there, whoever made it. */
export function isShown({ closing, steps }: Facts, { shownAs }: Deed): boolean {
  const named = shownAs === undefined ? [] : (closing.text.match(shownAs)?.slice(0, MOST_NAMES) ?? []);
  return named.some((name) => steps.some(({ result }) => result?.output.includes(name)));
}

/** A closing with more of them lists what was there before. */
const MOST_NAMES = 20;

/** The commands of a step that tried it. */
export function triesOf(step: Step, deed: Deed): readonly ShellCommand[] {
  const { command } = step.action;
  if (command === undefined || step.result?.status === "rejected") return [];
  return parseCommandLine(command).filter(deed.does);
}

function isGit(command: ShellCommand, sub: string): boolean {
  if (command.name !== "git") return false;
  const call = gitCall(command);
  const words = call?.args.map((word) => word.text) ?? [];
  if (call?.sub !== sub || words.some((word) => /^--(?:dry-run|abort|quit)$/.test(word))) return false;
  if (sub === "push") return !words.includes("-n");
  // Without a name, or with these before it, a tag is looked at or taken away.
  return sub !== "tag" || !/^(?:$|-[dlnv]|--(?:delete|list|contains|points-at|sort))/.test(words[0] ?? "");
}

function isGitHub({ name, args }: ShellCommand, noun: string, verb: string): boolean {
  return name === "gh" && args[0]?.text === noun && args[1]?.text === verb;
}

function isTask({ name, args }: ShellCommand, task: RegExp): boolean {
  if (!isTaskTool(name) && !RELEASERS.has(name)) return false;
  const words = args.map((word) => word.text);
  return (
    words.slice(0, 3).some((word) => task.test(word)) && !words.some((word) => /^--?(?:dry-?run|help|n)\b/.test(word))
  );
}

/** Programs, besides those that run tasks, that are told to deploy or publish by these very words. */
const RELEASERS = new NameList(
  "npm pnpm yarn bun cargo poetry uv hatch flit pdm gem dotnet lerna fly flyctl vercel netlify wrangler firebase gcloud serverless sls cdk sam amplify heroku railway kamal cap eas copilot",
);

function trimmed(path: string): string {
  return path.replace(/^\.\//, "").replace(/\/$/, "");
}
