import { expect, it } from "vitest";
import { readRun } from "./run.ts";

const SHA = "89abcdef0123456789abcdef0123456789abcdef";
const GITHUB = {
  GITHUB_ACTIONS: "true",
  GITHUB_REPOSITORY: "mia/kiosk",
  GITHUB_SHA: "0123456789abcdef0123456789abcdef01234567",
  GITHUB_EVENT_PATH: "/event.json",
};
const repo = { full_name: "mia/kiosk" };
const pull = { number: 7, title: "T", body: "B", head: { sha: SHA, repo }, base: { repo } };

it.each<[string, object, object]>([
  ["pull_request", { pull_request: pull }, { sha: SHA, pull: { number: 7, title: "T", body: "B", fork: false } }],
  [
    "pull_request_target",
    { pull_request: { ...pull, body: null, head: { sha: SHA, repo: { full_name: "eve/kiosk" } } } },
    { sha: SHA, pull: { number: 7, title: "T", body: "", fork: true } },
  ],
  ["pull_request", { pull_request: { ...pull, head: { sha: SHA, repo: null } } }, { pull: { fork: true } }],
  ["push", { after: SHA }, { sha: GITHUB.GITHUB_SHA }],
  ["workflow_run", { workflow_run: { head_sha: SHA } }, { sha: SHA }],
])("reads the event %s", (event, payload, run) => {
  const read = readRun({ ...GITHUB, GITHUB_EVENT_NAME: event }, () => JSON.stringify(payload));
  expect(read).toMatchObject({ provider: "github", event, repository: "mia/kiosk", ...run });
});

it("does not know the commit of a comment's pull request, and takes an issue for none", () => {
  const issue = { number: 7, title: "T", body: "B", pull_request: {} };
  const on = (payload: object) =>
    readRun({ ...GITHUB, GITHUB_EVENT_NAME: "issue_comment" }, () => JSON.stringify(payload));
  expect(on({ issue })).toEqual({
    provider: "github",
    event: "issue_comment",
    repository: "mia/kiosk",
    pull: { number: 7, title: "T", body: "B", fork: false },
  });
  expect(on({ issue: { ...issue, pull_request: undefined } })).not.toHaveProperty("pull");
});

it.each([
  undefined,
  "",
  "no JSON",
  "[]",
  '{"pull_request":7}',
  '{"pull_request":{"number":"7; rm -rf /"}}',
  '{"pull_request":{"number":-1,"head":{"sha":"../../x"}}}',
])("takes nothing from an event that is none: %j", (text) => {
  const hostile = {
    ...GITHUB,
    GITHUB_REPOSITORY: "mia/../../x",
    GITHUB_SHA: "not a commit",
    GITHUB_EVENT_NAME: "push",
  };
  expect(readRun(hostile, () => text)).toEqual({ provider: "github", event: "push" });
});

it("reads a merge request of GitLab", () => {
  const env = { GITLAB_CI: "true", CI_PIPELINE_SOURCE: "merge_request_event", CI_MERGE_REQUEST_IID: "12" };
  const told = { CI_MERGE_REQUEST_TITLE: "T", CI_MERGE_REQUEST_DESCRIPTION: "B" };
  expect(readRun({ ...env, ...told }, () => undefined)).toEqual({
    provider: "gitlab",
    event: "merge_request_event",
    pull: { number: 12, title: "T", body: "B", fork: false },
  });
  expect(readRun({}, () => undefined)).toEqual({ provider: "none", event: "" });
});
