import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command as heartbeat } from "../../../src/cli/commands/heartbeat.ts";
import { VERIFIER_PROMPT } from "../../../src/verifier/prompt.ts";
import { agentRun } from "../../support/agent-run.ts";
import { fail, INCOMPLETE, loop, PASS, place } from "../../support/verification.ts";

const EVERY_BEAT = { heartbeat: true, triggers: { verifyHeartbeat: true } };
const IDLE = fail("goal_missed", "The report is due: write report.txt.");
const write = { tool: "create_file", input: { path: "report.txt", content: "all well\n" } };
const WORK = { "HEARTBEAT.md": "- [ ] write report.txt every morning\n" };
const AT_WORK = {
  agent: {
    turns: [
      { say: "HEARTBEAT_OK" },
      { when: { lastMessageContains: "[goal_missed]" }, calls: [write] },
      { say: "I wrote it." },
    ],
  },
  judge: { decisions: [{ when: { contains: "> - [ ] write report.txt" }, times: 1, input: IDLE }, { input: PASS }] },
  files: WORK,
};

describe("the verification loop: heartbeats", () => {
  test("46 with verifyHeartbeat the answers of heartbeats are verified", async () => {
    expect((await loop(["HEARTBEAT_OK"], [PASS], EVERY_BEAT)).asked).toHaveLength(1);
  });

  test("47 without it never, also with verifyAll", async () => {
    const triggers = { verifyAll: true };
    expect((await loop(["HEARTBEAT_OK. Done."], [INCOMPLETE], { heartbeat: true, triggers })).asked).toEqual([]);
  });

  test("48 all of them are: one that asks, waits or says that it could not has nobody to answer it", async () => {
    for (const answer of [
      "HEARTBEAT_OK. Shall I check Kaggle for you?",
      "I could not check Kaggle, because the login has expired.",
      "I am waiting for the build to finish.",
    ]) {
      expect((await loop([answer], [PASS], EVERY_BEAT)).asked, answer).toHaveLength(1);
      const ran = await agentRun("Look after Kaggle.", {
        settings: { mode: "verify", "verification.verifyHeartbeat": true, "verification.maxAttempts": 1 },
        mode: "heartbeat",
        agent: { turns: [{ say: answer }] },
        judge: { decisions: [{ input: INCOMPLETE }] },
      });
      expect(ran.verdicts, answer).toMatchObject([{ verdict: "correct", judge: "model" }]);
    }
  });

  test("49 an idle OK is sent back, and the agent does the work", async () => {
    const { run, work } = place(AT_WORK);
    const { code, out } = await run(heartbeat, "--once", "--verify", "--json");
    expect(readFileSync(join(work, "report.txt"), "utf8")).toBe("all well\n");
    expect(out).toContain('"answer":"I wrote it."');
    expect(code).toBe(0);
  });

  test("50 … as goal_missed, which the verifier is told to call it", async () => {
    expect(VERIFIER_PROMPT).toMatch(
      /HEARTBEAT_OK[^.]*\. Such an OK is goal_missed while the list holds work that is due/,
    );
    const sent = await loop(["HEARTBEAT_OK", "I wrote it."], [IDLE, PASS], EVERY_BEAT);
    expect(sent.turns[1]?.prompt).toContain("[goal_missed]: The report is due");
  });

  test("51 HEARTBEAT.md is part of what is judged", async () => {
    // The verifier objects only where it is shown the file's words as the user's message.
    const { run, work } = place({ ...AT_WORK, files: { "HEARTBEAT.md": "- [ ] water the plants\n" } });
    await run(heartbeat, "--once", "--verify", "--json");
    expect(existsSync(join(work, "report.txt"))).toBe(false);
  });
});
