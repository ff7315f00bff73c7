import { NameList } from "../../name-list.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { spelled } from "../receipts/check.ts";
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
  /** Other commands that may have done the same deed before the last failed try. */
  readonly otherwise?: RegExp;
  /** Output lines that show the deed was refused, even where the line hides the exit code. */
  readonly refused?: RegExp;
  /** For commands that can fail after the deed was done: what they print when the deed was not done. */
  readonly undone?: RegExp;
  /** What the deed makes, as closings and programs write it: a commit hash, the number of a pull request. */
  readonly shownAs?: RegExp;
  /** After a failed try, any later step may have shown that the deed had been done before. */
  readonly mayStand?: true;
  /** What may stop the deed and can be edited away. A closing that speaks of it does not hide the failure. */
  readonly hurdle?: "conflict";
  /** True when the command acts on what the sentence names. */
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

/** The claim in which the agent says that it did the deed itself; other people push and deploy as well. */
export function ownClaim(facts: Facts, deed: Deed): Claim | undefined {
  return facts.claims.find(({ type, sentence }) => type === deed.claim && isOwnDeed(facts, sentence, deed));
}

function isOwnDeed({ language }: Facts, { masked }: Sentence, deed: Deed): boolean {
  const said = language.deeds.told[deed.said].exec(masked);
  if (!said || language.closing.othersDeed.test(masked)) return false;
  return language.closing.ownDeedBefore.test(masked.slice(0, said.index));
}

/** True when the output of some step shows what the closing says was made: it is there, whoever made it. */
export function isShown({ closing, steps }: Facts, { shownAs }: Deed): boolean {
  const named = shownAs === undefined ? [] : (closing.text.match(shownAs)?.slice(0, MOST_NAMES) ?? []);
  return named.some((name) => steps.some(({ result }) => result?.output.includes(name)));
}

/** How many names are looked at: a closing with more of them lists what was there before. */
const MOST_NAMES = 20;

/** The commands of a step that tried the deed. */
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
  // `git tag` without a name, or with one of these options first, only shows or deletes tags.
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

/** Programs other than task runners that have a `deploy` or `publish` command. */
const RELEASERS = new NameList(
  "npm pnpm yarn bun cargo poetry uv hatch flit pdm gem dotnet lerna fly flyctl vercel netlify wrangler firebase gcloud serverless sls cdk sam amplify heroku railway kamal cap eas copilot",
);

function trimmed(path: string): string {
  return path.replace(/^\.\//, "").replace(/\/$/, "");
}
