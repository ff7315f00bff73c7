import fc from "fast-check";

/** Lines as a hostile or broken writer might leave them: real ones damaged, real keys with anything in them, and noise. */
export function mutatedLines(lines: readonly string[]): fc.Arbitrary<Buffer> {
  const real = fc.constantFrom(...lines).map((line) => Buffer.from(line, "latin1"));
  return fc.oneof(
    { weight: 2, arbitrary: real },
    { weight: 3, arbitrary: fc.tuple(real, fc.nat(), fc.uint8Array({ maxLength: 8 }), fc.nat(20)).map(splice) },
    { weight: 5, arbitrary: mutatedObjects(lines) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))) },
  );
}

/** Whole JSON objects near the real ones: a value replaced, a foreign part grafted in, the keys in another order. */
export function mutatedObjects(lines: readonly string[]): fc.Arbitrary<Buffer> {
  const objects = lines.flatMap((line) => {
    try {
      const value: unknown = JSON.parse(Buffer.from(line, "latin1").toString("utf8"));
      return typeof value === "object" && value !== null && !Array.isArray(value) ? [value] : [];
    } catch {
      return [];
    }
  });
  const object = fc.constantFrom(...objects);
  return fc
    .tuple(
      object,
      fc.nat(),
      fc.oneof(anything, object),
      fc.constantFrom("none", "replace", "graft"),
      fc.boolean(),
      fc.nat(),
    )
    .map(([base, place, value, change, shuffle, seed]) => {
      const copy = change === "none" ? base : changed(base, place, value, change === "graft");
      return Buffer.from(JSON.stringify(shuffle ? reordered(copy, seed) : copy));
    });
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    "",
    "<system-reminder>",
    "<command-message>",
    "[Request interrupted by user]",
    "Exit code 99999999999",
  ),
  fc.constantFrom<unknown>(-1, 1e308, true, [[]], [null], { type: "text" }, { type: "tool_result", tool_use_id: "x" }),
  fc.constantFrom<unknown>(
    { type: "date" },
    { type: "progress", data: {} },
    { type: "queued_command", prompt: "go on" },
  ),
);

/** Cuts bytes out at a place and puts others in. */
function splice([line, place, inserted, removed]: [Buffer, number, Uint8Array, number]): Buffer {
  const at = line.length === 0 ? 0 : place % line.length;
  return Buffer.concat([line.subarray(0, at), inserted, line.subarray(Math.min(at + removed, line.length))]);
}

/** Puts a value in one place of an object, however deep: instead of what is there, or beside it under a telling key. */
function changed(object: object, place: number, value: unknown, graft: boolean): object {
  const copy = structuredClone(object);
  const places: [object, string][] = [];
  visit(copy, (holder, key) => places.push([holder, key]));
  const [deep, key] = places[place % Math.max(places.length, 1)] ?? [copy, "type"];
  const holder = graft && place % 2 === 0 ? copy : deep;
  const name = graft && !Array.isArray(holder) ? TELLING_KEYS[place % TELLING_KEYS.length]! : key;
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

const TELLING_KEYS = [
  "type",
  "toolUseResult",
  "attachment",
  "subtype",
  "isMeta",
  "isSidechain",
  "message",
  "a\\",
  'b"',
];

function reordered(object: object, seed: number): object {
  const entries = Object.entries(object);
  return Object.fromEntries(entries.toSorted(([a], [b]) => mix(a, seed) - mix(b, seed)));
}

function mix(text: string, seed: number): number {
  let value = Math.imul(seed + 1, 0x9e3779b1);
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x85ebca6b);
    value ^= value >>> 13;
  }
  return value;
}

function visit(value: unknown, found: (holder: object, key: string) => void): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    found(value, key);
    visit(inner, found);
  }
}
