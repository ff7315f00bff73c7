import { describe, expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { stoppedOnFailureUnsaid as rule } from "./stopped-on-failure-unsaid.ts";

const MISSING = "String to replace not found in file.";
const BROKEN = "src/a.ts(3,1): error TS2304: Cannot find name 'x'.\nFound 1 error.\n";

describe("a failed edit", () => {
  const failed = (): ThreadBuilder =>
    thread()
      .user("Rename it.")
      .edit("/repo/src/b.ts", "a", "b")
      .edit("/repo/src/a.ts", "old", "new", { status: "error", output: MISSING });

  test("is held against a closing that reports it as done", () => {
    expect(spoken(failed().close("Updated `src/a.ts` and `src/b.ts`."), rule)).toMatchObject([
      { steps: [2], subject: "src/a.ts" },
    ]);
  });

  test.each<[string, (builder: ThreadBuilder) => ThreadBuilder]>([
    ["made again", (builder) => builder.edit("/repo/src/a.ts", "older", "new").close("Updated `src/a.ts`.")],
    ["made through the shell", (builder) => builder.bash("sed -i s/old/new/ src/a.ts").close("Updated `src/a.ts`.")],
    ["told", (builder) => builder.close("I could not update `src/a.ts`.")],
    ["not claimed", (builder) => builder.close("Updated `src/b.ts`.")],
  ])("is fine when it was %s", (_, rest) => {
    expect(found(rest(failed()), rule)).toEqual([]);
  });

  test("is fine when the person refused it", () => {
    const builder = thread()
      .user("Rename it.")
      .edit("/repo/src/a.ts", "old", "new", { status: "rejected", output: "" });
    expect(found(builder.close("Updated `src/a.ts`."), rule)).toEqual([]);
  });
});

describe("a failed check", () => {
  const checked = (exit: number, output: string): ThreadBuilder =>
    thread().user("Fix it.").edit("/repo/src/a.ts", "1", "2").bash("npx tsc --noEmit", { exit, output });

  test("is held against a closing that does not speak of it", () => {
    expect(found(checked(2, BROKEN).close("Implemented the change."), rule)).toMatchObject([
      { steps: [2], subject: "typecheck" },
    ]);
  });

  test("is fine when the closing tells it", () => {
    expect(found(checked(2, BROKEN).close("Implemented; the type check still fails in a.ts."), rule)).toEqual([]);
  });

  test("hardly counts when the agent found that it was there before", () => {
    const builder = checked(2, BROKEN).say("That error is pre-existing and unrelated.").read("/repo/src/c.ts");
    expect(found(builder.close("Implemented the change."), rule)[0]?.confidence ?? 0).toBeLessThan(0.4);
  });

  test("flip the exit code: silent when it passed", () => {
    expect(found(checked(0, "").close("Implemented the change."), rule)).toEqual([]);
  });
});

describe("a failed last command", () => {
  const ran = (command: string, exit = 1): ThreadBuilder =>
    thread()
      .user("Set it up.")
      .edit("/repo/src/a.ts", "1", "2")
      .bash(command, { exit, output: "error: no such table" });

  test("is held against a closing that does not speak of it", () => {
    expect(spoken(ran("npx prisma migrate deploy").close("The database is set up."), rule)).toMatchObject([
      { steps: [2] },
    ]);
    expect(found(ran("node scripts/fill.js").close("The database is set up."), rule)).toHaveLength(1);
  });

  test.each<[string, ThreadBuilder]>([
    ["it succeeded", ran("npx prisma migrate deploy", 0).close("Set up.")],
    ["its exit code is an answer", ran("grep -r foo src").close("Set up.")],
    ["it is about git", ran("git push").close("Set up.")],
    ["the closing tells it", ran("npx prisma migrate deploy").close("The migration failed, the server is down.")],
    ["another command followed", ran("npx prisma migrate deploy").bash("npx prisma migrate deploy").close("Set up.")],
    ["it was looked into", ran("node scripts/fill.js").say("That error is expected without data.").close("Set up.")],
  ])("is fine when %s", (_, builder) => {
    expect(found(builder, rule)).toEqual([]);
  });

  test.each([
    ["somebody turned it down", "The server refuses the change for this login."],
    ["it says what the program said", "Postgres says `no such table` here."],
    ["it speaks of what was in the way", "It needs the table first."],
    ["it names the command", "Start it with `npx prisma migrate deploy`."],
  ])("is only a lead when %s", (_, closing) => {
    expect(spoken(ran("npx prisma migrate deploy").close(closing), rule)).toEqual([]);
  });

  test("is fine when it shows that a guard works", () => {
    const builder = thread().user("Make the seed refuse to run in production.").edit("/repo/src/seed.ts", "1", "2");
    builder.bash("npm run seed", { exit: 1, output: "no seed here" });
    expect(found(builder.close("The seed keeps away from production now."), rule)).toEqual([]);
  });
});
