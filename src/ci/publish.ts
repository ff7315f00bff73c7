import { appendFileSync } from "node:fs";
import type { CheckRun } from "../thread/witnessed.ts";
import { systemReason } from "../text/errors.ts";
import { type Report, outcomesOf } from "./entry.ts";
import { apiAddress, githubApi } from "./github/client.ts";
import { headOf, PAGE_LIMIT, type Posted, postCheckRun, postComment } from "./github/post.ts";
import { conclusionOf, type Level, worstOf } from "./outcome.ts";
import type { CiRun } from "./run.ts";
import { summaryOf } from "./summary.ts";

export interface PublishParts {
  readonly run: CiRun;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly failOn: Level | undefined;
  readonly checks: readonly CheckRun[];
  /** What else the page has to say; our own words. */
  readonly notes: readonly string[];
  readonly checkRun: boolean;
  readonly comment: boolean;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
}

/** A page of a step may have a megabyte. */
const SUMMARY_LIMIT = 900_000;

/** Posts what was wished for, then writes the job's page, which says what could not be posted. Gives the notes of both. */
export async function publish(report: Report, parts: PublishParts): Promise<readonly string[]> {
  const { env, failOn, checks } = parts;
  const notes = [...parts.notes, ...(await post(report, parts))];
  const page = summaryOf(report, { failOn, checks, notes, limit: SUMMARY_LIMIT });
  const outcomes = outcomesOf(report);
  const outputs = `result=${worstOf(outcomes)}\nconclusion=${conclusionOf(outcomes, failOn)}\n`;
  return [
    ...notes,
    ...append(env["GITHUB_STEP_SUMMARY"], page, "the job's summary"),
    ...append(env["GITHUB_OUTPUT"], outputs, "the outputs of the step"),
  ];
}

function append(path: string | undefined, text: string, what: string): readonly string[] {
  if (!path) return [];
  try {
    appendFileSync(path, text);
    return [];
  } catch (error) {
    return [`${what} could not be written: ${systemReason(error)}.`];
  }
}

async function post(report: Report, parts: PublishParts): Promise<readonly string[]> {
  const { run, env, failOn, checks, notes, signal } = parts;
  if (!parts.checkRun && !parts.comment) return [];
  const { repository, pull } = run;
  const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"];
  const url = apiAddress(env["GITHUB_API_URL"]);
  if (run.provider !== "github" || repository === undefined) return ["Nothing was posted: this is no run on GitHub."];
  if (!token) return ["Nothing was posted: there is no token in `GITHUB_TOKEN`."];
  if (url === undefined) return ["Nothing was posted: `GITHUB_API_URL` is no https address."];
  const api = githubApi({ url, token, signal, ...(parts.fetch ? { fetch: parts.fetch } : {}) });
  const page = summaryOf(report, { failOn, checks, notes, limit: PAGE_LIMIT });
  const posting = { api, repository, report, failOn, page };
  const posted: Posted[] = [];
  if (parts.checkRun) {
    const sha = run.sha ?? (pull && (await headOf(api, repository, pull.number)));
    posted.push(sha === undefined ? { done: false, note: NO_COMMIT } : await postCheckRun(posting, sha));
  }
  if (parts.comment && pull) posted.push(await postComment(posting, pull.number));
  return posted.flatMap(({ note }) => note ?? []);
}

const NO_COMMIT = "No check run: this event names no commit that it could belong to.";
