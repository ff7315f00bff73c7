import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import type { Io } from "../command.ts";
import { command as check } from "./check.ts";
import { command as init } from "./init.ts";

let home: string;
let root: string;
let file: string;
beforeEach(() => {
  home = temporaryDirectory();
  root = join(home, "shop");
  file = join(root, ".coxswain.json");
  write(join(root, "package.json"), '{ "scripts": { "test": "vitest run", "lint": "eslint .", "dev": "vite" } }');
  execFileSync("git", ["init", "--quiet"], { cwd: root });
});

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const io = (): Pick<Io, "env" | "cwd"> => ({ env: { HOME: home }, cwd: root });
const run = (...args: readonly string[]) => runCommand(init, args, io());
const written = () => JSON.parse(readFileSync(file, "utf8").replaceAll(/^\s*\/\/.*$/gm, ""));
const CODE = "**/*.{js,jsx,ts,tsx,mjs,cjs,vue,svelte}";

/** A session of this project in which the tests ran before the last edit. */
function session(name: string): string {
  const text = new ClaudeSession({ session: name, cwd: root })
    .user("Fix the total.")
    .edit("src/cart.ts", "a", "b")
    .bash("npm test", "Tests  12 passed (12)")
    .edit("src/cart.ts", "b", "c")
    .say("Done. I fixed the total.")
    .text();
  return write(join(home, ".claude", "projects", "-shop", `${name}.jsonl`), text);
}

describe("cox init", () => {
  it("proposes the project's own checks, and what its guidance asks for and forbids, with the reasons", async () => {
    write(
      join(root, "AGENTS.md"),
      "Always run `npm run lint` before you commit.\n\nNever run `npm publish`.\nDo not edit `migrations/`.\n",
    );
    write(
      join(root, ".github/workflows/ci.yml"),
      "jobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: npm test\n",
    );
    const { proposal, written: isWritten } = JSON.parse((await run("--dry-run", "--json")).out);
    expect(proposal).toEqual({
      ran: [
        {
          rule: { command: "npm run lint", when: CODE },
          because: ["AGENTS.md:1 asks for it", "package.json scripts.lint"],
        },
        {
          rule: { command: "npm test", when: CODE },
          because: ["package.json scripts.test", ".github/workflows/ci.yml runs it"],
        },
      ],
      never: {
        paths: [{ rule: "migrations/**", because: ["AGENTS.md:4 forbids it"] }],
        commands: [{ rule: "npm publish", because: ["AGENTS.md:3 forbids it"] }],
      },
    });
    expect([isWritten, existsSync(file)]).toEqual([false, false]);
  });

  it("asks only for what really ran where there is a history, and tells what it would have said", async () => {
    for (const name of ["one", "two", "three"]) session(name);
    write(
      join(home, ".claude", "projects", "-other", "four.jsonl"),
      new ClaudeSession({ session: "four" }).falseTurn().text(),
    );
    const { proposal, tried } = JSON.parse((await run("--yes", "--json", "--since", "2026-01-01")).out);
    expect(proposal.ran).toEqual([
      {
        rule: { command: "npm test", when: CODE },
        because: ["it ran in 3 of 3 turns that changed such code", "package.json scripts.test"],
      },
    ]);
    expect(tried.said[0].message).toContain("the last run (step 2) was before the last change (step 3, src/cart.ts)");
    expect(written()).toEqual({ done: { ran: [{ command: "npm test", when: CODE }] } });
  });

  it("keeps what somebody wrote, comments included, and adds what is not there", async () => {
    write(file, '{\n  // ours\n  "done": { "ran": [{ "command": "npm test", "when": "src/**" }] }\n}\n');
    expect((await run("--template", "go", "--yes")).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("// ours");
    expect(written().done.ran.map(({ command, kind }: Record<string, string>) => command ?? kind)).toEqual([
      "npm test",
      "go test ./...",
      "lint",
    ]);
    expect((await run("--template", "go", "--yes")).out).toContain("holds all of it already");
  });

  it("asks before it writes, and writes nothing without a yes", async () => {
    const asked: string[] = [];
    const no = { ask: async (question: string) => void asked.push(question) };
    const { out } = await runCommand(init, [], { ...io(), ...no });
    expect([asked.length, existsSync(file)]).toEqual([1, false]);
    expect(out).toContain("Nothing was written.");
  });

  it("has nothing to propose for an empty project, and refuses a template that there is none of", async () => {
    write(join(root, "package.json"), "{}");
    expect(await run("--template", "cobol", "--yes").catch(({ message }: Error) => message)).toContain(
      "--template takes",
    );
    const empty = join(home, "empty");
    mkdirSync(empty);
    expect(await runCommand(init, ["--yes"], { ...io(), cwd: empty })).toMatchObject({ code: 3, out: "" });
  });
});

describe("a definition that is tried", () => {
  it("stands in place of the one in force, and says where it is wrong", async () => {
    const transcript = session("one");
    const definition = write(
      join(home, "d.json"),
      '{ "mode": "off", "done": { "ran": [{ "command": "npm test", "when": "src/**" }] } }',
    );
    const ran = await runCommand(check, [transcript, "--done", definition, "--json"], io());
    expect(JSON.parse(ran.out)).toMatchObject({
      verdict: "correct",
      category: "definition-of-done",
      rules: [{ rule: "`npm test` after changes of src/**", state: "broken", steps: [2, 3] }],
      receipt: expect.arrayContaining([expect.objectContaining({ part: "definition", state: "broken" })]),
    });
    write(definition, '{\n  "done": {\n    "ran": [\n      { "command": "npm test | tee" }\n    ]\n  }\n}\n');
    const wrong = runCommand(check, [transcript, "--done", definition], io());
    await expect(wrong).rejects.toThrow(/d\.json:4: "done\.ran\.1" must be .*its "command" must be one plain command/);
  });
});
