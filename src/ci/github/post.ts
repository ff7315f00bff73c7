import { asList, asRecord, asText } from "../../text/loose.ts";
import { shortened } from "../../text/strings.ts";
import { type Report, outcomesOf } from "../entry.ts";
import { kindOf } from "../formats/github.ts";
import { conclusionOf, type Level, LEVELS, worstOf } from "../outcome.ts";
import { SHA } from "../run.ts";
import { titleOf } from "../summary.ts";
import type { Answer, GithubApi } from "./client.ts";

/** Pages of a check run and comments may have 65,535 characters. */
export const PAGE_LIMIT = 60_000;
/** In one request. */
const MOST_ANNOTATIONS = 50;
const PAGES_OF_COMMENTS = 10;

/** What became of a wish to post something: nothing to say, posted, or a sentence why not. */
export type Posted = { readonly done: boolean; readonly note?: string };

export interface Posting {
  readonly api: GithubApi;
  /** `owner/name`, checked. */
  readonly repository: string;
  readonly report: Report;
  readonly failOn: Level | undefined;
  readonly page: string;
}

/** A check run beside those of other tools. */
export async function postCheckRun(posting: Posting, sha: string): Promise<Posted> {
  const { api, repository, report, failOn, page } = posting;
  const body = {
    name: "Coxswain",
    head_sha: sha,
    status: "completed",
    conclusion: conclusionOf(outcomesOf(report), failOn),
    output: { title: titleOf(report), summary: page, annotations: annotationsOf(report, failOn) },
  };
  return told(await api.request("POST", `/repos/${repository}/check-runs`, body), "check run", "checks: write");
}

const ANNOTATION_LEVELS = { error: "failure", warning: "warning", notice: "notice" } as const;

/** Only of what is about a file: a check run shows no other. */
function annotationsOf({ entries }: Report, failOn: Level | undefined): object[] {
  const found = entries.flatMap(({ issues, title }) =>
    issues.flatMap((issue) =>
      issue.file === undefined
        ? []
        : {
            path: issue.file,
            start_line: 1,
            end_line: 1,
            annotation_level: ANNOTATION_LEVELS[kindOf(issue.level, failOn)],
            title: shortened(issue.title, 200),
            message: `${title}: ${issue.message}`,
          },
    ),
  );
  return found.slice(0, MOST_ANNOTATIONS);
}

/** The comment is ours by this, and only by what stands at its very beginning. */
const MARK = "<!-- coxswain ci -->";

/** One comment, written again each time. None is begun where there is nothing to object to. */
export async function postComment(posting: Posting, pull: number): Promise<Posted> {
  const { api, repository, report, page } = posting;
  const body = { body: `${MARK}\n${page}` };
  const found = await findComment(api, repository, pull);
  if (typeof found === "object") return told(found, "comment", "pull-requests: write");
  if (found !== undefined)
    return told(
      await api.request("PATCH", `/repos/${repository}/issues/comments/${found}`, body),
      "comment",
      "pull-requests: write",
    );
  const worst = worstOf(outcomesOf(report));
  if (!LEVELS.some((level) => level === worst)) return { done: false };
  const answer = await api.request("POST", `/repos/${repository}/issues/${pull}/comments`, body);
  return told(answer, "comment", "pull-requests: write");
}

/** Its number, undefined where there is none, or the answer that kept us from knowing. */
async function findComment(api: GithubApi, repository: string, pull: number): Promise<number | Answer | undefined> {
  for (let page = 1; page <= PAGES_OF_COMMENTS; page += 1) {
    const answer = await api.request("GET", `/repos/${repository}/issues/${pull}/comments?per_page=100&page=${page}`);
    if (!answer.ok) return answer;
    const comments = asList(answer.value);
    const own = comments.map(ownComment).find((id) => id !== undefined);
    if (own !== undefined || comments.length < 100) return own;
  }
  return undefined;
}

/** Anybody can write a comment that begins like ours: only one of a program, or of somebody of the project, is replaced. */
function ownComment(each: unknown): number | undefined {
  const comment = asRecord(each);
  const id = comment?.["id"];
  if (typeof id !== "number" || !Number.isSafeInteger(id) || !asText(comment?.["body"])?.startsWith(MARK))
    return undefined;
  const isProgram = asRecord(comment?.["user"])?.["type"] === "Bot";
  return isProgram || OF_PROJECT.has(asText(comment?.["author_association"]) ?? "") ? id : undefined;
}

const OF_PROJECT = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

function told(answer: Answer, what: string, permission: string): Posted {
  if (answer.ok) return { done: true };
  const isRefused = answer.status === 403 || answer.status === 404;
  const why = isRefused
    ? `the token may not write it (${answer.reason}). It needs \`${permission}\`, which runs for pull requests of forks never have`
    : answer.reason;
  return { done: false, note: `No ${what}: ${why}.` };
}

/** The commit at which a pull request stands now: an event about a comment does not name it. */
export async function headOf(api: GithubApi, repository: string, pull: number): Promise<string | undefined> {
  const answer = await api.request("GET", `/repos/${repository}/pulls/${pull}`);
  const sha = answer.ok ? asText(asRecord(asRecord(answer.value)?.["head"])?.["sha"]) : undefined;
  return sha !== undefined && SHA.test(sha) ? sha : undefined;
}
