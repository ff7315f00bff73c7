import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { command as heartbeat } from "../../../src/cli/commands/heartbeat.ts";
import { command as run } from "../../../src/cli/commands/run.ts";
import { subagentThread } from "../../../src/verifier/subagent-thread.ts";
import { thread } from "../../support/thread-builder.ts";
import { INCOMPLETE, looked, loop, PASS, place, shownOf } from "../../support/verification.ts";

const OPENCLAW = new URL("../../../integrations/openclaw/", import.meta.url);

describe("the verification loop: whose answers", () => {
  test("60 replies of OpenClaw on all its channels: a plugin that starts with it", () => {
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, OPENCLAW), "utf8"));
    expect(read("openclaw.plugin.json")).toMatchObject({
      id: expect.stringContaining("coxswain"),
      activation: { onStartup: true },
    });
    expect(read("package.json")).toMatchObject({ openclaw: { extensions: [expect.stringMatching(/\.[cm]?js$/)] } });
  });

  test("61 answers of subagents, which the record shows", async () => {
    const told = thread()
      .user("find it")
      .subagent("Search src for foo", "Done: foo is in src/a.ts")
      .close("ok")
      .build();
    const own = subagentThread(told, told.turns[0]!.steps[0]!)!;
    expect(await looked(own, { all: false })).toMatchObject({ asked: 1, verdict: { verdict: "correct" } });
    expect(shownOf(own)).toMatch(/> Search src for foo\n[^]*- the answer is a subagent's/);
    const said = await loop(["Nothing. Done."], [INCOMPLETE], { subagent: true, maxAttempts: 1 });
    expect(said.asked[0]?.prompt).toContain("- the answer is a subagent's");
  });

  test("62 heartbeats, where it is asked for", async () => {
    const scripts = {
      agent: { turns: [{ say: "HEARTBEAT_OK" }, { say: "HEARTBEAT_OK." }, { say: "Nothing is due." }] },
      judge: { decisions: [{ input: INCOMPLETE }] },
      files: { "HEARTBEAT.md": "- [ ] write report.txt\n" },
    };
    const plain = await place(scripts).run(heartbeat, "--once");
    expect(plain.code).toBe(0);
    expect(plain.out + plain.err).not.toContain("Yellow");
    const verified = await place(scripts).run(heartbeat, "--once", "--verify");
    expect(verified.out + verified.err).toMatch(/Yellow is\s+missing\./);
    expect(verified.code).not.toBe(0);
  });

  test("63 differs: the command line is where our own agent is verified", async () => {
    const { run: cox } = place({
      agent: { turns: [{ say: "Red. Done." }, { say: "All three. Done." }] },
      judge: { decisions: [{ times: 1, input: INCOMPLETE }, { input: PASS }] },
    });
    const { out, err } = await cox(run, "List three colours.", "--mode", "verify");
    expect(out + err).toContain("All three. Done.");
  });
});
