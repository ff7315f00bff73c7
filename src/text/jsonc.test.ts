import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonNode, parseJsonc, valueOf } from "./jsonc.ts";

describe("parseJsonc", () => {
  it("reads what JSON.parse reads, to the same value", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.boolean(), (text, spread) => {
        const source = spread ? JSON.stringify(JSON.parse(text), null, 2) : text;
        expect(valueOf(node(source))).toEqual(JSON.parse(source));
      }),
    );
  });

  it("reads the same with comments and trailing commas in every place they may stand", () => {
    const blank = fc.constantFrom("", " ", "\n", '// , } ] " \n', '/* " , } */', "/**/", "\t/* a\n b */\r\n");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(blank), (value, blanks) => {
        const next = () => blanks.next().value ?? "";
        expect(valueOf(node(write(value, next)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("reads JSON5 only where it is told to", () => {
    const text = String.raw`{ bare: 'it\'s "so"', $x1: "a\"b\x41\
c", 'q': [+1, .5, 0x10, -2., Infinity], /* b */ last: null, }`;
    const told = parseJsonc(text.replace("\\\n", ""), "JSON5");
    expect("node" in told && valueOf(told.node)).toEqual({
      bare: 'it\'s "so"',
      $x1: 'a"bAc',
      q: [1, 0.5, 16, -2, Infinity],
      last: null,
    });
    expect(parseJsonc(text)).toMatchObject({ fault: { line: 1 } });
    expect(parseJsonc("{ bare words: 1 }", "JSON5")).toMatchObject({
      fault: { message: 'expected ":" after the key' },
    });
  });

  it("refuses what JSON.parse refuses, apart from comments and trailing commas", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ":",
      '"a"',
      '"',
      "1",
      "-",
      "01",
      "1.",
      "tru",
      "null",
      "\\",
      "'",
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.join("");
        expect("node" in parseJsonc(text)).toBe(isJson(text) || text.trim() === "");
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"a": 1,\n "b" 2}', 2, 6, 'expected ":" after the key'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected "," or "}"'],
    ["[1, 2", 1, 6, 'expected "," or "]"'],
    ["{a: 1}", 1, 2, 'expected a key in double quotes or "}"'],
    ['{"a": }', 1, 7, "expected a value"],
    ['{"a": 01}', 1, 8, 'expected "," or "}"'],
    ['{"a": "b\n"}', 1, 7, "a string does not end on its line"],
    ['{"a": "\\x"}', 1, 7, "a string holds an escape that JSON does not know"],
    ["{} {}", 1, 4, "expected the end of the file"],
    ["/* a\n\n{}", 1, 1, 'a comment does not end: "*/" is missing'],
    ["[,]", 1, 2, "expected a value"],
    ["{\n/* two\nlines */\n// one\n x}", 5, 2, 'expected a key in double quotes or "}"'],
  ])("points at the place of the fault in %j", (text, line, column, message) => {
    expect(parseJsonc(text)).toEqual({ fault: { line, column, message } });
  });

  it("knows the line of every key, behind comments and in nested objects", () => {
    const root = node(
      '// top\n{\n  /* x\n  y */ "a": {\n    "b": 1, // here\n    "c": [\n 2],\n  },\r\n  "d": null,\n}\n',
    );
    expect(lines(root)).toEqual({ a: 4, "a.b": 5, "a.c": 6, d: 9 });
  });

  it("takes an empty file, and one of comments only, as an empty object", () => {
    expect(valueOf(node(""))).toEqual({});
    expect(valueOf(node("\uFEFF // nothing yet\n"))).toEqual({});
  });

  it("gives up on a hostile depth instead of overflowing the stack", () => {
    const parsed = parseJsonc("[".repeat(500_000));
    expect(parsed).toMatchObject({ fault: { message: "nested more than 100 deep" } });
  });

  it("keeps __proto__ an ordinary key", () => {
    const value = valueOf(node('{"__proto__": {"polluted": true}}'));
    expect(Object.keys(Object(value))).toEqual(["__proto__"]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

function node(text: string): JsonNode {
  const parsed = parseJsonc(text);
  if ("fault" in parsed) throw new Error(JSON.stringify(parsed.fault));
  return parsed.node;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function write(value: unknown, blank: () => string): string {
  if (Array.isArray(value))
    return `${blank()}[${members(
      value.map((item: unknown) => write(item, blank)),
      blank,
    )}]${blank()}`;
  if (typeof value !== "object" || value === null) return `${blank()}${JSON.stringify(value)}${blank()}`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${blank()}${JSON.stringify(key)}${blank()}:${write(item, blank)}`,
  );
  return `${blank()}{${members(entries, blank)}}${blank()}`;
}

function members(items: string[], blank: () => string): string {
  const trailing = items.length > 0 && blank().length % 2 === 1 ? "," : "";
  return items.join(",") + trailing + blank();
}

function lines(root: JsonNode, prefix = ""): Record<string, number> {
  if (root.type !== "object") return {};
  return Object.assign(
    {},
    ...root.entries.map((entry) => ({
      [prefix + entry.key]: entry.line,
      ...lines(entry.node, `${prefix}${entry.key}.`),
    })),
  ) as Record<string, number>;
}
