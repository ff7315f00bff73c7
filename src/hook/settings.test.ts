import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { beforeEach, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { configForWatching, loadConfig, type Variables } from "../config.ts";
import { beganAt, settingsFor } from "./settings.ts";

let root: string;
beforeEach(() => {
  root = temporaryDirectory();
  mkdirSync(join(root, "project", ".git"), { recursive: true });
  mkdirSync(join(root, "project", "src"));
  mkdirSync(join(root, ".config", "coxswain"), { recursive: true });
});

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
  [
    "the project's file",
    () => writeFileSync(join(root, "project/.coxswain.json"), '{ "privacy": { "emails": true } }'),
  ],
])("holds what reading the settings gives where there is %s", async (_, set) => {
  const env: Record<string, string> = { HOME: root };
  set(env);
  expect(settingsFor(join(root, "project", "src"), env)).toEqual(read(env));
});

it("is not silenced by what the agent writes or commits in its session, but by what was there before", async () => {
  const project = join(root, "project");
  const env = { HOME: root, PATH: process.env["PATH"] };
  const transcript = join(root, "session.jsonl");
  const mode = async (path = transcript) => settingsFor(project, env, { transcript: path }).mode;
  const say = (words: string) => writeFileSync(join(project, ".coxswain.json"), JSON.stringify({ mode: words }));
  const commit = (sinceNowMs: number) => {
    const date = { GIT_COMMITTER_DATE: new Date(Date.now() + sinceNowMs).toISOString() };
    const person = ["-c", "user.name=t", "-c", "user.email=t@t"];
    execFileSync("git", ["init", "-q"], { cwd: project, env });
    execFileSync("git", ["add", "-A"], { cwd: project, env });
    execFileSync("git", [...person, "commit", "-qm", "x"], { cwd: project, env: { ...env, ...date } });
  };
  writeFileSync(join(project, "a.txt"), "");
  commit(-7_200_000);
  writeFileSync(transcript, "");
  say("off");
  expect(await mode()).toBe("end-turn");
  commit(3_600_000);
  expect(await mode()).toBe("end-turn");
  expect(await mode(`${transcript}#one-of-many`)).toBe("end-turn");
  rmSync(join(project, ".git"), { recursive: true });
  commit(-3_600_000);
  expect(await mode()).toBe("off");
  say("end-turn");
  expect(await mode()).toBe("off");
});

it("takes a session for as old as its file, and for a day old where that is older or nobody can say", () => {
  const transcript = join(root, "session.jsonl");
  writeFileSync(transcript, "");
  symlinkSync("endless", join(root, "endless"));
  const hour = 3_600_000;
  const now = Date.now();
  const ageAt = (later: number, path?: string) => (now + later - beganAt(path, now + later).getTime()) / hour;
  expect(ageAt(5 * hour, transcript)).toBeCloseTo(5, 1);
  expect(ageAt(72 * hour, transcript)).toBe(24);
  const unknown = [
    undefined,
    `${transcript}#1`,
    join(root, "endless"),
    join(root, "a\0b"),
    join(root, "x".repeat(5000)),
  ];
  expect(unknown.map((path) => ageAt(0, path))).toEqual([24, 24, 24, 24, 24]);
});
