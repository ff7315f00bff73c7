import { execFile } from "node:child_process";
import { existsSync, globSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { isBuiltin } from "node:module";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type * as library from "../../src/index.ts";
import { accessOf, courseCorrect, WIRE_CASES } from "../contracts/model-wire/providers.ts";
import { importsOf } from "../support/imports-of.ts";
import { type ProviderServer, startProviderServer } from "../support/provider-server/server.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const directory = inject("packageDirectory");
const packed = join(directory, "..", globSync("*.tgz", { cwd: join(directory, "..") })[0] ?? "");
const MEGABYTE = 1024 * 1024;
const GOOD = { needsCorrection: true, message: "run the tests", confidence: 0.9, steps: [3, 4] };

describe("the packed package, for somebody who has nothing else", () => {
  it("is one package of at most 10 MB, installed without a network", async () => {
    const { project, environment } = emptyPlace();
    await run("npm", ["install", "--offline", packed], { cwd: project, env: environment });
    const modules = join(project, "node_modules");
    expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["coxswain"]);
    expect(sizeOf(modules)).toBeLessThan(10 * MEGABYTE);
    expect(readdirSync(join(modules, ".bin")).toSorted()).toEqual(["cox", "cox-hook", "coxswain"]);
  });

  it("audits when npx is given the file", async () => {
    const { project, environment } = emptyPlace();
    const sample = join(directory, "samples", "claude-code-false-done.jsonl");
    const args = ["--yes", "--offline", `coxswain@${packed}`, "audit", sample];
    const { stdout } = await run("npx", args, { cwd: project, env: environment });
    expect(stdout).toContain("1 session: 1 turn");
  });

  it("asks for no other package, but those that its user may have", () => {
    const files = globSync("{bin,dist}/**/*.{js,cjs,d.ts}", { cwd: directory, exclude: ["dist/page/**"] });
    const asked = files.flatMap((file) => modulesOf(readFileSync(join(directory, file), "utf8")));
    expect(files.length).toBeGreaterThan(100);
    expect(new Set(asked.filter((name) => !/^\.\.?\//.test(name) && !isBuiltin(name)))).toEqual(
      // Ink looks whether somebody has installed the first; who keeps a team's records on Postgres brings the second.
      new Set(["react-devtools-core", "pg"]),
    );
  });
});

describe("what the package holds of others", () => {
  const list = readFileSync(join(directory, "dist", "THIRD-PARTY.txt"), "utf8");
  const bundled = bundledIn(list);

  it("is listed with licence, checksum and files that are there", () => {
    const names = bundled.map(({ title }) => title.replace(/(?<=.)@.*/, ""));
    expect(names).toEqual(expect.arrayContaining(["@ai-sdk/anthropic", "ink", "react", "smol-toml", "unbash", "zod"]));
    for (const { title, licence, integrity, files } of bundled) {
      expect(title).toMatch(/.@\d/);
      expect(licence).toMatch(/^[\w.-]+$/);
      expect(integrity).toMatch(/^sha512-/);
      expect(files.filter((file) => !existsSync(join(directory, "dist", file)))).toEqual([]);
    }
  });

  it("comes with the text of each licence", () => {
    const [, texts = ""] = list.split(/\n\n(-{80}\n.*)/s);
    for (const { title } of bundled) expect(texts).toContain(`\n${title}\n`);
    expect(texts).toContain("Permission is hereby granted, free of charge");
    expect(texts).toContain("http://www.apache.org/licenses/LICENSE-2.0");
  });

  const flaw = {
    id: 1,
    title: "reads too much",
    url: "https://example.com/1",
    severity: "low",
    vulnerable_versions: "*",
  };
  it.each([
    ["knows a flaw", 200, { zod: [flaw] }, 1, "zod  \nreads too much"],
    ["knows none", 200, {}, 0, "found 0 vulnerabilities"],
    ["answers no such questions", 405, {}, 2, "Not known whether"],
  ])("is audited with a registry that %s", async (_name, status, answer, code, words) => {
    const registry = createServer((request, response) => {
      response.writeHead(request.method === "POST" ? status : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    const { port } = registry.address() as AddressInfo;
    const { environment } = emptyPlace();
    const env = { ...environment, npm_config_registry: `http://127.0.0.1:${port}/` };
    const args = [
      resolve(import.meta.dirname, "../../scripts/audit-bundled.ts"),
      join(directory, "dist", "THIRD-PARTY.txt"),
    ];
    const ended = await run(process.execPath, args, { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code: failed, stdout }: { code: number; stdout: string }) => ({ code: failed, stdout }),
    );
    registry.close();
    expect(ended).toEqual({ code, stdout: expect.stringContaining(words) });
  });
});

describe("the packed library", () => {
  let server: ProviderServer;
  beforeAll(async () => {
    server = await startProviderServer(() => ({
      type: "answer",
      usage: { input: 3, output: 3, cached: 0, cacheWrite: 0, reasoning: 0 },
      calls: [{ name: "course_correct", input: GOOD }],
    }));
  });
  afterAll(() => server.close());

  it("loads a provider when its model is asked, and none before", async () => {
    const script = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url.replace(/.*[/]dist[/]/, "")), next(url, context)) });
      const { createModel, createObserver } = await import("coxswain");
      const model = createModel("xai/grok", { keys: { xai: "k" }, providers: { xai: { baseURL: "http://127.0.0.1:1" } } });
      createObserver({ models: [model] });
      const before = [...loaded];
      await model.decide({ system: "", prompt: "", tool: { name: "t", description: "" }, settings: { maxRetries: 0 } });
      console.log(JSON.stringify({ before, after: loaded.slice(before.length) }));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: directory });
    const { before, after } = JSON.parse(stdout) as Record<"before" | "after", string[]>;
    const holding = bundledIn(readFileSync(join(directory, "dist", "THIRD-PARTY.txt"), "utf8"))
      .filter(({ title }) => /^@ai-sdk|^@secretlint|^ink@|^react@/.test(title))
      .flatMap(({ files }) => files);
    expect(before).toContain("index.js");
    expect(before.filter((file) => holding.includes(file))).toEqual([]);
    expect(after).toContain("xai.js");
  });

  it.each(WIRE_CASES)("asks $model", async (wire) => {
    const { createModel }: typeof library = await import(pathToFileURL(join(directory, "dist", "index.js")).href);
    const model = createModel(wire.model, accessOf(wire, server.url));
    const settings = { temperature: 0.1, maxOutputTokens: 1024 };
    const decision = await model.decide?.({ system: "SYSTEM", prompt: "PROMPT", tool: courseCorrect, settings });
    expect(decision).toMatchObject({ ok: true, value: GOOD });
    expect(server.received.at(-1)?.body).toEqual(wire.decision);
  });
});

/** An empty project of somebody with an empty home; of this machine there is only where programs are. */
function emptyPlace() {
  const home = temporaryDirectory();
  const project = join(home, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "mine", version: "1.0.0" }));
  return { project, environment: { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: home } };
}

function sizeOf(folder: string): number {
  return globSync("**", { cwd: folder }).reduce((sum, file) => {
    const stats = lstatSync(join(folder, file));
    return sum + (stats.isFile() ? stats.size : 0);
  }, 0);
}

/** What a file imports or requires; the code is minified, so the words stand close together. */
function modulesOf(text: string): string[] {
  const calls = text.matchAll(/(?:\bfrom|\bimport|\b(?:require|import)\()(["'`])((?:@[\w.-]+\/)?[\w./:-]+)\1/g);
  return [...importsOf(text), ...[...calls].map(([, , name = ""]) => name)];
}

function bundledIn(list: string) {
  return list
    .split("\n")
    .map((line) => line.split("\t"))
    .flatMap(([title = "", licence = "", integrity = "", files]) =>
      files === undefined ? [] : [{ title, licence, integrity, files: files.split(" ") }],
    );
}
