import { asRecord, asText, type Loose, recordFrom } from "../text/loose.ts";

export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** From a repository of somebody else: its token may write nothing. */
  readonly fork: boolean;
}

/** Where this runs and for what, as the runner tells it. All of it comes from outside. */
export interface CiRun {
  readonly provider: "github" | "gitlab" | "none";
  readonly event: string;
  /** `owner/name`. */
  readonly repository?: string;
  /** The commit that a check run belongs to. */
  readonly sha?: string;
  readonly pull?: PullRequest;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads what the runner says; `readFile` gives the text of the event's file, undefined where there is none. */
export function readRun(env: Variables, readFile: (path: string) => string | undefined): CiRun {
  if (env["GITHUB_ACTIONS"] === "true")
    return readGithub(env, recordFrom(readFile(env["GITHUB_EVENT_PATH"] ?? "") ?? ""));
  if (env["GITLAB_CI"] === "true") return readGitlab(env);
  return { provider: "none", event: "" };
}

function readGithub(env: Variables, payload: Loose | undefined): CiRun {
  const event = env["GITHUB_EVENT_NAME"] ?? "";
  const repository = env["GITHUB_REPOSITORY"];
  const pull = pullIn(payload);
  const sha = shaOf(event, payload, env);
  return {
    provider: "github",
    event,
    ...(repository !== undefined && REPOSITORY.test(repository) ? { repository } : {}),
    ...(sha !== undefined && SHA.test(sha) ? { sha } : {}),
    ...(pull ? { pull } : {}),
  };
}

/** Both become parts of an address. */
const REPOSITORY = /^[A-Za-z0-9][\w.-]{0,99}\/(?!\.{1,2}$)[\w.-]{1,100}$/;
export const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function pullIn(payload: Loose | undefined): PullRequest | undefined {
  const whole = asRecord(payload?.["pull_request"]);
  const issue = asRecord(payload?.["issue"]);
  const told = whole ?? (asRecord(issue?.["pull_request"]) ? issue : undefined);
  const number = told?.["number"];
  if (!told || typeof number !== "number" || !Number.isSafeInteger(number) || number < 1) return undefined;
  return { number, title: asText(told["title"]) ?? "", body: asText(told["body"]) ?? "", fork: isFork(whole) };
}

function isFork(pull: Loose | undefined): boolean {
  const [head, base] = ["head", "base"].map((side) => asRecord(asRecord(pull?.[side])?.["repo"])?.["full_name"]);
  return pull !== undefined && head !== base;
}

/** A pull request's own commit: GITHUB_SHA is that of its merge, and of another branch where somebody commented. */
function shaOf(event: string, payload: Loose | undefined, env: Variables): string | undefined {
  const head = asRecord(asRecord(payload?.["pull_request"])?.["head"]);
  if (head) return asText(head["sha"]);
  if (event.startsWith("issue")) return undefined;
  const run = asRecord(payload?.["workflow_run"]);
  return run ? asText(run["head_sha"]) : env["GITHUB_SHA"];
}

/** GitLab cuts the description at 2,700 characters. */
function readGitlab(env: Variables): CiRun {
  const number = Number(env["CI_MERGE_REQUEST_IID"]);
  const title = env["CI_MERGE_REQUEST_TITLE"] ?? "";
  const body = env["CI_MERGE_REQUEST_DESCRIPTION"] ?? "";
  const fork = env["CI_MERGE_REQUEST_SOURCE_PROJECT_PATH"] !== env["CI_PROJECT_PATH"];
  const pull = Number.isSafeInteger(number) && number > 0 ? { pull: { number, title, body, fork } } : {};
  return { provider: "gitlab", event: env["CI_PIPELINE_SOURCE"] ?? "", ...pull };
}
