import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { runCox } from "./run-cox.ts";

const STEPS = 6;
const ROUNDS = 6;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cox-kill-"));
  mkdirSync(join(home, "work"));
  writeFileSync(join(home, "script.json"), JSON.stringify(script()));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

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
        : [{ tool: "bash", input: { command: `sleep 0.05; printf 'ran in step ${step}\\n' > file-${step}.txt` } }];
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

async function killedRun(args: string[], afterMs: number): Promise<void> {
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  const child = spawn(process.execPath, [program, "run", ...args], {
    cwd: join(home, "work"),
    env: { PATH: process.env["PATH"] ?? "", ...environment() },
    stdio: "ignore",
  });
  const closed = once(child, "close");
  await Promise.race([delay(afterMs), closed]);
  child.kill("SIGKILL");
  await closed;
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
        await killedRun(["make six files", ...AGENT], 150 + Math.random() * 900);
        const seen = (await runCox(["threads", "--json"], inWorkspace())).out;
        const started = JSON.parse(seen) as unknown[];
        await killedRun(
          started.length > 0 ? ["--resume", "last", ...AGENT] : ["make six files", ...AGENT],
          150 + Math.random() * 900,
        );
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
      expect(interruptions, "some kills hit a running call").toBeGreaterThan(0);
    },
  );
});
