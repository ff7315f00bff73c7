import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DOCUMENT_FILE, renderDocument, renderSchema, SCHEMA_FILE } from "../scripts/emit-schema.ts";

it("schema/coxswain.schema.json is what npm run schema writes", () => {
  expect(readFileSync(SCHEMA_FILE, "utf8")).toBe(renderSchema());
});

it("docs/configuration.md holds the table that npm run schema writes", () => {
  const document = readFileSync(DOCUMENT_FILE, "utf8");
  expect(document).toBe(renderDocument(document));
});
