import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { githubServer, type GithubWorld } from "../../../test/support/github-api.ts";
import type { Entry, Report } from "../entry.ts";
import { summaryOf } from "../summary.ts";
import { apiAddress, githubApi } from "./client.ts";
import { headOf, PAGE_LIMIT, postCheckRun, postComment } from "./post.ts";

const SHA = "89abcdef0123456789abcdef0123456789abcdef";
const LONG = "<&>\"'".repeat(200);
const entry: Entry = {
  file: "run.jsonl",
  title: "Codex, turn 1 of 1",
  outcome: "proof",
  words: LONG,
  reason: LONG,
  issues: [
    { id: "edit-undone", title: "Edit undone", level: "proof", message: LONG, file: "src/a.ts" },
    { id: "claimed-check-failed", title: "Claimed check failed", level: "worth-a-look", message: LONG },
  ],
  claims: [],
  receipt: [],
  p: 1,
};
const report: Report = { entries: Array.from({ length: 80 }, () => entry), unread: [] };

async function posting(world: Partial<GithubWorld> = {}) {
  const server = await githubServer({ token: "t", repository: "mia/kiosk", ...world });
  onTestFinished(() => server.close());
  const page = summaryOf(report, { failOn: "proof", checks: [], notes: [], limit: PAGE_LIMIT });
  return { server, parts: { api: api(server.url), repository: "mia/kiosk", report, failOn: "proof" as const, page } };
}

const api = (url: string, timeoutMs?: number) =>
  githubApi({
    url,
    token: "t",
    signal: new AbortController().signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

it("posts no more than GitHub takes, and annotates files alone", async () => {
  const { server, parts } = await posting();
  expect(await postCheckRun(parts, SHA)).toEqual({ done: true });
  expect(await postComment(parts, 7)).toEqual({ done: true });
  expect(server.faults).toEqual([]);
  const output = server.calls[0]?.body["output"] as { annotations: { path: string; annotation_level: string }[] };
  expect(output.annotations).toHaveLength(50);
  expect(output.annotations[0]).toMatchObject({ path: "src/a.ts", annotation_level: "failure" });
});

it("looks for its comment on every page, and begins no second one where it could not look", async () => {
  const comments = Array.from({ length: 100 }, (_, id) => ({ id, body: "hello", user: { type: "User" } }));
  const { server, parts } = await posting({ comments });
  await postComment(parts, 7);
  expect(server.calls.map(({ method, path }) => `${method} ${path.replace(/.*\?/, "")}`)).toEqual([
    "GET per_page=100&page=1",
    "GET per_page=100&page=2",
    "POST /repos/mia/kiosk/issues/7/comments",
  ]);
  const refused = await postComment({ ...parts, repository: "eve/kiosk" }, 7);
  expect(refused.note).toMatch(/^No comment: the token may not write it \(GitHub answered 404\)/);
  expect(server.calls.at(-1)?.method).toBe("GET");
});

it("gives its token to nobody that GitHub points to, and waits for nobody for ever", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/repos/mia/kiosk/pulls/1") response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await headOf(api(url), "mia/kiosk", 1)).toBeUndefined();
  expect(asked).toEqual(["/repos/mia/kiosk/pulls/1"]);
  expect(await api(url, 50).request("GET", "/slow")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("could not be asked"),
  });
});

it.each([
  [undefined, "https://api.github.com"],
  ["", "https://api.github.com"],
  ["https://github.example/api/v3", "https://github.example/api/v3"],
  ["http://127.0.0.1:80", "http://127.0.0.1:80"],
  ["http://github.example", undefined],
  ["http://127.0.0.1.evil.example", undefined],
  ["file:///etc/passwd", undefined],
  ["no address", undefined],
])("sends a token to %j: %j", (given, address) => {
  expect(apiAddress(given)).toBe(address);
});
