import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../../../src/verifier/prompt.ts";
import { agentRun } from "../../support/agent-run.ts";
import { fail, INCOMPLETE, loop, PASS } from "../../support/verification.ts";

async function told(category: string) {
  const { verdict, turns, open } = await loop(["1. Done.", "2. Done."], [fail(category)], { maxAttempts: 2 });
  return { category: verdict.category, agent: /\[\w+\]: .*/.exec(turns[1]?.prompt ?? "")?.[0], person: open };
}

const asNamed = (category: string) => ({
  category,
  agent: `[${category}]: Yellow is missing.`,
  person: `${category}: Yellow is missing.`,
});

describe("the verification loop: what is wrong with an answer", () => {
  test("52 goal_missed", async () => expect(await told("goal_missed")).toEqual(asNamed("goal_missed")));
  test("53 incomplete", async () => expect(await told("incomplete")).toEqual(asNamed("incomplete")));
  test("54 rule_violation", async () => expect(await told("rule_violation")).toEqual(asNamed("rule_violation")));
  test("55 tone_mismatch", async () => expect(await told("tone_mismatch")).toEqual(asNamed("tone_mismatch")));
  test("56 refusal", async () => expect(await told("refusal")).toEqual(asNamed("refusal")));

  test("57 category and details are in the message to the agent", async () => {
    const { turns } = await loop(["Red. Done.", "All. Done."], [INCOMPLETE, PASS]);
    expect(turns[1]?.prompt).toMatch(/sent back \[incomplete\]: Yellow is missing\./);
  });

  test("58 the category is in the events", async () => {
    const { events } = await loop(["Red. Done.", "All. Done."], [INCOMPLETE, PASS]);
    const failed = { verdict: "correct", category: "incomplete" };
    expect(events).toContainEqual(
      expect.objectContaining({ type: "verification:finished", verdict: expect.objectContaining(failed) }),
    );
    const ran = await agentRun("List.", {
      settings: { mode: "verify" },
      agent: { turns: [{ say: "Red. Done." }, { say: "All. Done." }] },
      judge: { decisions: [{ times: 1, input: INCOMPLETE }, { input: PASS }] },
    });
    expect(ran.verdicts).toMatchObject([failed, { verdict: "ok" }]);
  });

  test("59 differs: five categories of a model, and those of the record, which needs none", async () => {
    expect(CATEGORIES).toEqual(["goal_missed", "incomplete", "rule_violation", "tone_mismatch", "refusal"]);
    const ran = await agentRun("Create hello.js and run `npm test`.", {
      settings: { mode: "verify", "observer.model": "none" },
      agent: {
        turns: [
          { calls: [{ tool: "create_file", input: { path: "hello.js", content: "export const hello = 1;\n" } }] },
          { say: "Done. All tests pass." },
          { say: "I did not run the tests: there is no package.json." },
        ],
      },
      judge: {},
    });
    expect(ran.verdicts[0]).toMatchObject({ verdict: "correct", judge: "evidence" });
    expect(CATEGORIES).not.toContain(ran.verdicts[0]?.category);
  });
});
