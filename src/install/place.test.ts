import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { loadConfig } from "../config.ts";
import { passing } from "./host-install.ts";
import { dependingProject, type PlaceRequest } from "./place.ts";

/** A package at this path below the directory, and a package.json where one is said to be. */
function installed(path: string, manifestIn: string | undefined): string {
  const home = temporaryDirectory();
  mkdirSync(join(home, path), { recursive: true });
  if (manifestIn !== undefined) writeFileSync(join(home, manifestIn, "package.json"), "{}");
  return home;
}

it.each([
  ["npm in a project", "app/node_modules/coxswain", "app", "app"],
  ["pnpm in a project", "app/node_modules/.pnpm/coxswain@1.0.0/node_modules/coxswain", "app", "app"],
  ["npm for all projects", "lib/node_modules/coxswain", undefined, undefined],
  ["pnpm for all projects", "pnpm/global/5/node_modules/coxswain", "pnpm/global/5", undefined],
  ["bun for all projects", ".bun/install/global/node_modules/coxswain", ".bun/install/global", undefined],
  ["a checkout", "src/coxswain", "src/coxswain", undefined],
])("knows whether the hook ends with a project's packages: %s", (_, path, manifestIn, project) => {
  const home = installed(path, manifestIn);
  expect(dependingProject(join(home, path))).toBe(project === undefined ? undefined : join(home, project));
});

it("warns of a program that lies in a project as it does of one in npx's cache", () => {
  const home = installed("app/node_modules/coxswain", "app");
  const { config } = loadConfig({ cwd: home, env: { HOME: home } });
  const request: PlaceRequest = {
    scope: "user",
    home,
    project: home,
    env: {},
    config,
    state: home,
    root: join(home, "app/node_modules/coxswain"),
    node: "/usr/bin/node",
    platform: "linux",
  };
  const told = `The hook ends with the packages of ${join(home, "app")}, where this program lies: npm install -g coxswain keeps it.`;
  expect(passing(request)).toEqual([told]);
  const cache = join(home, "_npx/1a2b/node_modules/coxswain");
  expect(passing({ ...request, root: cache }).join("\n")).toContain("npx's cache");
  // What others share starts the program by its name.
  expect(passing({ ...request, scope: "project" })).toEqual([]);
});
