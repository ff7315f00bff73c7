import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ACTION_FILE, type ActionRun, readAction, runAction } from "../support/action-run.ts";
import { ClaudeSession } from "../support/claude-session.ts";
import recorded from "../support/pull-request-event.json" with { type: "json" };
import { githubServer, type GithubServer, type GithubWorld } from "../support/github-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openSqliteRecords } from "../../src/team/records/database.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { startServer } from "../../src/team/server.ts";
import { packedEnvironment } from "./run-cox.ts";

const TOKEN = "job-token-of-this-run";
const REPOSITORY = "mia/kiosk";
const SHA = recorded.pull_request.head.sha;

let directory: string;
let server: GithubServer;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => server.close());

describe.skipIf(process.platform === "win32")("the action", { timeout: 60_000 }, () => {
  it("fails a job that wants it where something is proven, and says why in all places", async () => {
    const { code, log, summary, outputs } = await act(
      { "fail-on": "proof" },
      { left: executionFile("All tests pass.") },
    );
    expect(code).toBe(4);
    expect(outputs).toEqual({ result: "proof", conclusion: "failure" });
    expect(log).toContain(
      '::error title=Coxswain%3A Claimed check failed::Claude Code, turn 1 of 1: You say "All tests pass."',
    );
    expect(summary).toContain(
      "<td><code>npm test</code></td><td><code>failed: 9 passed, 2 failed</code></td><td><code>yes</code></td>",
    );
    expect(summary).toContain("<details><summary>Receipt</summary>");
    expect(posted("POST", "/check-runs")).toMatchObject({ name: "Coxswain", head_sha: SHA, conclusion: "failure" });
    expect(posted("POST", "/issues/7/comments")["body"]).toMatch(
      /^<!-- coxswain ci -->\n## Coxswain: the record speaks/,
    );
  });

  it("is neutral about a doubt, and about a proof that nobody wants to fail on", async () => {
    const left = executionFile("All tests pass now, but two failures are pre-existing.");
    const doubt = await act({}, { left });
    expect(doubt).toMatchObject({ code: 0, outputs: { result: "worth-a-look", conclusion: "neutral" } });
    expect(posted("POST", "/check-runs")["conclusion"]).toBe("neutral");
    expect(doubt.log).not.toContain("::error");
    await server.close();
    const proof = await act({ comment: "false" }, { left: executionFile("All tests pass.") });
    expect(proof).toMatchObject({ code: 0, outputs: { result: "proof", conclusion: "neutral" } });
    expect(server.calls).toHaveLength(1);
  });

  it("calls only what is shown a success, and begins no comment then", async () => {
    const { code, outputs } = await act({ "fail-on": "worth-a-look" }, { left: executionFile("All tests pass.", 0) });
    expect({ code, outputs }).toEqual({ code: 0, outputs: { result: "well", conclusion: "success" } });
    expect(server.calls.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  it("says that nothing was checked where there is nothing to look at", async () => {
    const { code, log, summary, outputs } = await act({ "fail-on": "proof" }, {});
    expect({ code, outputs }).toEqual({ code: 0, outputs: { result: "not-checked", conclusion: "neutral" } });
    expect(posted("POST", "/check-runs")).toMatchObject({
      conclusion: "neutral",
      output: { title: "not checked, there was nothing to look at" },
    });
    expect(log).toContain("::notice title=Coxswain%3A not checked::");
    expect(summary).toContain("no transcript was named");
  });

  it("has a summary alone where it may write nothing, and says so", async () => {
    const { code, summary } = await act({}, { left: executionFile("All tests pass."), world: { mayWrite: false } });
    expect(code).toBe(0);
    expect(summary).toContain("<code>All tests pass.</code>");
    expect(summary).toMatch(
      /^- No check run: the token may not write it \(GitHub answered 403\)\. It needs `checks: write`/m,
    );
    expect(summary).toMatch(/^- No comment: .*`pull-requests: write`/m);
  });

  it("hands what it looked at to a team's service, and ends as without one where that is dead", async () => {
    const database = await openSqliteRecords(join(directory, "team.db"));
    const wish = { name: "ci", team: "kiosk", scopes: ["report"], now: new Date() } as const;
    const { text } = await database.transaction((query) => createToken(query, wish));
    const log = () => undefined;
    const service = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log });
    const inputs = { "report-token": text, report: service.url };
    const left = executionFile("All tests pass.");
    const told = await act(inputs, { left });
    expect(told).toMatchObject({ code: 0, outputs: { result: "proof" } });
    expect(told.log).toContain(`Reported 1 turn to ${service.url}`);
    expect(await database.query("SELECT kind, state FROM jobs")).toEqual([{ kind: "turn", state: "open" }]);
    expect(told.log).not.toContain(text);
    await service.stop();
    await database.close();
    await server.close();
    const dead = await act(inputs, { left });
    expect(dead).toMatchObject({ code: 0, outputs: { result: "proof" } });
    expect(dead.log.match(/was not reported to .*ECONNREFUSED/g)).toHaveLength(1);
  });

  it("gives a hostile pull request no effect anywhere", async () => {
    const title = "::error::owned\n::add-mask::a $(touch pwned) `touch pwned` ${{ github.token }}";
    const body = [
      "All tests pass @everyone <script>alert(1)</script> | `` ` `` [x](javascript:alert(1)) ##[error]x #12",
      "::set-output name=result::well\n\n</code></pre></details># All tests pass ✅ <img src=x onerror=alert(1)>\u202e\u0007",
      "- [x] All tests pass\n".repeat(20_000),
    ].join("\n");
    const left = executionFile("All tests pass. @everyone\n::error::owned\n<script>alert(1)</script> ##[error]owned");
    const { code, log, summary, outputs } = await act({}, { left, title, body });
    expect({ code, outputs: outputs["conclusion"] }).toEqual({ code: 0, outputs: "neutral" });
    const pages = [
      summary,
      String(posted("POST", "/issues/7/comments")["body"]),
      JSON.stringify(posted("POST", "/check-runs")),
    ];
    for (const page of pages) {
      expect(page).not.toMatch(/<(?:script|img)|[\u202e\u0007]/);
      expect(withoutCode(page)).not.toMatch(/@everyone|#12|javascript:/);
    }
    const commands = log.split("\n").filter((line) => /^\s*::|##\[/.test(line));
    expect(commands.filter((line) => !/^::(?:error|warning|notice) title=Coxswain%3A [\w ]+::/.test(line))).toEqual([]);
    expect(globSync("**/pwned", { cwd: directory })).toEqual([]);
    expect(log).not.toContain(TOKEN);
  });

  it("writes its one comment again, finds the commit of a comment's pull request, and leaves those of strangers", async () => {
    const mark = "<!-- coxswain ci -->\n";
    const comments = [
      { id: 50, body: `${mark}mine?`, user: { type: "User" }, author_association: "NONE" },
      { id: 51, body: `I like ${mark}`, user: { type: "Bot" } },
      { id: 52, body: `${mark}old`, user: { type: "Bot" }, author_association: "NONE" },
    ];
    const world = { comments, heads: { 7: SHA } };
    const { code } = await act({}, { left: executionFile("All tests pass.", 0), world, event: "issue_comment" });
    expect(code).toBe(0);
    expect(posted("POST", "/check-runs")).toMatchObject({ head_sha: SHA, conclusion: "success" });
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      `PATCH /repos/${REPOSITORY}/issues/comments/52`,
    );
  });

  it("installs the version that was named, outside of the workspace, where the runner's Node will do", async () => {
    const bin = join(directory, "bin");
    program(join(directory, "cox"));
    write(
      "bin/npm",
      `#!/bin/sh\necho "$PWD $*" > '${directory}/npm-was-told'\nmkdir -p node_modules/.bin\ncp '${directory}/cox' node_modules/.bin/cox\n`,
    );
    write("bin/node", `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    const { code, used } = await act({ program: "" }, { left: executionFile("All tests pass.", 0), path: bin });
    expect({ code, used }).toEqual({ code: 0, used: [] });
    const place = join(directory, "runner-temp", "coxswain");
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    expect(readFileSync(join(directory, "npm-was-told"), "utf8").trim()).toBe(
      `${place} install --prefix ${place} --ignore-scripts --no-audit --no-fund coxswain@${version}`,
    );
    expect(readAction().inputs["version"]?.default).toBe(version);
  });
});

it("builds no script from what others write, and uses no action but by its commit", async () => {
  server = await githubServer({ token: TOKEN, repository: REPOSITORY });
  const { runs, inputs } = readAction();
  for (const { run = "", shell, uses } of runs.steps) {
    expect(run).not.toContain("${{");
    expect(uses ?? `${shell}`).toMatch(/^(?:bash|[\w-]+\/[\w-]+@[0-9a-f]{40})$/);
  }
  expect(readFileSync(ACTION_FILE, "utf8")).toMatch(/uses: \S+@[0-9a-f]{40} # v\d/);
  const page = readFileSync(new URL("README.md", ACTION_FILE), "utf8");
  // The package has two programs, and none of its own name.
  expect(readFileSync(new URL("../../docs/ci.md", import.meta.url), "utf8")).not.toMatch(
    /npx (?!--yes --package coxswain@\S+ cox )/,
  );
  for (const name of Object.keys(inputs)) expect(page, `the page says what ${name} is`).toContain(`\`${name}\``);
});

interface Scene {
  /** The execution file; absent where the agent left nothing. */
  readonly left?: string;
  readonly title?: string;
  readonly body?: string;
  readonly event?: "pull_request" | "issue_comment";
  readonly world?: Partial<GithubWorld>;
  /** Directories to look for programs in, before the others. */
  readonly path?: string;
}

async function act(inputs: Record<string, string>, scene: Scene): Promise<ActionRun> {
  const { left, event = "pull_request", world = {}, path, ...words } = scene;
  server = await githubServer({ token: TOKEN, repository: REPOSITORY, ...world });
  const pull = { ...recorded.pull_request, ...words };
  const comment = { issue: { ...words, number: 7, pull_request: {} }, comment: { body: "@claude go on" } };
  const payload = event === "pull_request" ? { ...recorded, pull_request: pull } : comment;
  const cox = program(join(directory, "cox"));
  const environment = packedEnvironment();
  const ran = await runAction(
    directory,
    { program: cox, ...(left === undefined ? {} : { transcript: left }), ...inputs },
    {
      ...environment,
      PATH: [path, environment["PATH"]].filter(Boolean).join(":"),
      HOME: directory,
      JOB_TOKEN: TOKEN,
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: server.url,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: write("event.json", JSON.stringify(payload)),
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SHA: "0000000000000000000000000000000000000000",
    },
  );
  expect(server.faults).toEqual([]);
  return ran;
}

/** The body of the one request of this kind. */
function posted(method: string, path: string): Record<string, unknown> {
  const found = server.calls.filter((call) => call.method === method && call.path.endsWith(path));
  expect(found).toHaveLength(1);
  return found[0]?.body ?? {};
}

/** What claude-code-action leaves of a run in which the tests ended so, and the agent closed with these words. */
function executionFile(closing: string, exit = 1): string {
  const session = new ClaudeSession({ cwd: "/home/runner/work/kiosk/kiosk" }).work("queue");
  if (exit === 0) session.bash("npm test", " Tests  11 passed (11)\n");
  else session.bash("npm test", " Tests  2 failed | 9 passed (11)\n", exit);
  const messages = session
    .say(closing)
    .lines()
    .map((line) => {
      const { type, message, uuid, sessionId } = JSON.parse(line) as Record<string, unknown>;
      return { type, message, uuid, session_id: sessionId, parent_tool_use_id: null };
    });
  const start = { type: "system", subtype: "init", cwd: "/home/runner/work/kiosk/kiosk", tools: ["Bash", "Edit"] };
  const session_id = messages[0]?.session_id;
  const list = [
    { ...start, session_id, uuid: "init" },
    ...messages,
    { type: "result", subtype: "success", session_id },
  ];
  return write("claude-execution-output.json", JSON.stringify(list, undefined, 2));
}

function program(path: string): string {
  const packed = join(inject("packageDirectory"), "bin", "cox.js");
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${packed}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

function write(name: string, content: string): string {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  if (content.startsWith("#!")) chmodSync(path, 0o755);
  return path;
}

/** A page without what stands in code, where nobody is called and nothing linked. */
function withoutCode(page: string): string {
  return page.replaceAll(/<(code|pre)>.*?<\/\1>/gs, "");
}
