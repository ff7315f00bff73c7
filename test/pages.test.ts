import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { handoffTool } from "../src/agent/handoff.ts";
import { TOOLS } from "../src/agent/toolbox.ts";
import { command as check } from "../src/cli/commands/check.ts";
import { jsonSchemaOf } from "../src/models/arguments.ts";
import { FAILURE_CODES } from "../src/models/failure.ts";
import { COURSE_CORRECT } from "../src/observer/course-correct.ts";
import { CATEGORIES } from "../src/verifier/prompt.ts";
import { VERIFY } from "../src/verifier/verifier.ts";
import { BARE_ENVIRONMENT } from "./support/bare-environment.ts";
import { ClaudeSession } from "./support/claude-session.ts";
import { runCommand } from "./support/run-command.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

const root = join(import.meta.dirname, "..");
const commands = globSync("src/cli/commands/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });

it("the page for programs says of every command with --json what it prints, and of no other", () => {
  const page = readFileSync(join(root, "docs", "programs.md"), "utf8");
  const table = page.slice(page.indexOf("| command |"), page.indexOf("### A turn"));
  const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) => cell.match(/[a-z]+/g) ?? []);
  const printing = commands
    .filter((file) => /\[\s*"--json"/.test(readFileSync(join(root, file), "utf8")))
    .map((file) => basename(file, ".ts"));
  expect(rows.toSorted()).toEqual(printing.toSorted());
});

it("every page is found from the README", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const pages = globSync("*.md", { cwd: join(root, "docs") });
  expect(pages.filter((page) => !readme.includes(`](docs/${page})`))).toEqual([]);
});

it("every command in the README is one", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const lines = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, code = ""]) => code.split("\n"));
  const called = lines.flatMap((line) => /^cox (\w+)/.exec(line)?.[1] ?? []);
  const known = commands.map((file) => basename(file, ".ts"));
  expect(called.filter((name) => !known.includes(name))).toEqual([]);
  expect(called.length).toBeGreaterThan(5);
});

it.skipIf(process.platform === "win32")(
  "what the README has said in a shell makes cox of a checkout, from anywhere",
  () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const line = /^cox\(\) .*$/m.exec(readme)?.[0].replace("PATH/TO/coxswain", root) ?? "";
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, "done.jsonl"), readFileSync(join(root, "samples", "claude-code-false-done.jsonl")));
    const env = { ...BARE_ENVIRONMENT, PATH: process.env["PATH"] ?? "", HOME: cwd };
    const ran = spawnSync("sh", ["-c", `${line}\ncox check done.jsonl --json`], { cwd, env, encoding: "utf8" });
    expect(Object(JSON.parse(ran.stdout))).toMatchObject({ file: "done.jsonl", verdict: "correct" });
  },
  60_000,
);

it.each<[string, readonly string[]]>([
  ["way in which a model can fail", FAILURE_CODES],
  ["category that a verdict can have", CATEGORIES],
])("the page on the scripted model names every %s", (_, words) => {
  const page = readFileSync(join(root, "docs", "scripted-model.md"), "utf8");
  expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});

it("the page on the scripted model names every tool that a script can call, and what it cannot be called without", () => {
  const page = readFileSync(join(root, "docs", "scripted-model.md"), "utf8");
  const words = TOOLS.flatMap(({ name, schema }) => [name, ...((jsonSchemaOf(schema)["required"] ?? []) as string[])]);
  expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});

it.each([
  {
    ran: "src/cart.test.ts",
    program: "cat src/cart.test.ts",
    verdict: "correct",
    message: "you never ran the tests, run them",
  },
  { ran: "the tests", program: "npm test", verdict: "ok", message: null },
])("the script on its page objects to a claim where only $ran ran", async ({ program, verdict, message }) => {
  const page = readFileSync(join(root, "docs", "scripted-model.md"), "utf8");
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.jsonc"), /^```jsonc\n(.*?)^```/ms.exec(page)?.[1] ?? "");
  const session = new ClaudeSession().user("Fix the total, and run npm test.").work().bash(program, "12 passed");
  writeFileSync(join(cwd, "session.jsonl"), session.say("Fixed. All tests pass.").text());
  const judged = ["--judge", "model", "--observer", "scripted/script.jsonc", "--json"];
  const { out } = await runCommand(check, [join(cwd, "session.jsonl"), ...judged], { cwd, env: { HOME: cwd } });
  expect(Object(JSON.parse(out))).toMatchObject({ verdict, message, judge: "model" });
});

it("the page on the scripted model names every call that is forced, and all that it takes", () => {
  const page = readFileSync(join(root, "docs", "scripted-model.md"), "utf8");
  const rows = [COURSE_CORRECT, VERIFY, handoffTool(1)].map(({ name, schema }) => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    return { name, unnamed: Object.keys(jsonSchemaOf(schema)["properties"] ?? {}).filter((key) => !row.includes(key)) };
  });
  expect(rows.filter(({ unnamed }) => unnamed.length > 0)).toEqual([]);
});
