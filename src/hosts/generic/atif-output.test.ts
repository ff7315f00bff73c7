import fc from "fast-check";
import { expect, it } from "vitest";
import { pythonTexts } from "./atif-output.ts";

it.each<[printed: string, texts: string[] | undefined]>([
  ["[]", []],
  ["[{'type': 'input_text', 'text': 'a'}]", ["a"]],
  ["[{'type': 'input_text', 'text': 'a\\n'}, {'type': 'input_text', 'text': \"it's\"}]", ["a\n", "it's"]],
  ["[{'text': 'a \\\\ b \\'c\\' \\x1b \\u2714 \\U0001f600 \\t'}]", ["a \\ b 'c' \u001b ✔ 😀 \t"]],
  ["[{'type': 'input_image', 'detail': None, 'width': 9, 'image_url': 'data:x'}]", []],
  ["[{'text': 'a'", undefined],
  ["[{'text': 'a}]", undefined],
  ["[{'text': ['a']}]", undefined],
  ["[{'text': 'a'}] and more", undefined],
  ["['a']", undefined],
  ["{'text': 'a'}", undefined],
])("of %s the texts", (printed, texts) => {
  expect(pythonTexts(printed)).toEqual(texts);
});

it("never throws", () => {
  const pieces = fc.constantFrom("[", "]", "{", "}", "'", '"', "\\", "\\x1", "\\U0011ffff", ": ", ", ", "'text'", "a");
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      expect([undefined, true]).toContain(pythonTexts(`[{'text': '${parts.join("")}`)?.every((text) => text !== null));
    }),
    { numRuns: 500 },
  );
});
