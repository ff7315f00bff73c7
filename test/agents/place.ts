import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { inject } from "vitest";
import { writeFiles } from "../support/write-files.ts";
import type { Place, Settings } from "./program.ts";
import { stopAllOf } from "./processes.ts";

/** What the task is about: a tiny project whose tests pass. */
const PROJECT = {
  "package.json": '{\n  "name": "numbers",\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
  "sum.js": "export const sum = (list) => list.reduce((total, each) => total + each, 0);\n",
  "sum.test.js": `import assert from "node:assert";
import { test } from "node:test";
import { sum } from "./sum.js";

test("one and two", () => assert.equal(sum([1, 2]), 3));
`,
};

export function makePlace(program: { settings(place: Place): Settings }, url: string): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-agents-")));
  const place = { home: join(root, "home"), workspace: join(root, "numbers"), url };
  // What every home has.
  for (const path of ["tmp", ".config", ".local/state"]) mkdirSync(join(place.home, path), { recursive: true });
  linkCommands(join(root, "bin"), inject("packageDirectory"));
  writeFiles(place.workspace, PROJECT);
  execFileSync("git", ["init", "--quiet"], { cwd: place.workspace, env: baseEnvironment(place, []) });
  const { home = {}, workspace = {} } = program.settings(place);
  writeFiles(place.home, home);
  writeFiles(place.workspace, workspace);
  return place;
}

/** As `npm install --global` does: project settings name the command alone. */
function linkCommands(directory: string, packageDirectory: string): void {
  const manifest = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  mkdirSync(directory);
  for (const [name, file] of Object.entries(manifest.bin))
    symlinkSync(join(packageDirectory, file), join(directory, name));
}

export async function removePlace(place: Place): Promise<void> {
  await stopAllOf(place.home);
  rmSync(dirname(place.home), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Nothing of this machine's environment: no keys, no proxies, no settings. */
export function baseEnvironment(
  { home }: Pick<Place, "home">,
  commands: readonly string[],
  atScreen = false,
): Record<string, string> {
  const own = join(dirname(home), "bin");
  const directories = [...commands.map((command) => dirname(command)), own, dirname(process.execPath)];
  return {
    PATH: [...directories, "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
    HOME: home,
    USER: "dev",
    LOGNAME: "dev",
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    ...(atScreen ? {} : { TERM: "dumb", NO_COLOR: "1" }),
    TMPDIR: join(home, "tmp"),
    GIT_CONFIG_GLOBAL: join(home, ".gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    npm_config_update_notifier: "false",
    npm_config_cache: join(home, ".npm"),
  };
}
