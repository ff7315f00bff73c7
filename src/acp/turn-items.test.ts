import { describe, expect, it } from "vitest";
import { wordsOf } from "./bounded-value.ts";
import { createTurnItems } from "./turn-items.ts";

type TurnItems = ReturnType<typeof createTurnItems>;

const sizeOf = (items: TurnItems) => items.all.reduce((sum, { size }) => sum + size, 0);
const texts = (items: TurnItems) => items.all.flatMap((item) => (item.type === "text" ? [wordsOf(item.text)] : []));

describe("of what an agent sends in one turn, only so much is kept", () => {
  it("of words without end, their beginning and their end", () => {
    const items = createTurnItems();
    const piece = "x".repeat(64_000);
    items.say("m", "It begins.", false);
    for (let count = 0; count < 3000; count += 1) items.say("m", piece, false);
    items.say("m", "All tests pass.", false);
    expect(sizeOf(items)).toBeLessThan(2_000_000);
    expect(texts(items)[0]).toMatch(/^It begins\.x[^]*left out[^]*xAll tests pass\.$/);
  });

  it("of many outputs, how each began and ended", () => {
    const items = createTurnItems();
    items.prompt([{ type: "text", text: "Fix it." }]);
    for (let id = 0; id < 300; id += 1) {
      items.call(`c${id}`, { kind: "execute", rawInput: { command: `npm test ${id}` } });
      items.call(`c${id}`, { status: "failed", rawOutput: `${"x".repeat(300_000)} ${id} failed` });
    }
    expect(sizeOf(items)).toBeLessThan(33_000_000);
    expect(items.calls).toBe(300);
    expect(items.all[0]).toMatchObject({ type: "user", content: [{ text: "Fix it." }] });
    expect(items.all[1]).toMatchObject({
      call: {
        fields: {
          status: "failed",
          rawInput: { command: "npm test 0" },
          rawOutput: expect.stringMatching(/^x+\n… \[\d+ characters left out\] …\nx+ 0 failed$/),
        },
      },
    });
  });

  it("of more calls than anybody makes, the newest", () => {
    const items = createTurnItems();
    items.prompt([{ type: "text", text: "Fix it." }]);
    for (let id = 0; id < 200_000; id += 1) items.call(`c${id}`, { kind: "read", title: "Read" });
    expect(sizeOf(items)).toBeLessThan(33_000_000);
    expect(items.all[0]).toMatchObject({ type: "user" });
    expect(items.all.at(-1)).toMatchObject({ call: { id: "c199999" } });
  });

  it("but nothing is lost by an output that is told again and again", () => {
    const items = createTurnItems();
    const output = "x".repeat(400_000);
    for (let count = 0; count < 300; count += 1) items.call("c", { rawOutput: output });
    items.say("m", "Done.", false);
    expect(items.all[0]).toMatchObject({ call: { fields: { rawOutput: output } } });
  });
});
