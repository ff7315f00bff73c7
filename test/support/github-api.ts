import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface GithubCall {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

export interface GithubServer {
  readonly url: string;
  readonly calls: readonly GithubCall[];
  /** What GitHub would have refused, in words. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface GithubWorld {
  readonly token: string;
  readonly repository: string;
  /** False as for a fork's token: everything may be read, and nothing written. */
  readonly mayWrite?: boolean;
  readonly comments?: readonly object[];
  /** The commit of each pull request. */
  readonly heads?: Readonly<Record<number, string>>;
}

const LONGEST_PAGE = 65_535;

/** The part of GitHub's API that is called, on loopback; each request is held against what GitHub takes. */
export async function githubServer(world: GithubWorld): Promise<GithubServer> {
  const calls: GithubCall[] = [];
  const faults: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const call = { method: request.method ?? "", path: request.url ?? "", body: text === "" ? {} : parsed(text) };
      calls.push(call);
      faults.push(...faultsOf(request, call, world));
      const [status, answer] = answerTo(call, world);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

function faultsOf({ headers }: IncomingMessage, { method, path, body }: GithubCall, world: GithubWorld): string[] {
  const wrong: string[] = [];
  const expect = (holds: boolean, what: string): void => {
    if (!holds) wrong.push(`${method} ${path}: ${what}`);
  };
  expect(headers.authorization === `Bearer ${world.token}`, "the token");
  expect(headers.accept === "application/vnd.github+json", "accept");
  expect(headers["x-github-api-version"] === "2022-11-28", "the version of the API");
  expect((headers["user-agent"] ?? "") !== "", "a user agent, without which GitHub refuses");
  expect(path.startsWith(`/repos/${world.repository}/`), "the repository");
  if (method !== "GET") expect(headers["content-type"] === "application/json", "the content type");
  if (path.endsWith("/check-runs")) {
    const output = Object(body["output"]) as Record<string, unknown>;
    const annotations = output["annotations"];
    expect(typeof body["name"] === "string" && body["name"] !== "", "a name");
    expect(/^[0-9a-f]{40}$/.test(String(body["head_sha"])), "a commit");
    expect(body["status"] === "completed", "its status");
    expect(["success", "neutral", "failure"].includes(String(body["conclusion"])), "its conclusion");
    expect(String(output["title"]).length < 256 && output["title"] !== "", "a title");
    expect(
      String(output["summary"]).length <= LONGEST_PAGE && output["summary"] !== "",
      "a summary that is not too long",
    );
    expect(Array.isArray(annotations) && annotations.length <= 50, "at most 50 annotations");
    for (const each of Array.isArray(annotations) ? (annotations as Record<string, unknown>[]) : [])
      expect(isAnnotation(each), `an annotation: ${JSON.stringify(each)}`);
  } else if (method !== "GET")
    expect(typeof body["body"] === "string" && body["body"].length <= LONGEST_PAGE, "a comment that is not too long");
  return wrong;
}

function isAnnotation(each: Record<string, unknown>): boolean {
  const { path, start_line: start, end_line: end, annotation_level: level, message, title } = each;
  return (
    typeof path === "string" &&
    !/^\/|\.\./.test(path) &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    ["notice", "warning", "failure"].includes(String(level)) &&
    Buffer.byteLength(String(message)) <= 64_000 &&
    String(title).length <= 255
  );
}

function answerTo({ method, path }: GithubCall, world: GithubWorld): [number, unknown] {
  const { repository, mayWrite = true, comments = [], heads = {} } = world;
  const [place = "", query = ""] = path.replace(`/repos/${repository}/`, "").split("?");
  const [kind, number, what] = place.split("/");
  if (method === "GET" && kind === "pulls") {
    const sha = heads[Number(number)];
    return sha === undefined ? [404, {}] : [200, { head: { sha } }];
  }
  if (method === "GET" && kind === "issues" && what === "comments")
    return [200, query.endsWith("&page=1") ? comments : []];
  if (!mayWrite) return [403, { message: "Resource not accessible by integration" }];
  if (method === "POST" && place === "check-runs") return [201, { id: 1 }];
  if (method === "POST" && kind === "issues" && what === "comments") return [201, { id: 2 }];
  if (method === "PATCH" && place.startsWith("issues/comments/")) return [200, { id: 3 }];
  return [404, { message: "Not Found" }];
}
