import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { afterEach, expect, it, vi } from "vitest";
import { BARE_ENVIRONMENT } from "../../../test/support/bare-environment.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { command as demo } from "./demo.ts";

afterEach(() => void vi.unstubAllEnvs());

it.each(['{ "gate": { "minToolCalls": 50 } }', "{ wrong"])(
  "tells its story also to somebody with the settings %s",
  async (text) => {
    const home = temporaryDirectory();
    mkdirSync(join(home, ".config", "coxswain"), { recursive: true });
    writeFileSync(join(home, ".config", "coxswain", "config.json"), text);
    vi.stubEnv("HOME", home);
    const env = { PATH: process.env["PATH"], HOME: home, COX_MODE: "off" };
    const { code, out } = await runCommand(demo, ["--json"], { env, cwd: home });
    expect({ code, ...(JSON.parse(out) as object) }).toMatchObject({ code: 0, corrections: 1, testsPassed: true });
  },
);

it("breaks its sentences at words, and names commands that can be typed in a checkout", async () => {
  const home = temporaryDirectory();
  const env = { PATH: process.env["PATH"], HOME: home };
  const { out } = await runCommand(demo, [], { env, cwd: home, columns: 60 });
  const [introduction = "", task = ""] = out.split("\n\n");
  const next = out.slice(out.indexOf("Next:"));
  expect(`${introduction}\n${task}\n${next}`.split("\n").filter((row) => row.length > 60)).toEqual([]);
  expect(next).toMatch(/^Next:\n {2}npm run -s cox -- audit\b[^]*\n {2}npm run -s cox -- install --dry-run\b/);
});

it("has the agent told of all that it then says it did not do, and the README shows that message", async () => {
  const home = temporaryDirectory();
  const { out } = await runCommand(demo, [], {
    env: { PATH: process.env["PATH"], HOME: home },
    cwd: home,
    columns: 80,
  });
  const box = out.slice(out.indexOf("╭"), out.indexOf("╯") + 1);
  expect(box).toContain("the tests never ran");
  expect(out).toContain("I never ran them");
  expect(readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8")).toContain(box);
});

const agentWorks = (text: string): boolean => text.includes("Now the method");
const runsTests = (text: string, shown: string): boolean => text === "\n" && shown.includes("Now it is done");

it.each([
  ["while the agent works", agentWorks, "bug"],
  ["while it runs the tests itself", runsTests, "report it"],
])("blames nobody when it is interrupted %s", async (_, isThere, blame) => {
  const home = temporaryDirectory();
  const cancel = new AbortController();
  let shown = "";
  const { code } = await runCommand(demo, [], {
    env: { PATH: process.env["PATH"], HOME: home },
    cwd: home,
    signal: cancel.signal,
    out(text) {
      shown += text;
      if (isThere(text, shown)) setImmediate(() => cancel.abort());
    },
  });
  expect(code).toBe(130);
  expect(shown).not.toContain(blame);
});

it("tells nothing of its story when it is interrupted before that", async () => {
  const home = temporaryDirectory();
  const io = { env: { PATH: process.env["PATH"], HOME: home }, cwd: home, signal: AbortSignal.abort() };
  const { code, out } = await runCommand(demo, [], io);
  expect(code).toBe(130);
  expect(out).not.toContain("I'll look");
});

it.skipIf(process.platform === "win32")("says where it may not work, and what to do", async () => {
  const home = temporaryDirectory();
  vi.stubEnv("TMPDIR", join(home, "gone"));
  await expect(runCommand(demo, [], { env: { HOME: home }, cwd: home })).rejects.toMatchObject({
    message: `A temporary directory cannot be made in ${join(home, "gone")}: no such file or directory.`,
    hint: expect.stringContaining("TMPDIR"),
  });
});

it.skipIf(process.platform === "win32")("leaves nothing behind when its output is closed early", () => {
  const [home, temporary] = [temporaryDirectory(), temporaryDirectory()];
  const main = resolve(import.meta.dirname, "..", "main.ts");
  const env = { ...BARE_ENVIRONMENT, HOME: home, TMPDIR: temporary, NODE_NO_WARNINGS: "1" };
  const out = execFileSync("sh", ["-c", `"${process.execPath}" "${main}" demo | head -n 1`], { cwd: home, env });
  expect(out.toString()).toContain("A small agent");
  expect(readdirSync(temporary)).toEqual([]);
});
