import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { withRecords } from "../../src/team/open-team.ts";
import { readView, VIEWS, type ViewSource } from "../../src/team/views/views.ts";
import { middle } from "../middle.ts";

const SEED = resolve(import.meta.dirname, "seed.ts");
const ROUNDS = 5;
const FILTERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { from: "2026-01-01", repository: "acme/payments-jobs" },
  { verdict: "correct", mark: "none" },
  // Nothing is found, after as much looking as it takes to know that.
  { team: "nobody" },
  { agent: "nobody", verdict: "correct" },
  { team: "mobile", repository: "acme/payments-jobs", mark: "wrong" },
  // There are stops of both, and none of both together.
  { from: "2026-01-01", agent: "codex", model: "claude-opus-4-8" },
  { from: "2026-01-01", team: "mobile", verdict: "unchecked", withoutCheck: "1" },
  { repository: "acme/mobile-web", finding: "file-not-there", withoutCheck: "1" },
];

/** Each view with each of some filters; the slowest of its filters is told. */
export async function measureViews(place: string, rows: number): Promise<string[]> {
  const seeded = spawnSync(process.execPath, [SEED, place, "--rows", String(rows)], { stdio: "inherit" });
  if (seeded.status !== 0) throw new Error("the records could not be filled");
  return withRecords(place, async ({ query, dialect }) => {
    const queue = { waiting: 0, running: 0, aside: 0, oldestSeconds: 0 };
    const facts = async () => ({ version: "0", startedAt: "", database: dialect, queue });
    const source: ViewSource = { query, now: () => new Date(), facts };
    const lines = [`views over ${rows} reports on ${dialect}, the middle of ${ROUNDS} (all filters, the slowest):`];
    for (const name of Object.keys(VIEWS)) {
      let slowest = 0;
      for (const filter of FILTERS) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const start = performance.now();
          const asked = await readView(source, name, filter, undefined);
          times.push(performance.now() - start);
          if (asked.type !== "view") throw new Error(`${name}: ${asked.type}`);
        }
        slowest = Math.max(slowest, middle(times));
      }
      lines.push(`      ${name.padEnd(14)} ${slowest.toFixed(1)} ms`);
    }
    return lines;
  });
}
