import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { verdict } from "../../../test/contracts/store-samples.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { command as feedback } from "./feedback.ts";

let home: string;
let path: string;

beforeEach(() => {
  home = temporaryDirectory();
  path = join(home, "coxswain.db");
});

function run(...args: string[]) {
  return runCommand(feedback, args, { env: { HOME: home, COX_STORE_PATH: path }, cwd: home });
}

it("tells a program what was kept, how often the finding was marked, and whether it is lowered", async () => {
  const repository = join(home, "boat");
  mkdirSync(join(repository, ".git"), { recursive: true });
  const cwd = join(repository, "src");
  const { verdict: sample } = verdict("any");
  const message = sample.findings.map((finding) => finding.message).join(" ");
  const spoke = { cwd, verdict: { ...sample, message } };
  const store = await openSqliteStore(path);
  await store.write({
    verdicts: [
      verdict("one", spoke),
      verdict("two", { ...spoke, turn: 4 }),
      verdict("quiet", { cwd, turn: 4, verdict: { ...sample, verdict: "ok", message: null, findings: [] } }),
    ],
  });
  await store.close();
  const told = async (...args: string[]): Promise<unknown> => {
    const { code, out, err } = await run(...args, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };
  const finding = { repository, finding: "never-ran" };

  expect(await told("one", "wrong", "another", "branch")).toEqual({
    id: "one",
    feedback: { judgement: "wrong", note: "another branch", at: expect.any(String) },
    host: "claude-code",
    threadId: "thread-1",
    turn: 3,
    cwd,
    verdict: "correct",
    findings: [{ ...finding, wrong: 1, marked: 1, lowered: false, wasLowered: false }],
  });
  expect(await told("two", "wrong")).toMatchObject({
    feedback: { judgement: "wrong" },
    findings: [{ ...finding, wrong: 2, marked: 2, lowered: true, wasLowered: false }],
  });
  expect(await told("one", "right")).toMatchObject({
    findings: [{ ...finding, wrong: 1, marked: 2, lowered: false, wasLowered: true }],
  });
  expect(await told("quiet", "wrong")).toMatchObject({ verdict: "ok", findings: [], correctionBefore: "two" });

  const replaced = { judgement: "right", note: "another branch", at: expect.any(String) };
  await told("one", "right", "another", "branch");
  expect(await told("one", "wrong")).toMatchObject({ feedback: { judgement: "wrong" }, replaced });
  expect(await told("one", "clear")).toMatchObject({
    feedback: null,
    replaced: { judgement: "wrong" },
    findings: [{ ...finding, wrong: 1, marked: 1, lowered: false, wasLowered: true }],
  });
  expect(await told("one", "clear")).toMatchObject({ feedback: null, findings: [] });
  expect(await told("one", "clear")).not.toHaveProperty("replaced");
});

it("does not drop a note in silence: it stays with its judgement, and is told where another one replaces it", async () => {
  const store = await openSqliteStore(path);
  await store.write({ verdicts: [verdict("one")] });
  await store.close();
  const said = async (...args: string[]) => (await run("one", ...args)).out;
  expect(await said("right", "note", "one")).toBe("one is marked right, with the note “note one”.\n");
  expect(await said("right")).toBe("one is marked right, with the note “note one”.\n");
  expect(await said("wrong")).toBe(
    "one is marked wrong. This replaces your earlier mark: right, with the note “note one”.\n",
  );
  expect(await said("wrong", "two\u001b[2J")).toBe("one is marked wrong, with the note “two”.\n");
  expect(await said("wrong", "three")).toBe(
    "one is marked wrong, with the note “three”. This replaces your earlier mark: wrong, with the note “two”.\n",
  );
});

it("takes a mark back, and makes no store for it", async () => {
  await expect(run("one", "clear")).rejects.toMatchObject({ message: 'There is no decision "one".' });
  expect(existsSync(path)).toBe(false);
  const store = await openSqliteStore(path);
  await store.write({ verdicts: [verdict("one")] });
  expect((await run("one", "clear")).out).toBe("one was not marked.\n");
  await run("one", "wrong", "not", "so");
  expect((await run("one", "clear")).out).toBe(
    "one is not marked any more. It was marked wrong, with the note “not so”.\n",
  );
  expect((await store.getVerdict("one"))?.feedback).toBeUndefined();
  await store.close();
  await expect(run("one", "clear", "why")).rejects.toMatchObject({ code: "usage" });
});

it("says which word it does not know", async () => {
  await expect(runCommand(feedback, ["last", "maybe"], { env: {}, cwd: "/" })).rejects.toMatchObject({
    code: "usage",
    message: '"maybe" is neither right nor wrong: say which decision, and right or wrong.',
  });
});
