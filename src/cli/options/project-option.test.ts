import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { projectOption } from "./project-option.ts";

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(join(home, "real", "app"), { recursive: true });
});

const holds = (project: string, ...cwd: string[]) => projectOption(project, { cwd: home }).holds(join(home, ...cwd));

it("holds a directory and what is below, and no other that begins alike", () => {
  expect([holds("real", "real"), holds("real/", "real", "app"), holds("real", "really")]).toEqual([true, true, false]);
  expect(holds("real/app", "real")).toBe(false);
  expect(projectOption("/home/ann", { cwd: home }).holds("C:\\Users\\ann")).toBe(false);
});

it("is a directory, and none below", () => {
  const { is } = projectOption("real", { cwd: home });
  expect([is(join(home, "real")), is(`${join(home, "real")}/`), is(join(home, "real", "app"))]).toEqual([
    true,
    true,
    false,
  ]);
});

it.skipIf(process.platform === "win32")("holds a place by each of its names, however it was recorded", () => {
  symlinkSync(join(home, "real"), join(home, "link"));
  expect(holds("link", "real", "app")).toBe(true);
  expect(holds("real", "link", "app")).toBe(true);
  expect(holds("real/app", "link", "app")).toBe(true);
  rmSync(join(home, "real", "app"), { recursive: true });
  expect(holds("real/app", "link", "app")).toBe(true);
  expect(holds("link/app", "real", "app", "deeper")).toBe(true);
});
