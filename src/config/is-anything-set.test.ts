import { expect, it } from "vitest";
import { isAnythingSet } from "./is-anything-set.ts";

it.each([
  [{}, false],
  [{ COX_RUN: "a mark of ours on what we started", COX_CORPUS: "/corpus" }, false],
  [{ COX_MODE: "off" }, true],
])("tells our own marks from settings: %j", (env, expected) => {
  const files = { read: () => undefined, exists: () => false, realPath: (path: string) => path };
  expect(isAnythingSet({ cwd: "/", env, directories: {} }, files, "linux")).toBe(expected);
});
