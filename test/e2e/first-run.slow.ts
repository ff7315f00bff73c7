import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { expect, inject, it, onTestFinished } from "vitest";
import { ClaudeSession } from "../support/claude-session.ts";
import { launchBrowser } from "../support/browser.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const LIMIT_MS = 60_000;
const packed = () => {
  const folder = join(inject("packageDirectory"), "..");
  return join(folder, globSync("*.tgz", { cwd: folder })[0] ?? "");
};

it.skipIf(process.platform === "win32")(
  "leads from npx on an empty machine to the first report in under a minute, by what it prints",
  async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, ".claude"));
    const prefix = join(home, "npm");
    const PATH = `${join(prefix, "bin")}:${process.env["PATH"] ?? ""}`;
    const env = { PATH, HOME: home, TMPDIR: home, npm_config_prefix: prefix, npm_config_offline: "true" };
    const started = performance.now();

    const args = ["--yes", `coxswain@${packed()}`, "serve", "--port", "0"];
    const service = spawn("npx", args, { cwd: home, env, stdio: ["ignore", "pipe", "ignore"], detached: true });
    onTestFinished(async () => {
      process.kill(-(service.pid ?? 0), "SIGTERM");
      if (service.exitCode === null && service.signalCode === null) await once(service, "close");
    });
    const lines: string[] = [];
    for await (const line of createInterface(service.stdout)) if (lines.push(line) === 5) break;
    const [, url = ""] = /^Coxswain for teams: (http:\/\/127\.0\.0\.1:\d+)$/.exec(lines[0] ?? "") ?? [];
    const token = lines[2]?.trim() ?? "";

    // What is printed for each machine, where nobody is asked and the package comes from this checkout.
    const forMachine =
      lines[4]?.replace("-g coxswain", `-g ${packed()}`).replace("cox install", "cox install --yes") ?? "";
    const joined = spawnSync("sh", ["-c", forMachine], { cwd: home, env, encoding: "utf8" });
    expect(joined).toMatchObject({ status: 0, stdout: expect.stringContaining(`reports its decided stops to ${url}`) });

    const transcript = join(home, "session.jsonl");
    writeFileSync(transcript, new ClaudeSession().falseTurn().text());
    const settings = JSON.parse(readFileSync(join(home, ".claude", "settings.json"), "utf8"));
    const stop = { session_id: "s", transcript_path: transcript, cwd: home, hook_event_name: "Stop" };
    const input = JSON.stringify({
      ...stop,
      stop_hook_active: false,
      last_assistant_message: "Done. All tests pass now.",
    });
    const hook = spawnSync("sh", ["-c", settings.hooks.Stop[0].hooks[0].command], {
      cwd: home,
      env,
      input,
      encoding: "utf8",
    });
    expect(hook.stdout).toContain('"decision":"block"');

    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Open" }).click();
    await page.locator("h1").waitFor();
    await page.goto(`${url}/?page=cases`);
    await page.locator(".cases li", { hasText: "Claimed check failed" }).waitFor({ timeout: LIMIT_MS });
    expect(performance.now() - started).toBeLessThan(LIMIT_MS);
  },
  300_000,
);
