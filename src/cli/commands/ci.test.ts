import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { writeFiles } from "../../../test/support/write-files.ts";
import { command as check } from "./check.ts";
import { command as ci } from "./ci.ts";

const fixtures = resolve(import.meta.dirname, "../../../test/fixtures");

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(ci, args, { cwd: directory, env: { HOME: directory, ...env } });

async function report(args: readonly string[], env: Record<string, string> = {}) {
  const { code, out, err } = await run([...args, "--json"], env);
  const told = JSON.parse(out) as Record<string, unknown> & { entries: Record<string, unknown>[] };
  return { code, err, told, outcomes: told.entries.map(({ outcome }) => outcome) };
}

function session(name: string, write: (session: ClaudeSession) => ClaudeSession, cwd = directory): void {
  writeFiles(directory, { [name]: write(new ClaudeSession({ cwd })).text() });
}

it.each([
  ["claude-code/printed-list/transcript.json", "Claude Code", "proof"],
  ["codex/printed/transcript.jsonl", "Codex", "not-checked"],
  ["atif/trajectory/transcript.json", "ATIF", "nothing-found"],
])("reads what an agent left in a job: %s", async (file, host, outcome) => {
  const { code, told } = await report([join(fixtures, file)]);
  expect(code).toBe(0);
  expect(told.entries).toMatchObject([{ title: expect.stringContaining(host), outcome }]);
});

it("finds files by globs, by the variable, and where claude-code-action leaves them; names go before all", async () => {
  session("runs/a.jsonl", (each) => each.honestTurn());
  session("runs/b.jsonl", (each) => each.falseTurn());
  session("tmp/claude-execution-output.json", (each) => each.honestTurn());
  const RUNNER_TEMP = join(directory, "tmp");
  expect((await report(["runs/*.jsonl"], { RUNNER_TEMP })).outcomes).toEqual(["well", "proof"]);
  expect((await report([], { COX_TRANSCRIPT: "\n runs/b.jsonl \n", RUNNER_TEMP })).outcomes).toEqual(["proof"]);
  expect((await report([], { RUNNER_TEMP })).outcomes).toEqual(["well"]);
});

it("never calls a success what it could not look at, and fails a job only where that is wished", async () => {
  writeFiles(directory, { "broken.jsonl": "no transcript" });
  session("good.jsonl", (each) => each.honestTurn());
  for (const files of [[], ["gone.jsonl"], ["broken.jsonl"], ["good.jsonl", "gone.jsonl"]]) {
    const plain = await report(files);
    expect([plain.code, plain.told["outcome"], plain.told["conclusion"]]).toEqual([0, "not-checked", "neutral"]);
    expect((await report([...files, "--fail-on", "proof"])).code).toBe(5);
  }
  session("false.jsonl", (each) => each.falseTurn());
  const both = await report(["gone.jsonl", "false.jsonl", "--fail-on", "objection"]);
  expect([both.code, both.told["conclusion"]]).toEqual([4, "failure"]);
  expect(await report(["good.jsonl", "--fail-on", "worth-a-look"])).toMatchObject({
    code: 0,
    told: { conclusion: "success" },
  });
});

it("judges the last turn of a transcript, or those that are named", async () => {
  session("two.jsonl", (each) => each.falseTurn().honestTurn("list"));
  expect((await report(["two.jsonl"])).outcomes).toEqual(["well"]);
  expect((await report(["two.jsonl", "--turn", "all"])).outcomes).toEqual(["proof", "well"]);
  expect((await report(["two.jsonl", "--turn", "9"])).told["unread"]).toMatchObject([
    { file: join(directory, "two.jsonl") },
  ]);
});

it("takes what a pull request says as one more closing, of GitLab or of a file, and from the best of several records", async () => {
  session("failed.jsonl", (each) => each.user("Fix it.").work().failing().say("One test still fails."));
  session("passed.jsonl", (each) => each.honestTurn());
  writeFiles(directory, { "words.md": "All tests pass." });
  const gitlab = { GITLAB_CI: "true", CI_MERGE_REQUEST_IID: "3", CI_MERGE_REQUEST_TITLE: "All tests pass." };
  const asked = await report(["failed.jsonl"], gitlab);
  expect(asked.told.entries[1]).toMatchObject({ title: "Description of merge request !3", outcome: "proof" });
  expect((await report(["failed.jsonl", "--description", "words.md"])).outcomes).toEqual(["worth-a-look", "proof"]);
  expect((await report(["failed.jsonl", "--description", "none"], gitlab)).outcomes).toEqual(["worth-a-look"]);
  expect((await report(["*ed.jsonl", "--description", "words.md"])).outcomes).toEqual(["worth-a-look", "well", "well"]);
});

it("takes a broken rule of the definition of done as proof, in every format", async () => {
  writeFiles(directory, { ".coxswain.json": JSON.stringify({ done: { ran: [{ command: "npm run lint" }] } }) });
  session("run.jsonl", (each) => each.honestTurn());
  const { code, told } = await report(["run.jsonl", "--fail-on", "proof"]);
  expect([code, told["conclusion"]]).toEqual([4, "failure"]);
  const [entry] = told.entries;
  expect(entry).toMatchObject({
    outcome: "proof",
    issues: [{ id: "definition-of-done", title: "Definition of done not met", level: "proof" }],
  });
  expect(entry?.["receipt"]).toContainEqual(expect.objectContaining({ part: "definition", tone: "bad" }));
  for (const format of ["text", "github", "junit", "sarif", "gitlab"]) {
    const { code: ended, out } = await run(["run.jsonl", "--fail-on", "proof", "--format", format]);
    expect([format, ended, out.replaceAll(/\s+/g, " ")]).toEqual([format, 4, expect.stringContaining("npm run lint")]);
  }
  session("told.jsonl", (each) => each.user("Fix it.").work().passing().say("Fixed, but I did not run the linter."));
  expect((await report(["told.jsonl", "--fail-on", "proof"])).code).toBe(0);
});

it("runs the project's checks where that is wished, and holds the claims against them", async () => {
  session("run.jsonl", (each) => each.user("Fix it.").work().say("Fixed. All tests pass."));
  settings("echo 'Tests  1 failed | 3 passed (4)'; exit 1");
  const failed = await report(["run.jsonl", "--verify"]);
  expect(failed.outcomes).toEqual(["proof"]);
  expect(failed.told["checks"]).toMatchObject([{ kind: "test", outcome: "failed", exitCode: 1 }]);
  expect(JSON.stringify(failed.told["checks"])).not.toContain("tail");
  settings("echo 'Tests  4 passed (4)'");
  expect((await report(["run.jsonl", "--verify"])).outcomes).toEqual(["well"]);
  writeFiles(directory, { "words.md": "All tests pass." });
  expect((await report(["--verify", "--description", "words.md"])).outcomes).toEqual(["well"]);
});

it("runs nothing of a fork with the rights of the project", async () => {
  settings("touch was-run");
  const side = (name: string) => ({ sha: "0".repeat(40), repo: { full_name: name } });
  const pull = { number: 1, title: "T", body: "", head: side("eve/kiosk"), base: side("mia/kiosk") };
  writeFiles(directory, { "event.json": JSON.stringify({ pull_request: pull }) });
  const env = { GITHUB_ACTIONS: "true", GITHUB_EVENT_PATH: join(directory, "event.json") };
  const { told } = await report(["--verify"], { ...env, GITHUB_EVENT_NAME: "pull_request_target" });
  expect(told["checks"]).toEqual([]);
  expect(told["notes"]).toContain(
    "The checks were not run: a fork's code does not run with the rights of this project.",
  );
});

it("tells what it could not post or write, and is not stopped by it", async () => {
  session("run.jsonl", (each) => each.falseTurn());
  mkdirSync(join(directory, "summary.md"));
  const github = {
    GITHUB_ACTIONS: "true",
    GITHUB_REPOSITORY: "mia/kiosk",
    GITHUB_SHA: "0".repeat(40),
    GITHUB_EVENT_NAME: "push",
  };
  const post = (env: Record<string, string>) => report(["run.jsonl", "--check-run", "--comment"], env);
  const summary = { GITHUB_STEP_SUMMARY: join(directory, "summary.md") };
  expect((await post({ ...github, ...summary })).told["notes"]).toEqual([
    "Nothing was posted: there is no token in `GITHUB_TOKEN`.",
    "the job's summary could not be written: illegal operation on a directory.",
  ]);
  const withToken = { ...github, GITHUB_TOKEN: "t" };
  expect((await post({ ...withToken, GITHUB_API_URL: "http://example.com" })).told["notes"]).toEqual([
    "Nothing was posted: `GITHUB_API_URL` is no https address.",
  ]);
  const { code, told } = await post({ ...withToken, GITHUB_API_URL: "http://127.0.0.1:1" });
  expect(code).toBe(0);
  expect(told["notes"]).toEqual([expect.stringMatching(/^No check run: GitHub could not be asked: /)]);
  expect((await post({})).told["notes"]).toEqual(["Nothing was posted: this is no run on GitHub."]);
});

it("shows no secret that the record or the pull request holds", async () => {
  const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  session("run.jsonl", (each) =>
    each.user("Fix it.").work().bash(`TOKEN=${secret} npm test`, "1 failed", 1).say(`All tests pass with ${secret}.`),
  );
  writeFiles(directory, { "words.md": `All tests pass with ${secret}.` });
  const GITHUB_STEP_SUMMARY = join(directory, "summary.md");
  for (const format of ["text", "json", "github", "junit", "sarif", "gitlab"]) {
    const { out } = await run(["run.jsonl", "--description", "words.md", "--format", format], { GITHUB_STEP_SUMMARY });
    expect(out).not.toContain(secret);
    expect(out.length).toBeGreaterThan(100);
  }
  expect(readFileSync(GITHUB_STEP_SUMMARY, "utf8")).not.toContain(secret);
});

it.each([
  [["--fail-on", "never"], /--fail-on takes proof, objection, worth-a-look/],
  [["--format", "html"], /--format takes text, json, github, junit, sarif, gitlab/],
  [["--json", "--format", "sarif"], /--json and --format sarif were both given/],
  [["--turn", "first"], /--turn takes/],
  [["--description", "gone.md"], /gone\.md cannot be read/],
])("refuses %j", async (args, message) => {
  await expect(run(args)).rejects.toThrow(message);
});

it("gives check the same formats and exit codes", async () => {
  session("false.jsonl", (each) => each.falseTurn());
  session("good.jsonl", (each) => each.honestTurn());
  const judge = (...args: string[]) => {
    const named = args.map((arg) => (arg.endsWith(".jsonl") ? join(directory, arg) : arg));
    return runCommand(check, named, { cwd: directory, env: { HOME: directory } });
  };
  const found = await judge("false.jsonl", "good.jsonl", "--fail-on", "proof", "--format", "junit");
  expect(found.code).toBe(4);
  expect(found.out).toMatch(/<testsuite name="coxswain" tests="2" failures="1" errors="0" skipped="0">/);
  expect((await judge("good.jsonl", "--fail-on", "proof")).code).toBe(0);
  expect((await judge("gone.jsonl", "--fail-on", "proof")).code).toBe(1);
  expect((await judge("gone.jsonl", "false.jsonl", "--fail-on", "proof")).code).toBe(4);
  const asText = await judge("false.jsonl", "--fail-on", "proof", "--format", "text");
  expect([asText.code, asText.out]).toEqual([4, (await judge("false.jsonl")).out]);
  expect((await judge("false.jsonl", "--format", "json")).out.split("\n")).toHaveLength(2);
});

/** The person's own settings, which name the command for the tests. */
function settings(test: string): void {
  writeFiles(directory, { ".config/coxswain/config.json": JSON.stringify({ checks: { commands: { test } } }) });
}
