import { realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolBench } from "../../../test/support/tool-bench.ts";
import { commandEnvironment } from "../../process/environment.ts";

describe("bash", () => {
  it("runs in the workspace, prints both streams in order and tells the exit code", async () => {
    const { run, root } = await toolBench({ files: { "sub/x": "" } });
    expect(await run("bash", { command: "pwd; echo err >&2; echo out; exit 3" })).toEqual({
      status: "error",
      exitCode: 3,
      output: `${root}\nerr\nout\n[exit code 3]`,
    });
    expect(await run("bash", { command: "pwd", cwd: "sub" })).toEqual({
      status: "done",
      exitCode: 0,
      output: join(realpathSync(root), "sub"),
    });
    expect((await run("bash", { command: "true" })).output).toBe("(no output)");
  });

  it("is bash, in a session without a terminal and with empty input", async () => {
    const { run } = await toolBench();
    const { output } = await run("bash", {
      command: "[[ -n $BASH_VERSION ]] && cat && echo read; tty; exec 9</dev/tty",
    });
    expect(output).toMatch(/^read\nnot a tty\n.*\/dev\/tty/);
  });

  it("does not run outside", async () => {
    const { run } = await toolBench({ files: { file: "" } });
    expect((await run("bash", { command: "pwd", cwd: ".." })).output).toContain("outside the workspace");
    expect((await run("bash", { command: "pwd", cwd: "none" })).output).toBe(
      'There is no directory "none" to run it in.',
    );
    expect((await run("bash", { command: "pwd", cwd: "file" })).status).toBe("error");
    expect((await run("bash", { command: "a\0b" })).output).toContain("NUL");
  });

  it("shows no keys of ours", async () => {
    const environment = commandEnvironment({ PATH: process.env["PATH"], ANTHROPIC_API_KEY: "sk-ours", MINE: "kept" });
    const { run } = await toolBench({ environment });
    const { output } = await run("bash", { command: "env" });
    expect(output).toContain("MINE=kept");
    expect(output).not.toContain("sk-ours");
  });

  it("keeps head and tail of a flood and stays quick", async () => {
    const { run } = await toolBench();
    const before = process.memoryUsage().rss;
    const outcome = await run("bash", { command: "echo first; yes line | head -c 100000000; echo last" });
    expect(outcome.status).toBe("done");
    expect(outcome.output).toMatch(/^first\nline\n/);
    expect(outcome.output).toMatch(/\[… 9\d{7} bytes cut here …\]/);
    expect(outcome.output.endsWith("line\nlast")).toBe(true);
    expect(outcome.output.length).toBeLessThan(31_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });

  it("stops at the time the model asked for, at most at the limit, and shows what was printed", async () => {
    const { run } = await toolBench({ limits: { commandMs: 100, commandMaxMs: 200 } });
    expect(await run("bash", { command: "echo begun; sleep 30" })).toEqual({
      status: "timed-out",
      output: "begun\n[stopped after 0.1 seconds, with all it had started]",
    });
    expect((await run("bash", { command: "sleep 30", timeoutSeconds: 60 })).output).toContain("after 0.2 seconds");
  });

  it("is interrupted by a cancel", async () => {
    const { run } = await toolBench();
    const cancel = new AbortController();
    const onProgress = () => cancel.abort();
    expect(await run("bash", { command: "echo begun; sleep 30" }, { signal: cancel.signal, onProgress })).toEqual({
      status: "interrupted",
      output: "begun\n[cancelled, with all it had started]",
    });
  });

  it("reports progress while it runs, never much at once", async () => {
    const { run } = await toolBench();
    const reports: string[] = [];
    await run(
      "bash",
      { command: "echo one; sleep 0.3; echo two; yes | head -c 1000000" },
      { onProgress: (text) => reports.push(text) },
    );
    expect(reports[0]).toBe("one\n");
    expect(reports.length).toBeGreaterThan(1);
    expect(Math.max(...reports.map((report) => report.length))).toBeLessThanOrEqual(4_000);
  });

  it("mentions what it had to stop, and death by a signal", async () => {
    const { run } = await toolBench();
    const { output } = await run("bash", { command: "sleep 30 & sleep 31 & echo on" });
    // Elsewhere only the process group is known, not how many are in it.
    expect(output).toBe(process.platform === "linux" ? "on\n[2 processes it left running were stopped]" : "on");
    expect(await run("bash", { command: "kill -9 $$" })).toEqual({
      status: "error",
      exitCode: 137,
      output: "(no output)\n[ended by SIGKILL]\n[exit code 137]",
    });
  });
});
