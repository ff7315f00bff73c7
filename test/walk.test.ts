import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "./support/bare-environment.ts";
import { importsOf } from "./support/imports-of.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
const walk = [...page.matchAll(/^\| (`[^|]+\.ts`) \| ([^|]+) \| /gm)].map(([, files = "", functions = ""]) => ({
  files: quoted(files),
  functions: quoted(functions),
}));
const files = walk.flatMap((row) => row.files);

it("the walk is short", () => {
  expect(walk.flatMap(({ functions }) => functions).length).toBeLessThanOrEqual(150);
});

it("every function of the walk runs in a file of its row, when cox check judges the sample", () => {
  const ran = functionsThatRun(["check", "samples/claude-code-false-done.jsonl"]);
  const idle = walk.flatMap((row) =>
    row.functions.filter((name) => !row.files.some((file) => ran.get(join(root, "src", file))?.has(name))),
  );
  expect(idle, "docs/architecture.md names what does not run").toEqual([]);
}, 60_000);

it("every file of the walk is imported by one above it", () => {
  const named = new Set<string>([files[0] ?? ""]);
  const unreached = files.filter((file) => {
    const isNew = !named.has(file);
    for (const other of importsOf(readFileSync(join(root, "src", file), "utf8"))) named.add(join(dirname(file), other));
    return isNew;
  });
  expect(unreached, "docs/architecture.md: put it below the file that calls it").toEqual([]);
});

it("every place to change something is there", () => {
  const places = quoted(page.slice(page.indexOf("## Where do I change"))).filter((place) => place.includes("/"));
  const gone = places.filter((place) => globSync(place.replaceAll("<name>", "*"), { cwd: root }).length === 0);
  expect(gone).toEqual([]);
  expect(places.length).toBeGreaterThan(15);
});

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

function functionsThatRun(args: readonly string[]): Map<string, Set<string>> {
  const coverage = temporaryDirectory();
  const env = { ...BARE_ENVIRONMENT, HOME: coverage, PATH: process.env["PATH"], NODE_V8_COVERAGE: coverage };
  const { status } = spawnSync(process.execPath, ["src/cli/main.ts", ...args], { cwd: root, env });
  expect(status).toBe(0);
  const ran = new Map<string, Set<string>>();
  for (const report of globSync("*.json", { cwd: coverage })) {
    const { result } = JSON.parse(readFileSync(join(coverage, report), "utf8")) as Report;
    for (const { url, functions } of result) {
      const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      if (url.startsWith(pathToFileURL(join(root, "src")).href))
        ran.set(new URL(url).pathname, new Set(called.map(({ functionName }) => functionName)));
    }
  }
  return ran;
}

interface Report {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}
