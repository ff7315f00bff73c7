import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { configForWatching, loadConfig, type Variables } from "../config.ts";
import { settingsFor } from "./settings.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "cox-settings-")));
  mkdirSync(join(root, "project", ".git"), { recursive: true });
  mkdirSync(join(root, "project", "src"));
  mkdirSync(join(root, ".config", "coxswain"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (env: Variables) =>
  configForWatching(loadConfig({ cwd: join(root, "project", "src"), env, home: root, tolerant: true }));

it.each<[string, (env: Record<string, string>) => void]>([
  ["nothing", () => undefined],
  ["another place for what is remembered", (env) => (env["XDG_STATE_HOME"] = join(root, "state"))],
  ["a variable", (env) => (env["COX_MODE"] = "shadow")],
  ["a variable that nobody knows", (env) => (env["COX_NONSENSE"] = "1")],
  ["the person's file", () => writeFileSync(join(root, ".config/coxswain/config.json"), '{ "mode": "off" }')],
  ["a person's file that cannot be read", () => writeFileSync(join(root, ".config/coxswain/config.json"), "{")],
  [
    "a person's file that cannot be looked at",
    () => symlinkSync("config.json", join(root, ".config/coxswain/config.json")),
  ],
  [
    "a project's file that cannot be looked at",
    () => symlinkSync(".coxswain.json", join(root, "project/.coxswain.json")),
  ],
  ["the project's file", () => writeFileSync(join(root, "project/.coxswain.json"), '{ "gate": { "minEdits": 3 } }')],
])("holds what reading the settings gives where there is %s", async (_, set) => {
  const env: Record<string, string> = { HOME: root };
  set(env);
  expect(await settingsFor(join(root, "project", "src"), env)).toEqual(read(env));
});
