import { runsIn } from "../../../test/support/told-runs.ts";
import { expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { type Scripts, scriptsAfter } from "./scripts.ts";

function scriptsIn(builder: ThreadBuilder): unknown {
  const steps = builder.build().turns.flatMap((turn) => turn.steps);
  return Object.fromEntries(steps.reduce<Scripts>((known, step) => scriptsAfter(known, step, true), new Map()));
}
const cooking = (): ThreadBuilder => thread().user("Cook.");
const PACKAGE =
  '{ "name": "pot", "scripts": { "test": "vitest run", "lint": "eslint \\"src\\"" }, "version": "1.0.0" }';
const SCRIPTS = { "package:test": "vitest run", "package:lint": 'eslint "src"' };

it.each([
  ["read", cooking().read("/repo/package.json", PACKAGE), SCRIPTS],
  ["read with numbers of lines", cooking().read("/repo/package.json", `     1→${PACKAGE}`), SCRIPTS],
  ["printed", cooking().bash("cd pot && cat package.json", { output: PACKAGE }), SCRIPTS],
  ["written", cooking().create("/repo/package.json", PACKAGE), SCRIPTS],
  [
    "edited",
    cooking().edit("/repo/package.json", '"test": "jest"', '"test": "vitest run", "version": "1.0.0"'),
    { "package:test": "vitest run" },
  ],
  [
    "of make",
    cooking().read("/repo/Makefile", "test: build\n\t@go test ./...\n\t-go vet $$(pkgs)\n\nbuild:\n\tgo build\n"),
    {
      "make:test": "go test ./... && go vet $(pkgs) || true",
      "make:build": "go build",
    },
  ],
  [
    "of mise",
    cooking().read("/repo/mise.toml", '[tasks.lint]\nrun = "eslint ."\n[tasks."t:u"]\nrun = """\nvitest run\n"""\n'),
    {
      "mise:lint": "eslint .",
      "mise:t:u": "vitest run",
    },
  ],
  [
    "echoed by npm",
    cooking().bash("npm test", { output: "> pot@1.0.0 test\n> vitest run\n\nsoup\n" }),
    { "package:test": "vitest run" },
  ],
  ["echoed by mise", cooking().bash("mise run x", { output: "[lint] $ eslint .\n" }), { "mise:lint": "eslint ." }],
  ["not of another file", cooking().read("/repo/soup.json", PACKAGE), {}],
  ["not of a failed look", cooking().bash("cat package.json package-lock.json", { output: PACKAGE }), {}],
])("knows the tasks of a project, %s", (_, builder, scripts) => expect(scriptsIn(builder)).toEqual(scripts));

it("takes no plain text for an echo", () => {
  const [step] =
    cooking().bash("cat notes", { output: "> pot@1.0.0 test\n> vitest run\n" }).build().turns[0]?.steps ?? [];
  expect(step && scriptsAfter(new Map(), step, false).size).toBe(0);
});

it("knows a script of scripts by what pnpm prints before each", () => {
  const output = "$ pnpm types && pnpm lint\n$ tsc --noEmit\n$ oxlint .\nFound 0 warnings and 0 errors.\n";
  const runs = runsIn(cooking().bash("pnpm check", { output }));
  expect(runs.map(({ kind, end, command }) => [kind, end, command])).toEqual([
    ["typecheck", "passed", "pnpm check"],
    ["lint", "passed", "pnpm check"],
  ]);
});
