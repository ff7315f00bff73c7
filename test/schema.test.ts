import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderPage, renderSchema, SCHEMA_FILE, TABLES } from "../scripts/emit-schema.ts";

it("schema/coxswain.schema.json is what npm run schema writes", () => {
  expect(readFileSync(SCHEMA_FILE, "utf8")).toBe(renderSchema());
});

it.each(TABLES)("the page with the table of $name holds the one that npm run schema writes", (table) => {
  const page = readFileSync(table.file, "utf8");
  expect(page).toBe(renderPage(page, table));
});
