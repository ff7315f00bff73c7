import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { packedEnvironment, runCox } from "./run-cox.ts";

const STEPS = 6;
const ROUNDS = 4;
/** Leaves a mark outside the workspace while it runs, so that a kill can hit it. */
const DURING_CALL = ": > ../call-runs; sleep 0.1; rm ../call-runs";

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(join(home, "work"));
  writeFileSync(join(home, "script.json"), JSON.stringify(script()));
});

/** Six steps that can be repeated; an interrupted one is done again, as a careful agent would. */
function script() {
  const turns = Array.from({ length: STEPS }, (_, index) => index + 1).flatMap((step) => {
    const calls =
      step % 2 === 1
        ? [
            {
              tool: "create_file",
              input: { path: `file-${step}.txt`, content: `made in step ${step}\n`, overwrite: true },
            },
          ]
        : [{ tool: "bash", input: { command: `${DURING_CALL}; printf 'ran in step ${step}\\n' > file-${step}.txt` } }];
    const interrupted = {
      toolResult: { status: "interrupted" },
      contains: `Step ${step}.`,
      not: { contains: `Step ${step + 1}.` },
    };
    return [
      { when: interrupted, repeat: true, say: "That was interrupted, again.", calls },
      { say: `Step ${step}.`, delayMs: 30, calls },
    ];
  });
  const again = turns.filter((turn) => "repeat" in turn);
  const steps = turns.filter((turn) => !("repeat" in turn));
  return { turns: [...again, ...steps, { say: "Done, all six files are there." }] };
}

const AGENT = ["--model", "scripted/../script.json", "--observer", "none", "--json"];
const environment = () => ({ HOME: home, XDG_STATE_HOME: join(home, "state") });
const inWorkspace = () => ({ cwd: join(home, "work"), env: environment() });

function files(): Record<string, string> {
  const directory = join(home, "work");
  return Object.fromEntries(
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(join(directory, name), "utf8")]),
  );
}

/** Kills at any moment, or in the middle of the next call of bash. */
async function killedRun(args: string[], moment: "any" | "in a call"): Promise<void> {
  rmSync(join(home, "call-runs"), { force: true });
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  const child = spawn(process.execPath, [program, "run", ...args], {
    cwd: join(home, "work"),
    env: { ...packedEnvironment(), ...environment() },
    stdio: "ignore",
  });
  const closed = once(child, "close");
  await Promise.race([moment === "any" ? delay(150 + Math.random() * 900) : callRuns(), closed]);
  child.kill("SIGKILL");
  await closed;
}

async function callRuns(): Promise<void> {
  await vi.waitUntil(() => existsSync(join(home, "call-runs")), { interval: 5, timeout: 20_000 });
}

interface Line {
  seq: number;
  type: string;
  toolUseId?: string;
  status?: string;
  message?: { id: string; content: { type: string; id?: string }[] };
}

async function log(): Promise<Line[]> {
  const { out } = await runCox(["threads", "last", "--json"], inWorkspace());
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

describe("killing our agent and resuming", () => {
  it(
    "always reaches the same files, loses no delta, and runs no interrupted call behind the model's back",
    { timeout: 120_000 },
    async () => {
      const expected = Object.fromEntries(
        Array.from({ length: STEPS }, (_, index) => [
          `file-${index + 1}.txt`,
          `${index % 2 === 0 ? "made" : "ran"} in step ${index + 1}\n`,
        ]),
      );
      let interruptions = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        rmSync(join(home, "state"), { recursive: true, force: true });
        for (const name of readdirSync(join(home, "work"))) rmSync(join(home, "work", name));
        await killedRun(["make six files", ...AGENT], round % 2 === 0 ? "any" : "in a call");
        const seen = (await runCox(["threads", "--json"], inWorkspace())).out;
        const started = JSON.parse(seen) as unknown[];
        await killedRun(started.length > 0 ? ["--resume", "last", ...AGENT] : ["make six files", ...AGENT], "any");
        const before =
          (JSON.parse((await runCox(["threads", "--json"], inWorkspace())).out) as unknown[]).length > 0
            ? await log()
            : [];
        const hadMessage = before.some((line) => line.type === "user:message");
        const last = await runCox(
          [
            "run",
            ...(before.length > 0 ? ["--resume", "last"] : []),
            ...(hadMessage ? [] : ["make six files"]),
            ...AGENT,
          ],
          inWorkspace(),
        );
        expect(last.code, last.err + last.out).toBe(0);
        expect(files()).toEqual(expected);

        const after = await log();
        expect(after.slice(0, before.length)).toEqual(before);
        expect(after.map((line) => line.seq)).toEqual(after.map((_, index) => index + 1));
        const calls = after.flatMap(
          (line) => line.message?.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])) ?? [],
        );
        const results = after
          .filter((line) => line.type === "tool:data" && line.status !== "running")
          .map((line) => line.toolUseId);
        expect(new Set(results)).toEqual(new Set(calls));
        expect(results).toHaveLength(calls.length);
        expect(new Set(calls).size).toBe(calls.length);
        interruptions += after.filter((line) => line.status === "interrupted").length;
      }
      expect(interruptions, "kills that hit a running call").toBeGreaterThanOrEqual(ROUNDS / 2);
    },
  );
});
