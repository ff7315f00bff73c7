import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonc, valueOf } from "../text/jsonc.ts";
import { isOurEntry } from "./place.ts";
import { addItem, removeItems, setValue } from "./json-edit.ts";

const OURS = { hooks: [{ type: "command", command: "cox-hook claude-code" }] };

function read(text: string): unknown {
  const parsed = parseJsonc(text);
  if ("fault" in parsed) throw new Error(`${parsed.fault.line}: ${parsed.fault.message}`);
  return valueOf(parsed.node);
}

describe("adding to a list", () => {
  it.each([
    ["an empty file", "", '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}'],
    ["an empty object", "{}\n", '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n'],
    ["an empty list", '{\n  "hooks": { "Stop": [] }\n}', '{\n  "hooks": { "Stop": [\n    1\n  ] }\n}'],
    ["a file of nothing but a comment", "// mine", '// mine\n{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}'],
    ["a list in one line of many", '{\n  "hooks": {"Stop":[0]}\n}', '{\n  "hooks": {"Stop":[0, 1]}\n}'],
    ["a list in one line", '{"hooks":{"Stop":[0]}}', '{"hooks":{"Stop":[0, 1]}}'],
    [
      "four blanks and a comment behind the last key",
      '{\n    "a": 1 // mine\n}\n',
      '{\n    "a": 1, // mine\n    "hooks": {\n        "Stop": [\n            1\n        ]\n    }\n}\n',
    ],
    [
      "a comma at the end",
      '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t0,\n\t\t],\n\t},\n}',
      '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t0,\n\t\t\t1\n\t\t],\n\t},\n}',
    ],
    [
      "an object that holds only what somebody commented out",
      '{\n  "hooks": {\n    // "Stop": [0]\n  }\n}\n',
      '{\n  "hooks": {\n    // "Stop": [0]\n    "Stop": [\n      1\n    ]\n  }\n}\n',
    ],
    [
      "the line ends of Windows",
      '{\r\n  "a": 1\r\n}\r\n',
      '{\r\n  "a": 1,\r\n  "hooks": {\r\n    "Stop": [\r\n      1\r\n    ]\r\n  }\r\n}\r\n',
    ],
  ])("in %s", (_, before, after) => {
    expect(addItem(before, ["hooks", "Stop"], 1)).toBe(after);
  });

  it.each([
    ["half a file", '{"a":', /line 1/],
    ["a list instead of an object", "[]", /^it holds no object: { … }$/],
    ["something else in the list's place", '{"hooks":{"Stop":"no"}}', /hooks\.Stop/],
    ["something else on the way", '{"hooks":[1]}', /^"hooks" should be an object/],
  ])("refuses %s", (_, text, reason) => {
    expect(() => addItem(text, ["hooks", "Stop"], 1)).toThrow(reason);
  });
});

describe("setting a value", () => {
  it.each([
    ['{\n  "observer": { "model": "auto" } // who\n}\n', '{\n  "observer": { "model": "none" } // who\n}\n'],
    ['{\n  "mode": "shadow"\n}\n', '{\n  "mode": "shadow",\n  "observer": {\n    "model": "none"\n  }\n}\n'],
  ])("leaves the rest of %j alone", (before, after) => {
    expect(setValue(before, ["observer", "model"], "none")).toBe(after);
  });
});

describe("taking out what is ours", () => {
  it.each([
    [
      "with its list and its object",
      '{\n  "a": 1,\n  "hooks": {\n    "Stop": [{"command":"cox-hook x"}]\n  }\n}',
      { a: 1 },
    ],
    [
      "and leaves other entries of the list",
      '{"hooks":{"Stop":[{"command":"mine"},{"command":"cox-hook x"},{"command":"yours"}]}}',
      { hooks: { Stop: [{ command: "mine" }, { command: "yours" }] } },
    ],
    ["and other events", '{"hooks":{"Stop":[{"command":"cox-hook"}],"Start":[1]}}', { hooks: { Start: [1] } }],
    [
      "and leaves somebody else's that stands in the same entry",
      '{"hooks":{"Stop":[{"hooks":[{"command":"cox-hook x"},{"command":"yours"}]}],"Start":[{"hooks":[{"command":"cox-hook x"}]}]}}',
      { hooks: { Stop: [{ hooks: [{ command: "yours" }] }] } },
    ],
    [
      "and leaves what starts no program",
      '{"hooks":{"Stop":[null,"cox-hook",{"hooks":[]},{"command":"cox-hook x"}]}}',
      { hooks: { Stop: [null, "cox-hook", { hooks: [] }] } },
    ],
    [
      "from the last of two with one name, which is the one that counts",
      '{"hooks":{"Stop":[1]},"hooks":{"Stop":[{"command":"cox-hook x"},2]}}',
      { hooks: { Stop: [2] } },
    ],
    ["where there is nothing of it", '{"hooks":{"Stop":[1]}}', { hooks: { Stop: [1] } }],
    ["where there are no hooks", '{"a":1}', { a: 1 }],
  ])("%s", (_, text, left) => {
    expect(read(removeItems(text, ["hooks"], isOurEntry))).toEqual(left);
  });

  const OURS_IN_A_LINE = '{"command":"cox-hook"}';
  it.each([
    ["behind the entry before", "[\n  1, // one\n  OURS\n]", "[\n  1 // one\n]"],
    ["behind the entry before, at the end of the line", "[1, // one\n  OURS]", "[1 // one\n  ]"],
    ["behind the entry before, where a comma ends the list", "[\n  1, // a, b\n  OURS,\n]", "[\n  1, // a, b\n]"],
    ["above the entry after", "[\n  OURS,\n  // two\n  2\n]", "[\n  // two\n  2\n]"],
    ["between it and its comma", "[\n  OURS /* a, b */,\n  2\n]", "[\n  /* a, b */\n  2\n]"],
    ["behind it, where nothing comes after", "[\n  1,\n  OURS // mine\n]", "[\n  1 // mine\n]"],
    ["above it, alone", "[\n  // none yet\n  OURS\n]", "[\n  // none yet\n]"],
    ["below it, alone", "[\n  OURS,\n  /* none, yet */\n]", "[\n  /* none, yet */\n]"],
  ])("keeps a comment that stands %s", (_, before, after) => {
    const file = (list: string) => `{ "hooks": { "Stop": ${list} } }`;
    const text = file(before.replace("OURS", OURS_IN_A_LINE));
    expect(removeItems(text, ["hooks"], isOurEntry)).toBe(file(after));
  });
});

const scalar = fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constant(null));
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 3 }),
  ),
})).value;

it("adds and takes out again in any settings, and changes nothing else", () => {
  const settings = fc.record({
    rest: fc.dictionary(
      fc.string().filter((key) => key !== "hooks" && key !== "__proto__"),
      tree,
      { maxKeys: 4 },
    ),
    hooks: fc.option(
      fc.record({ Stop: fc.option(fc.array(tree, { maxLength: 3 }), { nil: undefined }), Start: fc.constant([1]) }),
      { nil: undefined },
    ),
    indent: fc.constantFrom(undefined, 1, 2, 4, "\t"),
  });
  fc.assert(
    fc.property(settings, ({ rest, hooks, indent }) => {
      const value = { ...rest, ...(hooks ? { hooks } : {}) };
      const text = JSON.stringify(value, undefined, indent);
      const before: unknown = JSON.parse(text);
      const added = addItem(text, ["hooks", "Stop"], OURS);
      const expected = structuredClone(before) as { hooks?: { Stop?: unknown[] } };
      expected.hooks = { ...expected.hooks, Stop: [...(expected.hooks?.Stop ?? []), OURS] };
      expect(read(added)).toEqual(expected);
      const removed = read(removeItems(added, ["hooks"], (item) => JSON.stringify(item) === JSON.stringify(OURS)));
      const empty = hooks?.Stop?.length === 0 ? withoutStop(before) : before;
      expect(removed).toEqual(empty);
    }),
    { numRuns: 200 },
  );
});

/** A list that was empty before goes as well: nobody can tell whose it was. */
function withoutStop(value: unknown): unknown {
  const { hooks, ...rest } = value as { hooks: { Stop?: unknown; Start?: unknown } };
  const { Stop: _, ...others } = hooks;
  return { ...rest, hooks: others };
}
