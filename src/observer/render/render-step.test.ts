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

it("says where an edit was made at every place", () => {
  const input = { file_path: "/repo/a.ts", old_string: "a", new_string: "b" };
  const [one, all] = [false, true].map((replace_all) => {
    const [step] = thread()
      .user("go")
      .call("Edit", { ...input, replace_all })
      .build().turns[0]!.steps;
    return renderEvidenceStep(
      step!,
      createQuoter((text) => text),
    ).full.split("\n")[0];
  });
  expect(one).toBe("[1] ok · edit (+1 -1) /repo/a.ts");
  expect(all).toBe("[1] ok · edit (+1 -1, wherever it stood) /repo/a.ts");
});

it.each([
  ["done", 600, 1200],
  ["rejected", 600, 1400],
  ["error", 150, 500],
] as const)("shows little of an edit that was not made, but why: %s", (status, least, most) => {
  const written = Array.from({ length: 60 }, (_, index) => `const value${index} = ${index};`).join("\n");
  const [step] = thread().user("go").edit("/repo/a.ts", "", written, { status, output: "no such text" }).build()
    .turns[0]!.steps;
  const { full } = renderEvidenceStep(
    step!,
    createQuoter((text) => text),
  );
  expect(full.length).toBeGreaterThan(least);
  expect(full.length).toBeLessThan(most);
  expect(full.includes("no such text")).toBe(status !== "done");
});
