import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { isAlive } from "../../test/support/is-alive.ts";
import { openSqliteStore } from "../store/sqlite.ts";

const CLAIM = "add is faster now. All tests pass.";
/** Fails while the file subtracts, and leaves a trace of having run. */
const TEST = "echo ran >> ../ran; grep -q 'a + b' add.js || { echo 'not ok 1 adds two numbers'; exit 1; }\n";

let place: HookPlace;
let project: string;
beforeEach(() => {
  place = new HookPlace();
  Object.assign(place.env, { PATH: process.env["PATH"] });
  project = join(place.root, "project");
  mkdirSync(project);
  write("add.js", "export const add = (a, b) => a + b;\n");
  write("test.sh", TEST);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: project });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  write("add.js", "export const add = (a, b) => a - b;\n");
});
afterEach(() => place.remove());

const write = (name: string, text: string) => writeFileSync(join(project, name), text);
const hasRun = () => existsSync(join(place.root, "ran"));
const settings = (change: object = {}, checks: object = {}) =>
  place.settings({ checks: { watched: [project], commands: { test: "sh test.sh" }, ...checks }, ...change });

/** A directory that holds the home is never one that somebody named, so that it lies elsewhere. */
function aroundIt(watched: readonly string[]): void {
  Object.assign(place.env, { HOME: `${place.root}-home` });
  settings({}, { watched });
}

/** Breaks the function, runs its own few tests, and says what the record cannot deny. */
function breaking(run: (session: ClaudeSession) => ClaudeSession = oneSuite): ClaudeSession {
  const session = new ClaudeSession({ cwd: project }).user("Make add faster.").read("add.js").read("test.sh");
  return run(session.edit("add.js", "a + b", "b + a").edit("add.js", "b + a", "a - b"));
}
const oneSuite = (session: ClaudeSession) => session.bash("sh suites/speed.sh", "ok");
const inContainer = (session: ClaudeSession) =>
  session.bash("docker compose exec app npx vitest run", " Test Files  1 passed (1)\n      Tests  12 passed (12)\n");

async function stopWith(session: ClaudeSession, closing = CLAIM): Promise<string | undefined> {
  place.write(session.say(closing).text());
  return place.stop(closing, { cwd: project });
}

describe("where the person named the directory", () => {
  it("runs the project's checks at the stop, and holds the agent's claim against them", async () => {
    settings();
    expect(await stopWith(breaking())).toMatch(/All tests pass.*sh test\.sh.* fails when I run it/);
    expect(await place.verdicts()).toMatchObject([
      { checks: [{ command: "sh test.sh", outcome: "failed", before: "passed", comparedWith: "commit" }] },
    ]);
    const trees = execFileSync("git", ["worktree", "list"], { cwd: project, encoding: "utf8" });
    expect(trees.trim().split("\n")).toHaveLength(1);
    expect(readFileSync(join(project, "add.js"), "utf8")).toContain("a - b");
  });

  it("knows the directory by another name, and runs them once where the end of the turn is written late", async () => {
    settings({}, { watched: [join(place.root, "nowhere"), `${project}/../project`] });
    const { transcript } = place.write(breaking().text());
    const whole = breaking().edit("add.js", "a - b", "(a - b)").say(CLAIM).text();
    const stopped = place.stop(CLAIM, { cwd: project });
    await vi.waitUntil(hasRun, { timeout: 10_000, interval: 10 });
    writeFileSync(transcript, whole);
    expect(await stopped).toContain("sh test.sh");
    expect(readFileSync(join(place.root, "ran"), "utf8")).toBe("ran\n");
  });

  it("runs none where a subagent stops", async () => {
    settings({ standDown: { ignore: ["subagent"] } });
    place.write(breaking().say(CLAIM).text());
    const agent = { agent_id: "a", agent_transcript_path: place.transcript };
    await place.stop(CLAIM, { cwd: project, hook_event_name: "SubagentStop", ...agent });
    expect(await place.verdicts()).toHaveLength(1);
    expect(hasRun()).toBe(false);
  });

  it("runs them in a repository that was named beside a directory around it", async () => {
    aroundIt([place.root, project]);
    await stopWith(breaking());
    expect(hasRun()).toBe(true);
  });

  it("runs them in a work tree of the same repository inside of it", async () => {
    settings();
    const tree = join(project, ".trees", "one");
    execFileSync("git", ["worktree", "add", "--quiet", tree], { cwd: project });
    writeFileSync(join(tree, "add.js"), "export const add = (a, b) => a - b;\n");
    const session = new ClaudeSession({ cwd: tree }).user("Make add faster.").work("../add").read("add.js");
    place.write(session.edit("add.js", "a + b", "a - b").say(CLAIM).text());
    expect(await place.stop(CLAIM, { cwd: tree })).toContain("sh test.sh");
  });

  it("knows files by where the agent works, and runs what is nearest to them", async () => {
    settings({}, { commands: {} });
    mkdirSync(join(project, "lib"));
    write("lib/package.json", '{ "scripts": { "test": "echo lib >> ~/ran" } }');
    write("package.json", '{ "scripts": { "test": "echo top >> ~/ran" } }');
    const session = new ClaudeSession({ cwd: join(project, "lib") }).user("Make add faster.").work("add");
    place.write(session.bash("ls", "add.ts").say(CLAIM).text());
    await place.stop(CLAIM, { cwd: join(project, "lib") });
    expect(readFileSync(join(place.root, "ran"), "utf8")).toBe("lib\n");
  });

  it("runs first what the agent says of it", async () => {
    settings({}, { commands: { lint: "sh lint.sh", test: "sh test.sh" } });
    write("lint.sh", "echo lint >> ../ran\n");
    await stopWith(breaking());
    expect(readFileSync(join(place.root, "ran"), "utf8")).toBe("ran\nlint\n");
  });

  it("keeps no secret of what a check printed or is called with", async () => {
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    settings({}, { commands: { test: `sh test.sh ${token}` } });
    write("test.sh", `echo "sh: no such program ${token}"; exit 127\n`);
    await stopWith(breaking());
    const [verdict] = await place.verdicts();
    expect(verdict).toMatchObject({ checks: [{ reason: expect.stringContaining("[redacted:") }] });
    expect(JSON.stringify(verdict)).not.toContain(token);
  });

  it("takes what fails only where it lies for no proof", async () => {
    settings();
    write(".gitignore", ".env\n");
    write(".env", "");
    write("test.sh", "test ! -e .env || { echo 'not ok 1 adds'; exit 1; }\n");
    expect(await stopWith(breaking(inContainer))).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ checks: [{ outcome: "unknown" }] }]);
  });

  it("clears away the tree that somebody who was killed left behind", async () => {
    settings();
    const left = join(place.root, "cox-before-x1", "tree");
    execFileSync("git", ["worktree", "add", "--detach", "--quiet", left, "HEAD"], { cwd: project });
    const old = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(left, old, old);
    await stopWith(breaking());
    expect(existsSync(left)).toBe(false);
  });

  it("keeps what it ran, and says nothing, where it passes", async () => {
    settings();
    write("add.js", "export const add = (a, b) => (a + b);\n");
    expect(await stopWith(breaking(inContainer))).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ verdict: { verdict: "ok" }, checks: [{ outcome: "passed" }] }]);
  });

  it("takes a failure that only this place has for no proof against a run of the agent's", async () => {
    settings();
    write("test.sh", "echo 'no database here'; exit 1\n");
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qam", "second"], { cwd: project });
    expect(await stopWith(breaking(inContainer))).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ checks: [{ outcome: "failed", before: "failed" }] }]);
  });

  it("does not say whose change since the last commit broke what nobody claims to work", async () => {
    settings();
    expect(await stopWith(breaking(), "add is faster now.")).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([
      {
        verdict: { verdict: "ok", reason: expect.stringContaining("see what failed") },
        checks: [{ outcome: "failed" }],
      },
    ]);
  });

  it("takes what fails only now and then for no proof", async () => {
    settings();
    write("test.sh", "echo ran >> ~/ran; [ $(wc -l < ~/ran) -ge 2 ] || { echo 'not ok 1 adds'; exit 1; }\n");
    expect(await stopWith(breaking())).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([
      { checks: [{ outcome: "unknown", reason: expect.stringContaining("passed on a copy") }] },
    ]);
  });

  it("runs them once where two look at the same stop", async () => {
    settings();
    write("add.js", "export const add = (a, b) => (a + b);\n");
    write("test.sh", `sleep 0.5; ${TEST}`);
    place.write(breaking(inContainer).say(CLAIM).text());
    await Promise.all([place.stop(CLAIM, { cwd: project }), place.stop(CLAIM, { cwd: project })]);
    expect(readFileSync(join(place.root, "ran"), "utf8")).toBe("ran\n");
  });

  it("shows an observer what it saw", async () => {
    const objection = { needsCorrection: true, message: "add is broken now", confidence: 0.95, steps: [4] };
    const decisions = [{ when: { contains: "sh test.sh" }, input: objection }];
    writeFileSync(join(project, "script.json"), JSON.stringify({ decisions }));
    settings({ observer: { model: "scripted/script.json" } });
    expect(await stopWith(breaking(), "add is faster now.")).toBe("add is broken now");
  });

  it("is gone in time, with all it started", async () => {
    settings({ hook: { timeoutSeconds: 7 } });
    write("test.sh", "echo $$ > ../pid; sleep 60\n");
    expect(await stopWith(breaking(inContainer))).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ checks: [{ ended: "timed-out", outcome: "unknown" }] }]);
    expect(isAlive(Number(readFileSync(join(place.root, "pid"), "utf8")))).toBe(false);
  });
});

it("told to end while it compares, leaves nothing behind, and then ends as it was told to", async () => {
  settings();
  write("test.sh", `${TEST.trim()}; case $PWD in */tree) echo $$ > ~/pid; sleep 60;; esac\n`);
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "second", "test.sh"], {
    cwd: project,
  });
  const others = new Set(process.listeners("SIGTERM"));
  const kill = process.kill.bind(process);
  const ended = vi.spyOn(process, "kill").mockImplementation((pid, name) => pid === process.pid || kill(pid, name));
  const stopped = stopWith(breaking());
  await vi.waitFor(() => expect(readFileSync(join(place.root, "pid"), "utf8")).toMatch(/\d/), 10_000);
  for (const hear of process.listeners("SIGTERM")) if (!others.has(hear)) hear("SIGTERM");
  await stopped;
  expect(ended).toHaveBeenCalledWith(process.pid, "SIGTERM");
  ended.mockRestore();
  expect(isAlive(Number(readFileSync(join(place.root, "pid"), "utf8")))).toBe(false);
  expect(execFileSync("git", ["worktree", "list"], { cwd: project, encoding: "utf8" }).trim()).not.toContain("\n");
  const store = await openSqliteStore(place.store);
  expect(await store.readGuard(`checks:${realpathSync(project)}`)).toBeUndefined();
  await store.close();
});

describe("runs nothing", () => {
  it.each<[string, () => void]>([
    ["where nobody named the directory", () => settings({}, { watched: [] })],
    ["beside a directory that was named", () => settings({}, { watched: [join(place.root, "pro")] })],
    ["in a repository inside of a directory that was named", () => aroundIt([place.root])],
    [
      "in a module of the repository that was named",
      () => {
        mkdirSync(join(place.root, ".git", "modules"), { recursive: true });
        renameSync(join(project, ".git"), join(place.root, ".git", "modules", "project"));
        write(".git", "gitdir: ../.git/modules/project\n");
        aroundIt([place.root]);
      },
    ],
    ["anywhere in the home", () => settings({}, { watched: ["~"] })],
    ["for the settings of a project", () => ownWord({ checks: { watched: [project], enabled: true } })],
    ["for the settings of a project that is trusted", () => ownWord({ checks: { watched: [project] } }, [project])],
    ["for our own agent's setting", () => settings({}, { watched: [], enabled: true })],
    ["under settings that cannot be read", () => settings({ mode: "never" })],
    ["with too little time", () => settings({ hook: { timeoutSeconds: 4 } })],
  ])("%s", async (_, prepare) => {
    prepare();
    await stopWith(breaking());
    expect(hasRun()).toBe(false);
  });

  it.each<[string, () => string]>([
    [
      "what a link leads to outside of the directory",
      () => {
        mkdirSync(join(place.root, "outside"));
        symlinkSync(join(place.root, "outside"), join(project, "beside"));
        return "beside";
      },
    ],
    [
      "another repository inside of it",
      () => {
        mkdirSync(join(project, "clone", ".git"), { recursive: true });
        return "clone";
      },
    ],
    [
      "what was installed",
      () => {
        mkdirSync(join(project, "node_modules", "other"), { recursive: true });
        return "node_modules/other";
      },
    ],
  ])("of %s", async (_, prepare) => {
    settings({}, { commands: {} });
    const folder = prepare();
    write(`${folder}/package.json`, '{ "scripts": { "test": "echo ran >> ~/ran" } }');
    const session = new ClaudeSession({ cwd: project }).user("Fix it.").work(`../${folder}/add`);
    await stopWith(session.bash("ls", "add.ts"));
    expect(hasRun()).toBe(false);
  });

  it("at a stop that is not worth a look", async () => {
    settings();
    await stopWith(new ClaudeSession({ cwd: project }).user("Add a line.").edit("add.js", "a + b", "a - b"));
    expect(hasRun()).toBe(false);
  });

  function ownWord(words: object, trusted: readonly string[] = []): void {
    settings({ trust: { projects: trusted } }, { watched: [] });
    write(".coxswain.json", JSON.stringify(words));
  }
});
