import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const TEXT = ["ink", "soft", "accent", "good", "warn", "bad", "focus"];
/** What words stand on; on what is no plain ground, only those that do. */
const GROUNDS = ["paper", "card", "code", "accent-soft"];
const PAIRS = [
  ...TEXT.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...["good", "warn", "bad"].map((kind) => [kind, `${kind}-soft`] as const),
  ...["ink", "soft", "focus"].map((text) => [text, "bad-soft"] as const),
  ["ink", "mark"] as const,
  ["card", "accent"] as const,
];

it.each([
  ["light", coloursIn("./base.css", /--([\w-]+): light-dark\((#\w{6}), #\w{6}\)/g)],
  ["dark", coloursIn("./base.css", /--([\w-]+): light-dark\(#\w{6}, (#\w{6})\)/g)],
  ["printed", coloursIn("../../audit/page/print.css", /--([\w-]+): (#\w{6});/g)],
])("has words that can be read on what they stand on: %s", (_, colours) => {
  const pale = PAIRS.map(([text, ground]) => [text, ground, contrast(colours.get(text), colours.get(ground))] as const);
  expect(pale.filter(([, , ratio]) => !(ratio >= 4.5))).toEqual([]);
});

function coloursIn(file: string, form: RegExp): Map<string, string> {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return new Map([...text.matchAll(form)].map(([, name = "", colour = ""]) => [name, colour]));
}

/** As WCAG counts it. A colour that is not there has none. */
function contrast(one = "", other = ""): number {
  const [dark = NaN, light = NaN] = [lightOf(one), lightOf(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

function lightOf(colour: string): number {
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
