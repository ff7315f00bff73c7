import { describe, expect, test } from "vitest";
import { weightOf } from "../session/session.ts";
import type { DeltaOf } from "./delta.ts";
import { LateText, outputOf, withOutput } from "./late-output.ts";
import { fold } from "./reducer.ts";

function lateData(): { readonly delta: DeltaOf<"tool:data">; readonly made: () => number } {
  let made = 0;
  const source = {
    length: 1000,
    get text() {
      made += 1;
      return "[3 passed]";
    },
  };
  const late = new LateText(source, (text) => text.slice(1, -1));
  return { delta: withOutput({ v: 1, type: "tool:data", toolUseId: "t1", status: "done" }, late), made: () => made };
}

describe("an output that is made late", () => {
  test("is made once, when it is asked for", () => {
    const { delta, made } = lateData();
    expect(made()).toBe(0);
    expect([delta.output, delta.output]).toEqual(["3 passed", "3 passed"]);
    expect(made()).toBe(1);
  });

  test("is a property like any other for those who copy, write or compare", () => {
    const plain = { v: 1, type: "tool:data", toolUseId: "t1", status: "done", output: "3 passed" };
    const { delta } = lateData();
    expect(delta).toStrictEqual(plain);
    expect(Object.getOwnPropertyDescriptor({ ...delta }, "output")?.value).toBe("3 passed");
    expect(JSON.stringify(delta)).toBe(JSON.stringify(plain));
    expect(structuredClone(delta)).toStrictEqual(plain);
  });

  test("goes into the thread and is weighed unmade", () => {
    const { delta, made } = lateData();
    const call = { type: "tool_use" as const, id: "t1", name: "Read", input: {} };
    const message = { role: "assistant" as const, id: "m1", content: [call], stopReason: "tool_use" as const };
    const thread = fold([{ v: 1, type: "inference:completed", message }, delta]);
    expect(weightOf([delta])).toBeGreaterThan(999);
    expect(made()).toBe(0);
    expect(thread.turns[0]?.steps[0]?.result?.output).toBe("3 passed");
    expect(thread.messages.at(-1)?.content[0]).toMatchObject({ type: "tool_result", output: "3 passed" });
    expect(made()).toBe(1);
  });

  test("of a copy is made", () => {
    const { delta } = lateData();
    expect(outputOf(delta)).toBeInstanceOf(LateText);
    expect(outputOf({ ...delta })).toBe("3 passed");
  });
});
