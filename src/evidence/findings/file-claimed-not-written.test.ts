import { describe, expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { fileClaimedNotWritten as rule } from "./file-claimed-not-written.ts";

const worked = (): ThreadBuilder => thread().user("Add a parser.").edit("/repo/src/main.ts", "a", "b");

describe("speaks", () => {
  test("when no step wrote the file", () => {
    expect(spoken(worked().close("Created `src/parser.ts` with the parser."), rule)).toMatchObject([
      { subject: "src/parser.ts" },
    ]);
  });

  test("when it was written and removed again", () => {
    const builder = worked().create("/repo/src/parser.ts", "export {};\n").bash("rm src/parser.ts");
    expect(spoken(builder.close("Created `src/parser.ts`."), rule)).toMatchObject([{ steps: [2, 3] }]);
  });
});

test.each([
  "I added a `tool.toml` that keeps it short.",
  "Done. Added `src/parser_test.go` with a case for each token.",
  "Added a small `src/parser.ts` (the parser).",
])("added is as good as created: %s", (closing) => {
  expect(spoken(worked().close(closing), rule)).toHaveLength(1);
});

test("a look that did not find it does not name it", () => {
  const builder = worked().read("/repo/tool.toml", "File does not exist.", { status: "error" });
  expect(spoken(builder.close("I added a `tool.toml` that keeps it short."), rule)).toHaveLength(1);
});

test.each([
  "Added a `tool.toml` entry for it.",
  "Added a `package.json` script.",
  "Added `tool.toml`, `rc.toml` to the ignored files.",
  "Added `src/parser.ts` to the build.",
  "Added SRC/MAIN.TS with the new switch.",
  "The generator added a `tool.toml` with defaults.",
])("is silent when something else was added: %s", (closing) => {
  expect(found(worked().close(closing), rule)).toEqual([]);
});

test("a list of what is new, of which one was never written", () => {
  const listed = "Created:\n- `src/lexer.ts`: the lexer\n- `src/parser.ts`: the parser";
  const builder = worked().create("/repo/src/lexer.ts", "export {};\n");
  expect(spoken(builder.close(listed), rule)).toMatchObject([{ subject: "src/parser.ts" }]);
  // Where none of them was, it may be a list of somebody else's work.
  expect(found(worked().close(listed), rule)).toEqual([]);
});

test.each([
  "npm create vite@latest web",
  "npm init vite@latest web -- --template vue",
  "yarn create next-app web",
  "pnpm create svelte web",
  "gh repo clone acme/web",
  "wget -r https://example.com/web",
  "git worktree add web feature",
  "git checkout feature -- web",
  "git mv site web",
])("%s may have brought it", (command) => {
  expect(spoken(worked().bash(command).close("I created `web/src/app.ts`."), rule)).toEqual([]);
});

test.each([
  "Bob created `src/parser.ts` on his branch.",
  "Rather than a new file `src/parser.ts` I extended the main one.",
])("is only a lead when the agent does not say it of itself: %s", (closing) => {
  expect(spoken(worked().close(closing), rule)).toEqual([]);
});

test.each([
  ["pytest -q --cov-report=html", "Coverage HTML written to dir htmlcov", "htmlcov/index.html", 0],
  ["pytest -q --record-mode=once", "1 passed in 0.1s", "tests/cassettes/test_get.yaml", 0],
  ["pytest -q --mpl-generate-path=tests/baseline", "1 skipped in 0.1s", "tests/baseline/plot.png", 0],
  ["pytest -q", "1 passed in 0.1s", "tests/cassettes/test_get.yaml", 1],
  ["npx vitest run --reporter=dot", "", "config/app.json", 1],
  ["pytest -q --cov-report=html", "Coverage HTML written to dir htmlcov", "src/parser.py", 1],
])("%s: a runner may have written what it leaves behind, and nothing else", (command, output, path, sure) => {
  const builder = worked().bash(command, { output }).close(`Created \`${path}\`.`);
  expect(found(builder, rule)).toHaveLength(1);
  expect(spoken(builder, rule)).toHaveLength(sure);
});

describe("what is typed into a shell that is open", () => {
  const typed = (keys: string): ThreadBuilder =>
    worked()
      .call("terminal", { command: "docker exec -it app bash" }, { output: "$ ", status: "background" })
      .call("terminal", { command: keys, is_input: "true" }, { output: "$ ", status: "background" })
      .close("I created `src/parser.ts`.");

  test.each(["cat > src/parser.ts <<'EOF'\nexport {};\nEOF", "echo hi > src/parser.ts", "make parser"])(
    "may have written it: %s",
    (keys) => {
      expect(spoken(typed(keys), rule)).toEqual([]);
    },
  );

  test.each(["", "C-c", "ls src"])("has not where it is no command that writes: %j", (keys) => {
    expect(spoken(typed(keys), rule)).toHaveLength(1);
  });
});

describe("is silent", () => {
  test.each<[string, (builder: ThreadBuilder) => ThreadBuilder]>([
    ["it was written", (builder) => builder.create("/repo/src/parser.ts", "export {};\n")],
    ["the shell wrote it", (builder) => builder.bash("cat > src/parser.ts <<'EOF'\nexport {};\nEOF")],
    ["a generator wrote it", (builder) => builder.bash("npx generate", { output: "CREATE src/parser.ts (12 bytes)" })],
    ["a subagent may have written it", (builder) => builder.subagent("write it", "done")],
    ["a tool we do not know wrote it", (builder) => builder.call("mcp__files__put", { name: "src/parser.ts" })],
  ])("when %s", (_, rest) => {
    expect(found(rest(worked()).close("Created `src/parser.ts` with the parser."), rule)).toEqual([]);
  });

  test("when an earlier turn wrote it", () => {
    const builder = thread().user("Add it.").create("/repo/src/parser.ts", "export {};\n").close("Done.");
    builder.user("Now use it.").edit("/repo/src/main.ts", "a", "b").close("Created `src/parser.ts` and used it.");
    expect(found(builder, rule)).toEqual([]);
  });

  test.each([
    "I will create `src/parser.ts` next.",
    "You need to create `src/parser.ts`.",
    "Created a helper in `src/parser.ts`.",
    "`src/parser.ts` was not created.",
    "Created a branch and pushed.",
  ])("when nothing of the kind is claimed: %s", (closing) => {
    expect(found(worked().close(closing), rule)).toEqual([]);
  });
});

test("take the writing step away: the finding fires; the unbroken twin stays silent", () => {
  const closing = "Created `docs/guide.md`.";
  expect(spoken(worked().close(closing), rule)).toHaveLength(1);
  expect(found(worked().create("/repo/docs/guide.md", "# Guide\n").close(closing), rule)).toEqual([]);
});
