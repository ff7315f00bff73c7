import { expect, it } from "vitest";
import { contextFiles } from "./parts.ts";

const file = (path: string, content: string) =>
  `--- Context from: ${path} ---\n${content}\n--- End of Context from: ${path} ---`;

it("finds every guidance file that hangs on an answer", () => {
  const files = contextFiles(
    `done\n\n${file("GEMINI.md", "Be short.")}\n\n${file("web/GEMINI.md", "Use tabs.\n\nNo pnpm.")}`,
  );
  expect(files).toMatchObject([
    { path: "GEMINI.md", content: "Be short." },
    { path: "web/GEMINI.md", content: "Use tabs.\n\nNo pnpm." },
  ]);
});

it.each([
  ["the same file", () => "a"],
  ["many files", (index: number) => `a${index}`],
])("is not held up by headings of %s without an end", (_, name) => {
  const text = Array.from({ length: 40_000 }, (_each, index) => `--- Context from: ${name(index)} ---\n`).join("");
  const before = process.cpuUsage();
  expect(contextFiles(text)).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1_000);
});
