import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { useWorkplace } from "./workplace.ts";

const { cox, script, work } = useWorkplace();

const PASS = { verdict: "PASS" };
const fail = (feedback: string) => ({ verdict: "FAIL", category: "rule_violation", feedback });

it("cox run --resume works and verifies by the AGENTS.md and SOUL.md that are there now", async () => {
  writeFileSync(work("AGENTS.md"), `Rule one.\n${"More of it.\n".repeat(200_000)}`);
  writeFileSync(work("SOUL.md"), "Be brief.");
  const isOld = { contains: ["| Rule one.", "characters cut …⟧", "## FILE SOUL.md\n| Be brief."] };
  const isNew = { contains: "| Rule two.", not: { any: [{ contains: "Rule one." }, { contains: "SOUL.md" }] } };
  const model = script("agent", {
    turns: [{ say: "Red. Done." }, { say: "Red. Done." }, { when: { lastMessageContains: "said blue" }, say: "Blue." }],
  });
  const observer = script("observer", {
    decisions: [
      { when: isOld, times: 1, input: PASS },
      { when: isNew, times: 1, input: fail("Rule two said blue.") },
      { when: isNew, input: PASS },
    ],
  });
  const ask = (...words: string[]) =>
    cox("run", ...words, "--mode", "verify", "--model", model, "--observer", observer);
  expect(await ask("A colour?")).toMatchObject({ code: 0, out: expect.stringContaining("Red. Done.") });
  writeFileSync(work("AGENTS.md"), "Rule two.");
  writeFileSync(work("SOUL.md"), "");
  const { out } = await ask("And now?", "--resume", "last");
  expect(out).toMatch(/Rule two said blue\.[^]*Blue\./);
});

it("cox prompt --verify shows what a verifier is sent", async () => {
  const words = { role: "assistant", content: [{ type: "text", text: "Red and blue. Done." }] };
  writeFileSync(work("chat.json"), JSON.stringify([{ role: "user", content: "Name three colours." }, words]));
  const { code, out } = await cox("prompt", "chat.json", "--verify");
  expect(code).toBe(0);
  expect(out).toMatch(
    /You verify the answer[^]*# USER'S MESSAGE\n> Name three colours\.\n[^]*\n\| Red and blue\. Done\./,
  );
  expect((await cox("prompt", "--help")).out).toContain("cox prompt session.jsonl --verify");
});
