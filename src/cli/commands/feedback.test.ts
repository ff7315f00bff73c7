import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verdict } from "../../../test/contracts/store-samples.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { command as feedback } from "./feedback.ts";

it("tells a program what was kept, how often the finding was marked, and whether it is lowered", async () => {
  const home = temporaryDirectory();
  const repository = join(home, "boat");
  mkdirSync(join(repository, ".git"), { recursive: true });
  const cwd = join(repository, "src");
  const { verdict: sample } = verdict("any");
  const message = sample.findings.map((finding) => finding.message).join(" ");
  const spoke = { cwd, verdict: { ...sample, message } };
  const path = join(home, "coxswain.db");
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
    const env = { HOME: home, COX_STORE_PATH: path };
    const { code, out, err } = await runCommand(feedback, [...args, "--json"], { env, cwd: home });
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
});

it("says which word it does not know", async () => {
  await expect(runCommand(feedback, ["last", "maybe"], { env: {}, cwd: "/" })).rejects.toMatchObject({
    code: "usage",
    message: '"maybe" is neither right nor wrong: say which decision, and right or wrong.',
  });
});
