import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { isAlive } from "../../test/support/is-alive.ts";
import { REMEASURED } from "../../test/support/remeasured.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { runProcess, type ProcessRequest } from "./run-process.ts";

const linux = process.platform === "linux";

function run(script: string, changes: Partial<ProcessRequest> = {}) {
  const printed: string[] = [];
  const end = runProcess({
    command: ["sh", "-c", script],
    cwd: temporaryDirectory(),
    environment: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 20_000,
    killGraceMs: 200,
    signal: new AbortController().signal,
    onOutput: (chunk) => printed.push(chunk.toString()),
    ...changes,
  });
  return { end, printed: () => printed.join("") };
}

async function cancelWhenReady(script: string, killGraceMs = 200) {
  const cancel = new AbortController();
  let ready = "";
  let cancelledAt = 0;
  const { end } = run(script, {
    killGraceMs,
    signal: cancel.signal,
    onOutput(chunk) {
      ready += chunk.toString();
      if (!ready.includes("\n") || cancel.signal.aborted) return;
      cancelledAt = performance.now();
      cancel.abort();
    },
  });
  expect(await end).toEqual({ type: "cancelled" });
  return { took: performance.now() - cancelledAt, pids: ready.trim().split(" ").map(Number) };
}

/** What is not done at once takes half a minute here, so that a busy machine is told from one that waits. */
const LONG_BEFORE_MS = 10_000;

describe("runProcess", () => {
  it("gives exit code, output of both streams and closed input", async () => {
    const { end, printed } = run("cat; echo out; echo err >&2; exit 7");
    expect(await end).toEqual({ type: "exited", exitCode: 7, left: 0 });
    expect(printed()).toContain("out\n");
    expect(printed()).toContain("err\n");
  });

  it("feeds what it is given, also to a program that does not read it", async () => {
    const { end, printed } = run("tr a-z A-Z", { input: Buffer.from("abc") });
    expect(await end).toMatchObject({ exitCode: 0 });
    expect(printed()).toBe("ABC");
    expect(await run("exit 0", { input: Buffer.alloc(5_000_000) }).end).toMatchObject({ exitCode: 0 });
  });

  it("tells a signal as shells do", async () => {
    expect(await run("kill -SEGV $$").end).toMatchObject({ exitCode: 139, signal: "SIGSEGV" });
  });

  it("says when a program cannot be started or is not there", async () => {
    expect(await run("true", { cwd: "/no/such/directory" }).end).toMatchObject({ type: "not-started" });
    expect(await run("", { command: ["no-such-program-at-all"] }).end).toEqual({
      type: "not-started",
      reason: "no-such-program-at-all is not installed",
    });
  });

  it.each([
    ["is longer than the system takes", "x".repeat(5_000_000)],
    ["holds a NUL", "a\0b"],
  ])("says so too when a word %s", async (_, word) => {
    expect(await run("", { command: ["echo", word] }).end).toEqual({ type: "not-started", reason: expect.any(String) });
  });

  it("stops at the time limit", async () => {
    const start = performance.now();
    const { end, printed } = run("echo begun; sleep 30", { timeoutMs: 1_000 });
    expect(await end).toEqual({ type: "timed-out" });
    expect(printed()).toBe("begun\n");
    expect(performance.now() - start).toBeLessThan(LONG_BEFORE_MS);
  });

  it("does not start what is cancelled already", async () => {
    const root = temporaryDirectory();
    const { end } = run(`echo begun > ${root}/note`, { signal: AbortSignal.abort() });
    expect(await end).toEqual({ type: "cancelled" });
    expect(existsSync(join(root, "note"))).toBe(false);
  });

  it("asks what is only just being started to end, too, when it is cancelled early", async () => {
    for (let delay = 0; delay < 8; delay++) {
      const cancel = new AbortController();
      const { end } = run("sleep 30", { signal: cancel.signal, killGraceMs: 30_000 });
      setTimeout(() => cancel.abort(), delay);
      const start = performance.now();
      expect(await end).toEqual({ type: "cancelled" });
      expect(performance.now() - start).toBeLessThan(LONG_BEFORE_MS);
    }
  });

  it("does not use up the grace where a command ends when asked", async () => {
    const { took } = await cancelWhenReady("echo ready; sleep 30", 30_000);
    expect(took).toBeLessThan(LONG_BEFORE_MS);
  });

  it("kills after the grace what does not end when asked, with its children", REMEASURED, async () => {
    const stubborn = `trap '' TERM; sh -c 'sleep 30; true' & echo $$ $!; sleep 30; true`;
    const { took, pids } = await cancelWhenReady(stubborn, 1_000);
    expect(took).toBeGreaterThanOrEqual(1_000);
    expect(took).toBeLessThan(2 * 1_000);
    expect(pids).toHaveLength(2);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.runIf(linux)("does not wait for what got away and never stops printing", async () => {
    const start = performance.now();
    const chatty = `setsid env -u COX_RUN sh -c 'for i in $(seq 100); do echo x; sleep 0.05; done' & sleep 0.2`;
    const { end } = run(chatty);
    expect(await end).toMatchObject({ type: "exited", exitCode: 0 });
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it("lets a program clean up within the grace", async () => {
    const root = temporaryDirectory();
    const script = `trap 'echo cleaned > ${root}/note; exit 0' TERM; echo ready; while :; do sleep 0.02; done`;
    await cancelWhenReady(script, 2_000);
    expect(readFileSync(join(root, "note"), "utf8")).toBe("cleaned\n");
  });

  it("stops what a command leaves in the background when it ends, and says so", async () => {
    const { end, printed } = run("sleep 30 & echo $!");
    expect(await end).toEqual({ type: "exited", exitCode: 0, left: linux ? 1 : 0 });
    expect(isAlive(Number(printed()))).toBe(false);
  });

  it.runIf(linux)("stops children in a process group of their own, too", async () => {
    const { end, printed } = run("timeout 30 sleep 29 & echo $!; sleep 0.1");
    expect(await end).toMatchObject({ type: "exited", left: 2 });
    expect(isAlive(Number(printed()))).toBe(false);
  });

  it.runIf(linux)("stops even a daemon when it is cancelled", async () => {
    const daemon = `setsid sh -c 'echo $$; exec sleep 30' & wait`;
    const { pids } = await cancelWhenReady(daemon);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.runIf(linux)("leaves a daemon alone when its command ends well, and does not wait for it", async () => {
    const start = performance.now();
    const { end, printed } = run(`setsid sh -c 'echo $$; exec sleep 30' & sleep 0.2; echo end`);
    expect(await end).toEqual({ type: "exited", exitCode: 0, left: 0 });
    expect(performance.now() - start).toBeLessThan(2_000);
    const pid = Number(printed().split("\n")[0]);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });

  it("loses nothing of a flood", async () => {
    let bytes = 0;
    const { end } = run("head -c 100000000 /dev/zero", { onOutput: (chunk) => (bytes += chunk.length) });
    expect(await end).toMatchObject({ exitCode: 0 });
    expect(bytes).toBe(100_000_000);
  });

  it.runIf(linux)("takes the command along when we ourselves are killed", async () => {
    const root = temporaryDirectory();
    const module = pathToFileURL(join(import.meta.dirname, "run-process.ts")).href;
    const us = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { runProcess } from ${JSON.stringify(module)};
         await runProcess({ command: ["sh", "-c", "echo $$; sleep 30; echo late > ${root}/late"], cwd: ${JSON.stringify(root)},
           environment: { PATH: process.env.PATH }, timeoutMs: 60000, killGraceMs: 100, signal: new AbortController().signal,
           onOutput: (chunk) => process.stdout.write(chunk) });`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [line] = await once(us.stdout, "data");
    const pid = Number(String(line));
    expect(isAlive(pid)).toBe(true);
    us.kill("SIGKILL");
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`) && isAlive(pid)).toBe(false), 5_000);
    expect(existsSync(join(root, "late"))).toBe(false);
  });
});
