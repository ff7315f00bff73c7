import { describe, expect, it, test } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { lastTurn } from "../../thread/turns.ts";
import { createEvidenceJudge } from "../judge.ts";
import type { Rule } from "./definition.ts";

type Without<Each, Name extends string> = Each extends unknown ? Omit<Each, Name> : never;
type Bare = Without<Rule, "from">;

function judged(builder: ThreadBuilder, rule: Bare, { strict = false, from = "project" as const } = {}) {
  const built = builder.build();
  const turn = lastTurn(built);
  if (!turn) throw new Error("there is no turn");
  const definition = { rules: [{ ...rule, from } as Rule], strict };
  return createEvidenceJudge({ definition }).assess({ thread: built, turn });
}

const stateOf = (builder: ThreadBuilder, rule: Bare) => judged(builder, rule).rules?.[0]?.state;

const NPM_TEST: Bare = { type: "ran", command: "npm test", when: ["src/**"] };
const WELL = { output: "      Tests  8 passed (8)\n" };
const BADLY = { output: "      Tests  1 failed | 7 passed (8)\n", exit: 1 };
const asked = (): ThreadBuilder => thread().started("/repo").user("Cook the soup.");
const cooked = (): ThreadBuilder => asked().edit("/repo/src/pot.ts", "const lid = 1;", "const lid = 2;");
const done = (builder: ThreadBuilder): ThreadBuilder => builder.close("Done. I changed the pot.");

describe("a command that has to run", () => {
  test.each<[string, string, ThreadBuilder]>([
    ["the run after the change", "met", cooked().bash("npm test", WELL)],
    ["by another name of it", "met", cooked().bash("npm run test -- --silent", WELL)],
    [
      "by what it runs, as was shown",
      "met",
      cooked().read("/repo/package.json", '{"scripts":{"test":"vitest run"}}').bash("npx vitest run", WELL),
    ],
    ["by the same tool, called otherwise", "met", cooked().bash("npx vitest run --reporter=dot", WELL)],
    [
      "within another task, as was shown",
      "met",
      cooked()
        .read("/repo/package.json", '{"scripts":{"check":"npm run lint && npm test"}}')
        .bash("npm run check", WELL),
    ],
    ["in the line of the change", "met", asked().bash("echo 'x' > src/pot.ts && npm test", WELL)],
    ["before a change of comments", "met", cooked().bash("npm test", WELL).edit("/repo/src/lid.ts", "// a", "// b")],
    ["a part after all of it", "met", cooked().bash("npm test", WELL).bash("npx vitest run src/pot.test.ts", WELL)],
    [
      "a part that failed after all of it",
      "broken",
      cooked().bash("npm test", WELL).bash("npx vitest run src/pot.test.ts", BADLY),
    ],
    ["no run", "broken", cooked()],
    ["a run before the change", "broken", asked().bash("npm test", WELL).edit("/repo/src/pot.ts", "a", "b")],
    ["a run that failed", "broken", cooked().bash("npm test", BADLY)],
    ["a run of a part", "broken", cooked().bash("npx vitest run src/lid.test.ts", WELL)],
    ["a run in another package", "broken", cooked().bash("cd packages/pan && npm test", WELL)],
    ["a run whose end is hidden", "unknown", cooked().bash("npm test; echo ok", { output: "ok\n" })],
    ["a task of which nobody knows what it runs", "unknown", cooked().bash("npm run check", WELL)],
    ["a helper", "unknown", cooked().subagent("Test it.", "It is tested.")],
    ["a script", "unknown", cooked().bash("./scripts/all.sh")],
    [
      "a hook of git that printed something else",
      "unknown",
      cooked().bash("git commit -m x", { output: "✓ all good\n[main 1234567] x\n" }),
    ],
    [
      "a commit without hooks",
      "broken",
      cooked().bash("git commit -m x", { output: "[main 1234567] x\n 1 file changed\n" }),
    ],
    ["a test of another kind", "unknown", cooked().bash("npm run test:e2e", WELL)],
    ["documents only", "not asked", asked().edit("/repo/src/README.md", "a", "b")],
    ["another folder", "not asked", asked().edit("/repo/tools/pot.ts", "a", "b")],
    ["what was put back", "not asked", cooked().bash("git checkout src/pot.ts")],
  ])("%s: %s", (_, state, builder) => expect(stateOf(done(builder), NPM_TEST)).toBe(state));

  it.each<[string, string, string, ThreadBuilder]>([
    ["make deploy-dry", "met", "a command that checks nothing", cooked().bash("make deploy-dry")],
    ["make docs", "broken", "a command that failed", cooked().bash("make docs", { exit: 2 })],
    ["./scripts/gen.sh", "met", "a script by its path", cooked().bash("bash scripts/gen.sh --all")],
    ["npm run test:e2e", "unknown", "a narrower task, and another ran", cooked().bash("npm test", WELL)],
    ["go test ./...", "broken", "one of another language", cooked().bash("npm test", WELL)],
  ])("%s: %s for %s", (command, state, _, builder) =>
    expect(stateOf(done(builder), { type: "ran", command, when: ["src/**"] })).toBe(state),
  );

  it("is any run of a kind that looks at the file", () => {
    const lint: Bare = { type: "ran", kind: "lint", when: [] };
    expect(stateOf(done(cooked().bash("npx eslint src", { output: "" })), lint)).toBe("met");
    expect(stateOf(done(cooked().bash("npm test", WELL)), lint)).toBe("broken");
    expect(stateOf(done(cooked().bash("golangci-lint run")), lint)).toBe("unknown");
    const tests: Bare = { type: "ran", kind: "test", when: [] };
    expect(stateOf(done(cooked().bash("npx vitest run src/pot.test.ts", WELL)), tests)).toBe("met");
    expect(judged(done(cooked().bash("npx vitest run src/lid.test.ts", WELL)), tests).message).toContain(
      'only a part of it ran: "vitest run src/lid.test.ts" (step 2)',
    );
    expect(judged(done(cooked().bash("cd packages/pan && npm test", WELL)), tests).message).toContain(
      "it ran only in packages/pan (step 2), and src/pot.ts lies elsewhere (step 1)",
    );
  });
});

describe("other rules", () => {
  const log: Bare = { type: "also", when: ["src/api/**"], touch: ["CHANGELOG.md"] };
  const api = (): ThreadBuilder => asked().edit("/repo/src/api/cart.ts", "a()", "b()");
  const never: Bare = { type: "never-path", path: "migrations/**" };
  const publish: Bare = { type: "never-command", command: "npm publish" };
  const force: Bare = { type: "never-command", command: "git push --force" };
  const clean: Bare = { type: "clean", path: "src/**" };
  const migrate = (request = "Cook."): ThreadBuilder =>
    thread().started("/repo").user(request).create("/repo/migrations/7.sql", "drop table pots;\n");

  test.each<[string, string, Bare, ThreadBuilder]>([
    ["what goes with it was changed", "met", log, api().edit("/repo/CHANGELOG.md", "a", "b")],
    ["what goes with it was not changed", "broken", log, api()],
    ["only its test was changed", "not asked", log, asked().edit("/repo/src/api/cart.test.ts", "a", "b")],
    ["a helper may have changed it", "unknown", log, api().subagent("Write the log.", "Done.")],
    [
      "it was changed in an earlier turn",
      "unknown",
      log,
      asked()
        .edit("/repo/CHANGELOG.md", "a", "b")
        .close("Done.")
        .user("More.")
        .edit("/repo/src/api/cart.ts", "a()", "b()"),
    ],
    ["a file where none may be written", "broken", never, migrate()],
    ["that the request speaks of", "unknown", never, migrate("Write a migration.")],
    ["that was taken away again", "not asked", never, migrate().bash("rm migrations/7.sql")],
    ["a command that none may run", "broken", publish, asked().bash("npm test && npm publish --access public")],
    ["that only tells", "not asked", publish, asked().bash("npm publish --dry-run")],
    ["that failed", "not asked", publish, asked().bash("npm publish", { exit: 1 })],
    ["that is only named", "not asked", publish, asked().bash('git commit -m "npm publish comes later"')],
    ["by its short flag", "broken", force, asked().bash("git push -f origin main")],
    ["without it", "not asked", force, asked().bash("git push origin main")],
    [
      "that the person wrote",
      "unknown",
      publish,
      thread().started("/repo").user("Now publish it.").bash("npm publish"),
    ],
    [
      "within a task that was shown",
      "broken",
      publish,
      asked().read("/repo/package.json", '{"scripts":{"release":"npm publish"}}').bash("npm run release"),
    ],
    [
      "a placeholder",
      "broken",
      clean,
      asked().create("/repo/src/pan.ts", "export function pan() {\n  // TODO: heat it\n}\n"),
    ],
    [
      "a placeholder that went again",
      "met",
      clean,
      asked().create("/repo/src/pan.ts", "// TODO: heat\n").edit("/repo/src/pan.ts", "// TODO: heat", "heat();"),
    ],
    ["a list of things to do", "met", clean, asked().create("/repo/src/pan.ts", "export const todos = [];\n")],
    [
      "marks of a conflict",
      "broken",
      clean,
      asked().edit("/repo/src/pan.ts", "a", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"),
    ],
  ])("%s: %s", (_, state, rule, builder) => expect(stateOf(done(builder), rule)).toBe(state));
});

describe("what is said", () => {
  it("is true in its own words, and names the steps", () => {
    const builder = asked().bash("npm test", WELL).edit("/repo/src/pot.ts", "a", "b");
    expect(judged(done(builder), NPM_TEST)).toMatchObject({
      verdict: "correct",
      category: "definition-of-done",
      message:
        "This project's definition asks for `npm test` after changes of src/**; the last run (step 1) was before the last change (step 2, src/pot.ts); run it again.",
      steps: [1, 2],
    });
  });

  it.each([
    ["a claim", "Done.", true],
    ["an account of the work", "I updated the pot.", true],
    ["a question", "I changed the pot. Should I change the lid as well?", false],
    ["an admission", "I changed the pot. I did not run the tests.", false],
    ["a reason", "I could not run npm test: permission denied.", false],
    ["nothing", "The soup is warm.", false],
  ])("to a turn that ends with %s (%j): %j", (_, words, isSaid) => {
    expect(judged(cooked().close(words), NPM_TEST).verdict === "correct").toBe(isSaid);
  });

  it("is nothing where the tests fail and the agent says so, and something where it claims nothing and the rule is strict", () => {
    const failing = cooked().bash("npm test", BADLY).close("The pot is changed. One test still fails: the lid.");
    expect(judged(failing, NPM_TEST, { strict: true }).verdict).toBe("ok");
    expect(judged(cooked().close("The soup is warm."), NPM_TEST, { strict: true }).verdict).toBe("correct");
  });

  it("is nothing of what nobody knows", () => {
    expect(judged(done(cooked().subagent("Test it.", "Fine.")), NPM_TEST)).toMatchObject({
      verdict: "ok",
      findings: [],
    });
  });

  it("holds a deed against everybody, with its step", () => {
    const pushed = asked().bash("git push --force").close("Should I go on?");
    expect(judged(pushed, { type: "never-command", command: "git push --force" }).message).toBe(
      `This project's definition asks for no \`git push --force\`; step 1 ran "git push --force"; do not do it again, and tell me what it did.`,
    );
  });

  it("sees patterns from the directory of the project", () => {
    const elsewhere = thread().started("/repo/packages/a").user("Cook.").edit("/repo/packages/a/src/pot.ts", "a", "b");
    const rule = (root: string): Bare => ({ ...NPM_TEST, root, when: ["packages/a/src/**"] });
    expect(stateOf(done(elsewhere), rule("/repo"))).toBe("broken");
    expect(stateOf(done(elsewhere), rule("/other"))).toBe("not asked");
  });
});
