import { expect, test } from "vitest";
import { isOutside, placedPath } from "./paths.ts";

test.each([
  ["/repo/src/a.ts", "/repo", "src/a.ts"],
  ["src/a.ts", "/repo", "src/a.ts"],
  ["./src/../src/a.ts", "/repo/", "src/a.ts"],
  ["/repo", "/repo", "."],
  ["/src/a.ts", "/", "src/a.ts"],
  ["/repo-web/a.ts", "/repo", "/repo-web/a.ts"],
  ["../web/a.ts", "/repos/api", "/repos/web/a.ts"],
  ["~/notes/a.ts", "/repo", "~/notes/a.ts"],
  ["C:\\repo\\src\\a.ts", "c:\\repo", "src/a.ts"],
  ["src\\a.ts", "C:\\repo", "src/a.ts"],
  ["src/a.ts", "C:/repo", "src/a.ts"],
  ["/repo/src/a.ts", undefined, "/repo/src/a.ts"],
])("%s in %s is %s", (path, workspace, placed) => {
  expect(placedPath(path, workspace)).toBe(placed);
});

test("what lies outside the workspace is known by its spelling, where there is a workspace", () => {
  expect(["src/a.ts", "/srv/a.py", "~/a.ts", "D:/a.ts"].map((path) => isOutside(path, "/repo"))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(isOutside("/srv/a.py", undefined)).toBe(false);
});
