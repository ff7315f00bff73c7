import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
import { isAlive } from "../../test/support/is-alive.ts";
import { REMEASURED } from "../../test/support/remeasured.ts";
import { runRelay, createLineCutter, createLineWriter } from "./run-relay.ts";
import type { Remark, Supervisor } from "./supervisor.ts";

/** Runs this script as the agent, with these lines from the editor; the end of its input comes after them. */
function run(
  script: string,
  input: string | Buffer,
  options: { remark?: Promise<Remark>; signal?: AbortSignal; graceMs?: number } = {},
) {
  const editor = { input: new PassThrough(), output: new PassThrough() };
  const heard: Buffer[] = [];
  editor.output.on("data", (chunk: Buffer) => heard.push(chunk));
  const supervisor: Supervisor = {
    endOfTurn: () => options.remark ?? Promise.resolve({}),
    note: () => Promise.resolve(),
  };
  editor.input.end(input);
  const exit = runRelay({
    command: [process.execPath, "-e", script],
    cwd: process.cwd(),
    env: {},
    editor,
    supervisor,
    signal: options.signal ?? new AbortController().signal,
    ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
  });
  return { exit, heard: () => Buffer.concat(heard), editor };
}

/** A program that is nothing but the relay. */
const RELAY = `
import process from "node:process";
import { runRelay } from ${JSON.stringify(new URL("run-relay.ts", import.meta.url).href)};
process.exitCode = await runRelay({
  command: [process.execPath, "-e", process.argv[1]],
  cwd: process.cwd(),
  env: {},
  editor: { input: process.stdin, output: process.stdout },
  supervisor: { endOfTurn: async () => ({}), note: async () => {} },
  signal: new AbortController().signal,
});
`;
const ECHO = "process.stdin.pipe(process.stdout)";
const PROMPT = '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n';
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}\n';

describe("a relay between processes", () => {
  it("carries megabytes unchanged, and what comes after the last line end too", async () => {
    const line = `{"jsonrpc":"2.0","method":"_x","params":{"data":"${"ä€😀".repeat(20_000)}"}}\r\n`;
    const bytes = Buffer.from(`${line.repeat(30)}{"half`);
    const { exit, heard } = run(ECHO, bytes);
    expect(await exit).toBe(0);
    expect(heard().equals(bytes)).toBe(true);
  });

  it("gives the agent's exit code, and that of its signal, whatever it has not read", async () => {
    expect(await run("process.exit(3)", `${"x".repeat(2_000_000)}\n`).exit).toBe(3);
    expect(await run("process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 9000)", "").exit).toBe(137);
  });

  it("hands out the answer it held when the agent ends before it was judged", async () => {
    const never = new Promise<Remark>(() => {});
    const script = `process.stdin.once("data", () => { process.stdout.write(${JSON.stringify(ANSWER)}); process.stdin.destroy(); })`;
    const { exit, heard } = run(script, PROMPT, { remark: never });
    expect(await exit).toBe(0);
    expect(heard().toString()).toBe(ANSWER);
  });

  it("ends the agent when it is told to", async () => {
    const stop = new AbortController();
    const { exit, editor } = run("console.log('up'); setInterval(() => {}, 1000)", "", { signal: stop.signal });
    editor.output.once("data", () => stop.abort());
    expect(await exit).toBe(143);
  });

  it("ends the agent when it was told to before the agent was there", async () => {
    expect(await run("setInterval(() => {}, 1000)", "", { signal: AbortSignal.abort() }).exit).toBe(143);
  });

  it("ends the agent when the editor hangs up with lines before it that it did not read", async () => {
    const lines = `process.stdout.write(("x".repeat(999) + "\\n").repeat(9000))`;
    const { exit, editor } = run(`${lines}; setInterval(() => {}, 1000)`, "");
    editor.output.once("data", () => {
      editor.output.pause();
      setTimeout(() => editor.output.destroy(), 100);
    });
    expect(await exit).toBe(143);
  });

  it("kills an agent that does not end when it is told to", async () => {
    const stop = new AbortController();
    const deaf = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)";
    const { exit, editor } = run(deaf, "", { signal: stop.signal, graceMs: 100 });
    editor.output.once("data", () => stop.abort());
    expect(await exit).toBe(137);
  });

  const spawned = (command: string) => `require("node:child_process").spawn(${command}, { stdio: "inherit" })`;
  const endsBy = (ending: string) =>
    `process.on("SIGTERM", () => ${ending}); console.log("up"); setInterval(() => {}, 1000)`;
  const behindWrapper = (agent: string) => spawned(`process.execPath, ["-e", ${JSON.stringify(agent)}]`);
  const late = 'setTimeout(() => { console.log("last words"); process.exit(); }, 1200)';
  const cleaning = `${spawned('"sh", ["-c", "sleep 0.1; echo last words"]')}.on("exit", () => process.exit())`;

  it.each([
    ["behind a wrapper that ends at once", behindWrapper(endsBy(late))],
    ["by a command that it starts then", endsBy(cleaning)],
  ])("gives an agent its time to end %s, and hands on its last words", async (_how, agent) => {
    const stop = new AbortController();
    const { exit, heard, editor } = run(agent, "", { signal: stop.signal });
    editor.output.once("data", () => stop.abort());
    await exit;
    expect(heard().toString()).toBe("up\nlast words\n");
  });

  it("gives what does not end behind a wrapper that time, and no more", REMEASURED, async () => {
    const stop = new AbortController();
    const { exit, editor } = run(behindWrapper(endsBy("{}")), "", { signal: stop.signal, graceMs: 100 });
    await once(editor.output, "data");
    const start = performance.now();
    stop.abort();
    await exit;
    expect(performance.now() - start).toBeLessThan(900);
  });

  it.each(["SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "leaves neither the agent nor what it runs behind after %s: they may not notice that nobody speaks to them",
    async (name) => {
      // A shell that controls jobs gives each a group of its own; elsewhere nothing but the agent's group is known.
      const job = process.platform === "linux" ? "set -m; " : "";
      const tool = spawned(`"bash", ["-c", "${job}sleep 60 & echo $PPID $$ $!; wait"]`);
      const agent = `${tool}; setInterval(() => {}, 1000)`;
      const relay = spawn(process.execPath, ["--input-type=module", "--eval", RELAY, agent], {
        env: { ...BARE_ENVIRONMENT },
        stdio: ["pipe", "pipe", "inherit"],
      });
      const exit = once(relay, "exit");
      const [pids] = (await once(relay.stdout.setEncoding("utf8"), "data")) as [string];
      relay.kill(name);
      await exit;
      await expect.poll(() => pids.split(" ").filter((pid) => isAlive(Number(pid))), { timeout: 4000 }).toEqual([]);
    },
  );

  it("leaves alone what an agent left that ended by itself, also when the editor hangs up after that", async () => {
    const left = 'require("node:child_process").spawn("sleep", ["8"], { stdio: "ignore" })';
    const { exit, heard, editor } = run(`console.log(${left}.pid); process.exit()`, "");
    await exit;
    editor.output.destroy();
    await sleep(100);
    const pid = Number(heard().toString());
    expect(isAlive(pid)).toBe(true);
    process.kill(pid);
  });

  it("does not wait for what the agent left running with its output", async () => {
    const start = performance.now();
    const left = 'require("node:child_process").spawn("sleep", ["8"], { stdio: "inherit" }).unref(); ';
    const chatty = left.replace('"sleep", ["8"]', '"sh", ["-c", "for i in $(seq 100); do echo; sleep 0.05; done"]');
    expect(await run(`${left}console.log("x"); process.exit(3)`, "").exit).toBe(3);
    expect(await run(`${chatty}process.exit(4)`, "").exit).toBe(4);
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it("still hands everything to an editor that is slower than the agent's end", async () => {
    const { exit, heard, editor } = run(`process.stdout.write(("x".repeat(999) + "\\n").repeat(260))`, "");
    editor.output.pause();
    setTimeout(() => editor.output.resume(), 500);
    expect(await exit).toBe(0);
    // The last of it was handed over, and may not have been read yet.
    await once(editor.output.end(), "end");
    expect(heard().length).toBe(260_000);
  });

  it("rejects when there is no such program", async () => {
    const editor = { input: new PassThrough(), output: new PassThrough() };
    const supervisor: Supervisor = { endOfTurn: () => Promise.resolve({}), note: () => Promise.resolve() };
    const signal = new AbortController().signal;
    const started = runRelay({ command: ["no-such-agent"], cwd: process.cwd(), env: {}, editor, supervisor, signal });
    await expect(started).rejects.toMatchObject({ code: "ENOENT" });
  });
});

/** What comes out when these chunks go in: lines as they are, pieces in brackets, and all bytes. */
function cut(chunks: readonly string[], longest: number) {
  const said: string[] = [];
  const bytes: string[] = [];
  const cutter = createLineCutter(
    {
      line(line) {
        said.push(line.toString());
        bytes.push(line.toString());
      },
      piece(piece, isLast) {
        said.push(`[${piece.toString()}${isLast ? "]" : ""}`);
        bytes.push(piece.toString());
      },
    },
    longest,
  );
  for (const chunk of chunks) cutter.push(Buffer.from(chunk));
  cutter.flush();
  return { said, bytes: bytes.join("") };
}

it.each<[chunks: string[], said: string[]]>([
  [
    ["ab\ncd", "e\n", "f"],
    ["ab\n", "cde\n", "f"],
  ],
  [
    ["abcd", "ef\ngh\n"],
    ["abcdef\n", "gh\n"],
  ],
  [
    ["abcd", "efgh", "ijkl", "\nm\n"],
    ["[abcdefgh", "[ijkl", "[\n]", "m\n"],
  ],
  [["abcdefghij\nk\n"], ["[abcdefghij\n]", "k\n"]],
  [
    ["abcdefghij", "kl"],
    ["[abcdefghij", "[kl", "[]"],
  ],
  [["\n\n"], ["\n", "\n"]],
  [[], []],
])("%j, where seven bytes are a line: %j", (chunks, expected) => {
  expect(cut(chunks, 7)).toEqual({ said: expected, bytes: chunks.join("") });
});

it("holds no more of an endless line than a line may have", () => {
  let most = 0;
  let held = 0;
  const cutter = createLineCutter(
    { line: () => expect.unreachable(), piece: (piece) => void (held -= piece.length) },
    1000,
  );
  for (let times = 0; times < 500; times += 1) {
    held += 100;
    cutter.push(Buffer.alloc(100, "a"));
    most = Math.max(most, held);
  }
  expect(most).toBeLessThanOrEqual(1000);
});

it("puts no line of ours into one that passes in pieces", () => {
  let written = "";
  const writer = createLineWriter((bytes) => void (written += bytes.toString()));
  writer.line(Buffer.from("1\n"));
  writer.piece(Buffer.from("lo"), false);
  writer.line(Buffer.from("ours\n"));
  writer.line(Buffer.from("too\n"));
  writer.piece(Buffer.from("ng\n"), true);
  writer.line(Buffer.from("2\n"));
  expect(written).toBe("1\nlong\nours\ntoo\n2\n");
});
