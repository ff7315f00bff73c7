import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { allowsStrict, jsonSchemaOf } from "./arguments.ts";

describe("the JSON schema of a tool", () => {
  it("holds no dialect and no bounds that say nothing", () => {
    expect(jsonSchemaOf(z.object({ steps: z.array(z.int()), page: z.int().check(z.minimum(1)) }))).toEqual({
      type: "object",
      properties: {
        steps: { type: "array", items: { type: "integer" } },
        page: { type: "integer", minimum: 1 },
      },
      required: ["steps", "page"],
      additionalProperties: false,
    });
  });

  it.each([
    ["required properties only", z.object({ a: z.string(), b: z.nullable(z.number()) }), true],
    ["an optional property", z.object({ a: z.optional(z.string()) }), false],
    ["an optional property further down", z.object({ a: z.array(z.object({ b: z.optional(z.string()) })) }), false],
    ["an open object", z.looseObject({ a: z.string() }), false],
    ["a record", z.object({ a: z.record(z.string(), z.string()) }), false],
    ["a property named required", z.object({ required: z.string() }), true],
  ])("with %s allows strict mode or not", (_what, schema, strict) => {
    expect(allowsStrict(jsonSchemaOf(schema))).toBe(strict);
  });
});
