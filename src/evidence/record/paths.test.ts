import { expect, test } from "vitest";
import { isAt, isOutside, placedPath, placesIn } from "./paths.ts";

test.each([
  ["/repo/src/a.ts", "/repo", "src/a.ts"],
  ["src/a.ts", "/repo", "src/a.ts"],
  ["./src/../src/a.ts", "/repo/", "src/a.ts"],
  ["/repo", "/repo", "."],
  ["/src/a.ts", "/", "src/a.ts"],
  ["/repo-web/a.ts", "/repo", "/repo-web/a.ts"],
  ["/private/tmp/shop/src/a.ts", "/tmp/shop", "src/a.ts"],
  ["/tmp/shop/src/a.ts", "/private/tmp/shop", "src/a.ts"],
  ["/private/tmp/shop", "/tmp/shop", "."],
  ["/private/srv/a.ts", "/repo", "/private/srv/a.ts"],
  ["../web/a.ts", "/repos/api", "/repos/web/a.ts"],
  ["~/notes/a.ts", "/repo", "~/notes/a.ts"],
  ["C:\\repo\\src\\a.ts", "c:\\repo", "src/a.ts"],
  ["src\\a.ts", "C:\\repo", "src/a.ts"],
  ["src/a.ts", "C:/repo", "src/a.ts"],
  ["c:\\Users\\ME\\Repo\\src\\a.ts", "C:\\users\\me\\repo", "src/a.ts"],
  ["/c/Users/me/repo/src/a.ts", "C:\\Users\\me\\repo", "src/a.ts"],
  ["/mnt/c/Users/me/repo/src/a.ts", "C:\\Users\\me\\repo", "src/a.ts"],
  ["/d/repo/src/a.ts", "C:\\repo", "D:/repo/src/a.ts"],
  ["/c/repo/src/a.ts", "/repo", "/c/repo/src/a.ts"],
  ["/Users/me/code/shop/a.ts", "/Users/me/Code/Shop", "a.ts"],
  ["/Users/me/SHOP", "/Users/me/shop", "."],
  ["C:\\Users\\me\\shop", "C:/Users/ME/shop", "."],
  ["/Users/me/shopping/a.ts", "/Users/me/SHOP", "/Users/me/shopping/a.ts"],
  ["/Users/i\u0307/x/a.ts", "/Users/\u0130/x", "/Users/i\u0307/x/a.ts"],
  ["/Users/\u0130/x/a.ts", "/Users/i\u0307/x", "/Users/\u0130/x/a.ts"],
  ["/home/me/code/shop/a.ts", "/home/me/Code/Shop", "/home/me/code/shop/a.ts"],
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

test.each<[string, string[]]>([
  ["Don't touch `src/a.ts` or the Makefile.", ["src/a.ts", "Makefile"]],
  ["not .env, .env.example or config/.env.production", [".env", ".env.example", "config/.env.production"]],
  ["Leave infra/prod/ and `src/legacy/**` alone", ["infra/prod/", "src/legacy/"]],
  ["the endpoint `/api/users/`, https://a.io/b/ and and/or", []],
  ["Makefile.am, a Dockerfile-like thing", []],
  ["Don't touch src\\api.ts, src\\gen\\ or C:\\repo\\Makefile.", ["src/api.ts", "src/gen/", "C:/repo/Makefile"]],
])("%s names %j", (text, places) => {
  expect(placesIn(text)).toEqual(places);
});

test("a file is at a place when it is that file or lies in that folder", () => {
  expect(isAt("src/legacy/a.ts", "src/legacy/")).toBe(true);
  expect(isAt("src/legacy/a.ts", "./src/")).toBe(true);
  expect(isAt("web/src/legacy/a.ts", "src/legacy/")).toBe(false);
  expect(isAt("web/Makefile", "Makefile")).toBe(true);
  expect(isAt(".env.example", ".env")).toBe(false);
});
