import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadThread } from "../src/session/load-thread.ts";
import { NO_CHECKS, checksAfterTurn } from "../src/evidence/record/check-runs.ts";
import type { CheckRun } from "../src/evidence/record/check-run.ts";
import type { Thread } from "../src/thread/thread.ts";

/**
 * `npm run bench:record -- --corpus DIR`: how many runs of tests, builds, linters and type checks end as unknown, by host,
 * over every transcript below the folder. `--list HOST` prints the runs of one host whose end is unknown.
 */
const { values } = parseArgs({ options: { corpus: { type: "string" }, list: { type: "string" } } });
if (values.corpus === undefined) {
  console.error("Name the folder of transcripts: npm run bench:record -- --corpus DIR");
  process.exit(2);
}

/** What the same sessions showed before the record was read anew (commit 74d1bdb9). */
const BEFORE = "30%";

interface Shown {
  readonly run: CheckRun;
  readonly line: string;
  readonly output: string;
}

interface Counted {
  runs: number;
  unknown: number;
  readonly why: Map<string, number>;
}

const hosts = new Map<string, Counted>();
for (const path of transcriptsIn(values.corpus)) {
  let loaded: ReturnType<typeof loadThread>;
  try {
    loaded = loadThread(path);
  } catch {
    continue;
  }
  const { thread, host } = loaded;
  const counted = hosts.get(host.name) ?? { runs: 0, unknown: 0, why: new Map<string, number>() };
  hosts.set(host.name, counted);
  for (const { run, line, output } of runsOf(thread)) {
    counted.runs += 1;
    if (run.end !== "unknown") continue;
    counted.unknown += 1;
    const why = run.why ?? "no reason";
    counted.why.set(why, (counted.why.get(why) ?? 0) + 1);
    if (values.list === host.name)
      console.log(`${why}\t${path.split("/").at(-1)}#${run.step}\t${line}\n${output}\n---`);
  }
}

let [all, unknown] = [0, 0];
for (const [name, { runs, unknown: open, why }] of [...hosts].toSorted(([a], [b]) => a.localeCompare(b))) {
  all += runs;
  unknown += open;
  const reasons = [...why].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} ${count}`);
  console.log(`${name.padEnd(12)} ${percent(open, runs).padStart(6)}  ${open} of ${runs}  ${reasons.join(", ")}`);
}
console.log(`${"all".padEnd(12)} ${percent(unknown, all).padStart(6)}  ${unknown} of ${all}, before ${BEFORE}`);

/** Every run of a thread, as it stands once all turns are read: a later step may show an end. */
function runsOf({ turns, cwd }: Thread): readonly Shown[] {
  const found = new Map<string, Shown>();
  let state = NO_CHECKS;
  for (const turn of turns) {
    state = checksAfterTurn(state, turn, cwd);
    for (const run of state.runs) {
      const key = `${run.step} ${run.kind} ${run.command} ${run.cwd ?? ""}`;
      const before = found.get(key);
      const step = before ? undefined : turn.steps.find(({ number }) => number === run.step);
      const line = before?.line ?? step?.action.command?.slice(0, 400) ?? "";
      found.set(key, { run, line, output: before?.output ?? step?.result?.output.slice(-600) ?? "" });
    }
  }
  return [...found.values()];
}

function transcriptsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:jsonl|json)$/.test(entry.name) && !/labels|outcomes\.jsonl/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;
}
