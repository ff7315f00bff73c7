/**
 * What a command costs before it does anything, compared with `node -e 0`, the cost of starting Node: `npm run
 * bench:start [-- ROUNDS]`. Every round starts each once, so that other work on the machine affects all alike; the
 * median of the rounds counts.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { middle } from "./middle.ts";

const rounds = Math.max(Number(process.argv[2] ?? 40), 1);
const home = mkdtempSync(join(tmpdir(), "cox-bench-start-"));
const program = resolve(import.meta.dirname, "../bin/cox.js");
const library = resolve(import.meta.dirname, "../dist/index.js");

const cases: readonly { readonly name: string; readonly args: readonly string[]; readonly limit?: number }[] = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "cox --version", args: [program, "--version"], limit: 1.6 },
  { name: "cox --help", args: [program, "--help"], limit: 2 },
  { name: 'import "coxswain"', args: [library] },
];

try {
  process.exitCode = measure() ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}

function measure(): boolean {
  const times = cases.map((): number[] => []);
  // The first two rounds fill the caches.
  for (let round = -2; round < rounds; round += 1)
    for (const [index, { args }] of cases.entries()) {
      const ms = start(args);
      if (round >= 0) times[index]?.push(ms);
    }
  const base = middle(times[0] ?? []);
  const rows = cases.map(({ name, limit }, index) => {
    const ratio = middle(times[index] ?? []) / base;
    return { name, limit, ratio, met: limit === undefined || ratio <= limit };
  });
  for (const { name, limit, ratio, met } of rows)
    console.log(
      `${name.padEnd(20)} ${ratio.toFixed(2)} ×${limit ? `, at most ${limit} ×: ${met ? "met" : "MISSED"}` : ""}`,
    );
  console.log(`The middle of ${rounds} rounds on Node ${process.version}; node -e 0 took ${base.toFixed(1)} ms.`);
  return rows.every(({ met }) => met);
}

function start(args: readonly string[]): number {
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
  return performance.now() - began;
}
