import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { describeModel, type Play } from "../../../test/contracts/model.ts";
import { BARE_ENVIRONMENT } from "../../../test/support/bare-environment.ts";
import { virtualClock } from "../../../test/support/virtual-clock.ts";
import type { RunProcess } from "../../process/run-process.ts";
import { createModel } from "../providers.ts";
import { createCliModel, CLI_PROGRAMS } from "./cli-model.ts";

const folder = mkdtempSync(join(tmpdir(), "cox-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const confirm = {
  name: "confirm",
  description: "Confirms.",
  schema: z.object({ stands: z.boolean(), reason: z.string() }),
};
const FITTING = { stands: true, reason: "step 4 failed" };

/** A program of that name, which writes down how it was started and does what the script says. */
function fake(command: string, script: string) {
  const directory = mkdtempSync(join(folder, `${command}-`));
  const seen = join(directory, "seen.json");
  const source = `#!${process.execPath}
const { readFileSync, writeFileSync, readdirSync } = require("node:fs");
const input = readFileSync(0, "utf8");
const args = process.argv.slice(2);
const after = (flag) => args[args.indexOf(flag) + 1];
writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args, input, cwd: process.cwd(), files: readdirSync("."),
  marker: process.env.COX_OBSERVER, system: process.env.GEMINI_SYSTEM_MD && readFileSync(process.env.GEMINI_SYSTEM_MD, "utf8") }));
${script}
`;
  writeFileSync(join(directory, command), source);
  chmodSync(join(directory, command), 0o755);
  const environment = { PATH: [directory, process.env["PATH"]].join(delimiter), COX_OBSERVER: "1" };
  return {
    environment,
    started: () =>
      JSON.parse(readFileSync(seen, "utf8")) as {
        args: string[];
        input: string;
        cwd: string;
        files: string[];
        marker: string;
        system?: string;
      },
  };
}

/** How each program gives an answer that it was scripted to give. */
const ANSWERS: Record<string, (answer: unknown) => string> = {
  claude: (answer) =>
    `console.log(JSON.stringify({ type: "result", is_error: false, result: "", structured_output: ${JSON.stringify(answer)},
      usage: { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 2 } }));`,
  codex: (answer) =>
    `writeFileSync(after("--output-last-message"), ${JSON.stringify(JSON.stringify(answer))});
    console.log(JSON.stringify({ type: "turn.completed", usage: { input_tokens: 10, cached_input_tokens: 3, output_tokens: 2 } }));`,
  gemini: (answer) =>
    `console.log(JSON.stringify({ response: ${JSON.stringify(`\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``)},
      stats: { models: { a: { tokens: { prompt: 10, candidates: 1, thoughts: 1, cached: 3 } } } } }));`,
};

const HANGS = "setInterval(() => undefined, 1000);";

for (const { name } of CLI_PROGRAMS) {
  const model = (environment: Record<string, string>) => createModel(`cli/${name}`, { environment });
  const answer = ANSWERS[name]!;

  describeModel(
    `cli/${name}`,
    async (play: Play) => {
      const script = play.type === "silence" ? HANGS : answer(play.call?.input);
      return { model: model(fake(name, script).environment) };
    },
    { converses: false },
  );

  describe(`cli/${name}`, () => {
    const ask = (environment: Record<string, string>) =>
      model(environment).decide!({ system: "SYSTEM", prompt: "PROMPT", tool: confirm });

    it("is asked in a directory of its own that goes away, marked as an observer's run, and counts its tokens", async () => {
      const program = fake(name, answer(FITTING));
      expect(await ask(program.environment)).toMatchObject({
        ok: true,
        usage: { inputTokens: 10, cachedInputTokens: 3, outputTokens: 2 },
      });
      const { input, cwd, files, marker, args, system } = program.started();
      expect(input).toContain("PROMPT");
      expect([input, args.join(" "), system].some((text) => text?.includes("SYSTEM"))).toBe(true);
      expect(marker).toBe("1");
      expect(files.every((file) => ["schema.json", "system.md", ".gemini"].includes(file))).toBe(true);
      expect(existsSync(cwd)).toBe(false);
    });

    it("is asked without hooks", async () => {
      const program = fake(name, answer(FITTING));
      await ask(program.environment);
      const { args } = program.started();
      const off = { claude: /"disableAllHooks":true/, codex: /features\.hooks=false/, gemini: /--skip-trust/ }[name];
      expect(args.join(" ")).toMatch(off!);
    });

    it.each([
      ["auth", "Not logged in · Please run /login"],
      ["quota", "You have hit your usage limit. Try again at 5 pm."],
      ["rate-limit", "429 Too Many Requests"],
      ["crash", "panicked at src/main.rs"],
    ])("fails with %s as a value", async (code, words) => {
      const script = `console.error(${JSON.stringify(words)}); process.exitCode = 1;`;
      expect(await ask(fake(name, script).environment)).toMatchObject({
        ok: false,
        failure: { code, message: expect.stringContaining(`cli/${name}`) },
      });
    });

    it("fails as a value when the program is not there", async () => {
      expect(await ask({ PATH: folder })).toMatchObject({
        ok: false,
        failure: { code: "unsupported", retryable: false },
      });
    });
  });
}

it("reads a character that comes in two parts", async () => {
  const said = ANSWERS["claude"]!({ ...FITTING, reason: "größer" }).replace("console.log", "const text = Buffer.from");
  const script = `${said}
    const middle = text.indexOf("ö") + 1;
    process.stdout.write(text.subarray(0, middle));
    setTimeout(() => process.stdout.write(text.subarray(middle)), 200);`;
  const model = createModel("cli/claude", { environment: fake("claude", script).environment });
  expect(await model.decide!({ system: "", prompt: "", tool: confirm })).toMatchObject({ value: { reason: "größer" } });
});

it.each([
  ["a minute where nobody says and nobody can end it", {}, [60_000]],
  ["what the caller says", { settings: { timeoutMs: 90_000 } }, [90_000]],
  ["until the caller ends it", { signal: new AbortController().signal }, []],
])("waits %s", async (_how, wish, waits) => {
  const clock = virtualClock();
  const limits: unknown[] = [];
  const run: RunProcess = async ({ timeoutMs }) => {
    limits.push(timeoutMs);
    return { type: "exited", exitCode: 1, left: 0 };
  };
  const { environment } = fake("claude", "");
  const model = createCliModel(
    CLI_PROGRAMS.find(({ name }) => name === "claude")!,
    undefined,
    { environment, clock, run },
  );
  await model.decide!({ system: "", prompt: "", tool: confirm, ...wish });
  expect({ waits: clock.waits, limits }).toEqual({ waits, limits: [undefined] });
});

it("fails as a value when the program cannot even be started", async () => {
  const { environment } = fake("claude", "");
  const run: RunProcess = () => Promise.reject(new Error("spawn ENOMEM"));
  const model = createCliModel(CLI_PROGRAMS[0]!, undefined, { environment, run });
  expect(await model.decide!({ system: "", prompt: "", tool: confirm })).toMatchObject({
    ok: false,
    failure: { code: "crash", message: "cli/claude crashed: spawn ENOMEM" },
  });
});

it.skipIf(process.platform === "win32")("leaves no directory behind where the process ends at a timeout", () => {
  const temporary = mkdtempSync(join(folder, "temporary-"));
  const { environment } = fake("claude", HANGS);
  const providers = JSON.stringify(pathToFileURL(join(import.meta.dirname, "..", "providers.ts")).href);
  const asking = `import * as z from "zod/mini";
    import { createModel } from ${providers};
    const tool = { name: "confirm", description: "", schema: z.object({}) };
    const model = createModel("cli/claude", { environment: process.env });
    const { failure } = await model.decide({ system: "", prompt: "", tool, settings: { timeoutMs: 300 } });
    console.log(failure.code);
    process.exit();`;
  const env = { ...BARE_ENVIRONMENT, ...environment, TMPDIR: temporary, NODE_NO_WARNINGS: "1" };
  const options = { cwd: import.meta.dirname, env, encoding: "utf8" } as const;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", asking], options);
  expect({ stdout, left: readdirSync(temporary) }).toEqual({ stdout: "timeout\n", left: [] });
});

it("knows which logins there are", () => {
  expect(() => createModel("cli/somebody")).toThrow(
    expect.objectContaining({ hint: "Known are cli/claude, cli/codex, cli/gemini." }),
  );
  expect(createModel("cli/claude/sonnet")).toMatchObject({ name: "cli/claude/sonnet", family: "anthropic" });
});
