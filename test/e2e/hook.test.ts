import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { ClaudeSession } from "../support/claude-session.ts";
import { HookPlace } from "../support/hook-place.ts";
import { startProviderServer } from "../support/provider-server/server.ts";
import { keptCode, runCox } from "./run-cox.ts";

interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

function hook(place: HookPlace, input: string | undefined, args: readonly string[] = ["claude-code"]): Promise<Ran> {
  const program = join(inject("packageDirectory"), "bin", "cox-hook.cjs");
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [program, ...args], { cwd: place.root, env: place.env });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, out, err, ms: performance.now() - started }));
    child.stdin.on("error", () => undefined);
    if (input !== undefined) child.stdin.end(input);
  });
}

const FALSE_DONE = "Done. All tests pass now.";
const SILENCE = { code: 0, signal: null, out: "", err: "" };
let place: HookPlace;
beforeEach(() => {
  place = new HookPlace().write(new ClaudeSession().falseTurn().text());
  Object.assign(place.env, keptCode());
});
afterEach(() => place.remove());

const stop = (change: object = {}) => place.input({ last_assistant_message: FALSE_DONE, ...change });

it("prints one line of JSON, and nothing anywhere else", async () => {
  const ran = await hook(place, stop());
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toMatch(/^\{"decision":"block","reason":"[^\n]+"\}\n$/);
});

it("is reachable as cox hook too", async () => {
  const ran = await runCox(["hook", "claude-code"], { cwd: place.root, env: place.env, input: stop() });
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(ran.out)).toMatchObject({ decision: "block" });
});

it("runs the project's checks where the person named its directory", async () => {
  const project = join(place.root, "project");
  mkdirSync(project);
  writeFileSync(join(project, "test.sh"), "echo 'not ok 1 adds two numbers'; exit 1\n");
  place.settings({ checks: { watched: [project], commands: { test: "sh test.sh" } } });
  Object.assign(place.env, { PATH: process.env["PATH"] });
  const said = "Done. All tests pass.";
  const session = new ClaudeSession({ cwd: project }).user("Fix it.").work().bash("ls", "test.sh").say(said);
  place.write(session.text());
  const ran = await hook(place, place.input({ cwd: project, last_assistant_message: said }));
  expect(ran).toMatchObject({ code: 0, err: "", out: expect.stringContaining("fails when I run it") });
});

describe("what V8 compiled", () => {
  beforeEach(() => {
    delete place.env["XDG_CACHE_HOME"];
  });
  const compiled = () => join(place.root, ".cache", "coxswain", "compiled");
  const kept = () =>
    readdirSync(compiled(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const spoken = async () => {
    rmSync(dirname(place.store), { recursive: true, force: true });
    return hook(place, stop());
  };
  const CORRECTION = { code: 0, err: "", out: expect.stringContaining("block") };

  const first = new HookPlace();
  beforeAll(async () => {
    await hook(
      first.write(new ClaudeSession().falseTurn().text()),
      first.input({ last_assistant_message: FALSE_DONE }),
    );
  });
  afterAll(() => first.remove());
  const hasStopped = () => cpSync(join(first.root, ".cache"), join(place.root, ".cache"), { recursive: true });

  it("is kept where only the person reads and writes", async () => {
    Object.assign(place.env, { TMPDIR: join(place.root, "tmp") });
    mkdirSync(place.env["TMPDIR"] ?? "");
    await spoken();
    expect(readdirSync(join(place.root, "tmp"))).toEqual([]);
    expect(statSync(compiled()).mode & 0o777).toBe(0o700);
    expect(kept().length).toBeGreaterThan(2);
  });

  const turned = (bytes: Buffer, at: number) => Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 4));
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["nothing", () => Buffer.alloc(0)],
    ["half of it", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["only its head", (bytes) => bytes.subarray(0, 20)],
    ["something else", (bytes) => Buffer.alloc(bytes.length, "no code. ")],
    ["a bit turned at its beginning", (bytes) => turned(bytes, 1)],
    ["a bit turned in its head", (bytes) => turned(bytes, 9)],
    ["a bit turned in its middle", (bytes) => turned(bytes, bytes.length >> 1)],
    ["a bit turned at its end", (bytes) => turned(bytes, bytes.length - 1)],
  ])("is made anew where there is %s", async (_, broken) => {
    hasStopped();
    for (const file of kept()) writeFileSync(file, broken(readFileSync(file)));
    expect(await spoken()).toMatchObject(CORRECTION);
    expect(await spoken()).toMatchObject(CORRECTION);
  });

  it.skipIf(process.platform === "win32").each<[string, (file: string) => void]>([
    ["pipes", (file) => execFileSync("mkfifo", [file])],
    ["links to pipes", (file) => (execFileSync("mkfifo", [`${file}.pipe`]), symlinkSync(`${file}.pipe`, file))],
    ["directories", (file) => mkdirSync(file)],
    ["files that nobody may read", (file) => writeFileSync(file, "code", { mode: 0o000 })],
  ])("is done without where it became %s", async (_, become) => {
    hasStopped();
    for (const file of kept()) {
      rmSync(file);
      become(file);
    }
    expect(await hook(place, stop(), ["claude-code", "--within", "20"])).toMatchObject(CORRECTION);
  });

  /** What a stop leaves of files that are not ours, in these places. */
  async function leftOf(files: readonly string[]): Promise<ReadonlySet<string>> {
    for (const file of files) writeFileSync(file, "not ours");
    expect(await spoken()).toMatchObject(CORRECTION);
    return new Set(files.map((file) => readFileSync(file, "utf8")));
  }

  it.skipIf(process.platform === "win32").each(["coxswain", "compiled"])(
    "is neither taken from nor left in a place where others may write: %s",
    async (level) => {
      hasStopped();
      chmodSync(level === "compiled" ? compiled() : dirname(compiled()), 0o777);
      expect(await leftOf(kept())).toEqual(new Set(["not ours"]));
    },
  );

  it.skipIf(process.platform === "win32").each(["coxswain", "compiled"])(
    "is neither taken from nor left behind a link: %s",
    async (level) => {
      hasStopped();
      const files = kept();
      const directory = level === "compiled" ? compiled() : dirname(compiled());
      const elsewhere = join(place.root, "clone");
      renameSync(directory, elsewhere);
      symlinkSync(elsewhere, directory);
      expect(await leftOf(files)).toEqual(new Set(["not ours"]));
    },
  );

  it("is not kept in the project, whatever the environment calls the place of caches", async () => {
    Object.assign(place.env, { XDG_CACHE_HOME: "cache" });
    expect(await spoken()).toMatchObject(CORRECTION);
    expect(readdirSync(place.root)).not.toContain("cache");
  });

  it.skipIf(process.getuid?.() === 0)(
    "is done without where nothing may be written (root may everything)",
    async () => {
      hasStopped();
      for (const file of kept()) rmSync(file);
      chmodSync(compiled(), 0o500);
      expect(await spoken()).toMatchObject(CORRECTION);
    },
  );

  it("is done without where its place goes in a circle", async () => {
    symlinkSync("circle", join(place.root, "circle"));
    Object.assign(place.env, { XDG_CACHE_HOME: join(place.root, "circle") });
    expect(await spoken()).toMatchObject(CORRECTION);
  });

  it.each<[string, () => void]>([
    ["a file", () => writeFileSync(compiled(), "in the way")],
    ["a pipe", () => execFileSync("mkfifo", [compiled()])],
  ])("is done without where %s is in the way", async (_, block) => {
    mkdirSync(dirname(compiled()), { recursive: true, mode: 0o700 });
    block();
    expect(await spoken()).toMatchObject(CORRECTION);
    expect(await spoken()).toMatchObject(CORRECTION);
    expect(statSync(compiled()).isDirectory()).toBe(false);
  });
});

describe("whatever goes wrong is silence and success", () => {
  /** The host hears nothing either: with exit code 0, none acts on standard error. */
  const NOTHING_BUT_A_COMPLAINT = {
    ...SILENCE,
    err: expect.stringMatching(/^cox-hook: nothing was checked: the hook was called with[^\n]*\n$/),
  };

  it.each<[string, () => string]>([
    ["nothing", () => ""],
    ["no JSON", () => "}{ not json"],
    ["JSON that is no object", () => "[1, 2]"],
    ["half of it", () => stop().slice(0, 40)],
    ["bytes that are no text", () => "\u0000\uFFFD\u0000"],
  ])("on standard input, which is told to the person: %s", async (_, input) => {
    expect(await hook(place, input(), ["claude-code", "--within", "3"])).toMatchObject(NOTHING_BUT_A_COMPLAINT);
  });

  it.each<[string, () => string | Promise<string>]>([
    ["fields of other types", () => JSON.stringify({ session_id: 7, hook_event_name: ["Stop"], transcript_path: {} })],
    ["a session without a name", () => stop({ session_id: "" })],
    ["a transcript that is a directory", () => stop({ transcript_path: place.root })],
    ["a transcript that is a device", () => stop({ transcript_path: "/dev/zero" })],
    ["a transcript of another kind", () => (place.write("hello\n".repeat(1000)), stop())],
    ["a name with NUL in it", () => stop({ session_id: "a\u0000b" })],
  ])("on standard input: %s", async (_, input) => {
    expect(await hook(place, await input(), ["claude-code", "--within", "3"])).toMatchObject(SILENCE);
  });

  it("an input that is larger than anybody sends", async () => {
    const ran = await hook(place, `{"session_id":"${"x".repeat(70 * 1024 * 1024)}"}`);
    expect(ran).toMatchObject(NOTHING_BUT_A_COMPLAINT);
  });

  it("an input that never ends", async () => {
    const ran = await hook(place, undefined, ["claude-code", "--within", "2"]);
    expect(ran).toMatchObject(SILENCE);
    expect(ran.ms).toBeLessThan(20_000);
  });

  it("an end of input that never comes behind a whole input", async () => {
    const program = join(inject("packageDirectory"), "bin", "cox-hook.cjs");
    const child = spawn(process.execPath, [program, "claude-code"], { cwd: place.root, env: place.env });
    child.stdin.write(stop());
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ decision: "block" });
  });

  it.each([
    ["no host", []],
    ["a host that nobody knows", ["nobody"]],
    ["flags that nobody knows", ["--what", "--within"]],
  ])("%s on the command line is told by the input", async (_, args) => {
    const ran = await hook(place, stop(), args);
    expect(ran).toMatchObject({ code: 0, err: "" });
  });

  it.each(["/proc/nowhere", "/proc/self", "/dev/null", "", "{root}/dangling"])(
    "a home that is none: %s",
    async (home) => {
      symlinkSync(join(place.root, "nowhere", "x"), join(place.root, "dangling"));
      Object.assign(place.env, { HOME: home.replace("{root}", place.root), XDG_CACHE_HOME: "" });
      expect(await hook(place, stop())).toMatchObject({ code: 0, signal: null, err: "" });
    },
  );

  it("a transcript that is not there", async () => {
    const gone = stop({ transcript_path: join(place.root, "gone.jsonl") });
    expect(await hook(place, gone, ["claude-code", "--within", "3"])).toMatchObject(SILENCE);
  });

  it("settings that are no JSON", async () => {
    place.settings("{ nonsense");
    expect(await hook(place, stop())).toMatchObject(SILENCE);
  });

  it("a store that is not a database", async () => {
    mkdirSync(dirname(place.store), { recursive: true });
    writeFileSync(place.store, "not a database. ".repeat(1000));
    expect(await hook(place, stop())).toMatchObject(SILENCE);
  });

  it("a store that cannot be made", async () => {
    writeFileSync(join(place.root, "state"), "in the way");
    expect(await hook(place, stop())).toMatchObject(SILENCE);
  });

  it("a store that somebody holds on to", async () => {
    await hook(place, stop({ session_id: "first" }));
    const holder = new DatabaseSync(place.store);
    holder.exec("BEGIN EXCLUSIVE");
    try {
      const ran = await hook(place, stop({ session_id: "second" }), ["claude-code", "--within", "6"]);
      expect(ran).toMatchObject(SILENCE);
      // It would wait as long as the store is held; the rest is what starting takes on a busy machine.
      expect(ran.ms).toBeLessThan(20_000);
    } finally {
      holder.close();
    }
  });

  it.skipIf(process.getuid?.() === 0)("a store that may only be read (not as root, who may everything)", async () => {
    await hook(place, stop({ session_id: "first" }));
    chmodSync(place.store, 0o400);
    expect(await hook(place, stop({ session_id: "second" }))).toMatchObject(SILENCE);
  });

  it("no home directory", async () => {
    // Without the variable Node asks the system, which knows the home of whoever runs the tests.
    const ran = await hook(Object.assign(place, { env: { PATH: "/nowhere", HOME: "" } }), stop());
    expect(ran).toMatchObject({ code: 0, err: "" });
  });
});

it("corrects a lying agent twice and no more, however many processes look", async () => {
  const session = new ClaudeSession().user("Fix the total in src/cart.ts and add CHANGES.md.").work().failing();
  const heard: string[] = [];
  const lies = [FALSE_DONE, "All 12 tests pass.", "Now let me add CHANGES.md:", "Now let me run the linter:"];
  for (const [index, lie] of lies.entries()) {
    session.edit("src/cart.ts", `a${index}`, `b${index}`);
    (index === 1 ? session.failing() : session).say(lie);
    place.write(session.text());
    const input = place.input({ last_assistant_message: lie, stop_hook_active: index > 0 });
    const answers = await Promise.all([hook(place, input), hook(place, input)]);
    const reasons = answers.flatMap(({ out }) => (out.includes('"reason"') ? [JSON.parse(out).reason as string] : []));
    expect(reasons.length).toBeLessThanOrEqual(1);
    for (const reason of reasons) {
      heard.push(reason);
      session.feedback(reason);
    }
  }
  expect(heard).toHaveLength(2);
});

it("asks a model beside the agent, and says at the next call what it found", async () => {
  const answer = { needsCorrection: true, message: "the currency is missing", confidence: 0.95, steps: [1] };
  writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions: [{ input: answer }] }));
  place.settings({ mode: "parallel", observer: { model: "scripted/script.json" }, parallel: { graceMs: 10_000 } });
  place.write(new ClaudeSession().user("Fix the total.").work().read("a.ts").text());
  const { out } = await hook(place, place.input({ hook_event_name: "PostToolBatch" }));
  expect(JSON.parse(out)).toEqual({
    hookSpecificOutput: { hookEventName: "PostToolBatch", additionalContext: "Coxswain: the currency is missing" },
  });
});

it("asks a server, with the provider that lies among the files of the commands", async () => {
  const answer = { needsCorrection: true, message: "the currency is missing", confidence: 0.95, steps: [1] };
  const server = await startProviderServer(() => ({
    type: "answer",
    calls: [{ name: "course_correct", input: answer }],
  }));
  place.settings({
    mode: "parallel",
    observer: { model: "here/qwen3" },
    providers: { here: { baseURL: `${server.url}/v1` } },
    parallel: { graceMs: 10_000 },
  });
  place.write(new ClaudeSession().user("Fix the total.").work().read("a.ts").text());
  const { out } = await hook(place, place.input({ hook_event_name: "PostToolBatch" }));
  await server.close();
  expect(out).toContain("Coxswain: the currency is missing");
  expect(server.received).toHaveLength(1);
});
