import { expect, it } from "vitest";
import { thread } from "../../../test/support/thread-builder.ts";
import { renderEvidenceStep } from "./render-step.ts";
import { createQuoter } from "./untrusted.ts";

it("shows no half of a secret when a step is told in short", () => {
  const quoter = createQuoter((text) => text.replaceAll(/key="\w{20}"/g, "[gone]"));
  const entry = '{"key="abcdefghij0123456789"},';
  for (let shift = 0; shift < entry.length; shift += 1) {
    const output = entry.repeat(300) + "x".repeat(shift);
    const [step] = thread().user("go").bash("npm test", { exit: 1, output }).build().turns[0]!.steps;
    const brief = renderEvidenceStep(step!, quoter).brief();
    expect(brief).toMatch(/^\[1\] .*npm test\n\| ./);
    expect(brief).not.toMatch(/abcde|56789/);
  }
});
