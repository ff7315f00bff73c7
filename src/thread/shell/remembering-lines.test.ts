import { expect, it } from "vitest";
import { rememberingLines } from "./parse-command-line.ts";

it("asks once for a line, and again when more lines or characters came in between than it holds", () => {
  const asked: string[] = [];
  const lengthOf = rememberingLines((line) => {
    asked.push(line);
    return line.length;
  });
  expect([lengthOf("ls"), lengthOf("ls"), asked]).toEqual([2, 2, ["ls"]]);
  for (const between of [Array.from({ length: 512 }, (_, index) => `ls ${index}`), ["x".repeat(500_000)]]) {
    for (const line of between) lengthOf(line);
    asked.length = 0;
    lengthOf("ls");
    expect(asked).toEqual(["ls"]);
  }
});

it("asks again in another context", () => {
  const full = rememberingLines((path, folder: string) => `${folder}/${path}`);
  expect([full("a", "/x"), full("a", "/y"), full("a", "/x")]).toEqual(["/x/a", "/y/a", "/x/a"]);
});
