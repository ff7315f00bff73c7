import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { gunzipSync } from "node:zlib";
import { inject } from "vitest";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";

export interface Arrived {
  readonly path: string;
  readonly type: string;
  /** Unpacked; latin1, so that no byte of it is lost. */
  readonly body: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The packed `cox serve` in a home of its own, and what machines send it, heard on the way. */
export async function serveTeam() {
  const directory = mkdtempSync(join(tmpdir(), "cox-serve-"));
  const args = [join(inject("packageDirectory"), "bin", "cox.js"), "serve", "--port", "0", "--json"];
  const child = spawn(process.execPath, [...args, "--database", join(directory, "team.db")], {
    env: { ...BARE_ENVIRONMENT, PATH: process.env["PATH"] ?? "", HOME: directory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const said = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding("utf8").once("data", done);
    child.once("exit", (code) => fail(new Error(`cox serve ended with ${code}: ${log}`)));
  });
  const { url, token, reportToken } = JSON.parse(said) as Record<"url" | "token" | "reportToken", string>;
  const arrived: Arrived[] = [];
  const between = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const isPacked = request.headers["content-encoding"] === "gzip";
      const type = request.headers["content-type"] ?? "";
      arrived.push({ path: request.url ?? "", type, body: (isPacked ? gunzipSync(body) : body).toString("latin1") });
      void pass(request.method ?? "", request.url ?? "", request.headers, body).then(
        async (answer) => {
          response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "" });
          response.end(new Uint8Array(await answer.arrayBuffer()));
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((done) => void between.listen(0, "127.0.0.1", done));

  function pass(method: string, path: string, headers: NodeJS.Dict<string | string[]>, body: Buffer) {
    const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...rest } = headers;
    const kept = Object.entries(rest).map(([name, value]) => [name, String(value)] as [string, string]);
    return fetch(url + path, { method, headers: kept, ...(method === "GET" ? {} : { body: new Uint8Array(body) }) });
  }

  return {
    /** Where machines find it. */
    url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    reportToken,
    arrived,
    log: () => log,
    rows: async (view: string): Promise<readonly Row[]> => {
      const answer = await fetch(`${url}/v1/views/${view}`, { headers: { Authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { rows: readonly Row[] }).rows;
    },
    /** All that lies on its disk. */
    kept: () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
        .join("\n"),
    close: async () => {
      between.closeAllConnections();
      between.close();
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
